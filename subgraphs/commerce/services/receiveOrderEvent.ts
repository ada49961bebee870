/**
 * Takes what a merchant tells of an order (specification 6.2), in the service's form or that of the Agentic Commerce Protocol: proven
 * by its signature or by the merchant's own key, and everything once. Whether an order exists is told to nobody who could not prove
 * that it is theirs.
 */
import { type Repaid, repaidReads } from '../../shared/acp.ts'
import { leaveUnrecorded, runAsService } from '../../shared/acting.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, invariant, notFound } from '../../shared/errors.ts'
import type { EventDraft } from '../../shared/events.ts'
import { isId } from '../../shared/ids.ts'
import type { Principal } from '../../shared/principal.ts'
import { findOrderOfSession, findOrders, type OrderRow, orderRef } from '../models/orders.ts'
import type { CommerceDeps } from '../ports.ts'
import { applyOrderChanges, isTold, type OrderChange, parseOrderNews } from '../rules/orderNews.ts'
import { orderEvent } from '../rules/orders.ts'
import { newsOf, parseToldOrder } from '../rules/toldOrders.ts'
import { openMerchantSecrets } from './merchantSecrets.ts'
import { flawOf, signatureRefusal, tellsTime } from './merchantSignature.ts'

interface Told {
  /** The body as it came, because that is what was signed. */
  readonly payload: string
  /** Empty: none, because the caller has a merchant's key. */
  readonly signature: string
  readonly format: 'service' | 'acp'
}

/** What was told, and of which order. */
interface Reading {
  readonly order: OrderRow | null
  /** Who says it; null: nobody knows. */
  readonly merchantId: string | null
  /** What the order does not have yet. @throws DomainError invalid_request */
  readonly newsFor: (order: OrderRow) => readonly OrderChange[]
}

/** @returns whether it was told before @throws DomainError invalid_request, authentication_error, not_found, conflict */
export function receiveOrderEvent(
  deps: CommerceDeps,
  principal: Principal,
  told: Told,
): Promise<{ readonly duplicate: boolean }> {
  if (told.signature === '') return takeOrderEvent(deps, principal, told)
  // What is signed is the act of whoever has signed it, and not of the key beside it.
  leaveUnrecorded()
  return runAsService(() => takeOrderEvent(deps, principal, told))
}

async function takeOrderEvent(
  deps: CommerceDeps,
  principal: Principal,
  told: Told,
): Promise<{ readonly duplicate: boolean }> {
  const { order, merchantId, newsFor } = await readProven(deps, principal, told)
  if (order === null || order.merchantId !== merchantId) throw notFound('order')
  // Whoever has seen a signed event can repeat it for ever: that costs no commit, and leaves no line in the audit log.
  if (newsFor(order).length === 0) return repeated()
  const { orgId, mode } = order
  const settled = await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', whileSuspended: true, orgId, mode, resourceId: order._id } as const),
    reads: () => ({ guard: [orderRef(order._id), ...repaidReads(order)] }),
    decide(state: State, at: Date) {
      const row = requireRow(state, orderRef(order._id))
      return decide(row, newsFor, deps.tokens.repaid(state, order.paymentId), at)
    },
  }))
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer.duplicate ? repeated() : settled.answer
}

function repeated(): { readonly duplicate: true } {
  leaveUnrecorded()
  return { duplicate: true }
}

/** What its merchant says: whoever calls with its key, or else whoever has signed it. @throws DomainError authentication_error */
async function readProven(deps: CommerceDeps, principal: Principal, told: Told): Promise<Reading> {
  const { payload, signature, format } = told
  const isKeyed = principal.kind === 'merchant' && signature === ''
  // The protocol has no other form: what tells no time could be repeated for ever.
  const takesOwn = format === 'service'
  if (!isKeyed && !takesOwn && !tellsTime(signature))
    throw signatureRefusal(signature === '' ? 'missing' : 'malformed', signature, takesOwn)
  const reading = await read(deps, told)
  const { merchantId } = reading
  if (isKeyed) return merchantId === principal.merchantId ? reading : { ...reading, order: null }
  const secrets = isId('merchant', merchantId) ? await openMerchantSecrets(deps, merchantId) : []
  const flaw = flawOf(payload, signature, secrets, deps.clock.now())
  if (flaw !== null) throw signatureRefusal(flaw, signature, takesOwn)
  return reading
}

async function read({ database }: CommerceDeps, { payload, format }: Told): Promise<Reading> {
  if (format === 'service') {
    const news = parseOrderNews(payload)
    const { orderId } = news
    const [order = null] = isId('order', orderId) ? await findOrders(database, [orderId]) : []
    const newsFor = (row: OrderRow) => (isTold(row, news) ? [] : [news])
    return { order, merchantId: news.merchantId ?? order?.merchantId ?? null, newsFor }
  }
  const { sessionId, orderId, changes } = parseToldOrder(payload)
  const order = isId('checkout', sessionId) ? await findOrderOfSession(database, sessionId) : null
  const newsFor = (row: OrderRow) => {
    if (isId('order', orderId) && orderId !== row._id)
      throw invalidField('data.id', 'invalid_value', 'is another order than that of data.checkout_session_id.')
    return newsOf(changes, row)
  }
  return { order, merchantId: order?.merchantId ?? null, newsFor }
}

/** Each change with its event. */
function decide(
  row: OrderRow,
  newsFor: Reading['newsFor'],
  paid: Repaid | null,
  at: Date,
): Verdict<{ readonly duplicate: boolean }> {
  try {
    const news = newsFor(row)
    if (news.length === 0) return done({ duplicate: true })
    const applied = applyOrderChanges(row, news, at)
    const events = applied.map(({ change, next }): EventDraft => {
      const amountMinor = change.type === 'order.refunded' ? change.amountMinor : row.amountMinor
      return orderEvent(change.type, next, paid, amountMinor)
    })
    const { next = row } = applied.at(-1) ?? {}
    return done({ duplicate: false }, { set: [setRow(orderRef(row._id), next)], events })
  } catch (error) {
    if (error instanceof DomainError) return refused(error)
    throw error
  }
}
