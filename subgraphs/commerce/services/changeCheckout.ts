/** Makes, changes and cancels checkout sessions (domain A.14). Prices come from the feed, as it is in the commit. */

import { CHECKOUT_CURRENCY } from '../../shared/acp.ts'
import { composeParts } from '../../shared/commit/compose.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart, Ref, State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { EventDraft } from '../../shared/events.ts'
import { parseMetadata } from '../../shared/fields.ts'
import type { CheckoutId } from '../../shared/ids.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { type CheckoutRow, checkoutRef } from '../models/checkouts.ts'
import { merchantRef } from '../models/merchants.ts'
import type { CommerceDeps } from '../ports.ts'
import { pendingRefusal } from '../rules/charges.ts'
import { closedRefusal, type LineInput, SESSION_LIFE_MS, severalMerchants, splitLines } from '../rules/checkouts.ts'
import { withDetails } from './makeOrder.ts'
import { stopReads, stopRefusal } from './purchaseStops.ts'
import { getCheckout } from './readCheckouts.ts'
import { findOffer, offerOf, pricing, refusing, sellerOf } from './sellers.ts'

interface Kept {
  readonly checkout: CheckoutRow
  readonly replayed: boolean
}

interface CheckoutInput {
  readonly items: readonly LineInput[]
  readonly merchantId?: string | null | undefined
  readonly metadata?: unknown
  readonly details?: unknown
}

/** @throws DomainError invalid_request: unknown product, quantity below 1, products of several merchants */
export async function createCheckout(
  deps: CommerceDeps,
  principal: Principal,
  input: CheckoutInput,
  key: RequestKey | null = null,
): Promise<Kept> {
  const id = deps.newId('checkout')
  const ref = checkoutRef(id)
  const prepare = async () => {
    const caller = requireCaller(principal)
    const { orgId, mode } = caller
    const lines = splitLines(input.items)
    const metadata = parseMetadata(input.metadata)
    const details = parseMetadata(input.details, 'details')
    const offer = await findOffer(deps, caller, lines, input.merchantId ?? null)
    const { merchant } = offer
    const { _id: merchantId } = merchant
    const purchase = { orgId, mode, merchant, walletId: caller.kind === 'agent' ? caller.walletId : null }
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: id, resource: { type: 'checkout', id } } as const),
      reads: () => ({ guard: [merchantRef(merchantId), ...stopReads(purchase)], newIds: [ref] }),
      decide(state: State, at: Date): Verdict<CheckoutRow> {
        const stopped = stopRefusal(deps, state, purchase, at)
        if (stopped !== null) return refused(stopped)
        return pricing(state, offer, (prices) => {
          const row: Omit<CheckoutRow, '_id' | 'v'> = {
            ...{ orgId, mode, agentId: caller.kind === 'agent' ? caller.agentId : null, merchantId },
            ...{ ...prices, status: 'open', metadata, details, tokenIds: [] },
            ...{ orderId: null, paymentId: null, expiresAt: new Date(at.getTime() + SESSION_LIFE_MS) },
            ...{ createdAt: at, updatedAt: at },
          }
          return done<CheckoutRow>({ ...row, _id: id, v: 1 }, { insert: [insertRow(ref, row)] })
        })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { checkout: settled.answer, replayed: false }
  return { checkout: await getCheckout(deps, principal, settled.replayedId), replayed: true }
}

interface CheckoutChange {
  readonly id: string
  readonly items?: readonly LineInput[] | null | undefined
  readonly details?: unknown
}

