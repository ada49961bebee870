/**
 * Transactions that a wallet has sent and no record tells of. Nobody else has its key: after a restored backup one of its
 * queued payments may be on chain already, and paying it again with the next nonce would pay twice. So nothing is signed for
 * it until its transactions are settled and everything in their blocks is booked, for a payment or as an outflow.
 */
import { ChainUnavailable } from '../../chains/chainAdapter.ts'
import { findCursor } from '../../models/chainCursors.ts'
import { findUnminedBelow, lastNonce } from '../../models/nonceSlots.ts'
import { hasOutflowTask } from '../../models/settlementTasks.ts'
import type { Network, WalletAccount } from './network.ts'

type Wallet = Pick<WalletAccount, 'account' | 'address' | 'walletId'>

export class UnrecordedTransactions extends ChainUnavailable {
  constructor(account: string) {
    super(`${account} has sent transactions that have no record`)
    this.name = 'UnrecordedTransactions'
  }
}

/**
 * Every time: what waits in a memory pool is seen only while it waits there. A nonce of ours that other bytes have used is as
 * bad as one without a record, until it is known what these were.
 * @returns whether the wallet has sent more than its records tell of
 * @throws UnrecordedTransactions
 */
export async function refuseUnrecorded(network: Network, wallet: Wallet): Promise<boolean> {
  // Read in this order: ours are stored before they are sent.
  const sent = await network.adapter.pendingNonce(wallet.address)
  const isBeyond = sent > (await lastNonce(network.database, wallet.account)) + 1
  if (!isBeyond && !(await hasForeign(network, wallet))) return false
  if (!(await isBookedBelow(network, wallet, sent))) throw new UnrecordedTransactions(wallet.account)
  return isBeyond
}

/** Whether a nonce that has a record was used by a transaction which has none. */
async function hasForeign({ database, adapter }: Network, { account, address }: Wallet): Promise<boolean> {
  const used = await findUnminedBelow(database, account, await adapter.minedNonce(address))
  if (used.length === 0) return false
  const receipts = await adapter.receipts(used.flatMap(({ bytes }) => bytes.map(({ hash }) => hash)))
  const mined = new Set(receipts.map((receipt) => receipt?.hash))
  return used.some(({ bytes }) => !bytes.some(({ hash }) => mined.has(hash)))
}

/**
 * Whether all of the wallet's transactions below a nonce are in settled blocks, and whatever these have moved is booked: what
 * no payment has got to know by then has not paid it.
 */
export async function isBookedBelow(
  network: Network,
  wallet: Omit<Wallet, 'account'>,
  nonce: number,
): Promise<boolean> {
  const settled = await network.adapter.settledHead(network.confirmations)
  if ((await network.adapter.settledNonce(wallet.address, settled)) < nonce) return false
  const read = await findCursor(network.database, network.id)
  if (read === null || Number(read.number) < settled.number) return false
  // An endpoint on another fork was read: what is settled was not.
  const mark = read.recent.find(({ number }) => Number(number) === settled.number)
  if (mark !== undefined && mark.hash !== settled.hash) return false
  // After the cursor: a block leaves its tasks before it counts as read.
  return !(await hasOutflowTask(network.database, network.id, wallet.walletId))
}
