// What may be spent at most, by the roles of its words: one amount, one period, and a bound from above or a verb of granting.

import { PERIOD_FIELDS } from '../limitClause.ts'
import type { Money } from '../tokens.ts'
import { PERIODS } from './periods.ts'
import type { FreeReader, Roles, Said } from './roles.ts'

const LIMIT: FreeReader = {
  name: 'a limit',
  slots: ['AMOUNT'],
  words: {
    ...PERIODS,
    // Directly before its amount.
    upto: 'up to|at most|no more than|not more than|a maximum of|max|maximum of',
    upper: 'maximum|cap|limit|ceiling|lid|budget|allowance|tops|stop at|stops at',
    grant: 'allow|give|gets|can spend|may spend',
    neutral:
      'the|it|its|my|our|this|that|is|of|on|to|at|for|i|we|agent|bot|everything|spending|,|whatever it needs|what it needs',
  },
  read: readLimit,
}

function readLimit(roles: Roles): Said | null {
  const [amount] = roles.of('amount')
  const [period] = roles.of('tx', 'day', 'month')
  if (amount === undefined || period === undefined || roles.of('tx', 'day', 'month').length > 1) return null
  if (!roles.hasAtMost({ amount: 1, tx: 1, day: 1, month: 1, upto: 1, upper: 2, grant: 1 })) return null
  if (roles.of('upto').some(({ to }) => to !== amount.from)) return null
  if (roles.of('upto', 'upper', 'grant').length === 0) return null
  const { usdMicro, isBare } = amount.value as Money
  const field = PERIOD_FIELDS[period.kind]
  return field === undefined ? null : { construction: 'LIMIT', limits: [{ field, usdMicro, isBare }] }
}

export const LIMIT_READERS: readonly FreeReader[] = [LIMIT]
