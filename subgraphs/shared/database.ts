/**
 * The database connections of one service instance: majority writes with journal, primary reads, 64-bit integers as
 * bigint. Besides the models, the only file that knows mongoose.
 */
import mongoose, { type Connection, Schema } from 'mongoose'

export type Database = {
  readonly connection: Connection
  /** In real time. Backups are restored while no process runs: what was made since is not of one. */
  readonly openedAt: Date
  /** The driver's collection: rows as they are stored, without casting. */
  collection<T extends object>(name: string): mongoose.mongo.Collection<T>
  /** A plain command, which the driver does not repeat after an election. */
  command(command: object, options?: mongoose.mongo.RunCommandOptions): Promise<mongoose.mongo.BSON.Document>
  /**
   * The same database over connections with a short socket timeout. A connection that dies silently is otherwise noticed
   * after a quarter of an hour: too late for commits, which hold up others. Not for long commands.
   */
  readonly bounded: {
    readonly client: mongoose.mongo.MongoClient
    collection<T extends object>(name: string): mongoose.mongo.Collection<T>
    command: Database['command']
  }
  /**
   * Registers a schema under its collection's name; creating collections and indexes happens in `prepare`.
   * @param formerIndexes names of those that earlier versions have made and no query needs any more
   */
  model(schema: Schema, collection: string, formerIndexes?: readonly string[]): void
  /** Creates every registered collection with its indexes. Before traffic: later it would abort running commits. */
  prepare(): Promise<void>
  close(): Promise<void>
}

/** Survives a failover. */
export const DURABLE = { w: 'majority', journal: true } as const

/** Of a collection that is read and written through the driver: it has indexes only, what a row holds is in its type. */
export const newSchema = () => new Schema({}, { versionKey: false, autoIndex: false, strict: false })

/** A row with this id, or this value of a unique index, exists. */
export const isDuplicateKey = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 11_000

const INDEX_NOT_FOUND = 27
const { EJSON } = mongoose.mongo.BSON

/** Well above the time limit of the server for a command of a commit. */
const BOUNDED_SOCKET_TIMEOUT_MS = 5_000
/** Longer than any command of a running service takes, index builds aside. */
const SOCKET_TIMEOUT_MS = 60_000

/**
 * @param uri of a replica set or sharded cluster
 * @param name database name
 */
export async function openDatabase(options: { uri: string; name: string; poolSize?: number }): Promise<Database> {
  const settings = {
    useBigInt64: true,
    writeConcern: DURABLE,
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    maxPoolSize: options.poolSize ?? 40,
    serverSelectionTimeoutMS: 30_000,
    // A server that hangs with its connections open is noticed after about 8 s, and all its commands fail then.
    connectTimeoutMS: 5_000,
    heartbeatFrequencyMS: 3_000,
    // With useBigInt64 the driver's streaming monitor throws from a timer, uncaught, where an error of a node tells of a
    // change of its role before the stream has begun: the process would end with every election (mongodb 7.8, 7.9).
    serverMonitoringMode: 'poll',
    retryWrites: true,
    ignoreUndefined: true,
  } as const
  const named = { dbName: options.name, autoIndex: false, autoCreate: false }
  const connection = mongoose.createConnection(options.uri, {
    ...{ ...settings, ...named },
    socketTimeoutMS: SOCKET_TIMEOUT_MS,
  })
  const bounded = new mongoose.mongo.MongoClient(options.uri, {
    ...settings,
    socketTimeoutMS: BOUNDED_SOCKET_TIMEOUT_MS,
  })
  await connection.asPromise()
  await bounded.connect()
  const schemas = new Map<string, { readonly schema: Schema; readonly formerIndexes: readonly string[] }>()
  return {
    connection,
    openedAt: new Date(),
    bounded: { client: bounded, ...openedOnce(bounded.db(options.name)) },
    ...openedOnce(connection.getClient().db(options.name)),
    model(schema, collection, formerIndexes = []) {
      if (schemas.has(collection)) return
      schemas.set(collection, { schema, formerIndexes })
      connection.model(collection, schema, collection)
    },
    async prepare() {
      // Without a socket timeout: building an index of a large collection may take long.
      const unbounded = mongoose.createConnection(options.uri, { ...settings, ...named })
      try {
        for (const [name, { schema, formerIndexes }] of schemas) {
          const model = unbounded.model(name, schema, name)
          await model.createCollection()
          await dropRedefined(model.collection, schema)
          await model.createIndexes()
          // Not before those that queries use instead are there.
          await dropAll(model.collection, await namesAmong(model.collection, formerIndexes))
        }
      } finally {
        await unbounded.close(true)
      }
    },
    async close() {
      await bounded.close(true)
      await connection.close(true)
    },
  }
}

/** The driver resolves its options anew for each object of a database or collection, which costs more than some commands do. */
function openedOnce(db: mongoose.mongo.Db): Pick<Database, 'collection' | 'command'> {
  const opened = new Map<string, mongoose.mongo.Collection>()
  return {
    command: (command, more) => db.command(command, more),
    collection<T extends object>(name: string) {
      const collection = opened.get(name) ?? db.collection(name)
      opened.set(name, collection)
      return collection as unknown as mongoose.mongo.Collection<T>
    },
  }
}

interface IndexFacts {
  readonly name: string
  readonly key: object
  readonly unique?: boolean
  readonly expireAfterSeconds?: number
  readonly partialFilterExpression?: object
}

/** Without options that are at their defaults; the order of the fields counts. */
const definitionOf = ({ key, unique = false, expireAfterSeconds, partialFilterExpression }: Omit<IndexFacts, 'name'>) =>
  EJSON.stringify({ key, unique, expireAfterSeconds, partialFilterExpression }, { relaxed: true })

/**
 * Indexes of earlier versions that have the name of one that is declared, and another definition, or the other way round: the
 * server makes none beside them. Others stay, because an operator may have made them.
 */
async function dropRedefined(
  collection: Pick<mongoose.mongo.Collection, 'listIndexes' | 'dropIndex'>,
  schema: Schema,
): Promise<void> {
  const existing = (await collection.listIndexes().toArray()) as IndexFacts[]
  const declared = schema.indexes().map(([key, options]) => ({
    ...(options as Omit<IndexFacts, 'key' | 'name'>),
    ...{ key, name: options.name ?? Object.entries(key).flat().join('_') },
  }))
  const isInTheWay = (one: IndexFacts) =>
    declared.some((it) => (it.name === one.name) !== (definitionOf(it) === definitionOf(one)))
  await dropAll(
    collection,
    existing.filter(isInTheWay).map(({ name }) => name),
  )
}

async function namesAmong(
  collection: Pick<mongoose.mongo.Collection, 'listIndexes'>,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const existing = (await collection.listIndexes().toArray()) as IndexFacts[]
  return existing.map(({ name }) => name).filter((name) => names.includes(name))
}

async function dropAll(
  collection: Pick<mongoose.mongo.Collection, 'dropIndex'>,
  names: readonly string[],
): Promise<void> {
  for (const name of names)
    await collection.dropIndex(name).catch((error: unknown) => {
      // Another process that starts has dropped it.
      if ((error as { code?: unknown }).code !== INDEX_NOT_FOUND) throw error
    })
}
