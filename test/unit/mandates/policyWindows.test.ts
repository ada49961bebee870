// Days and hours in whatever order people write them (experience 10.4, domain 6.4): put together by chance, each text is read
// for exactly its windows, and what is near to it but no list of open hours is refused.
import { describe, expect, test, vi } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import { equalPolicies, NO_POLICY, normalizePolicy } from '../../../subgraphs/mandates/rules/policy.ts'
import { windowTexts } from './windowTexts.ts'
import { windowTraps } from './windowTraps.ts'

/** The number of texts bounds these tests; how long they take depends on what else the machine does. */
vi.setConfig({ testTimeout: 60_000 })

const SEED = 20_261_122

test('of 1,000 plain texts about days and hours 99 in 100 are read, and none for other windows', () => {
  const refused: string[] = []
  const texts = windowTexts({ seed: SEED, count: 1_000 })
  for (const { text, windows } of texts) {
    const answer = parsePolicy(text)
    if (!answer.ok) {
      refused.push(text)
      continue
    }
    const isRight = equalPolicies(answer.policy, normalizePolicy({ ...NO_POLICY, timeWindows: windows }))
    expect([text, answer.canonicalText, isRight]).toEqual([text, answer.canonicalText, true])
  }
  expect(refused.slice(0, texts.length - texts.length * 0.99)).toEqual(refused)
})

test('of 1,000 texts near to them none is read', () => {
  for (const text of windowTraps({ seed: SEED, count: 1_000 })) {
    const answer = parsePolicy(text)
    expect([text, answer.ok ? answer.canonicalText : 'refused']).toEqual([text, 'refused'])
  }
})

