/** One step of a payment over ACH as a commit: row, journals, balances, bank account and events together, once. */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { usdRef, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { count } from '../../../shared/conduct.ts'
import { type DomainError, invariant } from '../../../shared/errors.ts'
import type { CaseId } from '../../../shared/ids.ts'
import type { ListLook } from '../../../shared/recordScreening.ts'
import { achPaymentRef } from '../../models/achPayments.ts'
import { bankAccountRef, findBankAccounts } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import type { BankEvent } from '../../rules/achStates.ts'
import { takeStep } from '../../rules/achSteps.ts'
import { afterReturn, type BankAccountRow } from '../../rules/bankAccount.ts'
import { booked } from '../../rules/bookings.ts'
import { type FailureCode, failureOfRefusal, rateToReview } from '../../rules/returns.ts'
import { achEvent, bankAccountEvent } from '../../rules/treasuryEvents.ts'
import { lookAgainAt, lookAt } from './bankTime.ts'
import { leavingRefusal, lookReads, prepareLook } from './lastLook.ts'

export interface AskedStep {
  /** Absent: only that the bank was asked, and what it has said of the origination, is noted. */
  readonly event?: BankEvent | ((row: AchPaymentRow, at: Date) => BankEvent)
  readonly failure?: FailureCode
  /** With it: what has refused to let the payment out. */
  readonly refusedBy?: DomainError
  readonly origination?: AchPaymentRow['origination']
  readonly askedAt?: Date
  /** The step is only for a row that is so; of any other nothing is done. */
  readonly where?: (row: AchPaymentRow) => boolean
  /** Why the step may not be taken, as the commit sees it. */
  readonly refusal?: (state: State, row: AchPaymentRow, at: Date) => DomainError | null
  /** What a stop does to it: it ends the payment where it has not left yet, and holds it where the bank may have it. */
  readonly stop?: 'ends' | 'holds'
  /** The lists, of a step with which money may leave. */
  readonly look?: ListLook
  /** The case about the bank account that is open: it ends with the account, where a return closes that. */
  readonly openCase?: CaseId | null
}

type Deps = Pick<TreasuryDeps, 'banks' | 'cases' | 'gates' | 'newId' | 'screening' | 'spends'>

const stepReads = (row: AchPaymentRow) => [
  ...[achPaymentRef(row._id), usdRef(row.orgId, row.mode), bankAccountRef(row.bankAccountId)],
  ...lookReads(row),
]

/** Null: it is no step from where the payment is by now, as when somebody else has taken it. */
export function stepPart(deps: Deps, payment: AchPaymentRow, asked: AskedStep): IntentPart<AchPaymentRow | null> {
  const caseId = deps.newId('case')
  const { openCase = null } = asked
  const open = openCase === null ? [] : [deps.cases.ref(openCase)]
  return {
    reads: () => ({ guard: [...stepReads(payment), ...open], newIds: deps.cases.newIds(caseId) }),
    decide: (state, at) => decideStep({ ...deps, caseId }, payment, asked, state, at),
  }
}

interface StepDeps extends Deps {
  /** Made before the commit, for the case that it may open. */
  readonly caseId: CaseId
}

function decideStep(
  deps: StepDeps,
  payment: AchPaymentRow,
  asked: AskedStep,
  state: State,
  at: Date,
): Verdict<AchPaymentRow | null> {
  const { event, origination, askedAt, where, refusal } = asked
  const row = requireRow(state, achPaymentRef(payment._id))
  const error = refusal?.(state, row, at) ?? null
  if (error !== null) return refused(error)
  if (where?.(row) === false) return done(null)
  const happened = typeof event === 'function' ? event(row, at) : event
  const stop = asked.stop ?? (leavesWith(deps, row, happened) ? 'ends' : null)
  const listed = stop === null ? null : requireLook(asked, row)(state)
  if (listed === 'stale') return { kind: 'stale' }
  const stopped = stop === null ? null : (leavingRefusal(deps, state, row, at) ?? listed)
  if (stopped !== null && stop === 'holds') return done(null)
  const waits = stop !== null && stopped === null && deps.screening.unavailable(row.mode) !== null
  const { openCase = null } = asked
  if (stopped !== null) return stepTaken(deps, row, { ...stoppedBy(stopped, at), openCase }, state, at)
  // Without current lists nothing leaves (domain 4.3): it waits for them, and is looked at again.
  if (happened === undefined || waits) {
    const told: AchPaymentRow = waits
      ? row
      : { ...row, origination: origination ?? row.origination, ...(askedAt !== undefined && { askedAt }) }
    const next: AchPaymentRow = { ...told, dueAt: lookAgainAt(deps, state, told, at) }
    return done({ ...next, v: row.v + 1 }, { set: [setRow(achPaymentRef(row._id), next)] })
  }
  return stepTaken(deps, row, { ...asked, event: happened, openCase }, state, at)
}

function requireLook({ look }: AskedStep, { _id }: AchPaymentRow): ListLook {
  invariant(look !== undefined, `payment ${_id} would leave without a look at the lists`)
  return look
}

/** The simulated bank takes a payment with the file that it reports; any other was asked before. */
const leavesWith = ({ banks }: Deps, row: AchPaymentRow, event: BankEvent | undefined): boolean =>
  banks[row.mode].isSimulated && row.stage === 'reviewed' && event?.type === 'ACH_ORIGINATION_PROCESSED'

interface TakenStep extends Pick<AskedStep, 'failure' | 'refusedBy'> {
  readonly event: BankEvent
  readonly openCase: CaseId | null
}

/** Nothing is done where the tables have no such step. */
function stepTaken(
  deps: StepDeps,
  row: AchPaymentRow,
  { event, failure, refusedBy, openCase }: TakenStep,
  state: State,
  at: Date,
): Verdict<AchPaymentRow | null> {
  const ref = usdRef(row.orgId, row.mode)
  const known = requireRow(state, ref)
  const step = takeStep(row, known, event, at, failure)
  if (step === null) return done(null)
  const next: AchPaymentRow = {
    ...{ ...step.row, dueAt: lookAt(deps, state, step.row, at) },
    ...(refusedBy && { refusal: refusedBy.message }),
  }
  const cause = { token: next.events.at(-1)?.token ?? null, at: event.createdAt }
  const { position, events } = booked(step.position, step.journals, cause)
  const account = requireRow(state, bankAccountRef(row.bankAccountId))
  const bankAccount = event.returnCode === undefined ? null : afterReturn(account, event.returnCode, at)
  const isClosed = bankAccount?.state === 'CLOSED'
  const ended = isClosed ? openCaseOf(account) : null
  // It was opened since this was prepared.
  if (ended !== openCase && ended !== null) return { kind: 'stale' }
  const dismissed = ended === null ? {} : deps.cases.dismiss(state, ended, 'A return has closed the bank account.', at)
  const { orgId, mode } = row
  const exceeded = rateToReview(known, step.position)
  const reviewed = exceeded === null ? {} : deps.cases.openForRate(state, deps.caseId, { orgId, mode, ...exceeded }, at)
  const returnReview = exceeded === null ? {} : { returnReview: { caseId: deps.caseId, status: 'open' } as const }
  const bankAccounts = position.bankAccounts.filter(({ id }) => !isClosed || id !== bankAccount._id)
  return done(
    { ...next, v: row.v + 1 },
    joinWrites([
      {
        set: [
          setRow(achPaymentRef(row._id), next),
          setRow(ref, { ...position, bankAccounts, ...returnReview }),
          ...(bankAccount === null ? [] : [setRow(bankAccountRef(bankAccount._id), bankAccount)]),
          ...(next.stage === 'returned' ? countReturn(state, row, at) : []),
        ],
        journals: step.journals,
        events: [
          achEvent('treasury.payment.updated', next),
          ...events,
          ...(bankAccount === null ? [] : [bankAccountEvent(bankAccount)]),
        ],
      },
      reviewed,
      dismissed,
    ]),
  )
}

/** What comes back is held against the agent that has asked for it (domain 4.5), as long as it has its wallet. */
function countReturn(state: State, { walletId, agentId }: AchPaymentRow, at: Date): NonNullable<Writes['set']> {
  if (walletId === null || agentId === null) return []
  const wallet = state.get(walletRef(walletId))
  return wallet?.agentId === agentId ? [setRow(walletRef(walletId), count(wallet, at, 'returned'))] : []
}

export const openCaseOf = ({ review }: BankAccountRow): CaseId | null =>
  review?.status === 'open' ? review.caseId : null

/** The open case about the bank account of a payment, to be read with a step that may close the account. */
export async function findOpenCase(
  { database }: Pick<TreasuryDeps, 'database'>,
  { bankAccountId }: AchPaymentRow,
): Promise<CaseId | null> {
  const [row] = await findBankAccounts(database, [bankAccountId])
  return row === undefined ? null : openCaseOf(row)
}

/** How a payment ends that was held back before it left. */
export const stoppedBy = (stop: DomainError, at: Date) => ({
  ...{ event: canceledAt(at), failure: failureOfRefusal(stop) ?? ('canceled' as const), refusedBy: stop },
})

/** It is taken back before it leaves. */
export const canceledAt = (at: Date): BankEvent => ({
  ...({ type: 'ACH_ORIGINATION_CANCELLED', result: 'APPROVED', detailedResults: ['APPROVED'] } as const),
  ...{ externalId: null, createdAt: at },
})

/** @throws DomainError service_unavailable: the lists cannot be read */
export async function lookBefore(
  deps: Pick<TreasuryDeps, 'database' | 'screening' | 'findNamedOwners'>,
  payment: AchPaymentRow,
): Promise<ListLook> {
  const [bankAccount] = await findBankAccounts(deps.database, [payment.bankAccountId])
  invariant(bankAccount !== undefined, `bank account ${payment.bankAccountId} does not exist`)
  return prepareLook(deps, payment, bankAccount)
}

/** In a commit of its own, whoever asks for it. */
export async function submitStep(
  deps: Deps & Pick<TreasuryDeps, 'commit' | 'database' | 'findNamedOwners'>,
  payment: AchPaymentRow,
  asked: Omit<AskedStep, 'event'> & { readonly event?: BankEvent },
): Promise<AchPaymentRow | null> {
  const mayClose = asked.event?.returnCode !== undefined
  const mayLeave = asked.stop !== undefined || asked.event?.type === 'ACH_ORIGINATION_PROCESSED'
  const settled = await submitPrepared(deps.commit, async () => ({
    ...({ priority: 'settle', orgId: payment.orgId, mode: payment.mode, resourceId: payment._id } as const),
    ...stepPart(deps, payment, {
      ...asked,
      openCase: mayClose ? await findOpenCase(deps, payment) : null,
      ...(mayLeave && { look: await lookBefore(deps, payment) }),
    }),
  }))
  return 'answer' in settled ? settled.answer : null
}
