/** Purchases (7): an order for each checkout session that was paid and no other, within the cap of its token, as its payment stands. */
import type { Findings } from '../findings.ts'
import { blockOf, type Payment } from '../rows.ts'
import type { Source } from '../source.ts'

interface Order {
  readonly _id: string
  readonly sessionId: string
  readonly paymentId: string
  readonly status: string
  readonly amountMinor: number | bigint
  readonly refundedMinor: number | bigint
  readonly refunds: readonly { readonly amountMinor: number | bigint }[]
  readonly unpaid?: boolean
}
type Paid = Payment & { readonly orderId?: string; readonly sessionId?: string }
interface Session {
  readonly _id: string
  readonly status: string
  readonly orderId: string | null
}
interface Token {
  readonly _id: string
  readonly capMinor?: number | bigint
}

export async function auditOrders(source: Source, findings: Findings): Promise<void> {
  if (!source.has('orders')) return
  let orders = 0
  for await (const page of source.pages<Order>('orders')) {
    orders += page.length
    const payments = await byId<Paid>(
      source,
      'payments',
      page.map(({ paymentId }) => paymentId),
    )
    const sessions = await byId<Session>(
      source,
      'checkouts',
      page.map(({ sessionId }) => sessionId),
    )
    const holdIds = [...payments.values()].flatMap(({ holdId = [] }) => holdId)
    const tokens = await byId<Token>(source, 'holds', holdIds)
    for (const order of page) {
      findings.checked(7)
      const payment = payments.get(order.paymentId)
      const cap = tokens.get(payment?.holdId ?? '')?.capMinor ?? 0
      const faults = [...linkFaults(order, payment, sessions.get(order.sessionId)), ...refundFaults(order)]
      if (Number(order.amountMinor) > Number(cap)) faults.push(`takes ${order.amountMinor} cents of at most ${cap}`)
      for (const fault of faults) findings.breach(7, `${order._id} ${fault}`)
    }
  }
  await auditCharges(source, findings)
  const paid = await source.count('checkouts', { status: 'completed' })
  if (paid !== orders) findings.breach(7, `${paid} checkout sessions were paid, and there are ${orders} orders`)
}

interface Charge {
  readonly _id: string
  readonly status: 'pending' | 'approved' | 'declined' | 'failed' | 'ended'
  readonly sessionId: string
  readonly holdId: string
  readonly orderId: string
  readonly paymentId: string
}
type Kept = Token & { readonly stage: string; readonly chargeId?: string }
type Waiting = Session & { readonly chargeId?: string | null }

/** Of which a payment processor is asked: what waits is kept reserved, what was approved is one order, all else a failed payment. */
async function auditCharges(source: Source, findings: Findings): Promise<void> {
  if (!source.has('charges')) return
  for await (const page of source.pages<Charge>('charges')) {
    const ids = (of: (charge: Charge) => string) => page.map(of)
    const sessions = await byId<Waiting>(
      source,
      'checkouts',
      ids(({ sessionId }) => sessionId),
    )
    const holds = await byId<Kept>(
      source,
      'holds',
      ids(({ holdId }) => holdId),
    )
    const orders = await byId<Order>(
      source,
      'orders',
      ids(({ orderId }) => orderId),
    )
    const payments = await byId<Paid>(
      source,
      'payments',
      ids(({ paymentId }) => paymentId),
    )
    for (const charge of page) {
      findings.checked(7)
      const { _id, status, sessionId, holdId, orderId, paymentId } = charge
      const [session, hold, order] = [sessions.get(sessionId), holds.get(holdId), orders.get(orderId)]
      const isPending = status === 'pending'
      const stage = isPending ? 'created' : status === 'approved' ? 'captured' : 'voided'
      const paid = payments.get(paymentId)
      const faults = [
        hold?.chargeId === _id && hold.stage === stage ? '' : `is ${status}, and what was reserved is ${hold?.stage}`,
        (session?.chargeId === _id) === isPending ? '' : `is ${status}, and its session waits for ${session?.chargeId}`,
        isPending && session?.status !== 'open' ? `is pending, and its session ${session?.status}` : '',
        (order !== undefined) === (status === 'approved') ? '' : `is ${status}, with${order ? '' : 'out'} an order`,
        (paid !== undefined) === !isPending ? '' : `is ${status}, with${paid ? '' : 'out'} a payment`,
        stage === 'voided' && paid?.status !== 'failed' ? `is ${status}, and its payment ${paid?.status}` : '',
      ]
      for (const fault of faults) if (fault !== '') findings.breach(7, `${_id} ${fault}`)
    }
  }
}

async function byId<Row extends { readonly _id: string }>(
  source: Source,
  collection: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = await source.find<Row>(collection, { _id: { $in: [...ids] } })
  return new Map(rows.map((row) => [row._id, row]))
}

function linkFaults(
  { _id, sessionId, status, unpaid = false }: Order,
  payment: Paid | undefined,
  session: Session | undefined,
): string[] {
  if (payment === undefined) return ['has no payment']
  const hasFailed = payment.status === 'failed'
  const hasLeft = payment.reversedAt !== undefined
  const isLost = hasLeft || (hasFailed && blockOf(payment).block === null)
  return [
    payment.orderId === _id && payment.sessionId === sessionId ? '' : `is paid by ${payment._id}, which is of another`,
    session?.status === 'completed' && session.orderId === _id ? '' : `is of a session that is ${session?.status}`,
    status === 'canceled' && !hasFailed && !hasLeft ? `is canceled, and its payment ${payment.status}` : '',
    status === 'confirmed' && isLost ? 'is owed, and its payment has failed or left the chain' : '',
    unpaid === (status !== 'canceled' && isLost)
      ? ''
      : `is ${unpaid ? 'un' : ''}paid, and its payment ${payment.status}`,
  ].filter((fault) => fault !== '')
}

function refundFaults({ status, amountMinor, refundedMinor, refunds }: Order): string[] {
  const [amount, refunded] = [Number(amountMinor), Number(refundedMinor)]
  const promised = refunds.reduce((sum, one) => sum + Number(one.amountMinor), 0)
  const expected = refunded === 0 ? null : refunded < amount ? 'partially_refunded' : 'refunded'
  return [
    promised === refunded && refunded <= amount
      ? ''
      : `has ${refunded} of ${amount} refunded, and promises ${promised}`,
    // What was promised back before its payment failed stays a promise.
    expected === null || expected === status || status === 'canceled'
      ? ''
      : `is ${status}, with ${refunded} of ${amount} refunded`,
  ].filter((fault) => fault !== '')
}
