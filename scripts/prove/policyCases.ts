/** Arbitrary policies, texts and spends for the proof of the policy language and of its evaluation. */
import fc from 'fast-check'
import { CATEGORIES } from '../../subgraphs/mandates/rules/categories.ts'
import type { PolicyInput } from '../../subgraphs/mandates/rules/evaluatePolicy.ts'
import { vocabulary } from '../../subgraphs/mandates/rules/language/vocabulary.ts'
import { type Policy, validatePolicy, WEEKDAY_NAMES } from '../../subgraphs/mandates/rules/policy.ts'

const CENT = 10_000n
const amount = fc.option(fc.bigInt({ min: 0n, max: 10n ** 14n }).map((cents) => cents * CENT))
/** Near each other, so that limits are met, missed by a cent and exceeded. */
const small = fc.bigInt({ min: 0n, max: 60n }).map((cents) => cents * CENT)
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?$/)
const host = fc
  .tuple(fc.constantFrom('', 'www.'), label, fc.constantFrom('example.com', 'example.co.uk', 'x-y.io'))
  .map(([prefix, name, end]) => `${prefix}${name}.${end}`)
const names = CATEGORIES.map(({ name }) => name)
const clock = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const timeWindow = fc.record({
  days: fc.subarray([...WEEKDAY_NAMES], { minLength: 1 }),
  start: clock,
  end: fc.oneof(clock, fc.constant('24:00')),
  tz: fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Etc/GMT+5'),
})

const policyOf = (figure: fc.Arbitrary<bigint | null>, category: fc.Arbitrary<string[]>): fc.Arbitrary<Policy> =>
  fc
    .record({
      maxPerTransaction: figure,
      dailyLimit: figure,
      monthlyLimit: figure,
      allowedMerchants: fc.array(
        fc.tuple(fc.boolean(), host).map(([isWild, name]) => (isWild ? `*.${name}` : name)),
        { maxLength: 5 },
      ),
      allowedCategories: category,
      blockedCategories: category,
      approvalThreshold: figure,
      timeWindows: fc.array(timeWindow, { maxLength: 4 }),
    })
    .map((policy) => ({
      ...policy,
      blockedCategories: policy.blockedCategories.filter((name) => !policy.allowedCategories.includes(name)),
    }))
    .filter((policy) => validatePolicy(policy).length === 0)

export const policies = policyOf(amount, fc.oneof(fc.constant<string[]>([]), fc.subarray(names)))

const words = fc.constantFrom(
  ...vocabulary(),
  ...[
    '$50',
    '5',
    ',',
    '.',
    ';',
    ':',
    '-',
    '/',
    '\n',
    'a.com',
    '9am',
    '17:00',
    'Europe/Paris',
    'x',
    'max',
    'per',
    'day',
  ],
)
export const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(words, { maxLength: 40 }).map((each) => each.join(' ')),
)

const FEW = names.slice(0, 4)
const usage = fc.record({ net: small, reserved: small })
/** Without time windows and merchant lists, whose own reading is not what is compared. */
const plainPolicy = policyOf(fc.option(small), fc.subarray(FEW)).map((policy) => ({
  ...policy,
  allowedMerchants: [],
  timeWindows: [],
}))

export const spends: fc.Arbitrary<PolicyInput> = fc
  .record({
    policy: plainPolicy,
    at: fc.date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
    endsInMs: fc.option(fc.integer({ min: -5, max: 5 })),
    status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'revoked' as const),
    limitTimezone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York'),
    usdMicro: small,
    category: fc.constantFrom(...FEW, 'uncategorized'),
    day: usage,
    month: usage,
    thresholdSatisfied: fc.boolean(),
  })
  .map(({ policy, at, endsInMs, status, limitTimezone, usdMicro, category, day, month, thresholdSatisfied }) => ({
    ...{ at, usdMicro, thresholdSatisfied, usage: { day, month } },
    merchant: { domain: 'shop.example.com', merchantId: null, category },
    mandate: {
      ...{ mandateId: 'mnd_1', version: 1, status, policy, limitTimezone },
      expiresAt: endsInMs === null ? null : new Date(at.getTime() + endsInMs),
    },
  }))
