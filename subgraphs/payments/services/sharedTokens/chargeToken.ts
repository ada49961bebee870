/**
 * Charges a shared token (domain A.14), once: what is paid goes in flight as a payment to the merchant's payout address, and
 * the rest is available again. A token that is presented after its end leaves a failed payment (specification 6.2).
 */
import type { AskRequest, ChargeRequest, FailedCharge, TellSpend } from '../../../shared/acp.ts'
import { CENT_USD_MICRO } from '../../../shared/acp.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { IntentPart, State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, notFound, type Refusal, toRefusal } from '../../../shared/errors.ts'
import { DOLLAR_RATE, fromUsdMicro } from '../../../shared/fxRates.ts'
import type { PaymentId } from '../../../shared/ids.ts'
import { type Caller, owns } from '../../../shared/principal.ts'
import { findHold, type HoldRow, holdRef } from '../../models/holds.ts'
import { paymentRef } from '../../models/payments.ts'
import { capturedUsd, isHoldOver, type VoidReason } from '../../rules/holds.ts'
import { failedPayment, failureEvents } from '../../settlement/intents/failPayment.ts'
import { askGates, readSpendState } from '../authorizeSpend.ts'
import {
  askCapture,
  type Capture,
  type CaptureDeps,
  captureOpen,
  captureReads,
  payeeAt,
  paymentRow,
  prepareCapture,
} from '../holds/captureHold.ts'
import { voidWrites } from '../holds/holdEnds.ts'
import { payeeRefusal } from '../holds/payeeRefusal.ts'

/** @throws DomainError shared_token_invalid, no_route, service_unavailable */
export async function prepareCharge(
  deps: CaptureDeps,
  ...asked: [Caller, ChargeRequest, TellSpend?]
): Promise<IntentPart<PaymentId>> {
  const [caller, { chargeId }] = asked
  const charge = await prepare(deps, ...asked)
  const payer = chargeId === undefined ? null : await payerOf(deps, caller)
  return {
    reads() {
      const { guard, newIds } = captureReads(deps, charge.capture)
      return { guard: [...guard, ...(payer?.reads ?? [])], newIds }
    },
    decide(state, at) {
      if (payer?.isOutdated(state, at) === true) return { kind: 'stale' }
      const refusal = decide(deps, charge, state, at) ?? (payer?.standing.length === 0 ? refused(withoutKey()) : null)
      return refusal ?? captureOpen(deps, charge.capture, state, at)
    },
  }
}

/** A person who has paid with a key: what was done with one that is revoked, or may only read, counts no more, as with votes. */
async function payerOf({ agents }: Pick<CaptureDeps, 'agents'>, caller: Caller) {
  if (caller.kind === 'agent') return null
  const { orgId, mode, keyId, personId } = caller
  return agents.prepareVotes({ orgId, mode, role: null }, [{ keyId, personId }])
}

function withoutKey(): DomainError {
  return new DomainError(
    'capability_denied',
    'The key that paid was revoked, or may pay no more, before the payment processor had answered.',
    { reason: 'payer_removed' },
  )
}

/**
 * Nothing is charged yet: what is reserved is kept for the charge. Nor is gas reserved, as for no hold: a budget is of one day,
 * on which the answer may not come, and the charge asks for its gas when it makes the payment.
 */
export async function prepareAsk(
  deps: CaptureDeps,
  ...asked: [Caller, AskRequest, TellSpend?]
): Promise<IntentPart<null>> {
  const charge = await prepare(deps, ...asked)
  const [, { chargeId }] = asked
  const { hold, spend } = charge.capture
  return {
    // The screening is recorded with the charge.
    reads: () => captureReads(deps, charge.capture),
    decide(state, at) {
      const refusal = decide(deps, charge, state, at)
      if (refusal !== null) return refusal
      const verdict = askCapture(deps, charge.capture, state, at)
      if (verdict.kind !== 'done') return verdict
      const row = requireRow(state, holdRef(hold._id))
      return done(null, { set: [setRow(holdRef(row._id), { ...row, chargeId, to: spend.to ?? '', updatedAt: at })] })
    },
  }
}

