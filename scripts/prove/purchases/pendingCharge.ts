/** A charge of which a payment processor was asked that has not answered, where the service asks none. */
import type { ChargeRow } from '../../../subgraphs/commerce/models/charges.ts'
import type { CheckoutRow } from '../../../subgraphs/commerce/models/checkouts.ts'
import type { HoldRow } from '../../../subgraphs/payments/models/holds.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'
import { newId } from '../../../subgraphs/shared/ids.ts'

/** @param sessionId of an open session with a shared token */
export async function insertPendingCharge(database: Database, sessionId: string): Promise<string> {
  const chargeId = newId('charge')
  const ofSession = { _id: sessionId } as Partial<CheckoutRow>
  const session = await database.collection<CheckoutRow>('checkouts').findOne(ofSession)
  const hold = await database.collection<HoldRow>('holds').findOne({ sessionId } as Partial<HoldRow>)
  if (session === null || hold === null) throw new Error(`${sessionId} has no shared token`)
  const { orgId, mode, merchantId, totalMinor, agentId } = session
  const { _id: holdId, walletId, token, chain, createdAt } = hold
  const charge: ChargeRow = {
    ...{ _id: chargeId, v: 1, orgId, mode, agentId, merchantId, domain: 'shop.example', sessionId: session._id },
    caller: { kind: 'organization', orgId, mode, keyId: 'key_1', personId: 'person_1', roles: ['admin'] },
    ...{
      holdId,
      walletId,
      token,
      chain,
      orderId: newId('order'),
      paymentId: newId('payment'),
      amountMinor: totalMinor,
    },
    ...{ status: 'pending', tries: 1, nextAskAt: createdAt, lastError: 'No response.', failure: null },
    ...{ createdAt, updatedAt: createdAt },
  }
  await database.collection<ChargeRow>('charges').insertOne(charge)
  await database.collection<HoldRow>('holds').updateOne({ _id: holdId }, { $set: { chargeId } })
  await database.collection<CheckoutRow>('checkouts').updateOne(ofSession, { $set: { chargeId } })
  return chargeId
}
