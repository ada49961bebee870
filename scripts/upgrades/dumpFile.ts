/**
 * A dump: the database and the chain at one instant, as one version of the service left them, with its responses to
 * callers until then. Rows are extended JSON, one per line, which keeps every stored type (32 and 64 bit integers,
 * dates); collections are stored with their indexes, because a later version may define other ones.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { mongo } from 'mongoose'
import type { ChainKeys } from '../embedded/chainKeys.ts'

export const DUMPS = join(import.meta.dirname, '..', '..', 'test', 'upgrades')

/** A caller whose requests are in the dump. */
export type StoredCaller =
  | { readonly kind: 'organization'; readonly orgId: string; readonly apiKey: string }
  | { readonly kind: 'agent'; readonly agentId: string; readonly walletId: string; readonly apiKey: string }

/** A request with an Idempotency-Key and its response. */
export interface StoredResponse {
  readonly caller: string
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: object
  readonly status: number
  readonly text: string
}

type Facts = Readonly<Record<string, unknown>>

/** `dump.json`: everything but rows and blocks. Its secrets protect only test money on a chain that no longer exists. */
export interface Dump {
  /** When the service was stopped. */
  readonly instant: string
  readonly secrets: {
    readonly masterKey: string
    readonly pepper: string
    readonly operatorKey: string
    readonly webhook: string
    readonly chain: ChainKeys
  }
  readonly callers: Readonly<Record<string, StoredCaller>>
  /** Tokens of the caller `shopper`, both unused. */
  readonly tokens: { readonly access: string; readonly refresh: string }
  readonly answers: readonly StoredResponse[]
  /** Ids of the resources with which the proof continues. */
  readonly going: Readonly<Record<string, string>>
  /** What the API returned at the end: the fields that must never change, by id. */
  readonly read: {
    readonly payments: Readonly<Record<string, Facts>>
    /** Absent in dumps of before there were holds. */
    readonly holds?: Readonly<Record<string, Facts>>
    readonly wallets: Readonly<Record<string, Facts>>
    readonly approvals: Readonly<Record<string, Facts>>
    readonly mandateVersions: Readonly<Record<string, Facts>>
    readonly switches: Readonly<Record<string, Facts>>
    readonly deliveries: Readonly<Record<string, Facts>>
    /** These four are absent in dumps of before there were dollars. */
    readonly treasuryPayments?: Readonly<Record<string, Facts>>
    readonly bankAccounts?: Readonly<Record<string, Facts>>
    readonly cards?: Readonly<Record<string, Facts>>
    readonly cardTransactions?: Readonly<Record<string, Facts>>
    /** These four are absent in dumps of before they were read. */
    readonly cases?: Readonly<Record<string, Facts>>
    readonly kya?: Readonly<Record<string, Facts>>
    readonly sessions?: Readonly<Record<string, Facts>>
    readonly refusals?: Readonly<Record<string, Facts>>
    /** These three are absent in dumps of before there were purchases. */
    readonly checkouts?: Readonly<Record<string, Facts>>
    readonly charges?: Readonly<Record<string, Facts>>
    readonly orders?: Readonly<Record<string, Facts>>
    /** Number of events by organization. */
    readonly events: Readonly<Record<string, number>>
  }
}

interface DumpLine {
  readonly collection: string
  readonly indexes?: readonly Facts[]
  readonly row?: object
}

const { BSON, MongoClient } = mongo
const { EJSON } = BSON
const INSERT_BATCH = 500
/** The chain's state in the node's data directory, and in the dump. */
const NODE_CHAIN_STATE = join('chains', 'base.json.gz')
const DUMPED_CHAIN_STATE = 'chain.json.gz'

export function listDumps(): string[] {
  return readdirSync(DUMPS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

export function readDump(name: string): Dump {
  return JSON.parse(readFileSync(join(DUMPS, name, 'dump.json'), 'utf8')) as Dump
}

export function writeDump(name: string, dump: Dump): void {
  writeFileSync(join(folderOf(name), 'dump.json'), `${JSON.stringify(dump, null, 1)}\n`)
}

/** Puts the chain's state and keys into a data directory, before the node starts. */
export function restoreChain(name: string, dataDir: string, keys: ChainKeys): void {
  mkdirSync(join(dataDir, 'chains'), { recursive: true })
  copyFileSync(join(DUMPS, name, DUMPED_CHAIN_STATE), join(dataDir, NODE_CHAIN_STATE))
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify({ base: keys }), { mode: 0o600 })
}

export function storeChain(name: string, dataDir: string): void {
  copyFileSync(join(dataDir, NODE_CHAIN_STATE), join(folderOf(name), DUMPED_CHAIN_STATE))
}

export async function storeDatabase(name: string, uri: string, databaseName: string): Promise<void> {
  const client = await MongoClient.connect(uri)
  const lines: DumpLine[] = []
  try {
    const database = client.db(databaseName)
    const names = (await database.listCollections().toArray()).map((one) => one.name).sort()
    for (const collection of names) {
      const indexes = await database.collection(collection).listIndexes().toArray()
      lines.push({ collection, indexes: indexes.filter((index) => index.name !== '_id_') })
      // With their stored BSON types: the driver would convert integers and dates.
      const rows = await database.collection(collection).find({}, { promoteValues: false }).sort({ _id: 1 }).toArray()
      for (const row of rows) lines.push({ collection, row })
    }
  } finally {
    await client.close()
  }
  const text = lines.map((line) => EJSON.stringify(line, { relaxed: false })).join('\n')
  writeFileSync(join(folderOf(name), 'database.jsonl.gz'), gzipSync(text, { level: 9 }))
}

/**
 * @param change simulates a faulty upgrade of a row; null drops it
 * @returns the number of rows in the dump
 */
export async function restoreDatabase(
  name: string,
  uri: string,
  databaseName: string,
  change: (collection: string, row: Record<string, unknown>) => object | null = (_collection, row) => row,
): Promise<number> {
  const text = gunzipSync(readFileSync(join(DUMPS, name, 'database.jsonl.gz'))).toString()
  const lines = text.split('\n').map((line) => EJSON.parse(line, { relaxed: false }) as DumpLine)
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } })
  try {
    const database = client.db(databaseName)
    for (const [collection, group] of Map.groupBy(lines, (line) => line.collection)) {
      await database.createCollection(collection)
      const rows = group.flatMap(({ row }) => (row === undefined ? [] : (change(collection, { ...row }) ?? [])))
      for (let at = 0; at < rows.length; at += INSERT_BATCH)
        await database.collection(collection).insertMany(rows.slice(at, at + INSERT_BATCH) as object[])
      const indexes = group.flatMap((line) => line.indexes ?? [])
      // As plain numbers: the server refuses some options as the types in which it lists them.
      const plain = indexes.map(
        (index) => EJSON.parse(EJSON.stringify(index, { relaxed: true })) as mongo.IndexDescription,
      )
      if (plain.length > 0) await database.collection(collection).createIndexes(plain)
    }
  } finally {
    await client.close()
  }
  return lines.filter(({ row }) => row !== undefined).length
}

function folderOf(name: string): string {
  const folder = join(DUMPS, name)
  mkdirSync(folder, { recursive: true })
  return folder
}
