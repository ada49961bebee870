/**
 * The transactions of the relayer's accounts: the first for an authorization, another after a revert, a replacement with
 * a higher fee, a cancellation, an empty transfer that fills a nonce gap. All of them are signed, then stored, then sent.
 */
import { Transaction } from 'ethers'
import { invariant } from '../../../shared/errors.ts'
import type { BlockHead, Call } from '../../chains/chainAdapter.ts'
import { directCalldata } from '../../chains/directTransfer.ts'
import {
  type CancelAuthorization,
  cancelCalldata,
  joinSignature,
  splitSignature,
  type TransferAuthorization,
  transferCalldata,
} from '../../chains/eip3009.ts'
import { FencedOff, type NonceSlotRow, type SignedBytes } from '../../models/nonceSlots.ts'
import type { ChainWork, PaymentAttempt, PaymentAuthorization, PaymentRow } from '../../models/payments.ts'
import { type ReplaceAnswer, replaceBytesIntent } from '../intents/replaceBytes.ts'
import { storeRetryIntent } from '../intents/storeSigned.ts'
import { type Network, type RelayerAccount, submitUntilKnown } from '../network/network.ts'
import { allocateNonces, pickRelayer, relayerOf, releaseNonce } from '../network/relayerAccounts.ts'
import { bumpedFees, type Fees, feesAt } from './gasBump.ts'
import { estimateGasLimit } from './gasLimits.ts'
import { tokenAddress } from './tokenAddress.ts'

interface ValueCall extends Call {
  /** Native coins, in wei. */
  readonly value?: bigint
}

/** Used when the node gives no estimate. */
const FILL_GAS = 21_000

/** The one authorization of a payment, signed by its wallet. */
export async function authorizePayment(
  network: Network,
  payment: PaymentRow,
  input: { from: string; nonce: string; head: BlockHead },
): Promise<PaymentAuthorization> {
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
  const signature = await network.custody.signTypedData(payment.walletId, payload, evidenceOf(payment, 'pay'))
  return { nonce: input.nonce, validAfter: 0, validBefore, signature: joinSignature(signature) }
}

const evidenceOf = (payment: PaymentRow, purpose: 'pay' | 'cancel') => ({
  purpose,
  paymentId: payment._id,
  mandateId: payment.mandateId,
  mandateVersion: payment.mandateVersion,
})

/** The call that submits the authorization to the token, or that of the wallet's own transfer. */
export function paymentCall(payment: PaymentRow, work: Pick<ChainWork, 'from' | 'authorization'>): Call {
  if (work.authorization === null)
    return { to: tokenAddress(payment), data: directCalldata(payment.to, payment.amount) }
  const { nonce, validAfter, validBefore, signature } = work.authorization
  const transfer = { from: work.from, to: payment.to, value: payment.amount, validAfter, validBefore, nonce }
  return { to: tokenAddress(payment), data: transferCalldata(transfer, splitSignature(signature)) }
}

/**
 * Proves on chain that the payment can never happen: a canceled authorization is used up, and an empty transaction has used
 * the nonce of the wallet's own transfer.
 */
async function cancelCall(network: Network, payment: PaymentRow): Promise<Call> {
  const work = requireWork(payment)
  if (work.authorization === null) return { to: work.from, data: '0x' }
  const to = tokenAddress(payment)
  const cancel: CancelAuthorization = {
    kind: 'cancelAuthorization',
    domain: await network.adapter.tokenDomain(to),
    authorizer: work.from,
    nonce: work.authorization.nonce,
  }
  const signature = await network.custody.signTypedData(payment.walletId, cancel, evidenceOf(payment, 'cancel'))
  return { to, data: cancelCalldata(cancel, signature) }
}

export async function signRelay(
  network: Network,
  relayer: RelayerAccount,
  relay: {
    readonly call: ValueCall
    readonly nonce: number
    readonly purpose: SignedBytes['purpose']
    readonly fees: Fees
    readonly gasLimit: number
    readonly head: BlockHead
    readonly payment: PaymentRow | null
  },
): Promise<SignedBytes> {
  const { call, nonce, purpose, fees, gasLimit, head, payment } = relay
  const { tip, maxFee } = fees
  const { chainId } = network.adapter
  const transaction = { chainId, nonce, maxPriorityFee: tip, maxFee, gasLimit, ...call }
  const signed = await relayer.sign(transaction, purpose, payment)
  const value = call.value === undefined ? {} : { value: call.value }
  return { ...signed, ...value, purpose, tip, maxFee, height: head.number, at: network.clock.now() }
}

