// Wordings that were once read for something they do not say, by the fault behind them (experience 10.1): each is refused,
// with and without a zone of the organization, and properties hold what no list of texts can.
import { describe, expect, test } from 'vitest'
import { POLICY_TEXTS } from '../../../scripts/prove/policyTexts.ts'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import { type Policy, WEEKDAY_NAMES } from '../../../subgraphs/mandates/rules/policy.ts'
import misreadings from './policyMisreadings.json' with { type: 'json' }

const ZONES = [null, 'Europe/Berlin']

function read(text: string, limitTimezone: string | null): string {
  const answer = parsePolicy(text, { limitTimezone })
  return answer.ok ? answer.canonicalText : 'refused'
}

for (const [fault, texts] of Object.entries(misreadings))
  describe(fault, () => {
    test.each(texts)('%s is refused', (text) => {
      for (const zone of ZONES) expect(read(text, zone)).toBe('refused')
    })
  })

test('a figure with a sign or a point directly before it is never read without it', () => {
  for (const text of POLICY_TEXTS)
    for (const mark of ['.', ',', '-', '\u2212', '\u2013', '+', '~', '\u00b7', "'"]) {
      const marked = text.replace(/(?<= |^)([0-9])(?=[0-9.,k]* (?:USD|dollars|bucks))/, `${mark}$1`)
      if (marked !== text) expect([marked, read(marked, null)]).toEqual([marked, 'refused'])
      const signed = text.replace(/(?<= )\$(?=[0-9])/, `${mark}$$`)
      if (signed !== text && /[-+~\u2212\u2013]/u.test(mark))
        expect([signed, read(signed, null)]).toEqual([signed, 'refused'])
    }
})

test('a number beside a word for payments is never an amount', () => {
  const nouns = ['transaction', 'purchase', 'order', 'payment', 'charge', 'call', 'API call', 'request', 'invoice']
  const frames = [
    (noun: string) => `${noun} limit: 20`,
    (noun: string) => `The ${noun} limit is 20.`,
    (noun: string) => `Daily ${noun} limit: 20`,
    (noun: string) => `${noun} limit per day: 20`,
    (noun: string) => `Limit ${noun}s to 20 per day.`,
    (noun: string) => `Cap ${noun}s at 20 a month.`,
    (noun: string) => `Keep ${noun}s under 20 per day.`,
    (noun: string) => `${noun}s must not exceed 20 per month.`,
    (noun: string) => `Max 20 ${noun}s.`,
    (noun: string) => `No more than 20 ${noun}s per day.`,
    (noun: string) => `Monthly budget: $500. ${noun} limit: 20`,
    (noun: string) => `All amounts in USD. Limit ${noun}s to 20 per day.`,
  ]
  for (const noun of nouns)
    for (const frame of frames) expect([frame(noun), read(frame(noun), null)]).toEqual([frame(noun), 'refused'])
})

test('what is said to be allowed is never blocked', () => {
  const names = ['groceries', 'software', 'food', 'books']
  const frames = [
    (name: string) => `No gambling, ${name} allowed.`,
    (name: string) => `No gambling and ${name} allowed.`,
    (name: string) => `No gambling, and ${name} permitted.`,
    (name: string) => `Everything except gambling, ${name} allowed.`,
    (name: string) => `Never gambling, ${name} ok.`,
    (name: string) => `Block gambling, ${name} is fine.`,
    (name: string) => `Blocked: gambling, ${name} allowed.`,
  ]
  for (const name of names)
    for (const frame of frames) {
      const answer = parsePolicy(frame(name))
      const isBlocked = answer.ok && answer.policy.blockedCategories.some((each) => each !== 'gambling')
      expect([frame(name), isBlocked]).toEqual([frame(name), false])
    }
})

const DAY_WORDS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Whether a policy lets a payment pass at a minute of a day. */
function isOpen({ timeWindows }: Policy, day: number, minute: number): boolean {
  return timeWindows.some(({ days, start, end }) => {
    const [from, to] = [minutesOf(start), minutesOf(end)]
    const startsOn = (index: number) => days.includes(WEEKDAY_NAMES[(index + 7) % 7] as (typeof WEEKDAY_NAMES)[number])
    if (from < to) return startsOn(day) && minute >= from && minute < to
    return (startsOn(day) && minute >= from) || (startsOn(day - 1) && minute < to)
  })
}

test('no minute that a ban names is open under it', () => {
  const clocks = ['00:00', '06:00', '09:30', '12:00', '17:00', '22:00', '24:00']
  const bans = ['No payments', 'Never spend', 'Payments are not allowed', 'Block all payments', 'No spending']
  for (const start of clocks)
    for (const end of clocks)
      for (const ban of bans) {
        const text = `${ban} between ${start} and ${end} UTC.`
        const answer = parsePolicy(text)
        if (!answer.ok) continue
        const [from, to] = [minutesOf(start), minutesOf(end)]
        for (let minute = 0; minute < 1440; minute += 30) {
          const isBanned = from < to ? minute >= from && minute < to : minute >= from || minute < to
          if (isBanned) expect([text, minute, isOpen(answer.policy, 2, minute)]).toEqual([text, minute, false])
        }
      }
})

test('a day that stands in a ban is closed by it, or the text is refused', () => {
  const bans = [
    (day: string) => `No payments on ${day} UTC.`,
    (day: string) => `No gambling and ${day} UTC.`,
    (day: string) => `No gambling, ${day} UTC.`,
    (day: string) => `No gambling; ${day} UTC.`,
    (day: string) => `No gambling / ${day} UTC.`,
    (day: string) => `No gambling & ${day} UTC.`,
    (day: string) => `No gambling. ${day} UTC.`,
    (day: string) => `${day} UTC. No gambling.`,
    (day: string) => `${day} UTC and gambling are forbidden.`,
    (day: string) => `Blocked: gambling, ${day} UTC.`,
    (day: string) => `Blocked:\n- gambling\n- ${day} UTC`,
    (day: string) => `Block gambling plus ${day} UTC.`,
    (day: string) => `Everything except gambling and ${day} UTC.`,
    (day: string) => `On ${day} UTC, no gambling.`,
  ]
  DAY_WORDS.forEach((word, day) => {
    for (const ban of bans) {
      const text = ban(word)
      const answer = parsePolicy(text)
      if (answer.ok) expect([text, isOpen(answer.policy, day, 720)]).toEqual([text, false])
    }
  })
})
