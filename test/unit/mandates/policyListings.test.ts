// Rules listed in one sentence or on one line (experience 10.1, 10.4): limits, an approval, a window, what may be bought and
// what not, in any order and behind any joint. Each is read as that rule, or the whole text is refused.
import { expect, test, vi } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

vi.setConfig({ testTimeout: 60_000 })

/** How people write the four amounts, each with what it means. */
const AMOUNTS = [
  ['at most $50 per payment', 'at most $200 a day', 'at most $900 a month', 'approval above $25'],
  ['$50 per payment', '$200 per day', '$900 per month', 'approval above $25'],
  ['max payment $50', 'max day $200', 'max month $900', 'approval over $25'],
  ['per payment $50', 'per day $200', 'per month $900', 'approval over $25'],
  ['max $50 per transaction', 'max $200 per day', 'max $900 per month', 'ask me above $25'],
  ['payment limit $50', 'daily limit $200', 'monthly limit $900', 'approval threshold $25'],
] as const
const MEANT = ['Max $50 per transaction.', 'Max $200 per day.', 'Max $900 per month.', 'Require approval above $25.']
const OTHERS: readonly (readonly [string, string])[] = [
  ['Mon-Sat 08:30-18:30 Asia/Singapore', 'Only mon-sat 08:30-18:30 Asia/Singapore.'],
  ['Monday to Thursday only (UTC)', 'Only mon-thu 00:00-00:00 UTC.'],
  ['only weekdays 9am-5pm UTC', 'Only mon-fri 09:00-17:00 UTC.'],
  ['only software', 'Only category software.'],
  ['software only', 'Only category software.'],
  ['no gambling', 'Block category gambling.'],
  ['gambling blocked', 'Block category gambling.'],
  ['only github.com', 'Only merchant github.com.'],
]
const JOINTS = [', ', '; ', ' / ', ' - ', ' and ', ' | ', ' • ', '. ']

interface Rule {
  readonly words: string
  readonly means: string
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) =>
    ordersOf([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  )
}

function choicesOf<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return items.flatMap((item, at) => choicesOf(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]))
}

/** Two to four rules of one style, with or without one that is no amount. */
function listRules(): Rule[][] {
  return AMOUNTS.flatMap((style) => {
    const amounts = style.map((words, at) => ({ words, means: MEANT[at] as string }))
    const plain = [2, 3, 4].flatMap((count) => choicesOf(amounts, count))
    const mixed = OTHERS.flatMap(([words, means]) =>
      [1, 2, 3].flatMap((count) => choicesOf(amounts, count)).map((some) => [...some, { words, means }]),
    )
    return [...plain, ...mixed].flatMap(ordersOf)
  })
}

function join(rules: readonly Rule[], joint: string): string {
  const words = rules.map((rule) => rule.words)
  const text = joint === ' and ' ? `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}` : words.join(joint)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const sentencesOf = (text: string) => text.split(/(?<=\.) (?=[A-Z])/).sort()

test('rules listed in any order behind any joint are read as what each of them says', () => {
  const lists = listRules()
  let read = 0
  // A prime step takes every order, style and joint in turn.
  const cases = lists.flatMap((rules, at) =>
    at % 7 === 0 ? [{ rules, joint: JOINTS[(at / 7) % JOINTS.length] as string }] : [],
  )
  for (const { rules, joint } of cases) {
    const text = join(rules, joint)
    const answer = parsePolicy(text)
    if (!answer.ok) continue
    read += 1
    expect([text, sentencesOf(answer.canonicalText)]).toEqual([text, rules.map(({ means }) => means).sort()])
  }
  expect(cases.length).toBeGreaterThan(900)
  expect(read / cases.length).toBeGreaterThan(0.85)
})

test.each([
  [
    'Mon-Sat 08:30-18:30 Asia/Singapore, $1,000 per day, $250 per payment, approval above $125.',
    'Max $250 per transaction. Max $1000 per day. Require approval above $125. Only mon-sat 08:30-18:30 Asia/Singapore.',
  ],
  [
    'At most $640 at a time, at most $6,400 a month, Monday to Thursday only (UTC).',
    'Max $640 per transaction. Max $6400 per month. Only mon-thu 00:00-00:00 UTC.',
  ],
  ['Limits: - $50 per day - $20 per payment', 'Max $20 per transaction. Max $50 per day.'],
  [
    'Hours: - Mon - Fri 9:00 - 17:00 UTC - Sat 10:00 - 12:00 UTC',
    'Only mon-fri 09:00-17:00 UTC or sat 10:00-12:00 UTC.',
  ],
  ['Limits: • $50 per day. Blocked: • gambling • weapons', 'Max $50 per day. Block categories gambling, weapons.'],
  [
    'Amounts - per payment $35, per day $140. Merchants - only shopify.com.',
    'Max $35 per transaction. Max $140 per day. Only merchant shopify.com.',
  ],
  ['Caps: payment $50, day $200, month $900.', 'Max $50 per transaction. Max $200 per day. Max $900 per month.'],
  ['Blocked: none. Max $50 per day.', 'Max $50 per day.'],
  ['Procurement: only electronics. Max $50 per day.', 'Max $50 per day. Only category electronics.'],
  ['The cap per payment and the cap per day are both $500.', 'Max $500 per transaction. Max $500 per day.'],
  ['Payments stop at $1,500 for the day and $18,000 for the month.', 'Max $1500 per day. Max $18000 per month.'],
  [
    'Hold anything over $150 for approval, and stop for the day at $600.',
    'Max $600 per day. Require approval above $150.',
  ],
  ['No purchases without approval, whatever the amount.', 'Require approval above $0.'],
  ['No automatic payments at all, a human approves each one.', 'Require approval above $0.'],
  ['Nothing on weekends, we are on Chicago time.', 'Only mon-fri 00:00-00:00 America/Chicago.'],
  ['Anything from etsy.com or michaels.com is OK, nothing from other shops.', 'Only merchants etsy.com, michaels.com.'],
  ['Categories we accept: software. Categories we reject: none.', 'Only category software.'],
])('%s', (text, canonical) => {
  const answer = parsePolicy(text)
  expect(answer.ok ? answer.canonicalText : answer.problems).toBe(canonical)
})

test.each([
  // The window could be that of the approval beside it.
  'Max $200 per day, ask me above $25, weekdays only UTC.',
  'Mon-Fri 9am-5pm UTC, ask me above $25, max $200 per day.',
  // An amount behind an approval could be its threshold.
  'Approval above $25, $200 per day, weekdays only UTC.',
  // Two rules and no list: the days could be those of the limit.
  '$50 a day, weekdays only UTC.',
  'Ask me above $25, max $200 per day, only between 9am and 5pm UTC.',
  'No gambling, max $50 per day, 10pm-6am UTC.',
  // What is free of approval could be so on these days alone.
  'Auto-approve up to $25, max $50 per order, weekdays only UTC.',
  // A single dash could be a minus.
  'Only software: - games',
  'Limits: - no gambling - crypto - max $50 per day',
  'Blocked: • gambling • weapons • max $50 per day',
  'Blocked: none. Block gambling.',
  'Blocked: none',
  'Allowed: none. Max $50 per day.',
  'The daily limit and the daily limit are both $500.',
  'Daily and monthly limits are not both $500.',
  'Anything over $500 is not approved.',
  'Weekdays 9am-5pm UTC only, we are on Chicago time.',
  'Do not stop for the day at $50.',
])('%s is refused', (text) => {
  const answer = parsePolicy(text)
  expect(answer.ok ? answer.canonicalText : 'refused').toBe('refused')
})