async function prepare(deps: CaptureDeps, caller: Caller, request: ChargeRequest, tell?: TellSpend): Promise<Charge> {
  const { holdId, sessionId, paymentId, orderId } = request
  const hold = await findHold(deps.database, holdId)
  if (hold === null || !owns(caller, hold)) throw notFound('shared token')
  if (hold.sessionId !== sessionId) throw invalidToken()
  const price = priceOf(hold, request.amountMinor)
  // Above the cap nothing is charged; the gates need an amount that the reservation covers.
  const isCovered = price <= hold.amount
  const amount = isCovered ? price : hold.amount
  const { walletId, token, chain, toText, merchant } = hold
  tell?.({ walletId, amount: { units: price, token }, chain, to: toText, merchant })
  const { address, merchantsVersion } = await payoutOf(deps, hold)
  const payee = await payeeAt(deps, hold, address, merchantsVersion)
  const spend = await prepareCapture(deps, caller, { hold, amount, paymentId, payee })
  const capture: Capture = { paymentId, amount, spend, hold, orderId }
  return { capture, request, price }
}

/** Rounded down, at the rate of the reservation, so that a price within the cap is always within what is reserved. */
function priceOf({ token, fx }: HoldRow, amountMinor: number): bigint {
  return fromUsdMicro(BigInt(amountMinor) * CENT_USD_MICRO, token, fx?.rate ?? DOLLAR_RATE).units
}

/**
 * Where its merchant is paid now: an address that it has given up is not paid any more, and none is missed that it has got
 * since the registry was read: no commit would find that outdated.
 */
async function payoutOf(deps: CaptureDeps, hold: HoldRow) {
  const { orgId, mode, chain, token, toText } = hold
  const resolve = () => deps.merchants.resolve({ orgId, mode, chain, to: toText })
  let { destination, merchantsVersion } = await resolve()
  const isOther = () => !('address' in destination) || (hold.approvalId !== null && destination.address !== hold.to)
  if (isOther()) {
    deps.merchants.refresh(orgId)
    ;({ destination, merchantsVersion } = await resolve())
  }
  if (!('address' in destination))
    throw new DomainError('no_route', `The merchant has no payout address on ${chain} any more.`, {
      ...{ reason: 'merchant_has_no_address_on_chain', token, chain },
    })
  if (isOther()) throw anotherPayee(hold, destination.address)
  const { address } = destination
  const refusal = await payeeRefusal(deps, hold, address)
  if (refusal !== null) throw refusal
  return { address, merchantsVersion }
}

/** Whoever approved it saw to which address the money goes. */
function anotherPayee({ approvalId, to }: HoldRow, address: string): DomainError {
  return new DomainError(
    'approval_required',
    'The merchant is paid at another address than the one that was approved. Authorize again, and have that approved.',
    { reason: 'approval_does_not_match', approval_id: approvalId, approved_to: to, to: address },
  )
}

type Refused = Extract<Verdict<never>, { kind: 'refused' }>

interface Charge {
  readonly capture: Capture
  readonly request: ChargeRequest
  /** In units of the token. */
  readonly price: bigint
}

/** Why the token does not pay; null: it does, as far as the gates let it. */
function decide(deps: CaptureDeps, charge: Charge, state: State, at: Date): Refused | null {
  const { capture, request } = charge
  const row = requireRow(state, holdRef(capture.hold._id))
  if (row.stage === 'captured')
    return refused(
      new DomainError('shared_token_used', 'The shared token was used: it pays once.', { payment_id: row.paymentId }),
    )
  const isKept = row.stage === 'created' && row.chargeId !== undefined
  if (isKept) return row.chargeId === request.chargeId ? withoutCapability(charge, state) : refused(keptForAnother(row))
  if (row.voidReason === 'expired' || (row.stage === 'created' && isHoldOver(row, at)))
    return refuseExpired(charge, row, state, at)
  if (row.stage !== 'created') return refuseRevoked(deps, charge, row, state, at)
  const { capMinor = 0 } = row
  if (request.amountMinor > capMinor)
    return refused(
      new DomainError(
        'amount_exceeds_cap',
        `The checkout costs ${request.amountMinor} cents, and the shared token may take ${capMinor}. Authorize a new one.`,
        { cap_minor: capMinor, amount_minor: request.amountMinor },
      ),
    )
  return null
}

