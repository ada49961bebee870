/**
 * Commits of one organization among those of others. Where they do not come through in time, as while something else holds its
 * rows, the others go on: nothing more of this organization is begun for a while, and what was under way is found again.
 */
import type { Intent } from '../../../shared/commit/types.ts'
import { growingPause, type Network, submitUntilKnown } from './network.ts'

const WITHIN_MS = 5_000
const PAUSE_MS = 5_000
const PAUSE_MAX_MS = 10_000

/** The commit has not come through in time; it may still happen if it was decided by then. */
export class Late extends Error {
  constructor(orgId: string) {
    super(`the commits of ${orgId} do not come through`)
    this.name = 'Late'
  }
}

type Paced = Pick<Network, 'commit' | 'heldUntil' | 'late'>

export function isLate({ late }: Pick<Network, 'late'>, orgId: string): boolean {
  return (late.get(orgId)?.until ?? 0) > performance.now()
}

/**
 * As `submitUntilKnown`, within a few seconds.
 * @throws Late at once while its organization is late
 */
export async function submitInTime<Answer>(network: Paced, intent: Intent<Answer>, signal: AbortSignal) {
  const { orgId } = intent
  if (isLate(network, orgId)) throw new Late(orgId)
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), WITHIN_MS)
  try {
    const outcome = await submitUntilKnown(network, intent, AbortSignal.any([signal, over.signal]))
    network.late.delete(orgId)
    return outcome
  } catch (error) {
    if (signal.aborted || !over.signal.aborted) throw error
    const times = (network.late.get(orgId)?.times ?? 0) + 1
    network.late.set(orgId, { times, until: performance.now() + growingPause(times, PAUSE_MS, PAUSE_MAX_MS) })
    throw new Late(orgId)
  } finally {
    clearTimeout(timer)
  }
}
