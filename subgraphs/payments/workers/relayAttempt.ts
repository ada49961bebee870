/**
 * Makes transactions of the relayer: the first around an authorization, the next after a revert, one with a higher fee,
 * the cancellation, the empty one that fills a gap. All follow one order: slot, signature, store, send.
 */
import { Transaction } from 'ethers'
import { invariant } from '../../shared/errors.ts'
import { CHAIN_FACTS } from '../../shared/tokens.ts'
import type { BlockHead, SendResult } from '../chains/chainAdapter.ts'
import {
  type CancelAuthorization,
  cancelCalldata,
  joinSignature,
  splitSignature,
  type TransferAuthorization,
  transferCalldata,
} from '../chains/eip3009.ts'
import { type SignedTransaction, signRelayTransaction } from '../chains/relayTransaction.ts'
import { FencedOff, fillSlot, type NonceSlotRow, takeSlots } from '../models/nonceSlot.ts'
import type { ChainWork, PaymentAttempt, PaymentRow, StoredTransaction } from '../models/payment.ts'
import { storeAttemptIntent } from '../services/settleStored.ts'
import { type Network, type SettlementDeps, submitUntilKnown } from './settlementDeps.ts'

const FILL_GAS = 21_000
/** Nodes ask for 10 %; 12.5 % is what all of them take. */
const BUMP = { times: 9n, by: 8n }

export function tokenAddress(payment: PaymentRow): string {
  const deployment = CHAIN_FACTS[payment.chain].tokens[payment.token]
  invariant(deployment !== undefined, `${payment.token} is not on ${payment.chain}`)
  return deployment.address
}

/** The one authorization of a payment, signed by its wallet. */
export async function authorizePayment(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  input: { from: string; nonce: string; head: BlockHead },
): Promise<ChainWork['authorization']> {
  const domain = await network.adapter.tokenDomain(tokenAddress(payment))
  const validBefore = input.head.timestamp + network.options.authorizationLifetimeSeconds
  const payload: TransferAuthorization = {
    kind: 'transferWithAuthorization',
    domain,
    from: input.from,
    to: payment.to,
    value: payment.amount,
    validAfter: 0,
    validBefore,
    nonce: input.nonce,
  }
  const signature = await deps.custody.signTypedData(payment.walletId, payload, evidenceOf(payment, 'pay'))
  return { nonce: input.nonce, validAfter: 0, validBefore, signature: joinSignature(signature) }
}

const evidenceOf = (payment: PaymentRow, purpose: 'pay' | 'cancel') => ({
  purpose,
  paymentId: payment._id,
  mandateId: payment.mandateId,
  mandateVersion: payment.mandateVersion,
})

/** The call that makes the transfer happen. */
export function paymentCall(
  payment: PaymentRow,
  work: Pick<ChainWork, 'from' | 'authorization'>,
): { to: string; data: string } {
  const { nonce, validAfter, validBefore, signature } = work.authorization
  const transfer = { from: work.from, to: payment.to, value: payment.amount, validAfter, validBefore, nonce }
  return { to: tokenAddress(payment), data: transferCalldata(transfer, splitSignature(signature)) }
}

export function signRelay(
  network: Network,
  call: { to: string; data: string },
  nonce: number,
  head: BlockHead,
): SignedTransaction {
  return signRelayTransaction(network.relayer.key, {
    chainId: network.adapter.chainId,
    nonce,
    ...feesAt(network, head),
    gasLimit: network.options.gasLimit,
    ...call,
  })
}

function feesAt(network: Network, head: BlockHead): { maxPriorityFee: bigint; maxFee: bigint } {
  const { priorityFee, maxFeeMax } = network.options
  const maxFee = head.baseFee * 2n + priorityFee
  return { maxPriorityFee: priorityFee, maxFee: maxFee < maxFeeMax ? maxFee : maxFeeMax }
}

/** After a revert: the same authorization in a new transaction, because the old one has used up its nonce. */
export async function relayAgain(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  input: { attempt: number; reason: PaymentAttempt; head: BlockHead; signal: AbortSignal },
): Promise<void> {
  const work = requireWork(payment)
  const slot = await takeSlot(deps, network, payment, 'pay', input.attempt)
  const signed = signRelay(network, paymentCall(payment, work), slot.nonce, input.head)
  await storeAndSend(deps, network, payment, { ...input, slot, signed, purpose: 'pay', reasons: [input.reason] })
}

/** Makes it provable that the payment never happens: the canceled nonce is used up. */
export async function relayCancel(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  input: { attempt: number; reasons: readonly PaymentAttempt[]; head: BlockHead; signal: AbortSignal },
): Promise<void> {
  const call = await cancelCall(deps, network, payment)
  const slot = await takeSlot(deps, network, payment, 'cancel', input.attempt)
  const signed = signRelay(network, call, slot.nonce, input.head)
  await storeAndSend(deps, network, payment, { ...input, slot, signed, purpose: 'cancel' })
}

