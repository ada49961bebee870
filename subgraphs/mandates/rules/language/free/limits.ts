// What may be spent at most, by the roles of the words: one amount, one period, and a bound from above or a verb of granting.
import { countsPayments } from '../bareNumbers.ts'
import { PERIOD_FIELDS } from '../limitClause.ts'
import type { Money } from '../tokens.ts'
import type { FreeReader, Role, Roles, Said } from './roles.ts'
import { ARTICLES, PERIODS, SPENDER } from './words.ts'

const MODALS = 'may|can|is allowed to|is free to|is permitted to|is authorized to|is authorised to|gets to'.split('|')
const SPENDING =
  'send|send out|spend|use|pay|pay out|charge|go|put|cost|total|reach|come to|add up to|run to|amount to|go up to|shop|buy'.split(
    '|',
  )
const NOT =
  'not|never|must not|may not|cannot|can not|should not|shall not|will not|does not|do not|must never|should never|may never|can never'.split(
    '|',
  )
const BEYOND_IT =
  'exceed|go over|go above|go past|go beyond|be more than|be over|be above|be larger than|be higher than|be greater than|spend more than|spend over|pay more than|cost more than|come to more than|run over|get above'.split(
    '|',
  )

const DUTIES = ['must', 'should', 'shall', 'will', 'has to', 'needs to']
const HOLDING = 'be|stay|remain|keep|spend|cost|stop|be kept|come to'.split('|')

/** "All that it spends", "the payments of a day taken together": sums, which single payments are not. */
const TOGETHER = ['added', 'taken', 'put', 'counted', 'summed']
  .flatMap((put) => ['up', 'together'].map((joined) => `${put} ${joined}`))
  .join('|')
const ALL_SPENT = ['everything', 'all', 'all that', 'everything that', 'what', 'whatever']
  .flatMap((all) =>
    ['it spends', 'it pays', 'the agent spends', 'the agent pays', 'the bot spends', 'you spend', 'we spend']
      .concat([
        'it can spend',
        'it may spend',
        'the agent can spend',
        'the agent may spend',
        'is spent',
        'is paid',
        'gets spent',
      ])
      .map((spent) => `${all} ${spent}`),
  )
  .concat(
    ['sum', 'total'].flatMap((sum) =>
      ['payments', 'purchases', 'orders', 'transactions', 'charges'].map((noun) => `the ${sum} of all ${noun}`),
    ),
  )
  .join('|')
/** "All payments", which only together are a sum. */
const SUMS = [
  "all of the agent's",
  "all the agent's",
  "all of the bot's",
  'all of its',
  'all of our',
  'all',
  'all the',
  'all of the',
  'all its',
  'all our',
]
  .flatMap((all) =>
    'payments|purchases|spending|orders|transactions|charges|expenses|costs|spend|payments made|purchases made|orders placed'
      .split('|')
      .map((noun) => `${all} ${noun}`),
  )
  .join('|')
/** Who sets a limit: "finance has set a ceiling of". */
const SET = ['set', 'fix', 'put'].concat(
  'finance|management|the board|the clinic|the school|the team|our team|the office|head office|the company|our company|accounting|the owner|the owners|our board|the finance team|our finance team|treasury|the treasurer|procurement|the organization|the organisation|the charity|the foundation|the council|the committee|the department|we|i'
    .split('|')
    .flatMap((who) =>
      'has set|have set|sets|has fixed|have fixed|has put|has imposed|have imposed|imposes|has agreed|have agreed|has approved|have approved'
        .split('|')
        .map((set) => `${who} ${set}`),
    ),
)

const SPENDERS = ['it', 'you', 'the agent', 'the bot', 'we']
const ANYHOW = [
  ...['on', 'for', 'to spend on', 'to use on'].flatMap((on) =>
    ['whatever', 'anything', 'what', 'everything'].flatMap((what) =>
      SPENDERS.flatMap((who) =>
        ['like', 'likes', 'want', 'wants', 'need', 'needs'].map((verb) => `${on} ${what} ${who} ${verb}`),
      ),
    ),
  ),
  ...'as|however|use it as|spend it as|to spend as|to use as|use it however|spend it however'
    .split('|')
    .flatMap((as) =>
      SPENDERS.flatMap((who) =>
        ['like', 'likes', 'see fit', 'sees fit', 'please', 'pleases'].map((verb) => `${as} ${who} ${verb}`),
      ),
    ),
  ...['without restriction', 'without restrictions', 'with no restriction', 'with no restrictions'].flatMap((without) =>
    ['', ' on what it buys', ' on what you buy', ' on what is bought', ' on categories'].map((what) => without + what),
  ),
  'go wild',
  'on anything',
  'on anything at all',
  'on whatever is needed',
]

const OTHER_DAYS = ['on', 'for']
  .flatMap((on) =>
    'other days|the other days|all other days|all the other days|every other day of the week|any other day|the remaining days|the days that are left|the rest of the week|the rest of the days|the days left'
      .split('|')
      .map((days) => `${on} ${days}`),
  )
  .join('|')

