/**
 * The gates that mandates own: kill switch (5), mandate state (9) and policy (11). Pure: they decide on positions that
 * the same commit guards, so what they read still holds when it is written.
 */

import { isDeepStrictEqual } from 'node:util'
import type { EndedMandate, MandateInForce, WalletPosition } from '../shared/commit/positions.ts'
import { count } from '../shared/conduct.ts'
import { DomainError } from '../shared/errors.ts'
import type { EventDraft } from '../shared/events.ts'
import { windowKeys } from '../shared/limitWindows.ts'
import { endedBefore, mandateEnd } from '../shared/mandateEnds.ts'
import { formatAmount } from '../shared/money.ts'
import type { AnySpend, Gate, GateVerdict, PolicyDecision } from '../shared/spend.ts'
import { openWindows } from '../shared/spendingLimits.ts'
import type { Stoppable } from '../shared/stoppable.ts'
import { BY_VIOLATIONS, freeze } from '../shared/walletEvents.ts'
import type { Decision } from './rules/decision.ts'
import { evaluatePolicy } from './rules/evaluatePolicy.ts'
import { switchRefusal } from './rules/killSwitches.ts'
import { type Policy, storedPolicy } from './rules/policy.ts'
import { shapeRule } from './rules/shapes.ts'
import { packDecision } from './rules/storedDecision.ts'

const PASS: GateVerdict = { kind: 'pass' }
const reads = (): readonly [] => []
const VIOLATIONS_TO_FREEZE = 10
const VIOLATION_WINDOW_MS = 10 * 60_000
/** From here on each refusal warns of the freeze. */
const VIOLATIONS_WARNED = 5

const killSwitch: Gate<Stoppable> = {
  name: 'kill_switch',
  isAskedInAdvance: true,
  reads,
  decide(state, spend, at) {
    const error = switchRefusal(state, spend, at)
    return error === null ? PASS : refuse(error)
  },
}

type UnderMandate = Pick<AnySpend, 'walletId' | 'acceptedUnder' | 'requestedUnder'>

const mandateState: Gate<UnderMandate> = {
  name: 'mandate_state',
  reads,
  decide({ wallet }, spend, at) {
    const mandate = wallet?.mandate ?? null
    if (wallet === null || mandate === null)
      return refuse(
        new DomainError('mandate_missing', 'No mandate covers this wallet. The organization has to write one.', {
          wallet_id: spend.walletId,
        }),
      )
    const earlier = endOfItsOwn(wallet, spend)
    if (earlier !== null) return refuse(replacedAfterItsEnd(earlier))
    const details = { mandate_id: mandate.mandateId, mandate_version: mandate.version }
    const end = mandateEnd(mandate, at)
    if (end === 'revoked')
      return refuse(
        new DomainError(
          'mandate_revoked',
          'The mandate was revoked. The organization has to write a new one.',
          details,
        ),
      )
    if (end === 'expired')
      return refuse(
        new DomainError('mandate_expired', 'The mandate has expired. The organization has to write a new one.', {
          ...details,
          expired_at: mandate.expiresAt?.toISOString(),
        }),
      )
    return PASS
  },
}

/** Null: it is new, or the mandate that it was accepted or parked under has not ended for it. */
function endOfItsOwn(wallet: WalletPosition, { acceptedUnder, requestedUnder }: UnderMandate): EndedMandate | null {
  const under = acceptedUnder ?? requestedUnder ?? null
  const end = under === null ? null : endedBefore(wallet, under)
  return acceptedUnder == null && end?.status !== 'revoked' ? null : end
}

/** It was accepted under this one, and another is in force by now. */
function replacedAfterItsEnd({ mandateId, status }: EndedMandate): DomainError {
  const details = { mandate_id: mandateId }
  return status === 'revoked'
    ? new DomainError(
        'mandate_revoked',
        'Its mandate was revoked, and another one is in force. Send it again.',
        details,
      )
    : new DomainError(
        'mandate_expired',
        'Its mandate has expired, and another one is in force. Send it again.',
        details,
      )
}

const policy: Gate<AnySpend> = {
  name: 'policy',
  reads,
  decide(state, spend, at) {
    const { wallet, isApproved } = state
    if (wallet === null || wallet.mandate === null) return PASS
    const { decision, outcome } = decidePolicy(wallet, wallet.mandate, { ...spend, thresholdSatisfied: isApproved }, at)
    if (decision.outcome !== 'deny') return { kind: 'pass', decision: outcome }
    const counted = countViolation(count(wallet, at, 'attempts', 'violations'), at)
    return {
      kind: 'refuse',
      decision: outcome,
      error: violationError(decision, wallet.mandate, counted.left),
      wallet: counted.wallet,
      events: [violationEvent(decision, wallet, spend, at), ...counted.events],
    }
  },
}

export const mandateGates = { killSwitch, mandateState, policy } as const

