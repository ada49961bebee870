// Amounts as people write them (experience 10.4): exact US dollars in digits or words, every other currency refused by name.
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

const FRAMES = [
  (amount: string) => `Max ${amount} per day.`,
  (amount: string) => `Spend at most ${amount} a day.`,
  (amount: string) => `The daily limit is ${amount}.`,
  (amount: string) => `No more than ${amount} per day, block gambling.`,
]

function dailyLimit(text: string): bigint | null | string {
  const answer = parsePolicy(text)
  return answer.ok ? answer.policy.dailyLimit : (answer.problems[0]?.code ?? 'refused')
}

describe.each([
  [
    1500,
    [
      '$1500',
      '$1,500',
      '$1,500.00',
      '1500 USD',
      '1,500 USD',
      'USD 1500',
      'USD1500',
      'US$1,500',
      '$1500 USD',
      '1500$',
      '$ 1500',
      '1500 dollars',
      '1,500 US dollars',
      '1500 U.S. dollars',
      '1500 American dollars',
      '1500 dollars US',
      '1500 bucks',
      '$1.5k',
      '1.5k USD',
      '1.5k dollars',
      '$1.5K',
      '$1.5 grand',
      'fifteen hundred dollars',
      'one thousand five hundred dollars',
      'one thousand and five hundred dollars',
      '$1500 (USD)',
      '1500 (USD)',
      '$1500 (fifteen hundred dollars)',
      'fifteen hundred (1500) dollars',
    ],
  ],
  [100, ['a hundred dollars', 'one hundred bucks', '$100', '100 dollars', '$0.1k']],
  [25.5, ['$25.50', '$25.5', '25.50 USD', '25 dollars and 50 cents', '2550 cents']],
  [1, ['a dollar', 'one dollar', 'a buck', '1 dollar', '100 cents', '100¢']],
  [2_000_000, ['$2M', '$2 million', 'two million dollars', '$2,000,000']],
] as const)('%d dollars', (dollars, notations) => {
  test.each(notations)('%s', (notation) => {
    for (const frame of FRAMES)
      expect([frame(notation), dailyLimit(frame(notation))]).toEqual([
        frame(notation),
        BigInt(Math.round(dollars * 100)) * 10_000n,
      ])
  })
})

test.each([
  '$1.500',
  '$1,50',
  '$1500,00',
  '1.500 USD',
  '$1.500,00',
  "$1'500",
  '$1 500',
  '$.50',
  '$2m',
  '$2k grand',
  '$2 grand thousand',
  '$5 hundred',
  '$50ish',
  '~$50',
  '$50+',
  '-$50',
  '$50-$100',
  '$1e3',
  '$50.999',
  '$50¢',
  '５０ dollars',
  '$５００',
  '$٥٠٠',
  '10%',
  'half a dollar',
  'a few dollars',
  'a dollar limit of $50',
])('%s is no exact amount', (notation) => {
  for (const frame of FRAMES)
    expect([frame(notation), typeof dailyLimit(frame(notation))]).toEqual([frame(notation), 'string'])
})

test.each([
  ['€50', '€'],
  ['50 euros', 'euros'],
  ['50 EUR', 'EUR'],
  ['£50', '£'],
  ['50 pounds', 'pounds'],
  ['¥5000', '¥'],
  ['C$50', 'C$'],
  ['50 Canadian dollars', 'Canadian dollars'],
  ['$50 CAD', 'CAD'],
  ['$50 (CAD)', 'CAD'],
  ['50 USDC', 'USDC'],
  ['0.1 ETH', 'ETH'],
  ['50 zł', 'zł'],
  ['50 rand', 'rand'],
])('%s is refused by the name of its currency', (notation, currency) => {
  for (const frame of FRAMES) {
    const answer = parsePolicy(frame(notation))
    expect(answer).toMatchObject({ ok: false, problems: [{ code: 'unsupported_currency' }] })
    expect(!answer.ok && answer.problems[0]?.message).toContain(`"${currency}"`)
  }
})

test('a currency that the text names once holds for its labels, and for nothing else', () => {
  expect(dailyLimit('All amounts in USD. Max 50 per day.')).toBe(50_000_000n)
  expect(dailyLimit('Daily limit: 100. Monthly limit: $1000.')).toBe(100_000_000n)
  expect(dailyLimit('$20 per transaction and 100 per day.')).toBe('ambiguous_amount')
  expect(dailyLimit('Currency: EUR. Daily limit: 100.')).toBe('unsupported_currency')
})

test('a limit above a larger period is noted and not refused', () => {
  const answer = parsePolicy('Max $500 per day and $100 per month')
  expect(answer.ok && answer.notes.map(({ code }) => code)).toContain('monthly_below_daily')
})
