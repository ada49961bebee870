/**
 * Transfers that wallets send themselves: simulated like relays, and limited to what the wallet's native coins pay for.
 * The relayer tops those up, within the gas budget of the organization (domain 9.2); payments wait for that in the queue.
 */
import { invariant } from '../../../shared/errors.ts'
import { lastNonce } from '../../models/nonceSlots.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { missingLogIntent } from '../intents/missingLog.ts'
import type { Postponement } from '../intents/postponePayment.ts'
import { insertGapIntent } from '../intents/replaceBytes.ts'
import { growingPause, headOf, type Network, type WalletAccount } from '../network/network.ts'
import { findSenders } from '../network/senders.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { refuseUnrecorded, type UnrecordedTransactions } from '../network/unrecordedTransactions.ts'
import { openWallet } from '../network/walletAccounts.ts'
import { feesAt } from '../transactions/gasBump.ts'
import { findStopped } from '../transactions/preSendCheck.ts'
import { topUp } from '../transactions/topUp.ts'
import { postpone } from './claimQueued.ts'
import { postponeReverting, type Relayable, simulateRelays } from './simulateRelays.ts'

/** A transaction may need its fee raised. */
const FEE_ROOM = 2n
/** Topped up together: the next payments of the wallet need no top-up of their own. */
const TRANSFERS_MIN = 4
const LOOK_AGAIN_MS = 500
const UNCOVERED = 'gas'

/** The account of the wallet that all of the payments are of. */
export async function findSendingWallet(network: Network, payments: readonly PaymentRow[]): Promise<WalletAccount> {
  const [sender] = await findSenders(network.database, payments.slice(0, 1))
  invariant(sender !== undefined, `payment ${payments[0]?._id} has no wallet`)
  const [walletId, address] = sender
  return openWallet(network, { walletId, address })
}

/**
 * Until the chain has settled what their wallet has sent, they keep their funds and are not sent: one may be paid. What nobody
 * mines cannot be given a higher fee without its bytes, so an empty transaction is to take its nonce; whichever of the two is
 * mined, it is known then what was paid.
 */
export async function awaitUnrecorded(
  network: Network,
  payments: readonly PaymentRow[],
  { isAlone, overdue }: UnrecordedTransactions,
  signal: AbortSignal,
): Promise<void> {
  const [first] = payments
  if (first !== undefined && overdue.length > 0) {
    const wallet = await findSendingWallet(network, payments)
    const owner = { walletId: wallet.walletId, orgId: first.orgId }
    const gap = { fence: network.fence, mode: network.mode, owner, isUsed: true } as const
    for (const nonce of overdue) await submitInTime(network, insertGapIntent(wallet.account, nonce, gap), signal)
    network.log.warn({ account: wallet.account, overdue }, 'transactions without a record are replaced by empty ones')
    wallet.nextNonce = null
    wallet.resendAll = true
  }
  const told = isAlone ? 'One endpoint says that its wallet has sent' : 'Its wallet has sent'
  const reason = `${told} transactions that have no record: one of them may be this payment.`
  for (const payment of payments) {
    await submitInTime(network, missingLogIntent(payment, reason), signal)
    network.log.error({ paymentId: payment._id }, 'reconciliation mismatch: a wallet has sent unknown transactions')
  }
}

