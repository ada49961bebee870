/**
 * Reserves what a shared token may take (domain A.14): a hold on the wallet, which passes every gate of a spend. Above the
 * threshold it is refused, and the approval that was requested opens the next try for the same session and cap.
 */
import type { SharedToken, TellSpend, TokenRequest } from '../../../shared/acp.ts'
import { CENT_USD_MICRO } from '../../../shared/acp.ts'
import { timeOf } from '../../../shared/clock.ts'
import type { IntentPart } from '../../../shared/commit/types.ts'
import { invalidField } from '../../../shared/errors.ts'
import { type ApprovalId, isId } from '../../../shared/ids.ts'
import type { Caller } from '../../../shared/principal.ts'
import type { Spend } from '../../../shared/spend.ts'
import { hashSubject } from '../../models/approvalRow.ts'
import { findUnusedApproval } from '../../models/approvals.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { isOver } from '../../rules/approvals.ts'
import { screeningIdOf } from '../../rules/screening.ts'
import { holdIntent } from '../holds/createHold.ts'
import type { HoldRequest } from '../holds/holdSpend.ts'
import { prepareSpend } from '../prepareSpend.ts'
import { spendApproval } from '../spendApproval.ts'
import { toSharedToken } from './readTokens.ts'

/** @throws DomainError invalid_request, fx_rate_unavailable, service_unavailable */
export async function prepareIssue(
  deps: PaymentsDeps,
  caller: Caller,
  request: TokenRequest,
  tell?: TellSpend,
): Promise<IntentPart<SharedToken>> {
  const { holdId, newApprovalId: newId } = request
  const asked = await toHoldRequest(deps, caller, request)
  tell?.(asked)
  const { spend: prepared, fx } = await prepareSpend(deps, caller, asked)
  const screening = { ...prepared.screening, screeningId: screeningIdOf(holdId) }
  // Gas is reserved when it is charged.
  const { gas: _, ...rest } = prepared
  const spend = { ...rest, access: 'payments', rail: 'acp', screening, sessionId: request.sessionId } as const
  const approval = await approvalOf(deps, caller, { spend, asked, request, newId })
  const part = holdIntent(deps, { holdId, request: asked, fx, spend: { ...spend, approval } })
  return {
    reads: part.reads,
    decide(state, at) {
      const verdict = part.decide(state, at)
      return verdict.kind === 'done' ? { ...verdict, answer: toSharedToken(verdict.answer, at) } : verdict
    },
  }
}

interface Asked {
  readonly spend: Spend
  readonly asked: HoldRequest
  readonly request: TokenRequest
  readonly newId: ApprovalId
}

/**
 * The one that is named, else the one that was requested for exactly this before: the public protocol has no field for it.
 * What is still undecided is not requested again.
 */
async function approvalOf(deps: PaymentsDeps, caller: Caller, { spend, asked, request, newId }: Asked) {
  const { holdId: subjectId, sessionId, agentId } = request
  const { orgId, mode } = caller
  const wanted = { orgId, mode, sessionId, subjectHash: hashSubject(spend, agentId) }
  const found = request.approvalId === null ? await findUnusedApproval(deps.database, wanted) : null
  if (found === null) return spendApproval(deps, caller, { ...asked, subjectId, newId })
  const approval = await spendApproval(deps, caller, { ...asked, approvalId: found._id, subjectId, newId })
  const isWaiting = found.status === 'pending' && !isOver(found, timeOf(deps.clock, { orgId, mode }))
  return { ...approval, isFound: true as const, isReplaceable: !isWaiting }
}

async function toHoldRequest(deps: PaymentsDeps, caller: Caller, request: TokenRequest): Promise<HoldRequest> {
  const { walletId, agentId, merchantId, chain, lifeMs, endsBy, approvalId } = request
  const { sessionId, tokenHash, maxAmountMinor: capMinor } = request
  if (approvalId !== null && !isId('approval', approvalId))
    throw invalidField('approval_id', 'not_an_identifier', 'must be an approval identifier (apr_...)')
  const usdMicro = BigInt(capMinor) * CENT_USD_MICRO
  const { amount, fx } = await deps.rates.fromUsdMicro(usdMicro, request.token, caller.mode, merchantId)
  if (amount.units <= 0n)
    throw invalidField('max_amount_minor', 'too_small', `is less than the smallest amount of ${request.token}.`)
  return {
    ...{ kind: 'hold', walletId, agentId, to: merchantId, merchant: null, amount, usdMicro, fx, chain },
    ...{ purpose: `Checkout ${sessionId}`, metadata: null, approvalId, park: false, lifeMs, endsBy },
    sharedToken: { sessionId, tokenHash, capMinor },
  }
}
