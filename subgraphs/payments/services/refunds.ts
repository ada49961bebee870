/**
 * Refunds of payments (domain 8.2): an operator links a deposit to the payment that it refunds, or the payee says so with a
 * signature of the address that was paid. Whoever holds only that signature may link a transfer from that address alone,
 * so that a payee and an agent cannot pass other money off as a refund and raise a limit with it.
 */

import { verifyMessage } from 'ethers/hash'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import { parseAmount } from '../../shared/money.ts'
import { type Principal, requireOrganization } from '../../shared/principal.ts'
import { type DepositRow, findDeposit, findDepositsByHash, findRefundPage } from '../models/deposits.ts'
import type { PaymentRow } from '../models/payments.ts'
import type { PaymentsDeps } from '../ports.ts'
import { isRefund, refundNotice } from '../rules/refunds.ts'
import {
  type LinkedRefund,
  linkRefundPart,
  type RefundLink,
  unlinkRefundPart,
} from '../settlement/intents/linkRefund.ts'
import { actorOf } from './freezeWallet.ts'
import { findVisiblePayments } from './readPayments.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'commit' | 'orderLedger'>

export interface RefundInput {
  readonly paymentId: string
  readonly depositId?: string | null | undefined
  readonly txHash?: string | null | undefined
  readonly amount?: string | null | undefined
  /** That somebody else than the payee sent the deposit, and that it is the refund nevertheless. */
  readonly otherSender?: boolean | null | undefined
}

export interface UnlinkInput {
  readonly paymentId: string
  readonly depositId: string
}

export interface NoticeInput {
  readonly paymentId: string
  readonly txHash: string
  readonly amount?: string | null | undefined
  readonly signature: string
}

export type RefundStatus = 'completed' | 'reversed'

interface Linked extends LinkedRefund {
  readonly replayed: boolean
}

export async function listRefunds(
  deps: Pick<Deps, 'database'>,
  principal: Principal,
  { paymentId, statuses, ...args }: OrderedArguments & { paymentId: string; statuses?: readonly RefundStatus[] | null },
): Promise<Page<DepositRow>> {
  const payment = await requireVisible(deps, principal, paymentId)
  return findRefundPage(deps.database, payment._id, statuses ?? null, args)
}

/** @throws DomainError not_found (foreign payment, no such deposit), invalid_request, conflict, and those of access */
export async function linkRefund(
  deps: Deps,
  principal: Principal,
  input: RefundInput,
  key: RequestKey | null = null,
): Promise<Linked> {
  const prepare = async () => {
    const linkedBy = actorOf(requireOrganization(principal))
    const payment = await requireVisible(deps, principal, input.paymentId)
    const amount = amountOf(input, payment)
    const sentBy = input.otherSender === true ? {} : ({ onlyFromPayee: true } as const)
    return intentOf(deps, payment, await depositOf(deps, payment, input), { amount, linkedBy, ...sentBy })
  }
  return submitLink(deps, prepare, key)
}

/**
 * Takes the link of a deposit back, whoever made it.
 * @returns the payment as it is without this refund
 * @throws DomainError not_found (foreign payment, no such refund of it), and those of access
 */
