// When payments may be made, by the roles of the words around days and hours: times, and once that they are open, or once that
// they are closed. The surprise: several groups of days and hours are told apart only where each is written in the same order.
import { type Captured, sortCaptures } from '../captures.ts'
import type { Capture } from '../chart.ts'
import type { Clause } from '../clause.ts'
import type { Construction } from '../grammar.ts'
import { createPattern, lettersOf } from '../partPatterns.ts'
import { ambiguousHours, type Refusal } from '../refusals.ts'
import { withWindows } from '../windowClause.ts'
import { PRONOUNS, SUBJECTS } from './listWords.ts'
import { createRoles, type FreeReader, type Role, type Roles, type Said } from './roles.ts'

const WORDS = {
  neutral: 'the|any|our|my|is|are|be|on|at|in|from|during|please|to happen',
  who: `${SUBJECTS}|${PRONOUNS}|this agent|this bot|this card|this wallet|this account`,
  // What is open or closed: without it, days alone could belong to the rule before them.
  activity:
    'activity|all activity|card spend|card spending|card payments|agent spending|agent payments|payments|purchases|orders|spending|transactions|payment|purchase|order|money|buying|shopping|purchasing|things|buy|spend|pay|shop|make|place|made|bought|paid|spent|used|run|take place|happen|go out|work|anything|works|runs|operates|buys|shops|spends|pays|use|usage|all spending|all payments|all purchases|all orders|every payment|every purchase',
  to: 'to|until|till|through|-|thru|up to',
  between: 'between',
  and: 'and|or',
  pause: ',|:',
  every: 'every day|each day|all days|any day|daily|all week|seven days a week|7 days a week|every day of the week',
  // Whole days, said once more: no hours may stand beside it.
  allday:
    'at any time of day|at any time of the day|at any hour|at any hour of the day|at any time|any time of day|any time of the day|whole day|all day|all day long|around the clock|round the clock|day and night|24 hours|24 hours a day|the whole day|the entire day',
  only: 'only|solely|exclusively|limited to|restricted to|confined to|is limited to|are limited to|is restricted to|are restricted to|is confined to|are confined to|must stick to|sticks to|stick to',
  sole: 'the only time|the only times|the only day|the only days|the only hours',
  may: 'may|can|is allowed to|are allowed to|is permitted to',
  open: 'allowed|permitted|ok|okay|fine|open|possible|enabled',
  no: 'no|nothing|never|no one|nobody|no more',
  not: 'not|cannot|may not|can not|must not|do not|does not|should not|is not|are not|will not',
  ellipsis: 'it may not|it cannot|it must not|they may not|the agent may not|it is not',
  closed:
    'denied|turned down|not processed|locked|shut|frozen|inactive|unavailable|closed|off|blocked|forbidden|prohibited|banned|not at all|off limits|stopped|suspended|paused|declined|refused|rejected|switched off|disabled',
  decline:
    'decline|reject|refuse|block|deny|decline everything|reject everything|refuse everything|block everything|decline all|reject all|decline anything|decline it|reject it|decline them|reject them|must be declined|is to be declined|are to be declined|gets declined|get declined',
  before: 'before|earlier than|prior to',
  after: 'after|later than|past',
  rest: 'outside of that|outside that|outside these hours|outside those hours|outside of these hours|outside of those hours|outside of them|outside them|outside that window|outside this window|at other times|at any other time|at all other times|other times|any other time|the rest of the time|on other days|on all other days|on any other day',
} as const

const ACTIVITY = 'v'
const LETTERS = lettersOf(
  'activity v, who w, days D, every E, clock K, zone Z, to T, between W, and G, pause P, only o, may m, open a, no N, not n, closed x, before B, after A, rest R, sole s, decline d, ellipsis l',
)
const pattern = createPattern({ ...LETTERS, times: 't' })

