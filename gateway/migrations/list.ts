/**
 * All migrations of stored shapes in order, a file each: added at the end and never edited. Each comes with a dump
 * (`npm run dump`), which proves it on the data of earlier versions.
 */
import type { Migration } from '../../subgraphs/shared/migrations/migration.ts'

export const MIGRATIONS: readonly Migration[] = []
