/**
 * Further bytes for a nonce: a cancellation, an empty transfer, a batch without some of its payments, a higher fee. They are
 * signed, then stored, then sent, like the first ones.
 */
import { Transaction } from 'ethers'
import { invariant } from '../../../shared/errors.ts'
import { gasPerItemIn } from '../../chains/batchRelayer.ts'
import { FencedOff, type NonceSlotRow, type SignedBytes } from '../../models/nonceSlots.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { type ReplaceAnswer, replaceBytesIntent } from '../intents/replaceBytes.ts'
import type { Network, RelayerAccount } from '../network/network.ts'
import { relayerOf } from '../network/relayerAccounts.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { bumpedFees, feesAt } from './gasBump.ts'
import { estimateGasLimit } from './gasLimits.ts'
import { sendStored } from './preSendCheck.ts'
import { type Attempt, batchCall, cancelCall, requireWork, signRelay, type ValueCall } from './relayTransactions.ts'

/** Used when the node gives no estimate. */
const FILL_GAS = 21_000

export interface Target {
  readonly slot: NonceSlotRow
  /** The payment it was taken for, or those of a batch; none for a gap or a mint. */
  readonly payments: readonly PaymentRow[]
}

/** The cancellation uses the same nonce as the payment's transaction, so only one of the two can be mined. */
export async function replaceWithCancel(
  network: Network,
  target: Target,
  payment: PaymentRow,
  attempt: Attempt,
): Promise<ReplaceAnswer> {
  const call = await cancelCall(network, payment)
  const from = requireRelayer(network, target.slot).address
  const gasLimit = await estimateGasLimit(network, { from, ...call }, network.gas.limitMax)
  return replaceInSlot(network, target, attempt, { purpose: 'cancel', call, gasLimit })
}

/** Uses up a nonce that no payment needs with an empty transfer; without it all later nonces would wait for ever. */
export async function fillNonceGap(network: Network, target: Target, attempt: Attempt): Promise<ReplaceAnswer> {
  const relayer = requireRelayer(network, target.slot)
  const call = { to: relayer.address, data: '0x' }
  const gasLimit = await estimateGasLimit(network, { from: relayer.address, ...call }, FILL_GAS)
  const replacement = { purpose: 'fill', call, gasLimit } as const
  const answer = await replaceInSlot(network, target, attempt, replacement)
  network.log.info(
    { account: relayer.account, nonce: target.slot.nonce, answer },
    'filled a nonce that no payment uses',
  )
  return answer
}

/**
 * A batch without payments that were stopped or have ended. What is left out and may have been sent needs a cancellation of
 * its own: this nonce proves nothing about it.
 */
export async function shrinkBatch(
  network: Network,
  target: Target,
  items: readonly PaymentRow[],
  attempt: Attempt,
): Promise<ReplaceAnswer> {
  const before = target.slot.bytes.findLast(({ purpose }) => purpose === 'pay')
  invariant(before !== undefined, 'a batch without bytes is made smaller')
  const { to, data } = Transaction.from(before.raw)
  invariant(to !== null, `${before.hash} creates a contract`)
  const carried = items.map((payment) => ({ ...requireWork(payment), payment }))
  const { call, gasLimit } = batchCall(to, carried, gasPerItemIn(data))
  const itemIds = items.map(({ _id }) => _id)
  return replaceInSlot(network, target, attempt, { purpose: 'pay', call, gasLimit, items: itemIds })
}

/** The same call with the same nonce and a higher fee; null when the chain's fee cap does not allow one. */
export async function bumpFee(
  network: Network,
  target: Target,
  bytes: SignedBytes,
  attempt: Attempt,
): Promise<ReplaceAnswer | null> {
  if (bumpedFees(network, target.slot.bytes, attempt.head) === null) return null
  const { to, data, value, gasLimit } = Transaction.from(bytes.raw)
  invariant(to !== null, `${bytes.hash} creates a contract`)
  const call = { to, data, ...(value > 0n && { value }) }
  const carried = bytes.items === undefined ? {} : { items: bytes.items }
  const replacement = { purpose: bytes.purpose, call, gasLimit: Number(gasLimit), ...carried }
  return replaceInSlot(network, target, attempt, replacement)
}

async function replaceInSlot(
  network: Network,
  { slot, payments }: Target,
  { reasons = [], head, signal }: Attempt,
  replacement: Pick<SignedBytes, 'purpose' | 'items'> & { readonly call: ValueCall; readonly gasLimit: number },
): Promise<ReplaceAnswer> {
  const relayer = requireRelayer(network, slot)
  // At the fee cap the fee stays: nodes that have the older bytes keep them, and the others take these.
  const fees = bumpedFees(network, slot.bytes, head) ?? slot.bytes.at(-1) ?? feesAt(network, head)
  const payment = payments[0] ?? null
  const bytes = await signRelay(network, relayer, { ...replacement, nonce: slot.nonce, fees, head, payment })
  const intent = replaceBytesIntent(
    network,
    { slot, payments, mode: network.mode },
    { bytes, fence: network.fence, reasons },
  )
  const askedAt = performance.now()
  const outcome = await submitInTime(network, intent, signal)
  invariant(outcome.kind === 'done', 'a replacement is never refused')
  if (outcome.answer === 'fenced') throw new FencedOff(relayer.account)
  await network.onStep?.('attemptStored', slot.subjectId)
  if (outcome.answer !== 'stored') return outcome.answer
  await sendStored(network, relayer, { bytes, payments, askedAt })
  await network.onStep?.('attemptSent', slot.subjectId)
  return 'stored'
}

function requireRelayer(network: Network, slot: NonceSlotRow): RelayerAccount {
  const relayer = relayerOf(network, slot.account)
  invariant(relayer !== undefined, `${slot.account} has no key here`)
  return relayer
}
