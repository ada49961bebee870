/**
 * Withdraws dollars to an external bank account (domain 1.7): a spend, decided by the gates of every spend that have a
 * subject. What an agent asks for is parked until a person approves it; then every gate decides again.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { type UsdPosition, usdRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import type { DollarSpend, Executed, ParkedElsewhere, ParkedSubject } from '../../../shared/dollarSpend.ts'
import { type DomainError, invariant } from '../../../shared/errors.ts'
import { isId } from '../../../shared/ids.ts'
import { type DollarAuthorization, withdrawalInitiated } from '../../../shared/ledger/usdPostings.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { achPaymentRef, findAchPayments } from '../../models/achPayments.ts'
import { bankAccountRef, findBankAccounts } from '../../models/bankAccounts.ts'
import { financialAccountRef } from '../../models/financialAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { scheduleOf } from '../../rules/achCalendar.ts'
import type { AchInput } from '../../rules/achFields.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { statusOf } from '../../rules/achStates.ts'
import { booked } from '../../rules/bookings.ts'
import { brokenLimit, counted, withdrawnOf } from '../../rules/programme.ts'
import { type FailureCode, failureOfRefusal } from '../../rules/returns.ts'
import { achEvent } from '../../rules/treasuryEvents.ts'
import { actorReads } from '../actors.ts'
import { lookAt } from './bankTime.ts'
import { finish, type Made } from './fund.ts'
import { accountRefusal, bankAccountRefusal, newPayment, ownEvent, preparePayment } from './preparePayment.ts'
import { screenParties } from './screenParties.ts'

const MICRO_PER_CENT = 10_000n

/**
 * @throws DomainError invalid_request, not_found, kill_switch_active, compliance_denied, bank_account_not_verified,
 * bank_account_paused, insufficient_funds, all_adapters_exhausted
 */
export async function withdraw(
  deps: TreasuryDeps,
  principal: Principal,
  input: AchInput,
  key: RequestKey | null = null,
): Promise<Made> {
  const [id, newId] = [deps.newId('achPayment'), deps.newId('approval')]
  const prepare = async () => {
    const caller = requireCaller(principal)
    const prepared = await preparePayment(deps, caller, input)
    const { orgId, mode } = caller
    const parties = await screenParties(deps, caller, prepared.bankAccount)
    const made = (at: Date) => newPayment({ ...prepared, id, direction: 'CREDIT', caller }, at)
    const spendAt = (state: State, at: Date) => spendOf(state, caller, made(at), { newId, isApproved: false }, at)
    const rows = [financialAccountRef(prepared.account._id), bankAccountRef(prepared.bankAccount._id)]
    const known = dollarReads(deps, caller, made(new Date(0)), { newId, isApproved: false })
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: id } as const),
      resource: { type: 'treasury payment', id },
      reads(at: Date) {
        const { guard, newIds = [] } = parties.reads(at)
        return {
          guard: [...actorReads(caller), ...rows, ...known.guard, ...guard],
          newIds: [achPaymentRef(id), ...(known.newIds ?? []), ...newIds],
        }
      },
      decide(state: State, at: Date): Verdict<AchPaymentRow> {
        const passed = parties.decide(state, at)
        if (passed.kind !== 'done') return passed
        const held = deps.screening.unavailable(mode)
        if (held !== null) return refused(held)
        const verdict = deps.dollars.authorize(state, spendAt(state, at), at)
        if (verdict.kind === 'stale') return verdict
        if (verdict.kind === 'refused') return refused(verdict.error)
        const first: AchPaymentRow = { ...made(at), events: [ownEvent(made(at), 'ACH_ORIGINATION_INITIATED', at)] }
        if (verdict.kind === 'parked') {
          const row: AchPaymentRow = { ...first, stage: 'awaiting_approval', approvalId: verdict.approvalId }
          const writes: Writes = {
            insert: [insertRow(achPaymentRef(id), row)],
            events: [achEvent('treasury.payment.created', row)],
          }
          return { ...done(row, joinWrites([passed.writes, verdict.writes, writes])), outcome: 'parked' }
        }
        const sent = initiated(deps, state, first, verdict.authorization, at)
        const created: Writes = {
          insert: [insertRow(achPaymentRef(id), sent.row)],
          events: [achEvent('treasury.payment.created', first), achEvent('treasury.payment.updated', sent.row)],
        }
        return done(sent.row, joinWrites([passed.writes, created, sent.writes]))
      },
    }
  }
  return finish(deps, principal, await submitPrepared(deps.commit, prepare, key))
}

