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
  lists?: number
}

/** The row that numbers publications. */
const ORDER_ID = 'fence'
const SHARDS_PER_COMMAND = 8
const RETRIES = 2

/**
 * Plain updates of every shard: they wait for running batches, which hold one shard each, and no batch can commit on the
 * old content afterwards.
 */
async function updateShards(database: Database, older: object, set: Partial<ShardRow>): Promise<void> {
  const rows = database.bounded.collection<ShardRow>('positions')
  const update = { $set: set, $inc: { v: 1 } }
  // One that waits for a batch holds up the few others of its command, and few commands need few connections.
  const updateGroup = async (indexes: readonly number[]) => {
    const updates = indexes.map((index) => ({
      updateOne: { filter: { _id: shardRef(index).id, ...older }, update },
    }))
    for (let retriesLeft = RETRIES; ; retriesLeft--) {
      try {
        return await rows.bulkWrite(updates, { ordered: false, writeConcern: DURABLE })
      } catch (error) {
        // A batch of a process that died holds its shard for longer than one command may take.
        if (!isNetwork(error) || retriesLeft === 0) throw error
      }
    }
  }
  const indexes = Array.from({ length: SHARD_COUNT }, (_, index) => index)
  const groups = Map.groupBy(indexes, (index) => Math.floor(index / SHARDS_PER_COMMAND)).values()
  await Promise.all([...groups].map(updateGroup))
}

const isOlder = (field: 'turn' | 'lists', number: number) => ({
  $or: [{ [field]: { $exists: false } }, { [field]: { $lt: number } }],
})

/** Of two publications at once the one with the higher number wins on every shard. */
export function createSwitchPublisher(database: Database): (source: SwitchSource) => Promise<void> {
  return async (source) => {
    const order = await database.bounded
      .collection<ShardRow>('positions')
      .findOneAndUpdate(
        { _id: ORDER_ID },
        { $inc: { turn: 1, v: 1 } },
        { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
      )
    const switches = typeof source === 'function' ? await source() : source
    const turn = order?.turn ?? 0
    await updateShards(database, isOlder('turn', turn), { switches: [...switches], turn })
  }
}

/** Once it has returned, no batch of any process commits a spend that was screened by older lists. */
export async function publishScreeningLists(database: Database, revision: number): Promise<void> {
  await updateShards(database, isOlder('lists', revision), { lists: revision })
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
