// The periods of an amount in all their spellings, for the readers of limits.
const EACH = [
  'per',
  'a',
  'each',
  'every',
  'per single',
  'for each',
  'for every',
  'in each',
  'any one',
  'any single',
  'in a',
  'in one',
  '/',
]
const PAYMENTS = 'transaction|purchase|payment|order|charge|booking|invoice|call|request|bill|tx|api call'.split('|')

const spellings = (nouns: readonly string[]) => nouns.flatMap((noun) => EACH.map((each) => `${each} ${noun}`))

/** Kind -> phrases, as a table of roles has them. */
export const PERIODS: Readonly<Record<string, string>> = {
  tx: [...spellings(PAYMENTS), 'for a single purchase'].join('|'),
  day: [...spellings(['day']), 'daily', 'for the day', 'for any day', 'that day'].join('|'),
  month: [...spellings(['month']), 'monthly'].join('|'),
}