async function cancelCall(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
): Promise<{ to: string; data: string }> {
  const work = requireWork(payment)
  const to = tokenAddress(payment)
  const cancel: CancelAuthorization = {
    kind: 'cancelAuthorization',
    domain: await network.adapter.tokenDomain(to),
    authorizer: work.from,
    nonce: work.authorization.nonce,
  }
  const signature = await deps.custody.signTypedData(payment.walletId, cancel, evidenceOf(payment, 'cancel'))
  return { to, data: cancelCalldata(cancel, signature) }
}

/**
 * A payment that was stopped, and of which nobody knows whether its bytes were sent: the cancellation takes their very
 * nonce, so whichever is mined, the other never can be.
 */
export async function cancelInstead(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  input: {
    transaction: StoredTransaction
    slot: NonceSlotRow
    reasons: readonly PaymentAttempt[]
    head: BlockHead
    signal: AbortSignal
  },
): Promise<void> {
  const call = await cancelCall(deps, network, payment)
  const fees = raisedFees(network, Transaction.from(input.transaction.raw), input.head)
  const { gasLimit } = network.options
  const { chainId } = network.adapter
  const { nonce } = input.slot
  const signed = signRelayTransaction(network.relayer.key, { chainId, nonce, ...fees, gasLimit, ...call })
  await storeAndSend(deps, network, payment, { ...input, signed, purpose: 'cancel' })
}

/** The same call at the same nonce for a higher fee; whichever is mined, the other never can be. */
export async function reprice(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  input: { transaction: StoredTransaction; slot: NonceSlotRow; head: BlockHead; signal: AbortSignal },
): Promise<void> {
  const old = Transaction.from(input.transaction.raw)
  const fees = raisedFees(network, old, input.head)
  if (fees.maxFee > network.options.maxFeeMax || old.to === null) return
  const signed = signRelayTransaction(network.relayer.key, {
    chainId: network.adapter.chainId,
    nonce: input.slot.nonce,
    ...fees,
    gasLimit: Number(old.gasLimit),
    to: old.to,
    data: old.data,
  })
  const { purpose } = input.transaction
  await storeAndSend(deps, network, payment, { ...input, signed, purpose, reasons: [] })
}

/** So much more than before that every node takes it instead. */
function raisedFees(network: Network, old: Transaction, head: BlockHead): { maxPriorityFee: bigint; maxFee: bigint } {
  const bumped = (fee: bigint | null): bigint => ((fee ?? 0n) * BUMP.times) / BUMP.by + 1n
  return {
    maxPriorityFee: bumped(old.maxPriorityFeePerGas),
    maxFee: max(bumped(old.maxFeePerGas), feesAt(network, head).maxFee),
  }
}

/** A slot that no payment will use gets an empty transfer: without it everything behind would wait for ever. */
export async function fillGap(
  deps: SettlementDeps,
  network: Network,
  slot: NonceSlotRow,
  head: BlockHead,
): Promise<SendResult> {
  const made = signRelayTransaction(network.relayer.key, {
    chainId: network.adapter.chainId,
    nonce: slot.nonce,
    ...feesAt(network, head),
    gasLimit: FILL_GAS,
    to: network.relayer.address,
    data: '0x',
  })
  const { raw } = slot.own ?? (await fillSlot(deps.database, slot, made))
  const [result] = await network.adapter.sendRaw([raw])
  deps.log.info({ network: network.id, nonce: slot.nonce, result: result?.kind }, 'filled a nonce that no payment uses')
  return result ?? { kind: 'unreachable', attempts: [] }
}

async function takeSlot(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  purpose: 'pay' | 'cancel',
  attempt: number,
): Promise<NonceSlotRow> {
  const [slot] = await takeSlots(deps.database, {
    account: network.relayer.account,
    fence: network.fence,
    firstNonce: 0,
    at: deps.clock.now(),
    uses: [{ purpose, subjectId: payment._id, attempt, authorizationNonce: requireWork(payment).authorization.nonce }],
  })
  invariant(slot !== undefined, 'a slot was asked for')
  return slot
}

async function storeAndSend(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  input: {
    slot: NonceSlotRow
    signed: SignedTransaction
    purpose: 'pay' | 'cancel' | 'fill'
    reasons: readonly PaymentAttempt[]
    signal: AbortSignal
  },
): Promise<void> {
  const { slot, signed, purpose, reasons } = input
  const transaction: StoredTransaction = { ...signed, nonce: slot.nonce, at: deps.clock.now(), purpose }
  const intent = storeAttemptIntent(deps, payment, { transaction, fence: network.fence, reasons })
  const outcome = await submitUntilKnown(deps.commit, intent, input.signal)
  if (outcome.kind === 'done' && outcome.answer === 'fenced') throw new FencedOff(network.relayer.account)
  await deps.onStep?.('attemptStored', payment._id)
  // The payment has ended or was stopped meanwhile: a slot without bytes is filled by the keeper.
  if (outcome.kind === 'done' && outcome.answer !== 'stored') return
  await network.adapter.sendRaw([signed.raw])
  await deps.onStep?.('attemptSent', payment._id)
}

export function requireWork(payment: PaymentRow): ChainWork {
  invariant(payment.chainWork !== null, `payment ${payment._id} has no stored bytes`)
  return payment.chainWork
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
