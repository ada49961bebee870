/**
 * Requests an approval in advance (domain A.10): once approved, it satisfies the threshold of one matching spend. It
 * reserves nothing.
 */

import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { insertRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { invalidField, invariant } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../../shared/fields.ts'
import type { ApprovalId } from '../../../shared/ids.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import type { Gate, Spend } from '../../../shared/spend.ts'
import { DEFAULT_TOKEN } from '../../../shared/tokens.ts'
import { type ApprovalRequest, approvalEvent, newApproval } from '../../models/approvalRow.ts'
import { type ApprovalRow, approvalRef } from '../../models/approvals.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { APPROVAL_LIFE_MS, SUBJECT_TYPES, type SubjectType } from '../../rules/approvals.ts'
import { guardsOf } from '../../rules/spendState.ts'
import { readSpendState } from '../authorizeSpend.ts'
import { parsePayment } from '../paymentRequests.ts'
import { prepareSpend } from '../prepareSpend.ts'
import { refreshPrepared } from '../submitPayment.ts'
import { COMMENT, type Decided } from './decideApproval.ts'
import { getApproval } from './readApprovals.ts'

export interface RequestInput {
  readonly walletId: string
  readonly amount: string
  readonly token?: string | null
  readonly chain?: string | null
  readonly to?: string | null
  readonly merchant?: string | null
  readonly purpose?: string | null
  readonly subjectType?: string | null
  readonly comment?: string | null
  readonly expiresInSeconds?: number | null
}

const LIFE_SECONDS_MIN = 3_600
const LIFE_SECONDS_MAX = 604_800

/** @throws DomainError invalid_request, not_found (wallet), kill_switch_active, no_route */
export async function requestApproval(
  deps: PaymentsDeps,
  principal: Principal,
  input: RequestInput,
  key: RequestKey | null = null,
): Promise<Decided> {
  const approvalId = deps.newId('approval')
  const gates = deps.gates.filter(({ isAskedInAdvance }) => isAskedInAdvance)
  const prepare = async () => {
    const caller = requireCaller(principal)
    const { orgId, mode } = caller
    const request = parseApprovalRequest(approvalId, input)
    const spend = await prepareRequested(deps, caller, input)
    return {
      ...({ priority: 'spend', orgId, mode } as const),
      resource: { type: 'approval', id: approvalId },
      reads: () => ({ guard: guardsOf(spend), absent: [approvalRef(approvalId)] }),
      decide: (state: State, at: Date) => decide(gates, spend, request, state, at),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { approval: settled.answer, replayed: false }
  return { approval: await getApproval(deps, principal, settled.replayedId), replayed: true }
}

function parseApprovalRequest(approvalId: ApprovalId, input: RequestInput): ApprovalRequest {
  return {
    approvalId,
    subjectType: parseSubjectType(input.subjectType),
    subjectId: null,
    reason: 'manual',
    purpose: parseOptionalText(input.purpose, { path: 'purpose', lengthMax: LENGTH_MAX.reason }),
    comment: parseOptionalText(input.comment, COMMENT),
    lifeMs: parseLife(input.expiresInSeconds),
  }
}

/** The spend, parsed and prepared like a payment. */
async function prepareRequested(deps: PaymentsDeps, caller: Caller, input: RequestInput): Promise<Spend> {
  const to = input.to ?? input.merchant
  if (to == null) throw invalidField('to', 'required', 'name a destination in "to", or a merchant.')
  const merchant = input.to == null ? null : input.merchant
  const request = await parsePayment(deps, caller, { ...input, to, merchant, token: input.token ?? DEFAULT_TOKEN })
  // The cached directory entry may be out of date.
  refreshPrepared(deps, caller.orgId)
  return (await prepareSpend(deps, caller, request)).spend
}

function decide(
  gates: readonly Gate[],
  spend: Spend,
  request: ApprovalRequest,
  state: State,
  at: Date,
): Verdict<ApprovalRow> {
  const spendState = readSpendState(state, spend, at)
  for (const gate of gates) {
    const verdict = gate.decide(spendState, spend, at)
    if (verdict.kind === 'stale') return verdict
    if (verdict.kind === 'refuse') return refused(verdict.error)
  }
  const { wallet, org } = spendState
  invariant(wallet !== null, 'the ownership gate passed a wallet that does not exist')
  const row = newApproval(spend, { payer: wallet, org }, request, at)
  return done(row, {
    insert: [insertRow(approvalRef(row._id), row)],
    events: [approvalEvent('approval.requested', row)],
  })
}

function parseSubjectType(value: unknown): SubjectType {
  const known = SUBJECT_TYPES.find((one) => one === (value ?? 'payment'))
  if (known !== undefined) return known
  throw invalidField('subject_type', 'unknown_subject_type', `must be one of ${SUBJECT_TYPES.join(', ')}.`)
}

function parseLife(seconds: unknown): number {
  if (seconds === undefined || seconds === null) return APPROVAL_LIFE_MS
  if (typeof seconds === 'number' && Number.isInteger(seconds))
    if (seconds >= LIFE_SECONDS_MIN && seconds <= LIFE_SECONDS_MAX) return seconds * 1_000
  const bounds = `from ${LIFE_SECONDS_MIN} to ${LIFE_SECONDS_MAX}`
  throw invalidField('expires_in_seconds', 'out_of_range', `must be a whole number ${bounds}.`)
}
