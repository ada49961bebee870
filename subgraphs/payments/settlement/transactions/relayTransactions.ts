/**
 * The transactions of the relayer's accounts: the first for an authorization or a batch of them, another after a revert, a
 * cancellation. All of them are signed, then stored, then sent.
 */
import { invariant } from '../../../shared/errors.ts'
import type { PaymentId } from '../../../shared/ids.ts'
import { batchCalldata, batchGasLimit } from '../../chains/batchRelayer.ts'
import type { BlockHead, Call } from '../../chains/chainAdapter.ts'
import { directCalldata } from '../../chains/directTransfer.ts'
import {
  authorizationNonce,
  type CancelAuthorization,
  cancelCalldata,
  joinSignature,
  type SigningPayload,
  splitSignature,
  type TransferAuthorization,
  transferCalldata,
} from '../../chains/eip3009.ts'
import { FencedOff, type SignedBytes } from '../../models/nonceSlots.ts'
import type { ChainWork, PaymentAttempt, PaymentAuthorization, PaymentRow } from '../../models/payments.ts'
import { storeRetryIntent } from '../intents/storeSigned.ts'
import type { Network, RelayerAccount } from '../network/network.ts'
import { allocateNonces, pickRelayer, releaseNonce } from '../network/relayerAccounts.ts'
import { senderOf } from '../network/senders.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { type Fees, feesAt } from './gasBump.ts'
import { estimateGasLimit } from './gasLimits.ts'
import { sendStored } from './preSendCheck.ts'
import { tokenAddress } from './tokenAddress.ts'

export interface ValueCall extends Call {
  /** Native coins, in wei. */
  readonly value?: bigint
}

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
  const signature = await network.custody.signTypedData(senderOf(payment), payload, evidenceOf(payment, payload))
  return { nonce: input.nonce, validAfter: 0, validBefore, signature: joinSignature(signature) }
}

/** An earlier release that serves beside this one makes the nonce of a capture of its own id. */
const evidenceOf = (payment: PaymentRow, { kind, nonce }: SigningPayload) => ({
  purpose: kind === 'transferWithAuthorization' ? ('pay' as const) : ('cancel' as const),
  paymentId: payment._id,
  ...(payment.nonceOf === undefined || nonce === authorizationNonce(payment._id) ? {} : { nonceOf: payment.nonceOf }),
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
export async function cancelCall(network: Network, payment: PaymentRow): Promise<Call> {
  const work = requireWork(payment)
  if (work.authorization === null) return { to: work.from, data: '0x' }
  const to = tokenAddress(payment)
  const cancel: CancelAuthorization = {
    kind: 'cancelAuthorization',
    domain: await network.adapter.tokenDomain(to),
    authorizer: work.from,
    nonce: work.authorization.nonce,
  }
  const signature = await network.custody.signTypedData(senderOf(payment), cancel, evidenceOf(payment, cancel))
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
    readonly items?: readonly PaymentId[]
  },
): Promise<SignedBytes> {
  const { call, nonce, purpose, fees, gasLimit, head, payment, items } = relay
  const { tip, maxFee } = fees
  const { chainId } = network.adapter
  const transaction = { chainId, nonce, maxPriorityFee: tip, maxFee, gasLimit, ...call }
  const signed = await relayer.sign(transaction, purpose, payment)
  const value = call.value === undefined ? {} : { value: call.value }
  const carried = items === undefined ? {} : { items }
  return { ...signed, ...value, ...carried, purpose, tip, maxFee, height: head.number, at: network.clock.now() }
}

export interface Attempt {
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
    const askedAt = performance.now()
    const outcome = await submitInTime(network, intent, signal)
    const answer = outcome.kind === 'done' ? outcome.answer : outcome.kind
    if (answer === 'fenced') throw new FencedOff(relayer.account)
    isStored = answer !== 'nonceTaken'
    await network.onStep?.('attemptStored', payment._id)
    // The payment has ended or was stopped meanwhile: maintainNonces fills the nonce.
    if (answer !== 'stored') return
    await sendStored(network, relayer, { bytes, payments: [payment], askedAt })
    await network.onStep?.('attemptSent', payment._id)
  } finally {
    releaseNonce(relayer, nonce, isStored)
  }
}

/** The call that submits many authorizations to their tokens. */
export function batchCall(
  batchRelayer: string,
  carried: readonly (Pick<ChainWork, 'from' | 'authorization'> & { readonly payment: PaymentRow })[],
  gasPerItem: number,
): { call: Call; gasLimit: number } {
  const items = carried.map(({ payment, from, authorization }) => {
    invariant(authorization !== null, 'a batch carries authorizations')
    const { nonce, validAfter, validBefore, signature } = authorization
    const transfer = { from, to: payment.to, value: payment.amount, validAfter, validBefore, nonce }
    return { token: tokenAddress(payment), transfer, signature: splitSignature(signature) }
  })
  const call = { to: batchRelayer, data: batchCalldata(items, gasPerItem) }
  return { call, gasLimit: batchGasLimit(items.length, gasPerItem) }
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
