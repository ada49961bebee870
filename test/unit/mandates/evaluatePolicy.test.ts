// The decision table of domain 6.10 and the edges of the twelve rules of 6.2.
import { describe, expect, test } from 'vitest'
import {
  type EvaluatedMandate,
  evaluatePolicy,
  type PolicyInput,
} from '../../../subgraphs/mandates/rules/evaluatePolicy.ts'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { toUsdMicro } from '../../../subgraphs/shared/fxRates.ts'

const usd = (text: string) => BigInt(Math.round(Number(text) * 1e6))
const MONDAY = new Date('2026-11-16T10:00:00Z')
const SATURDAY = new Date('2026-11-21T10:00:00Z')
const POLICY: Policy = {
  ...NO_POLICY,
  maxPerTransaction: usd('100'),
  dailyLimit: usd('250'),
  monthlyLimit: usd('1000'),
  allowedMerchants: ['example.com'],
  blockedCategories: ['gambling'],
  approvalThreshold: usd('80'),
  timeWindows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00', tz: 'UTC' }],
}

function spend(
  amount: string,
  changes: Partial<Omit<PolicyInput, 'mandate'>> & {
    mandate?: Partial<EvaluatedMandate> | null
    merchant?: PolicyInput['merchant']
  } = {},
) {
  const { mandate, ...rest } = changes
  return evaluatePolicy({
    at: MONDAY,
    usdMicro: usd(amount),
    merchant: { domain: 'example.com', merchantId: null, category: 'software' },
    usage: { day: { net: 0n, reserved: 0n }, month: { net: 0n, reserved: 0n } },
    thresholdSatisfied: false,
    ...rest,
    mandate:
      mandate === null
        ? null
        : {
            mandateId: 'mnd_1',
            version: 3,
            status: 'active',
            expiresAt: null,
            policy: POLICY,
            limitTimezone: 'UTC',
            ...mandate,
          },
  })
}
const reasons = (decision: ReturnType<typeof spend>) => decision.violations.map((each) => each.reason)
const at = (domain: string | null, category = 'software') => ({ domain, merchantId: null, category })
const reserved = (amount: string) => ({
  day: { net: 0n, reserved: usd(amount) },
  month: { net: 0n, reserved: usd(amount) },
})

test('a merchant that the organization blocked is refused, whatever the policy allows', () => {
  for (const policy of [POLICY, NO_POLICY]) {
    const merchant = { ...at('example.com'), status: 'blocked' } as const
    expect(reasons(spend('10', { merchant, mandate: { policy } }))).toEqual(['merchant_not_allowed'])
  }
})

describe('the decision table', () => {
  test.each([
    ['80.00 at example.com on Monday', spend('80.00'), 'allow', []],
    ['80.01', spend('80.01'), 'approval_required', ['approval_required']],
    ['100.00', spend('100.00'), 'approval_required', ['approval_required']],
    ['100.01', spend('100.01'), 'deny', ['per_transaction_limit_exceeded']],
    ['60 with 200 reserved', spend('60', { usage: reserved('200') }), 'deny', ['daily_limit_exceeded']],
    ['50 with 200 reserved', spend('50', { usage: reserved('200') }), 'allow', []],
    ['10 at shop.example.com', spend('10', { merchant: at('shop.example.com') }), 'deny', ['merchant_not_allowed']],
    ['10 to a raw address', spend('10', { merchant: at(null, 'uncategorized') }), 'deny', ['merchant_unresolvable']],
    [
      '10 at a gambling merchant',
      spend('10', { merchant: at('example.com', 'gambling') }),
      'deny',
      ['category_blocked'],
    ],
    ['10 on Saturday', spend('10', { at: SATURDAY }), 'deny', ['outside_time_window']],
    [
      '500 on Saturday at evil.io',
      spend('500', { at: SATURDAY, merchant: at('evil.io') }),
      'deny',
      ['merchant_not_allowed', 'outside_time_window', 'per_transaction_limit_exceeded', 'daily_limit_exceeded'],
    ],
  ] as const)('%s', (_name, decision, outcome, expected) => {
    expect(decision.outcome).toBe(outcome)
    expect(reasons(decision)).toEqual(expected)
  })

  test('EURC is converted first: 92.16 needs approval, 92.17 is above the limit', () => {
    const [below, above] = [
      toUsdMicro({ units: 92_160_000n, token: 'EURC' }, '1.0850'),
      toUsdMicro({ units: 92_170_000n, token: 'EURC' }, '1.0850'),
    ]
    expect([below, above]).toEqual([99_993_600n, 100_004_450n])
    const decide = (usdMicro: bigint) => spend('0', { usdMicro })
    expect(decide(below).outcome).toBe('approval_required')
    expect(reasons(decide(above))).toEqual(['per_transaction_limit_exceeded'])
  })
})

