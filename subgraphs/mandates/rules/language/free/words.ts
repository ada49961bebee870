// The closed lists that several readers share. Each phrase has one meaning wherever it stands in a clause.

/** One payment, and the nouns in the plural. */
const PAYMENT =
  'transaction|purchase|payment|order|charge|booking|invoice|call|request|bill|expense|reservation|tx|txn|api call|api request|x402 call|x402 request|x402 payment'.split(
    '|',
  )
export const PAYMENTS = PAYMENT.map((noun) => `${noun}s`).join('|')

const ONE = [
  'per',
  'per single',
  'per individual',
  'a',
  'a single',
  'each',
  'each single',
  'every',
  'every single',
  'any',
  'any one',
  'any single',
  'one',
  'one single',
  '/',
]
const BEFORE_ONE = ['', 'for ', 'on ', 'in ']
const ONE_DAY = [
  'per',
  'a',
  'each',
  'every',
  'any',
  'any one',
  'any single',
  'any given',
  'one',
  'a single',
  'a given',
  'per calendar',
  'the calendar',
  'a single calendar',
  'the same',
  'a whole',
  'the whole',
  'an entire',
  'the entire',
  'one calendar',
  'any given calendar',
  'each calendar',
  'every calendar',
  'a calendar',
  'any calendar',
  '/',
  'each and every',
  'per single',
]

/** "For one month" may be that month and no other. */
const ONCE = /^for (?:one|a|any|any one|a single|a given) (?:day|month)$|^for one\b/
const join = (limbs: readonly string[], ones: readonly string[], nouns: readonly string[]) =>
  limbs
    .flatMap((limb) => ones.flatMap((one) => nouns.map((noun) => `${limb}${one} ${noun}`)))
    .filter((phrase) => !ONCE.test(phrase))

/** The periods of an amount. "This month" and "the first day" are none. */
export const PERIODS: Readonly<Record<string, string>> = {
  tx: [...join(BEFORE_ONE, ONE, PAYMENT), 'in one go', 'at a time', 'at once', 'at any one time'].join('|'),
  day: [...join(BEFORE_ONE, ONE_DAY, ['day']), 'daily', 'for the day'].join('|'),
  month: [...join(BEFORE_ONE, ONE_DAY, ['month']), 'monthly', 'for the month', '/ mo', 'per mo', 'a mo'].join('|'),
}

/** What lies beyond an amount, directly before it. */
export const BEYOND =
  'over|>|above|beyond|past|more than|exceeding|exceeds|exceed|in excess of|upwards of|higher than|greater than|bigger than|larger than|more expensive than|pricier than|costlier than|dearer than|costing more than|that cost more than|that costs more than|of more than|of over|of above|worth more than|that exceed|that exceeds|that is over|that are over|that is above|that are above|over the amount of'

/** Who spends, and from what. */
export const SPENDER =
  'it|agent|bot|assistant|card|wallet|account|this one|agents|bots|the team|the whole team|our team|our whole team|the family|the whole family|the household|the whole household|the company|the whole company|the office|the whole office|the agent|the bot|the assistant|the card|the wallet|the account|this agent|this bot|this card|this wallet|this account|our agent|our bot|my agent|my bot|you'
/** Whatever it is, the amount is the same. */
const WHATEVER = ['whatever', 'no matter what', 'regardless of what']
  .flatMap((whatever) =>
    ['is bought', 'it buys', 'the agent buys', 'you buy', 'it is', 'it is for', 'is paid for', 'it pays for'].map(
      (what) => `${whatever} ${what}`,
    ),
  )
  .concat([
    'come what may',
    'in any case',
    'in all cases',
    'under our rules',
    'by our rules',
    'under company policy',
    'per company policy',
    'as per company policy',
    'according to company policy',
    'under our policy',
    'per our policy',
    'as a rule',
    'under this rule',
  ])
/** Words that say nothing in a rule about amounts. */
export const ARTICLES = `${WHATEVER.join('|')}|here|though|the|a|an|its|my|our|your|this|that|it|i|we|you|is|are|be|to|at|for|of|on|in|please|kindly|always|simply|just make sure|make sure|see to it`

/** "If a purchase costs", "before any payment": directly before what it goes beyond. */
export const THINGS = [
  'something',
  'anything',
  'it',
  'the price',
  'the amount',
  'the total',
  'the cost',
  'the bill',
].concat(
  ['payment', 'purchase', 'order', 'transaction', 'charge', 'booking', 'invoice'].flatMap((noun) =>
    [`${/^[aio]/.test(noun) ? 'an' : 'a'}`, 'any', 'the', 'a single'].map((one) => `${one} ${noun}`),
  ),
)
export const CASES = [
  ...['if', 'when', 'whenever'].flatMap((when) =>
    THINGS.flatMap((thing) =>
      ['', ' is', ' costs', ' goes', ' comes to', ' would cost', ' amounts to'].map(
        (verb) => `${when} ${thing}${verb}`,
      ),
    ),
  ),
]
const TURNED_DOWN = [
  'declined',
  'rejected',
  'blocked',
  'refused',
  'denied',
  'stopped',
  'turned down',
  'forbidden',
  'prohibited',
]
const DUTIES = [
  'must',
  'should',
  'shall',
  'will',
  'have to',
  'has to',
  'need to',
  'needs to',
  'are to',
  'is to',
  'must always',
]
/** What happens to payments that go too far. */
export const REFUSED_VERBS = [
  ...TURNED_DOWN,
  ...['is', 'are', 'get', 'gets'].flatMap((be) => TURNED_DOWN.map((done) => `${be} ${done}`)),
  ...DUTIES.flatMap((duty) => [
    ...TURNED_DOWN.flatMap((done) => [`${duty} be ${done}`, `${duty} all be ${done}`]),
    `${duty} fail`,
  ]),
  ...['not allowed', 'not permitted', 'not possible', 'not accepted'].flatMap((not) => [`is ${not}`, `are ${not}`]),
  ...['may', 'must', 'should', 'shall', 'will', 'do', 'does'].map((modal) => `${modal} not go through`),
  ...['may', 'must', 'should', 'shall', 'will'].flatMap((modal) => [`${modal} not be made`, `${modal} not be paid`]),
  'cannot be made',
  'cannot go through',
  'fail',
  'fails',
  'bounce',
  'is out',
  'are out',
].join('|')
