/** Why a payment over ACH ended without its money, with its figures, and what can be done about it. Pure. */
import { CENT_MICRO, formatUsd } from '../../shared/money.ts'
import type { AchPaymentRow } from './achPayment.ts'
import { PROGRAMME } from './programme.ts'
import { type FailureCode, returnCodeOf } from './returns.ts'

const usd = (cents: bigint): string => `${formatUsd(cents * CENT_MICRO)} USD`

/** Of what did not come back, and was refused by nothing that has said why. */
const NEVER_WENT: Readonly<Partial<Record<FailureCode, string>>> = {
  program_transaction_limit_exceeded: `At most ${usd(PROGRAMME.transaction)} are collected at once. Collect less.`,
  program_daily_limit_exceeded: `At most ${usd(PROGRAMME.day)} are collected in a day of New York. Collect less, or the rest tomorrow.`,
  program_monthly_limit_exceeded: `At most ${usd(PROGRAMME.month)} are collected in a month of New York. Collect less, or the rest next month.`,
  declined_by_bank: 'The bank did not take it. Ask the bank why, or use another bank account.',
  all_adapters_exhausted: 'The bank could not be reached, and has not taken it. Send it again.',
  canceled: 'It was canceled before it left. Send it again, if it is still wanted.',
  kill_switch_active: 'A kill switch has stopped it before it left. Send it again once the switch is lifted.',
  approval_denied: 'A person has denied it, and that is final. Ask that person, then send another one.',
  approval_expired: 'Nobody has approved it in time. Send it again.',
}

/** An earlier version has not kept why. */
const HAS_NOT_LEFT = 'It was refused before it left, and no money has moved. Send it again, if it is still wanted.'

const AFTER_RETURN = {
  none: 'Ask the owner of the bank account.',
  pause: 'The bank account is paused: settle it with its owner, then unpause it.',
  disable: 'The bank account is closed: link another one.',
} as const

/** Null: it has not failed. */
export function failureMessageOf({
  failureCode,
  refusal,
  returnCode,
  direction,
  events,
}: Pick<AchPaymentRow, 'failureCode' | 'refusal' | 'returnCode' | 'direction' | 'events'>): string | null {
  if (failureCode === null) return null
  const hasLeft = events.some(({ type }) => type === 'ACH_ORIGINATION_PROCESSED')
  if (!hasLeft && refusal !== undefined) return `It has not left, and no money has moved. ${refusal}`
  const returned = returnCode === null ? null : returnCodeOf(returnCode)
  if (returned === null) return NEVER_WENT[failureCode] ?? (hasLeft ? 'It came back. Ask the bank why.' : HAS_NOT_LEFT)
  const isRetryable = returned.isRetryable && direction === 'DEBIT'
  const next = isRetryable ? 'It may be tried again, at most twice.' : AFTER_RETURN[returned.action]
  return `It came back for ${returned.code}: ${returned.title}. ${next}`
}
