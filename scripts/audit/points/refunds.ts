/**
 * Refunds (2): the deposits that are linked to a payment, its own sum and its journals agree, and are never above it. Each is
 * money of the same kind that came to the wallet that paid, and no deposit gives back more than it brought.
 */
import type { Findings } from '../findings.ts'
import type { Deposit, Event, Journal, Payment } from '../rows.ts'
import type { Source } from '../source.ts'

/** Tokens of the service have so many digits after the point. */
const DIGITS = 6

type Refunded = Pick<Payment, 'amount' | 'usdMicro' | 'refundedAmount'>

/** What the limits have got back for it. */
export function returnedOf({ amount, usdMicro, refundedAmount = 0n }: Refunded): bigint {
  return refundedAmount === 0n ? 0n : (usdMicro * refundedAmount) / amount
}

/** What the limits get back with this event, less than nothing where a refund is taken back. */
export function returnedBy({ type, data }: Event, payment: Payment): bigint {
  const [all, one] = [unitsOf(data.refunded_amount), unitsOf(data.amount)]
  const before = type === 'payment.refunded' ? all - one : all + one
  return returnedOf({ ...payment, refundedAmount: all }) - returnedOf({ ...payment, refundedAmount: before })
}

function unitsOf(text: unknown): bigint {
  const [whole = '0', part = ''] = String(text).split('.')
  return BigInt(`${whole}${part.padEnd(DIGITS, '0')}`)
}

export async function checkRefunds(source: Source, payments: readonly Payment[], findings: Findings): Promise<void> {
  const linked = await linkedTo(source, payments, findings)
  const posted = await postedFor(source, payments)
  for (const { _id, status, amount, refundedAmount = 0n } of payments) {
    const [deposits, journals] = [linked.get(_id) ?? 0n, posted.get(_id) ?? 0n]
    if (refundedAmount === 0n && deposits === 0n && journals === 0n) continue
    findings.checked(2)
    if (deposits !== refundedAmount || journals !== refundedAmount)
      findings.breach(
        2,
        `${_id} has ${refundedAmount} refunded, its deposits give ${deposits} and its journals ${journals}`,
      )
    if (refundedAmount > amount || status !== 'completed')
      findings.breach(2, `${_id} is ${status} over ${amount}, and ${refundedAmount} of it are refunded`)
  }
}

async function linkedTo(
  source: Source,
  payments: readonly Payment[],
  findings: Findings,
): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  const byId = new Map(payments.map((payment) => [payment._id, payment]))
  const filter = { 'refund.paymentId': { $in: [...byId.keys()] }, refundedAt: { $type: 'date' } }
  const projection = { refund: 1, isGone: 1, walletId: 1, token: 1, chain: 1, amount: 1 }
  for (const { _id, isGone, refund, ...deposit } of await source.find<Deposit>('deposits', filter, projection)) {
    const payment = refund && byId.get(refund.paymentId)
    if (isGone === true || refund === undefined || payment === undefined) continue
    sums.set(payment._id, (sums.get(payment._id) ?? 0n) + refund.amount)
    if (refund.amount <= 0n || refund.amount > deposit.amount)
      findings.breach(2, `${_id} of ${deposit.amount} gives back ${refund.amount} of ${payment._id}`)
    if (assetOf(deposit) !== assetOf(payment))
      findings.breach(2, `${_id} is ${assetOf(deposit)}, and refunds ${payment._id} of ${assetOf(payment)}`)
  }
  return sums
}

const assetOf = ({ walletId, token, chain }: Pick<Deposit, 'walletId' | 'token' | 'chain'>): string =>
  `${token} on ${chain} in ${walletId}`

async function postedFor(source: Source, payments: readonly Payment[]): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  const ids = payments.flatMap(({ _id, refundCount = 0 }) =>
    Array.from({ length: Number(refundCount) }, (_, index) => index + 1).flatMap((number) => [
      `led_${_id}.refund.${number}`,
      `led_${_id}.refund_reversed.${number}`,
    ]),
  )
  if (ids.length === 0) return sums
  for (const { type, reference, lines } of await source.find<Journal>('journals', { _id: { $in: ids } })) {
    const amount = BigInt(lines.find(({ account }) => account === '2020')?.amount ?? 0n)
    sums.set(reference.id, (sums.get(reference.id) ?? 0n) + (type === 'refund_received' ? amount : -amount))
  }
  return sums
}
