/**
 * Collects dollars from an external bank account (domain 1.4 to 1.6). What the programme does not allow becomes a payment
 * that is declined, and no error.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { type UsdPosition, usdRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import type { DomainError } from '../../../shared/errors.ts'
import type { AchPaymentId, CaseId } from '../../../shared/ids.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { achPaymentRef } from '../../models/achPayments.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import { financialAccountRef } from '../../models/financialAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { bankDay, scheduleOf } from '../../rules/achCalendar.ts'
import type { AchInput } from '../../rules/achFields.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { statusOf } from '../../rules/achStates.ts'
import { brokenLimit, counted } from '../../rules/programme.ts'
import { collectionRefusal, countInDay, exceededRate } from '../../rules/returns.ts'
import { achEvent } from '../../rules/treasuryEvents.ts'
import { actorReads, actorState, actRefusal } from '../actors.ts'
import { requireFound, visible } from '../readTreasury.ts'
import { lookAt } from './bankTime.ts'
import { originate } from './originate.ts'
import {
  accountRefusal,
  bankAccountRefusal,
  newPayment,
  ownEvent,
  type PreparedPayment,
  preparePayment,
} from './preparePayment.ts'
import { screenParties } from './screenParties.ts'

export interface Made {
  readonly row: AchPaymentRow
  readonly replayed: boolean
}

/**
 * @throws DomainError invalid_request, not_found, compliance_denied (KYA), kill_switch_active, bank_account_not_verified,
 * bank_account_paused, conflict (closed, too many returns), service_unavailable (no current list), all_adapters_exhausted
 */
export async function fund(
  deps: TreasuryDeps,
  principal: Principal,
  input: AchInput,
  key: RequestKey | null = null,
): Promise<Made> {
  const id = deps.newId('achPayment')
  const prepare = async () => {
    const caller = requireCaller(principal)
    const prepared = await preparePayment(deps, caller, input)
    return collectIntent(deps, caller, id, prepared)
  }
  return finish(deps, principal, await submitPrepared(deps.commit, prepare, key))
}

/** Hands a new payment to the bank; finds that of a repeated request. */
export async function finish(
  deps: TreasuryDeps,
  principal: Principal,
  settled: Awaited<ReturnType<typeof submitPrepared<AchPaymentRow>>>,
): Promise<Made> {
  if ('answer' in settled) return { row: await originate(deps, settled.answer), replayed: false }
  const [row = null] = await visible.payments(deps, principal, [settled.replayedId])
  return { row: requireFound(row, 'treasury payment'), replayed: true }
}

/** What differs where a collection is tried again. */
interface Again {
  readonly original: AchPaymentRow
  /** The retry that there was before. */
  readonly former: AchPaymentRow | null
  readonly descriptor: string
  refusal(original: AchPaymentRow, former: AchPaymentRow | null, at: Date): DomainError | null
}

export async function collectIntent(
  deps: TreasuryDeps,
  caller: Caller,
  id: AchPaymentId,
  prepared: PreparedPayment,
  again: Again | null = null,
): Promise<KeyedIntent<AchPaymentRow>> {
  const { orgId, mode } = caller
  const { account, bankAccount } = prepared
  const rows = [financialAccountRef(account._id), bankAccountRef(bankAccount._id), usdRef(orgId, mode)]
  const chain = [again?.original, again?.former].filter((row) => row != null)
  const caseId = deps.newId('case')
  const parties = await screenParties(deps, caller, bankAccount)
  return {
    ...({ priority: 'spend', orgId, mode, resourceId: id } as const),
    resource: { type: 'treasury payment', id },
    reads(at) {
      const { guard, newIds = [] } = parties.reads(at)
      return {
        guard: [...actorReads(caller), ...rows, ...chain.map(({ _id }) => achPaymentRef(_id)), ...guard],
        newIds: [achPaymentRef(id), ...deps.cases.newIds(caseId), ...newIds],
      }
    },
    decide: (state, at) => decide(deps, caller, { ...prepared, id, again, caseId, parties }, state, at),
  }
}

interface Collection extends PreparedPayment {
  readonly id: AchPaymentId
  readonly again: Again | null
  /** Made before the commit, for the case that it may open. */
  readonly caseId: CaseId
  readonly parties: IntentPart<null>
}

