/**
 * What becomes of micro-deposits by themselves (domain 1.3): they are sent with a file, visible a banking day later, may come
 * back, and expire ten days after they were sent. The clock brings it about, or the sandbox.
 */
import { usdRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import { EMPTY_USD_BALANCES } from '../../../shared/ledger/accounts.ts'
import { microDepositsReturned, microDepositsSent } from '../../../shared/ledger/usdPostings.ts'
import { nextState } from '../../../shared/transitions.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { calendarDaysAfter, nextFileAt, postedAfter } from '../../rules/achCalendar.ts'
import type { BankAccountRow, EndedAtBank, MicroDeposits } from '../../rules/bankAccount.ts'
import { MICRO_DEPOSITS, type MicroDepositStep, VERIFICATION_DAYS } from '../../rules/bankAccountStates.ts'
import { returnCodeOf } from '../../rules/returns.ts'
import { traceNumberOf } from '../../rules/traceNumbers.ts'
import { bankAccountEvent } from '../../rules/treasuryEvents.ts'
import { heldRefusal, lookReads, prepareLook, railRefusal } from '../ach/lastLook.ts'
import { writesOf } from './accountWrites.ts'
import { endedRound } from './verifyMicroDeposits.ts'

export type BankStep = Extract<MicroDepositStep, 'send' | 'lack' | 'post' | 'return' | 'expire'>

/** The code with which the simulated bank returns them, where nothing else is said. */
const DEFAULT_RETURN = 'R03'
const OPERATING_TOO_LOW = 'operating_balance_too_low'

/** @param available of its financial account, which pays the amounts of one account of the sandbox; of any other the service does */
function nextStep({ microDeposits, behaviour }: BankAccountRow, available: bigint): BankStep | null {
  switch (microDeposits?.status) {
    case 'created':
      return behaviour === 'micro_paid_by_operating' && available < BigInt(microDeposits.sum) ? 'lack' : 'send'
    case 'sent':
      if (behaviour === 'micro_never') return 'expire'
      return behaviour === 'micro_return_R03' ? 'return' : 'post'
    case 'posted':
      return 'expire'
    default:
      return null
  }
}

/** What a bank outside has told of a round. */
export interface Told {
  readonly at: Date
  /** When to ask it next. */
  readonly lookAt: Date
  /** Why they came back; null: they did not. */
  readonly reason: string | null
  /** Of those that came back: what they have cost. */
  readonly ended?: EndedAtBank
}

/**
 * @param step null: what is due by the clock
 * @param told by a bank outside: of a step that does not follow nothing is done
 * @returns null where nothing is due any more
 */
export async function microDepositPart(
  deps: Pick<TreasuryDeps, 'findNamedOwners' | 'gates' | 'screening'>,
  bankAccount: BankAccountRow,
  step: BankStep | null,
  told: Told | null = null,
): Promise<IntentPart<BankAccountRow | null>> {
  const { _id, orgId, mode } = bankAccount
  const [ref, position] = [bankAccountRef(_id), usdRef(orgId, mode)]
  const look = told === null ? await prepareLook(deps, { orgId, mode, agentId: null }, bankAccount) : () => null
  return {
    reads: () => ({ guard: [ref, position, ...lookReads({ orgId, walletId: null })] }),
    decide(state: State, at: Date): Verdict<BankAccountRow | null> {
      const row = requireRow(state, ref)
      const isDue = row.dueAt !== null && row.dueAt <= at
      const { available } = state.get(position)?.accounts[row.financialAccountId] ?? EMPTY_USD_BALANCES
      const taken = step ?? (isDue ? nextStep(row, BigInt(available)) : null)
      // A bank outside that its mode had before is asked no more.
      if (taken === null) return done(null, isDue ? { set: [setRow(ref, { ...row, dueAt: null })] } : {})
      const micro = row.microDeposits
      const isOpen = row.verificationState === 'PENDING' && row.state !== 'CLOSED'
      if (micro === null || !isOpen || nextState(MICRO_DEPOSITS, micro.status, taken) === null)
        return step === null || told !== null ? done(null) : refused(notNext(row, step))
      const leaves = taken === 'send' && told === null
      const listed = leaves ? look(state) : null
      if (listed === 'stale') return { kind: 'stale' }
      const stopped = leaves
        ? (heldRefusal(row) ??
          railRefusal(deps, state, { orgId, mode, walletId: null }, at) ??
          listed ??
          deps.screening.unavailable(mode))
        : null
      if (stopped !== null) return step === null ? missedFile(row, micro, at) : refused(stopped)
      // By the clock it happened when it was due, however late this is noticed.
      const when = told?.at ?? (step === null ? (row.dueAt ?? at) : at)
      return apply(row, micro, taken, { when, at, told })
    },
  }
}

/** A stop holds them back: they go with the next file. */
function missedFile(row: BankAccountRow, micro: MicroDeposits, at: Date): Verdict<BankAccountRow> {
  const sendAt = nextFileAt(at)
  const next: BankAccountRow = { ...row, microDeposits: { ...micro, sendAt }, dueAt: sendAt, updatedAt: at }
  return done({ ...next, v: row.v + 1 }, { set: [setRow(bankAccountRef(row._id), next)] })
}

function apply(
  row: BankAccountRow,
  micro: MicroDeposits,
  step: BankStep,
  { when, at, told }: { readonly when: Date; readonly at: Date; readonly told: Told | null },
): Verdict<BankAccountRow> {
  const subject = { mode: row.mode, financialAccount: row.financialAccountId, amount: BigInt(micro.sum) }
  const write = (next: BankAccountRow, journals: ReturnType<typeof microDepositsSent>[] = []) =>
    done(
      { ...next, v: row.v + 1 },
      { set: [setRow(bankAccountRef(row._id), next)], journals, events: [bankAccountEvent(next)] },
    )
  if (step === 'expire') {
    const next = endedRound(row, micro, 'expire', at)
    return done({ ...next, v: row.v + 1 }, writesOf(next))
  }
  if (step === 'send') {
    const [postAt, expiresAt] = [postedAfter(when), calendarDaysAfter(when, VERIFICATION_DAYS)]
    const sent: MicroDeposits = {
      ...{ ...micro, status: 'sent', sentAt: when, postAt, expiresAt },
      traceNumber: traceNumberOf(row._id, `micro.${micro.round}`),
    }
    const dueAt = told?.lookAt ?? (row.behaviour === 'micro_never' ? expiresAt : postAt)
    return write({ ...row, microDeposits: sent, dueAt, updatedAt: at }, [
      microDepositsSent(row._id, Number(micro.round), subject),
    ])
  }
  if (step === 'post')
    return write({
      ...row,
      microDeposits: { ...micro, status: 'posted' },
      dueAt: told?.lookAt ?? micro.expiresAt,
      updatedAt: at,
    })
  if (step === 'lack') {
    const unpaid: BankAccountRow = {
      ...{ ...row, verificationState: 'INSUFFICIENT_FUNDS', verificationFailedReason: OPERATING_TOO_LOW },
      microDeposits: { ...micro, ...(told?.ended && { ended: told.ended }) },
      ...{ dueAt: told?.ended === undefined ? null : told.lookAt, updatedAt: at },
    }
    const lost = told?.ended?.lost ?? 0n
    return write({ ...unpaid, lostCents: BigInt(row.lostCents ?? 0n) + lost }, lossesOf(row, micro, 0, lost))
  }
  const reason = told?.reason ?? DEFAULT_RETURN
  const returned: BankAccountRow = {
    ...{ ...row, verificationState: 'FAILED_VERIFICATION', verificationFailedReason: reason },
    ...{
      lastReturnReasonCode: returnCodeOf(reason) === null ? row.lastReturnReasonCode : reason,
      microDeposits: { ...micro, status: 'returned', ...(told?.ended && { ended: told.ended }) },
    },
    ...{ dueAt: told?.ended === undefined ? null : told.lookAt, updatedAt: at },
  }
  // The simulated bank returns the collection; what it was not sent yet has moved no money.
  const lost = told?.ended?.lost ?? (micro.sentAt === null ? 0n : subject.amount)
  return write({ ...returned, lostCents: (row.lostCents ?? 0n) + lost }, lossesOf(row, micro, 0, lost))
}

/** @param more than was booked before @param time how often that was */
export const lossesOf = (
  { _id, mode, financialAccountId: financialAccount }: BankAccountRow,
  { round }: Pick<MicroDeposits, 'round'>,
  time: number,
  more: bigint,
) =>
  more === 0n
    ? []
    : [microDepositsReturned(_id, { round: Number(round), time }, { mode, financialAccount, amount: more })]

function notNext({ microDeposits, verificationState }: BankAccountRow, step: BankStep): DomainError {
  const status = microDeposits?.status ?? 'none'
  return new DomainError('conflict', `That does not follow on micro-deposits that are ${status}.`, {
    ...{ reason: 'not_a_next_event', event: step, micro_deposit_status: status },
    verification_state: verificationState,
  })
}
