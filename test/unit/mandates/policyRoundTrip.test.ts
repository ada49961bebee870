// Properties of the policy language: canonical text reads back to the same policy, every word counts, and a text is
// either understood whole or refused whole.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { namesOnlyAgent } from '../../../scripts/prove/policyLanguage.ts'
import { BUILTIN_TEMPLATE } from '../../../subgraphs/mandates/rules/builtinTemplate.ts'
import { CATEGORIES } from '../../../subgraphs/mandates/rules/categories.ts'
import { formatPolicy } from '../../../subgraphs/mandates/rules/formatPolicy.ts'
import { vocabulary } from '../../../subgraphs/mandates/rules/language/vocabulary.ts'
import { POLICY_TEXT_LENGTH_MAX, parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import {
  equalPolicies,
  normalizePolicy,
  type Policy,
  policyFromWire,
  policyToWire,
  validatePolicy,
  WEEKDAY_NAMES,
} from '../../../subgraphs/mandates/rules/policy.ts'
import { ACCEPTED, REFUSED } from './policySentences.ts'

/** The number of cases bounds these tests; how long they take depends on what else the machine does. */
vi.setConfig({ testTimeout: 60_000 })

const amount = fc.option(fc.bigInt({ min: 0n, max: 10n ** 14n }).map((cents) => cents * 10_000n))
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?$/)
const domain = fc
  .tuple(
    fc.constantFrom('', '*.', 'www.'),
    label,
    fc.constantFrom('example.com', 'example.co.uk', 'bücher.example', 'x-y.io'),
  )
  .map(([prefix, name, base]) => `${prefix}${name}.${base}`)
const categories = fc.subarray(CATEGORIES.map(({ name }) => name))
const clock = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const timeWindow = fc.record({
  days: fc.subarray([...WEEKDAY_NAMES], { minLength: 1 }),
  start: clock,
  end: fc.oneof(clock, fc.constant('24:00')),
  tz: fc.constantFrom(
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Asia/Kathmandu',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
  ),
})
const policies: fc.Arbitrary<Policy> = fc
  .record({
    maxPerTransaction: amount,
    dailyLimit: amount,
    monthlyLimit: amount,
    allowedMerchants: fc.array(domain, { maxLength: 6 }),
    allowedCategories: fc.oneof(fc.constant<string[]>([]), categories),
    blockedCategories: fc.oneof(fc.constant<string[]>([]), categories),
    approvalThreshold: amount,
    timeWindows: fc.array(timeWindow, { maxLength: 5 }),
  })
  .map((policy) => ({
    ...policy,
    blockedCategories: policy.blockedCategories.filter((name) => !policy.allowedCategories.includes(name)),
  }))
  .filter((policy) => validatePolicy(policy).length === 0)

describe('round trip', () => {
  test('the canonical text of every valid policy reads back to it', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        const answer = parsePolicy(formatPolicy(policy))
        if (!answer.ok) throw new Error(`${formatPolicy(policy)}: ${JSON.stringify(answer.problems)}`)
        const normal = normalizePolicy(policy)
        expect(answer.policy).toEqual(normal)
        expect(equalPolicies(answer.policy, policy)).toBe(true)
        expect(answer.canonicalText).toBe(formatPolicy(normal))
      }),
      { numRuns: 400 },
    )
  })

  test('the wire form of every valid policy reads back to it', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        expect(policyFromWire(JSON.parse(JSON.stringify(policyToWire(policy))))).toEqual({
          ok: true,
          policy: normalizePolicy(policy),
        })
      }),
      { numRuns: 200 },
    )
  })

  test.each(Object.values(ACCEPTED).flat())('$text: canonical text means the same', ({ text, limitTimezone }) => {
    const answer = parsePolicy(text, { limitTimezone: limitTimezone ?? null })
    if (!answer.ok) throw new Error('refused')
    const again = parsePolicy(answer.canonicalText)
    expect(again).toMatchObject({ ok: true, policy: answer.policy, canonicalText: answer.canonicalText })
    expect(validatePolicy(answer.policy)).toEqual([])
    for (const span of answer.spans) expect(text.slice(span.start, span.end)).toBe(span.text)
  })

  test('the built-in template reads back', () => {
    const answer = parsePolicy(BUILTIN_TEMPLATE.policyText)
    if (!answer.ok) throw new Error('refused')
    expect(answer.canonicalText).toBe(
      'Max $50 per transaction. Max $100 per day. Max $1000 per month. Block categories cash_advance, crypto_quasi_cash, gambling, adult, weapons. Require approval above $25.',
    )
    expect(policyToWire(answer.policy)).toMatchObject({
      max_per_transaction: 50,
      daily_limit: 100,
      monthly_limit: 1000,
      approval_threshold: 25,
    })
    expect(BUILTIN_TEMPLATE.expiresInDays).toBe(90)
  })
})