interface Attempt {
  /** Why it is made, for the payment's list of attempts. */
  readonly reasons?: readonly PaymentAttempt[]
  readonly head: BlockHead
  readonly signal: AbortSignal
}

/** After a revert: the same authorization in a new transaction, because the old one has used up its nonce. */
export async function resubmit(network: Network, payment: PaymentRow, attempt: Attempt): Promise<void> {
  await relayNew(network, payment, 'pay', paymentCall(payment, requireWork(payment)), attempt)
}

export async function submitCancel(network: Network, payment: PaymentRow, attempt: Attempt): Promise<void> {
  await relayNew(network, payment, 'cancel', await cancelCall(network, payment), attempt)
}

async function relayNew(
  network: Network,
  payment: PaymentRow,
  purpose: 'pay' | 'cancel',
  call: Call,
  { reasons = [], head, signal }: Attempt,
): Promise<void> {
  const relayer = pickRelayer(network)
  const [nonce = 0] = await allocateNonces(network, relayer, 1)
  let isStored = false
  try {
    const fees = feesAt(network, head)
    const gasLimit = await estimateGasLimit(network, { from: relayer.address, ...call }, network.gas.limitMax)
    const bytes = await signRelay(network, relayer, { call, nonce, purpose, fees, gasLimit, head, payment })
    const slot = { account: relayer.account, nonce, fence: network.fence, bytes }
    const intent = storeRetryIntent(network, payment, { slot, relayer: relayer.address, reasons })
    const outcome = await submitUntilKnown(network, intent, signal)
    const answer = outcome.kind === 'done' ? outcome.answer : outcome.kind
    if (answer === 'fenced') throw new FencedOff(relayer.account)
    isStored = answer !== 'nonceTaken'
    await network.onStep?.('attemptStored', payment._id)
    // The payment has ended or was stopped meanwhile: maintainNonces fills the nonce.
    if (answer !== 'stored') return
    await network.adapter.sendRaw([bytes.raw])
    await network.onStep?.('attemptSent', payment._id)
  } finally {
    releaseNonce(relayer, nonce, isStored)
  }
}

export interface Target {
  readonly slot: NonceSlotRow
  readonly payment: PaymentRow | null
}

/** The cancellation uses the same nonce as the payment's transaction, so only one of the two can be mined. */
export async function replaceWithCancel(
  network: Network,
  target: Target & { readonly payment: PaymentRow },
  attempt: Attempt,
): Promise<ReplaceAnswer> {
  const call = await cancelCall(network, target.payment)
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
  const replacement = { purpose: bytes.purpose, call, gasLimit: Number(gasLimit) }
  return replaceInSlot(network, target, attempt, replacement)
}

async function replaceInSlot(
  network: Network,
  { slot, payment }: Target,
  { reasons = [], head, signal }: Attempt,
  replacement: { purpose: SignedBytes['purpose']; call: ValueCall; gasLimit: number },
): Promise<ReplaceAnswer> {
  const relayer = requireRelayer(network, slot)
  // At the fee cap the fee stays: nodes that have the older bytes keep them, and the others take these.
  const fees = bumpedFees(network, slot.bytes, head) ?? slot.bytes.at(-1) ?? feesAt(network, head)
  const bytes = await signRelay(network, relayer, { ...replacement, nonce: slot.nonce, fees, head, payment })
  const intent = replaceBytesIntent(
    network,
    { slot, payment, mode: network.mode },
    { bytes, fence: network.fence, reasons },
  )
  const outcome = await submitUntilKnown(network, intent, signal)
  invariant(outcome.kind === 'done', 'a replacement is never refused')
  if (outcome.answer === 'fenced') throw new FencedOff(relayer.account)
  await network.onStep?.('attemptStored', slot.subjectId)
  if (outcome.answer !== 'stored') return outcome.answer
  await network.adapter.sendRaw([bytes.raw])
  await network.onStep?.('attemptSent', slot.subjectId)
  return 'stored'
}

function requireRelayer(network: Network, slot: NonceSlotRow): RelayerAccount {
  const relayer = relayerOf(network, slot.account)
  invariant(relayer !== undefined, `${slot.account} has no key here`)
  return relayer
}

/** Of a payment that a relayer submits. */
export function requireAuthorization(payment: PaymentRow): PaymentAuthorization {
  const { authorization } = requireWork(payment)
  invariant(authorization !== null, `payment ${payment._id} is a transfer of its wallet`)
  return authorization
}

export function requireWork(payment: PaymentRow): ChainWork {
  invariant(payment.chainWork !== null, `payment ${payment._id} has no stored bytes`)
  return payment.chainWork
}