function decide(
  deps: TreasuryDeps,
  caller: Caller,
  prepared: Collection,
  state: State,
  at: Date,
): Verdict<AchPaymentRow> {
  const { id, again } = prepared
  const account = requireRow(state, financialAccountRef(prepared.account._id))
  const bankAccount = requireRow(state, bankAccountRef(prepared.bankAccount._id))
  const ref = usdRef(caller.orgId, caller.mode)
  const position = requireRow(state, ref)
  const stored = (row: AchPaymentRow | null) => (row === null ? null : requireRow(state, achPaymentRef(row._id)))
  const [original, former] = [stored(again?.original ?? null), stored(again?.former ?? null)]
  if (original !== null && original.retriedBy !== (former?._id ?? null)) return { kind: 'stale' }
  const repeated = again === null || original === null ? null : again.refusal(original, former, at)
  const error =
    actRefusal(deps, state, caller, at) ??
    deps.screening.unavailable(caller.mode) ??
    knownRefusal(deps, state, caller, at) ??
    repeated ??
    bankAccountRefusal(bankAccount) ??
    accountRefusal(account)
  if (error !== null) return refused(error)
  const passed = prepared.parties.decide(state, at)
  if (passed.kind !== 'done') return passed
  const tooMany = returnsVerdict(deps, position, prepared.caseId, state, at)
  if (tooMany !== null) return tooMany
  const fresh = newPayment({ ...prepared, id, direction: 'DEBIT', caller, account, bankAccount }, at)
  const row = again === null || original === null ? fresh : retried(fresh, original, again.descriptor)
  const made = reviewed(deps, state, row, at)
  const isTaken = made.row.stage === 'reviewed'
  const set = [
    ...(isTaken ? [setRow(ref, { ...position, ...made.windows })] : []),
    ...(original === null ? [] : [setRow(achPaymentRef(original._id), { ...original, retriedBy: id, updatedAt: at })]),
  ]
  return done(made.row, {
    ...{ insert: [insertRow(achPaymentRef(id), made.row)], set },
    events: [
      achEvent('treasury.payment.created', made.first),
      ...(made.row === made.first ? [] : [achEvent('treasury.payment.updated', made.row)]),
    ],
  })
}

/** Accepted, and looked at at once: it is declined where the programme does not allow it. */
function reviewed(deps: TreasuryDeps, state: State, row: AchPaymentRow, at: Date) {
  const position = requireRow(state, usdRef(row.orgId, row.mode))
  const first: AchPaymentRow = { ...row, events: [ownEvent(row, 'ACH_ORIGINATION_INITIATED', at)] }
  const broken = brokenLimit(position, row.amount, at)
  const stage = broken === null ? 'reviewed' : 'declined'
  const schedule = scheduleOf(at, row.method, row.holdDays)
  const looked: AchPaymentRow = {
    ...first,
    ...{ stage, status: statusOf(stage), schedule, failureCode: broken?.failure ?? null },
    result: broken === null ? 'APPROVED' : 'DECLINED',
    events: [...first.events, ownEvent(first, 'ACH_ORIGINATION_REVIEWED', at, broken?.detail ?? null)],
    origination: broken !== null ? 'none' : deps.banks[row.mode].isSimulated ? 'accepted' : 'pending',
  }
  const dueAt = broken === null ? lookAt(deps, state, looked, at) : null
  return { first, row: { ...looked, dueAt }, windows: counted(position, row.amount, at) }
}

function retried(fresh: AchPaymentRow, original: AchPaymentRow, descriptor: string): AchPaymentRow {
  return {
    ...{
      ...fresh,
      descriptor,
      retryOf: original._id,
      firstOf: original.firstOf,
      retries: Number(original.retries) + 1,
    },
    ...{ secCode: original.secCode, companyId: original.companyId, memo: original.memo },
  }
}

/** Money is collected for agents that are known; a person who has a key is known by it. */
function knownRefusal(
  { gates }: Pick<TreasuryDeps, 'gates'>,
  state: State,
  caller: Caller,
  at: Date,
): DomainError | null {
  const verdict = gates.verified.decide({ ...actorState(state, caller), isApproved: false }, caller, at)
  return verdict.kind === 'refuse' ? verdict.error : null
}

/**
 * Domain 1.6: an organization whose debits come back too often collects nothing until compliance has decided, or they are rare
 * enough again. Days without returns that count no more may have raised the rate, too: then its case is opened here.
 */
function returnsVerdict(
  deps: Pick<TreasuryDeps, 'cases'>,
  position: UsdPosition,
  caseId: CaseId,
  state: State,
  at: Date,
): Extract<Verdict<never>, { kind: 'refused' }> | null {
  const { orgId, mode, returns, returnReview } = position
  const today = bankDay(at)
  const days = countInDay(returns, today, today, {})
  const exceeded = returnReview === undefined ? exceededRate(days) : null
  const review = exceeded === null ? returnReview : ({ caseId, status: 'open' } as const)
  const error = collectionRefusal(days, review)
  if (error === null) return null
  if (exceeded === null) return refused(error)
  const opened = deps.cases.openForRate(state, caseId, { orgId, mode, ...exceeded }, at)
  const waiting = setRow(usdRef(orgId, mode), { ...position, returnReview: { caseId, status: 'open' } })
  return refused(error, joinWrites([opened, { set: [waiting] }]))
}
