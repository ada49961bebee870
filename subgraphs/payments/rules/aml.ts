/**
 * The rules against money laundering (domain 4.4): one table of weights over the figures of a spend. Each rule that applies
 * scores, and names the figures that it rests on; screening adds them up. Pure.
 */

import { isHighRisk, UNCATEGORIZED } from '../../shared/categories.ts'
import type { WalletPosition } from '../../shared/commit/positions.ts'
import { lookAlike } from '../../shared/homographs.ts'
import { formatUsd, USD_MICRO } from '../../shared/money.ts'
import type { AnySpend, PayeeFacts, ScreeningCheck } from '../../shared/spend.ts'
import { TRAVEL_RULE } from './screening.ts'
import { afterOutflow, countSince, countSpend, DAY_MS, HOUR_MS, spentBefore, spentInDay } from './spendActivity.ts'
import { formatParties } from './travelRule.ts'

const usd = (dollars: bigint): bigint => dollars * USD_MICRO

/** From this amount on it matters whether a payee was paid before, in USD micro units. */
export const NEW_COUNTERPARTY_MIN = usd(500n)
/** A deposit from this amount on is watched, in tokens; one that is no dollar counts like one. */
export const INFLOW_MIN_TOKENS = 1_000n

const LARGE = usd(1_000n)
const ROUND = usd(100n)
const VELOCITY_MAX = 20
const MEAN_FACTOR = 5n
const HISTORY_DAYS_MIN = 7
const PATTERN_COUNT = 3
const DORMANT_DAYS = 90
/** The thresholds of the law, beside those of the mandate. */
const FIXED_THRESHOLDS = { usd_3000: usd(3_000n), usd_10000: usd(10_000n) } as const

/** What the rules look at; counts and sums include the spend itself. */
export interface AmlFigures {
  /** USD micro units, as every amount here. */
  readonly usdMicro: bigint
  /** At most one more than the rule allows. */
  readonly countInHour: number
  readonly spentInDay: bigint
  /** Over the days before today; null: too few of them. */
  readonly before: { readonly usdMicro: bigint; readonly days: number } | null
  /** The threshold that the spend, and this many of the last day with it, are just below; null: none. */
  readonly justBelow: { readonly threshold: string; readonly limit: bigint; readonly count: number } | null
  readonly isKnownPayee: boolean
  /** Of a day; 0: the spend is not round. */
  readonly roundCount: number
  /** The deposit of the last hour of which most has left again, in token units; null: none. */
  readonly passedThrough: { readonly arrived: bigint; readonly left: bigint } | null
  /** Days since the last spend; null: it was the first. */
  readonly idleDays: number | null
  /** Of the merchant, where it is one of high risk. */
  readonly highRiskCategory: string | null
  /** The list on which somebody stands who has sent the payee money. */
  readonly exposedTo: string | null
  /** What the domain of the merchant looks like; null: like nothing else. */
  readonly looksLike: string | null
  /** Of an hour; 0: the payee is no wallet of the same agent. */
  readonly toOwnCount: number
  readonly isUncategorized: boolean
  /** The amount from which the payee has to be known by name; null: it is, or need not be. */
  readonly untold: NonNullable<PayeeFacts['untold']> | null
}

interface AmlRule {
  readonly name: string
  readonly score: number
  /** review: it needs one whatever the sum is; absent: only the sum counts. */
  readonly outcome?: 'review'
  /** The figures that explain it; null: it does not apply. */
  readonly evidence: (figures: AmlFigures) => ScreeningCheck['evidence'] | null
}

const when = (applies: boolean, evidence: () => ScreeningCheck['evidence']) => (applies ? evidence() : null)

