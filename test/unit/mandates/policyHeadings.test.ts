// What headings, labels and remarks around rules mean (experience 10.1, 10.4): a heading says what its lines are about,
// courtesies say nothing, and what could be a condition is refused.
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

function read(text: string): string {
  const answer = parsePolicy(text)
  return answer.ok ? answer.canonicalText : 'refused'
}

describe('a heading says what its lines are about', () => {
  test.each([
    ['Approvals\n- above $45', 'Require approval above $45.'],
    ['Approval rules:\n- anything over $45', 'Require approval above $45.'],
    ['Approvals\n- above $45\n\nLimits\n- $50 per transaction', 'Max $50 per transaction. Require approval above $45.'],
    ['Approvals\n- $45 per transaction', 'refused'],
    ['Approval policy\n$45 per day', 'refused'],
    [
      '## Limits\n- $30 per day\n\n## Merchants\n- a.com\n- b.com\n\n## Hours\n- Mon-Fri 9am-5pm UTC',
      'Max $30 per day. Only merchants a.com, b.com. Only mon-fri 09:00-17:00 UTC.',
    ],
    ['The limits are: $30 per purchase, $90 per day.', 'Max $30 per transaction. Max $90 per day.'],
    ["Here's the policy for our bot: $50 per purchase.", 'Max $50 per transaction.'],
    ['Spending rules for the agent are as follows.\n\n- At most $20 per purchase.', 'Max $20 per transaction.'],
    ['Policy for Q3\nMax $30 per purchase', 'refused'],
    ['Here is the policy for the marketing agent: $50 per day. The research agent may spend $20 per day.', 'refused'],
  ])('%s', (text, meaning) => {
    expect(read(text)).toBe(meaning)
  })
})

describe('labels and values', () => {
  test.each([
    ['Per purchase - $30\nPer day - $90', 'Max $30 per transaction. Max $90 per day.'],
    [
      'Limits are $30 (per purchase), $90 (per day) and $900 (per month).',
      'Max $30 per transaction. Max $90 per day. Max $900 per month.',
    ],
    ['Max spend per transaction (USD): 30', 'Max $30 per transaction.'],
    ['Also: no gambling.', 'Block category gambling.'],
    ['Daily limit 50 - $60', 'refused'],
    ['Per purchase -$30', 'refused'],
    ['Not per purchase - $30', 'refused'],
  ])('%s', (text, meaning) => {
    expect(read(text)).toBe(meaning)
  })
})

describe('remarks', () => {
  test.each([
    ['Max $30 per purchase. Hope that works!', 'Max $30 per transaction.'],
    ['Max $30 per purchase. Please let me know if anything is unclear.', 'Max $30 per transaction.'],
    ['Thanks for helping out! Max $30 per purchase.', 'Max $30 per transaction.'],
    ['Max $30 per purchase. Let me know if anything is over $20.', 'refused'],
    ['Max $30 per purchase. Hope that works until June.', 'refused'],
  ])('%s', (text, meaning) => {
    expect(read(text)).toBe(meaning)
  })
})

describe('days taken out of days', () => {
  test.each([
    ['Open Mon-Sat 9am-5pm UTC. No other days.', 'Only mon-sat 09:00-17:00 UTC.'],
    ['Open every day 9am-5pm UTC, weekends excluded', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Not before 8am and not after 8pm, UTC, every day.', 'Only mon-sun 08:00-20:00 UTC.'],
    ['No gambling. No other days.', 'refused'],
    ['Max $20 per transaction, weekends excluded, UTC.', 'refused'],
  ])('%s', (text, meaning) => {
    expect(read(text)).toBe(meaning)
  })
})

test.each([
  ['Only 9am-5pm in London.', 'London', 'Write for example "weekdays 9am-5pm Europe/London".'],
  ['Weekdays 9am-5pm New York.', 'New York', 'Write for example "weekdays 9am-5pm America/New_York".'],
])('%s: a place is named with the zone to write', (text, place, suggestion) => {
  expect(parsePolicy(text)).toMatchObject({
    ok: false,
    problems: [{ code: 'ambiguous_time_zone', text: place, suggestion }],
  })
})