const OPEN = pattern(
  'who? (may | open)? only times',
  'only (may | open) times',
  'times only (who? may | open)?',
  'times pause? (open | who? may)',
  'who? (open | may) times',
  'who? may? times only',
  'times sole (who? may)?',
  'sole (who? may)? times',
)
const CLOSED = pattern(
  'no open? times',
  'times pause? no open?',
  '(who? not open? | not open) times',
  'times pause? who? not open?',
  'who? closed times',
  'times pause? closed',
)
const REST = pattern(
  'rest pause? no open?',
  'no open? rest',
  'rest pause? who? (closed | decline | not open?)',
  'who? (closed | decline) rest',
  'who? not open? rest',
  'rest pause? ellipsis',
)
/** "Nothing before 8am and nothing after 8pm" */
const BEFORE_AFTER = /^([Nn]a?)BK[PG]*(?:[Nn]a?)?AKP?Z?$/
const AFTER_BEFORE = /^([Nn]a?)AKP?[PG]*(?:[Nn]a?)?BKP?Z?$/

/** Days, hours and a zone in one order, once or several times. */
const TIMES = /(?:[DE]P?W?(?:K[TG]K)?|W?K[TG]K(?:[PG]W?K[TG]K)?)(?:[PGZ]*(?:[DE]P?W?(?:K[TG]K)?|W?K[TG]K))*(?:P?Z)?/

function readWindow(roles: Roles): Said | Refusal | null {
  // One letter for each role, so that places in the letters are those of the roles.
  const letters = roles.all.map(({ kind }) => LETTERS[kind] ?? '?').join('')
  const kinds = letters.replaceAll(ACTIVITY, '')
  const isActivity = roles.of('activity').length > 0 || roles.of('no').some(isNothing(roles)) || isClosedWallet(roles)
  if (roles.of('allday').length > 0) return readAllDay(roles)
  if (REST.test(kinds)) return { construction: 'WINDOW', marks: ['then'] }
  if (!isActivity || roles.of('may').some(isMonth(roles))) return null
  const clocks = roles.of('clock').map(({ value }) => value as object)
  const zone = roles.of('zone').map(({ value }) => value as object)
  if (BEFORE_AFTER.test(kinds))
    return made(roles, 'NO_WINDOW', ['p_hour', ...clocks, 'reversed', 'outer', ...zoned(zone)])
  if (AFTER_BEFORE.test(kinds)) return made(roles, 'NO_WINDOW', ['p_hour', ...clocks, 'outer', ...zoned(zone)])
  const times = TIMES.exec(letters)
  // "Monday to Friday, or 9am to 5pm" are other times than both together.
  if (times === null || /[DE]P?GP?W?K/.test(letters)) return null
  const said = `${letters.slice(0, times.index)}t${letters.slice(times.index + times[0].length)}`.replaceAll(
    ACTIVITY,
    '',
  )
  const construction: Construction | null = OPEN.test(said) ? 'WINDOW' : CLOSED.test(said) ? 'NO_WINDOW' : null
  if (construction === null) return null
  const stated = roles.all.slice(times.index, times.index + times[0].length)
  const captures = isTight(roles, stated) ? capturesOf(stated) : null
  if (captures === null) return ambiguousHours(roles)
  return made(roles, construction, [...captures, ...(/[os]/.test(said) ? ['only'] : [])])
}

/** "On Mondays and Fridays only, at any time of day, Paris time": the days alone, whose zone stands behind all of it. */
function readAllDay(roles: Roles): Said | Refusal | null {
  if (roles.of('clock', 'no', 'not', 'closed', 'rest', 'before', 'after').length > 0 || roles.of('days').length !== 1)
    return null
  const said = roles.all.filter(({ kind }) => kind !== 'allday' && kind !== 'pause' && kind !== 'only')
  const only = roles.of('only')
  const [zone] = roles.of('zone')
  if (zone !== undefined && zone.to !== roles.to) return null
  const days = said.findIndex(({ kind }) => kind === 'days')
  const [stated] = roles.of('days')
  // What stood between the days and their zone is read.
  const rest = said.slice(days).map((role) => (role === zone ? { ...role, from: stated?.to ?? role.from } : role))
  const all = [...said.slice(0, days), ...only, ...rest]
  return readWindow(createRoles(all, roles, roles.wordAt))
}

