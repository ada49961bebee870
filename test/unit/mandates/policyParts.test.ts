// Words that name less than a category open none (domain 6.5), tables and settings read as sentences do, and rules that
// would only hold together are refused (experience 10.1, 10.4).
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

function read(text: string): string {
  const answer = parsePolicy(text)
  return answer.ok ? answer.canonicalText : 'refused'
}

describe('words for a part of a category', () => {
  const PARTS = ['pet food', 'fast food', 'laptops', 'magazines', 'movie tickets', 'online courses', 'beer', 'shares']

  test.each(PARTS)('%s opens no category, and the category is suggested', (word) => {
    for (const text of [
      `Only ${word}.`,
      `Only software and ${word}.`,
      `Allowed categories: ${word}`,
      `Allow ${word}.`,
    ]) {
      const answer = parsePolicy(text)
      expect([text, answer.ok]).toEqual([text, false])
      if (!answer.ok) expect(answer.problems[0]).toMatchObject({ code: 'unknown_category', text: word })
    }
  })

  test('a ban on one of a risky kind closes the whole category and says so, any other is refused', () => {
    const answer = parsePolicy('No beer or wine.')
    expect(answer).toMatchObject({ ok: true, canonicalText: 'Block category alcohol.' })
    expect(answer.ok && answer.notes.map(({ code }) => code)).toContain('whole_category')
    for (const word of ['pet food', 'fast food', 'laptops', 'magazines']) expect(read(`No ${word}.`)).toBe('refused')
  })

  test('gas is fuel beside what else a vehicle needs, and alone it could be a utility or what a chain takes', () => {
    expect(read('Only gas and car repairs.')).toBe('Only categories fuel, automotive.')
    for (const text of [
      'Only gas.',
      'No gas.',
      'Only gas and electricity.',
      'Only rent, gas and water.',
      'No gas and no electricity, water and gas.',
    ])
      expect([text, read(text)]).toEqual([text, 'refused'])
  })
})

describe('tables and settings', () => {
  test.each([
    [
      '| Rule | Value |\n|---|---|\n| Per transaction | $30 |\n| Daily limit | $90 |',
      'Max $30 per transaction. Max $90 per day.',
    ],
    ['Daily limit | $90\nMonthly limit | $900', 'Max $90 per day. Max $900 per month.'],
    ['Daily limit\n$90\nMonthly limit\n$900', 'Max $90 per day. Max $900 per month.'],
    ['Approval\n  Above $50', 'Require approval above $50.'],
    ['max_per_transaction: 20\ndaily_limit: 90', 'Max $20 per transaction. Max $90 per day.'],
    ['{"dailyLimit": 90, "approvalThreshold": 25}', 'Max $90 per day. Require approval above $25.'],
    ['allowed_categories: [software, books]', 'Only categories software, books_media.'],
  ])('%s is %s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })

  test.each([
    '| Rule | Value |\n|---|---|\n| Daily limit | not $90 |',
    '| Rule | Old | New |\n|---|---|---|\n| Daily limit | $90 | $50 |',
    '| Daily limit | $90 | except travel |',
    '| Software | $90 |',
    'Daily orders | 5',
    'Orders\n5',
    'Software\n$90',
    'order_limit: 20',
    'max_orders: 20',
    'not_daily_limit: 20',
    'old_daily_limit: $20',
    '{"dailyLimit": 90, "currency": "EUR"}',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})

describe('rules that would only hold together', () => {
  test.each([
    'Weekdays 9am-5pm UTC, max $600 per day. Weekends 9am-5pm UTC, max $100 per transaction.',
    'Up to $100 per day plus $40 per purchase.',
    'The sales agent may spend $50 per day. The research agent may spend $500 per month.',
    'It may spend $50 per day. We may spend $500 per month.',
    'Weekdays 9am-5pm Pacific time (America/New_York).',
    'Max $2k thousand per day.',
    'Nobody may spend more than $50 per day.',
    'Say $50 a day.',
    'Add $500 to the monthly budget.',
    'You can ask me above $50 if you like.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})
