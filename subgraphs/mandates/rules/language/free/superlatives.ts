// The highest amount named as such: "the largest payment the agent may ever make is $500", "$90 is the most it may spend in a
// day". Without a verb or adjective of permission it only tells what was paid, and is no rule.
import { PERIOD_FIELDS } from '../limitClause.ts'
import type { Money } from '../tokens.ts'
import type { FreeReader, Roles, Said } from './roles.ts'
import { PERIODS } from './words.ts'

const ACTORS =
  'the agent|the bot|the assistant|it|we|you|i|agent|this agent|our agent|my agent|this card|this wallet|the card|the wallet'.split(
    '|',
  )
const MAY = [
  'may',
  'can',
  'is allowed to',
  'are allowed to',
  'is permitted to',
  'is authorized to',
  'is free to',
  'should',
]
const DO = ['make', 'pay', 'spend', 'place', 'send', 'execute', 'approve', 'use', 'charge', 'pay out']
const TOP = ['largest', 'biggest', 'highest', 'greatest', 'maximum', 'top', 'most expensive', 'costliest']
const PERMITTED = ['permitted', 'allowed', 'permissible', 'allowable', 'possible', 'authorized', 'authorised']
const PAYMENT = [
  'payment',
  'purchase',
  'order',
  'transaction',
  'charge',
  'single payment',
  'single purchase',
  'single transaction',
  'single order',
  'individual payment',
  'individual purchase',
]
const SUM = ['amount', 'sum', 'total', 'spend', 'spending', 'outlay', 'expenditure']
const named = (nouns: readonly string[], between: readonly string[]) =>
  TOP.flatMap((top) => nouns.flatMap((noun) => between.map((word) => `the ${top} ${word}${noun}`)))

const SUPERLATIVE: FreeReader = {
  name: 'a limit',
  slots: ['AMOUNT'],
  words: {
    ...PERIODS,
    payment: named(PAYMENT, ['']).join('|'),
    sum: [...named(SUM, ['']), 'the most', 'the absolute most', 'the very most'].join('|'),
    payment_permitted: named(
      PAYMENT,
      PERMITTED.map((word) => `${word} `),
    ).join('|'),
    sum_permitted: named(
      SUM,
      PERMITTED.map((word) => `${word} `),
    ).join('|'),
    may: [
      ...ACTORS.flatMap((actor) =>
        MAY.flatMap((may) => DO.flatMap((verb) => [`${actor} ${may} ${verb}`, `${actor} ${may} ever ${verb}`])),
      ),
      ...['that', 'which'].flatMap((that) =>
        ['may', 'can'].flatMap((may) => ['be made', 'be paid', 'be spent'].map((done) => `${that} ${may} ${done}`)),
      ),
      ...['we allow', 'i allow', 'we permit', 'i permit', 'we accept', 'we will accept', 'we will allow'],
    ].join('|'),
    is: 'is|is to be|shall be|must be|will be|equals|comes to|:',
    neutral: 'that|which|ever|at all|exactly',
  },
  read: readSuperlative,
}

function readSuperlative(roles: Roles): Said | null {
  const [amount] = roles.of('amount')
  const [period] = roles.of('tx', 'day', 'month')
  const said = roles.kinds.replace(/ (?:tx|day|month) /, ' ')
  const isRule =
    /^ (?:(?:payment|sum) may|(?:payment|sum)_permitted)(?: is amount)? $/.test(
      said.replace(/^ amount is (.*)$/, ' $1is amount '),
    ) && / is /.test(said)
  if (!isRule || amount === undefined) return null
  const isPayment = roles.of('payment', 'payment_permitted').length > 0
  // "The largest payment per day is $50" could be the total of a day.
  if (isPayment && period !== undefined && period.kind !== 'tx') return null
  const field = isPayment ? 'maxPerTransaction' : PERIOD_FIELDS[period?.kind ?? '']
  const { usdMicro, isBare } = amount.value as Money
  return field === undefined ? null : { construction: 'LIMIT', limits: [{ field, usdMicro, isBare }], marks: ['free'] }
}

export const SUPERLATIVE_READERS: readonly FreeReader[] = [SUPERLATIVE]
