/** What the requests of a fuzz are made from, and what becomes of them. */
import type { Ids } from '../bola/scene.ts'
import type { Answer, Caller, HttpRequest } from '../carriers/client.ts'

/** One request, and what is wrong with an answer to it. */
export interface Case {
  readonly request: HttpRequest
  /** @returns what the documents do not declare */
  check(answer: Answer): readonly string[]
}

/** What a request is made from. */
export interface Material {
  readonly random: () => number
  /** That exist, first the caller's own. */
  readonly ids: readonly Ids[]
  readonly caller: Caller
}
