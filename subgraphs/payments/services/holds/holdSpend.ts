/** A hold as a spend: prepared like a payment, but it needs no gas, and a registered merchant may name its address later. */

import type { Caller } from '../../../shared/principal.ts'
import type { Spend } from '../../../shared/spend.ts'
import type { HoldRow, TokenFacts } from '../../models/holds.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { DEFAULT_HOLD_LIFE_MS, parseHoldLife } from '../../rules/holds.ts'
import { asSharers } from '../../rules/sharers.ts'
import { type PaymentRequest, parsePayment } from '../paymentRequests.ts'
import { prepareSpend } from '../prepareSpend.ts'

export interface HoldRequest extends PaymentRequest {
  readonly lifeMs: number
  /** It ends no later; absent: with its life. */
  readonly endsBy?: Date
  /** What is held is for a shared token. */
  readonly sharedToken?: TokenFacts
}

interface HoldInput {
  readonly walletId: string
  readonly amount: string
  readonly token: string
  readonly chain?: string | null | undefined
  readonly merchant: string
  readonly to?: string | null | undefined
  readonly purpose?: string | null | undefined
  readonly expiresInSeconds?: number | null | undefined
  readonly approvalId?: string | null | undefined
  readonly beneficiary?: { readonly name: string; readonly country: string } | null | undefined
  readonly metadata?: unknown
}

/** @throws DomainError invalid_request */
export async function parseHold(deps: PaymentsDeps, caller: Caller, input: HoldInput): Promise<HoldRequest> {
  const { merchant, expiresInSeconds, ...rest } = input
  const lifeMs = expiresInSeconds == null ? DEFAULT_HOLD_LIFE_MS : parseHoldLife(expiresInSeconds)
  const payee = input.to == null ? { to: merchant, merchant: null } : { to: input.to, merchant }
  return { ...(await parsePayment(deps, caller, { ...rest, ...payee })), kind: 'hold', lifeMs }
}

export async function prepareHoldSpend(
  deps: PaymentsDeps,
  caller: Caller,
  request: PaymentRequest,
): Promise<{ spend: Spend; fx: HoldRow['fx'] }> {
  const { spend, fx } = await prepareSpend(deps, caller, request)
  const { gas: _, ...withoutGas } = spend
  const isLater = !spend.route.ok && spend.route.error.details.reason === 'merchant_has_no_address_on_chain'
  return { spend: isLater ? { ...withoutGas, route: { ok: true } } : withoutGas, fx }
}

const railOf = ({ sessionId }: HoldRow) =>
  sessionId === undefined ? ({ access: 'holds' } as const) : ({ access: 'payments', rail: 'acp' } as const)

/** A hold as the gates see it after it was placed; nothing of it is decided again but what stops money. */
export function heldSpend(hold: HoldRow, caller: Caller): Spend {
  const { orgId, mode, walletId, chain, token, merchantId, merchant: domain, category, toText, usdMicro } = hold
  return {
    ...{ kind: 'hold', ...railOf(hold), caller, orgId, mode, walletId, walletKnown: true, chain, toText, usdMicro },
    amount: { units: hold.amount, token },
    to: hold.to === '' ? null : hold.to,
    route: { ok: true },
    merchant: merchantId === null && domain === null ? null : { merchantId, domain, category, status: 'active' },
    ...asSharers(hold),
    merchantsVersion: 0,
    acceptedUnder: hold.mandateId,
    screening: { checks: [], revision: 0, screeningId: null },
  }
}
