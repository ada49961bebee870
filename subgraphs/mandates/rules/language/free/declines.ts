// What goes beyond an amount and is refused: "decline anything over $15", "once $100 is spent in a day, stop".
import type { LimitField } from '../clause.ts'
import { PERIOD_FIELDS } from '../limitClause.ts'
import type { Money } from '../tokens.ts'
import type { FreeReader, Role, Roles, Said } from './roles.ts'
import { ARTICLES, BEYOND, PAYMENTS, PERIODS, REFUSED_VERBS, SPENDER } from './words.ts'

const VERBS = ['decline', 'reject', 'block', 'refuse', 'deny', 'forbid', 'prohibit', 'disallow', 'stop', 'halt']
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

const PUSHES = ['take', 'bring', 'push', 'put', 'drive', 'raise', 'lift']
  .flatMap((verb) => ['that would', 'which would', 'that will', 'if it would'].map((would) => `${would} ${verb}`))
  .concat(['takes', 'brings', 'pushes', 'puts'].flatMap((verb) => [`that ${verb}`, `if it ${verb}`, `which ${verb}`]))
  .flatMap((push) =>
    [
      'the total',
      'total',
      'spending',
      'total spending',
      'total spend',
      'the spending',
      'the sum',
      'the balance spent',
      'us',
      'it',
    ]
      .map((what) => `${push} ${what}`)
      .concat(push),
  )
  .join('|')
const UNTIL = [
  'until the next',
  'until the following',
  'till the next',
  'for the rest of the',
  'for the rest of that',
  'for the remainder of the',
  'until the end of the',
]

const DECLINE: FreeReader = {
  name: 'a limit',
  slots: ['AMOUNT'],
  words: {
    ...PERIODS,
    day: `${PERIODS.day}|that day|the same day|day's total|that day's total|a day's total|day total|daily total`,
    month: `${PERIODS.month}|that month|the same month|month's total|that month's total|a month's total|month total|monthly total`,
    beyond: BEYOND,
    once: 'once|as soon as|after|when',
    used: 'reaches|hits|total reaches|total hits|spending reaches|spending hits|spend reaches|spent|used|used up|reached|hit|gone|is spent|is used|is used up|is reached|is hit|is gone|has been spent|has been used|has been used up|has been reached|has been hit|have been spent|it has spent|it spent',
    refused: `${REFUSALS}|${DENIED}`,
    none: 'no|no single|not a single|nothing',
    nobody:
      'nobody may|no one may|nobody can|no one can|nobody should|no one should|nobody should be able to|no one should be able to|nobody is allowed to|no one is allowed to',
    not: 'not|never|cannot|do not|does not|must not|may not|should not|shall not|will not|can never|may never|must never|should never|i do not want|we do not want',
    payment: `any payment|any purchase|any order|any transaction|any charge|anything|everything|payment|purchase|order|transaction|charge|${PAYMENTS}`,
    further:
      'further payments|any further payments|further purchases|any further purchases|further spending|any further spending|further charges|more payments|more purchases|more spending',
    verb: 'spend|pay|cost|go|let|buy|make|be',
    // "Block any payment that would take the total of a month above $700"
    push: PUSHES,
    until_day: UNTIL.flatMap((until) => [`${until} day`])
      .concat('until tomorrow', 'until midnight')
      .join('|'),
    until_month: UNTIL.map((until) => `${until} month`).join('|'),
    pause: ',',
    neutral: `${ARTICLES}|${SPENDER}|spending|paying|costing|going|amount|amounts|has|have|outright`,
  },
  read: readDecline,
}

/** "Decline anything over $50", "never spend more than $50 a day", "once $50 is spent in a day, stop". */
function readDecline(roles: Roles): Said | null {
  const [amount] = roles.of('amount')
  const [period, another] = roles.of('tx', 'day', 'month')
  if (amount === undefined || another !== undefined || roles.of('refused', 'not', 'none', 'nobody').length !== 1)
    return null
  const field = roles.of('once').length > 0 ? readOnce(roles, period) : readBeyond(roles, amount, period)
  if (field === null) return null
  const { usdMicro, isBare } = amount.value as Money
  return { construction: 'LIMIT', limits: [{ field, usdMicro, isBare }], marks: ['free'] }
}

function readOnce(roles: Roles, period: Role | undefined): LimitField | null {
  const [once] = roles.of('once')
  // "Once a day"
  if (period === undefined || period.kind === 'tx' || once?.to === period.from) return null
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
    refused: 1,
    not: 1,
    none: 1,
    nobody: 1,
    beyond: 1,
    verb: 1,
    push: 1,
  }
  if (beyond === undefined || beyond.to !== amount.from || !roles.hasAtMost(most)) return null
  // "Not any purchase over $50" has no verb; "orders over $500 are not" takes it from what stood before.
  if (roles.of('not').length > 0 && !roles.kinds.includes(' not verb ')) return null
  // "Nothing costs more than $50" tells prices, unlike "refuse to pay more than $50 for anything"
  const isOfRefusal = ({ from }: Role) => roles.of('not', 'nobody').length > 0 || roles.wordAt(from - 1) === 'to'
  if (!roles.of('verb').every(isOfRefusal)) return null
  // "Nobody may spend more than $50 a day" could be each of them.
  const [nobody] = roles.of('nobody')
  if (nobody !== undefined)
    return period?.kind === 'tx' && / nobody verb beyond amount /.test(roles.kinds) ? 'maxPerTransaction' : null
  const payments = roles.of('payment')
  const [none] = roles.of('none')
  const isOfAny = payments.length > 0 || (none !== undefined && roles.wordAt(none.from) === 'nothing')
  if (period?.kind === 'tx' && payments.some(({ from }) => from === period.to)) return null
  if (period === undefined) return isOfAny && roles.of('push').length === 0 ? 'maxPerTransaction' : null
  // The total of a period, which a payment goes beyond.
  if (roles.of('push').length > 0)
    return period.kind !== 'tx' && / push (?:day|month) beyond amount /.test(roles.kinds) ? fieldOf(period) : null
  // "Decline orders over $50 a day", "buy nothing over $15 a day" could be each of them, and all of a day.
  const isOfEach =
    roles.of('none').length > 0 || payments.some(({ from }) => !/^(?:any|every)thing$/.test(roles.wordAt(from)))
  return isOfEach && period.kind !== 'tx' ? null : fieldOf(period)
}

const fieldOf = ({ kind }: Role): LimitField | null => PERIOD_FIELDS[kind] ?? null

export const DECLINE_READERS: readonly FreeReader[] = [DECLINE]
