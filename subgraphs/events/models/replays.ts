/** What was sent to endpoints again, by requests with an idempotency key: what a repeat is told. Kept as long as deliveries. */
import { type Database, newSchema } from '../../shared/database.ts'
import type { ReplayId, WebhookId } from '../../shared/ids.ts'

export const REPLAYS = 'webhookReplays'

export interface ReplayCounts {
  readonly scheduled: number
  readonly delivered: number
  readonly underWay: number
  /** Where to go on, as a place in the log; null: that was all. */
  readonly next: number | null
}

export interface ReplayRow extends ReplayCounts {
  readonly _id: ReplayId
  readonly webhookId: WebhookId
  readonly at: Date
}

export const replaySchema = newSchema()
replaySchema.index({ at: 1 })

export function findReplay(database: Database, id: ReplayId): Promise<ReplayRow | null> {
  return replays(database).findOne({ _id: id })
}

/** The first one counts: a repeat that made it at the same moment has found what it had scheduled. */
export async function keepReplay(database: Database, row: ReplayRow): Promise<ReplayRow> {
  const { _id, ...made } = row
  const kept = await replays(database).findOneAndUpdate(
    { _id },
    { $setOnInsert: made },
    { upsert: true, returnDocument: 'after' },
  )
  return kept ?? row
}

export async function deleteReplays(database: Database, before: Date): Promise<void> {
  await replays(database).deleteMany({ at: { $lt: before } })
}

function replays(database: Database) {
  return database.collection<ReplayRow>(REPLAYS)
}
