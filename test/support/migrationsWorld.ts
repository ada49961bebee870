/** Migrations of tests, and a process of its own that runs them and can be killed at any step. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Migration } from '../../subgraphs/shared/migrations/migration.ts'

export interface ChildInput {
  readonly uri: string
  readonly databaseName: string
  /** How many of `MIGRATIONS` it knows. */
  readonly known: number
  readonly batchSize: number
  /** SIGKILL to itself when it comes to this step for the nth time. */
  readonly killAt?: { readonly step: string; readonly time: number }
}

/** Adds a version to a committed row, and counts how often it did. */
const first: Migration = {
  name: '001 give wallets a kind',
  collection: 'wallets',
  old: { kind: { $exists: false } },
  change: (row) => ({ $set: { kind: `of ${String(row.name)}` }, $inc: { changes: 1 } }),
  checksum: 'a',
}

/** Rests on the first. */
const second: Migration = {
  name: '002 say kind in capitals',
  collection: 'wallets',
  old: { kind: /^of / },
  change: (row) => ({ $set: { kind: String(row.kind).toUpperCase() }, $inc: { changes: 1 } }),
  checksum: 'b',
}

export const MIGRATIONS: readonly Migration[] = [first, second]

/** @returns the signal that ended it, or its exit code */
export async function migrateInChild(input: ChildInput): Promise<NodeJS.Signals | number | null> {
  const script = new URL('./migrationsChild.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(input)], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal ?? code
}
