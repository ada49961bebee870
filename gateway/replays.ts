/**
 * How a keyed request is answered once it has run (domain 7.3): the first answer is kept where the commit kept the outcome,
 * and a repeat is told the first answer again. A repeat that comes while the first is still being answered, in whichever
 * process, waits for it; if that process died, it gets the resource as it is.
 */
import type { Clock } from '../subgraphs/shared/clock.ts'
import { DomainError } from '../subgraphs/shared/errors.ts'
import type { KeyMark, Principal } from '../subgraphs/shared/principal.ts'
import type { ResponseStore, StoredResponse } from './storedResponses.ts'

export interface Repeats {
  keep(marks: readonly KeyMark[], answer: StoredResponse, durable: boolean): Promise<void>
  /**
   * Null where it is gone, or was given in another form.
   * @param earlierId under which a version before this one kept it
   * @throws DomainError idempotency_in_progress
   */
  findFirst(marks: readonly KeyMark[], form: string, earlierId?: string): Promise<StoredResponse | null>
}

/** How long a repeat waits for a first answer before it is told to come back. */
const PATIENCE_MS = 10_000
const LOOK_MS = { first: 10, most: 250 }

export function createRepeats(answers: ResponseStore, clock: Clock): Repeats {
  return {
    keep: (marks, answer, durable) => answers.put(idOf(marks), answer, durable),
    async findFirst(marks, form, earlierId) {
      const id = idOf(marks)
      const startedAt = performance.now()
      const answeringMs =
        Math.max(0, ...marks.map(({ answerBy }) => Date.parse(answerBy ?? '') || 0)) - clock.now().getTime()
      for (let pause = LOOK_MS.first; ; pause = Math.min(2 * pause, LOOK_MS.most)) {
        const found = await answers.find(id)
        if (found !== null) return found.form === form ? found : null
        const waitedMs = performance.now() - startedAt
        if (waitedMs >= answeringMs) return earlierId === undefined ? null : answers.find(earlierId)
        if (waitedMs >= PATIENCE_MS) throw inProgress()
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
  }
}

/** One row for each key; an answer to several at once is theirs together. */
const idOf = (marks: readonly KeyMark[]): string => marks.map(({ id }) => id).join(' ')

/** A secret is shown again to it alone. An agent's tokens change by the hour and are one credential. */
export function credentialOf(principal: Principal): string {
  switch (principal.kind) {
    case 'agent':
      return principal.agentId
    case 'organization':
      return principal.keyId
    case 'operator':
      return principal.operatorId
    case 'anonymous':
      return ''
  }
}

function inProgress(): DomainError {
  return new DomainError('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', {
    retry_after_ms: 1_000,
    retryable: true,
  })
}