/** "Wallet is closed on Sundays", unlike "we are off on Sundays" and "it stopped on Sunday". */
function isClosedWallet({ of, wordAt }: Roles): boolean {
  const [who, closed] = of('who', 'closed')
  return (
    closed?.kind === 'closed' &&
    wordAt(closed.from - 1) === 'is' &&
    /^(?:wallet|card|account)$/.test(wordAt((who?.to ?? 0) - 1))
  )
}

/** "Nothing on Sundays", but not "never on Sundays". */
const isNothing =
  ({ wordAt }: Roles) =>
  ({ from }: Role) =>
    wordAt(from) === 'nothing'

/** "In May on weekdays" */
const isMonth =
  ({ wordAt }: Roles) =>
  ({ from }: Role) =>
    wordAt(from) === 'may' &&
    /^(?:in|of|from|until|till|since|on|during|only|every|each|for|to|and)$/.test(wordAt(from - 1))

const zoned = (zone: readonly object[]): readonly Capture[] => (zone.length === 0 ? [] : ['p_zone', ...zone])

const GLUE = new Set(['on', 'at', 'in', 'from', 'the', 'during'])

/** Whether only prepositions stand between the times: "07:00 to be 19:00" is no range. */
function isTight({ wordAt }: Roles, stated: readonly Role[]): boolean {
  return stated.every(({ to }, at) => {
    const next = stated[at + 1]?.from ?? to
    return (
      next - to <= 2 &&
      Array.from({ length: next - to }, (_, index) => wordAt(to + index)).every((word) => GLUE.has(word))
    )
  })
}

/** The parts as the grammar captures them; null where it is not clear which hours are those of which days. */
function capturesOf(roles: readonly Role[]): readonly Capture[] | null {
  const parts: (readonly Capture[])[] = []
  let order = ''
  for (let at = 0; at < roles.length; at++) {
    const { kind, value } = roles[at] as Role
    const until = roles[at + 2]
    if (kind === 'days') parts.push(['p_day', value as object])
    else if (kind === 'every') parts.push(['p_day', 'every_day'])
    else if (kind === 'zone') parts.push(['p_zone', value as object])
    else if (kind === 'clock' && until?.kind === 'clock') {
      parts.push(['p_hour', value as object, until.value as object])
      at += 2
    } else if (kind === 'clock') return null
    else continue
    order += kind === 'zone' ? '' : kind === 'clock' ? 'h' : 'd'
  }
  const zone = parts.filter(([mark]) => mark === 'p_zone').flat()
  const said = parts.filter(([mark]) => mark !== 'p_zone')
  if (zone.length > 2) return null
  if (/^(?:d|h|dh|hd)$/.test(order)) return [...said.flat(), ...zone]
  // "08:00-12:00 and 13:00-17:00, Monday to Friday"
  if (/^(?:hh|dhh|hhd)$/.test(order)) {
    const days = said.filter(([mark]) => mark === 'p_day').flat()
    const hours = said.filter(([mark]) => mark === 'p_hour').flatMap(([, ...clocks]) => clocks)
    return [...days, 'p_hour', ...hours, ...zone]
  }
  if (!/^(?:(?:dh)+|(?:hd)+)$/.test(order)) return null
  const groups = said.flatMap((part, at) => (at > 0 && at % 2 === 0 ? ['next', ...part] : part))
  return [...groups, ...zone]
}

function made(roles: Roles, construction: Construction, ordered: readonly Capture[]): Said | Refusal | null {
  const captured: Captured = sortCaptures(ordered)
  const { from, to } = roles
  const clause: Clause = {
    from,
    to,
    construction,
    marks: captured.marks,
    limits: [],
    lists: [],
    windows: [],
    zone: null,
    readings: [],
  }
  const read = withWindows(clause, captured)
  return read === null || 'why' in read ? read : { ...read, marks: [...captured.marks] }
}

const WINDOW: FreeReader = {
  name: 'days and hours',
  slots: ['DAYS', 'CLOCK', 'ZONE'],
  words: WORDS,
  read: readWindow,
}

export const WINDOW_READERS: readonly FreeReader[] = [WINDOW]
