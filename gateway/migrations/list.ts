/**
 * Every change of stored shapes there ever was, in its order: a file each, added at the end and never edited. A change of
 * shapes also adds a dump (`npm run dump`), so that it is proven on data as the versions before have left them.
 */
import type { Migration } from '../../subgraphs/shared/migrations/migration.ts'

export const MIGRATIONS: readonly Migration[] = []
