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

const DETAILS_MAX = 4_000
const TEXT_MAX = 500

export interface RefusalFacts {
  readonly type: ErrorType
  /** Stable, so that refusals can be counted by it. */
  readonly rule: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Whose reason is the text of the person who has frozen or stopped something. */
const IN_OWN_WORDS: ReadonlySet<ErrorType> = new Set<ErrorType>(['wallet_frozen', 'kill_switch_active'])

/** Bounded: of long details only the plain values stay. */
export function refusalFacts({ type, message, details }: DomainError): RefusalFacts {
  const named = IN_OWN_WORDS.has(type) ? null : (details.rule ?? details.reason)
  const isLong = JSON.stringify(details).length > DETAILS_MAX
  const plain = Object.entries(details).filter(([, value]) => typeof value !== 'object')
  const short = plain.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, TEXT_MAX) : value])
  return {
    type,
    rule: typeof named === 'string' ? named : type,
    message: message.slice(0, TEXT_MAX),
    details: isLong ? Object.fromEntries(short.slice(0, 8)) : details,
  }
}