type Approval = Omit<DollarSpend['approval'], 'subjectId'>

const factsOf = (caller: Caller, row: AchPaymentRow, approval: Approval): Omit<DollarSpend, 'route'> => ({
  ...{ kind: 'withdrawal', orgId: row.orgId, mode: row.mode, rail: 'ach', access: 'treasury', caller },
  ...{ financialAccountId: row.financialAccountId, cents: BigInt(row.amount), to: row.bankAccountId },
  usdMicro: BigInt(row.amount) * MICRO_PER_CENT,
  approval: { ...approval, subjectId: row._id },
})

const dollarReads = (deps: TreasuryDeps, caller: Caller, row: AchPaymentRow, approval: Approval) =>
  deps.dollars.reads({ ...factsOf(caller, row, approval), route: { ok: true } })

/** With the accounts as they are in this commit. */
function spendOf(state: State, caller: Caller, row: AchPaymentRow, approval: Approval, at: Date): DollarSpend {
  const error =
    bankAccountRefusal(requireRow(state, bankAccountRef(row.bankAccountId))) ??
    accountRefusal(requireRow(state, financialAccountRef(row.financialAccountId)))
  const withdrawn = withdrawnOf(requireRow(state, usdRef(row.orgId, row.mode)))
  const isAboveLimit = brokenLimit(withdrawn, BigInt(row.amount), at) !== null
  const facts = factsOf(caller, row, { ...approval, isAboveLimit })
  return { ...facts, route: error === null ? { ok: true } : { ok: false, error } }
}

/** Its money is set aside, and it waits for the next file. */
function initiated(
  deps: TreasuryDeps,
  state: State,
  first: AchPaymentRow,
  authorization: DollarAuthorization,
  at: Date,
): { readonly row: AchPaymentRow; readonly writes: Writes } {
  const looked: AchPaymentRow = {
    ...first,
    ...{
      stage: 'reviewed',
      status: statusOf('reviewed'),
      schedule: scheduleOf(at, first.method, Number(first.holdDays)),
    },
    events: [...first.events, ownEvent(first, 'ACH_ORIGINATION_REVIEWED', at)],
    ...{ origination: deps.banks[first.mode].isSimulated ? 'accepted' : 'pending', updatedAt: at },
  }
  const row: AchPaymentRow = { ...looked, dueAt: lookAt(deps, state, looked, at) }
  const journals = [withdrawalInitiated(row._id, authorization)]
  const ref = usdRef(row.orgId, row.mode)
  const cause = { token: row.events.at(-1)?.token ?? null, at }
  const { position, events } = booked(withWithdrawn(requireRow(state, ref), row, at), journals, cause)
  return { row, writes: { set: [setRow(ref, position)], journals, events } }
}

/** What an agent takes out by itself counts, also where it is canceled before it leaves. */
function withWithdrawn(position: UsdPosition, { agentId, approvalId, amount }: AchPaymentRow, at: Date): UsdPosition {
  if (agentId === null || approvalId !== null) return position
  return { ...position, withdrawn: counted(withdrawnOf(position), BigInt(amount), at) }
}

/** What waits for an approval: how it ends with it, and goes on. */
export function createParkedWithdrawals(deps: TreasuryDeps): ParkedElsewhere {
  return {
    reads: (subject) => [achPaymentRef(idOf(subject))],
    close: closed,
    prepare: (subject, caller) => prepareExecution(deps, subject, caller),
  }
}

