/**
 * A change of stored rows from one shape to the next. It states which rows are old and how one is changed; the runner does
 * batches, retries, the lock and the record. A released file is never edited, because databases record its checksum.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SecretBox } from '../secretBox.ts'

export type StoredRow = Readonly<Record<string, unknown>> & { readonly _id: unknown }

/** The secrets of each purpose under the present master key, as in `secretBox.ts`. */
export type SecretsOf = (purpose: string) => Pick<SecretBox, 'seal'>

export interface Migration {
  /** `001 what it does`: the number is its position in the list. */
  readonly name: string
  /** Not `events` or `journals`: their rows are in hash chains, so readers have to know every old shape. */
  readonly collection: string
  /** Matches rows of the old shape only: a changed row must not match any more, so that a migration can run again. */
  readonly old: Readonly<Record<string, unknown>>
  /** Of another collection, whose row each of these names in a field: it is only read, and may be missing. */
  readonly beside?: { readonly collection: string; readonly idIn: string }
  /** Pure but for what it seals: the update operators for one old row. */
  readonly change: (
    row: StoredRow,
    secretsOf: SecretsOf,
    beside: StoredRow | null,
  ) => Readonly<Record<`$${string}`, object>>
  /** SHA-256 of its file. */
  readonly checksum: string
}

/**
 * @param url `import.meta.url` of the migration's file
 */
export function defineMigration(url: string, migration: Omit<Migration, 'checksum'>): Migration {
  return { ...migration, checksum: hash('sha256', readFileSync(new URL(url))) }
}
