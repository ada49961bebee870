/**
 * The joins of one run of a subscription. An event is told once, so what it is joined with is asked for again while that fails for
 * the moment. After a time the event is told with the errors of its joins, and as long as they fail the next ones wait no more.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { passes } from '../../subgraphs/shared/errors.ts'
import type { SubgraphResult } from '../datasource.ts'
import type { PlainError } from '../errors.ts'

/** Longer than an election of the database. */
const PATIENCE_MS = 15_000
const WAIT_MS = { first: 50, most: 1_000 } as const

export const isPassing = ({ extensions }: PlainError): boolean => passes(extensions)

export function createJoining(patienceMs = PATIENCE_MS) {
  let isLost = false
  return async (join: () => Promise<SubgraphResult>): Promise<SubgraphResult> => {
    const until = performance.now() + patienceMs
    for (let waitMs: number = WAIT_MS.first; ; waitMs = Math.min(2 * waitMs, WAIT_MS.most)) {
      const result = await join()
      const fails = result.errors?.some(isPassing) === true
      if (!fails || isLost || performance.now() >= until) {
        isLost = fails
        return result
      }
      await sleep(waitMs, undefined, { ref: false })
    }
  }
}
