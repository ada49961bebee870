// Texts about days and hours, put together by chance from parts that people use, each with the windows it states. The same
// seed gives the same texts.
import { type TimeWindow, WEEKDAY_NAMES, type Weekday } from '../../../subgraphs/mandates/rules/policy.ts'

export interface WindowText {
  readonly text: string
  readonly windows: readonly TimeWindow[]
}

type Choose = <T>(from: readonly T[]) => T

export function chooser(seed: number): Choose {
  let state = seed >>> 0 || 1
  return (from) => {
    // xorshift
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return from[(state >>> 0) % from.length] as (typeof from)[number]
  }
}

interface Days {
  readonly days: readonly Weekday[]
  /** Behind "on". */
  readonly nouns: readonly string[]
  /** By themselves. */
  readonly phrases: readonly string[]
}
interface Hours {
  readonly start: string
  readonly end: string
  /** Behind "between", joined by "and"; then with a dash or "to". */
  readonly pair: readonly [string, string]
}

const week = (from: number, to: number) => WEEKDAY_NAMES.slice(from, to)
export const DAYS: readonly Days[] = [
  {
    days: week(0, 5),
    nouns: ['weekdays', 'Mondays to Fridays'],
    phrases: [
      'weekdays',
      'Monday to Friday',
      'Mon-Fri',
      'Monday through Friday',
      'Monday–Friday',
      'M-F',
      'from Monday to Friday',
      'Mon - Fri',
    ],
  },
  { days: week(0, 5), nouns: ['weekdays'], phrases: ['weekdays', 'Mon-Fri', 'Monday to Friday'] },
  { days: week(5, 7), nouns: ['weekends', 'Saturdays and Sundays', 'the weekend'], phrases: ['weekends', 'Sat-Sun'] },
  {
    days: week(0, 6),
    nouns: ['Monday to Saturday'],
    phrases: ['Mon-Sat', 'Monday to Saturday', 'Monday thru Saturday'],
  },
  { days: week(0, 4), nouns: ['Monday through Thursday'], phrases: ['Monday through Thursday', 'Mon-Thu'] },
  {
    days: ['tue', 'thu'],
    nouns: ['Tuesdays and Thursdays', 'Tuesday and Thursday'],
    phrases: ['Tuesdays and Thursdays', 'Tue, Thu'],
  },
  {
    days: ['mon', 'wed', 'fri'],
    nouns: ['Mondays, Wednesdays and Fridays', 'Monday, Wednesday, and Friday'],
    phrases: ['Mondays, Wednesdays and Fridays', 'Mon, Wed, Fri', 'Mon/Wed/Fri'],
  },
  { days: ['fri'], nouns: ['Fridays', 'Friday'], phrases: ['Fridays', 'every Friday'] },
]
const EVERY_DAY: readonly string[] = [
  'every day',
  'daily',
  'seven days a week',
  'each day',
  'all week',
  '7 days a week',
]
const CLOSED: readonly Days[] = [
  { days: week(5, 7), nouns: ['weekends', 'Saturdays and Sundays', 'Saturday and Sunday'], phrases: [] },
  { days: ['sun'], nouns: ['Sundays'], phrases: [] },
  { days: ['fri'], nouns: ['Fridays'], phrases: [] },
  { days: ['sat', 'sun', 'mon'], nouns: ['Saturdays, Sundays and Mondays'], phrases: [] },
]
export const HOURS: readonly Hours[] = [
  { start: '09:00', end: '17:00', pair: ['9am', '5pm'] },
  { start: '09:00', end: '17:00', pair: ['09:00', '17:00'] },
  { start: '08:30', end: '18:00', pair: ['08:30', '18:00'] },
  { start: '08:00', end: '20:00', pair: ['8 am', '8 pm'] },
  { start: '07:00', end: '21:30', pair: ['7:00 AM', '9:30 PM'] },
  { start: '10:00', end: '16:00', pair: ['10:00', '16:00'] },
  { start: '06:00', end: '12:00', pair: ['6am', 'noon'] },
  { start: '09:00', end: '18:00', pair: ['9 a.m.', '6 p.m.'] },
]
const NIGHTS: readonly Hours[] = [
  { start: '22:00', end: '06:00', pair: ['10pm', '6am'] },
  { start: '22:00', end: '07:00', pair: ['22:00', '07:00'] },
]
const ZONES: readonly (readonly [string, readonly string[]])[] = [
  ['UTC', ['UTC', 'UTC', '(UTC)', 'UTC time', 'in UTC']],
  ['Europe/Berlin', ['Europe/Berlin', '(Europe/Berlin)', 'Berlin time', 'Europe/Berlin time']],
  ['America/New_York', ['America/New_York', 'New York time', '(America/New_York)', 'in America/New_York']],
  ['Europe/London', ['Europe/London', 'London time', 'UK time', '(London time)']],
  ['Asia/Tokyo', ['Asia/Tokyo', 'Tokyo time']],
]
const ZONE_SENTENCES = [
  'Time zone: ZZ.',
  'Timezone is ZZ.',
  'All times ZZ.',
  'All times are in ZZ.',
  'The time zone is ZZ.',
  'Our time zone is ZZ.',
  'Times are in ZZ.',
  'The tz is ZZ.',
  'Zone: ZZ.',
  'Use ZZ.',
]

