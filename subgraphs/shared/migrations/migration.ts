/**
 * A change of stored rows from one shape to the next. It only says which rows are old and what becomes of one: batches,
 * repeats, the lock and the record are the runner's matter. Once released its file is never edited: databases remember
 * its checksum.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type StoredRow = Readonly<Record<string, unknown>> & { readonly _id: unknown }

export interface Migration {
  /** `001 what it does`: the number is its place in the list. */
  readonly name: string
  /** Not `events` nor `journals`: their rows are sealed by hashes, so what reads them has to know every old shape. */
  readonly collection: string
  /** Fits rows of the old shape and no others: a changed row must not fit any more, which makes repeating it harmless. */
  readonly old: Readonly<Record<string, unknown>>
  /** Pure: the update operators for one old row. */
  readonly change: (row: StoredRow) => Readonly<Record<`$${string}`, object>>
  /** SHA-256 of its file. */
  readonly checksum: string
}

/**
 * @public for the files in gateway/migrations
 * @param url `import.meta.url` of the migration's file
 */
export function defineMigration(url: string, migration: Omit<Migration, 'checksum'>): Migration {
  return { ...migration, checksum: hash('sha256', readFileSync(new URL(url))) }
}
