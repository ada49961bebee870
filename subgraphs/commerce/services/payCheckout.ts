/**
 * Pays a checkout session with its shared token (domain A.14). Where no processor is asked: charge, payment, order, session,
 * ledger and events in one commit, so that there is never a charge without an order. Where one is: what is to be charged is
 * stored and kept reserved in a first commit, the processor is asked, and its verdict is the second. The money then moves as
 * every payment, once.
 */
import { composeParts } from '../../shared/commit/compose.ts'
import { boundTo } from '../../shared/commit/keyRows.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { DomainError, invariant } from '../../shared/errors.ts'
import { type ChargeId, isId, type OrderId } from '../../shared/ids.ts'
import { type Pause, type Principal, requireCaller } from '../../shared/principal.ts'
import type { ChargeRow } from '../models/charges.ts'
import type { OrderRow } from '../models/orders.ts'
import type { CommerceDeps } from '../ports.ts'
import { ASK_WAIT_MS } from '../rules/charges.ts'
import { revokeParts } from './changeCheckout.ts'
import { askAbout } from './charges/askAbout.ts'
import { beginCharge } from './charges/beginCharge.ts'
import { requireCharge } from './charges/settleCharge.ts'
import { orderPart } from './makeOrder.ts'
import { findPresented, type PayInput, whileOpen } from './presentToken.ts'
import { getOrder } from './readCheckouts.ts'

/** `unanswered`: the processor has not answered, and is asked again. */
export type Paid = ({ readonly order: OrderRow } | { readonly unanswered: ChargeRow }) & { readonly replayed: boolean }

/**
 * @throws DomainError shared_token_invalid, shared_token_used, shared_token_expired, amount_exceeds_cap, payment_declined,
 * conflict, and those of the gates
 */
export async function payCheckout(
  deps: CommerceDeps,
  principal: Principal,
  input: PayInput,
  key: RequestKey | null = null,
  pause: Pause = (wait) => wait(),
): Promise<Paid> {
  if (deps.processor === null) return payAtOnce(deps, principal, input, key)
  // Until the charge has ended there is no answer that a repetition could get.
  const marks: Parameters<RequestKey['note']>[0][] = []
  const held = key && {
    ...key,
    waitMs: key.waitMs + ASK_WAIT_MS + deps.processor.waitMs,
    note: (mark: (typeof marks)[number]) => void marks.push(mark),
  }
  const tellKey = () => {
    for (const mark of marks.splice(0)) key?.note(mark)
  }
  try {
    const begun = await beginCharge(deps, principal, input, held)
    const [charge, replayed] =
      'answer' in begun
        ? [await pause(() => askAbout(deps, begun.answer)), false]
        : [await madeBy(deps, begun.replayedId), true]
    if (!('status' in charge) || charge.status !== 'pending' || replayed) tellKey()
    return await paidBy(deps, principal, charge, { replayed, isKeyed: key !== null })
  } catch (error) {
    tellKey()
    throw error
  }
}

/** What a key has made: an order at once, or a charge. */
async function madeBy(deps: CommerceDeps, id: string): Promise<ChargeRow | { readonly orderId: OrderId }> {
  return isId('order', id) ? { orderId: id } : requireCharge(deps, id as ChargeId)
}

async function paidBy(
  deps: CommerceDeps,
  principal: Principal,
  charge: ChargeRow | { readonly orderId: OrderId },
  { replayed, isKeyed }: { readonly replayed: boolean; readonly isKeyed: boolean },
): Promise<Paid> {
  if (!('status' in charge) || charge.status === 'approved')
    return { order: await getOrder(deps, principal, charge.orderId), replayed }
  if (charge.status === 'pending') return { unanswered: charge, replayed }
  const { failure, paymentId } = charge
  invariant(failure !== null, `charge ${charge._id} has failed without a reason`)
  const bound = isKeyed ? boundTo({ resource: { type: 'payment', id: paymentId } }) : {}
  const details = { ...failure.details, charge_id: charge._id, payment_id: paymentId, ...bound }
  throw new DomainError(failure.type, failure.message, details)
}

async function payAtOnce(
  deps: CommerceDeps,
  principal: Principal,
  input: PayInput,
  key: RequestKey | null,
): Promise<Paid> {
  const [orderId, paymentId] = [deps.newId('order'), deps.newId('payment')]
  let isFirst = true
  const prepare = async () => {
    if (!isFirst) deps.tokens.refresh(requireCaller(principal).orgId)
    isFirst = false
    const presented = await findPresented(deps, principal, input)
    const { caller, checkout, holdId, details } = presented
    const request = { holdId, sessionId: checkout._id, paymentId, orderId, amountMinor: checkout.totalMinor }
    const charge = await deps.tokens.prepareCharge(caller, request, input.tell)
    const others = await revokeParts(deps, checkout, holdId)
    const all = composeParts([charge, orderPart(checkout, { orderId, paymentId }, details), ...others])
    const { orgId, mode } = checkout
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: orderId, resource: { type: 'order', id: orderId } } as const),
      reads: all.reads,
      decide(state: State, at: Date): Verdict<OrderRow> {
        const verdict = whileOpen(checkout, state, at, all.decide)
        return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[1] as OrderRow } : verdict
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  deps.tokens.wake()
  if ('answer' in settled) return { order: settled.answer, replayed: false }
  const made = await madeBy(deps, settled.replayedId)
  return paidBy(deps, principal, made, { replayed: true, isKeyed: true })
}
