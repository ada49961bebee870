// Texts near to plain ones about days and hours, none of which a policy can hold.
import { capital, chooser, DAYS, HOURS, hoursText, OPEN, OUTSIDE, someTimes } from './windowTexts.ts'

const HALF_HOURS = [
  'No payments before 9am ZZ.',
  'No payments after 22:00 ZZ.',
  'Only after 9am ZZ.',
  'Payments are allowed until 5pm ZZ.',
  'Payments are only allowed from 09:00 ZZ.',
  'Open from 9am ZZ DD.',
  'Hours: from 08:30 ZZ',
  'DD until 6pm ZZ only.',
  'Block payments after 8pm ZZ DD.',
]
const MIXED_CLOCKS = [
  '9am-17:00',
  '09:00 to 5pm',
  '9-5pm',
  '9 to 5',
  '9:00-5:00',
  '9:30-5:30',
  '9am-5',
  '13pm-17pm',
  '25:00-26:00',
  'from nine to five',
]
const RUNS = [
  'Monday 9am to Friday 5pm',
  'from Monday 9am until Friday 5pm',
  'Mon 09:00 - Fri 17:00',
  'from Monday at 09:00 to Friday at 17:00',
  'between Monday 9am and Friday 5pm',
  'Monday 9am through Thursday 8pm',
]
const DATES = [
  'in December',
  'until June',
  'from May to August',
  'from 1 May to 3 May',
  'on the 15th',
  'on May 3',
  'since 2026-05-01',
  'this weekend',
  'next Monday',
  'tomorrow',
  'for the first two weeks',
  'on the first Monday of the month',
  'every other Friday',
  'twice a week',
  'in summer',
  'starting Monday',
  'until further notice',
]
const HOLIDAYS = [
  'except on holidays',
  'except bank holidays',
  'but not on public holidays',
  'excluding Christmas',
  'including holidays',
  'and on holidays',
  'unless it is a holiday',
]
const UNCLEAR_ZONES = [
  'EST',
  'PST',
  'CET',
  'IST',
  'BST',
  'GMT',
  'Eastern Time',
  'Pacific',
  'Central time',
  'local time',
  'our time',
  'UTC+2',
  'GMT+1',
  'Paris',
  'Berlin',
  'Mars/Phobos',
  'my time zone',
  'CST time',
  'ET',
]
const CONDITIONS = [
  'if I am online',
  'unless it is urgent',
  'when the shop is open',
  'while I am awake',
  'per category',
  'for the marketing team',
  'per merchant',
  'for orders above $50',
  'with my approval',
  'or so',
  'mostly',
  'usually',
  'at least',
  'for the time being',
  'or when I say so',
]
const OTHER_RULES = [
  'Require approval above $50 WW.',
  'Ask me WW.',
  'Block gambling WW.',
  'No gambling WW.',
  'Every payment WW needs approval.',
  'Payments WW do not need approval.',
  'Limits do not apply WW.',
  'Payments are not only allowed WW.',
  'Payments need not be made WW.',
  'Payments are allowed not only WW.',
  'It is not true that payments are only allowed WW.',
  'Payments may or may not be made WW.',
  'Do not block payments WW.',
  'Never block payments outside WW.',
  'No payments are blocked WW.',
  'Ignore: payments only WW.',
  'Payments used to be allowed WW.',
  'Could payments be allowed WW?',
  'Refunds are only made WW.',
  'The office is open WW.',
  'Support is available WW.',
  'Deliver WW only.',
  'I am on holiday WW.',
  'Restrict spending WW.',
  'Limit payments WW.',
  'Keep an eye on payments WW.',
  'Watch payments WW.',
  'Slow down spending WW.',
  'Call me WW.',
]
const CONFLICTS = [
  'Payments are only allowed DD ZZ. Payments are not allowed DD ZZ.',
  'Payments only on weekdays ZZ. Payments only on weekends ZZ.',
  'Payments are only allowed 9am-5pm ZZ. Payments are only allowed 10am-6pm ZZ.',
  'Payments only DD, 9am-5pm UTC. Time zone: Europe/Paris.',
  'Payments only DD, 9am-5pm. Time zone: UTC. Time zone: Asia/Tokyo.',
  'Payments are allowed at any time. Payments are only allowed DD 9am-5pm ZZ.',
  'Open 24/7. Closed DD ZZ.',
  'Payments only DD 9am-5pm Europe/Paris. Closed on Sundays Asia/Tokyo.',
  'Payments only 22:00-06:00 ZZ. No payments DD.',
  'No payments DD between 12:00 and 14:00 ZZ.',
  'Closed DD from 9am to noon ZZ.',
  'No payments on weekdays ZZ. No payments on weekends ZZ.',
]

/** Texts near to plain ones that no list of open hours can hold, or that leave open what is meant. */
export function windowTraps({ seed, count }: { seed: number; count: number }): readonly string[] {
  const choose = chooser(seed)
  const texts = new Set<string>()
  while (texts.size < count) {
    const { text } = someTimes(choose)
    const zone = choose(['UTC', 'Europe/Berlin', 'America/New_York'])
    const on = `on ${choose(choose(DAYS).nouns)}`
    const span = hoursText(choose(HOURS), choose)
    const frame = choose([...OPEN, ...OUTSIDE])
    const place = (template: string) => template.replaceAll('ZZ', zone).replaceAll('DD', on)
    const inside = (when: string) => frame.replace('WW', when)
    const trap = choose([
      () => place(choose(HALF_HOURS)),
      () => inside(`${on} ${choose(MIXED_CLOCKS)} ${zone}`),
      () => inside(`${choose(MIXED_CLOCKS)} ${zone}`),
      () => inside(`${choose(RUNS)} ${zone}`),
      () => inside(`${text} ${choose(DATES)}`),
      () => inside(`${choose(DATES)} ${text}`),
      () => inside(`${text} ${choose(HOLIDAYS)}`),
      () => inside(`${text}, ${choose(HOLIDAYS)}`),
      () => inside(`${on} ${span} ${choose(UNCLEAR_ZONES)}`),
      () => inside(`${span}, ${on}`),
      () => inside(`${text} ${choose(CONDITIONS)}`),
      () => inside(`${text}, ${choose(CONDITIONS)}`),
      () => choose(OTHER_RULES).replace('WW', text),
      () => place(choose(CONFLICTS)),
    ])
    texts.add(capital(trap()))
  }
  return [...texts]
}
