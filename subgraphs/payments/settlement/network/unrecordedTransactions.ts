/**
 * Transactions that a wallet has sent and no record tells of. Nobody else has its key: after a restored backup one of its
 * queued payments may be on chain already, and paying it again with the next nonce would pay twice. So nothing is signed for
 * it until its transactions are settled and everything in their blocks is booked, for a payment or as an outflow.
 */
import { ChainUnavailable } from '../../chains/chainAdapter.ts'
import { findCursor } from '../../models/chainCursors.ts'
import { lastMissing } from '../../models/missingNonces.ts'
import { findUnminedBelow, lastNonce, lastReplaced } from '../../models/nonceSlots.ts'
import { hasOutflowTask } from '../../models/settlementTasks.ts'
import type { Network, WalletAccount } from './network.ts'

type Wallet = Pick<WalletAccount, 'account' | 'address' | 'walletId'>

export class UnrecordedTransactions extends ChainUnavailable {
  /** Only one endpoint says so. */
  readonly isAlone: boolean
  /** Nonces of those that have not been mined for long, although two endpoints know of them. */
  readonly overdue: readonly number[]
  constructor(account: string, isAlone: boolean, overdue: readonly number[]) {
    super(`${account} has sent transactions that have no record`)
    this.name = 'UnrecordedTransactions'
    this.isAlone = isAlone
    this.overdue = overdue
  }
}

/** More than a wallet can have sent at once: a wrong answer, for which no gas is spent. */
const OVERDUE_MAX = 16

/**
 * Every time: what waits in a memory pool is seen only while it waits there. A nonce of ours that other bytes have used is as
 * bad as one without a record, until it is known what these were; so is one that was filled in the place of such bytes. The
 * records of lost transactions come back in any order: the last nonce may have one again while one before it has none yet.
 * @returns whether the wallet has sent more than its records tell of
 * @throws UnrecordedTransactions
 */
export async function refuseUnrecorded(network: Network, wallet: WalletAccount): Promise<boolean> {
  const { account, address } = wallet
  // Read in this order: ours are stored before they are sent.
  const { highest, agreed } = await network.adapter.pendingNonce(address)
  const next = (await lastNonce(network.database, account)) + 1
  if (highest <= next) wallet.unrecordedSince = null
  const waitedMs = wallet.unrecordedSince === null ? 0 : performance.now() - wallet.unrecordedSince
  const isOverdue = waitedMs > network.options.unrecordedAfterMs
  const sent = isOverdue ? agreed : highest
  const isBeyond = sent > next
  const replaced = await lastReplaced(network.database, account)
  const isKnown = !isBeyond && !(await hasForeign(network, wallet))
  const recorded = Math.min(next, sent)
  const missing = await lastMissing(network.database, account, wallet.explainedBelow, recorded)
  const isQuiet = isKnown && replaced === -1 && missing === -1
  const unexplained = Math.max(isKnown ? 0 : sent, replaced + 1, missing + 1)
  if (isQuiet || (await isBookedBelow(network, wallet, unexplained))) {
    wallet.explainedBelow = Math.max(wallet.explainedBelow, recorded)
    return isBeyond
  }
  if (isBeyond) wallet.unrecordedSince ??= performance.now()
  const count = isOverdue && isBeyond && sent - next <= OVERDUE_MAX ? sent - next : 0
  const overdue = Array.from({ length: count }, (_, index) => next + index)
  throw new UnrecordedTransactions(account, isBeyond && agreed <= next, overdue)
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
