/**
 * The copies of the platform's row: every batch guards one of them, so a change of all of them is seen by every batch
 * that commits afterwards.
 */
import { type Database, DURABLE, isDuplicateKey } from '../database.ts'
import { isNetwork } from './failures.ts'
import { SHARD_COUNT, shardRef } from './positions.ts'

export type SwitchSource = readonly object[] | (() => Promise<readonly object[]>)

interface ShardRow {
  readonly _id: string
  v: number
  switches?: object[]
  /** Of the publication that wrote `switches`; on the row that orders publications, the last number given. */
  turn?: number
  schema?: number
}

/** The row that numbers publications. */
const ORDER_ID = 'fence'
const SHARDS_PER_COMMAND = 8
const RETRIES = 2

/**
 * Plain updates: they wait for running batches, which hold one shard each, and no batch can commit on the old switches
 * afterwards. Of two publications at once the one with the higher number wins on every shard.
 */
export function createSwitchPublisher(database: Database): (source: SwitchSource) => Promise<void> {
  const rows = () => database.bounded.collection<ShardRow>('positions')

  // One that waits for a batch holds up the few others of its command, and few commands need few connections.
  async function publishTo(indexes: readonly number[], publication: number, switches: readonly object[]) {
    const updates = indexes.map((index) => ({
      updateOne: {
        filter: {
          _id: shardRef(index).id,
          $or: [{ turn: { $exists: false } }, { turn: { $lt: publication } }],
        },
        update: { $set: { switches: [...switches], turn: publication }, $inc: { v: 1 } },
      },
    }))
    for (let retriesLeft = RETRIES; ; retriesLeft--) {
      try {
        return await rows().bulkWrite(updates, { ordered: false, writeConcern: DURABLE })
      } catch (error) {
        // A batch of a process that died holds its shard for longer than one command may take.
        if (!isNetwork(error) || retriesLeft === 0) throw error
      }
    }
  }

  return async (source) => {
    const order = await rows().findOneAndUpdate(
      { _id: ORDER_ID },
      { $inc: { turn: 1, v: 1 } },
      { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
    )
    const switches = typeof source === 'function' ? await source() : source
    const indexes = Array.from({ length: SHARD_COUNT }, (_, index) => index)
    const groups = Map.groupBy(indexes, (index) => Math.floor(index / SHARDS_PER_COMMAND)).values()
    await Promise.all([...groups].map((group) => publishTo(group, order?.turn ?? 0, switches)))
  }
}

/** @param schema the number of migrations that this code knows */
export async function insertPlatformShards(database: Database, schema: number): Promise<void> {
  const shard = { v: 1, switches: [], schema }
  const shards = Array.from({ length: SHARD_COUNT }, (_, index) => ({ _id: shardRef(index).id, ...shard }))
  await database
    .collection<ShardRow>('positions')
    .insertMany([{ _id: ORDER_ID, v: 1, turn: 0 }, ...shards], { ordered: false })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
}
