// Words that belong to no rule and rules that hold for part of what is said (experience 10.1): a name that every object
// knows is a word like any other, hours beside a rule are its own or the text is refused, and a text that only says when
// is no policy.
import { describe, expect, test, vi } from 'vitest'
import { namesOnlyAgent } from '../../../scripts/prove/policyLanguage.ts'
import { POLICY_TEXTS } from '../../../scripts/prove/policyTexts.ts'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

// Thousands of texts are read here, for which a busy machine needs longer than the usual limit.
vi.setConfig({ testTimeout: 60_000 })

function read(text: string, limitTimezone: string | null = null): string {
  const answer = parsePolicy(text, { limitTimezone })
  return answer.ok ? answer.canonicalText : 'refused'
}

function codesOf(text: string): string[] {
  const answer = parsePolicy(text)
  return answer.ok ? [] : answer.problems.map(({ code }) => code)
}

test('a name that every object has is a word like any other', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
  for (const name of names)
    for (const text of POLICY_TEXTS.filter((_text, at) => at % 2 === 0)) {
      const words = text.split(' ')
      words.forEach((word, at) => {
        // Behind a dot it would be the end of a domain.
        for (const changed of [`${word} ${name}`, word.includes('.') ? name : `${word}${name}`]) {
          const put = words.with(at, changed).join(' ')
          if (!namesOnlyAgent(put, text)) expect([put, read(put)]).toEqual([put, 'refused'])
        }
      })
    }
})

