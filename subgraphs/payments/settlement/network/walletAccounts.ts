/**
 * The accounts of wallets that send transfers themselves (tokens without EIP-3009). They are sequences of nonces like those
 * of the relayers, with keys in custody, and are open while they have transactions that are not mined.
 */
import { invariant } from '../../../shared/errors.ts'
import type { WalletId } from '../../../shared/ids.ts'
import type { TransactionEvidence } from '../../custody/custodyProvider.ts'
import { findSendingWallets, findWalletsMinedIn } from '../../models/nonceSlots.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import type { Network, WalletAccount } from './network.ts'
import { accountOf } from './relayerAccounts.ts'

export function openWallet(network: Network, wallet: { walletId: WalletId; address: string }): WalletAccount {
  const { walletId, address } = wallet
  const account = accountOf(network, address)
  const known = network.wallets.get(account)
  if (known !== undefined) {
    known.usedAt = performance.now()
    return known
  }
  const opened: WalletAccount = {
    ...{ walletId, address, account, usedAt: performance.now(), unrecordedSince: null, isGettingGas: false },
    ...{ explainedBelow: 0 },
    ...{ use: 'wallet', nextNonce: null },
    ...{ allocated: new Set<number>(), unmined: 0, isStuck: false, isUnfunded: false, resendAll: true },
    sign: (transaction, purpose, payment) =>
      network.custody.signTransaction(walletId, transaction, evidenceOf(purpose, payment)),
  }
  network.wallets.set(account, opened)
  return opened
}

function evidenceOf(purpose: string, payment: PaymentRow | null): TransactionEvidence {
  if (purpose !== 'pay') return { purpose: 'empty' }
  invariant(payment !== null, 'a wallet pays without a payment')
  const { _id: paymentId, to, amount } = payment
  return { purpose: 'pay', paymentId, token: tokenAddress(payment), to, amount }
}

/**
 * Those with transactions in blocks that have left the chain: an empty one that only uses up a nonce has no payment that
 * would bring its wallet back.
 */
export async function reopenWallets(network: Network, range: { readonly from: number; readonly to: number }) {
  for (const { walletId, account } of await findWalletsMinedIn(network.database, network.id, range))
    if (walletId !== undefined) openWallet(network, { walletId, address: addressIn(account) }).resendAll = true
}

const addressIn = (account: string): string => account.slice(account.lastIndexOf(':') + 1)

/** Those with unmined transactions: before blocks are read, which are searched for theirs. */
export async function openSendingWallets(network: Network): Promise<WalletAccount[]> {
  return (await findSendingWallets(network.database, network.id)).map((wallet) => openWallet(network, wallet))
}
