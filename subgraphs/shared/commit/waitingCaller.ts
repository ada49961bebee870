/** A caller between `submit` and its outcome: in the queue, then in a batch, each for a bounded time. */
import type { Queued } from './queue.ts'
import type { Intent, Outcome } from './types.ts'

export interface WaitingCaller extends Queued {
  readonly intent: Intent<unknown>
  /** When it was taken out of the queue; null while it waits there. */
  pickedAt: number | null
  answer(outcome: Outcome<unknown>): void
  fail(error: unknown): void
}

export interface WaitBounds {
  readonly waitMs: number
  readonly commitTimeoutMs: number
  /** Takes a caller whose time is up out of the queue. @returns when it may try again, in milliseconds */
  readonly expire: (caller: WaitingCaller) => number
}

export function createWaitingCaller<Answer>(
  intent: Intent<Answer>,
  { waitMs, commitTimeoutMs, expire }: WaitBounds,
): { readonly caller: WaitingCaller; readonly outcome: Promise<Outcome<Answer>> } {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<Answer>>()
  let timer = setTimeout(onTimeout, waitMs)
  const caller: WaitingCaller = {
    orgId: intent.orgId,
    priority: intent.priority,
    intent: intent as Intent<unknown>,
    pickedAt: null,
    answer(outcome) {
      clearTimeout(timer)
      resolve(outcome as Outcome<Answer>)
    },
    fail(error) {
      clearTimeout(timer)
      reject(error)
    },
  }
  // Not picked yet: nothing happened. Picked: the commit may happen any moment, so its result is waited for.
  function onTimeout(): void {
    const leftMs = (caller.pickedAt ?? 0) + commitTimeoutMs - performance.now()
    if (caller.pickedAt === null) caller.answer({ kind: 'notStarted', retryAfterMs: expire(caller) })
    else if (leftMs <= 0) caller.answer(unknownOutcome(intent))
    else timer = setTimeout(onTimeout, leftMs)
  }
  return { caller, outcome: promise }
}

export function unknownOutcome(intent: Pick<Intent<unknown>, 'key' | 'resourceId'>): Outcome<never> {
  return { kind: 'unknown', resourceId: intent.key?.resource.id ?? intent.resourceId ?? null }
}
