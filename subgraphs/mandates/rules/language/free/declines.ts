// What goes beyond an amount and is refused: "decline anything over $15", "once $100 is spent in a day, stop".
import type { LimitField } from '../clause.ts'
import { PERIOD_FIELDS } from '../limitClause.ts'
import type { Money } from '../tokens.ts'
import type { FreeReader, Role, Roles, Said } from './roles.ts'
import { ARTICLES, BEYOND, CASES, PAYMENTS, PERIODS, REFUSED_VERBS, SPENDER } from './words.ts'

const VERBS = 'decline|reject|block|refuse|deny|forbid|prohibit|disallow|stop|halt'.split('|')
/** "Once the day's total would go over" */
const GOES = 'goes|would go|has gone|gets|would get|is|would be|climbs|rises|'
  .split('|')
  .flatMap((goes) => ['over', 'above', 'past', 'beyond', 'more than'].map((over) => `${goes} ${over}`.trim()))
  .filter((goes) => goes.includes(' ') && goes !== 'more than')
  .concat('passes|exceeds|would exceed|crosses|would pass|would reach|would hit|tops'.split('|'))
  .join('|')
/** "A payment that would take the month's total past": directly before what is exceeded. */
const TAKING = 'that would|which would|that will|that|that could|which|would|may|can|should|must'
  .split('|')
  .flatMap((that) =>
    'take|takes|pushes|lifts|raises|send|sends|bring|brings|push|pushes|put|puts|drive|raise|lift|make|makes'
      .split('|')
      .map((take) => `${that} ${take}`),
  )
const sumsOf = (adjective: string, noun: string) =>
  ['total', 'total spend', 'total spending', 'spend', 'spending', 'sum', 'bill']
    .flatMap((sum) => [
      `${adjective} ${sum}`,
      `the ${adjective} ${sum}`,
      `the ${noun}'s ${sum}`,
      ...['a', 'the', 'any', 'one', 'each', 'that'].flatMap((one) =>
        ['', 'calendar '].flatMap((kind) => ['of', 'for', 'in'].map((of) => `the ${sum} ${of} ${one} ${kind}${noun}`)),
      ),
      `our ${adjective} ${sum}`,
    ])
    .join('|')
const SUMS = { sum_day: sumsOf('daily', 'day'), sum_month: sumsOf('monthly', 'month') }
const REFUSALS = [
  REFUSED_VERBS,
  'declined|rejected|blocked|refused|denied|forbidden|prohibited|disallowed|off limits|out of the question|a no go|no go|stops|stopped',
  ...VERBS.flatMap((verb) =>
    ['', 'must ', 'should ', 'shall ', 'will ', 'has to ', 'needs to '].map((duty) => duty + verb),
  ),
  ...['declined', 'rejected', 'blocked', 'refused', 'denied'].flatMap((done) => [
    `must be ${done}`,
    `should be ${done}`,
    `shall be ${done}`,
    `get ${done}`,
    `gets ${done}`,
  ]),
].join('|')
const DENIED =
  'not allow|not allowed|not permitted|not ok|not okay|not fine|not possible|do not allow|never allow|do not permit|never permit|do not accept'

/** How long nothing more is paid: as long as the period of the limit. */
const UNTIL =
  'until the next|until the following|till the next|for the rest of the|for the rest of that|for the remainder of the|until the end of the'.split(
    '|',
  )

const DECLINE: FreeReader = {
  name: 'a limit',
  slots: ['AMOUNT'],
  words: {
    ...PERIODS,
    day: `${PERIODS.day}|that day|the same day`,
    month: `${PERIODS.month}|that month|the same month`,
    ...SUMS,
    taking: TAKING.join('|'),
    case: CASES.join('|'),
    beyond: `${BEYOND}|to more than|to over`,
    once: 'once|as soon as|after|when|if|whenever',
    used: `${GOES}|reaches|hits|total reaches|total hits|spending reaches|spending hits|spend reaches|spent|used|used up|reached|hit|gone|is spent|is used|is used up|is reached|is hit|is gone|has been spent|has been used|has been used up|has been reached|has been hit|have been spent|has spent|have spent|it has spent|it spent`,
    refused: `${REFUSALS}|${DENIED}`,
    none: 'no|no single|not a single|nothing',
    nobody:
      'nobody may|no one may|nobody can|no one can|nobody should|no one should|nobody should be able to|no one should be able to|nobody is allowed to|no one is allowed to',
    not: 'not|never|cannot|do not|does not|must not|may not|should not|shall not|will not|can never|may never|must never|should never|i do not want|we do not want',
    payment: `anything|everything|whatever|payment|agent payment|agent purchase|purchase|order|transaction|charge|${PAYMENTS}`,
    further:
      'further payments|any further payments|further purchases|any further purchases|further spending|any further spending|further charges|more payments|more purchases|more spending',
    verb: 'spend|pay|cost|go|let|buy|make|be',
    gerund: 'spending|paying|costing|going',
    until_day: `${UNTIL.map((until) => `${until} day`).join('|')}|until tomorrow|until midnight`,
    until_month: UNTIL.map((until) => `${until} month`).join('|'),
    pause: ',',
    neutral: `${ARTICLES}|${SPENDER}|amount|amounts|outright|immediately|straight away|worth`,
  },
  read: readDecline,
}