/** While it is open. Shared tokens that were issued stay: their cap is checked at pay. */
export async function updateCheckout(
  deps: CommerceDeps,
  principal: Principal,
  input: CheckoutChange,
  key: RequestKey | null = null,
): Promise<Kept> {
  const prepare = async () => {
    const caller = requireCaller(principal)
    const found = await getCheckout(deps, caller, input.id)
    const { lines = null, merchantId = null } = input.items == null ? {} : splitLines(input.items)
    if (merchantId !== null && merchantId !== found.merchantId) throw severalMerchants('items')
    const details = input.details === undefined ? undefined : parseMetadata(input.details, 'details')
    const merchant = await sellerOf(deps, found.merchantId)
    const offer = lines === null ? null : await offerOf(deps, merchant, lines)
    const walletId = found.agentId === null ? null : await deps.tokens.findWallet(caller, found.agentId)
    const purchase = { orgId: found.orgId, mode: found.mode, merchant, walletId }
    const read = [...(offer === null ? [] : [merchantRef(merchant._id)]), ...stopReads(purchase)]
    return changing(found, read, (state, row, at) => {
      const stopped = stopRefusal(deps, state, purchase, at)
      if (stopped !== null) return refused(stopped)
      const change = (prices: object) => {
        const said = details === undefined ? {} : { details: parseMetadata({ ...row.details, ...details }, 'details') }
        const next: CheckoutRow = { ...row, ...prices, ...said, updatedAt: at }
        return done<CheckoutRow>({ ...next, v: row.v + 1 }, { set: [setRow(checkoutRef(row._id), next)] })
      }
      return offer === null ? refusing(() => change({})) : pricing(state, offer, change)
    })
  }
  return keep(deps, principal, await submitPrepared(deps.commit, prepare, key))
}

/** With its open shared tokens, whose money is available again. @throws DomainError not_found, conflict */
export async function cancelCheckout(
  deps: CommerceDeps,
  principal: Principal,
  input: { readonly id: string; readonly details?: unknown },
  key: RequestKey | null = null,
): Promise<Kept> {
  const prepare = async () => {
    const found = await getCheckout(deps, requireCaller(principal), input.id)
    const tokens = await revokeParts(deps, found)
    const closing = changing(found, [], (_state, row, at) => {
      // A token that was issued meanwhile is to be revoked, too.
      if (row.tokenIds.length !== found.tokenIds.length) return { kind: 'stale' }
      const next = { ...withRoomFor(row, input.details), status: 'canceled' as const, updatedAt: at }
      const set = [setRow(checkoutRef(row._id), next)]
      return done<CheckoutRow>({ ...next, v: row.v + 1 }, { set, events: [canceledEvent(next)] })
    })
    const parts = composeParts([closing, ...tokens])
    return {
      ...closing,
      ...({ priority: 'control', ...STOP } as const),
      reads: parts.reads,
      decide(state: State, at: Date): Verdict<CheckoutRow> {
        const verdict = parts.decide(state, at)
        return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[0] as CheckoutRow } : verdict
      },
    }
  }
  return keep(deps, principal, await submitPrepared(deps.commit, prepare, key))
}

function canceledEvent({ _id, agentId, merchantId, totalMinor, status }: CheckoutRow): EventDraft {
  return {
    ...{ type: 'checkout.canceled', resourceId: _id, ...(agentId === null ? {} : { agentId }) },
    data: {
      ...{ session_id: _id, merchant_id: merchantId, status, amount_minor: totalMinor, currency: CHECKOUT_CURRENCY },
    },
  }
}

/** A cancellation never fails for what is said beside it. */
function withRoomFor(row: CheckoutRow, details: unknown): CheckoutRow {
  try {
    return withDetails(row, parseMetadata(details, 'details'))
  } catch {
    return row
  }
}

/** Of all shared tokens of a session but one. */
export function revokeParts(
  { tokens }: Pick<CommerceDeps, 'tokens'>,
  { tokenIds }: CheckoutRow,
  except: string | null = null,
): Promise<IntentPart<boolean>[]> {
  return Promise.all(tokenIds.filter((id) => id !== except).map((id) => tokens.revokePart(id)))
}

/** An intent on a session that is open. */
function changing(
  found: CheckoutRow,
  reads: readonly Ref[],
  decide: (state: State, row: CheckoutRow, at: Date) => Verdict<CheckoutRow>,
) {
  const { _id: id, orgId, mode } = found
  return {
    ...({ priority: 'spend', orgId, mode, resourceId: id, resource: { type: 'checkout', id } } as const),
    reads: () => ({ guard: [checkoutRef(id), ...reads] }),
    decide(state: State, at: Date): Verdict<CheckoutRow> {
      const row = requireRow(state, checkoutRef(id))
      const closed = closedRefusal(row, at) ?? pendingRefusal(row)
      return closed === null ? decide(state, row, at) : refused(closed)
    },
  }
}

async function keep(
  deps: CommerceDeps,
  principal: Principal,
  settled: { readonly answer: CheckoutRow } | { readonly replayedId: string },
): Promise<Kept> {
  if ('answer' in settled) return { checkout: settled.answer, replayed: false }
  return { checkout: await getCheckout(deps, principal, settled.replayedId as CheckoutId), replayed: true }
}
