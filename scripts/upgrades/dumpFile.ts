/**
 * A dump: the database and the chain at one instant, as a version of the service left them, with its responses to callers until
 * then. Rows are extended JSON, a line each, so that every stored type comes back as it was (32 and 64 bit
 * integers, dates); collections come with their indexes, which a later version may want to be others.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { mongo } from 'mongoose'
import type { ChainKeys } from '../embedded/chainKeys.ts'

export const DUMPS = join(import.meta.dirname, '..', '..', 'test', 'upgrades')

/** Whose requests are in the dump. */
export type StoredCaller =
  | { readonly kind: 'organization'; readonly orgId: string; readonly apiKey: string }
  | { readonly kind: 'agent'; readonly agentId: string; readonly walletId: string; readonly apiKey: string }

/** A request with an Idempotency-Key and how it was answered. */
export interface StoredAnswer {
  readonly caller: string
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: object
  readonly status: number
  readonly text: string
}

type Facts = Readonly<Record<string, unknown>>

/** `dump.json`: everything but the rows and the blocks. Its secrets are of test money on a chain that is gone. */
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
  /** Of the caller `shopper`, both unused. */
  readonly tokens: { readonly access: string; readonly refresh: string }
  readonly answers: readonly StoredAnswer[]
  /** Ids of what the proof goes on with. */
  readonly going: Readonly<Record<string, string>>
  /** What was read over the interface at the end: the fields that must never change, by id. */
  readonly read: {
    readonly payments: Readonly<Record<string, Facts>>
    readonly wallets: Readonly<Record<string, Facts>>
    readonly approvals: Readonly<Record<string, Facts>>
    readonly mandateVersions: Readonly<Record<string, Facts>>
    readonly switches: Readonly<Record<string, Facts>>
    readonly deliveries: Readonly<Record<string, Facts>>
    /** Number of events by organization. */
    readonly events: Readonly<Record<string, number>>
  }
}

interface Line {
  readonly collection: string
  readonly indexes?: readonly Facts[]
  readonly row?: object
}

const { BSON, MongoClient } = mongo
const { EJSON } = BSON
const INSERTED_AT_ONCE = 500
/** Of the node in its data directory, and of the dump. */
const STATE = join('chains', 'base.json.gz')
const STATE_KEPT = 'chain.json.gz'

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

/** The chain's state file, to be there before the node starts. */
export function restoreChain(name: string, dataDir: string, keys: ChainKeys): void {
  mkdirSync(join(dataDir, 'chains'), { recursive: true })
  copyFileSync(join(DUMPS, name, STATE_KEPT), join(dataDir, STATE))
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify({ base: keys }), { mode: 0o600 })
}

export function storeChain(name: string, dataDir: string): void {
  copyFileSync(join(dataDir, STATE), join(folderOf(name), STATE_KEPT))
}

export async function storeDatabase(name: string, uri: string, databaseName: string): Promise<void> {
  const client = await MongoClient.connect(uri)
  const lines: Line[] = []
  try {
    const database = client.db(databaseName)
    const names = (await database.listCollections().toArray()).map((one) => one.name).sort()
    for (const collection of names) {
      const indexes = await database.collection(collection).listIndexes().toArray()
      lines.push({ collection, indexes: indexes.filter((index) => index.name !== '_id_') })
      // As the types that they are stored with, not as the driver would hand them to a program.
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
 * @param change what a faulty upgrade would have done to a row; null drops it
 * @returns how many rows there are
 */
export async function restoreDatabase(
  name: string,
  uri: string,
  databaseName: string,
  change: (collection: string, row: Record<string, unknown>) => object | null = (_collection, row) => row,
): Promise<number> {
  const text = gunzipSync(readFileSync(join(DUMPS, name, 'database.jsonl.gz'))).toString()
  const lines = text.split('\n').map((line) => EJSON.parse(line, { relaxed: false }) as Line)
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } })
  try {
    const database = client.db(databaseName)
    for (const [collection, group] of Map.groupBy(lines, (line) => line.collection)) {
      await database.createCollection(collection)
      const rows = group.flatMap(({ row }) => (row === undefined ? [] : (change(collection, { ...row }) ?? [])))
      for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE)
        await database.collection(collection).insertMany(rows.slice(at, at + INSERTED_AT_ONCE) as object[])
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
