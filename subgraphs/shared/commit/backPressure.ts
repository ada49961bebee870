/**
 * When a caller is better told to come back than put into the queue: bounds on count, bytes and estimated wait, for one
 * organization and in all. Learns how long a batch takes and how much an intent writes.
 */
import { BATCH_MAX } from './queue.ts'

export interface PressureOptions {
  readonly slots: number
  readonly queueMax: number
  readonly queueMaxPerOrganization: number
  readonly queueBytesMax: number
  readonly queueBytesMaxPerOrganization: number
}

interface Waiting {
  readonly size: number
  readonly organizations: number
  sizeOf(orgId: string): number
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
  refusal(queue: Waiting, orgId: string, waitMs: number): number | null
  retryAfterMs(queue: Waiting, orgId: string): number
}

const WEIGHT = 0.2

export function createBackPressure(options: PressureOptions): BackPressure {
  const runningSince = new Map<number, number>()
  let batchMs = 20
  /** Payment, journal, event and key, until more is known. */
  let intentBytes = 4 * 1024

  /** Batches before one more intent of this organization has been decided, by fair turns. */
  function batchesAhead(queue: Waiting, orgId: string): number {
    const own = queue.sizeOf(orgId) + 1
    const fairShare = Math.min(queue.size + 1, (queue.organizations + 1) * own)
    return Math.max(Math.ceil(own / BATCH_MAX), Math.ceil(fairShare / BATCH_MAX / options.slots))
  }

  /** A batch that hangs counts as long as it has been hanging. */
  function estimateMs(queue: Waiting, orgId: string): number {
    const now = performance.now()
    let longest = batchMs
    for (const since of runningSince.values()) longest = Math.max(longest, now - since)
    return batchesAhead(queue, orgId) * longest
  }

  function retryAfterMs(queue: Waiting, orgId: string): number {
    return Math.round(Math.min(10_000, Math.max(500, estimateMs(queue, orgId))))
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
    refusal(queue, orgId, waitMs) {
      const own = queue.sizeOf(orgId)
      const isTooMany = queue.size >= options.queueMax || own >= options.queueMaxPerOrganization
      const isTooMuch =
        queue.size * intentBytes >= options.queueBytesMax || own * intentBytes >= options.queueBytesMaxPerOrganization
      // Whoever is in the very next batch is let in: what is slow now may be over then.
      const isTooLate = batchesAhead(queue, orgId) > 1 && estimateMs(queue, orgId) > waitMs
      return isTooMany || isTooMuch || isTooLate ? retryAfterMs(queue, orgId) : null
    },
  }
}
