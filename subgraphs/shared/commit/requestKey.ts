/**
 * From a caller's Idempotency-Key to the key of one act (domain 7.3). Its scope is the caller and the operation, never the
 * credential used; what one decides as a person is that person's own.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { DomainError, invalidField } from '../errors.ts'
import type { OrgId } from '../ids.ts'
import {
  type KeyMark,
  type Mode,
  PLATFORM_ORG,
  type Principal,
  type RequestContext,
  requireCaller,
} from '../principal.ts'
import { keyScope } from './keyScopes.ts'

export interface RequestKey {
  /** Scope and value in one text: caller, operation, key. */
  readonly id: string
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string
  /** Whose history a kept refusal stands in. */
  readonly orgId: OrgId
  readonly mode: Mode
  /** How long the caller asked to hold its answer. */
  readonly waitMs: number
  /** What the operation's declaration says against the caller: told to him unless the key has an answer. */
  readonly refused?: DomainError
  /** As a version before this one kept it, where that differs. */
  readonly earlier?: { readonly id: string; readonly fingerprint: string }
  /** Tells the gateway that the commit has kept the outcome, or has repeated one. */
  readonly note: (mark: KeyMark) => void
}

export interface KeyedRequest {
  /** The root field of the contract. */
  readonly operation: string
  /** Resources for each of which the key stands by itself. */
  readonly on?: readonly string[]
  /** As it was sent, with `idempotencyKey`. */
  readonly input: object
  /** Fields that are not part of what is asked for. */
  readonly without?: readonly string[]
  /** Whether the act is one person's, like a vote. */
  readonly byPerson?: boolean
  readonly waitSeconds?: number
  /** The request as a version before this one read it, whose keys were the whole caller's. */
  readonly earlier?: object
}

/**
 * Null when the caller sent none.
 * @throws DomainError invalid_request: not 1 to 255 printable characters, or a request that has no canonical form
 */
export function openKey(
  context: Pick<RequestContext, 'principal' | 'keys' | 'refused'>,
  given: KeyedRequest,
): RequestKey | null {
  const { idempotencyKey: value, ...sent } = given.input as Record<string, unknown>
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(value))
    throw invalidField('idempotency_key', 'invalid_key', 'must have 1 to 255 printable characters.')
  const request = Object.fromEntries(Object.entries(sent).filter(([name]) => given.without?.includes(name) !== true))
  const { principal, keys, refused } = context
  const { scope, ...owner } = scopeOf(principal, given.byPerson === true)
  const idIn = (within: string) => `${within}|${keyScope(given.operation, given.on)}|${value}`
  const { earlier } = given
  return {
    id: idIn(scope),
    fingerprint: fingerprintOf(request),
    ...(earlier && { earlier: { id: idIn(scopeOf(principal, false).scope), fingerprint: fingerprintOf(earlier) } }),
    ...owner,
    ...(refused && { refused }),
    waitMs: (given.waitSeconds ?? 0) * 1_000,
    note: (mark) => void keys?.push(mark),
  }
}

function scopeOf(principal: Principal, byPerson: boolean): { scope: string; orgId: OrgId; mode: Mode } {
  if (principal.kind === 'operator')
    return { scope: `operator:${principal.operatorId}`, orgId: PLATFORM_ORG, mode: 'live' }
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  if (caller.kind === 'agent') return { scope: caller.agentId, orgId, mode }
  return { scope: byPerson ? `${orgId}:${mode}:${caller.personId}` : `${orgId}:${mode}`, orgId, mode }
}

function fingerprintOf(request: object): string {
  try {
    return createHash('sha256')
      .update(canonicalize(request) ?? '')
      .digest('hex')
  } catch {
    // Half of a character outside the basic plane: no JSON parser has to agree on what it is.
    throw new DomainError('invalid_request', 'The request holds text that is not Unicode.', {
      reason: 'malformed_text',
    })
  }
}