describe('a rule beside hours', () => {
  const RULES = [
    'no gambling',
    'block gambling',
    'ask me above $50',
    'every payment needs approval',
    'no payments over $100',
    'payments over $100 are blocked',
    'max $20 per tx',
    'up to $20 per day',
  ]
  const HOURS = [
    'during business hours (Mon-Fri, 9am-5pm, UTC)',
    'during working hours (Mon-Fri, 9am-5pm, UTC)',
    'during business hours, Mon-Fri 9am-5pm UTC',
    'between 9am and 5pm UTC',
    'between 09:00 and 17:00 UTC',
    'from 9am to 5pm UTC',
    '9am-5pm UTC',
    'on weekdays UTC',
    'on weekdays between 9am and 5pm UTC',
  ]
  test.each(RULES)('%s: in one sentence with hours it is refused', (rule) => {
    for (const hours of HOURS)
      for (const text of [`${rule}, ${hours}`, `${rule} ${hours}`, `${hours}, ${rule}`, `${rule} and ${hours}`])
        expect([text, read(text)]).toEqual([text, 'refused'])
  })
  test.each([
    [
      'Max $20 per tx. Business hours (Mon-Fri, 9am-5pm, UTC).',
      'Max $20 per transaction. Only mon-fri 09:00-17:00 UTC.',
    ],
    ['Max $20 per tx, only during 9am-5pm UTC', 'Max $20 per transaction. Only mon-sun 09:00-17:00 UTC.'],
    ['Only during business hours (Mon-Fri, 9am-5pm, UTC)', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Business hours only (Mon-Fri, 9am-5pm, UTC).', 'Only mon-fri 09:00-17:00 UTC.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
})

describe('a text that closes nothing', () => {
  test.each([
    '24/7',
    'Payments 24/7.',
    'Purchases are allowed 24/7.',
    'Spending allowed at all hours.',
    'Hi. Spending 24/7.',
  ])('%s is no policy', (text) => {
    expect(codesOf(text)).toEqual(['no_rule'])
  })
  test.each([
    ['No limits.', 'No limits.'],
    ['Unlimited, 24/7.', 'No limits.'],
    ['Payments allowed 24/7, max $15 each.', 'Max $15 per transaction.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
})

describe('words with another use', () => {
  test.each([
    'Purchases over $100 will be approved.',
    'Anything over $100 will be confirmed.',
    'Only pay via example.com.',
    'Only through example.com.',
    'Block gambling and approved adult.',
    'Block gambling, permitted software.',
    '! Block gambling',
    'Max $50 per day. ! Only software',
    '- ! gambling',
    'Every day except Sunday 9am-5pm UTC.',
    'Weekdays except Friday from 9am to 5pm UTC.',
    'Max $100 apiece.',
  ])('%s is refused', (text) => {
    for (const zone of [null, 'Europe/Berlin']) expect(read(text, zone)).toBe('refused')
  })
  test.each([
    ['Purchases over $100 will be approved by me.', 'Require approval above $100.'],
    ['Every day except Sunday, 9am-5pm UTC.', 'Only mon-sat 09:00-17:00 UTC.'],
    ['9am-5pm every day except Sunday UTC.', 'Only mon-sat 09:00-17:00 UTC.'],
    ['Thanks!! Max $50 per day!', 'Max $50 per day.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
  test('a zone whose sign counts the other way round says so', () => {
    const answer = parsePolicy('Only 9am-5pm Etc/GMT+5.')
    expect(answer.ok && answer.notes.find(({ code }) => code === 'inverted_zone')?.message).toContain('UTC-5')
  })
})

describe('a refusal says what was meant, with the own figures of the text', () => {
  test.each([
    ['Only 9 to 5 UTC.', 'ambiguous_hours', 'weekdays 9am-5pm UTC'],
    ['Only 13pm-17pm UTC.', 'ambiguous_hours', '09:00-17:00'],
    ['No spending after 10pm UTC.', 'ambiguous_hours', 'Write both'],
    ['Only 9am-5pm GMT.', 'ambiguous_time_zone', 'Europe/London'],
    ['Only during the week, 9am-5pm UTC.', 'ambiguous_hours', 'weekdays'],
    ['Sign above $135.', 'unrecognised_text', 'require approval above $135'],
    ['Spend $940 month at most over.', 'unrecognised_text', 'at most $940 per month'],
    ['Block data.', 'unknown_category', 'block the category data'],
    ['Max hundred dollars per day.', 'ambiguous_amount', 'exact amount'],
  ])('%s: %s, %s', (text, code, suggestion) => {
    expect(parsePolicy(text)).toMatchObject({
      ok: false,
      problems: [{ code, suggestion: expect.stringContaining(suggestion) }],
    })
  })
})

describe('merchants with what is below them', () => {
  test.each([
    ['Only example.com and its subdomains.', 'Only merchants *.example.com, example.com.'],
    [
      'Only example.com, example.org and their subdomains.',
      'Only merchants *.example.com, *.example.org, example.com, example.org.',
    ],
    ['Only example.com, example.org and its subdomains.', 'refused'],
    ['Only *.example.com and its subdomains.', 'refused'],
    ['Only github.io and its subdomains.', 'refused'],
  ])('%s: %s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
})

test.each(['Weekends.', 'Saturdays and Sundays', 'Fridays 1pm-5pm UTC.'])(
  'hours told as a ban of all others leave open what %s behind them means',
  (days) => {
    for (const ban of ['Outside 9am-5pm UTC nothing may be spent.', 'No payments outside of 9am to 5pm UTC.'])
      expect([days, read(`${ban} ${days}`)]).toEqual([days, 'refused'])
  },
)

describe('days that are closed by two bans', () => {
  test.each([
    ['No spending on weekends UTC. No spending on Fridays UTC.', 'Only mon-thu 00:00-00:00 UTC.'],
    ['No spending on weekends UTC. No spending on Fridays Europe/Paris.', 'refused'],
    ['No spending on weekends UTC. No spending on weekdays UTC.', 'refused'],
    ['No purchases overnight from 22:00 to 06:00 UTC.', 'Only mon-sun 06:00-22:00 UTC.'],
    ['No purchases overnight from 06:00 to 22:00 UTC.', 'refused'],
  ])('%s: %s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
})

test('"only" behind a shop may belong to what is bought there', () => {
  expect(read('Software and books from amazon.com only.')).toBe('refused')
})

test.each([
  ['ask me b4 anything over $12', 'Require approval above $12.'],
  ['anything bigger than $275 hold it til I approve', 'Require approval above $275.'],
  ['All payments, irrespective of amount, are subject to approval.', 'Require approval above $0.'],
  ['we can do $300 per day, max', 'Max $300 per day.'],
  ['Max $50 per swipe.', 'Max $50 per transaction.'],
  ['Refrain from gambling.', 'Block category gambling.'],
  ['Donor money may only go to office supplies.', 'Only category office_supplies.'],
  ['Permitted expense categories are limited to software and ad space.', 'Only categories software, advertising.'],
  ['Without asking me you can spend up to $20; above that you have to ask.', 'Require approval above $20.'],
])('plain words: %s', (text, canonical) => expect(read(text)).toBe(canonical))

test.each([
  "Don't refrain from gambling.",
  'Gambling is not ruled out.',
  'Max $50 b4 noon.',
  'Not in excess of $50 per swipe and car.',
])('not what it sounds like: %s', (text) => expect(read(text)).toBe('refused'))
