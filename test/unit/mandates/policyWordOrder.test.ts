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

describe('limits told as a condition of what is allowed', () => {
  test.each([
    ['It may buy software as long as no purchase exceeds $50.', 'Max $50 per transaction. Only category software.'],
    ['Spend whatever you like as long as it is no more than $35 a day.', 'Max $35 per day.'],
    [
      'Anything but alcohol is fine, as long as no purchase is over $40.',
      'Max $40 per transaction. Block category alcohol.',
    ],
    ['It may book hotels, provided that no booking is above $900.', 'Max $900 per transaction. Only category lodging.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })

  test.each([
    'Ask me above $50, as long as no purchase is over $100.',
    'No gambling, as long as it is under $50 per day.',
    'Games are fine as long as each is under $20.',
    'It may buy software as long as the daily limit holds.',
    'It may buy software as long as no purchase exceeds $50 or I approve it.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})

describe('names of what the spending is for', () => {
  test.each([
    ['School play: books and clothing only. $400 a day.', 'Max $400 per day. Only categories clothing, books_media.'],
    ['Groceries only for the office, $50 per order.', 'Max $50 per transaction. Only category groceries.'],
    ["This is my teenager's wallet. No alcohol.", 'Block category alcohol.'],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })

  test('the preview says that they are names', () => {
    const answer = parsePolicy('School play: books only.', { limitTimezone: 'UTC' })
    expect(answer.ok && answer.notes.map(({ code }) => code)).toContain('purpose_named')
  })

  test.each([
    'School play: $50 a day.',
    'Old rule: only software.',
    'Emergency: only pharmacy.',
    'Summer: only travel.',
    'Rejected: only software.',
    'The boss says: only software.',
    'Boss: only software.',
    'Field trips: only software.',
    'Travel: only software.',
    'Delete: only software.',
    'Never: only software.',
    'If needed: only software.',
    'Groceries for the office, books for the school only.',
    'Groceries only for the office. Books only for the school.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})

describe('closings, approvals and times in other words', () => {
  test.each([
    ['It can buy from a.com and b.com. Those two and no others.', 'Only merchants a.com, b.com.'],
    ["Shipping and office supplies. That's all it should buy.", 'Only categories office_supplies, shipping_logistics.'],
    ['Buying books and nothing else.', 'Only category books_media.'],
    ['Nothing may be bought from casinos.', 'Block category gambling.'],
    ['Buses, trains and taxis only.', 'Only category ground_transport.'],
    ['We want a person to approve payments above $50.', 'Require approval above $50.'],
    ['If a payment exceeds $75, we must approve it.', 'Require approval above $75.'],
    ['Ask me every single time before paying.', 'Require approval above $0.'],
    ['Let it spend $50 a day on whatever it likes.', 'Max $50 per day.'],
    ['We have set aside $50 per month for this agent. It may not spend more than that.', 'Max $50 per month.'],
    [
      'No order above $20, weekdays only, daily total $80.',
      'Max $20 per transaction. Max $80 per day. Only mon-fri 00:00-00:00 UTC.',
    ],
    ['Purchases between 6 am and 10 pm America/Los_Angeles.', 'Only mon-sun 06:00-22:00 America/Los_Angeles.'],
    [
      'No spending on Sundays; on other days up to $50 per order.',
      'Max $50 per transaction. Only mon-sat 00:00-00:00 UTC.',
    ],
  ])('%s', (text, canonicalText) => {
    expect(read(text)).toBe(canonicalText)
  })

  test.each([
    'It can buy from a.com and b.com. Those three and no others.',
    'Only buses.',
    'We want the CFO to approve payments above $50.',
    'We want a manager to approve nothing above $50.',
    'Gambling is blocked, weekends only, max $50 per day.',
    'Up to $25 without asking, weekdays only, max $50 per day.',
    'Payments on weekends.',
    'We are open Tuesday to Saturday. Daily cap $150.',
    'Not allowed is spending on Saturday and purchase Sunday.',
    'Approval over $200 and up to $5 per transaction.',
    'Approval over $200 and up to $500 per transaction.',
    'On other days up to $50 per order.',
    'Never ask me before paying.',
    'Ask me before paying, not always.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
})
