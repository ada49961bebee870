/**
 * The database as it was at one instant, read while the service goes on: one session with read concern snapshot. Rows come
 * in pages, so that no collection has to fit into memory.
 */
import { mongo } from 'mongoose'

type Filter = Record<string, unknown>

export interface Source {
  has(collection: string): boolean
  /** All rows of a collection in an order, page by page; a missing collection has none. */
  pages<T>(collection: string, query?: Query): AsyncGenerator<T[]>
  find<T>(collection: string, filter: Filter, projection?: Filter): Promise<T[]>
  count(collection: string, filter: Filter): Promise<number>
  aggregate<T>(collection: string, pipeline: Filter[]): AsyncGenerator<T[]>
  close(): Promise<void>
}

interface Query {
  readonly filter?: Filter
  readonly sort?: Readonly<Record<string, 1 | -1>>
  readonly projection?: Filter
}

const PAGE = 1_000

/** @param from.uri of a replica set or sharded cluster */
export async function openSource(from: { readonly uri: string; readonly database: string }): Promise<Source> {
  const client = await mongo.MongoClient.connect(from.uri, {
    ...{ useBigInt64: true, readPreference: 'primary', serverSelectionTimeoutMS: 10_000 },
  })
  const database = client.db(from.database)
  const names = new Set((await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name))
  // The first read sets the instant that all others see.
  const session = client.startSession({ snapshot: true })
  async function* pagesOf<T>(cursor: {
    hasNext(): Promise<boolean>
    readBufferedDocuments(): unknown[]
    close(): Promise<void>
  }): AsyncGenerator<T[]> {
    try {
      while (await cursor.hasNext()) yield cursor.readBufferedDocuments() as T[]
    } finally {
      await cursor.close()
    }
  }
  return {
    has: (collection) => names.has(collection),
    pages<T>(collection: string, { filter = {}, sort = { _id: 1 }, projection = {} }: Query = {}) {
      const found = database.collection(collection).find(filter, { session, projection, batchSize: PAGE })
      // Where no index has the order, the server sorts on its disk.
      return pagesOf<T>(found.sort(sort).allowDiskUse(true))
    },
    async find<T>(collection: string, filter: Filter, projection: Filter = {}) {
      return (await database.collection(collection).find(filter, { session, projection }).toArray()) as T[]
    },
    count: (collection, filter) => database.collection(collection).countDocuments(filter, { session }),
    aggregate<T>(collection: string, pipeline: Filter[]) {
      return pagesOf<T>(database.collection(collection).aggregate(pipeline, { session, allowDiskUse: true }))
    },
    async close() {
      await session.endSession()
      await client.close()
    },
  }
}
