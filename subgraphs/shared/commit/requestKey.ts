/**
 * From the Idempotency-Key of a request to the stored key (domain 7.3). Its scope is the caller and the operation, never
 * the credential; for a decision of a person, such as a vote, it is the person.
 */
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { DomainError, invalidField } from '../errors.ts'
import { KEY_FORM } from '../fields.ts'
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
import type { Commit } from './types.ts'

export interface RequestKey {
  /** Scope and value in one text: caller, operation, key. */
  readonly id: string
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string
  /** The organization in whose history a stored refusal is committed. */
  readonly orgId: OrgId
  readonly mode: Mode
  /** How long the caller asked to wait for the result. */
  readonly waitMs: number
  /** Why `@access` refuses this caller, where the operation asks later: instead of what the key has made. */
  readonly refused?: DomainError
  /** As an earlier version of the service stored it, where that differs. */
  readonly earlier?: { readonly id: string; readonly fingerprint: string }
  /** Reports to the gateway that the commit has stored the outcome, or has repeated one. */
  readonly note: (mark: KeyMark) => void
}

export interface KeyedRequest {
  /** The root field of the contract. */
  readonly operation: string
  /** Ids of the resources that are part of the scope. */
  readonly on?: readonly string[]
  /** The input as it was sent, with `idempotencyKey`. */
  readonly input: object
  /** Fields that are left out of the fingerprint. */
  readonly without?: readonly string[]
  /** Whether it is a decision of a person, like a vote. */
  readonly byPerson?: boolean
  readonly waitSeconds?: number
  /** The request as an earlier version read it, whose keys never belonged to the person instead of the organization. */
  readonly earlier?: object
  /** `on` of an earlier version. */
  readonly earlierOn?: readonly string[]
}

/**
 * Null when the caller sent none.
 * @throws DomainError invalid_request: not 1 to 255 printable characters, or a request that has no canonical form
 */
export function openKey(
  context: Pick<RequestContext, 'principal' | 'keys' | 'refused'>,
  keyed: KeyedRequest,
): RequestKey | null {
  const { idempotencyKey: value, ...sent } = keyed.input as Record<string, unknown>
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || !KEY_FORM.test(value))
    throw invalidField('idempotency_key', 'invalid_key', 'must have 1 to 255 printable characters.')
  const request = Object.fromEntries(Object.entries(sent).filter(([name]) => keyed.without?.includes(name) !== true))
  const { principal, keys, refused } = context
  const { scope, ...owner } = scopeOf(principal, keyed.byPerson === true)
  const idIn = (within: string, on = keyed.on) => `${within}|${keyScope(keyed.operation, on)}|${value}`
  const { earlier, earlierOn } = keyed
  const isOther = earlier !== undefined || earlierOn !== undefined
  const former = () => ({
    id: idIn(scopeOf(principal, false).scope, earlierOn),
    fingerprint: fingerprintOf(earlier ?? request),
  })
  return {
    id: idIn(scope),
    fingerprint: fingerprintOf(request),
    ...(isOther && { earlier: former() }),
    ...owner,
    ...(refused && { refused }),
    waitMs: (keyed.waitSeconds ?? 0) * 1_000,
    note: (mark) => void keys?.push(mark),
  }
}

/** As an earlier version has stored it, if it has: then what was decided there is repeated, or another request refused. */
export async function asStored({ findRepeat }: Pick<Commit, 'findRepeat'>, key: RequestKey | null) {
  if (key?.earlier === undefined) return key
  const repeat = await findRepeat(key.earlier)
  // Under one id a request that was only read otherwise is another one nowhere.
  const isThere = repeat?.kind === 'replayed' || (repeat !== null && key.earlier.id !== key.id)
  return isThere ? { ...key, ...key.earlier } : key
}

function scopeOf(principal: Principal, byPerson: boolean): { scope: string; orgId: OrgId; mode: Mode } {
  if (principal.kind === 'operator')
    return { scope: `operator:${principal.operatorId}`, orgId: PLATFORM_ORG, mode: 'live' }
  if (principal.kind === 'enrolment') {
    const { orgId, mode, keyId } = principal
    // Who is behind it is not known yet: agents that share one are told apart by keys that nobody can guess.
    return { scope: `${orgId}:${mode}:${keyId}`, orgId, mode }
  }
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  if (caller.kind === 'agent') return { scope: caller.agentId, orgId, mode }
  return { scope: byPerson ? `${orgId}:${mode}:${caller.personId}` : `${orgId}:${mode}`, orgId, mode }
}

function fingerprintOf(request: object): string {
  try {
    return hash('sha256', canonicalize(request) ?? '', 'hex')
  } catch {
    // A lone surrogate: JSON parsers differ in what they make of it, so it has no canonical form.
    throw new DomainError('invalid_request', 'The request holds text that is not Unicode.', {
      reason: 'malformed_text',
    })
  }
}
