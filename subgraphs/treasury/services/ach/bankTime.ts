/** What time it is for the bank of a row, and when to ask it next: a bank outside does not follow the clock of an organization. */
import { realInstant } from '../../../shared/commit/realInstant.ts'
import type { State } from '../../../shared/commit/types.ts'
import type { ClockOwner } from '../../../shared/organizationTime.ts'
import type { Bank } from '../../banks/bank.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'

const bankTime = (bank: Bank, state: State, owner: ClockOwner, at: Date): Date =>
  bank.isSimulated ? at : realInstant(state, owner, at)

/** A file that has its hour takes a payment with it; a bank outside has it once it was asked to take it. */
export const hasLeft = ({ banks }: Pick<TreasuryDeps, 'banks'>, row: AchPaymentRow, at: Date): boolean =>
  banks[row.mode].isSimulated ? row.schedule !== null && at >= row.schedule.processAt : row.origination !== 'pending'

/** It can no longer be held back: the bank has it, or may have it, whatever the hour of its file is. */
export const isAtBank = ({ banks }: Pick<TreasuryDeps, 'banks'>, row: AchPaymentRow): boolean =>
  !banks[row.mode].isSimulated && row.origination !== 'pending'

/** As of a payment that has just changed. */
export function lookAt(
  { banks }: Pick<TreasuryDeps, 'banks'>,
  state: State,
  row: AchPaymentRow,
  at: Date,
): Date | null {
  const bank = banks[row.mode]
  return bank.nextLookAt(row, bankTime(bank, state, row, at))
}

const LOOK_AGAIN_MS = 60_000

/** What was looked at in vain is looked at again, later, and does not delay what else is due. */
export function lookAgainAt(
  { banks }: Pick<TreasuryDeps, 'banks'>,
  state: State,
  row: AchPaymentRow,
  at: Date,
): Date | null {
  const bank = banks[row.mode]
  const now = bankTime(bank, state, row, at)
  if (row.dueAt === null || row.dueAt > now) return row.dueAt
  const next = bank.nextLookAt(row, now)
  return next !== null && next <= now ? new Date(now.getTime() + LOOK_AGAIN_MS) : next
}
