// The amounts of a construction with the periods that its parts name: one of each, or pairs of them.
import { countsPayments, namesMoney } from './bareNumbers.ts'
import { type Captured, isMoney } from './captures.ts'
import type { Capture } from './chart.ts'
import type { Clause, Limit, LimitField } from './clause.ts'
import type { Money } from './tokens.ts'

export const PERIOD_FIELDS: Readonly<Record<string, LimitField>> = {
  tx: 'maxPerTransaction',
  day: 'dailyLimit',
  month: 'monthlyLimit',
}

/** @returns null where amounts and periods do not belong together */
export function withLimits(clause: Clause, captured: Captured, words: readonly string[]): Clause | null {
  const { ordered, money, marks } = captured
  // "Limit transactions to $120 and days to $480": beside a second amount, payments are each of them.
  const isEach = (each: Capture) => each === 'each' && money.length > 1 && !marks.has('total') && !marks.has('across')
  const parts = ordered
    .map((each) => (isEach(each) ? 'tx' : each))
    .filter((each) => isMoney(each) || (typeof each === 'string' && each in PERIOD_FIELDS))
  const said = [...new Set(parts.filter((each) => typeof each === 'string'))]
  // "Payments must not exceed $50" is each of them, "payments in total" is a sum of no period.
  const fields = said.length === 0 && marks.has('each') && !marks.has('total') && !marks.has('across') ? ['tx'] : said
  // "Daily limit (USD): 50"
  const isNamed = marks.has('usd') || namesMoney(words)
  const isCount = countsPayments(words)
  const limit = (period: string, { usdMicro, isBare }: Money): Limit => {
    const field = PERIOD_FIELDS[period] ?? 'maxPerTransaction'
    return {
      field,
      usdMicro,
      isBare: isBare && !isNamed,
      isNumber: isBare && !marks.has('usd'),
      isCount: isBare && isCount,
    }
  }
  const [amount, second] = money
  const [period] = fields
  if (amount === undefined || typeof period !== 'string' || !isOfAll(captured)) return null
  // "Daily maximum price" is of one thing or of a day.
  if (marks.has('single') && fields.some((field) => field !== 'tx')) return null
  // "The cap per payment and the cap per day are both $500"
  if (marks.has('shared'))
    return fields.length === 2 ? { ...clause, limits: fields.map((field) => limit(field, amount)) } : null
  if (second === undefined) return fields.length === 1 ? { ...clause, limits: [limit(period, amount)] } : null
  // Pairs: each amount with the period beside it.
  const limits: Limit[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [one, other] = [parts[at], parts[at + 1]]
    const [name, value] = typeof one === 'string' ? [one, other] : [other, one]
    if (typeof name !== 'string' || value === undefined || !isMoney(value)) return null
    limits.push(limit(name, value))
  }
  return { ...clause, limits }
}

/** "A total of $50 across all purchases", "$50 a day across all purchases", but not "$50 for all purchases a day". */
function isOfAll({ ordered, marks }: Captured): boolean {
  if (marks.has('sum')) return true
  const period = ordered.findIndex((each) => typeof each === 'string' && each in PERIOD_FIELDS)
  return !marks.has('of_all') && (!marks.has('across') || (period !== -1 && period < ordered.indexOf('across')))
}

export function withThreshold(clause: Clause, { money, marks }: Captured): Clause | null {
  const [amount, second] = money
  if (marks.has('ref')) return clause
  if (amount === undefined) return null
  const threshold: Limit = { field: 'approvalThreshold', usdMicro: amount.usdMicro, isBare: amount.isBare }
  if (!marks.has('span')) return { ...clause, limits: [threshold] }
  if (second === undefined || second.usdMicro <= amount.usdMicro) return null
  const maximum: Limit = { field: 'maxPerTransaction', usdMicro: second.usdMicro, isBare: second.isBare }
  return { ...clause, limits: [threshold, maximum] }
}