/** What its agent was allowed by may have been taken from it while the payment processor was asked. Null: it was not. */
function withoutCapability({ capture: { spend } }: Charge, state: State): Refused | null {
  const { caller, walletId, access: capability } = spend
  const now = state.get(walletRef(walletId))?.agentCredentials
  if (caller.kind !== 'agent' || now?.agentId !== caller.agentId) return null
  const { capabilities: declared } = now
  if (declared.some((one) => one === capability)) return null
  const message = `The capability ${capability} was taken from the agent before the payment processor had answered.`
  return refused(new DomainError('capability_denied', message, { capability, area: capability, declared }))
}

function keptForAnother({ chargeId }: HoldRow): DomainError {
  const message =
    'The shared token is presented already, and the payment processor has not answered yet. Read the session.'
  return new DomainError('conflict', message, { reason: 'charge_pending', charge_id: chargeId })
}

/** The first time that it is presented it leaves a failed payment. */
function refuseExpired({ capture, price }: Charge, row: HoldRow, state: State, at: Date): Refused {
  const told = (paymentId: PaymentId) =>
    new DomainError(
      'shared_token_expired',
      `The shared token expired at ${row.expiresAt.toISOString()}. Authorize a new one.`,
      { expired_at: row.expiresAt.toISOString(), payment_id: paymentId },
    )
  if (row.paymentId !== null) return refused(told(row.paymentId))
  const { paymentId, spend } = capture
  const error = told(paymentId)
  const to = spend.to ?? ''
  return refused(
    error,
    uncharged(state, { ...row, to }, { paymentId, price, failure: toRefusal(error), reason: 'expired' }, at),
  )
}

/** Releases what is kept for a charge, and leaves a failed payment. */
export function failCharge(
  state: State,
  { holdId, paymentId, amountMinor, failure, isStopped, isFlagged }: FailedCharge,
  at: Date,
): Writes {
  const row = requireRow(state, holdRef(holdId))
  const reason = isStopped ? 'kill_switch' : 'charge_failed'
  return uncharged(state, row, { paymentId, price: priceOf(row, amountMinor), failure, reason, isFlagged }, at)
}

interface Uncharged {
  readonly paymentId: PaymentId
  readonly price: bigint
  readonly failure: Refusal
  readonly reason: VoidReason
  readonly isFlagged?: boolean
}

/** A failed payment instead of a charge; what is still reserved is available again. */
function uncharged(
  state: State,
  row: HoldRow,
  { paymentId, price, failure, reason, isFlagged = false }: Uncharged,
  at: Date,
): Writes {
  const ended = row.stage === 'created' ? voidWrites(state, row, { reason, note: null }, at) : null
  const { v: _, ...next } = { ...(ended?.next ?? row), paymentId, updatedAt: at }
  const facts = { paymentId, usdMicro: capturedUsd(row, price < row.amount ? price : row.amount) }
  const failed = failedPayment(state, paymentRow({ ...row, capturedAmount: price }, facts, at), failure, at)
  const others = (ended?.writes.set ?? []).filter(({ ref }) => ref.id !== row._id)
  return joinWrites([
    { ...ended?.writes, set: [...others, setRow(holdRef(row._id), next)] },
    { insert: [insertRow(paymentRef(paymentId), failed)], events: failureEvents(failed, failure, at, isFlagged) },
  ])
}

/** What has revoked it may still stop everything, which then is the answer (domain 5). */
function refuseRevoked(deps: CaptureDeps, charge: Charge, row: HoldRow, state: State, at: Date): Refused {
  const { spend } = charge.capture
  const spendState = readSpendState(state, spend, at)
  const asked = askGates(deps.captureGates, spendState, spend, at)
  if (asked.kind === 'refused' && asked.error.type !== 'insufficient_funds') return refused(asked.error)
  return refused(invalidToken(row))
}

export function invalidToken(row?: HoldRow): DomainError {
  if (row === undefined)
    return new DomainError('shared_token_invalid', 'No such shared token of this checkout session. Authorize one.', {
      reason: 'unknown_token',
    })
  return new DomainError('shared_token_invalid', 'The shared token was revoked. Authorize a new one.', {
    ...{ reason: 'revoked', void_reason: row.voidReason },
  })
}