/** Open at WW, which is all of the days, hours and zone. */
export const OPEN = [
  'WW.',
  'Only WW.',
  'WW only.',
  'Payments are only allowed WW.',
  'Payments are allowed WW only.',
  'Payments are allowed only WW.',
  'Payments only WW.',
  'Spending is permitted only WW.',
  'Spending is only possible WW.',
  'Purchases are allowed WW.',
  'The agent may only spend WW.',
  'The agent may spend money only WW.',
  'The agent can buy things WW only.',
  'It may make purchases WW.',
  'It can only pay WW.',
  'You may only buy things WW.',
  'You can spend WW.',
  'Our agent is allowed to pay WW only.',
  'The bot should only make payments WW.',
  'Only allow payments WW.',
  'Only let it spend WW.',
  'Only pay WW.',
  'Only buy stuff WW.',
  'Allow purchases only WW.',
  'Allow payments WW.',
  'Restrict spending to WW.',
  'Limit payments to WW.',
  'Restrict the agent to WW.',
  'Spending is restricted to WW.',
  'Payments are limited to WW.',
  'Payments shall be made WW only.',
  'Payments shall only be made WW.',
  'Payments may only be made WW.',
  'Payments may be made only WW.',
  'Purchases must be made WW.',
  'Orders may only be placed WW.',
  'All payments must happen WW.',
  'Transactions are processed only WW.',
  'We only pay WW.',
  'We only buy WW.',
  'Open WW.',
  'The agent is active WW.',
  'The agent works WW only.',
  'The wallet is open only WW.',
  'Use the card only WW.',
  'Use this wallet only WW.',
  'Please only spend WW.',
  'Please make payments WW only.',
  'Active WW.',
]
const OPEN_LABELS = [
  'Hours: WW',
  'Payment hours: WW',
  'Spending hours are WW.',
  'Allowed hours: WW',
  'Permitted times: WW',
  'Time window: WW',
  'Allowed time window: WW',
  'Payment window: WW',
  'Schedule: WW',
  'Spending allowed: WW',
  'Payments: WW',
  'Payments allowed: WW',
  'Active hours: WW',
  'Open: WW',
  'Business hours only: WW.',
  'Only during business hours (WW).',
  'Only during office hours: WW.',
  'Only spend during business hours, WW.',
  'Payments only during working hours (WW).',
  'Availability: WW',
  'Allowed: WW',
  'Time restrictions: WW',
  'Shopping hours: WW',
  'Working hours: WW',
]
/** Closed outside of WW. */
export const OUTSIDE = [
  'No payments outside WW.',
  'No payments outside of WW.',
  'No spending outside of WW.',
  'No purchases are allowed outside WW.',
  'Never pay outside WW.',
  'Never spend money outside of WW.',
  "Don't buy anything outside WW.",
  'Do not spend outside of WW.',
  'The agent must not pay outside WW.',
  'The agent may not make purchases outside WW.',
  'Payments outside WW are blocked.',
  'Payments outside of WW are not allowed.',
  'Any payment outside WW is declined.',
  'Block payments outside WW.',
  'Block all purchases outside of WW.',
  'Decline anything outside WW.',
  'Outside WW, no payments are allowed.',
  'Outside of WW nothing may be bought.',
  'Outside WW: no payments.',
  'Nothing may be spent outside WW.',
  'Payments may not be made outside WW.',
  'Anything outside WW is to be declined.',
  'Transactions must be rejected outside WW.',
  "Don't let it buy anything outside WW.",
]
/** Closed on DD, with a zone or not. */
const CLOSING = [
  'No payments on DDZ.',
  'No spending on DDZ.',
  'No purchases are allowed on DDZ.',
  'No transactions on DDZ.',
  'Closed on DDZ.',
  'We are closed on DDZ.',
  'The wallet is closed on DDZ.',
  "Don't buy anything on DDZ.",
  'Do not spend money on DDZ.',
  'Never pay on DDZ.',
  'Never make payments on DDZ.',
  'Block payments on DDZ.',
  'Block all spending on DDZ.',
  'Payments are blocked on DDZ.',
  'Payments are not allowed on DDZ.',
  'Payments may not be made on DDZ.',
  'Purchases must not be made on DDZ.',
  'The agent must not pay on DDZ.',
  'The agent may not spend anything on DDZ.',
  "It can't buy anything on DDZ.",
  'On DDZ no payments are allowed.',
  'On DDZ, nothing may be bought.',
  'On DDZ, no payments.',
  'DD are off limitsZ.',
  'DD are blockedZ.',
  'DD are closedZ.',
  'DD are excludedZ.',
  'DD: closedZ.',
  'DD: no paymentsZ.',
  'Payments on DD are not allowedZ.',
  'Payments on DD are blockedZ.',
  'No payments may be made on DDZ.',
  'Nothing on DDZ.',
  'Not on DDZ.',
  'There will be no purchases on DDZ.',
  "Don't let the agent spend on DDZ.",
  'Blocked days: DDZ.',
  'Days off: DDZ.',
  'Not allowed: DDZ.',
]
const CLOSED_HOURS = [
  'No payments HH.',
  'No spending HH.',
  "Don't buy anything HH.",
  'Never pay HH.',
  'Payments are blocked HH.',
  'Block payments HH.',
  'Payments are not allowed HH.',
  'The agent must not spend HH.',
  'No purchases may be made HH.',
  'HH, no payments are allowed.',
  'HH no payments.',
]

