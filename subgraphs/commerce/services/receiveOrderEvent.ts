/**
 * Takes what a merchant tells of an order (specification 6.2): proven by its signature, and each event once. Whether an order
 * exists is told to nobody who could not sign for it.
 */
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invariant, notFound } from '../../shared/errors.ts'
import { isId } from '../../shared/ids.ts'
import { findOrders, type OrderRow, orderRef } from '../models/orders.ts'
import type { CommerceDeps } from '../ports.ts'
import { applyOrderNews, isTold, type OrderNews, parseOrderNews } from '../rules/orderNews.ts'
import { orderEvent } from '../rules/orders.ts'
import { openMerchantSecrets } from './merchantSecrets.ts'
import { isSigned } from './merchantSignature.ts'

interface Told {
  /** The body as it came, because that is what was signed. */
  readonly payload: string
  readonly signature: string
}

/** @returns whether it was told before @throws DomainError invalid_request, authentication_error, not_found, conflict */
export async function receiveOrderEvent(
  deps: CommerceDeps,
  { payload, signature }: Told,
): Promise<{ readonly duplicate: boolean }> {
  const news = parseOrderNews(payload)
  const [order = null] = isId('order', news.orderId) ? await findOrders(deps.database, [news.orderId]) : []
  const merchantId = news.merchantId ?? order?.merchantId ?? null
  const secrets = isId('merchant', merchantId) ? await openMerchantSecrets(deps, merchantId) : []
  const now = deps.clock.now()
  if (!secrets.some((secret) => isSigned(payload, signature, secret, now))) throw unsigned()
  if (order === null || order.merchantId !== merchantId) throw notFound('order')
  // Whoever has seen a signed event can repeat it for ever: that costs no commit.
  if (isTold(order, news)) return { duplicate: true }
  const { orgId, mode } = order
  const settled = await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', whileSuspended: true, orgId, mode, resourceId: order._id } as const),
    reads: () => ({ guard: [orderRef(order._id)] }),
    decide: (state: State, at: Date) => decide(requireRow(state, orderRef(order._id)), news, at),
  }))
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}

function decide(row: OrderRow, news: OrderNews, at: Date): Verdict<{ readonly duplicate: boolean }> {
  try {
    const next = applyOrderNews(row, news, at)
    if (next === null) return done({ duplicate: true })
    return done({ duplicate: false }, { set: [setRow(orderRef(row._id), next)], events: [orderEvent(news.type, next)] })
  } catch (error) {
    if (error instanceof DomainError) return refused(error)
    throw error
  }
}

function unsigned(): DomainError {
  return new DomainError(
    'authentication_error',
    'The event is not signed with the secret of the merchant. Sign the body as it is sent, in X-Service-Signature.',
    { reason: 'signature_invalid' },
  )
}
