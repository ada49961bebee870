/** The sandbox of the treasury (A.9): in test mode the bank decides, sends, settles and returns when it is told to. */
import { orgRef, usdRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, invariant, notFound } from '../../shared/errors.ts'
import type { HolderStatus } from '../../shared/kya.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { type AccountHolderRow, holderRef } from '../models/accountHolders.ts'
import { financialAccountRef, findAccountsOf } from '../models/financialAccounts.ts'
import type { TreasuryDeps } from '../ports.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import type { BankEvent } from '../rules/achStates.ts'
import { type AchDetail, type AchEventType, nextEventType, stepOf } from '../rules/achStates.ts'
import { takeStep } from '../rules/achSteps.ts'
import { parseReturnCode, returnRefusal } from '../rules/returns.ts'
import { traceNumberOf } from '../rules/traceNumbers.ts'
import { standingOf } from './accountStanding.ts'
import { findOpenCase, lookBefore, stepPart } from './ach/achStep.ts'
import { openAmounts } from './bankAccounts/bankAccountSecrets.ts'
import type { Changed } from './bankAccounts/linkBankAccount.ts'
import { type BankStep, microDepositPart } from './bankAccounts/microDepositSteps.ts'
import { notSent } from './bankAccounts/verifyMicroDeposits.ts'
import { requireFound, visible } from './readTreasury.ts'
import { withDecision } from './syncAccountHolder.ts'

/** Live mode has no sandbox: what is asked for is not there. */
function requireTest({ banks }: Pick<TreasuryDeps, 'banks'>, principal: Principal, what: string) {
  const caller = requireCaller(principal)
  if (caller.mode !== 'test') throw notFound(what)
  if (banks.test.isSimulated) return caller
  throw new DomainError('conflict', `The bank of test mode is ${banks.test.name}: use what its own sandbox offers.`, {
    reason: 'bank_not_simulated',
  })
}

/** @throws DomainError not_found, conflict: they are not sent */
export async function readMicroDeposits(
  deps: TreasuryDeps,
  principal: Principal,
  id: string,
): Promise<readonly number[]> {
  requireTest(deps, principal, 'external bank account')
  const [row = null] = await visible.bankAccounts(deps, principal, [id])
  const { _id, microDeposits } = requireFound(row, 'external bank account')
  if (microDeposits === null)
    throw new DomainError('conflict', 'This bank account is verified without amounts: nothing is sent to it.', {
      reason: 'micro_deposits_not_sent',
    })
  if (microDeposits.sentAt === null)
    throw notSent(microDeposits, 'Move the clock there, or bring about the event sent (POST to this path).')
  return openAmounts(deps, _id, microDeposits)
}

const BANK_STEPS: Readonly<Record<'sent' | 'posted' | 'returned', BankStep>> = {
  sent: 'send',
  posted: 'post',
  returned: 'return',
}

