/**
 * Reserves what a shared token may take (domain A.14): a hold on the wallet, which passes every gate of a spend. Above the
 * threshold it is refused, and the approval that was requested can be presented with the next try.
 */
import type { SharedToken, TellSpend, TokenRequest } from '../../../shared/acp.ts'
import { CENT_USD_MICRO } from '../../../shared/acp.ts'
import type { IntentPart } from '../../../shared/commit/types.ts'
import { invalidField } from '../../../shared/errors.ts'
import { isId } from '../../../shared/ids.ts'
import type { Caller } from '../../../shared/principal.ts'
import type { PaymentsDeps } from '../../ports.ts'
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
  const approval = await spendApproval(deps, caller, { ...asked, subjectId: holdId, newId })
  const screening = { ...prepared.screening, screeningId: screeningIdOf(holdId) }
  // Gas is reserved when it is charged.
  const { gas: _, ...spend } = prepared
  const part = holdIntent(deps, {
    ...{ holdId, request: asked, fx },
    spend: { ...spend, access: 'payments', rail: 'acp', screening, approval },
  })
  return {
    reads: part.reads,
    decide(state, at) {
      const verdict = part.decide(state, at)
      return verdict.kind === 'done' ? { ...verdict, answer: toSharedToken(verdict.answer, at) } : verdict
    },
  }
}

async function toHoldRequest(deps: PaymentsDeps, caller: Caller, request: TokenRequest): Promise<HoldRequest> {
  const { walletId, agentId, merchantId, chain, lifeMs, approvalId } = request
  const { sessionId, tokenHash, maxAmountMinor: capMinor } = request
  if (approvalId !== null && !isId('approval', approvalId))
    throw invalidField('approval_id', 'not_an_identifier', 'must be an approval identifier (apr_...)')
  const usdMicro = BigInt(capMinor) * CENT_USD_MICRO
  const { amount, fx } = await deps.rates.fromUsdMicro(usdMicro, request.token, caller.mode, merchantId)
  if (amount.units <= 0n)
    throw invalidField('max_amount_minor', 'too_small', `is less than the smallest amount of ${request.token}.`)
  return {
    ...{ kind: 'hold', walletId, agentId, to: merchantId, merchant: null, amount, usdMicro, fx, chain },
    ...{ purpose: `Checkout ${sessionId}`, metadata: null, approvalId, park: false, lifeMs },
    sharedToken: { sessionId, tokenHash, capMinor },
  }
}
