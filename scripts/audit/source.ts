/**
 * The database as it was at one instant, read while the service goes on: one session with read concern snapshot. Rows come
 * in pages, so that no collection has to fit into memory. A server forgets an instant after a while (five minutes, unless it
 * is configured otherwise): reading goes on at a newer one then, where it stopped, if nothing was committed in between, so
 * that what is read is the same as at the first.
 */
import { mongo } from 'mongoose'

type Filter = Record<string, unknown>
type Order = Readonly<Record<string, 1 | -1>>

export interface Source {
  has(collection: string): boolean
  collections(): readonly string[]
  /** All rows of a collection in an order that leaves none equal, page by page; a missing collection has none. */
  pages<T>(collection: string, query?: Query): AsyncGenerator<T[]>
  find<T>(collection: string, filter: Filter, projection?: Filter): Promise<T[]>
  count(collection: string, filter: Filter): Promise<number>
  /** For few results. */
  aggregate<T>(collection: string, pipeline: Filter[]): Promise<T[]>
  close(): Promise<void>
}

interface Query {
  readonly filter?: Filter
  readonly sort?: Order
  /** Includes the fields of the order. */
  readonly projection?: Filter
}

/** The instant is forgotten, and something was committed since. */
export class InstantForgotten extends Error {
  constructor() {
    super(
      'the database has forgotten the instant that it is audited at, and payments were made since: audit a restored backup, or raise minSnapshotHistoryWindowInSeconds of the server',
    )
  }
}

const PAGE = 1_000
/** SnapshotTooOld, SnapshotUnavailable. */
const FORGOTTEN = [239, 246]
/** Every commit raises the version of one of these rows. */
const COMMITTED = { _id: { $gte: 'gate:', $lt: 'gate;' } }

/** @param from.uri of a replica set or sharded cluster */
export async function openSource(from: { readonly uri: string; readonly database: string }): Promise<Source> {
  const client = await mongo.MongoClient.connect(from.uri, {
    ...{ useBigInt64: true, readPreference: 'primary', serverSelectionTimeoutMS: 10_000 },
    // The streaming monitor does not go with useBigInt64: it throws where a node changes its role.
    serverMonitoringMode: 'poll',
  })
  const database = client.db(from.database)
  const names = new Set((await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name))
  const countCommits = async (): Promise<bigint> => {
    const rows = await database
      .collection<{ _id: string; v: bigint }>('positions')
      .find(COMMITTED, { session })
      .toArray()
    return rows.reduce((sum, { v }) => sum + BigInt(v), 0n)
  }
  // The first read sets the instant that all others see.
  let session = client.startSession({ snapshot: true })
  const commits = await countCommits()

  /** @param forgotten what the failed read was made in: another read may have renewed it already */
  async function goOn(error: unknown, forgotten: mongo.ClientSession): Promise<void> {
    // Whatever was being read in the session that was renewed ends with it.
    if (session !== forgotten) return
    if (!(error instanceof mongo.MongoServerError && FORGOTTEN.includes(Number(error.code)))) throw error
    session = client.startSession({ snapshot: true })
    await forgotten.endSession()
    if ((await countCommits()) !== commits) throw new InstantForgotten()
  }

  async function read<T>(run: () => Promise<T>): Promise<T> {
    for (;;) {
      const own = session
      try {
        return await run()
      } catch (error) {
        await goOn(error, own)
      }
    }
  }

  return {
    has: (collection) => names.has(collection),
    collections: () => [...names].filter((name) => !name.startsWith('system.')),
    async *pages<T>(collection: string, { filter = {}, sort = { _id: 1 }, projection = {} }: Query = {}) {
      let last: Filter | null = null
      for (;;) {
        const own = session
        const rest: Filter = last === null ? filter : { $and: [filter, beyond(sort, last)] }
        const found = database.collection(collection).find(rest, { session: own, projection, batchSize: PAGE })
        // Where no index has the order, the server sorts on its disk.
        const cursor = found.sort(sort).allowDiskUse(true)
        try {
          while (await cursor.hasNext()) {
            const page = cursor.readBufferedDocuments()
            last = page.at(-1) ?? last
            yield page as T[]
          }
          return
        } catch (error) {
          await goOn(error, own)
        } finally {
          await cursor.close().catch(() => undefined)
        }
      }
    },
    find: <T>(collection: string, filter: Filter, projection: Filter = {}) =>
      read(() => database.collection(collection).find(filter, { session, projection }).toArray()) as Promise<T[]>,
    count: (collection, filter) => read(() => database.collection(collection).countDocuments(filter, { session })),
    aggregate: <T>(collection: string, pipeline: Filter[]) =>
      read(() =>
        database.collection(collection).aggregate(pipeline, { session, allowDiskUse: true }).toArray(),
      ) as Promise<T[]>,
    async close() {
      await session.endSession()
      await client.close()
    },
  }
}

/** What comes after a row in this order. */
function beyond(order: Order, row: Filter): Filter {
  const keys = Object.entries(order)
  const branches = keys.map(([key, direction], index) => ({
    ...Object.fromEntries(keys.slice(0, index).map(([earlier]) => [earlier, row[earlier]])),
    [key]: { [direction === 1 ? '$gt' : '$lt']: row[key] },
  }))
  return { $or: branches }
}
