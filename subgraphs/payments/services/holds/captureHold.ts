/**
 * Captures a hold (domain 2.1), once, whole or in part: the captured amount goes in flight as a payment, the rest is
 * available again and leaves the limits. Policy and limits were decided when the hold was placed; whatever stops money
 * decides again.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invalidField } from '../../../shared/errors.ts'
import { parseText } from '../../../shared/fields.ts'
import type { OrderId, PaymentId } from '../../../shared/ids.ts'
import { holdCapturedJournal } from '../../../shared/ledger/postings.ts'
import { formatUnits, parseAmount } from '../../../shared/money.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import type { Gate, Spend } from '../../../shared/spend.ts'
import { settleReservation } from '../../../shared/spendingLimits.ts'
import { type HoldRow, holdRef } from '../../models/holds.ts'
import { keptScreening, partiesOf, payeeOf } from '../../models/keptScreening.ts'
import { type PaymentRow, paymentRef } from '../../models/payments.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { capturedUsd, endedRefusal, expiredHold, isHoldOver, nextHoldStage } from '../../rules/holds.ts'
import { paymentEvent } from '../../rules/paymentEvents.ts'
import { screeningIdOf } from '../../rules/screening.ts'
import { guardsOf } from '../../rules/spendState.ts'
import { askGates, readSpendState, readsOfGates } from '../authorizeSpend.ts'
import { DESTINATION } from '../paymentRequests.ts'
import { openRoute } from '../prepareSpend.ts'
import type { Tell } from '../refusals/refusalLog.ts'
import { refreshPrepared, reservedGas } from '../submitPayment.ts'
import { screenSpend } from '../walletOwners.ts'
import { holdReads, subjectOfHold, voidWrites } from './holdEnds.ts'
import { heldSpend } from './holdSpend.ts'
import { payeeRefusal } from './payeeRefusal.ts'
import { findOwnHold } from './readHolds.ts'

export interface CaptureInput {
  readonly holdId: string
  readonly amount?: string | null | undefined
  readonly to?: string | null | undefined
  /** Told what is asked for, once the hold is known. */
  readonly tell?: Tell
}

export type CaptureDeps = PaymentsDeps & { readonly captureGates: readonly Gate[] }

/**
 * @throws DomainError not_found, hold_not_capturable, hold_expired, invalid_request (above the hold), no_route (no
 * address), and those of the gates
 */