function decidePolicy(
  wallet: WalletPosition,
  mandate: MandateInForce,
  spend: Pick<AnySpend, 'usdMicro' | 'merchant' | 'sharers'> & { readonly thresholdSatisfied: boolean },
  at: Date,
) {
  const keys = windowKeys(at, mandate.limitTimezone)
  const { day, month } = openWindows(wallet, keys)
  const none = { net: 0n, reserved: 0n }
  const decision = evaluatePolicy({
    at,
    mandate: {
      mandateId: mandate.mandateId,
      version: mandate.version,
      status: mandate.status,
      expiresAt: mandate.expiresAt,
      policy: internPolicy(mandate),
      limitTimezone: mandate.limitTimezone,
    },
    usdMicro: spend.usdMicro,
    merchant: spend.merchant ?? { domain: null, merchantId: null, category: 'uncategorized', status: 'active' },
    ...(spend.sharers && { sharers: spend.sharers }),
    usage: { day: day ?? none, month: month ?? none },
    thresholdSatisfied: spend.thresholdSatisfied,
  })
  const outcome: PolicyDecision = {
    outcome: decision.outcome,
    stored: packDecision(decision),
    mandateId: mandate.mandateId,
    mandateVersion: mandate.version,
    // With a clock that lags behind, a spend counts in the window that is already open.
    dayKey: day?.key ?? keys.day,
    monthKey: month?.key ?? keys.month,
  }
  return { decision, outcome }
}

const POLICIES_MAX = 10_000
const interned = new Map<string, Policy>()

/**
 * One object for each mandate version, because the compiled policy is cached by object. A version seen in a batch that
 * never committed can reappear with another policy, so the content is compared as well as the number.
 */
function internPolicy(mandate: MandateInForce): Policy {
  const key = `${mandate.mandateId}/${mandate.version}`
  const known = interned.get(key)
  const policy = storedPolicy(mandate.policy)
  if (known !== undefined && isSamePolicy(known, policy)) return known
  if (interned.size >= POLICIES_MAX) interned.delete(interned.keys().next().value as string)
  interned.set(key, policy)
  return policy
}

/** Field by field: cheaper than a deep comparison for every spend. */
function isSamePolicy(a: Policy, b: Policy): boolean {
  return (
    a.maxPerTransaction === b.maxPerTransaction &&
    a.dailyLimit === b.dailyLimit &&
    a.monthlyLimit === b.monthlyLimit &&
    a.approvalThreshold === b.approvalThreshold &&
    isDeepStrictEqual(a.allowedMerchants, b.allowedMerchants) &&
    isDeepStrictEqual(a.allowedCategories, b.allowedCategories) &&
    isDeepStrictEqual(a.blockedCategories, b.blockedCategories) &&
    isDeepStrictEqual(a.timeWindows, b.timeWindows)
  )
}

/** @param left violations left before the wallet is frozen; 0: this one froze it */
function violationError(decision: Decision, mandate: MandateInForce, left: number): DomainError {
  const [first] = decision.violations
  // The violation that freezes the wallet is refused with its own rule, so the message has to mention the freeze.
  const within = `${VIOLATIONS_TO_FREEZE} refusals within ${VIOLATION_WINDOW_MS / 60_000} minutes`
  const frozen = ` After ${within} the wallet is frozen now. An administrator can unfreeze it.`
  const warned = left > VIOLATIONS_WARNED ? '' : ` The wallet is frozen after ${within}; ${left} are left.`
  return new DomainError('policy_violation', `${decision.message}${left === 0 ? frozen : warned}`, {
    rule: first?.rule,
    reason: first?.reason,
    limit: first?.limit,
    actual: first?.actual,
    remaining: first?.remaining,
    ...(first?.window === undefined ? {} : { window: first.window }),
    resets_at: first?.resetsAt,
    mandate_id: mandate.mandateId,
    mandate_version: mandate.version,
    violations: decision.violations.map(shapeRule),
    violations_left: left,
    violations_window_seconds: VIOLATION_WINDOW_MS / 1_000,
  })
}

function violationEvent(decision: Decision, wallet: WalletPosition, spend: AnySpend, at: Date): EventDraft {
  const [first] = decision.violations
  return {
    type: 'policy.violated',
    resourceId: wallet.walletId,
    walletId: wallet.walletId,
    ...(wallet.agentId === null ? {} : { agentId: wallet.agentId }),
    data: {
      wallet_id: wallet.walletId,
      agent_id: wallet.agentId,
      mandate_id: decision.mandateId,
      mandate_version: decision.mandateVersion,
      rule: first?.rule,
      reason: first?.reason,
      violations: decision.violations.map(shapeRule),
      amount: formatAmount(spend.amount),
      token: spend.amount.token,
      ...(spend.chain === undefined ? {} : { chain: spend.chain }),
      merchant: spend.merchant?.domain ?? spend.toText,
      occurred_at: at.toISOString(),
    },
  }
}

/** The tenth violation within ten minutes freezes the wallet: its agent is probably trying to bypass the mandate. */
function countViolation(
  wallet: WalletPosition,
  at: Date,
): { wallet: WalletPosition; events: EventDraft[]; left: number } {
  const since = at.getTime() - VIOLATION_WINDOW_MS
  const violations = [...wallet.violations.filter((one) => one.getTime() > since), at]
  const left = Math.max(0, VIOLATIONS_TO_FREEZE - violations.length)
  if (left > 0) return { wallet: { ...wallet, violations }, events: [], left }
  const reason = `${VIOLATIONS_TO_FREEZE} policy violations in 10 minutes`
  const frozen = freeze({ ...wallet, violations: [] }, { source: 'policy', by: BY_VIOLATIONS, reason, at })
  return { wallet: frozen?.next ?? { ...wallet, violations }, events: [...(frozen?.events ?? [])], left }
}

function refuse(error: DomainError): GateVerdict {
  return { kind: 'refuse', error }
}
