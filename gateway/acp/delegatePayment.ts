/**
 * delegate_payment: the card form of what `/acp/authorize` does. The payer is the agent of the access token, with its wallet and
 * mandate; the card is a test card, looked at and forgotten.
 */
import { toVaultToken } from '../../subgraphs/shared/acp.ts'
import { DomainError, invalidField } from '../../subgraphs/shared/errors.ts'
import type { AcpCall } from './call.ts'
import { type AcpRequest, readRequest } from './requests.ts'
import type { WireCheckout } from './session.ts'
import { checkCard } from './testCards.ts'

type DelegateRequest = AcpRequest<'delegatePayment'>

export async function delegatePayment(call: AcpCall): Promise<object> {
  const { principal, now } = call
  if (principal.kind !== 'agent')
    throw new DomainError('capability_denied', 'Call with the access token of the agent whose wallet pays.', {
      reason: 'agents_only',
    })
  const request = readRequest('delegatePayment', call.body)
  const { allowance, metadata } = request
  const testCard = checkRequest(request, now)
  const session = (await call.ask('GetAcpSession', { id: allowance.checkout_session_id })) as WireCheckout
  checkAllowance(allowance, session)
  const issued = (await call.ask('AuthorizeAcpSession', {
    input: {
      agentId: principal.agentId,
      sessionId: allowance.checkout_session_id,
      maxAmountMinor: allowance.max_amount,
      expiresAt: new Date(allowance.expires_at).toISOString(),
      ...call.keyed(comparable(request, testCard)),
    },
  })) as { readonly sharedToken: string | null; readonly createdAt: string }
  return {
    id: toVaultToken(issued.sharedToken ?? ''),
    created: issued.createdAt,
    metadata: { ...metadata, merchant_id: allowance.merchant_id, idempotency_key: call.clientKey },
  }
}

/** @returns the name of the test card */
function checkRequest({ payment_method: card, risk_signals, ...rest }: DelegateRequest, now: Date): string {
  const { number, ...others } = card
  const testCard = checkCard(card, { others, rest }, now)
  const blocked = risk_signals.findIndex(({ action }) => action === 'blocked')
  if (blocked >= 0)
    throw invalidField(`$.risk_signals[${blocked}].action`, 'invalid_card', 'is blocked: such a card gets no token.')
  return testCard
}

function checkAllowance(
  { currency, merchant_id: merchantId }: DelegateRequest['allowance'],
  session: WireCheckout,
): void {
  if (currency !== session.currency.toLowerCase())
    throw invalidField('$.allowance.currency', 'invalid_value', 'is not the currency of the checkout session.')
  if (merchantId !== session.merchant.merchant_id && merchantId !== session.merchant.domain)
    throw invalidField('$.allowance.merchant_id', 'invalid_value', 'is not the merchant of the checkout session.')
}

/**
 * By which a repetition is compared, and of which a hash is kept: with the name of the test card instead of its number, and
 * without its secrets, because of a code of three digits a hash tells everything.
 */
function comparable({ payment_method: card, ...request }: DelegateRequest, testCard: string): object {
  const { number, cvc, cryptogram, ...shown } = card
  return { ...request, payment_method: { ...shown, testCard } }
}
