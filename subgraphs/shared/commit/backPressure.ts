/**
 * When a caller is better told to come back than put into the queue: bounds on count, bytes and estimated wait, for one
 * organization and in all. Control and settle have bounds and a place of their own, so that however many spends wait, an
 * emergency act and what the chain has said are let in; a spend is refused first.
 */
import type { OrgId } from '../ids.ts'
import { BATCH_MAX, SPEND_SHARE, type Tally } from './queue.ts'
import type { Priority } from './types.ts'

export interface PressureOptions {
  readonly concurrency: number
  readonly queueMax: number
  readonly queueMaxPerOrganization: number
  readonly queueBytesMax: number
  readonly queueBytesMaxPerOrganization: number
}

interface Waiting extends Tally {
  readonly waiting: Readonly<Record<Priority, Tally>>
}

export interface BackPressure {
  started(slot: number, now: number): void
  /** @param committed what came of it; null when nothing did */
  ended(
    slot: number,
    now: number,
    committed: { readonly results: { length: number }; readonly bytes: number } | null,
  ): void
  /** Null: come in. Else how long to stay away. */
  refusal(queue: Waiting, asking: Asking, waitMs: number): number | null
  retryAfterMs(queue: Waiting, asking: Asking): number
}

const WEIGHT = 0.2

/** What stands before an intent of a priority: a spend waits behind all, control behind its like alone. */
const BEFORE: Readonly<Record<Priority, readonly Priority[]>> = {
  control: ['control'],
  settle: ['control', 'settle'],
  spend: ['control', 'settle', 'spend'],
}
/** Of a batch, what is theirs when all kinds wait. */
const SHARE: Readonly<Record<Priority, number>> = {
  control: BATCH_MAX - SPEND_SHARE,
  settle: BATCH_MAX - SPEND_SHARE,
  spend: BATCH_MAX,
}

/** Room for control, and for settle, beside that of everything, as a part of it. */
const RESERVED = 1 / 4

interface Asking {
  readonly orgId: OrgId
  readonly priority: Priority
}

export function createBackPressure(options: PressureOptions): BackPressure {
  const runningSince = new Map<number, number>()
  let batchMs = 20
  /** Payment, journal, event and key, until more is known. */
  let intentBytes = 4 * 1024

  /** Batches before one more intent of this organization has been decided, by fair turns. */
  function batchesAhead(queue: Waiting, { orgId, priority }: Asking): number {
    const before = BEFORE[priority].map((one) => queue.waiting[one])
    const own = sum(before.map((tally) => tally.sizeOf(orgId))) + 1
    const size = sum(before.map((tally) => tally.size)) + 1
    const others = priority === 'spend' ? queue.organizations : Math.max(...before.map((tally) => tally.organizations))
    const fairShare = Math.min(size, (others + 1) * own)
    return Math.max(Math.ceil(own / SHARE[priority]), Math.ceil(fairShare / SHARE[priority] / options.concurrency))
  }

  /** A batch that hangs counts as long as it has been hanging. */
  function estimateMs(queue: Waiting, asking: Asking): number {
    const now = performance.now()
    let longest = batchMs
    for (const since of runningSince.values()) longest = Math.max(longest, now - since)
    return batchesAhead(queue, asking) * longest
  }

  function retryAfterMs(queue: Waiting, asking: Asking): number {
    return Math.round(Math.min(10_000, Math.max(500, estimateMs(queue, asking))))
  }

  /** For a spend all that waits counts; the others have room of their own, which no spend takes. */
  function isFull(queue: Waiting, { orgId, priority }: Asking): boolean {
    const { size, sizeOf } = priority === 'spend' ? queue : queue.waiting[priority]
    const own = sizeOf(orgId)
    const room = priority === 'spend' ? 1 : RESERVED
    return (
      size >= options.queueMax * room ||
      own >= options.queueMaxPerOrganization * room ||
      size * intentBytes >= options.queueBytesMax * room ||
      own * intentBytes >= options.queueBytesMaxPerOrganization * room
    )
  }

  return {
    retryAfterMs,
    started(slot, now) {
      runningSince.set(slot, now)
    },
    ended(slot, now, committed) {
      const tookMs = now - (runningSince.get(slot) ?? now)
      runningSince.delete(slot)
      if (committed === null || committed.results.length === 0) return
      batchMs += WEIGHT * (tookMs - batchMs)
      intentBytes += WEIGHT * (committed.bytes / committed.results.length - intentBytes)
    },
    refusal(queue, asking, waitMs) {
      // Whoever is in the very next batch is let in: what is slow now may be over then.
      const isTooLate = batchesAhead(queue, asking) > 1 && estimateMs(queue, asking) > waitMs
      return isFull(queue, asking) || isTooLate ? retryAfterMs(queue, asking) : null
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
