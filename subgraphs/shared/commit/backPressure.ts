/**
 * Back pressure: when an intent is refused with a time to try again instead of being queued. Bounds on count, bytes and
 * estimated wait, for one organization and in all. Control and settle have bounds of their own, so that emergency acts
 * and results of the chain are accepted however many spends wait.
 */
import type { Batch } from './apply.ts'
import type { GroupCommitOptions } from './groupCommitOptions.ts'
import { BATCH_MAX, CONTROL_SHARE, type FairQueue, type Queued, SPEND_SHARE, type Tally } from './queue.ts'
import type { Priority } from './types.ts'

type Queue = Tally & Pick<FairQueue<never>, 'waiting'>

export interface BackPressure {
  started(session: number, now: number): void
  /** @param committed null when the batch was not committed */
  ended(session: number, now: number, committed: Pick<Batch, 'results' | 'bytes'> | null): void
  /** Milliseconds until a new try; null: the intent is accepted. */
  refusal(queue: Queue, intent: Queued, waitMs: number): number | null
  retryAfterMs(queue: Queue, intent: Queued): number
}

/** Of the newest batch in the moving averages. */
const WEIGHT = 0.2

/** What is picked before an intent of a priority: everything before a spend, other control before control. */
const PICKED_BEFORE: Readonly<Record<Priority, readonly Priority[]>> = {
  control: ['control'],
  settle: ['control', 'settle'],
  spend: ['control', 'settle', 'spend'],
}
/** Intents of a batch that a priority gets when all kinds wait. */
const SHARE: Readonly<Record<Priority, number>> = {
  control: CONTROL_SHARE,
  settle: BATCH_MAX - SPEND_SHARE,
  spend: BATCH_MAX,
}

/** Bounds of control, and of settle, as a part of those for everything. */
const RESERVED = 1 / 4

export function createBackPressure(options: GroupCommitOptions): BackPressure {
  const runningSince = new Map<number, number>()
  let batchMs = 20
  /** An estimate for a payment, its journal, event and key, until batches have been measured. */
  let intentBytes = 4 * 1024

  /** How many batches until one more intent of this organization is decided, by round robin. */
  function batchesAhead(queue: Queue, { orgId, priority }: Queued): number {
    const before = PICKED_BEFORE[priority].map((kind) => queue.waiting[kind])
    const own = sum(before.map((tally) => tally.sizeOf(orgId))) + 1
    const size = sum(before.map((tally) => tally.size)) + 1
    const others = priority === 'spend' ? queue.organizations : Math.max(...before.map((tally) => tally.organizations))
    const fairShare = Math.min(size, (others + 1) * own)
    return Math.max(Math.ceil(own / SHARE[priority]), Math.ceil(fairShare / SHARE[priority] / options.concurrency))
  }

  /** A batch that hangs counts as long as it has been hanging. */
  function estimateMs(queue: Queue, intent: Queued): number {
    const now = performance.now()
    let longest = batchMs
    for (const since of runningSince.values()) longest = Math.max(longest, now - since)
    return batchesAhead(queue, intent) * longest
  }

  function retryAfterMs(queue: Queue, intent: Queued): number {
    return Math.round(Math.min(10_000, Math.max(500, estimateMs(queue, intent))))
  }

  /** For a spend everything that waits counts, for the others their own kind alone. */
  function isFull(queue: Queue, { orgId, priority }: Queued): boolean {
    const { size, sizeOf } = priority === 'spend' ? queue : queue.waiting[priority]
    const own = sizeOf(orgId)
    const part = priority === 'spend' ? 1 : RESERVED
    return (
      size >= options.queueMax * part ||
      own >= options.queueMaxPerOrganization * part ||
      size * intentBytes >= options.queueBytesMax * part ||
      own * intentBytes >= options.queueBytesMaxPerOrganization * part
    )
  }

  return {
    retryAfterMs,
    started(session, now) {
      runningSince.set(session, now)
    },
    ended(session, now, committed) {
      const tookMs = now - (runningSince.get(session) ?? now)
      runningSince.delete(session)
      if (committed === null || committed.results.length === 0) return
      batchMs += WEIGHT * (tookMs - batchMs)
      intentBytes += WEIGHT * (committed.bytes / committed.results.length - intentBytes)
    },
    refusal(queue, intent, waitMs) {
      // What would be in the next batch is accepted: the batches that run now may be slow and that one fast.
      const isTooLate = batchesAhead(queue, intent) > 1 && estimateMs(queue, intent) > waitMs
      return isFull(queue, intent) || isTooLate ? retryAfterMs(queue, intent) : null
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
