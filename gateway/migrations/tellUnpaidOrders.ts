/** Orders whose payments have failed told nobody so: nothing is owed of one that was only confirmed, and a fulfilled one is unpaid. */
import { defineMigration, type StoredRow } from '../../subgraphs/shared/migrations/migration.ts'

export const tellUnpaidOrders = defineMigration(import.meta.url, {
  name: '002 orders tell whether they are unpaid',
  collection: 'orders',
  old: { unpaid: { $exists: false } },
  beside: { collection: 'payments', idIn: 'paymentId' },
  change({ status }, _secretsOf, payment) {
    const isUnpaid = status !== 'canceled' && isLost(payment)
    return { $set: isUnpaid && status === 'confirmed' ? { status: 'canceled', unpaid: false } : { unpaid: isUnpaid } }
  },
})

/** It has failed and no block has it, or it has left the chain. */
function isLost(payment: StoredRow | null): boolean {
  if (payment === null) return false
  const { status, reversedAt, minedIn, chainWork } = payment
  const { minedBlock = null } = (chainWork ?? {}) as { readonly minedBlock?: unknown }
  return reversedAt !== undefined || (status === 'failed' && minedIn === undefined && minedBlock === null)
}