describe('every word counts', () => {
  const places = (text: string) => [0, ...[...text.matchAll(/ /g)].map((blank) => blank.index + 1), text.length]
  const withWord = (text: string, word: string, place: number) => `${text.slice(0, place)} ${word} ${text.slice(place)}`
  const sentences = Object.values(ACCEPTED).flat()

  test.each(['banana', 'perhaps', 'unless', 'weekly', 'зеро', '\u200b', '@', '€5'])(
    '%j anywhere refuses an accepted text',
    (word) => {
      for (const { text, limitTimezone } of sentences)
        for (const changed of places(text).map((place) => withWord(text, word, place)))
          if (!namesOnlyAgent(changed.replace(/ +/g, ' ').trim(), text))
            expect([changed, parsePolicy(changed, { limitTimezone: limitTimezone ?? null }).ok]).toEqual([
              changed,
              false,
            ])
    },
  )

  test.each(['not', 'never'])('%s anywhere refuses the text or changes its meaning', (word) => {
    for (const { text, limitTimezone } of sentences) {
      const options = { limitTimezone: limitTimezone ?? null }
      const base = parsePolicy(text, options)
      for (const place of places(text)) {
        const changed = parsePolicy(withWord(text, word, place), options)
        const isSame = base.ok && changed.ok && equalPolicies(base.policy, changed.policy)
        expect([withWord(text, word, place), isSame]).toEqual([expect.anything(), false])
      }
    }
  })

  test('a refused sentence refuses the text it stands in', () => {
    for (const { text, limitTimezone } of Object.values(REFUSED)
      .flat()
      .filter(({ code }) => code !== 'no_rule'))
      expect([
        text,
        parsePolicy(`Max $7 per transaction. ${text}`, { limitTimezone: limitTimezone ?? null }).ok,
      ]).toEqual([text, false])
  })

  test('every category, alias and group can be written', () => {
    for (const { name, aliases } of CATEGORIES)
      for (const word of [name, ...aliases]) {
        const read = parsePolicy(`Block categories ${word}.`)
        expect([word, read.ok && read.policy.blockedCategories]).toEqual([word, [name]])
      }
  })
})

describe('bounds', () => {
  test('a text above the length limit is refused', () => {
    expect(parsePolicy(`Max $50 per day.${' '.repeat(POLICY_TEXT_LENGTH_MAX)}`)).toMatchObject({
      ok: false,
      problems: [{ code: 'unsupported_rule' }],
    })
  })

  test('any text gets an answer, and all spans lie inside it', () => {
    const words = fc.constantFrom(
      ...vocabulary(),
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
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(words, { maxLength: 40 }).map((each) => each.join(' ')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const answer = parsePolicy(text)
        if (answer.ok) expect(parsePolicy(answer.canonicalText)).toMatchObject({ ok: true, policy: answer.policy })
        else {
          expect(answer.problems.length).toBeGreaterThan(0)
          for (const { span } of answer.problems) expect(span.start <= span.end && span.end <= text.length).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
