/**
 * The closed catalogue of refusals: every error a caller can see is a row of this table. Carries specification 7 and
 * the types of the error model; the gateway alone turns a row into HTTP and GraphQL form.
 */

export const ERROR_TYPES = {
  authentication_error: { status: 401, code: 'UNAUTHENTICATED' },
  insufficient_scope: { status: 403, code: 'INSUFFICIENT_SCOPE' },
  capability_denied: { status: 403, code: 'CAPABILITY_DENIED' },
  invalid_request: { status: 400, code: 'BAD_USER_INPUT' },
  not_found: { status: 404, code: 'NOT_FOUND' },
  method_not_allowed: { status: 405, code: 'METHOD_NOT_ALLOWED' },
  payload_too_large: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  unsupported_media_type: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  conflict: { status: 409, code: 'CONFLICT' },
  idempotency_in_progress: { status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' },
  idempotency_mismatch: { status: 422, code: 'IDEMPOTENCY_MISMATCH' },
  rate_limited: { status: 429, code: 'RATE_LIMITED' },
  policy_violation: { status: 403, code: 'POLICY_VIOLATION' },
  compliance_denied: { status: 403, code: 'COMPLIANCE_DENIED' },
  insufficient_funds: { status: 402, code: 'INSUFFICIENT_FUNDS' },
  no_route: { status: 422, code: 'NO_ROUTE' },
  all_adapters_exhausted: { status: 502, code: 'ALL_ADAPTERS_EXHAUSTED' },
  kill_switch_active: { status: 403, code: 'KILL_SWITCH_ACTIVE' },
  wallet_frozen: { status: 403, code: 'WALLET_FROZEN' },
  mandate_missing: { status: 403, code: 'MANDATE_MISSING' },
  mandate_revoked: { status: 403, code: 'MANDATE_REVOKED' },
  mandate_expired: { status: 403, code: 'MANDATE_EXPIRED' },
  approval_required: { status: 403, code: 'APPROVAL_REQUIRED' },
  approval_not_pending: { status: 409, code: 'APPROVAL_NOT_PENDING' },
  approval_already_decided: { status: 409, code: 'APPROVAL_ALREADY_DECIDED' },
  approval_expired: { status: 409, code: 'APPROVAL_EXPIRED' },
  approval_denied: { status: 403, code: 'APPROVAL_DENIED' },
  self_approval_forbidden: { status: 403, code: 'SELF_APPROVAL_FORBIDDEN' },
  hold_not_capturable: { status: 409, code: 'HOLD_NOT_CAPTURABLE' },
  hold_not_voidable: { status: 409, code: 'HOLD_NOT_VOIDABLE' },
  hold_expired: { status: 409, code: 'HOLD_EXPIRED' },
  shared_token_invalid: { status: 402, code: 'SHARED_TOKEN_INVALID' },
  shared_token_used: { status: 409, code: 'SHARED_TOKEN_USED' },
  shared_token_expired: { status: 409, code: 'SHARED_TOKEN_EXPIRED' },
  payment_declined: { status: 402, code: 'PAYMENT_DECLINED' },
  amount_exceeds_cap: { status: 403, code: 'AMOUNT_EXCEEDS_CAP' },
  bank_account_not_verified: { status: 409, code: 'BANK_ACCOUNT_NOT_VERIFIED' },
  bank_account_paused: { status: 409, code: 'BANK_ACCOUNT_PAUSED' },
  micro_deposit_mismatch: { status: 400, code: 'MICRO_DEPOSIT_MISMATCH' },
  micro_deposit_attempts_exceeded: { status: 409, code: 'MICRO_DEPOSIT_ATTEMPTS_EXCEEDED' },
  micro_deposit_expired: { status: 409, code: 'MICRO_DEPOSIT_EXPIRED' },
  quote_expired: { status: 409, code: 'QUOTE_EXPIRED' },
  quote_already_used: { status: 409, code: 'QUOTE_ALREADY_USED' },
  canceled: { status: 409, code: 'CANCELED' },
  cursor_expired: { status: 410, code: 'CURSOR_EXPIRED' },
  fx_rate_unavailable: { status: 503, code: 'FX_RATE_UNAVAILABLE' },
  service_unavailable: { status: 503, code: 'SERVICE_UNAVAILABLE' },
  gateway_timeout: { status: 504, code: 'GATEWAY_TIMEOUT' },
  internal_error: { status: 500, code: 'INTERNAL_SERVER_ERROR' },
} as const

export type ErrorType = keyof typeof ERROR_TYPES
export type ErrorDetails = Readonly<Record<string, unknown>>

/** The part of a refusal that may be stored and shown again: no stack, no cause. */
export interface Refusal {
  readonly type: ErrorType
  readonly message: string
  readonly details: ErrorDetails
}

/** A refusal that a caller may see. Anything else that is thrown is a bug and is masked as `internal_error`. */
export class DomainError extends Error {
  readonly type: ErrorType
  readonly details: ErrorDetails
  constructor(type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'DomainError'
    this.type = type
    this.details = details
  }
}

const PASSING: ReadonlySet<ErrorType> = new Set([
  'rate_limited',
  'service_unavailable',
  'gateway_timeout',
  'fx_rate_unavailable',
])

/** Whether the same request may be taken a moment later, without any change of it. */
export const passes = ({ type }: Pick<Refusal, 'type'>): boolean => PASSING.has(type)

export interface FieldProblem {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** 400 that names the field. `path` is the wire name (snake_case). */
export function invalidField(path: string, code: string, message: string): DomainError {
  return new DomainError('invalid_request', `${path}: ${message}`, { fields: [{ path, code, message }] })
}

/** 404 with the same body for "not yours" and "does not exist". */
export function notFound(resource: string): DomainError {
  return new DomainError('not_found', `No such ${resource}.`, { resource })
}

export function toRefusal(error: DomainError): Refusal {
  return { type: error.type, message: error.message, details: error.details }
}

export function fromRefusal(refusal: Refusal): DomainError {
  return new DomainError(refusal.type, refusal.message, refusal.details)
}

/** For states that only a bug can reach. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}
