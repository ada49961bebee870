/** Date of birth and address of who owns an external bank account were stored in clear. */
import { defineMigration } from '../../subgraphs/shared/migrations/migration.ts'

export const sealOwners = defineMigration(import.meta.url, {
  name: '001 owners of bank accounts are sealed',
  collection: 'bankAccounts',
  old: { sealedOwner: { $exists: false } },
  change({ _id, dob = null, address = null }, secretsOf) {
    const isKnown = dob !== null || address !== null
    const sealedOwner = isKnown ? secretsOf('treasury').seal(JSON.stringify({ dob, address }), `${_id}.owner`) : null
    return { $set: { sealedOwner }, $unset: { dob: '', address: '' } }
  },
})
