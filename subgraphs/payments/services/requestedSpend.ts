/** A spend for which an approval is requested in advance (domain A.10): parsed and prepared like a payment. */

import { invalidField } from '../../shared/errors.ts'
import type { Caller } from '../../shared/principal.ts'
import type { Spend } from '../../shared/spend.ts'
import { DEFAULT_TOKEN } from '../../shared/tokens.ts'
import type { PaymentsDeps } from '../ports.ts'
import { parsePayment } from './paymentRequests.ts'
import { prepareSpend } from './prepareSpend.ts'

export interface SpendText {
  readonly walletId: string
  readonly amount: string
  readonly token?: string | null
  readonly chain?: string | null
  readonly to?: string | null
  readonly merchant?: string | null
  readonly purpose?: string | null
}

/** @throws DomainError invalid_request */
export async function prepareRequestedSpend(deps: PaymentsDeps, caller: Caller, text: SpendText): Promise<Spend> {
  const to = text.to ?? text.merchant
  if (to == null) throw invalidField('to', 'required', 'name a destination in "to", or a merchant.')
  const merchant = text.to == null ? null : text.merchant
  const request = await parsePayment(deps, caller, { ...text, to, merchant, token: text.token ?? DEFAULT_TOKEN })
  // The cached directory entry may be out of date.
  deps.merchants.refresh(caller.orgId)
  return (await prepareSpend(deps, caller, request)).spend
}
