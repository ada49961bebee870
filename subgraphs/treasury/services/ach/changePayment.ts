/** Cancels a payment that has not left, and tries a returned collection again (A.9). */

import { orgRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State } from '../../../shared/commit/types.ts'
import { DomainError, invariant } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../../shared/fields.ts'
import { type Principal, requireCaller, requireOwned } from '../../../shared/principal.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { statusOf } from '../../rules/achStates.ts'
import { RETRY_DESCRIPTOR, retryRefusal } from '../../rules/returns.ts'
import { requireFound, visible } from '../readTreasury.ts'
import { canceledAt, stepPart } from './achStep.ts'
import { hasLeft } from './bankTime.ts'
import { collectIntent, finish, type Made } from './fund.ts'
import { preparePayment } from './preparePayment.ts'

async function findPayment(deps: TreasuryDeps, principal: Principal, id: string): Promise<AchPaymentRow> {
  const [row = null] = await visible.payments(deps, principal, [id])
  return requireFound(row, 'treasury payment')
}

/** All callers of an organization see its payments; an agent changes those alone that it has asked for (specification 5). */
async function findOwnPayment(deps: TreasuryDeps, principal: Principal, id: string): Promise<AchPaymentRow> {
  return requireOwned(principal, await findPayment(deps, principal, id), 'treasury payment')
}

/** @throws DomainError not_found, conflict: it has left already, or ended */
export async function cancelPayment(
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly id: string; readonly reason?: string | null | undefined },
  key: RequestKey | null = null,
): Promise<Made> {
  const prepare = async () => {
    requireCaller(principal)
    parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const row = await findOwnPayment(deps, principal, input.id)
    const { reads, decide } = stepPart(deps, row, {
      event: (_row, at) => canceledAt(at),
      failure: 'canceled',
      refusal: (_state: State, now: AchPaymentRow, at: Date) => cancelRefusal(deps, now, at),
    })
    return {
      ...({ priority: 'control', orgId: row.orgId, mode: row.mode, resourceId: row._id } as const),
      ...{ ...STOP, resource: { type: 'treasury payment', id: row._id } },
      reads(at: Date) {
        const ofStep = reads(at)
        return { ...ofStep, guard: [orgRef(row.orgId), ...ofStep.guard] }
      },
      decide,
    }
  }
  const settled = await submitPrepared<AchPaymentRow | null>(deps.commit, prepare, key)
  if (!('answer' in settled)) return { row: await findPayment(deps, principal, input.id), replayed: true }
  invariant(settled.answer !== null, `payment ${input.id} was to be canceled and is not`)
  return { row: settled.answer, replayed: false }
}

/** A file that has its hour takes the payment with it, however soon afterwards somebody notices. */
function cancelRefusal(deps: Pick<TreasuryDeps, 'banks'>, row: AchPaymentRow, at: Date): DomainError | null {
  if (row.stage === 'awaiting_approval')
    return new DomainError('conflict', `It waits for approval ${row.approvalId}. Cancel that instead.`, {
      ...{ reason: 'awaiting_approval', approval_id: row.approvalId },
    })
  const isOpen = row.stage === 'initiated' || row.stage === 'reviewed'
  return isOpen && !hasLeft(deps, row, at) ? null : tooLate(row)
}

function tooLate({ stage }: AchPaymentRow): DomainError {
  const message =
    statusOf(stage) === 'PENDING' || statusOf(stage) === 'SETTLED'
      ? 'It has left for the bank, and can no longer be taken back.'
      : `It is ${statusOf(stage)} already, and that is final.`
  return new DomainError('conflict', message, { reason: 'already_processed', status: statusOf(stage), stage })
}

/** Ended before any bank had it, so that nothing was tried. */
const hasNeverLeft = ({ stage, events }: AchPaymentRow): boolean =>
  (stage === 'canceled' || stage === 'declined') && !events.some(({ type }) => type === 'ACH_ORIGINATION_PROCESSED')

/** @throws DomainError not_found, conflict (another code, both retries used, too late, tried again already), and as `fund` */
export async function retryPayment(
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly id: string },
  key: RequestKey | null = null,
): Promise<Made> {
  const id = deps.newId('achPayment')
  const prepare = async () => {
    const caller = requireCaller(principal)
    const original = await findOwnPayment(deps, principal, input.id)
    const former = original.retriedBy === null ? null : await findPayment(deps, principal, original.retriedBy)
    const first = original.firstOf === original._id ? original : await findPayment(deps, principal, original.firstOf)
    const prepared = await preparePayment(deps, caller, {
      amountMinor: Number(original.amount),
      externalBankAccountToken: original.bankAccountId,
      financialAccountToken: original.financialAccountId,
      method: original.method,
      achHoldPeriod: Number(original.holdDays),
      memo: original.memo,
      userDefinedId: original.userDefinedId,
    })
    return collectIntent(deps, caller, id, prepared, {
      ...{ original, former },
      descriptor: RETRY_DESCRIPTOR,
      refusal: (row, before, at) =>
        before === null || hasNeverLeft(before)
          ? retryRefusal({ ...row, retries: Number(row.retries) }, first.settledAt ?? first.createdAt, at)
          : new DomainError('conflict', `It was tried again already, as ${before._id}. Retry that one.`, {
              ...{ reason: 'already_retried', payment_token: before._id },
            }),
    })
  }
  return finish(deps, principal, await submitPrepared(deps.commit, prepare, key))
}
