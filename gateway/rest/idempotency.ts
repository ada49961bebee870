/**
 * The Idempotency-Key of a request and which answers are kept for it (domain rule: decisions from the kill-switch gate on,
 * never the refusals before it).
 */

import type { ErrorType, Refusal } from '../../subgraphs/shared/errors.ts'
import { ERROR_TYPES, invalidField } from '../../subgraphs/shared/errors.ts'
import { callerId, type Principal } from '../../subgraphs/shared/principal.ts'

/** Raw, or quoted as a structured header string. */
export function readIdempotencyKey(header: unknown): string | null {
  if (header === undefined) return null
  const text = typeof header === 'string' ? header.trim() : ''
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)
  const key = quoted?.[1] === undefined ? text : quoted[1].replace(/\\(["\\])/g, '$1')
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalidField('Idempotency-Key', 'invalid_value', 'must be 1 to 255 printable ASCII characters')
  return key
}

/** Scope: caller, method and path without its query. */
export function answerId(principal: Principal, method: string, url: string, key: string): string {
  const caller = principal.kind === 'agent' || principal.kind === 'organization' ? callerId(principal) : principal.kind
  const end = url.indexOf('?')
  return `${caller}:${method} ${end < 0 ? url : url.slice(0, end)}:${key}`
}

const NEVER_KEPT: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'invalid_request',
  'authentication_error',
  'rate_limited',
  'idempotency_in_progress',
  'idempotency_mismatch',
])

export function isKept(refusal: Refusal): boolean {
  if (NEVER_KEPT.has(refusal.type)) return false
  // A failure after acceptance is an outcome, whatever its status.
  return ERROR_TYPES[refusal.type].status < 500 || refusal.details.payment_id !== undefined
}