export const capital = (text: string) => text.replace(/^[(]?\p{Ll}/u, (first) => first.toUpperCase())
export const hoursText = ({ pair: [start, end] }: Hours, choose: Choose) =>
  choose([
    `${start}-${end}`,
    `${start} to ${end}`,
    `${start} – ${end}`,
    `from ${start} to ${end}`,
    `between ${start} and ${end}`,
    `from ${start} until ${end}`,
  ])

interface When {
  readonly text: string
  readonly windows: readonly TimeWindow[]
}

/** Days, hours and zone in one of the orders in which people write them. */
export function someTimes(choose: Choose): When {
  const [tz, spellings] = choose(ZONES)
  const zone = choose(spellings)
  const set = choose(DAYS)
  const hours = choose(HOURS)
  const days = choose([choose(set.phrases), `on ${choose(set.nouns)}`])
  const span = hoursText(hours, choose)
  const window = (of: readonly Weekday[], start: string, end: string) => [{ days: of, start, end, tz }]
  const kind = choose(['both', 'both', 'both', 'both', 'days', 'hours', 'daily', 'two'])
  if (kind === 'days')
    return { text: choose([`${days} ${zone}`, `${days}, ${zone}`]), windows: window(set.days, '00:00', '00:00') }
  if (kind === 'hours')
    return {
      text: choose([`${span} ${zone}`, `${span}, ${zone}`]),
      windows: window(WEEKDAY_NAMES, hours.start, hours.end),
    }
  if (kind === 'daily') {
    const daily = choose(EVERY_DAY)
    const text = choose([`${daily} ${span} ${zone}`, `${span} ${zone}, ${daily}`, `${daily}, ${span} ${zone}`])
    return { text, windows: window(WEEKDAY_NAMES, hours.start, hours.end) }
  }
  if (kind === 'two') {
    const saturday = { days: ['sat'] as const, start: '10:00', end: '14:00', tz }
    const isHalf = /[ap]\.?m/i.test(hours.pair[0])
    const second = isHalf ? '10am-2pm' : '10:00-14:00'
    const text = choose([
      `weekdays ${span} and Saturdays ${second}, ${zone}`,
      `Mon-Fri ${span}, Sat ${second} ${zone}`,
      `Monday to Friday ${span} and Saturday ${second} ${zone}`,
    ])
    return { text, windows: [...window(week(0, 5), hours.start, hours.end), saturday] }
  }
  const text = choose([
    `${days} ${span} ${zone}`,
    `${days}, ${span} ${zone}`,
    `${days}, ${span}, ${zone}`,
    `${days} ${span}, ${zone}`,
    `${span} ${zone} on ${choose(set.nouns)}`,
    `${span}, ${days}, ${zone}`,
    `${span} ${zone}, ${days}`,
    `${span} on ${choose(set.nouns)} ${zone}`,
    `${days} ${zone}, ${span}`,
  ])
  return { text, windows: window(set.days, hours.start, hours.end) }
}

function someText(choose: Choose): WindowText {
  const [tz, spellings] = choose(ZONES)
  const zone = choose(spellings)
  const zoneSentence = choose(ZONE_SENTENCES).replace('ZZ', tz)
  const set = choose(DAYS)
  const hours = choose(HOURS)
  const span = hoursText(hours, choose)
  const on = `on ${choose(set.nouns)}`
  const both = [{ days: set.days, start: hours.start, end: hours.end, tz }]
  const frame = choose(['open', 'open', 'open', 'label', 'outside', 'closed', 'night', 'split', 'lines', 'sentences'])
  switch (frame) {
    case 'open':
    case 'label':
    case 'outside': {
      const { text, windows } = someTimes(choose)
      const isSplit = frame !== 'open'
      // "Hours: on weekdays", "outside on weekdays" is not what people write.
      const bare = isSplit ? text.replace(/^on /, '') : text
      return {
        text: capital(choose(frame === 'open' ? OPEN : frame === 'label' ? OPEN_LABELS : OUTSIDE).replace('WW', bare)),
        windows,
      }
    }
    case 'closed': {
      const { days, nouns } = choose(CLOSED)
      const isApart = choose([true, false, false])
      const behind = choose([` ${zone}`, `, ${zone}`, ` (${tz})`])
      const text = choose(CLOSING)
        .replace('DD', choose(nouns))
        .replace('Z', isApart ? '' : behind)
      const open = WEEKDAY_NAMES.filter((day) => !days.includes(day))
      return {
        text: capital(isApart ? `${text} ${zoneSentence}` : text),
        windows: [{ days: open, start: '00:00', end: '00:00', tz }],
      }
    }
    case 'night': {
      const night = choose(NIGHTS)
      const [start, end] = night.pair
      const when = `${choose([`between ${start} and ${end}`, `from ${start} to ${end}`])} ${zone}`
      return {
        text: capital(choose(CLOSED_HOURS).replace('HH', when)),
        windows: [{ days: WEEKDAY_NAMES, start: night.end, end: night.start, tz }],
      }
    }
    case 'split': {
      const text = choose([
        `On ${choose(set.nouns)}, payments may be made ${span} ${zone}.`,
        `Payments are allowed ${on}, and only ${span} ${zone}.`,
        `Payments only ${on} and only ${span} ${zone}.`,
        `Payments shall be made ${on} only, ${span}, ${zone}.`,
        `Only spend ${on} and only ${span} ${zone}.`,
        `The agent may only pay ${on}, and only ${span} ${zone}.`,
        `${span} ${zone}, payments are allowed ${on}.`,
        `Spending ${on} only, ${span} ${zone}.`,
      ])
      return { text: capital(text), windows: both }
    }
    case 'lines': {
      const plain = choose(set.phrases).replace(/^(?:from|every) /, '')
      const text = choose([
        `Days: ${plain}\nHours: ${span}\nTime zone: ${tz}`,
        `Hours: ${span} ${zone}\nDays: ${plain}`,
        `Days: ${plain}\nHours: ${span} ${zone}`,
        `- Days: ${plain}\n- Hours: ${span}\n- Zone: ${tz}`,
        `Allowed days: ${plain}\nAllowed hours: ${span} (${tz})`,
        `Hours: ${span}\nDays: ${plain}\nZone: ${tz}`,
      ])
      return { text, windows: both }
    }
    default: {
      const { days, nouns } = choose(CLOSED)
      const without = (of: readonly Weekday[]) => of.filter((day) => !days.includes(day))
      const daily = choose(EVERY_DAY)
      const rest = (of: readonly Weekday[]) => [{ ...both[0], days: without(of) }] as TimeWindow[]
      const no = choose([
        `No payments on ${choose(nouns)}.`,
        `Closed on ${choose(nouns)}.`,
        `Never on ${choose(nouns)}.`,
      ])
      const isLeft = without(set.days).length > 0
      return choose<WindowText>([
        { text: `Only ${on}. Only ${span}. ${zoneSentence}`, windows: both },
        { text: `Payments are only allowed ${on}. Payments are only allowed ${span} ${zone}.`, windows: both },
        { text: `Payments only ${on}. Hours: ${span} ${zone}.`, windows: both },
        { text: `Payments ${on} only, ${span}. ${zoneSentence}`, windows: both },
        { text: `${zoneSentence} Payments only ${on}, ${span}.`, windows: both },
        { text: `Open ${daily} ${span} ${zone}. ${no}`, windows: rest(WEEKDAY_NAMES) },
        { text: `Payments are allowed ${span} ${zone}. ${no}`, windows: rest(WEEKDAY_NAMES) },
        { text: `${no} Payments are allowed ${span} ${zone}.`, windows: rest(WEEKDAY_NAMES) },
        ...(isLeft ? [{ text: `Payments only ${on}, ${span} ${zone}. ${no}`, windows: rest(set.days) }] : []),
      ])
    }
  }
}

/** Plain texts, each of which a reader takes for exactly its windows. */
export function windowTexts({ seed, count }: { seed: number; count: number }): readonly WindowText[] {
  const choose = chooser(seed)
  const texts = new Map<string, WindowText>()
  while (texts.size < count) {
    const each = someText(choose)
    texts.set(each.text, each)
  }
  return [...texts.values()]
}