export async function unlinkRefund(
  deps: Deps,
  principal: Principal,
  { paymentId, depositId }: UnlinkInput,
  key: RequestKey | null = null,
): Promise<{ readonly payment: PaymentRow; readonly replayed: boolean }> {
  const prepare = async () => {
    const unlinkedBy = actorOf(requireOrganization(principal))
    const payment = await requireVisible(deps, principal, paymentId)
    const subject = { payment, deposit: { _id: depositId } }
    return { ...keyedBy(payment, subject.deposit), ...unlinkRefundPart(subject, unlinkedBy, deps) }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { payment: await requireVisible(deps, principal, paymentId), replayed: !('answer' in settled) }
}

/**
 * Hands in the notice of a payee.
 * @throws DomainError not_found (foreign payment, no such transfer from the paid address), authentication_error (not its
 * signature), invalid_request, conflict
 */
export async function notifyRefund(
  deps: Deps,
  principal: Principal,
  input: NoticeInput,
  key: RequestKey | null = null,
): Promise<Linked> {
  const prepare = async () => {
    const payment = await requireVisible(deps, principal, input.paymentId)
    const txHash = parseHash(input.txHash)
    const amount = amountOf(input, payment)
    const notice = refundNotice({ paymentId: payment._id, txHash, amount: input.amount ?? null })
    if (signerOf(notice, input.signature) !== payment.to)
      throw new DomainError(
        'authentication_error',
        `The notice is not signed by ${payment.to}, which was paid. Sign the text in details.notice with that address.`,
        {
          reason: 'signature_invalid',
          notice,
        },
      )
    const deposit = await depositOf(deps, payment, { txHash }, payment.to)
    return intentOf(deps, payment, deposit, { amount, linkedBy: payment.to, byNotice: true })
  }
  return submitLink(deps, prepare, key)
}

async function submitLink(
  { database, commit }: Deps,
  prepare: () => Promise<KeyedIntent<LinkedRefund>>,
  key: RequestKey | null,
): Promise<Linked> {
  const settled = await submitPrepared(commit, prepare, key)
  if ('answer' in settled) return { ...settled.answer, replayed: false }
  const deposit = await findDeposit(database, settled.replayedId)
  if (deposit?.refund === undefined) throw notFound('refund')
  return { deposit, isKnown: true, replayed: true }
}

async function requireVisible(deps: Pick<Deps, 'database'>, principal: Principal, id: string): Promise<PaymentRow> {
  const [payment] = await findVisiblePayments(deps, principal, [id])
  if (payment == null) throw notFound('payment')
  return payment
}

const amountOf = ({ amount }: Pick<RefundInput, 'amount'>, { token }: PaymentRow): bigint | null =>
  amount == null ? null : parseAmount(amount, token, 'amount').units

function parseHash(text: string): string {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw invalidField('tx_hash', 'not_a_hash', 'must be 0x and 64 hexadecimal digits.')
}

/** Null: it is no signature. */
function signerOf(text: string, signature: string): string | null {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return null
  try {
    return verifyMessage(text, signature)
  } catch {
    return null
  }
}

/**
 * The deposit that the request names, to the wallet that paid.
 * @param from only from this address
 */
async function depositOf(
  { database }: Pick<Deps, 'database'>,
  { _id: paymentId, walletId, token, chain }: PaymentRow,
  { depositId, txHash }: Pick<RefundInput, 'depositId' | 'txHash'>,
  from?: string,
): Promise<DepositRow> {
  const rank = ({ refund }: DepositRow) => Number(refund?.paymentId === paymentId)
  if ((depositId == null) === (txHash == null))
    throw invalidField('deposit_id', 'required', 'name the deposit either by deposit_id or by tx_hash.')
  if (depositId != null) {
    const deposit = await findDeposit(database, depositId)
    if (deposit === null || deposit.walletId !== walletId) throw notFound('deposit')
    return deposit
  }
  const found = (await findDepositsByHash(database, parseHash(txHash ?? ''))).filter(
    (deposit) =>
      deposit.walletId === walletId &&
      deposit.token === token &&
      deposit.chain === chain &&
      (from === undefined || deposit.from === from.toLowerCase()),
  )
  const open = found.filter((deposit) => !isRefund(deposit))
  // Linked to another payment: the intent says to which.
  const [deposit] = open.length > 0 ? open : found.toSorted((a, b) => rank(b) - rank(a))
  if (open.length > 1)
    throw new DomainError(
      'conflict',
      `The transaction brought ${open.length} deposits. An operator must name one of them, as deposit_id.`,
      {
        reason: 'several_deposits',
        deposit_ids: open.slice(0, 20).map(({ _id }) => _id),
      },
    )
  if (deposit === undefined)
    throw new DomainError(
      'not_found',
      'No such deposit to the wallet that paid. If it was just sent, ask again, with a new Idempotency-Key, once it is credited.',
      { resource: 'deposit' },
    )
  return deposit
}

function intentOf(deps: Deps, payment: PaymentRow, deposit: DepositRow, link: RefundLink): KeyedIntent<LinkedRefund> {
  return { ...keyedBy(payment, deposit), ...linkRefundPart({ payment, deposit }, link, deps) }
}

/** Money that comes in stops for nothing: neither for a frozen wallet nor for a suspended organization. */
function keyedBy({ orgId, mode }: PaymentRow, { _id }: Pick<DepositRow, '_id'>) {
  const resource = { type: 'refund', id: _id }
  return { priority: 'control', orgId, mode, resourceId: _id, whileSuspended: true, resource } as const
}
