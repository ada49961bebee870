/**
 * The master key that everything sealed in a database needs, written down in it. A process without it would serve, and fail
 * with the first secret that it cannot open: it does not start, and says which step of the exchange of keys is missing.
 */
import { type Database, DURABLE } from './database.ts'
import { masterKeyId } from './secretBox.ts'

interface SealedByRow {
  readonly _id: 'sealed'
  /** Tells keys apart without telling anything about them. */
  readonly keyId: string
}

const rows = (database: Database) => database.collection<SealedByRow>('masterKeys')

/** The first process on a database says which one it is. @throws Error this process does not have it */
export async function requireMasterKey(
  database: Database,
  {
    masterKey,
    formerMasterKeys = [],
  }: { readonly masterKey: Uint8Array; readonly formerMasterKeys?: readonly Uint8Array[] | undefined },
): Promise<void> {
  const own = masterKeyId(masterKey)
  const update = { $setOnInsert: { keyId: own } }
  const options = { upsert: true, returnDocument: 'after', writeConcern: DURABLE } as const
  const keyId = (await rows(database).findOneAndUpdate({ _id: 'sealed' }, update, options))?.keyId
  if ([own, ...formerMasterKeys.map(masterKeyId)].includes(String(keyId))) return
  throw new Error(
    `Secrets in this database are under master key ${keyId}, which is neither MASTER_KEY (${own}) nor among FORMER_MASTER_KEYS. Give it in FORMER_MASTER_KEYS until npm run rotate-master-key has run to its end.`,
  )
}

/** Once everything is sealed with it. */
export async function setMasterKeyInUse(database: Database, masterKey: Uint8Array): Promise<void> {
  const keyId = masterKeyId(masterKey)
  await rows(database).updateOne({ _id: 'sealed' }, { $set: { keyId } }, { upsert: true, writeConcern: DURABLE })
}