/** Those that can be signed now; the others are postponed. */
export async function prepareDirect(
  network: Network,
  wallet: WalletAccount,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<Relayable[]> {
  const unsigned = payments.map((payment) => ({ payment, from: wallet.address, authorization: null }))
  const { passed, reverting } = await simulateRelays(network, wallet.address, unsigned)
  // One may have moved the money that it lacks now, in a block that is not read yet.
  if (reverting.length > 0) await refuseUnrecorded(network, wallet)
  const affordable = passed.length === 0 ? 0 : await coverGas(network, wallet, passed, signal)
  // Not before what may refuse all of them: each would be postponed twice.
  for (const one of reverting) void postponeReverting(network, one, signal)
  return passed.slice(0, affordable)
}

/** @returns how many of them the wallet can pay gas for now; the others are postponed */
async function coverGas(
  network: Network,
  wallet: WalletAccount,
  passed: readonly Relayable[],
  signal: AbortSignal,
): Promise<number> {
  const gasLimit = Math.max(...passed.map((one) => one.gasLimit))
  const affordable = await countAffordable(network, wallet, gasLimit, passed.length)
  const waiting = passed.slice(affordable)
  if (waiting.length > 0) {
    const lacks = async () => (await countAffordable(network, wallet, gasLimit, passed.length)) <= affordable
    await waitForGas(network, wallet, waiting, { gasLimit, lacks, signal })
  }
  return affordable
}

/** What one transfer may cost at most, in wei. */
async function transferCost(network: Network, gasLimit: number): Promise<bigint> {
  const head = await headOf(network)
  return BigInt(gasLimit) * feesAt(network, head).maxFee * FEE_ROOM
}

/** How many more transfers the wallet's native coins pay for, besides those under way. */
async function countAffordable(
  network: Network,
  wallet: WalletAccount,
  gasLimit: number,
  wanted: number,
): Promise<number> {
  const [balance, cost, stored, mined] = await Promise.all([
    network.adapter.nativeBalance(wallet.address),
    transferCost(network, gasLimit),
    lastNonce(network.database, wallet.account),
    network.adapter.minedNonce(wallet.address),
  ])
  const open = Math.max(0, stored + 1 - mined) + wallet.allocated.size
  const count = (wei: bigint) => Math.max(0, Number(wei / cost) - open)
  if (count(balance) >= wanted) return wanted
  // What it is given then cannot be taken back: one endpoint that lies would have it given gas up to the budget.
  return Math.min(wanted, count(await network.adapter.agreedBalance(wallet.address)))
}

async function waitForGas(
  network: Network,
  wallet: WalletAccount,
  waiting: readonly Relayable[],
  {
    gasLimit,
    lacks,
    signal,
  }: { readonly gasLimit: number; readonly lacks: () => Promise<boolean>; readonly signal: AbortSignal },
): Promise<void> {
  const stopped = await findStopped(
    network,
    waiting.map(({ payment }) => payment),
  )
  const payments = waiting.map(({ payment }) => payment)
  const payer = payments.find(({ _id }) => !stopped.has(_id))
  const lack = async () =>
    (await lacks()) ? (await transferCost(network, gasLimit)) * BigInt(Math.max(TRANSFERS_MIN, payments.length)) : 0n
  const answer = payer === undefined ? 'underWay' : await topUp(network, wallet, { orgId: payer.orgId, lack, signal })
  // What was sent without a record needs none.
  if (answer === 'uncovered') await refuseUnrecorded(network, wallet)
  // Not awaited: this organization's commits may be slow, and the chunk holds payments of others.
  for (const payment of payments) void postponeForGas(network, payment, answer === 'uncovered', signal)
}

/** A budget that is used up counts as a try: after the last one the payment fails, and nothing was signed. */
async function postponeForGas(
  network: Network,
  payment: PaymentRow,
  isUncovered: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { attemptsMax, pauseMs, pauseMaxMs } = network.options
  const cause = isUncovered ? 'the gas budget of the organization is used up' : 'its wallet waits for gas'
  const postponement: Postponement = {
    attempt: isUncovered ? { adapter: UNCOVERED, error: cause } : null,
    triesOf: ({ attempts }) => attempts.filter(({ adapter }) => adapter === UNCOVERED).length,
    triesMax: attemptsMax,
    pauseMs: (tries) => (isUncovered ? growingPause(tries, pauseMs, pauseMaxMs) : LOOK_AGAIN_MS),
    failureOf: () => ({
      type: 'insufficient_funds',
      message: `The gas budget of the organization on ${network.chain} is used up. The funds are available again.`,
      details: { reason: 'gas_not_covered', chain: network.chain },
    }),
  }
  await postpone(network, payment, postponement, cause, signal)
}
