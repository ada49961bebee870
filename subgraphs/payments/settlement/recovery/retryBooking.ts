/** Retries bookings that failed or were slow when their block was read. Until then ledger and chain differ. */
import type { Intent } from '../../../shared/commit/types.ts'
import { invariant } from '../../../shared/errors.ts'
import { type DepositRow, findDepositsById } from '../../models/deposits.ts'
import { findRefunded, findSubjects } from '../../models/payments.ts'
import type { SettlementTaskRow } from '../../models/settlementTasks.ts'
import { findWaiting } from '../blocks/lostDeposits.ts'
import { completePaymentIntent } from '../intents/completePayment.ts'
import {
  type ArrivedDeposit,
  creditDepositIntent,
  mismatchOfDeposit,
  otherDepositId,
} from '../intents/creditDeposit.ts'
import {
  type MismatchFinding,
  type MismatchSubject,
  mismatchOfPayment,
  openMismatchIntent,
  resolveMismatchIntent,
} from '../intents/mismatches.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { standingOf } from '../network/standingOf.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { lookAgain } from './findReorganized.ts'

export async function retryBooking(
  network: Network,
  task: SettlementTaskRow,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const { intent, subject, finding, block, arrived = [] } = await readBooking(network, task)
  const standing = await standingOf(network, block)
  if (standing === 'later') return 'later'
  if (standing === 'gone') {
    await submitUntilKnown(network, resolveMismatchIntent(finding.kind, subject, 'left_the_chain'), signal)
    await lookAgain(network, block)
    return 'done'
  }
  if ((await findWaiting(network, arrived)).size > 0) return 'later'
  const outcome = await submitUntilKnown(network, intent, signal)
  if (outcome.kind === 'refused') throw outcome.error
  // Its commits come through again: blocks need not leave tasks for it any more.
  if (task.orgId !== '') network.slow.delete(task.orgId)
  // The first booking, slow, has ended it since it was read.
  if (outcome.answer === 'changed') return 'later'
  if (outcome.answer === 'parked') {
    await submitUntilKnown(network, openMismatchIntent(subject, { ...finding, reason: PARKED }), signal)
    return 'later'
  }
  // Only a booking that has failed has a mismatch.
  if (task.tries > 0) await submitUntilKnown(network, resolveMismatchIntent(finding.kind, subject, 'booked'), signal)
  return 'done'
}

const PARKED =
  'A payment is on chain that waits for its approval or review again, and the ledger has too little for it.'

/** Opens the mismatch of a failed booking; if that fails too, only the task's row and the log report it. */
export async function reportNotBooked(
  network: Network,
  task: SettlementTaskRow,
  cause: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (task.work.kind !== 'deposit' && task.work.kind !== 'completed') return
  try {
    const { subject, finding } = await readBooking(network, task)
    await submitInTime(network, openMismatchIntent(subject, finding), signal)
  } catch (err) {
    network.log.error({ err, cause, task: task._id }, 'a mismatch could not be recorded')
  }
}

interface Booking {
  readonly intent: Intent<string>
  readonly subject: MismatchSubject
  /** The mismatch while it is not booked. */
  readonly finding: MismatchFinding
  readonly block: Parameters<typeof standingOf>[1]
  readonly arrived?: readonly ArrivedDeposit[]
}

async function readBooking(network: Network, task: SettlementTaskRow): Promise<Booking> {
  const { work, subjectId } = task
  const notCorrected = { expected: 0n, missing: 0n, corrected: false }
  if (work.kind === 'deposit') {
    const stored = work.deposit as Omit<DepositRow, 'amount'> & { amount: string }
    const deposit: ArrivedDeposit = { ...stored, amount: BigInt(stored.amount) }
    const reason = 'A deposit is on chain and could not be credited yet.'
    const finding = { kind: 'deposit_not_booked', found: deposit.amount, reason, ...notCorrected } as const
    const known = await findDepositsById(network.database, [deposit._id, otherDepositId(deposit)])
    const refunded = await findRefunded(network.database, known)
    return {
      intent: creditDepositIntent(deposit, refunded, network),
      subject: mismatchOfDeposit(deposit),
      finding,
      block: deposit,
      arrived: [deposit],
    }
  }
  invariant(work.kind === 'completed', `a task ${work.kind} is no booking`)
  const payment = (await findSubjects(network.database, [task])).get(subjectId)
  invariant(payment !== undefined, `payment ${subjectId} is on chain and does not exist`)
  const intent = completePaymentIntent(network, payment, work.mined)
  const reason = 'A payment is on chain and could not be completed yet.'
  const finding = { kind: 'payment_not_booked', found: payment.amount, reason, ...notCorrected } as const
  return { intent, subject: mismatchOfPayment(payment), finding, block: work.mined }
}
