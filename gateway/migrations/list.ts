/**
 * All migrations of stored shapes in order, a file each: added at the end and never edited. Each comes with a dump
 * (`npm run dump`), which proves it on the data of earlier versions.
 */
import type { Database } from '../../subgraphs/shared/database.ts'
import { requireMasterKey } from '../../subgraphs/shared/masterKeyInUse.ts'
import type { Migration } from '../../subgraphs/shared/migrations/migration.ts'
import { runMigrations } from '../../subgraphs/shared/migrations/runMigrations.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { Config } from '../config.ts'
import { sealOwners } from './sealOwners.ts'
import { tellUnpaidOrders } from './tellUnpaidOrders.ts'

export const MIGRATIONS: readonly Migration[] = [sealOwners, tellUnpaidOrders]

/** Before anything else is done with the database. @throws Error its secrets are under a key that this process does not have */
export async function migrate(
  deps: { readonly database: Database; readonly log: Log },
  { masterKey, formerMasterKeys }: Pick<Config, 'masterKey' | 'formerMasterKeys'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await requireMasterKey(deps.database, { masterKey, formerMasterKeys })
  await runMigrations({
    ...deps,
    ...{ migrations, secretsOf: (purpose) => createSecretBox(masterKey, purpose, formerMasterKeys) },
  })
}