describe('a decision', () => {
  test('names all twelve rules, passed or not, in their order', () => {
    expect(spend('500', { at: SATURDAY }).rules.map((each) => each.rule)).toEqual([
      'mandate_exists',
      'mandate_status',
      'mandate_expiry',
      'merchant_known',
      'merchant_allowed',
      'category_blocked',
      'category_allowed',
      'time_window',
      'per_transaction',
      'daily_limit',
      'monthly_limit',
      'approval',
    ])
  })

  test('is plain data with figures as decimal text', () => {
    const decision = spend('60', { usage: reserved('200.5') })
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision)
    expect(decision.violations).toEqual([
      {
        rule: 'daily_limit',
        passed: false,
        reason: 'daily_limit_exceeded',
        limit: '250.00',
        actual: '260.50',
        remaining: '49.50',
        resetsAt: '2026-11-17T00:00:00.000Z',
        window: { start: '2026-11-16T00:00:00.000Z', end: '2026-11-17T00:00:00.000Z', timezone: 'UTC' },
        message: decision.message,
      },
    ])
    expect(decision).toMatchObject({
      mandateId: 'mnd_1',
      mandateVersion: 3,
      category: 'software',
      usdMicro: '60000000',
    })
  })

  test('says what happened and what to do next', () => {
    expect(spend('120').message).toBe(
      'Amount 120.00 USD exceeds the per-transaction limit of 100.00 USD. Lower the amount, or ask the organization to raise the limit.',
    )
    expect(spend('60', { usage: reserved('200') }).message).toContain('Lower the amount, or wait until ')
    const tight = { mandate: { policy: { ...NO_POLICY, dailyLimit: usd('50') } } }
    expect(spend('60', tight).message).toContain('Lower the amount, or ask the organization to raise the limit.')
    expect(spend('10', { at: SATURDAY }).message).toContain('Try again from 2026-11-23T09:00:00.000Z.')
  })

  test('says for every rule that it breaks what to do next, and for the first one what its message says', () => {
    const { violations, message } = spend('120', { at: SATURDAY, usage: reserved('200') })
    expect(violations.map((each) => each.message)).toEqual([
      message,
      expect.stringMatching(/exceeds the per-transaction limit of 100.00 USD. Lower the amount/),
      expect.stringMatching(/exceeds the 50.00 USD that remain of the daily limit of 250.00 USD. Lower the amount/),
    ])
    expect(message).toContain('Try again from')
  })

  test('names for every rule that it breaks what the rule allows, what was asked, and the reason', () => {
    const policy = { ...POLICY, allowedCategories: ['software'], maxPerTransaction: usd('5') }
    const spent = { usage: reserved('1000'), mandate: { policy } }
    const broken = [
      spend('500', { ...spent, at: SATURDAY, merchant: at('evil.io', 'gambling') }),
      spend('500', { ...spent, merchant: at(null, 'uncategorized') }),
      spend('81'),
    ].flatMap(({ violations }) => violations)
    expect(new Set(broken.map(({ reason }) => reason)).size).toBe(9)
    for (const { reason, limit, actual } of broken) {
      expect(limit, String(reason)).toMatch(/./)
      if (reason !== 'merchant_unresolvable' && reason !== 'outside_time_window')
        expect(actual, String(reason)).toMatch(/./)
    }
    expect(broken.find(({ reason }) => reason === 'category_blocked')?.limit).toBe('gambling')
  })

  test('without a mandate names only that rule', () => {
    const decision = spend('1', { mandate: null })
    expect(decision).toMatchObject({ outcome: 'deny', mandateId: null, mandateVersion: null })
    expect(reasons(decision)).toEqual(['mandate_missing'])
  })
})

describe('edges', () => {
  const blank = { policy: NO_POLICY }
  test('a mandate has expired at its expiry instant, not only after it', () => {
    expect(reasons(spend('1', { mandate: { expiresAt: MONDAY } }))).toEqual(['mandate_expired'])
    expect(spend('1', { mandate: { expiresAt: new Date(MONDAY.getTime() + 1) } }).outcome).toBe('allow')
    expect(reasons(spend('1', { mandate: { status: 'expired' } }))).toEqual(['mandate_expired'])
  })
  test.each(['revoked', 'superseded'] as const)('a %s mandate allows nothing', (status) => {
    expect(reasons(spend('1', { mandate: { status } }))).toEqual(['mandate_revoked'])
  })
  test('an empty policy restricts nothing', () => {
    expect(spend('1000000', { mandate: blank, merchant: at(null, 'uncategorized') }).outcome).toBe('allow')
  })
  test('a limit of 0 allows nothing, no limit allows all', () => {
    expect(spend('0.01', { mandate: { policy: { ...NO_POLICY, dailyLimit: 0n } } }).outcome).toBe('deny')
  })
  test('an allow list of categories is closed for merchants without one', () => {
    const policy = { ...NO_POLICY, allowedCategories: ['software'] }
    expect(reasons(spend('1', { mandate: { policy }, merchant: at('a.com', 'uncategorized') }))).toEqual([
      'category_not_allowed',
    ])
  })
  test('blocked wins over allowed', () => {
    const policy = { ...NO_POLICY, allowedCategories: ['airlines', 'lodging'], blockedCategories: ['airlines'] }
    expect(reasons(spend('1', { mandate: { policy }, merchant: at('a.com', 'airlines') }))).toEqual([
      'category_blocked',
    ])
  })
  test('an approval satisfies the threshold and nothing else', () => {
    expect(spend('90', { thresholdSatisfied: true }).outcome).toBe('allow')
    expect(spend('100.01', { thresholdSatisfied: true }).outcome).toBe('deny')
  })
  test('an unreadable entry keeps the list restrictive', () => {
    const policy = { ...NO_POLICY, allowedMerchants: ['not a domain'] }
    expect(reasons(spend('1', { mandate: { policy } }))).toEqual(['merchant_not_allowed'])
  })
  test('days end with the local day of the limit zone, also when it has 25 hours', () => {
    const decision = spend('300', {
      at: new Date('2026-11-01T12:00:00Z'),
      mandate: { limitTimezone: 'America/New_York' },
    })
    const daily = decision.rules.find((each) => each.rule === 'daily_limit')
    expect(daily?.window).toEqual({
      start: '2026-11-01T04:00:00.000Z',
      end: '2026-11-02T05:00:00.000Z',
      timezone: 'America/New_York',
    })
  })
})
