/**
 * Payments whose authorization was used although no bytes are stored for them, as after a restored backup. They have no
 * nonce record, so they are found by the signing wallet: the nonce of an authorization follows from the payment's id, or from
 * that of its hold.
 */
import { getAddress } from 'ethers'
import type { PaymentId } from '../../../shared/ids.ts'
import { paymentNonce } from '../../chains/eip3009.ts'
import { findPaymentsById, type PaymentRow } from '../../models/payments.ts'
import { readUnsigned } from '../../models/settlingPayments.ts'
import { findWalletsByAddress } from '../../models/wallets.ts'
import type { Network } from '../network/network.ts'
import { findHotWallet } from '../network/senders.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { authorizationKey, authorizerOf } from './readAuthorizations.ts'

/** @param used authorizations that no nonce record tells of, by token, authorizer and nonce */
export async function findUnsigned(network: Network, used: readonly string[]): Promise<Map<string, PaymentRow>> {
  const keys = new Set(used)
  if (keys.size === 0) return new Map()
  const addresses = [...new Set([...keys].map((key) => getAddress(authorizerOf(key))))]
  const own = (await findWalletsByAddress(network.database, addresses)).filter(({ mode }) => mode === network.mode)
  const hot = await findHotWallet(network.database, network.mode)
  const isHotUsed = hot !== null && addresses.includes(getAddress(hot.address))
  const wallets = [
    ...own.map(({ _id: walletId, address }) => ({ walletId, address })),
    ...(isHotUsed ? [{ walletId: hot.walletId, address: hot.address }] : []),
  ]
  const named = new Set([...keys].map(withoutToken))
  const found = new Map<PaymentId, string>()
  for (const { walletId, address } of wallets)
    for await (const unsigned of readUnsigned(network.database, network, walletId))
      for (const one of unsigned) {
        const key = authorizationKey('', address, paymentNonce(one))
        if (named.has(key)) found.set(one._id, key)
      }
  const payments = await findPaymentsById(network.database, [...found.keys()])
  const keyOf = (payment: PaymentRow) => `${tokenAddress(payment).toLowerCase()}${found.get(payment._id)}`
  return new Map(payments.map((payment) => [keyOf(payment), payment] as const).filter(([key]) => keys.has(key)))
}

const withoutToken = (key: string): string => key.slice(key.indexOf(':'))
