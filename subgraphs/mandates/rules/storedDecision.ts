/**
 * The form in which a decision is stored with a payment: rules that passed without a figure are left out, so that the
 * record stays small; reading restores them.
 */
import { type Decision, POLICY_RULES, type RuleOutcome } from './decision.ts'

export type StoredDecision = Omit<Decision, 'violations'>

export function packDecision(decision: Decision): StoredDecision {
  const { violations: _violations, ...kept } = decision
  return { ...kept, rules: decision.rules.filter(({ passed, limit }) => !passed || limit !== null) }
}

export function unpackDecision(stored: StoredDecision): StoredDecision {
  const known = new Map(stored.rules.map((rule) => [rule.rule, rule]))
  const rules: RuleOutcome[] = POLICY_RULES.map(
    (rule) =>
      known.get(rule) ?? {
        rule,
        passed: true,
        reason: null,
        limit: null,
        actual: null,
        remaining: null,
        resetsAt: null,
      },
  )
  return { ...stored, rules }
}
