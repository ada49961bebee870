/**
 * What a screening found, judged a second time (domain 4.2, 4.4): the weights of all checks, and the outcome of their sum.
 */
export interface Check {
  readonly name: string
  readonly outcome: string
  readonly score: number | bigint
  readonly evidence: Readonly<Record<string, unknown>>
}

type Outcome = 'pass' | 'review' | 'deny'

export interface Assessment {
  readonly outcome: Outcome
  readonly score: number
  readonly level: 'low' | 'medium' | 'high' | 'critical'
}

/** By check: what it weighs, and what it decides whatever the sum is. */
const WEIGHTS: Readonly<Record<string, readonly [score: number, outcome: Outcome]>> = {
  ...{ sanctions_address: [100, 'deny'], sanctions_name: [100, 'deny'] },
  ...{ mixer: [70, 'review'], name_similarity: [50, 'review'], travel_rule_information_missing: [0, 'review'] },
  ...{ velocity_count: [30, 'pass'], velocity_amount: [25, 'pass'], structuring: [60, 'pass'] },
  ...{ new_counterparty: [15, 'pass'], round_amount: [10, 'pass'], pass_through: [35, 'pass'], dormant: [20, 'pass'] },
  ...{ high_risk_category: [20, 'pass'], one_hop_exposure: [60, 'pass'], homograph: [40, 'pass'] },
  ...{ return_rate_unauthorized: [60, 'review'], return_rate_administrative: [60, 'review'] },
  ...{ return_rate_overall: [60, 'review'], unexpected_outflow: [60, 'review'] },
  ...{ payment_reorganized: [60, 'review'], transfer_differs: [60, 'review'] },
  ...{ payment_to_self_loop: [20, 'pass'], uncategorized_merchant: [10, 'pass'] },
}
const [REVIEW_FROM, DENY_FROM, MOST] = [60, 85, 100]

/** Which check does not weigh what it should; null: each does. */
export function wrongWeight(checks: readonly Check[]): string | null {
  for (const { name, score, outcome } of checks) {
    const known = WEIGHTS[name]
    if (known === undefined) return `the check ${name} is unknown`
    if (Number(score) !== known[0] || outcome !== known[1])
      return `${name} counts ${score} and ${outcome} instead of ${known.join(' and ')}`
  }
  return null
}

/** By a person: all checks of a name, or what one list says of one entry and one name. */
export type Cleared = string | Readonly<Record<'name' | 'list' | 'entry' | 'screenedName', string | undefined>>

export function covers(cleared: Cleared, { name, evidence }: Check): boolean {
  if (typeof cleared === 'string') return cleared === name
  const { list, screened_name, listed_uid, listed_name, list_version } = evidence
  const entry = list === undefined ? undefined : (listed_uid ?? listed_name ?? list_version)
  return (
    cleared.name === name &&
    [list, entry, screened_name].every((one, at) => one === [cleared.list, cleared.entry, cleared.screenedName][at])
  )
}

/** @param cleared of these only what denies by itself still counts */
export function assess(checks: readonly Check[], cleared: readonly Cleared[] = []): Assessment {
  const counting = checks.filter((check) => check.outcome === 'deny' || !cleared.some((one) => covers(one, check)))
  const sum = counting.reduce((total, { score }) => total + Number(score), 0)
  const score = Math.min(MOST, sum)
  const level = score >= 90 ? 'critical' : score >= 70 ? 'high' : score >= 40 ? 'medium' : 'low'
  const decided = (['deny', 'review'] as const).find((one) => counting.some(({ outcome }) => outcome === one))
  const bySum = score >= DENY_FROM ? 'deny' : score >= REVIEW_FROM ? 'review' : 'pass'
  return { outcome: decided ?? bySum, score, level }
}
