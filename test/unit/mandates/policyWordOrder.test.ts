// Limits, approvals, lists, windows and names in any order of words: what they mean, and what stays refused because a word beside the list or the
// times could narrow it, open it or belong to somebody else.
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

function read(text: string): string {
  const answer = parsePolicy(text, { limitTimezone: 'UTC' })
  return answer.ok ? answer.canonicalText : 'refused'
}

describe('lists', () => {
  test.each([
    ['Our event agent may only use restaurants and entertainment.', 'Only categories restaurants, entertainment.'],
    ['Software is the only category it may buy.', 'Only category software.'],
    ['Buy advertising and nothing besides advertising.', 'Only category advertising.'],
    ['The wallet shall be used solely for the payment of utilities.', 'Only category utilities.'],
    ['Anything outside of software is forbidden.', 'Only category software.'],
    ['The assistant books airlines and hotels, nothing else.', 'Only categories airlines, lodging.'],
    ['This agent pays our telecom invoices. It may not buy from any other category.', 'Only category telecom.'],
    ['Software, books and education. Only these three.', 'Only categories software, books_media, education.'],
    ['Block everyone except a.com.', 'Only merchant a.com.'],
    ['zoom.us or any subdomain of zoom.us, nothing else', 'Only merchants *.zoom.us, zoom.us.'],
    ['We do not want the agent paying any charities.', 'Block category charity_membership.'],
    ['You may not buy clothing or pets with company money.', 'Block categories clothing, pets_veterinary.'],
    ['It may spend on whatever it needs but never on alcohol.', 'Block category alcohol.'],
    ['Clothing? No. Pets? No. Everything else is fine.', 'Block categories clothing, pets_veterinary.'],
    ['Taxis and other ground transport only.', 'Only category ground_transport.'],
    ['Electricity, gas and water bills only, so utilities.', 'Only category utilities.'],
    ['Books/media only.', 'Only category books_media.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })

  test.each([
    'It may only use restaurants that we know.',
    'It may only use restaurants for clients.',
    'Only the event agent may use restaurants.',
    'Our event agent may not only use restaurants.',
    'Our event agent may use only some restaurants.',
    'Do not limit our spending to software.',
    'Limit software to our spending.',
    'Not all of the software is off limits.',
    'It need not avoid gambling.',
    'It is ok not to buy alcohol.',
    'Do not use software.',
    'Software, books and travel. Only these two.',
    'Gambling and other software only.',
    'Buy advertising and nothing besides software.',
    'No crypto payments.',
    'Limit staff spending to software.',
    'It pays a.com. No other vendor but b.com.',
    'Travel and food (restaurants) only.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})

describe('days and hours', () => {
  test.each([
    ['Nothing before 8am and nothing after 8pm, Europe/London.', 'Only mon-sun 08:00-20:00 Europe/London.'],
    [
      'Monday through Thursday, 07:00 to 19:00 Europe/London: payments allowed. Outside of that: no payments.',
      'Only mon-thu 07:00-19:00 Europe/London.',
    ],
    ['The card may only be used 09:00 to 17:00 UTC, Monday to Friday.', 'Only mon-fri 09:00-17:00 UTC.'],
    [
      'Purchases may happen on weekdays from 9am to noon and 1pm to 5pm UTC.',
      'Only mon-fri 09:00-12:00 UTC or mon-fri 13:00-17:00 UTC.',
    ],
    ['On weekends the agent must not pay.', 'Only mon-fri 00:00-00:00 UTC.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
  test.each([
    'Only the agent may pay on weekdays UTC.',
    'Payments only in May on weekdays UTC.',
    'Weekdays 9am-5pm UTC, not Fridays.',
    'Only this Monday UTC.',
    'Purchases only between 9:00 are and 17:00 Europe/Berlin time zone, Monday through Friday.',
    'Monday through Thursday, 07:00 to bought 19:00 Europe/London: payments allowed.',
    'Not allowed is spending on Saturday anything and Sunday UTC.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})

describe('whose wallet it is', () => {
  test.each([
    ["the interns' agent gets 10 dollars a day", 'Max $10 per day.'],
    ['Accounts payable bot: max $15,000 per invoice.', 'Max $15000 per transaction.'],
    ['For the travel desk: software only.', 'Only category software.'],
    ['Team lunches: restaurants and groceries only.', 'Only categories restaurants, groceries.'],
    ['Office snacks. Groceries only.', 'Only category groceries.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })
  test.each([
    'Team lunches: at most $20 per order.',
    'For the travel desk: software only. For the sales team: books only.',
    'Software: max $20 per order.',
    'Example: software only.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})

describe('limits and approvals', () => {
  test.each([
    ["$600/month, that's the lid on everything.", 'Max $600 per month.'],
    ['Once the daily total reaches $45, decline further payments.', 'Max $45 per day.'],
    ['The card should decline anything over $29.', 'Max $29 per transaction.'],
    [
      'Per-transaction maximum 500, daily maximum 1500, both in US dollars.',
      'Max $500 per transaction. Max $1500 per day.',
    ],
    ['Invoices above $4,000 have to be approved by accounts payable.', 'Require approval above $4000.'],
    ['Orders of up to $500 are OK without approval, orders over $500 are not', 'Require approval above $500.'],
    ['Max $650 per booking. I have to approve each one.', 'Max $650 per transaction. Require approval above $0.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })

  test.each([
    '$50 per day $100',
    'In May spend $50 per day.',
    '$50 gets per month.',
    'Accounting payments over $300 need approval.',
    'Everything needs approval over $50.',
    'Nothing costs more than $50.',
    'Anything over $40, block.',
    'Once a day $50 spent, decline.',
    'Gambling over $100 is blocked. I have to approve each one.',
    'Purchases over $100 are blocked. Each one needs approval.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})