const LIMIT: FreeReader = {
  name: 'a limit',
  slots: ['AMOUNT', 'NUMBER'],
  words: {
    ...PERIODS,
    // Directly before its amount.
    upto: [
      'up to|up to and including|at most|at the most|at max|at maximum|no more than|not more than|never more than|no higher than|not higher than|no greater than|not above|not over|never over|never above|not exceeding|not to exceed|within|stay within|keep within|remain within|as much as|as high as',
      ...NOT.flatMap((not) => BEYOND_IT.map((beyond) => `${not} ${beyond}`)),
    ].join('|'),
    under:
      'under|below|less than|stay under|stay below|keep under|keep below|keep it under|keep it below|remain under|remain below',
    max: 'max|maximum|max of|maximum of|tops|the most',
    noun: 'cap|limit|ceiling|lid|budget|allowance|upper limit|upper bound|hard cap|hard limit|spending limit|spending cap|spend limit',
    capped:
      'capped|limited|restricted|stop at|stops at|stop it at|cut off at|cuts off at|cut it off at|tops out at|top out at|maxes out at|max out at|halt at|halts at|caps out at',
    // Directly behind the rest.
    last: 'no higher|and no higher|but no more|but not more|but never more|but not exceed it|but may not exceed it|but must not exceed it|but never exceed it|but not go over it|but not go beyond it|but not above it|no more|and no more|not more|and not more|nothing more|and nothing more|not a cent more|and not a cent more|not a penny more|and not a penny more|not a dollar more|and not a dollar more',
    set: SET.join('|'),
    may: MODALS.flatMap((modal) => SPENDING.map((verb) => `${modal} ${verb}`)).join('|'),
    grant:
      'allow|allows|give|gets|is allowed|is given|is granted|receives|let it spend|let it use|let the agent spend|let the bot spend|let the assistant spend|trust it with|trust you with|trust the agent with|trust the bot with|set aside|have set aside|put aside|have put aside|reserve|have reserved|earmark|have earmarked|have budgeted|shares|has been given|cleared for|is cleared for|good for|is good for|approved for|authorized for|is authorized for|is approved for',
    // What it is spent on is left open.
    anyhow: ANYHOW.join('|'),
    // Behind days that are closed: on all that are left.
    otherdays: OTHER_DAYS,
    orless: 'or less|or under|or below|or lower',
    duty: DUTIES.flatMap((duty) => HOLDING.map((verb) => `${duty} ${verb}`)).join('|'),
    total: `total|together|in total|in sum|in aggregate|overall|altogether|all in all|combined|on everything|for everything|across everything|in all|all told|everything together|everything taken together|all together|${ALL_SPENT}`,
    together: TOGETHER,
    sums: SUMS,
    neutral: `${ARTICLES}|${SPENDER}|has|exposure|drawdown|outflow|outflows|outgoings|usage|spend|spends|spending|total spend|expenditure|outlay|spent|use|pay|cost|costs|amount|amounts|value|price|come to|comes to|keep|keeps|stay|let's|let us|i want|we want|i would like|we would like|i need|we need|up with|whatever it needs|what it needs|whatever it likes|as it needs|as needed|as it sees fit|,|:|under this policy|under this mandate|by agent|by the agent|by it`,
  },
  read: readLimit,
}

/** Who "may" follows: "in May spend $50 a day" is a month. */
const SUBJECTS = new Set(
  'it agent bot assistant card wallet account you agents bots team family household company office spending total'.split(
    ' ',
  ),
)

const ADDING = new Set(['total', 'reach', 'to'])

