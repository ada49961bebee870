/**
 * What is stored with an Idempotency-Key (domain 7.3), decided here alone: everything that stores or repeats a response
 * follows the row that this makes. Pure.
 */
import { DomainError, ERROR_TYPES, type ErrorType, toRefusal } from '../errors.ts'
import type { OrgId } from '../ids.ts'
import type { FinalVerdict, IntentKey, KeyRow, Repeat } from './types.ts'

const REFUSAL_TTL_MS = 24 * 3_600_000
/** A key that made a resource never makes another. */
const FOR_EVER = '9999-12-31T23:59:59.999Z'
/** From the commit until the response is stored. */
const RESPONDING_MS = 1_000

/** Null for a key that may be used: unknown, or of a refusal that made nothing and has expired after 24 hours. */
export function repeatOf(
  stored: KeyRow | null,
  { fingerprint }: Pick<IntentKey, 'fingerprint'>,
  at: Date,
): Repeat | null {
  if (stored === null) return null
  if (stored.resource === null && at.getTime() - stored.at.getTime() >= REFUSAL_TTL_MS) return null
  return stored.fingerprint === fingerprint ? { kind: 'replayed', stored } : { kind: 'mismatch', stored }
}

/** Adds to a refusal that is stored with its key how long it is. */
export function storedRefusal<V extends FinalVerdict>(verdict: V, key: IntentKey, at: Date): V {
  if (verdict.kind !== 'refused') return verdict
  const { type, message, details } = verdict.error
  if (isMade(verdict, key))
    return { ...verdict, error: new DomainError(type, message, { ...details, ...boundTo(key) }) }
  if (!isDecision(verdict.error)) return verdict
  const hints = {
    key_kept_until: new Date(at.getTime() + REFUSAL_TTL_MS).toISOString(),
    key_hint: 'Until then this Idempotency-Key gives this same answer. A new key is decided anew.',
  }
  return { ...verdict, error: new DomainError(type, message, { ...details, ...hints }) }
}

/** Of a refusal that left a resource behind, like a failed payment. */
export function boundTo({ resource }: Pick<IntentKey, 'resource'>): Record<string, string> {
  return {
    key_kept_until: FOR_EVER,
    key_hint: `This Idempotency-Key made ${resource.id} and never makes another. A new key is decided anew.`,
  }
}

/** @returns null where nothing is stored, so that the same request with the same key is decided again */
export function keyRowOf(
  key: IntentKey,
  verdict: FinalVerdict,
  { orgId, at }: { orgId: OrgId; at: Date },
): KeyRow | null {
  const made = isMade(verdict, key)
  if (verdict.kind === 'refused' && !made && !isDecision(verdict.error)) return null
  return {
    _id: key.id,
    orgId,
    fingerprint: key.fingerprint,
    at,
    resource: verdict.kind === 'done' ? (verdict.resource ?? key.resource) : made ? key.resource : null,
    refusal: verdict.kind === 'refused' ? toRefusal(verdict.error) : null,
    outcome: verdict.kind === 'done' ? (verdict.outcome ?? null) : null,
    answerBy: new Date(at.getTime() + (key.waitMs ?? 0) + RESPONDING_MS),
  }
}

function isMade({ writes }: FinalVerdict, { resource }: IntentKey): boolean {
  return (writes.insert ?? []).some(({ ref }) => ref.id === resource.id)
}

/**
 * Decisions are stored with the key. No decisions are: a malformed request, missing credentials, a rate limit, a failure of
 * the service, and what this credential may not do, or not now: the key is that of the agent or organization, all of whose
 * credentials share it, so one that only reads would use it up for those that may do more.
 */
const NO_DECISION_STATUSES: readonly number[] = [400, 401, 405, 413, 415, 429]
const RIGHTS: readonly ErrorType[] = ['capability_denied', 'insufficient_scope']

export function isDecision({ type }: DomainError): boolean {
  const { status } = ERROR_TYPES[type]
  return status < 500 && !NO_DECISION_STATUSES.includes(status) && !RIGHTS.includes(type)
}