export async function captureHold(
  deps: CaptureDeps,
  principal: Principal,
  input: CaptureInput,
  key: RequestKey | null = null,
): Promise<{ readonly hold: HoldRow; readonly replayed: boolean }> {
  const paymentId = deps.newId('payment')
  let isFirst = true
  const prepare = async () => {
    const caller = requireCaller(principal)
    if (!isFirst) refreshPrepared(deps, caller.orgId)
    isFirst = false
    const hold = await findOwnHold(deps, caller, input.holdId)
    if (hold.sessionId !== undefined) throw chargedOnly(hold)
    const amount = parseCaptured(hold, input.amount)
    const { walletId, token, chain, toText, merchant } = hold
    input.tell?.({ walletId, amount: { units: amount, token }, chain, to: toText, merchant })
    const payee = await destinationOf(deps, hold, input.to)
    return captureIntent(deps, {
      ...{ paymentId, amount, hold },
      spend: await prepareCapture(deps, caller, { hold, amount, paymentId, payee }),
    })
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  deps.wakeSettlement()
  return { hold: await findOwnHold(deps, principal, input.holdId), replayed: !('answer' in settled) }
}

function parseCaptured(hold: HoldRow, text: string | null | undefined): bigint {
  if (text == null) return hold.amount
  const { units } = parseAmount(text, hold.token, 'amount')
  if (units > hold.amount)
    throw invalidField(
      'amount',
      'above_hold',
      `must be at most the held ${formatUnits(hold.amount, hold.token)} ${hold.token}.`,
    )
  return units
}

function chargedOnly({ sessionId }: HoldRow): DomainError {
  const details = { reason: 'shared_token', session_id: sessionId }
  const message = `The hold is for a shared token: only the payment of checkout session ${sessionId} captures it.`
  return new DomainError('hold_not_capturable', message, details)
}

/** The address that is paid, and how those who are paid at it stand now. */
interface Payee extends Pick<Spend, 'merchant' | 'sharers' | 'merchantsVersion'> {
  readonly to: string
}

/** The address fixed with the hold; else one of its merchant, so that nobody else is paid in its name. */
async function destinationOf(deps: PaymentsDeps, hold: HoldRow, named: string | null | undefined): Promise<Payee> {
  const wanted = named == null ? null : parseText(named, DESTINATION('to'))
  if (hold.to !== '') {
    if (wanted !== null && wanted.toLowerCase() !== hold.to.toLowerCase())
      throw invalidField('to', 'fixed', `was fixed when the hold was placed: ${hold.to}.`)
    return payeeAt(deps, hold, hold.to)
  }
  const { orgId, mode, chain, toText } = hold
  deps.merchants.refresh(orgId)
  const to = wanted ?? toText
  const found = await deps.merchants.resolve({
    orgId,
    mode,
    chain,
    to,
    ...(wanted === null ? {} : { merchant: toText }),
  })
  if (!('address' in found.destination) || found.merchant?.merchantId !== hold.merchantId)
    throw new DomainError('no_route', `The merchant has no payout address on ${chain}. Register one first.`, {
      ...{ reason: 'merchant_has_no_address_on_chain', token: hold.token, chain },
    })
  const { address } = found.destination
  const refusal = await payeeRefusal(deps, hold, address)
  if (refusal !== null) throw refusal
  return payeeAt(deps, hold, address, found.merchantsVersion)
}

/**
 * Its merchants may have been blocked since the hold was placed.
 * @param version of the registry in which the address was found: whoever has read it anew since does not make that newer
 */
export async function payeeAt(
  { merchants }: Pick<PaymentsDeps, 'merchants'>,
  hold: HoldRow,
  to: string,
  version = Number.POSITIVE_INFINITY,
): Promise<Payee> {
  const { orgId, mode, chain, merchantId, merchant: domain, category } = hold
  const at = await merchants.resolve({ orgId, mode, chain, to })
  const own = merchantId === null ? null : await merchants.resolve({ orgId, mode, chain, to: merchantId })
  const named: Spend['merchant'] =
    own?.merchant ??
    (merchantId === null && domain === null ? null : { merchantId, domain, category, status: 'active' })
  const others = [at.merchant, ...(at.sharers ?? [])].filter((one) => one !== null)
  const sharers = others.filter((one) => one.merchantId !== merchantId)
  const merchantsVersion = Math.min(version, at.merchantsVersion, own?.merchantsVersion ?? version)
  return { to, merchant: named, merchantsVersion, ...(sharers.length === 0 ? {} : { sharers }) }
}

interface CaptureRequest {
  readonly hold: HoldRow
  readonly amount: bigint
  readonly paymentId: PaymentId
  readonly payee: Payee
}

/** The part that is captured, as the gates see it. */
export async function prepareCapture(
  deps: PaymentsDeps,
  caller: Caller,
  { hold, amount, paymentId, payee: { to, merchant, sharers, merchantsVersion } }: CaptureRequest,
): Promise<Spend> {
  // Its owner as of now, not as when it was placed.
  const { owner: _, ...paid } = payeeOf({ ...hold, to, amount })
  const screening = await screenSpend(deps, hold.walletId, { ...paid, orgId: hold.orgId })
  const gas = deps.gasQuotes?.(hold.mode, hold.chain, { to, units: amount })
  return {
    ...heldSpend(hold, caller),
    to,
    amount: { units: amount, token: hold.token },
    usdMicro: capturedUsd(hold, amount),
    route: openRoute(deps, hold, { to, units: amount }),
    ...{ merchant, merchantsVersion, ...(sharers && { sharers }) },
    screening: { ...screening, screeningId: screeningIdOf(paymentId) },
    ...(gas === undefined ? {} : { gas }),
  }
}

export interface Capture {
  readonly paymentId: PaymentId
  readonly amount: bigint
  readonly spend: Spend
  readonly hold: HoldRow
  /** The order that is paid. */
  readonly orderId?: OrderId
}

function captureIntent(deps: CaptureDeps, capture: Capture): KeyedIntent<PaymentId> {
  const { paymentId, hold } = capture
  return {
    ...({ priority: 'spend', orgId: hold.orgId, mode: hold.mode, resourceId: hold._id } as const),
    resource: { type: 'payment', id: paymentId },
    reads: () => captureReads(deps, capture),
    decide: (state, at) => decide(deps, capture, state, at),
  }
}

export function captureReads({ captureGates }: Pick<CaptureDeps, 'captureGates'>, capture: Omit<Capture, 'amount'>) {
  const { spend, hold, paymentId } = capture
  const { guard, newIds } = readsOfGates(captureGates, spend)
  return {
    guard: [...guardsOf(spend), ...holdReads(hold), ...guard],
    newIds: [paymentRef(paymentId), ...newIds],
  }
}

function decide(deps: CaptureDeps, capture: Capture, state: State, at: Date): Verdict<PaymentId> {
  const row = requireRow(state, holdRef(capture.hold._id))
  const ended = endedRefusal(row, 'capture')
  if (ended !== null) return refused(ended)
  if (isHoldOver(row, at)) {
    const { writes } = voidWrites(state, row, { reason: 'expired', note: null }, at)
    return refused(expiredHold(row.expiresAt), writes)
  }
  return captureOpen(deps, capture, state, at)
}

/** What stops money decides again. @returns what the gates write where all of them pass */
export function askCapture(
  { captureGates }: Pick<CaptureDeps, 'captureGates'>,
  { spend }: Pick<Capture, 'spend'>,
  state: State,
  at: Date,
): Verdict<readonly Writes[]> {
  const spendState = readSpendState(state, spend, at)
  if (spend.merchantsVersion !== spendState.org.merchantsVersion) return { kind: 'stale' }
  const verdict = askGates(captureGates, spendState, spend, at)
  if (verdict.kind === 'stale') return verdict
  if (verdict.kind !== 'refused') return done(verdict.writes)
  const set = verdict.wallet === null ? [] : [setRow(walletRef(spend.walletId), verdict.wallet)]
  return refused(verdict.error, joinWrites([verdict.writes, { set, events: verdict.events }]))
}

/** Of a hold that is open and not over. */
export function captureOpen(
  deps: Pick<CaptureDeps, 'captureGates'>,
  capture: Capture,
  state: State,
  at: Date,
): Verdict<PaymentId> {
  const { paymentId, amount, spend, hold, orderId } = capture
  const row = requireRow(state, holdRef(hold._id))
  const verdict = askCapture(deps, capture, state, at)
  if (verdict.kind !== 'done') return verdict
  const stage = nextHoldStage(row.stage, 'capture') ?? row.stage
  const captured = { stage, isOpen: false, capturedAmount: amount, paymentId, to: spend.to ?? '' } as const
  const next: HoldRow = { ...row, ...captured, capturedAt: at, updatedAt: at }
  const payment = paymentRow(
    next,
    {
      ...{ paymentId, usdMicro: spend.usdMicro, screening: keptScreening(spend), ...reservedGas(spend) },
      ...(orderId === undefined ? {} : { orderId }),
    },
    at,
  )
  const wallet = walletRef(row.walletId)
  const rest = { ...row, usdMicro: row.usdMicro - spend.usdMicro }
  return {
    kind: 'done',
    answer: paymentId,
    writes: joinWrites([
      {
        set: [
          setRow(holdRef(row._id), next),
          setRow(wallet, settleReservation(requireRow(state, wallet), rest, 'release')),
        ],
        insert: [insertRow(paymentRef(paymentId), payment)],
        journals: [holdCapturedJournal(row._id, subjectOfHold(row), amount)],
        events: [paymentEvent('payment.accepted', payment)],
      },
      ...verdict.answer,
    ]),
  }
}

/** It counts in the windows of the hold, which took the limits. */
export function paymentRow(
  hold: HoldRow,
  facts: Pick<PaymentRow, 'usdMicro' | 'gasReservedWei' | 'screening' | 'orderId'> & { readonly paymentId: PaymentId },
  at: Date,
): Omit<PaymentRow, 'v'> {
  const { paymentId, ...rest } = facts
  const { orgId, mode, walletId, agentId, mandateId, mandateVersion, to, toText, merchantId, merchant, category } = hold
  const { token, chain, fx, dayKey, monthKey, purpose, decision, metadata, policyEvaluatedAt } = hold
  return {
    _id: paymentId,
    ...{ kind: 'hold', holdId: hold._id, nonceOf: hold._id, orgId, mode, walletId, agentId, mandateId, mandateVersion },
    ...{ to, toText, merchantId, merchant, category, amount: hold.capturedAmount, token, chain, ...rest, fx },
    ...{ dayKey, monthKey, purpose, status: 'pending', stage: 'queued', txHash: null, chainWork: null, attempts: [] },
    ...{ failureCode: null, failureMessage: null, failureDetails: null, decision, approvalId: null, metadata },
    ...{ policyEvaluatedAt, createdAt: at, updatedAt: at, completedAt: null },
    ...partiesOf(hold),
    ...(hold.sessionId && { sessionId: hold.sessionId }),
    ...(hold.sharers && { sharers: hold.sharers }),
  }
}
