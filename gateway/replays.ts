/**
 * Idempotent replays (domain 7.3): the first response to a keyed request is stored, and the same request again gets it back.
 * One that arrives while the first response is still being made, in any process, waits for it, or is refused, as its protocol
 * says; if that process has died, it gets the current resource.
 */
import type { Clock } from '../subgraphs/shared/clock.ts'
import { DomainError } from '../subgraphs/shared/errors.ts'
import type { KeyMark } from '../subgraphs/shared/principal.ts'
import type { ResponseStore, StoredResponse } from './storedResponses.ts'

export interface Replays {
  store(marks: readonly KeyMark[], response: StoredResponse, durable: boolean): Promise<void>
  /**
   * Null when it has expired, or was made in another form.
   * @throws DomainError idempotency_in_progress
   */
  findFirst(marks: readonly KeyMark[], form: string, options?: FindOptions): Promise<StoredResponse | null>
}

interface FindOptions {
  /** Under which earlier versions stored it. */
  readonly legacyId?: string
  /** For the first response, while it is still being made. */
  readonly waitMaxMs?: number
}

/** How long a replay waits for the first response before it is refused with Retry-After. */
const WAIT_MAX_MS = 10_000
const POLL_MS = { min: 10, max: 250 }

export function createReplays(responses: ResponseStore, clock: Clock): Replays {
  return {
    store: (marks, response, durable) => responses.put(idOf(marks), response, durable),
    async findFirst(marks, form, { legacyId, waitMaxMs = WAIT_MAX_MS } = {}) {
      const id = idOf(marks)
      const startedAt = performance.now()
      const respondingMs =
        Math.max(0, ...marks.map(({ answerBy }) => Date.parse(answerBy ?? '') || 0)) - clock.now().getTime()
      for (let pause = POLL_MS.min; ; pause = Math.min(2 * pause, POLL_MS.max)) {
        const stored = await responses.find(id)
        if (stored !== null) return stored.form === form ? stored : null
        const waitedMs = performance.now() - startedAt
        if (waitedMs >= respondingMs) return legacyId === undefined ? null : responses.find(legacyId)
        if (waitedMs >= waitMaxMs) throw inProgress()
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
  }
}

/** A response to several keyed fields at once is stored under all their keys together. */
const idOf = (marks: readonly KeyMark[]): string => marks.map(({ id }) => id).join(' ')

function inProgress(): DomainError {
  return new DomainError('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', {
    retry_after_ms: 1_000,
    retryable: true,
  })
}