describe('rules about days and hours in sentences of their own', () => {
  test.each([
    ['Open daily 09:00-17:00 UTC. Closed on weekends.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Closed on weekends. Open daily 09:00-17:00 UTC.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Mon-Fri 09:00-17:00 UTC. No payments on Fridays.', 'Only mon-thu 09:00-17:00 UTC.'],
    ['Weekends are off limits. Time zone: America/Los_Angeles.', 'Only mon-fri 00:00-00:00 America/Los_Angeles.'],
    ["don't buy anything on weekends, tz is Europe/Berlin", 'Only mon-fri 00:00-00:00 Europe/Berlin.'],
    [
      'Payments shall be made on Tuesdays and Thursdays only, between 10:00 and 16:00, Europe/London.',
      'Only tue, thu 10:00-16:00 Europe/London.',
    ],
    [
      'Monday to Friday: 9am-5pm UTC; Saturday: 10am-2pm UTC; Sunday: closed',
      'Only mon-fri 09:00-17:00 UTC or sat 10:00-14:00 UTC.',
    ],
    ['Weekdays 9am-5pm UTC, no payments on weekends', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Working days are Monday to Friday. Working hours are 9am to 5pm UTC.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Blocked hours: 22:00-06:00 UTC', 'Only mon-sun 06:00-22:00 UTC.'],
    ['Never on a Sunday (UTC)', 'Only mon-sat 00:00-00:00 UTC.'],
    ['Make purchases on weekdays only (UTC).', 'Only mon-fri 00:00-00:00 UTC.'],
    ['Payments can be made 24 hours a day on weekdays, UTC.', 'Only mon-fri 00:00-00:00 UTC.'],
    ['Business hours are Mon-Fri 9am-5pm UTC. No payments outside business hours.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Spend only during office hours. Office hours: Mon-Fri 9am-5pm UTC.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['No activity outside of business hours (Mon-Fri 9am-5pm UTC).', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Morning hours only: 8am-12pm UTC.', 'Only mon-sun 08:00-12:00 UTC.'],
    ['Do not make any payments at night (22:00-06:00 UTC).', 'Only mon-sun 06:00-22:00 UTC.'],
    ['The spending window opens at 8am and closes at 8pm UTC.', 'Only mon-sun 08:00-20:00 UTC.'],
    ['Mon. to Fri., 9am-5pm UTC', 'Only mon-fri 09:00-17:00 UTC.'],
    ['The bot must be off between 22:00 and 06:00 UTC.', 'Only mon-sun 06:00-22:00 UTC.'],
    ['The agent has permission to spend Mon-Fri, 08:00-17:00 UTC.', 'Only mon-fri 08:00-17:00 UTC.'],
    ['Weekdays 9-17 UTC.', 'Only mon-fri 09:00-17:00 UTC.'],
    ["Only from 8 to 18 o'clock, Europe/Berlin.", 'Only mon-sun 08:00-18:00 Europe/Berlin.'],
    ['9h-17h UTC', 'Only mon-sun 09:00-17:00 UTC.'],
    ['Operating hours are 0600 to 1800 UTC.', 'Only mon-sun 06:00-18:00 UTC.'],
    ['From 6 in the morning until 10 at night, UTC, it may pay.', 'Only mon-sun 06:00-22:00 UTC.'],
    [
      'Spending happens between 7:00 and 15:00 UTC, Tuesday to Saturday, and at no other time.',
      'Only tue-sat 07:00-15:00 UTC.',
    ],
    ['On weekdays, and at no other time, the bot may spend money (UTC).', 'Only mon-fri 00:00-00:00 UTC.'],
    ['Our working hours are 9am to 6pm, Monday to Friday, UTC; only then can it buy.', 'Only mon-fri 09:00-18:00 UTC.'],
    ['Payments between 9:30am and 4pm UTC, Monday to Friday. None outside of it.', 'Only mon-fri 09:30-16:00 UTC.'],
    ['No payments before 8am and after 6pm UTC.', 'Only mon-sun 08:00-18:00 UTC.'],
    ['Not before 8am and not after 8pm UTC.', 'Only mon-sun 08:00-20:00 UTC.'],
    ['Orders placed outside of Mon-Fri, 7am to 4pm UTC, shall be refused.', 'Only mon-fri 07:00-16:00 UTC.'],
    ['Tuesdays, 13:00-17:00 UTC, are when the agent may pay.', 'Only tue 13:00-17:00 UTC.'],
    ['From Monday through to Friday, starting 9am and ending 5pm UTC.', 'Only mon-fri 09:00-17:00 UTC.'],
    ['Weekdays 9-5 UTC.', 'refused'],
    ['Max 9-17 per day.', 'refused'],
    ['No payments, weekends UTC.', 'refused'],
    ['Payments on weekends UTC.', 'refused'],
    ['On weekdays it may only pay from 9am to 5pm UTC.', 'refused'],
    ['Only the agent may pay on weekdays UTC.', 'refused'],
    ['We buy on weekdays UTC.', 'refused'],
    ['It must pay on weekdays UTC.', 'refused'],
    ['No payments on Sundays UTC. At other times nothing may be bought.', 'refused'],
    ['Payments are not allowed on weekdays only, UTC.', 'refused'],
    ['Outside of these hours nothing may be paid.', 'refused'],
    ['No payments outside business hours.', 'refused'],
    ['Opening hours: 9am-5pm UTC. No payments outside business hours.', 'refused'],
    ['No payments at night, 9am-5pm UTC.', 'refused'],
    ['Only in the morning, 8pm to 6am UTC.', 'refused'],
    ['Payments are allowed in the evening from 06:00 to 10:00 UTC.', 'refused'],
    ['Mornings only: 09:00-17:00 UTC.', 'refused'],
    ['Only from 5pm to 12pm UTC.', 'refused'],
    ['No purchases from 6pm to 12pm UTC.', 'refused'],
    ['8am-12pm and 1pm-5pm UTC.', 'Only mon-sun 08:00-12:00 UTC or mon-sun 13:00-17:00 UTC.'],
    ['No payments between 10pm and 6am UTC. Not on Sundays.', 'refused'],
    ['Only 10pm-6am UTC. No payments on Saturdays.', 'refused'],
    ['Payments only on weekdays UTC. No payments on weekdays.', 'refused'],
    ['Payments only 9am-5pm Asia/Tokyo. No payments on Sundays, Europe/Paris.', 'refused'],
    ['On weekdays payments are only allowed between 9am and 5pm UTC.', 'refused'],
    ['Payments on weekdays are only allowed between 9am and 5pm UTC.', 'refused'],
    ['Payments on weekdays UTC.', 'refused'],
    ['On weekdays the agent must spend, UTC.', 'refused'],
  ])('%s', (text, meaning) => {
    const answer = parsePolicy(text)
    expect(answer.ok ? answer.canonicalText : 'refused').toBe(meaning)
  })
})