function readLimit(roles: Roles): Said | null {
  const [amount, second] = roles.of('amount', 'number')
  const [period, ...others] = roles.of('tx', 'day', 'month')
  if (amount === undefined || second !== undefined || period === undefined) return null
  if (!others.every((other) => isAgain(roles, period, other))) return null
  if (roles.all.some(({ kind }) => kind !== period.kind && roles.of(kind).length > 1)) return null
  const { wordAt } = roles
  // "The most it spent in a day is $50" tells what was spent.
  const isTold = (at: number) => wordAt(at) === 'spent' && SUBJECTS.has(wordAt(at - 1))
  for (let at = roles.from; at < roles.to; at++) if (isTold(at)) return null
  const has = (...kinds: readonly string[]) => roles.of(...kinds).length
  const bounds = has('upto', 'under', 'max', 'noun', 'capped', 'last', 'orless')
  const isColon = (at: number) => wordAt(at) === ':'
  const isBefore = ({ to }: Role) => (isColon(to) ? to + 1 : to) === amount.from
  // "$50 a day at most"
  const isLast = ({ from, to }: Role) => from >= amount.to && /^at$/.test(wordAt(from)) && to - from === 2
  if (bounds > 2 || roles.of('upto', 'under').some((role) => !isBefore(role) && !isLast(role))) return null
  if (roles.of('orless').some(({ from }) => from !== amount.to)) return null
  // "No more $50 a day"
  if (roles.of('last').some(({ to }) => to !== roles.to)) return null
  if (!roles.of('set').every((set) => isSetting(roles, set, amount))) return null
  const isTo = (at: number) => /^(?:to|at)$/.test(wordAt(at))
  // "Limited $50 budget a day"
  const isLoose = ({ to }: Role) => !isTo(to) && !isTo(to - 1) && !isTo(amount.from - 1)
  if (roles.of('capped').some(isLoose)) return null
  // "Spend limit: give $100/day", "$500 gets per month"
  if (bounds > 0 && roles.of('grant').some(({ to }) => to === amount.from)) return null
  if (!roles.of('grant').every((grant) => isGrant(roles, grant)) || has('grant') * has('capped') > 0) return null
  // "Must spend its limit of $50 a day"
  if (roles.of('duty').some(({ to }) => wordAt(to - 1) === 'spend') && has('upto', 'under', 'max') === 0) return null
  // "What is spent in a month may total $50", unlike "in May spend $50"
  const isSum = ({ from, to }: Role) =>
    has('total', 'together') > 0 && ADDING.has(wordAt(to - 1)) && wordAt(from - 1) !== 'in'
  const isOfOne = ({ from }: Role) => period.kind === 'tx' && period.to === from
  if (roles.of('may').some((may) => !SUBJECTS.has(wordAt(may.from - 1)) && !isSum(may) && !isOfOne(may))) return null
  if (bounds === 0 && (has('duty') > 0 || has('may', 'grant', 'set') !== 1)) return null
  // "In total at most $50 per order" adds what is not added.
  if (period.kind === 'tx' && has('total', 'together') > 0) return null
  if (has('sums') > 0 && has('total', 'together') === 0) return null
  const field = PERIOD_FIELDS[period.kind]
  const { usdMicro, isBare } = amount.value as Money
  if (field === undefined) return null
  return {
    construction: 'LIMIT',
    limits: [{ field, usdMicro, isBare, isNumber: isBare, isCount: isBare && countsPayments(wordsOf(roles)) }],
    marks: [
      'free',
      ...roles.of('under', 'tx').map(({ kind }) => kind),
      ...(has('anyhow') > 0 ? ['any_cat'] : []),
      ...(has('otherdays') > 0 ? ['behind_closed'] : []),
    ],
  }
}

/** "For the whole month, every month", unlike "per purchase, one purchase" */
function isAgain({ wordAt }: Roles, period: Role, { kind, from }: Role): boolean {
  return kind === period.kind && kind !== 'tx' && /^(?:every|each|any|per|daily|monthly)$/.test(wordAt(from))
}

/** "We give it $50 a day", "it gets $50 a day", "we allow up to $50 a day" */
function isGrant({ wordAt, of, from: start }: Roles, { from, to }: Role): boolean {
  const [verb, before] = [wordAt(from), wordAt(from - 1)]
  if (verb === 'gets') return SUBJECTS.has(before)
  if (verb === 'allow') return before === 'we' || before === 'i' || (from === start && isObject(to))
  return verb !== 'give' || isObject(to)

  function isObject(at: number): boolean {
    const isValue = of('amount', 'upto', 'under').some((role) => role.from === at)
    return isValue || /^(?:it|you|the|this|our|my|a|agent|bot)$/.test(wordAt(at))
  }
}

/** "Set it to $50 per day", "set a daily cap of $50", "set it up with a maximum of $50 per day". */
function isSetting({ of, wordAt }: Roles, set: Role, amount: Role): boolean {
  const [noun, ...others] = of('noun', 'max', 'capped', 'last')
  if (noun === undefined) return /^(?:to|at)$/.test(wordAt(amount.from - 1))
  return others.length === 0 && set.to < noun.from && /^(?:a|the|its|it|this|our|my)$/.test(wordAt(set.to))
}

/** "Both in US dollars", "all of it USD" */
const CURRENCY: FreeReader = {
  name: 'a currency',
  slots: [],
  words: {
    dollars: 'us dollars|usd|us dollar|dollars|u s dollars|american dollars',
    neutral:
      'all|both|all of it|all of them|everything|amounts|all amounts|figures|numbers|in|are|is|the|these|given|stated|meant',
  },
  // "100 a day. Dollars" may be a question.
  read: ({ kinds, from, to, wordAt }) =>
    kinds === ' dollars ' && !(to === from + 1 && wordAt(from) === 'dollars') ? { construction: 'CURRENCY' } : null,
}

function wordsOf({ from, to, wordAt }: Roles): string[] {
  return Array.from({ length: to - from }, (_, index) => wordAt(from + index))
}

export const LIMIT_READERS: readonly FreeReader[] = [LIMIT, CURRENCY]
