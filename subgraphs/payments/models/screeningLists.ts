/**
 * Lists of addresses and names that spends are screened against (domain 4.3). One row names the versions in force and
 * numbers each change of them; the entries are in chunks, so that a list of any length is read and written in pieces.
 */
import { randomUUID } from 'node:crypto'
import { type Database, DURABLE, isDuplicateKey, newSchema } from '../../shared/database.ts'
import type { ListCategory } from '../rules/screening.ts'

/** One person, organization or service on a list. */
export interface ListEntry {
  readonly name: string
  readonly aliases: readonly string[]
  /** Lower case. */
  readonly addresses: readonly string[]
  /** As its publisher numbers it, and why it is listed; absent where the list does not say, and in earlier imports. */
  readonly uid?: string
  readonly programs?: readonly string[]
}

/** One version of a list. */
export interface ListVersion {
  readonly list: string
  readonly category: ListCategory
  readonly version: string
  /** When its publisher put it into force. */
  readonly effectiveAt: Date
  readonly source: string
}

/** A version that was imported and is in force. */
export interface ImportedList extends ListVersion {
  /** When it was last imported, changed or not. */
  readonly loadedAt: Date
  /** Of its chunks. */
  readonly importId: string
  readonly entries: number
  readonly chunks: number
  /** SHA-256 of its entries. */
  readonly digest: string
}

/** What is in force. */
export interface ListsInForce {
  readonly revision: number
  readonly lists: readonly ImportedList[]
  /** The last revision by which everything parked was screened again. */
  readonly rescreened: number
}

interface HeadRow extends ListsInForce {
  readonly _id: string
}

/** By which rules everybody was screened last; beside the head, which another import may replace meanwhile. */
interface RescreenedRow {
  readonly _id: string
  readonly rules: string
}

interface ChunkRow {
  readonly _id: string
  readonly importId: string
  readonly number: number
  readonly entries: readonly ListEntry[]
  readonly at: Date
}

/** The versions of one revision, kept for ever: records of screenings name revisions. */
interface RevisionRow {
  readonly _id: number
  readonly lists: readonly Omit<ImportedList, 'importId' | 'chunks'>[]
  /** Since then nothing is signed by older ones in any process; absent where the import broke off before. */
  readonly inForceAt?: Date
}

const HEAD_ID = 'head'
const RESCREENED_ID = 'rescreened'
const NOTHING: ListsInForce = { revision: 0, lists: [], rescreened: 0 }
/** An import that has not ended after this time never will. */
const ABANDONED_MS = 24 * 3_600_000

const heads = (database: Database) => database.collection<HeadRow>('screeningHead')
const chunks = (database: Database) => database.collection<ChunkRow>('screeningChunks')
const revisions = (database: Database) => database.collection<RevisionRow>('screeningRevisions')

export function registerScreeningLists(database: Database): void {
  const chunkSchema = newSchema()
  chunkSchema.index({ importId: 1, number: 1 })
  database.model(chunkSchema, 'screeningChunks')
  database.model(newSchema(), 'screeningHead')
  database.model(newSchema(), 'screeningRevisions')
}

export async function readListsInForce(database: Database): Promise<ListsInForce> {
  const row = await heads(database).findOne({ _id: HEAD_ID })
  if (row === null) return NOTHING
  return { ...row, revision: Number(row.revision), rescreened: Number(row.rescreened) }
}

/** The imported lists of a revision; none of an unknown one. */
export async function findRevision(database: Database, revision: number): Promise<RevisionRow['lists']> {
  return (await revisions(database).findOne({ _id: revision }))?.lists ?? []
}

export const newImportId = (): string => randomUUID()

export async function insertChunk(
  database: Database,
  importId: string,
  { number, entries, at }: Pick<ChunkRow, 'number' | 'entries' | 'at'>,
): Promise<void> {
  const row = { _id: `${importId}/${number}`, importId, number, entries, at }
  await chunks(database).insertOne(row, { writeConcern: DURABLE })
}

/** The entries of an import, chunk by chunk. */
export async function* readChunks(database: Database, importId: string): AsyncGenerator<readonly ListEntry[]> {
  for await (const { entries } of chunks(database).find({ importId }).sort({ number: 1 }).batchSize(5)) yield entries
}

