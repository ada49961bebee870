// What a text says beside a rule can make the rule another's: a second wallet, money that comes in, "each" behind a list of
// merchants, a word that is in two categories. All of these are refused, with what they could mean (experience 10.1, 10.5).
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

function read(text: string): string {
  const answer = parsePolicy(text, { limitTimezone: 'UTC' })
  return answer.ok ? answer.canonicalText : answer.problems.map(({ message }) => message).join(' ')
}

describe('another wallet beside this one', () => {
  const OTHERS = [
    "Marketing's wallet may buy advertising only",
    'The marketing bot may buy advertising only',
    'The finance department may buy advertising only',
  ]
  const OWN = [
    'this one has a cap of $200 per purchase',
    'this card has a cap of $200 per purchase',
    'here the cap is $200 per purchase',
  ]

  test.each(OTHERS.flatMap((other) => OWN.map((own) => [other, own] as const)))('%s; %s', (other, own) => {
    for (const text of [`${other}; ${own}.`, `${other}. ${own}.`, `${own}. ${other}.`, `${other}, and ${own}.`])
      expect([text, read(text)]).toEqual([text, expect.not.stringContaining('Max $200')])
    expect(read(`${other}; ${own}.`)).toContain('another wallet')
  })

  test.each([
    ["Marketing's wallet may buy advertising only.", 'Only category advertising.'],
    ['This one has a cap of $200 per purchase. Only software.', 'Max $200 per transaction. Only category software.'],
    ['Our marketing bot may only buy ads. Our bot may spend $50 a day.', 'Max $50 per day. Only category advertising.'],
    ['Marketing card: only ads. This card may spend $50 a day.', 'Max $50 per day. Only category advertising.'],
    ['Here are the rules: the marketing bot may spend $50 a day.', 'Max $50 per day.'],
  ])('%s is about one wallet', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
})

describe('money that comes in', () => {
  test.each([
    'Never accept a payment over $1,000.',
    'Do not accept payments on weekends.',
    'We never accept payments for gambling.',
    'It may accept up to $500 a day.',
    'The largest payment we accept is $500.',
  ])('%s', (text) => {
    expect(read(text)).toContain('money that comes in')
  })

  test.each([
    ['Accept payments to a.com only.', 'Only merchant a.com.'],
    ['Only a.com and b.com may receive payments.', 'Only merchants a.com, b.com.'],
    ['Accept no orders above $50.', 'Max $50 per transaction.'],
  ])('%s is paid', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
})

describe('an amount for each of them', () => {
  test.each([
    ['Only github.com and vercel.com, $50 each.', 'at each merchant'],
    ['Only github.com and vercel.com. Max $50 each.', 'at each merchant'],
    ['Only books and software, $50 each.', 'for each category'],
  ])('%s', (text, other) => {
    const said = read(text)
    for (const part of ['two ways', 'per transaction', other]) expect(said).toContain(part)
  })

  test.each([
    ['Only github.com, $50 each.', 'Max $50 per transaction. Only merchant github.com.'],
    ['Only orders from a.com and b.com, $50 each.', 'Max $50 per transaction. Only merchants a.com, b.com.'],
  ])('%s is each payment', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
})

describe('words that are in two categories', () => {
  test.each([
    ['hardware', ['electronics', 'home_garden'], 'software'],
    ['furniture', ['home_garden', 'office_supplies'], 'clothing'],
    ['repairs', ['construction_repair', 'automotive', 'it_services'], 'cleaning'],
    ['maintenance', ['construction_repair', 'automotive', 'it_services'], 'cleaning'],
    ['contractors', ['construction_repair', 'professional_services'], 'cleaning'],
    ['tickets', ['entertainment', 'airlines', 'ground_transport'], 'gaming'],
    ['streaming', ['entertainment', 'digital_goods'], 'gaming'],
    ['cars', ['automotive', 'car_rental'], 'fuel'],
    ['water', ['utilities', 'groceries'], 'electricity'],
    ['trading', ['investments', 'crypto_quasi_cash'], 'banking'],
    ['licences', ['software', 'government'], 'cloud hosting'],
    ['memberships', ['charity_membership', 'entertainment'], 'donations'],
    ['audiobooks', ['books_media', 'digital_goods'], 'magazines'],
  ])('%s', (word, categories, beside) => {
    for (const text of [`Only ${word}.`, `No ${word}.`, `Only insurance and ${word}.`])
      for (const category of categories) expect(read(text)).toContain(`(${category})`)
    expect(read(`Only ${beside} and ${word}.`)).toContain(categories[0])
    expect(read(`Only ${beside} and ${word}.`)).toMatch(/^Only categor/)
    // Called a category, it is the one that it is listed under.
    expect(read(`Only the category ${word}.`)).toBe(`Only category ${categories[0]}.`)
  })
})

describe('readings of their own', () => {
  test.each([
    ['Merchants: a.com, b.com (no others).', 'Only merchants a.com, b.com.'],
    ['Only a.com and b.com (nothing else), max $5 per order.', 'Max $5 per transaction. Only merchants a.com, b.com.'],
    ['Any time of day, but weekdays only.', 'Only mon-fri 00:00-00:00 UTC.'],
    ['Only pay vendors at *.a.com.', 'Only merchant *.a.com.'],
    ['Only pay domains under a.com.', 'Only merchant *.a.com.'],
    [
      'Only advertising, Monday to Friday, no more than $640 a day.',
      'Max $640 per day. Only category advertising. Only mon-fri 00:00-00:00 UTC.',
    ],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })

  test.each([
    'Any time but weekdays only.',
    'No advertising, Monday to Friday, max $640 a day.',
    'Only advertising, Saturday and Sunday, max $640 a day.',
    'Max $50 per payment (no others).',
    'Never pay vendors at a.com.',
  ])('%s is refused', (text) => {
    expect(parsePolicy(text, { limitTimezone: 'UTC' }).ok).toBe(false)
  })
})
