/** What the events of a payment over ACH are on the statement of a financial account. Pure. */
import type { AchDirection, AchEvent } from './achStates.ts'
import type { BankLine } from './reconciliation.ts'

type Told = Pick<AchEvent, 'type' | 'amount' | 'externalId' | 'createdAt'>

/** A return from before its settlement has moved nothing. */
export function linesOf(reference: string | null, direction: AchDirection, events: readonly Told[]): BankLine[] {
  const settled = events.findIndex(({ type }) => type === 'ACH_ORIGINATION_SETTLED')
  if (settled < 0) return []
  return events.flatMap(({ type, amount, externalId, createdAt }, index): BankLine[] => {
    const isReturn = type === 'ACH_RETURN_PROCESSED' && index > settled
    if (type !== 'ACH_ORIGINATION_SETTLED' && !isReturn) return []
    const isIn = (direction === 'DEBIT') !== isReturn
    const cents = isIn ? BigInt(amount) : -BigInt(amount)
    return [{ reference, kind: isReturn ? 'returned' : 'settled', traceNumber: externalId, cents, at: createdAt }]
  })
}