/** The default weights, and the travel rule, which has none. A mixer, and a list that denies, are findings of the lists. */
export const AML_RULES: readonly AmlRule[] = [
  {
    name: 'velocity_count',
    score: 30,
    evidence: ({ countInHour: count }) =>
      when(count > VELOCITY_MAX, () => ({ count, limit: VELOCITY_MAX, window: '1h' })),
  },
  {
    name: 'velocity_amount',
    score: 25,
    evidence: ({ spentInDay: total, before }) =>
      before !== null && total > LARGE && total * BigInt(before.days) > MEAN_FACTOR * before.usdMicro
        ? {
            ...{ total_usd: formatUsd(total), daily_mean_usd: formatUsd(before.usdMicro / BigInt(before.days)) },
            ...{ factor: Number(MEAN_FACTOR), days: before.days, window: '24h' },
          }
        : null,
  },
  {
    name: 'structuring',
    score: 60,
    evidence: ({ justBelow }) =>
      justBelow !== null && justBelow.count >= PATTERN_COUNT
        ? {
            ...{ count: justBelow.count, limit: PATTERN_COUNT - 1, window: '24h' },
            ...{ threshold: justBelow.threshold, threshold_usd: formatUsd(justBelow.limit) },
          }
        : null,
  },
  {
    name: 'new_counterparty',
    score: 15,
    evidence: ({ isKnownPayee, usdMicro }) =>
      when(!isKnownPayee && usdMicro >= NEW_COUNTERPARTY_MIN, () => ({
        ...{ amount_usd: formatUsd(usdMicro), limit_usd: formatUsd(NEW_COUNTERPARTY_MIN) },
      })),
  },
  {
    name: 'round_amount',
    score: 10,
    evidence: ({ roundCount: count, usdMicro }) =>
      when(count >= PATTERN_COUNT, () => ({
        ...{ count, limit: PATTERN_COUNT - 1, window: '24h', amount_usd: formatUsd(usdMicro) },
      })),
  },
  {
    name: 'pass_through',
    score: 35,
    evidence: ({ passedThrough }) =>
      passedThrough === null
        ? null
        : { arrived: formatUsd(passedThrough.arrived), left: formatUsd(passedThrough.left), window: '1h' },
  },
  {
    name: 'dormant',
    score: 20,
    evidence: ({ idleDays, usdMicro }) =>
      idleDays !== null && idleDays >= DORMANT_DAYS && usdMicro >= LARGE
        ? { idle_days: idleDays, limit_days: DORMANT_DAYS, amount_usd: formatUsd(usdMicro) }
        : null,
  },
  {
    name: 'high_risk_category',
    score: 20,
    evidence: ({ highRiskCategory: category }) => (category === null ? null : { category }),
  },
  {
    name: 'one_hop_exposure',
    score: 60,
    evidence: ({ exposedTo }) => (exposedTo === null ? null : { list_version: exposedTo }),
  },
  {
    name: 'homograph',
    score: 40,
    evidence: ({ looksLike }) => (looksLike === null ? null : { looks_like: looksLike }),
  },
  {
    name: 'payment_to_self_loop',
    score: 20,
    evidence: ({ toOwnCount: count }) =>
      when(count >= PATTERN_COUNT, () => ({ count, limit: PATTERN_COUNT - 1, window: '1h' })),
  },
  {
    name: 'uncategorized_merchant',
    score: 10,
    evidence: ({ isUncategorized }) => when(isUncategorized, () => ({ category: UNCATEGORIZED })),
  },
  {
    name: TRAVEL_RULE,
    score: 0,
    outcome: 'review',
    evidence: ({ untold, usdMicro }) => (untold === null ? null : untoldEvidence(untold, usdMicro)),
  },
]

const AML_NAMES = new Set(AML_RULES.map(({ name }) => name))

/** What the travel rule misses of a spend of that amount. */
export const untoldCheck = (untold: NonNullable<PayeeFacts['untold']>, usdMicro: bigint): ScreeningCheck => ({
  ...{ name: TRAVEL_RULE, outcome: 'review', score: 0, evidence: untoldEvidence(untold, usdMicro) },
})

function untoldEvidence({ parties, from }: NonNullable<AmlFigures['untold']>, usdMicro: bigint) {
  return {
    missing: formatParties(parties),
    ...{ amount_usd: formatUsd(usdMicro), limit_usd: formatUsd(from) },
  }
}

/**
 * Those of rules of this table, which were scored once, of a spend that is prepared again; what lists find is looked up again.
 * The travel rule is asked again where only the price of now reaches its amount.
 */
export function scoredBefore(
  {
    usdMicro,
    screening,
  }: { readonly usdMicro: bigint; readonly screening?: { readonly checks?: readonly ScreeningCheck[] } },
  now: { readonly usdMicro: bigint; readonly payee?: PayeeFacts | undefined },
): ScreeningCheck[] {
  const scored = (screening?.checks ?? []).filter(({ name }) => AML_NAMES.has(name))
  const untold = now.payee?.untold
  if (untold === undefined || usdMicro >= untold.from) return scored
  return [...scored, untoldCheck(untold, now.usdMicro)]
}

/** The rules that apply, in the order of the table. */
export function scoreFigures(figures: AmlFigures): ScreeningCheck[] {
  return AML_RULES.flatMap(({ name, score, outcome, evidence }): ScreeningCheck[] => {
    const found = evidence(figures)
    return found === null ? [] : [{ name, outcome: outcome ?? 'pass', score, evidence: found }]
  })
}

function firstOf<T, R>(all: readonly T[], find: (one: T) => R | null): R | null {
  for (const one of all) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
}

