/**
 * Payments whose authorization was used although no bytes are stored for them, as after a restored backup. They have no
 * nonce record, so they are found by the signing wallet: the nonce of an authorization follows from the payment's id.
 */
import { getAddress } from 'ethers'
import type { PaymentId } from '../../../shared/ids.ts'
import { authorizationNonce } from '../../chains/eip3009.ts'
import { findPaymentsById, type PaymentRow } from '../../models/payments.ts'
import { readUnsignedIds } from '../../models/settlingPayments.ts'
import { findWalletsByAddress } from '../../models/wallets.ts'
import type { Network } from '../network/network.ts'
import { type Authorizations, authorizationKey } from './readAuthorizations.ts'

/** @param known authorizations found by nonce records, by authorizer and nonce */
export async function findUnsigned(
  network: Network,
  { used }: Pick<Authorizations, 'used'>,
  known: ReadonlySet<string>,
): Promise<Map<string, PaymentRow>> {
  const keys = new Set([...used.keys()].filter((key) => !known.has(key)))
  if (keys.size === 0) return new Map()
  const addresses = [...new Set([...keys].map(authorizerOf))]
  const wallets = (await findWalletsByAddress(network.database, addresses)).filter(({ mode }) => mode === network.mode)
  const found = new Map<PaymentId, string>()
  for (const { _id: walletId, address } of wallets)
    for await (const ids of readUnsignedIds(network.database, network, walletId))
      for (const id of ids) {
        const key = authorizationKey(address, authorizationNonce(id))
        if (keys.has(key)) found.set(id, key)
      }
  const payments = await findPaymentsById(network.database, [...found.keys()])
  return new Map(payments.map((payment) => [found.get(payment._id) ?? '', payment]))
}

const authorizerOf = (key: string): string => getAddress(key.slice(0, key.indexOf(':')))