/**
 * Puts a version into force in place of the earlier one of its list.
 * @param requireNext throws where this version must not follow the one that is in force, which another import may have changed
 */
export const replaceList = (
  database: Database,
  next: ImportedList,
  requireNext: (before: ImportedList | null) => void = () => undefined,
): Promise<ListsInForce> => changeList(database, next.list, requireNext, [next])

/**
 * Takes the list out of force; of one with the name of a list that is part of the product, that one is in force again.
 * @param requireThere throws where there is none
 */
export const withdrawList = (
  database: Database,
  name: string,
  requireThere: (before: ImportedList | null) => void,
): Promise<ListsInForce> => changeList(database, name, requireThere, [])

async function changeList(
  database: Database,
  name: string,
  requireBefore: (before: ImportedList | null) => void,
  next: readonly ImportedList[],
): Promise<ListsInForce> {
  for (;;) {
    const current = await readListsInForce(database)
    requireBefore(current.lists.find(({ list }) => list === name) ?? null)
    const lists = [...current.lists.filter(({ list }) => list !== name), ...next]
    // Before it is in force: a record that names it must find it.
    const revision = await insertRevision(database, current.revision + 1, lists)
    const row = { revision, lists, rescreened: current.rescreened }
    if (await compareAndSet(database, current.revision, row)) return row
    await revisions(database).deleteOne({ _id: revision })
  }
}

/**
 * A number is of the one import that inserted it: of several at once, or after one that broke off, the others take later ones.
 * @returns the number
 */
async function insertRevision(database: Database, first: number, imported: readonly ImportedList[]): Promise<number> {
  const lists = imported.map(({ importId: _, chunks: __, ...rest }) => rest)
  for (let revision = first; ; revision += 1)
    try {
      await revisions(database).insertOne({ _id: revision, lists }, { writeConcern: DURABLE })
      return revision
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
}

/** The first time counts. */
export async function markInForce(database: Database, revision: number, at: Date): Promise<void> {
  await revisions(database).updateOne({ _id: revision, inForceAt: { $exists: false } }, { $set: { inForceAt: at } })
}

/** The same entries were loaded again: the list in force is as old as this. */
export async function touchList(database: Database, { list, importId }: ImportedList, loadedAt: Date): Promise<void> {
  await heads(database).updateOne(
    { _id: HEAD_ID, lists: { $elemMatch: { list, importId } } },
    { $set: { 'lists.$.loadedAt': loadedAt } },
    { writeConcern: DURABLE },
  )
}

const rescreenedRows = (database: Database) => database.collection<RescreenedRow>('screeningHead')

/** Null: nobody has been. */
export async function findRescreenedRules(database: Database): Promise<string | null> {
  return (await rescreenedRows(database).findOne({ _id: RESCREENED_ID }))?.rules ?? null
}

/** @param by the lists and rules by which everybody was */
export async function markRescreened(
  database: Database,
  by: { readonly revision: number; readonly rules: string },
): Promise<void> {
  await heads(database).updateOne({ _id: HEAD_ID }, { $max: { rescreened: by.revision } })
  await rescreenedRows(database).updateOne({ _id: RESCREENED_ID }, { $set: { rules: by.rules } }, { upsert: true })
}

/** Chunks of lists that are no longer in force; those that were just replaced stay for processes that read them now. */
export async function deleteOldChunks(database: Database, keep: readonly string[], at: Date): Promise<void> {
  const { lists } = await readListsInForce(database)
  const used = [...lists.map(({ importId }) => importId), ...keep]
  await chunks(database).deleteMany({
    importId: { $nin: used },
    at: { $lt: new Date(at.getTime() - ABANDONED_MS) },
  })
}

async function compareAndSet(database: Database, revision: number, next: ListsInForce): Promise<boolean> {
  if (revision === 0)
    try {
      await heads(database).insertOne({ _id: HEAD_ID, ...next }, { writeConcern: DURABLE })
      return true
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return false
    }
  const { matchedCount } = await heads(database).replaceOne({ _id: HEAD_ID, revision }, next, { writeConcern: DURABLE })
  return matchedCount === 1
}