type Wallet = Pick<WalletPosition, 'walletId' | 'agentId' | 'mandate' | 'activity' | 'inflows'>
type Facts = Pick<AnySpend, 'usdMicro' | 'amount' | 'merchant' | 'sharers'> & { readonly payee: PayeeFacts }

export function amlFigures(wallet: Wallet, spend: Facts, at: Date): AmlFigures {
  const { usdMicro, merchant, payee, sharers = [] } = spend
  const named = merchant === null ? sharers : [merchant, ...sharers]
  const { activity } = wallet
  const policy = wallet.mandate?.policy ?? null
  const last = activity?.recent.at(-1)
  const withThis = (mark: string, windowMs: number) => countSince(activity?.marks[mark], windowMs, at) + 1
  const category = merchant?.category ?? null
  const before = activity === undefined ? null : spentBefore(activity, at)
  return {
    usdMicro,
    countInHour: countSince(activity?.recent, HOUR_MS, at) + 1,
    spentInDay: (activity === undefined ? 0n : spentInDay(activity, at)) + usdMicro,
    before: before === null || before.days < HISTORY_DAYS_MIN ? null : before,
    justBelow: mostOf(
      thresholdsAbove(wallet, usdMicro).map(([threshold, limit]) => ({
        ...{ threshold, limit, count: withThis(`below_${threshold}`, DAY_MS) },
      })),
    ),
    isKnownPayee: payee.isKnown,
    roundCount: isRound(usdMicro) ? withThis(MARKS.round, DAY_MS) : 0,
    passedThrough: passedThrough(wallet, spend, at),
    idleDays: last === undefined ? null : Math.floor((at.getTime() - last.getTime()) / DAY_MS),
    highRiskCategory: named.find((one) => isHighRisk(one.category))?.category ?? null,
    exposedTo: payee.exposedTo,
    looksLike: firstOf(named, ({ domain }) => domain && lookAlike(domain, policy?.allowedMerchants ?? [])),
    toOwnCount: isOwn(wallet, payee) ? withThis(MARKS.own, HOUR_MS) : 0,
    isUncategorized:
      category === UNCATEGORIZED &&
      policy !== null &&
      policy.blockedCategories.length > 0 &&
      policy.allowedCategories.length === 0,
    untold: payee.untold ?? null,
  }
}

/** The position after the spend was accepted or parked. */
export function countedIn<W extends Wallet>(wallet: W, spend: Facts, at: Date): W {
  const { usdMicro, payee, amount } = spend
  const marks = [
    ...thresholdsAbove(wallet, usdMicro).map(([threshold]) => `below_${threshold}`),
    ...(isRound(usdMicro) ? [MARKS.round] : []),
    ...(isOwn(wallet, payee) ? [MARKS.own] : []),
  ]
  const { inflows, activity } = wallet
  const left = inflows === undefined ? {} : { inflows: afterOutflow(inflows, amount, at) }
  return { ...wallet, ...left, activity: countSpend(activity, { usdMicro, marks }, at) }
}

const MARKS = { round: 'round', own: 'to_own_wallet' } as const

const isRound = (usdMicro: bigint): boolean => usdMicro >= LARGE && usdMicro % ROUND === 0n

const isOwn = ({ walletId, agentId }: Wallet, { wallet: payee }: PayeeFacts): boolean =>
  payee !== null && (payee.walletId === walletId || (agentId !== null && payee.agentId === agentId))

/** Those of which the amount is above 80 % and below 100 %. */
function thresholdsAbove({ mandate }: Wallet, usdMicro: bigint): (readonly [name: string, limit: bigint])[] {
  const { approvalThreshold = null, maxPerTransaction = null } = mandate?.policy ?? {}
  const own = { approval_threshold: approvalThreshold, max_per_transaction: maxPerTransaction }
  return Object.entries({ ...own, ...FIXED_THRESHOLDS }).flatMap(([name, limit]) =>
    limit !== null && usdMicro < limit && usdMicro * 5n > limit * 4n ? [[name, limit] as const] : [],
  )
}

/** The first of the highest count. */
function mostOf<T extends { readonly count: number }>(found: readonly T[]): T | null {
  return found.reduce<T | null>((most, one) => (most === null || one.count > most.count ? one : most), null)
}

/** Tokens have six places like the amounts in dollars. */
function passedThrough({ inflows = [] }: Wallet, { amount }: Facts, at: Date): AmlFigures['passedThrough'] {
  const after = afterOutflow(inflows, amount, at).filter(({ token }) => token === amount.token)
  const found = after.find(({ units, out }) => out * 10n >= units * 9n)
  return found === undefined ? null : { arrived: found.units, left: found.out }
}
