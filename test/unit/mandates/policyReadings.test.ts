// What holds the policy language as a class (experience 10.1, 10.8): negation, exceptions, insertions and truncation never
// leave a text with a meaning it does not have, the order of sentences says nothing, and any text is answered in bounds.
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { POLICY_TEXTS } from '../../../scripts/prove/policyTexts.ts'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import { equalPolicies, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { ACCEPTED } from './policySentences.ts'
import { MISREADINGS, ODD_READINGS } from './policyTraps.ts'

/** The number of cases bounds these tests; how long they take depends on what else the machine does. */
vi.setConfig({ testTimeout: 60_000 })

/** Plain sentences in everyday words, of which those that are accepted are held here. */
const EVERYDAY = readFileSync(new URL('corpora/everyday.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { text: string; expect: object | null })
  .flatMap(({ text, expect: meaning }) => (meaning === null ? [] : [text]))

const TEXTS = [
  ...Object.values(ACCEPTED)
    .flat()
    .map(({ text, limitTimezone }) => ({ text, zone: limitTimezone ?? null })),
  ...[...POLICY_TEXTS, ...EVERYDAY].map((text) => ({ text, zone: null })),
].map(({ text, zone }) => ({ text, zone, policy: policyOf(text, zone) }))

function policyOf(text: string, zone: string | null): Policy | null {
  const answer = parsePolicy(text, { limitTimezone: zone })
  return answer.ok ? answer.policy : null
}

describe('negation and exception', () => {
  const isSame = (before: Policy | null, after: Policy | null) =>
    before !== null && after !== null && equalPolicies(before, after)
  test.each(['not', 'except', 'unless', 'but not', 'do not', 'never', 'only if', 'it is not true that', 'ignore:'])(
    '%s before or behind a policy never leaves it what it was',
    (words) => {
      // Each text in one of the places, neighbours in different ones.
      for (const [index, { text, zone, policy }] of TEXTS.entries()) {
        const bare = text.replace(/\.$/, '')
        const changed = [`${words} ${text}`, `${bare} ${words}`, `${bare}, ${words}`][(index + words.length) % 3] ?? ''
        expect([changed, isSame(policy, policyOf(changed, zone))]).toEqual([changed, false])
      }
    },
  )

  test.each(MISREADINGS)('%s is refused', (text) => {
    const answer = parsePolicy(text)
    expect(answer.ok ? answer.canonicalText : 'refused').toBe('refused')
  })

  test.each(Object.entries(ODD_READINGS))('%s: %s', (text, canonicalText) => {
    expect(parsePolicy(text)).toMatchObject({ ok: true, canonicalText })
  })
})

test('a text that breaks off behind a joint is refused', () => {
  const joints = [' and', ', and', ', but', ' but', ', or', ' with', ' except', ',', ' unless', ' per', ' for']
  // Each text with some of them, neighbours with different ones.
  for (const [index, { text, zone }] of TEXTS.entries())
    for (const joint of joints.filter((_, place) => (place + index) % 3 === 0))
      expect([text + joint, policyOf(text.replace(/[.!]$/, '') + joint, zone)]).toEqual([text + joint, null])
})

test('sentences in another order mean the same, or are refused', () => {
  for (const { text, zone, policy: before } of TEXTS) {
    const sentences = text.split(/(?<=\.) (?=[A-Z$])/)
    if (sentences.length < 2) continue
    const after = policyOf([...sentences].reverse().join(' '), zone)
    expect([text, after === null || (before !== null && equalPolicies(before, after))]).toEqual([text, true])
  }
})

describe('round trip', () => {
  test.each([null, 'Asia/Tokyo'])('the canonical text reads back to the same policy beside the zone %s', (other) => {
    for (const { text, zone } of TEXTS) {
      const answer = parsePolicy(text, { limitTimezone: zone })
      if (!answer.ok) continue
      expect(parsePolicy(answer.canonicalText, { limitTimezone: other })).toMatchObject({
        ok: true,
        policy: answer.policy,
        canonicalText: answer.canonicalText,
      })
    }
  })
  test.each([
    ['Weekdays 9am-5pm europe/paris.', 'Only mon-fri 09:00-17:00 Europe/Paris.'],
    ['Weekdays 9am-5pm utc.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Weekdays 9am-5pm Zulu.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Only 9am.com.', 'Only merchant 9am.com.'],
    ['Only HTTPS://Shop.Example.com/cart.', 'Only merchant shop.example.com.'],
    ['Only Shop.Example.com and www.Example.org.', 'Only merchants shop.example.com, www.example.org.'],
    ['Only mon-fri.com and 24.example.', 'Only merchants 24.example, mon-fri.com.'],
  ])('%s is %s', (text, canonicalText) => {
    expect(parsePolicy(text)).toMatchObject({ ok: true, canonicalText })
    expect(parsePolicy(canonicalText)).toMatchObject({ ok: true, canonicalText })
  })
})

test('an exception within a group is told by the name of the group, and reads back', () => {
  const canonicalText = 'Only categories software, travel. Block category airlines.'
  expect(parsePolicy('Allow software and travel. Block airlines.')).toMatchObject({ ok: true, canonicalText })
  expect(parsePolicy(canonicalText)).toMatchObject({ ok: true, canonicalText })
})

describe('bounds', () => {
  test('a faulty list is one problem, however long it is', () => {
    const names = Array.from({ length: 100 }, (_, index) => `Vendor${index}`)
    const answer = parsePolicy(`Only buy from ${names.join(', ')}.`)
    expect(answer).toMatchObject({ ok: false, problems: [{ code: 'ambiguous_merchant' }] })
    expect(!answer.ok && answer.problems).toHaveLength(1)
  })
  test('at most twenty problems', () => {
    const answer = parsePolicy('Be nice to $5. '.repeat(100))
    expect(!answer.ok && answer.problems.length).toBeLessThanOrEqual(20)
  })
  test('a sentence has at most 80 words besides its lists', () => {
    const list = Array.from({ length: 150 }, (_, index) => `v${index}.example.com`).join(', ')
    expect(parsePolicy(`Only ${list}.`).ok).toBe(true)
    const rules = Array.from({ length: 30 }, () => '$5 per day').join(' and ')
    expect(parsePolicy(rules)).toMatchObject({ ok: false, problems: [{ code: 'unsupported_rule' }] })
  })
})

describe('notes on what is surprising', () => {
  test.each([
    ['Only https://shop.example.com/cart.', 'path_dropped'],
    ['Only \u043f\u0440\u0438\u043c\u0435\u0440.com.', 'mixed_alphabets'],
    ['Only xn--pple-43d.com.', 'mixed_alphabets'],
    ['Only \uff45xample.com.', 'mixed_alphabets'],
    ['Only co.uk.', 'public_suffix'],
    ['Software is fine.', 'closes_the_rest'],
    ['Under $50 per transaction.', 'strict_bound'],
    ['You can buy alcohol.', 'closes_the_rest'],
    ['Block everything except parking.', 'whole_category'],
    ['Allow travel except cruises.', 'whole_category'],
    ['No bars.', 'whole_category'],
    ['Approval above $50. Mon-Fri 09:00-17:00 UTC.', 'hours_of_payments'],
    ['Payments over $50 need manager approval.', 'approver_by_role'],
    ['A supervisor signs off on anything above $50.', 'approver_by_role'],
  ])('%s: %s', (text, code) => {
    const answer = parsePolicy(text)
    expect(answer.ok && answer.notes.map((note) => note.code)).toContain(code)
  })
  test('a domain that only looks like another one is refused with its real spelling, and read in that', () => {
    const answer = parsePolicy('Only \u0430pple.com.')
    expect(answer).toMatchObject({ ok: false, problems: [{ code: 'ambiguous_merchant', text: '\u0430pple.com' }] })
    expect(!answer.ok && answer.problems[0]?.message).toContain('xn--pple-43d.com')
    const own = 'Only merchants m\u00fcnchen.de, xn--pple-43d.com, \u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444.'
    expect(parsePolicy(own)).toMatchObject({ ok: true, canonicalText: own })
  })
  test('what is allowed and blocked is underlined at both places', () => {
    const answer = parsePolicy('Only restaurants and groceries. Restaurants are blocked.')
    expect(!answer.ok && answer.problems.map(({ code, text }) => [code, text])).toEqual([
      ['contradiction', 'Only restaurants and groceries'],
      ['contradiction', 'Restaurants are blocked'],
    ])
  })
  test('that the rest is closed is no news where the text says so itself', () => {
    for (const text of [
      'Software and books are OK, everything else is blocked.',
      'You can buy alcohol, nothing else.',
      'Only software.',
    ]) {
      const answer = parsePolicy(text)
      expect([text, answer.ok && answer.notes.map((note) => note.code)]).toEqual([
        text,
        expect.not.arrayContaining(['closes_the_rest']),
      ])
    }
  })
  test('a category that nobody knows suggests what it means, or a misspelt name, or nothing', () => {
    const suggestionOf = (text: string) => {
      const answer = parsePolicy(text)
      return answer.ok ? 'read' : answer.problems[0]?.suggestion
    }
    expect(suggestionOf('No coffee.')).toContain('restaurants')
    expect(suggestionOf('Block restauants.')).toContain('restaurants')
    for (const text of ['No pests.', 'No taxx.', 'Block stok.']) expect(suggestionOf(text)).not.toContain('mean')
  })
  test('a missing blank between two sentences makes no domain', () => {
    for (const text of [
      'Only example.com.Block gambling.',
      'Only software.Example.com.',
      'Block gambling.Only Example.com.',
      'Only a.b.Example.com.',
    ])
      expect(parsePolicy(text)).toMatchObject({ ok: false, problems: [{ code: 'ambiguous_merchant' }] })
  })
  test('a wildcard on a suffix under which strangers have names is refused', () => {
    for (const host of ['googleapis.com', 'github.io', 'co.uk', 'vercel.app', 's3.amazonaws.com', 'k12.ca.us'])
      expect(parsePolicy(`Only *.${host}.`)).toMatchObject({ ok: false, problems: [{ code: 'ambiguous_merchant' }] })
    expect(parsePolicy('Only *.api.example.com.')).toMatchObject({ ok: true })
  })
})
