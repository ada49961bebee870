/**
 * Refunds (domain 6.3, 8.2): a deposit, or a part of it, that is linked to the payment which it refunds. What the limits
 * get back follows from the sum of a payment's refunds alone, so all refunds together return exactly what it had counted.
 */

import type { WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { EventDraft } from '../../shared/events.ts'
import type { AgentId, PaymentId, WalletId } from '../../shared/ids.ts'
import { formatUnits } from '../../shared/money.ts'
import type { Mode } from '../../shared/principal.ts'
import { changeNet, windowsOfEnded } from '../../shared/spendingLimits.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

interface Refunded {
  readonly amount: bigint
  readonly usdMicro: bigint
  readonly refundedAmount?: bigint
}

interface Asset {
  readonly walletId: WalletId
  readonly token: Token
  readonly chain: Chain
}

interface PaymentFacts extends Refunded, Asset {
  readonly _id: PaymentId
  readonly agentId: AgentId | null
  readonly status: string
  readonly dayKey: string
  readonly monthKey: string
  readonly policyEvaluatedAt: Date
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly reversedAt?: Date
  readonly mode: Mode
  readonly to: string
  readonly chainWork: { readonly minedBlock: number | null } | null
  readonly minedIn?: { readonly block: number }
}

interface DepositFacts extends Asset {
  readonly _id: string
  readonly amount: bigint
  /** Null: an external wallet had it before it was registered; such a wallet makes no payments. */
  readonly from: string | null
  readonly txHash: string | null
  readonly isGone?: boolean
  readonly listedIn?: string
  readonly block: number
  readonly createdAt: Date
  readonly refund?: { readonly paymentId: PaymentId; readonly amount: bigint; readonly linkedBy: string }
}

/** The part of a payment's amount in US dollars that its refunds have returned, rounded down. */
export function returnedUsdMicro({ amount, usdMicro, refundedAmount = 0n }: Refunded): bigint {
  return refundedAmount === 0n ? 0n : (usdMicro * refundedAmount) / amount
}

/** Counts the refunds of a payment in the windows that it was counted in itself, and in no other. */
export function countRefunds(wallet: WalletPosition, before: PaymentFacts, after: PaymentFacts): WalletPosition {
  if (before.dayKey === '') return wallet
  return changeNet(wallet, windowsOfEnded(wallet, before), returnedUsdMicro(before) - returnedUsdMicro(after))
}

export const isRefund = ({ refund, isGone }: Pick<DepositFacts, 'refund' | 'isGone'>): boolean =>
  refund !== undefined && isGone !== true

const conflict = (reason: string, message: string, details: object = {}) =>
  new DomainError('conflict', message, { reason, ...details })

/** Why the deposit cannot be linked to the payment with this amount, as both stand; null: it can. */
export function refundRefusal(payment: PaymentFacts, deposit: DepositFacts, amount: bigint): DomainError | null {
  const { token } = payment
  if (deposit.walletId !== payment.walletId) return notFound('deposit')
  if (deposit.token !== token || deposit.chain !== payment.chain)
    return conflict(
      'other_asset',
      `The payment was in ${token} on ${payment.chain}, and the deposit is in ${deposit.token} on ${deposit.chain}. Name a deposit in ${token} on ${payment.chain}.`,
      { token, chain: payment.chain, deposit_token: deposit.token, deposit_chain: deposit.chain },
    )
  if (isRefund(deposit))
    return conflict(
      'already_linked',
      `The deposit is linked to payment ${deposit.refund?.paymentId} already, as its refund of ${formatUnits(deposit.refund?.amount ?? 0n, token)} ${token}. Name another deposit, or unlink it there first.`,
      {
        payment_id: deposit.refund?.paymentId,
        refunded: formatUnits(deposit.refund?.amount ?? 0n, token),
        token,
      },
    )
  if (deposit.listedIn !== undefined)
    return conflict(
      'deposit_blocked',
      'The deposit came from an address on a sanctions list and is blocked. It can be linked once compliance has released it.',
      { list_version: deposit.listedIn },
    )
  if (deposit.isGone)
    return conflict(
      'deposit_reversed',
      'The deposit has left the chain in a reorganization. Link it when it has come again.',
    )
  if (payment.status !== 'completed' || payment.reversedAt !== undefined) return notPaid(payment)
  if (amount > deposit.amount)
    return conflict(
      'exceeds_deposit',
      `The deposit is of ${formatUnits(deposit.amount, token)} ${token}. Name that amount, or less.`,
      { deposited: formatUnits(deposit.amount, token), token },
    )
  const left = payment.amount - (payment.refundedAmount ?? 0n)
  if (amount <= left) return null
  const next =
    left === 0n
      ? `All ${formatUnits(payment.amount, token)} ${token} of the payment are refunded already. Unlink a refund first, if it is wrong.`
      : `${formatUnits(left, token)} ${token} of the payment are not refunded yet. Name that amount, or less.`
  return conflict('exceeds_payment', next, { refundable: formatUnits(left, token), token })
}

function notPaid({ status, reversedAt }: PaymentFacts): DomainError {
  const next =
    reversedAt !== undefined
      ? 'Its transfer has left the chain, so the money is in the wallet again.'
      : status === 'pending'
        ? 'Link the refund once it is completed.'
        : 'It has paid nothing: its money is available again.'
  return conflict('not_paid', `The payment is ${status}; only a completed one can be refunded. ${next}`, { status })
}

/**
 * Why a deposit that is linked for the first time cannot be a refund; null: the chain has it after the payment. Within one
 * block their order is not told apart, because a reorganization may change it while both stay; later links of the same
 * deposit do not ask, because payment and refund may be mined again in either order.
 */
export function orderRefusal(payment: PaymentFacts, deposit: DepositFacts): DomainError | null {
  const paidIn = payment.chainWork?.minedBlock ?? payment.minedIn?.block ?? null
  // Without a block of its own, as after a restored backup, the payment is at least older than what refunds it.
  const isEarlier = paidIn === null ? deposit.createdAt < payment.createdAt : Number(deposit.block) < Number(paidIn)
  if (!isEarlier) return null
  return conflict(
    'earlier_than_payment',
    paidIn === null
      ? 'The deposit arrived before the payment was made, so it cannot be its refund. Name a later deposit.'
      : `The deposit arrived in block ${deposit.block}, before the payment in block ${paidIn}, so it cannot be its refund. Name a later deposit.`,
    { deposit_block: Number(deposit.block), ...(paidIn === null ? {} : { payment_block: Number(paidIn) }) },
  )
}

/** A mint, which the zero address stands for: in test mode only the faucet's. */
const NO_SENDER = `0x${'0'.repeat(40)}`

/**
 * Why an operator must say that somebody else sent the deposit; null: the payee did. What another one sent may be a refund,
 * but it may as well be any deposit, which would raise a limit. In test mode the faucet can stand for a payee.
 */
export function senderRefusal({ to, mode }: PaymentFacts, { from }: DepositFacts): DomainError | null {
  if (from === to.toLowerCase() || (mode === 'test' && from === NO_SENDER)) return null
  const message = `must be true: the deposit came from ${from}, and the payment went to ${to}. Say so if it is its refund all the same.`
  return new DomainError('invalid_request', `other_sender: ${message}`, {
    fields: [{ path: 'other_sender', code: 'other_sender', message }],
    ...{ reason: 'other_sender', sender: from, payee: to },
  })
}

/**
 * @param payment with this refund counted, or no longer counted
 * @param unlinkedBy the key of the operator; absent: the chain has done it
 */
export function refundEvent(
  type: 'payment.refunded' | 'payment.refund_reversed',
  payment: PaymentFacts,
  { _id: depositId, refund, txHash }: DepositFacts,
  unlinkedBy?: string,
): EventDraft {
  const { walletId, agentId, token, chain } = payment
  return {
    type,
    resourceId: payment._id,
    walletId,
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...{ payment_id: payment._id, wallet_id: walletId, agent_id: agentId, deposit_id: depositId },
      amount: formatUnits(refund?.amount ?? 0n, token),
      refunded_amount: formatUnits(payment.refundedAmount ?? 0n, token),
      ...{ token, chain, tx_hash: txHash, status: type === 'payment.refunded' ? 'completed' : 'reversed' },
      linked_by: refund?.linkedBy ?? '',
      ...(unlinkedBy === undefined ? {} : { unlinked_by: unlinkedBy }),
    },
  }
}

/**
 * What the owner of the paid address signs (EIP-191) to say that a transfer is the refund of a payment.
 * @param amount as it is written in the request; null: the whole transfer
 */
export function refundNotice(notice: {
  readonly paymentId: string
  readonly txHash: string
  readonly amount: string | null
}): string {
  const { paymentId, txHash, amount } = notice
  return ['Refund', `Payment: ${paymentId}`, `Transaction: ${txHash.toLowerCase()}`, `Amount: ${amount ?? 'all'}`].join(
    '\n',
  )
}