/** "Decline anything over $50", "never spend more than $50 a day", "once $50 is spent in a day, stop". */
function readDecline(roles: Roles): Said | null {
  const [amount] = roles.of('amount')
  const [period, another] = roles.of('tx', 'day', 'month')
  if (amount === undefined || another !== undefined || roles.of('refused', 'not', 'none', 'nobody').length !== 1)
    return null
  const field = roles.of('once').some((once) => !isCase(roles, once))
    ? readOnce(roles, period)
    : roles.of('taking').length > 0
      ? readTaking(roles)
      : readBeyond(roles, amount, period)
  if (field === null) return null
  const { usdMicro, isBare } = amount.value as Money
  return { construction: 'LIMIT', limits: [{ field, usdMicro, isBare }], marks: ['free'] }
}

/** "If over $50", unlike "if $50 is spent in a day" */
function isCase({ of, wordAt }: Roles, { from, to }: Role): boolean {
  return /^(?:if|when|whenever)$/.test(wordAt(from)) && of('beyond').some((beyond) => beyond.from === to)
}

/** "A payment that would take the month's total past $50 must be declined" */
function readTaking({ kinds }: Roles): LimitField | null {
  const [, period] =
    /^ (?:refused |none )?(?:payment |tx |case )?taking sum_(day|month) beyond amount (?:pause )?(?:refused )?$/.exec(
      kinds,
    ) ?? []
  return period === undefined ? null : (PERIOD_FIELDS[period] ?? null)
}

function readOnce(roles: Roles, said: Role | undefined): LimitField | null {
  const [sum, second] = roles.of('sum_day', 'sum_month')
  if (second !== undefined || (sum !== undefined && said !== undefined)) return null
  const period = said ?? (sum && { ...sum, kind: sum.kind.replace('sum_', '') })
  const [once] = roles.of('once')
  // "Once a day"
  if (period === undefined || period.kind === 'tx' || once?.to === said?.from) return null
  const isWhole = roles.of('refused').length === 1 && roles.of('used').length === 1
  const most = {
    amount: 1,
    day: 1,
    month: 1,
    payment: 1,
    further: 1,
    refused: 1,
    once: 1,
    used: 1,
    pause: 1,
    gerund: 1,
    sum_day: 1,
    sum_month: 1,
    until_day: 1,
    until_month: 1,
  }
  if (roles.of('until_day', 'until_month').some(({ kind, to }) => kind !== `until_${period.kind}` || to !== roles.to))
    return null
  return isWhole && roles.hasAtMost(most) ? fieldOf(period) : null
}

function readBeyond(roles: Roles, amount: Role, period: Role | undefined): LimitField | null {
  const [beyond] = roles.of('beyond')
  const most = {
    amount: 1,
    tx: 1,
    day: 1,
    month: 1,
    payment: 1,
    case: 1,
    once: 1,
    pause: 1,
    refused: 1,
    not: 1,
    none: 1,
    nobody: 1,
    beyond: 1,
    verb: 1,
    gerund: 1,
  }
  if (beyond === undefined || beyond.to !== amount.from || !roles.hasAtMost(most)) return null
  // "Not any purchase over $50" has no verb; "orders over $500 are not" takes it from what stood before.
  if (roles.of('not').length > 0 && !/ not (?:verb|gerund) /.test(roles.kinds)) return null
  // "Nothing costs more than $50" tells prices, unlike "refuse to pay more than $50 for anything"
  const isOfRefusal = ({ from }: Role) => roles.of('not', 'nobody').length > 0 || roles.wordAt(from - 1) === 'to'
  if (!roles.of('verb').every(isOfRefusal)) return null
  // "Nobody may spend more than $50 a day" could be each of them.
  const [nobody] = roles.of('nobody')
  if (nobody !== undefined)
    return period?.kind === 'tx' && / nobody verb beyond amount /.test(roles.kinds) ? 'maxPerTransaction' : null
  const payments = roles.of('payment')
  // "If something costs more than $50, do not buy it"
  const when = roles.of('case', 'once').find((each) => each.kind === 'case' || isCase(roles, each))
  if (when !== undefined)
    return when.to === beyond.from &&
      payments.length === 0 &&
      / amount (?:pause )?(?:refused(?: verb)?|not verb) $/.test(roles.kinds)
      ? 'maxPerTransaction'
      : null
  if (roles.of('pause').length > 0) return null
  const [none] = roles.of('none')
  const isOfAny = payments.length > 0 || (none !== undefined && roles.wordAt(none.from) === 'nothing')
  if (period?.kind === 'tx' && payments.some(({ from }) => from === period.to)) return null
  if (period === undefined) return isOfAny ? 'maxPerTransaction' : null
  // "Decline orders over $50 a day", "buy nothing over $15 a day" could be each of them, and all of a day.
  const isOfEach =
    roles.of('none').length > 0 || payments.some(({ from }) => !/^(?:any|every)thing$/.test(roles.wordAt(from)))
  return isOfEach && period.kind !== 'tx' ? null : fieldOf(period)
}

const fieldOf = ({ kind }: Role): LimitField | null => PERIOD_FIELDS[kind] ?? null

export const DECLINE_READERS: readonly FreeReader[] = [DECLINE]
