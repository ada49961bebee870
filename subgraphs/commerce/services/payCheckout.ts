/**
 * Pays a checkout session with its shared token (domain A.14): charge, payment, order, session, ledger and events in one commit,
 * so that there is never a charge without an order. The money then moves as every payment.
 */
import type { TellSpend } from '../../shared/acp.ts'
import { composeParts } from '../../shared/commit/compose.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError } from '../../shared/errors.ts'
import type { OrderId, PaymentId } from '../../shared/ids.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { type CheckoutRow, checkoutRef } from '../models/checkouts.ts'
import { type OrderRow, orderRef } from '../models/orders.ts'
import type { CommerceDeps } from '../ports.ts'
import { closedRefusal } from '../rules/checkouts.ts'
import { orderEvent } from '../rules/orders.ts'
import { hashOfToken } from './authorizeCheckout.ts'
import { revokeParts } from './changeCheckout.ts'
import { getCheckout, getOrder } from './readCheckouts.ts'

interface PayInput {
  readonly sessionId: string
  readonly token: string
  readonly tell?: TellSpend
}

/** @throws DomainError shared_token_invalid, shared_token_used, shared_token_expired, amount_exceeds_cap, conflict, and those of the gates */
export async function payCheckout(
  deps: CommerceDeps,
  principal: Principal,
  { sessionId, token: secret, tell }: PayInput,
  key: RequestKey | null = null,
): Promise<{ readonly order: OrderRow; readonly replayed: boolean }> {
  const [orderId, paymentId] = [deps.newId('order'), deps.newId('payment')]
  let isFirst = true
  const prepare = async () => {
    const caller = requireCaller(principal)
    if (!isFirst) deps.tokens.refresh(caller.orgId)
    isFirst = false
    const checkout = await getCheckout(deps, caller, sessionId)
    const hashed = hashOfToken(secret)
    const token = hashed === null ? null : await deps.tokens.findByHash(hashed)
    if (token === null || token.sessionId !== checkout._id) throw unknownToken()
    const { orgId, mode } = checkout
    const { holdId } = token
    const request = { holdId, sessionId: checkout._id, paymentId, orderId, amountMinor: checkout.totalMinor }
    const charge = await deps.tokens.prepareCharge(caller, request, tell)
    const others = await revokeParts(deps, checkout, holdId)
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: orderId, resource: { type: 'order', id: orderId } } as const),
      ...ordering(checkout, { charge, others }, { orderId, paymentId }),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  deps.tokens.wake()
  if ('answer' in settled) return { order: settled.answer, replayed: false }
  return { order: await getOrder(deps, principal, settled.replayedId), replayed: true }
}

interface Parts {
  readonly charge: IntentPart<PaymentId>
  readonly others: readonly IntentPart<boolean>[]
}

function ordering(
  checkout: CheckoutRow,
  { charge, others }: Parts,
  ids: { readonly orderId: OrderId; readonly paymentId: PaymentId },
): IntentPart<OrderRow> {
  const ref = checkoutRef(checkout._id)
  const order: IntentPart<OrderRow> = {
    reads: () => ({ guard: [ref], newIds: [orderRef(ids.orderId)] }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const made = newOrder(row, ids, at)
      const next = { ...row, ...ids, status: 'completed' as const, updatedAt: at }
      return done(
        { ...made, v: 1 },
        {
          set: [setRow(ref, next)],
          insert: [insertRow(orderRef(ids.orderId), made)],
          events: [orderEvent('checkout.completed', made)],
        },
      )
    },
  }
  const all = composeParts([charge, order, ...others])
  return {
    reads: all.reads,
    decide(state: State, at: Date): Verdict<OrderRow> {
      const row = requireRow(state, ref)
      if (row.status === 'open' && isChanged(row, checkout)) return { kind: 'stale' }
      const verdict = all.decide(state, at)
      if (verdict.kind === 'stale') return verdict
      const closed = closedRefusal(row, at)
      // What is wrong with the token says more than that the session has ended with it.
      if (verdict.kind === 'refused') return closed !== null && !isOfToken(verdict.error) ? refused(closed) : verdict
      return closed === null ? { ...verdict, answer: verdict.answer[1] as OrderRow } : refused(closed)
    },
  }
}

/** Its price, or its tokens: what was prepared holds no longer. */
const isChanged = (row: CheckoutRow, prepared: CheckoutRow): boolean =>
  row.totalMinor !== prepared.totalMinor || row.tokenIds.length !== prepared.tokenIds.length

const isOfToken = ({ type }: DomainError): boolean => type.startsWith('shared_token_') || type === 'kill_switch_active'

function newOrder(
  row: CheckoutRow,
  { orderId, paymentId }: { readonly orderId: OrderId; readonly paymentId: PaymentId },
  at: Date,
): Omit<OrderRow, 'v'> {
  const { orgId, mode, agentId, merchantId, items, totalMinor } = row
  return {
    _id: orderId,
    ...{ orgId, mode, agentId, sessionId: row._id, merchantId, paymentId, status: 'confirmed', items },
    ...{ amountMinor: totalMinor, refundedMinor: 0, fulfillment: null, refunds: [], createdAt: at, updatedAt: at },
  }
}

/** The same for one that does not exist and for one of another session. */
function unknownToken(): DomainError {
  return new DomainError('shared_token_invalid', 'No such shared token of this checkout session. Authorize one.', {
    reason: 'unknown_token',
  })
}