function idOf({ subjectId }: ParkedSubject) {
  invariant(isId('achPayment', subjectId), `${subjectId} is no payment over ACH`)
  return subjectId
}

function closed(
  state: State,
  subject: ParkedSubject,
  { event, failure }: Parameters<ParkedElsewhere['close']>[2],
  at: Date,
): Writes {
  const row = requireRow(state, achPaymentRef(idOf(subject)))
  if (row.stage !== 'awaiting_approval') return {}
  const stage = event === 'deny' ? 'declined' : 'canceled'
  return endedWrites(ended(row, stage, failureOfRefusal(failure) ?? 'canceled', at))
}

function ended(row: AchPaymentRow, stage: 'declined' | 'canceled', failureCode: FailureCode, at: Date): AchPaymentRow {
  const last = ownEvent(row, stage === 'declined' ? 'ACH_ORIGINATION_REVIEWED' : 'ACH_ORIGINATION_CANCELLED', at)
  const event =
    stage === 'declined' ? { ...last, result: 'DECLINED' as const, detailedResults: ['DECLINED' as const] } : last
  return {
    ...{ ...row, stage, status: statusOf(stage), failureCode, updatedAt: at },
    ...{ result: stage === 'declined' ? 'DECLINED' : row.result, events: [...row.events, event] },
  }
}

const endedWrites = (row: AchPaymentRow): Writes => ({
  set: [setRow(achPaymentRef(row._id), row)],
  events: [achEvent('treasury.payment.updated', row)],
})

async function prepareExecution(
  deps: TreasuryDeps,
  subject: ParkedSubject,
  caller: Caller,
): Promise<IntentPart<Executed>> {
  const [payment] = await findAchPayments(deps.database, [idOf(subject)])
  invariant(payment !== undefined, `payment ${subject.subjectId} does not exist`)
  const [bankAccount] = await findBankAccounts(deps.database, [payment.bankAccountId])
  invariant(bankAccount !== undefined, `bank account ${payment.bankAccountId} does not exist`)
  const parties = await screenParties(deps, caller, bankAccount)
  const given = { newId: null, isApproved: true }
  const { guard } = dollarReads(deps, caller, payment, given)
  const [ref, bank] = [achPaymentRef(payment._id), bankAccountRef(payment.bankAccountId)]
  return {
    reads(at) {
      const ofOwner = parties.reads(at)
      const account = financialAccountRef(payment.financialAccountId)
      return { guard: [ref, bank, account, ...guard, ...ofOwner.guard], newIds: ofOwner.newIds ?? [] }
    },
    decide(state, at): Verdict<Executed> {
      const row = requireRow(state, ref)
      invariant(row.stage === 'awaiting_approval', `payment ${row._id} is executed by its approval and is not parked`)
      const passed = parties.decide(state, at)
      if (passed.kind === 'stale') return passed
      if (passed.kind === 'refused') return done('failed', joinWrites([passed.writes, failed(row, passed.error, at)]))
      const verdict = deps.dollars.authorize(state, spendOf(state, caller, row, given, at), at)
      if (verdict.kind === 'stale') return verdict
      if (verdict.kind === 'refused') return done('failed', joinWrites([passed.writes, failed(row, verdict.error, at)]))
      invariant(verdict.kind === 'authorized', `payment ${row._id} is parked a second time`)
      const sent = initiated(deps, state, row, verdict.authorization, at)
      return done('made', joinWrites([passed.writes, endedWrites(sent.row), sent.writes]))
    },
  }
}

/** Refused by a gate after it was approved. */
const failed = (row: AchPaymentRow, error: DomainError, at: Date): Writes =>
  endedWrites({ ...ended(row, 'declined', failureOfRefusal(error) ?? 'other', at), refusal: error.message })
