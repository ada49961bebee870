/** A read that fails for the moment, as while the database elects a primary, is no reason to end who waits for its rows anyway. */
import { isTransient } from '../../shared/commit/failures.ts'
import { DomainError, passes } from '../../shared/errors.ts'
import { sleep } from '../../shared/subgraph.ts'

/** Longer than an election. */
const PATIENCE_MS = 20_000
const WAIT_MS = { first: 50, most: 1_000 } as const

/** @throws what it has failed with, once that passes no more, takes too long, or nobody waits for it */
export async function keepTrying<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const since = performance.now()
  for (let waitMs: number = WAIT_MS.first; ; waitMs = Math.min(2 * waitMs, WAIT_MS.most)) {
    try {
      return await read()
    } catch (error) {
      const isPassing = error instanceof DomainError ? passes(error) : isTransient(error)
      if (!isPassing || signal.aborted || performance.now() - since > PATIENCE_MS) throw error
    }
    await sleep(waitMs, signal)
  }
}
