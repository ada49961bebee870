/** Which refusals are listed as refused attempts to spend, and what is kept of one. Pure. */
import type { DomainError, ErrorType } from '../../shared/errors.ts'

/** By the root field of the contract. */
export const REFUSED_OPERATIONS = {
  createPayment: 'payment',
  transfer: 'transfer',
  executeMandate: 'execute',
  createHold: 'hold',
  captureHold: 'capture',
  authorizeCheckout: 'authorize',
  payCheckout: 'pay',
  withdrawTreasury: 'withdrawal',
  executeConversionQuote: 'conversion',
} as const
export type RefusedOperation = (typeof REFUSED_OPERATIONS)[keyof typeof REFUSED_OPERATIONS]

/** Those of the gates 5 to 14 (domain 0.1); what concerns the request or the credential is no attempt of a known wallet. */
const LISTED: ReadonlySet<ErrorType> = new Set<ErrorType>([
  ...(['kill_switch_active', 'wallet_frozen', 'mandate_missing', 'mandate_revoked', 'mandate_expired'] as const),
  ...(['no_route', 'policy_violation', 'compliance_denied', 'approval_required', 'insufficient_funds'] as const),
  ...(['amount_exceeds_cap'] as const),
])

export const isListedRefusal = ({ type }: DomainError): boolean => LISTED.has(type)