/** @throws DomainError not_found, conflict: it is no next event */
export async function simulateMicroDeposits(
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly id: string; readonly event: keyof typeof BANK_STEPS },
  key: RequestKey | null = null,
): Promise<Changed> {
  const find = async () => {
    const [row = null] = await visible.bankAccounts(deps, principal, [input.id])
    return requireFound(row, 'external bank account')
  }
  const prepare = async () => {
    requireTest(deps, principal, 'external bank account')
    const row = await find()
    return {
      ...({ priority: 'control', orgId: row.orgId, mode: row.mode, resourceId: row._id } as const),
      resource: { type: 'external bank account', id: row._id },
      ...(await microDepositPart(deps, row, BANK_STEPS[input.event])),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if (!('answer' in settled) || settled.answer === null) return { row: await find(), replayed: !('answer' in settled) }
  return { row: settled.answer, replayed: false }
}

/** @throws DomainError not_found */
export async function simulateReview(
  deps: TreasuryDeps,
  principal: Principal,
  input: {
    readonly id: string
    readonly status: HolderStatus
    readonly statusReasons?: readonly string[] | null | undefined
  },
  key: RequestKey | null = null,
): Promise<{ readonly row: AccountHolderRow; readonly replayed: boolean }> {
  const find = async () => {
    const [row = null] = await visible.holders(deps, principal, [input.id])
    return requireFound(row, 'account holder')
  }
  const prepare = async () => {
    requireTest(deps, principal, 'account holder')
    const { _id, orgId, mode } = await find()
    const statusReasons = parseReasons(input.statusReasons ?? [])
    const accounts = (await findAccountsOf(deps.database, orgId, mode)).map((account) =>
      financialAccountRef(account._id),
    )
    return {
      ...({ priority: 'control', orgId, mode, resourceId: _id } as const),
      resource: { type: 'account holder', id: _id },
      reads: () => ({ guard: [orgRef(orgId), usdRef(orgId, mode), holderRef(_id), ...accounts] }),
      decide(state: State, at: Date): Verdict<AccountHolderRow> {
        const known = Object.keys(requireRow(state, usdRef(orgId, mode)).accounts)
        if (known.length !== accounts.length) return { kind: 'stale' }
        const row = requireRow(state, holderRef(_id))
        const next = { ...row, status: input.status, statusReasons, isReviewed: true, updatedAt: at }
        // Of itself the simulated bank has all of them open.
        const status = standingOf(input.status, 'OPEN')
        const changed = accounts.map((ref) => setRow(ref, { ...requireRow(state, ref), status, updatedAt: at }))
        const decided = withDecision(requireRow(state, orgRef(orgId)), next)
        return done(next, { set: [setRow(holderRef(_id), next), ...changed, ...decided] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return 'answer' in settled ? { row: settled.answer, replayed: false } : { row: await find(), replayed: true }
}

const REASONS_MAX = 20

function parseReasons(reasons: readonly string[]): readonly string[] {
  if (reasons.length <= REASONS_MAX && reasons.every((one) => /^[A-Za-z0-9_]{1,80}$/.test(one))) return reasons
  throw invalidField(
    'status_reasons',
    'invalid_reasons',
    `must be at most ${REASONS_MAX} codes of letters, digits and _.`,
  )
}

interface Simulated {
  readonly row: AchPaymentRow
  readonly replayed: boolean
}

async function simulateEvent(
  deps: TreasuryDeps,
  principal: Principal,
  id: string,
  key: RequestKey | null,
  event: (row: AchPaymentRow, at: Date) => BankEvent | DomainError,
): Promise<Simulated> {
  const find = async () => {
    const [row = null] = await visible.payments(deps, principal, [id])
    return requireFound(row, 'treasury payment')
  }
  const prepare = async () => {
    requireTest(deps, principal, 'treasury payment')
    const payment = await find()
    const [openCase, look] = await Promise.all([findOpenCase(deps, payment), lookBefore(deps, payment)])
    const part = stepPart(deps, payment, {
      ...{ openCase, look },
      event: (row, at) => {
        const found = event(row, at)
        invariant(!(found instanceof DomainError), 'what is refused has no event')
        return found
      },
      refusal: (state, row, at) => {
        const found = event(row, at)
        if (found instanceof DomainError) return found
        const position = requireRow(state, usdRef(row.orgId, row.mode))
        return takeStep(row, position, found, at) === null ? notNext(row, found.type) : null
      },
    })
    return {
      ...({ priority: 'control', orgId: payment.orgId, mode: payment.mode, resourceId: payment._id } as const),
      resource: { type: 'treasury payment', id: payment._id },
      ...part,
    }
  }
  const settled = await submitPrepared<AchPaymentRow | null>(deps.commit, prepare, key)
  if (!('answer' in settled) || settled.answer === null) return { row: await find(), replayed: !('answer' in settled) }
  return { row: settled.answer, replayed: false }
}

/** @throws DomainError not_found, conflict: it is no next event */
export const simulateAdvance = (
  deps: TreasuryDeps,
  principal: Principal,
  input: {
    readonly id: string
    readonly eventType?: AchEventType | null | undefined
    readonly declineReason?: AchDetail | null | undefined
  },
  key: RequestKey | null = null,
): Promise<Simulated> =>
  simulateEvent(deps, principal, input.id, key, (row, at) => {
    const type = input.eventType ?? nextEventType(row.direction, row.stage)
    if (type === null || type === 'ACH_RETURN_PROCESSED') return notNext(row, type ?? 'any')
    const isRejected = type === 'ACH_ORIGINATION_REJECTED'
    const isDeclined = input.declineReason != null || isRejected
    const event: BankEvent = {
      ...{ type, result: isDeclined ? 'DECLINED' : 'APPROVED', createdAt: at },
      detailedResults: isDeclined
        ? ['DECLINED', ...(input.declineReason == null ? [] : [input.declineReason])]
        : ['APPROVED'],
      externalId: traceNumberOf(row._id, type),
    }
    if (input.declineReason != null && stepOf(event) !== 'decline' && !isRejected)
      return invalidField('decline_reason', 'not_declined', 'is only for a review, or for an entry that is rejected.')
    return event
  })

/** @throws DomainError not_found, invalid_request, conflict: it cannot come back for this reason, or no longer */
export const simulateReturn = (
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly id: string; readonly returnReasonCode: string },
  key: RequestKey | null = null,
): Promise<Simulated> =>
  simulateEvent(deps, principal, input.id, key, (row, at) => {
    const code = parseReturnCode(input.returnReasonCode)
    const processedAt = row.events.find(({ type }) => type === 'ACH_ORIGINATION_PROCESSED')?.createdAt
    if (processedAt === undefined) return notNext(row, 'ACH_RETURN_PROCESSED')
    return (
      returnRefusal(code, { ...row, processedAt }, at) ?? {
        ...({ type: 'ACH_RETURN_PROCESSED', result: 'APPROVED', detailedResults: ['APPROVED'] } as const),
        ...{ externalId: traceNumberOf(row._id, 'return'), createdAt: at, returnCode: code.code },
      }
    )
  })

function notNext({ direction, stage }: AchPaymentRow, type: string): DomainError {
  const next = nextEventType(direction, stage)
  const what = type === 'any' ? `Nothing follows` : `${type} does not follow`
  const advice = next === null ? 'That is where it ends.' : `Next is ${next}.`
  return new DomainError('conflict', `${what} on a payment that is ${stage}. ${advice}`, {
    ...{ reason: 'not_a_next_event', event_type: type, stage, next_event_type: next },
  })
}
