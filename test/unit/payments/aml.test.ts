// Domain 4.4: each rule against money laundering scores exactly from its boundary on, with the figures that explain it, over
// windows that forget; more payments never score less, and the sum ends at 100.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { AML_RULES, amlFigures, countedIn, scoredBefore, scoreFigures } from '../../../subgraphs/payments/rules/aml.ts'
import { judge } from '../../../subgraphs/payments/rules/screening.ts'
import { withInflow } from '../../../subgraphs/payments/rules/spendActivity.ts'
import { beneficiaryOf, parseBeneficiary, untoldParties } from '../../../subgraphs/payments/rules/travelRule.ts'
import type { WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { lookAlike } from '../../../subgraphs/shared/homographs.ts'
import type { PayeeFacts, ScreeningCheck, Spend } from '../../../subgraphs/shared/spend.ts'
import { ORIGINATOR } from '../../support/originator.ts'
import { NOON, positionRows } from '../commit/spendWorld.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const USD = 1_000_000n
const usd = (dollars: number) => BigInt(Math.round(dollars * 1_000_000))
const after = (ms: number) => new Date(NOON.getTime() + ms)

const KNOWN: PayeeFacts = { isKnown: true, wallet: null, exposedTo: null }
type Facts = Pick<Spend, 'usdMicro' | 'amount' | 'merchant'> & { readonly payee: PayeeFacts }

const spendOf = (usdMicro: bigint, more: Partial<Facts> = {}): Facts => ({
  ...{ usdMicro, amount: { units: usdMicro, token: 'USDC' }, merchant: null, payee: KNOWN, ...more },
})

function walletWith(policy: Partial<Policy> = {}): WalletPosition {
  const wallet = positionRows(0, 1)[1]?.row as WalletPosition
  const mandate = { ...(wallet.mandate as NonNullable<WalletPosition['mandate']>), policy: { ...NO_POLICY, ...policy } }
  return { ...wallet, mandate }
}

/** Payments one after another, as their commits count them. */
function payEach(wallet: WalletPosition, payments: readonly (readonly [usdMicro: bigint, ms: number])[]) {
  return payments.reduce((before, [usdMicro, ms]) => countedIn(before, spendOf(usdMicro), after(ms)), wallet)
}

const score = (wallet: WalletPosition, spend: Facts, ms = 0) => scoreFigures(amlFigures(wallet, spend, after(ms)))
const found = (checks: readonly ScreeningCheck[], name: string) => checks.find((one) => one.name === name) ?? null
const times = (count: number, each: (index: number) => readonly [bigint, number]) =>
  Array.from({ length: count }, (_, index) => each(index))

test('the weights are those of the table', () => {
  expect(Object.fromEntries(AML_RULES.map(({ name, score: weight }) => [name, weight]))).toEqual({
    ...{ velocity_count: 30, velocity_amount: 25, structuring: 60, new_counterparty: 15, round_amount: 10 },
    ...{ pass_through: 35, dormant: 20, high_risk_category: 20, one_hop_exposure: 60, homograph: 40 },
    ...{ payment_to_self_loop: 20, uncategorized_merchant: 10 },
    travel_rule_information_missing: 0,
  })
})

describe('velocity_count', () => {
  const paid = (count: number) =>
    payEach(
      walletWith(),
      times(count, (index) => [USD, index]),
    )

  test('the 20th payment of an hour scores nothing, the 21st 30 with its figures, and passes', () => {
    expect(score(paid(19), spendOf(USD), 1_000)).toEqual([])
    const checks = score(paid(20), spendOf(USD), 1_000)
    expect(checks).toEqual([
      { name: 'velocity_count', outcome: 'pass', score: 30, evidence: { count: 21, limit: 20, window: '1h' } },
    ])
    expect(judge(checks)).toMatchObject({ outcome: 'pass', riskScore: 30 })
  })

  test('a payment of an hour ago does not count any more', () => {
    const wallet = payEach(
      walletWith(),
      times(20, (index) => [USD, index]),
    )
    expect(found(score(wallet, spendOf(USD), HOUR - 1), 'velocity_count')).not.toBeNull()
    expect(found(score(wallet, spendOf(USD), HOUR), 'velocity_count')).toBeNull()
  })

  test('what it keeps of a wallet is bounded, however much it pays', () => {
    const wallet = payEach(
      walletWith(),
      times(3_000, (index) => [usd(2_999), index * 20 * MINUTE]),
    )
    const { recent, hours, days, marks } = wallet.activity as NonNullable<WalletPosition['activity']>
    expect([recent.length, hours.length, days.length, marks.below_usd_3000?.length]).toEqual([20, 25, 31, 2])
  })
})

describe('velocity_amount', () => {
  const week = (days: number) =>
    payEach(
      walletWith(),
      times(days, (index) => [usd(300), index * DAY]),
    )

  test('more than five times the daily mean, from the seventh day of history on', () => {
    expect(found(score(week(6), spendOf(usd(5_000)), 6 * DAY), 'velocity_amount')).toBeNull()
    // The mean of seven days is 300, of which five times are 1,500; yesterday, or what is left of it, counts with this one.
    const at = 7 * DAY + 2 * HOUR
    expect(found(score(week(7), spendOf(usd(1_500)), at), 'velocity_amount')).toBeNull()
    expect(found(score(week(7), spendOf(usd(1_500) + 1n), at), 'velocity_amount')).toMatchObject({
      score: 25,
      evidence: { total_usd: '1500.000001', daily_mean_usd: '300.00', factor: 5, days: 7, window: '24h' },
    })
  })

  test('not below 1,000 USD', () => {
    const quiet = payEach(walletWith(), [[USD, 0]])
    expect(found(score(quiet, spendOf(usd(1_000)), 8 * DAY), 'velocity_amount')).toBeNull()
    expect(found(score(quiet, spendOf(usd(1_000) + 1n), 8 * DAY), 'velocity_amount')).not.toBeNull()
  })
})

describe('structuring', () => {
  const below = (wallet: WalletPosition, amount: number, earlier = [amount, amount], ms = 2 * MINUTE) =>
    found(
      score(
        payEach(
          wallet,
          earlier.map((one, index) => [usd(one), index * MINUTE]),
        ),
        spendOf(usd(amount)),
        ms,
      ),
      'structuring',
    )

  test('the third payment above 80 % and below 100 % of a threshold, both exclusive', () => {
    const inside = { score: 60, evidence: { count: 3, limit: 2, window: '24h' } }
    expect(below(walletWith(), 2_400)).toBeNull()
    expect(below(walletWith(), 2_400.01)).toMatchObject({ ...inside })
    expect(below(walletWith(), 2_999.99)).toMatchObject({
      evidence: { threshold: 'usd_3000', threshold_usd: '3000.00' },
    })
    expect(below(walletWith(), 3_000)).toBeNull()
    expect(below(walletWith(), 9_999)).toMatchObject({ evidence: { threshold: 'usd_10000' } })
    expect(below(walletWith({ approvalThreshold: usd(25) }), 24)).toMatchObject({
      evidence: { threshold: 'approval_threshold', threshold_usd: '25.00' },
    })
    expect(below(walletWith({ maxPerTransaction: usd(50) }), 45)).toMatchObject({
      evidence: { threshold: 'max_per_transaction' },
    })
  })

  test('two are none, and neither are three below two thresholds, or over more than a day', () => {
    expect(below(walletWith(), 2_900, [2_900])).toBeNull()
    expect(below(walletWith(), 2_900, [2_900, 9_000])).toBeNull()
    expect(below(walletWith(), 2_900, [2_900, 2_900], DAY - 1)).not.toBeNull()
    expect(below(walletWith(), 2_900, [2_900, 2_900], DAY)).toBeNull()
  })

  test('alone it asks for a review', () => {
    const wallet = payEach(
      walletWith(),
      times(2, (index) => [usd(2_950), index]),
    )
    expect(judge(score(wallet, spendOf(usd(2_950)), 5))).toMatchObject({ outcome: 'review', riskScore: 60 })
  })
})

test('new_counterparty: from 500 USD on, to somebody who was never paid', () => {
  const payee = { ...KNOWN, isKnown: false }
  expect(score(walletWith(), spendOf(usd(500) - 1n, { payee }))).toEqual([])
  expect(score(walletWith(), spendOf(usd(500), { payee }))).toMatchObject([{ name: 'new_counterparty', score: 15 }])
  expect(score(walletWith(), spendOf(usd(500)))).toEqual([])
})

test('round_amount: the third multiple of 100 USD from 1,000 USD on within a day', () => {
  const two = payEach(
    walletWith(),
    times(2, (index) => [usd(1_000), index]),
  )
  expect(score(two, spendOf(usd(1_100)), DAY - 1)).toMatchObject([{ name: 'round_amount', score: 10 }])
  for (const [amount, ms] of [
    [usd(1_100) + 1n, 5],
    [usd(900), 5],
    [usd(1_100), DAY + 1],
  ] as const)
    expect(score(two, spendOf(amount), ms)).toEqual([])
})

describe('pass_through', () => {
  const funded = (tokens: bigint): WalletPosition => ({
    ...walletWith(),
    inflows: withInflow([], { units: tokens * USD, token: 'USDC' }, NOON),
  })

  test('90 % of a deposit within the hour, in one payment or several', () => {
    expect(score(funded(2_000n), spendOf(usd(1_800) - 1n))).toEqual([])
    expect(score(funded(2_000n), spendOf(usd(1_800)), HOUR - 1)).toMatchObject([
      { name: 'pass_through', score: 35, evidence: { arrived: '2000.00', left: '1800.00', window: '1h' } },
    ])
    expect(score(funded(2_000n), spendOf(usd(1_800)), HOUR)).toEqual([])
    const half = countedIn(funded(2_000n), spendOf(usd(950)), NOON)
    expect(score(half, spendOf(usd(850)), 1)).toMatchObject([{ name: 'pass_through' }])
    expect(score(funded(2_000n), spendOf(usd(1_800), { amount: { units: usd(1_800), token: 'EURC' } }))).toEqual([])
  })

  test('many deposits are kept as few, and all of their money counts', () => {
    const amount = { units: usd(1_000), token: 'USDC' } as const
    const inflows = times(50, (index) => [0n, index]).reduce(
      (kept, [, ms]) => withInflow(kept, amount, after(ms)),
      [] as readonly NonNullable<WalletPosition['inflows']>[number][],
    )
    expect(inflows).toHaveLength(8)
    expect(inflows.reduce((sum, { units }) => sum + units, 0n)).toBe(usd(50_000))
  })
})

test('sums that no row can hold stay as large as one can: nobody hides behind an overflow', () => {
  const largest = (10n ** 12n - 1n) * USD
  const deposit = withInflow([], { units: largest, token: 'USDC' }, NOON)
  const wallet = payEach(
    { ...walletWith(), inflows: deposit },
    times(40, (index) => [largest, index]),
  )
  const sums = [...(wallet.activity?.hours ?? []), ...(wallet.activity?.days ?? [])].map(({ usdMicro }) => usdMicro)
  const flows = (wallet.inflows ?? []).map(({ out }) => out)
  const merged = times(40, (index) => [0n, index]).reduce(
    (kept, [, ms]) => withInflow(kept, { units: largest, token: 'USDC' }, after(ms)),
    [] as readonly NonNullable<WalletPosition['inflows']>[number][],
  )
  for (const stored of [...sums, ...flows, ...merged.map(({ units }) => units)])
    expect([stored > 0n, BigInt.asIntN(64, stored)]).toEqual([true, stored])
})

test('dormant: 90 days without a payment, then 1,000 USD or more', () => {
  const idle = payEach(walletWith(), [[USD, 0]])
  const names = (amount: bigint, ms: number) => score(idle, spendOf(amount), ms).map(({ name }) => name)
  expect(names(usd(1_000), 90 * DAY)).toContain('dormant')
  expect(names(usd(1_000), 90 * DAY - 1)).not.toContain('dormant')
  expect(names(usd(999), 90 * DAY)).not.toContain('dormant')
  expect(score(walletWith(), spendOf(usd(1_000)))).toEqual([])
})

test('what is known of the payee: a category of high risk, money from a listed address, a wallet of the same agent', () => {
  const merchant = { merchantId: null, domain: 'shop.example.com', category: 'gambling', status: 'active' } as const
  expect(score(walletWith(), spendOf(USD, { merchant }))).toMatchObject([
    { name: 'high_risk_category', score: 20, evidence: { category: 'gambling' } },
  ])
  expect(score(walletWith(), spendOf(USD, { payee: { ...KNOWN, exposedTo: 'sdn-1' } }))).toMatchObject([
    { name: 'one_hop_exposure', score: 60, evidence: { list_version: 'sdn-1' } },
  ])
  const wallet = walletWith()
  const own = spendOf(USD, { payee: { ...KNOWN, wallet: { walletId: 'wal_other', agentId: wallet.agentId } } })
  const twice = countedIn(countedIn(wallet, own, NOON), own, NOON)
  expect(score(countedIn(wallet, own, NOON), own, 1)).toEqual([])
  expect(score(twice, own, 1)).toMatchObject([{ name: 'payment_to_self_loop', score: 20, evidence: { count: 3 } }])
  expect(score(twice, own, HOUR)).toEqual([])
})

test('uncategorized_merchant: 10 where a policy only blocks categories', () => {
  const merchant = {
    merchantId: null,
    domain: 'shop.example.com',
    category: 'uncategorized',
    status: 'active',
  } as const
  const scored = (policy: Partial<Policy>, more: object = { merchant }) =>
    score(walletWith(policy), spendOf(USD, more)).map(({ name }) => name)
  expect(scored({ blockedCategories: ['gambling'] })).toEqual(['uncategorized_merchant'])
  expect(scored({ blockedCategories: ['gambling'], allowedCategories: ['software'] })).toEqual([])
  expect(scored({})).toEqual([])
  // An address without a merchant has no category at all.
  expect(scored({ blockedCategories: ['gambling'] }, {})).toEqual([])
})

describe('the travel rule', () => {
  const untold = { merchant: null, beneficiary: null, originator: null }
  const min = usd(3_000)

  test('whom it misses needs a review, whatever the risk', () => {
    expect(untoldParties(untold)).toEqual(['originator', 'beneficiary'])
    expect(untoldParties({ ...untold, originator: ORIGINATOR })).toEqual(['beneficiary'])
    const payee = { ...KNOWN, untold: { parties: ['beneficiary'] as const, from: min } }
    const checks = score(walletWith(), spendOf(min, { payee }))
    expect(checks).toMatchObject([
      { name: 'travel_rule_information_missing', score: 0, evidence: { limit_usd: '3000.00', missing: 'beneficiary' } },
    ])
    expect(judge(checks)).toMatchObject({ outcome: 'review', reason: 'travel_rule_information_missing', riskScore: 0 })
  })

  test('the caller names an address, the registry a merchant, whatever the caller says', () => {
    const beneficiary = { name: 'Payee Ltd', country: 'US' }
    const registered = {
      merchantId: 'mrc_1',
      domain: 'shop.example.com',
      category: 'software',
      status: 'active',
    } as const
    const merchant = { ...registered, legalName: 'Shop Inc.', country: null }
    const originator = ORIGINATOR
    expect(untoldParties({ merchant: null, beneficiary, originator })).toEqual([])
    expect(untoldParties({ merchant, beneficiary: null, originator })).toEqual([])
    expect(beneficiaryOf({ merchant, beneficiary })).toEqual({ name: 'Shop Inc.', country: null })
    expect(untoldParties({ merchant: registered, beneficiary: null, originator })).toEqual(['beneficiary'])
  })

  test('it is asked again only where the price of now is the first that reaches its amount', () => {
    const payee = { ...KNOWN, untold: { parties: ['beneficiary'] as const, from: min } }
    const now = { usdMicro: min + 1n, payee }
    expect(scoredBefore({ usdMicro: min - 1n }, now)).toMatchObject([
      { name: 'travel_rule_information_missing', outcome: 'review', evidence: { missing: 'beneficiary' } },
    ])
    // Parked above it before: it was asked then, or there was no such rule yet.
    expect(scoredBefore({ usdMicro: min }, now)).toEqual([])
    expect(scoredBefore({ usdMicro: min - 1n }, { usdMicro: min + 1n, payee: KNOWN })).toEqual([])
  })

  test('a name needs a country, and only countries are countries', () => {
    expect(parseBeneficiary({ name: ' Payee Ltd ', country: 'us' })).toEqual({ name: 'Payee Ltd', country: 'US' })
    expect(parseBeneficiary(null)).toBeNull()
    for (const [input, path] of [
      [{ name: '', country: 'US' }, 'beneficiary.name'],
      [{ name: 'x'.repeat(201), country: 'US' }, 'beneficiary.name'],
      [{ name: 'Payee Ltd', country: 'XQ' }, 'beneficiary.country'],
    ] as const)
      expect(() => parseBeneficiary(input)).toThrow(path)
  })
})

test('homograph: mixed scripts, or the picture of an allowed domain', () => {
  const ascii = (text: string) => new URL(`http://${text}`).hostname
  expect(lookAlike(ascii('pаypal.com'), [])).toBe('mixed scripts')
  expect(lookAlike(ascii('раураӏ.com'), ['paypal.com'])).toBe('paypal.com')
  expect(lookAlike('paypa1.com', ['*.paypal.com'])).toBe('paypal.com')
  expect(lookAlike('rnicrosoft.com', ['microsoft.com'])).toBe('microsoft.com')
  for (const honest of ['paypal.com', 'www.paypal.com', 'pay.paypal.com', 'example.com', ascii('münchen.de')])
    expect(lookAlike(honest, ['paypal.com', 'münchen.de'])).toBeNull()
})

describe('the sum', () => {
  const names = AML_RULES.map(({ name, score: weight }) => ({
    name,
    outcome: 'pass' as const,
    score: weight,
    evidence: {},
  }))

  test('ends at 100, and its bands are exact', () => {
    expect(judge(names)).toMatchObject({ riskScore: 100, outcome: 'deny', reason: 'aml_risk' })
    const of = (score: number) => judge([{ name: 'rule', outcome: 'pass', score, evidence: {} }]).outcome
    expect([of(59), of(60), of(84), of(85)]).toEqual(['pass', 'review', 'review', 'deny'])
  })

  test('more payments of the last hour never score less', () => {
    const policy = { approvalThreshold: usd(25), maxPerTransaction: usd(5_000) }
    const amounts = fc.constantFrom(1, 24, 24.5, 999, 1_000, 1_100, 2_900, 4_500)
    const payments = fc.array(fc.tuple(amounts, fc.nat(HOUR - 2)), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(payments, amounts, fc.nat(60), fc.boolean(), (all, amount, dropped, isOld) => {
        const history: [bigint, number][] = isOld
          ? (times(9, (day) => [usd(20), (day - 9) * DAY] as const) as never)
          : [[USD, -HOUR * 2]]
        const sorted = all.map(([one, ms]) => [usd(one), ms] as [bigint, number]).sort((a, b) => a[1] - b[1])
        const fewer = sorted.filter((_, index) => index !== dropped % sorted.length)
        const risk = (list: [bigint, number][]) =>
          judge(score(payEach(walletWith(policy), [...history, ...list]), spendOf(usd(amount)), HOUR - 1)).riskScore
        expect(risk(sorted)).toBeGreaterThanOrEqual(risk(fewer))
      }),
      { numRuns: 300 },
    )
  })
})

test('what a case has cleared covers a check by its finding, and by its name alone in rows of earlier releases', () => {
  const evidence = { list: 'own', list_version: '2', listed_name: 'A', screened_name: 'B' }
  const check: ScreeningCheck = { name: 'name_similarity', outcome: 'review', score: 50, evidence }
  const seen = { name: 'name_similarity', list: 'own', entry: 'A', screenedName: 'B' }
  for (const one of ['name_similarity', seen]) expect(judge([check], [one]).outcome).toBe('pass')
  for (const other of [{ list: 'other' }, { entry: 'C' }, { screenedName: 'D' }])
    expect(judge([check], [{ ...seen, ...other }]).outcome).toBe('review')
})
