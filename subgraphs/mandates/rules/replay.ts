/**
 * Decides past payments again under another policy, with the same evaluation and with limits used up as under that policy.
 * Pure. A denied payment does not count in the windows, so a tighter policy may allow a later payment that the actual
 * limits refused.
 */
import { windowKeys } from '../../shared/limitWindows.ts'
import type { Decision, PolicyReason } from './decision.ts'
import { type EvaluatedMandate, evaluatePolicy, type PaidMerchant } from './evaluatePolicy.ts'

export type ReplayOutcome = 'allow' | 'approval_required' | 'deny'

export interface ReplayedPayment {
  readonly at: Date
  readonly usdMicro: bigint
  readonly merchant: Omit<PaidMerchant, 'status'>
  readonly sharers?: readonly Omit<PaidMerchant, 'status'>[]
  /** A failed payment does not count in the limits. */
  readonly status: 'pending' | 'completed' | 'failed'
}

export interface Replayed<P> {
  readonly payment: P
  readonly outcome: ReplayOutcome
  readonly reason: PolicyReason | null
  readonly message: string
}

/**
 * @param from payments before it only fill the windows
 * @returns replays the next payments: each oldest first, and the parts too
 */
export function createReplay(mandate: Omit<EvaluatedMandate, 'status' | 'expiresAt'>, from: Date) {
  const inForce: EvaluatedMandate = { ...mandate, status: 'active', expiresAt: null }
  const spent = new Map<string, bigint>()

  /** Null: only for the windows. */
  function replay<P extends ReplayedPayment>(payment: P): Replayed<P> | null {
    const { at, usdMicro, merchant, sharers = [] } = payment
    const { day, month } = windowKeys(at, mandate.limitTimezone)
    const usage = (key: string) => ({ net: spent.get(key) ?? 0n, reserved: 0n })
    const decision = evaluatePolicy({
      ...{ at, usdMicro, merchant, sharers, mandate: inForce, thresholdSatisfied: false },
      usage: { day: usage(day), month: usage(month) },
    })
    if (decision.outcome !== 'deny' && payment.status !== 'failed')
      for (const key of [day, month]) spent.set(key, (spent.get(key) ?? 0n) + usdMicro)
    return at >= from ? { payment, ...outcomeOf(decision) } : null
  }

  return <P extends ReplayedPayment>(payments: readonly P[]): Replayed<P>[] =>
    payments.flatMap((payment) => replay(payment) ?? [])
}

function outcomeOf({ outcome, violations, message }: Decision): Omit<Replayed<never>, 'payment'> {
  const of = outcome === 'deny' || outcome === 'approval_required' ? outcome : 'allow'
  return { outcome: of, reason: violations[0]?.reason ?? null, message }
}
