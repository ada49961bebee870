/**
 * Sessions of people: made from a key, so that no browser and no script of a person has to hold the key itself. They are
 * listed, and ended by the person or an administrator; whatever ends the key, the person or the organization ends them too.
 */

import { timeOf } from '../../shared/clock.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import { idsOf, isId, type SessionId } from '../../shared/ids.ts'
import { hasRole, inOrderOf, type OrganizationPrincipal, owns, type Principal } from '../../shared/principal.ts'
import { hashSecret } from '../keys/apiKey.ts'
import { createSessionSecret } from '../keys/sessionSecret.ts'
import { findApiKeys, keyRef } from '../models/apiKeys.ts'
import { findOrganizations, organizationRef } from '../models/organizations.ts'
import { findSessionPage, findSessions, type SessionRow, sessionRef } from '../models/sessions.ts'
import type { AgentsDeps } from '../ports.ts'
import { isInForce, keyEnded } from '../rules/organizationKeys.ts'
import {
  CODE_SECONDS,
  type Owners,
  parseLifetime,
  parseSessionRoles,
  type SessionStatus,
  sessionRefusal,
} from '../rules/sessions.ts'
import { requireOwn } from './organizationKeys.ts'
import { sessionEvent } from './sessionEvent.ts'

export interface ChangedSession {
  readonly record: SessionRow
  readonly replayed: boolean
}

export interface NewSession extends ChangedSession {
  /** The token, or the one-time code of a browser. Shown only once: null in a replay. */
  readonly secret: string | null
}

interface SessionInput {
  readonly orgId: string
  readonly sessionId: string
}

/** @throws DomainError not_found (foreign organization), invalid_request, insufficient_scope (more than the key), capability_denied (a session) */
export async function createSession(
  deps: AgentsDeps,
  principal: Principal,
  input: {
    readonly orgId: string
    readonly kind: SessionRow['kind']
    readonly roles?: readonly string[] | null | undefined
    readonly expiresInSeconds?: unknown
  },
  key: RequestKey | null = null,
): Promise<NewSession> {
  const { kind } = input
  const secret = createSessionSecret(kind === 'token' ? 'session' : 'code')
  const [ref, hash] = [sessionRef(secret.sessionId), hashSecret(deps.config.pepper, secret.text)]
  const prepare = () => {
    const caller = requireOwn(principal, input.orgId)
    if (caller.session !== undefined) throw keyOnly()
    const { orgId, mode, keyId, personId } = caller
    const roles = parseSessionRoles(input.roles, caller)
    const lifetimeSeconds = parseLifetime(input.expiresInSeconds, kind)
    const made = keyRef(keyId)
    return {
      ...({ priority: 'control', orgId, mode, resource: { type: 'session', id: secret.sessionId } } as const),
      // The key is guarded: a session that is made while the key ends would outlive what ended it.
      reads: () => ({ guard: [made], newIds: [ref] }),
      decide(state: State, at: Date): Verdict<null> {
        const owner = state.get(made)
        if (owner?.kind !== 'organization' || !isInForce(owner, at) || owner.suspended !== undefined)
          return refused(keyEnded())
        const isToken = kind === 'token'
        const row: Omit<SessionRow, '_id' | 'v'> = {
          ...{ orgId, mode, keyId, personId, kind, roles, lifetimeSeconds, createdAt: at },
          ...(isToken ? { status: 'active', hash, provenAt: at } : { status: 'pending', codeHash: hash }),
          expiresAt: new Date(at.getTime() + (isToken ? lifetimeSeconds : CODE_SECONDS) * 1_000),
        }
        const event = sessionEvent('session.created', { ...row, _id: secret.sessionId }, { by: keyId, at })
        return done(null, { insert: [insertRow(ref, row)], events: [event] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const replayed = 'replayedId' in settled
  const sessionId = replayed ? settled.replayedId : secret.sessionId
  const record = await getSession(deps, principal, { orgId: input.orgId, sessionId })
  return { record, secret: replayed ? null : secret.text, replayed }
}

/** Final; repeating it changes nothing. @throws DomainError not_found, invalid_request (reason) */
export async function revokeSession(
  deps: AgentsDeps,
  principal: Principal,
  input: SessionInput & { readonly reason?: unknown },
  key: RequestKey | null = null,
): Promise<ChangedSession> {
  const prepare = async () => {
    const { orgId, mode, keyId: by } = requireOwn(principal, input.orgId)
    const reason = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const { _id } = await getSession(deps, principal, input)
    return {
      ...({ priority: 'control', orgId, mode, ...STOP, resource: { type: 'session', id: _id } } as const),
      ...revocation(_id, { by, reason }),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { record: await getSession(deps, principal, input), replayed: !('answer' in settled) }
}

export function revocation(id: SessionId, { by, reason }: { readonly by: string; readonly reason: string | null }) {
  const ref = sessionRef(id)
  return {
    reads: () => ({ guard: [ref] }),
    decide(state: State, at: Date): Verdict<null> {
      const row = state.get(ref)
      if (row === null) return refused(notFound('session'))
      if (row.status === 'revoked') return done(null)
      const next: SessionRow = { ...row, status: 'revoked', revokedAt: at }
      return done(null, {
        set: [setRow(ref, next)],
        events: [sessionEvent('session.revoked', row, { by, at, reason })],
      })
    },
  }
}

/** Administrators see all of the organization, others their own. @throws DomainError not_found (foreign organization) */
export function listSessions(
  { database, clock }: Pick<AgentsDeps, 'database' | 'clock'>,
  principal: Principal,
  {
    orgId: named,
    statuses,
    kinds,
    ...args
  }: OrderedArguments & {
    readonly orgId: string
    readonly statuses?: readonly SessionStatus[] | null | undefined
    readonly kinds?: readonly SessionRow['kind'][] | null | undefined
  },
): Promise<Page<SessionRow>> {
  const caller = requireOwn(principal, named)
  const { orgId, mode, personId } = caller
  const of = hasRole(caller, 'admin') ? {} : { personId }
  return findSessionPage(database, { orgId, mode, ...of, statuses, kinds, at: timeOf(clock, caller) }, args)
}

/** For references: null where the principal may not read. */
export async function findVisibleSessions(
  { database }: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  ids: readonly string[],
): Promise<(SessionRow | null)[]> {
  if (principal.kind !== 'organization') return ids.map(() => null)
  const rows = await findSessions(database, idsOf('session', ids))
  return inOrderOf(ids, rows, (row) => owns(principal, row) && isSeenBy(principal, row))
}

const isSeenBy = (caller: OrganizationPrincipal, { personId }: SessionRow): boolean =>
  hasRole(caller, 'admin') || caller.personId === personId

/** @throws DomainError not_found */
export async function getSession(
  deps: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  { orgId, sessionId }: SessionInput,
): Promise<SessionRow> {
  requireOwn(principal, orgId)
  const [row] = isId('session', sessionId) ? await findVisibleSessions(deps, principal, [sessionId]) : []
  if (row == null) throw notFound('session')
  return row
}

/** Whether each opens what its roles allow. */
export async function areUsable(
  { database, clock }: Pick<AgentsDeps, 'database' | 'clock'>,
  rows: readonly SessionRow[],
): Promise<boolean[]> {
  const [keys, organizations] = await Promise.all([
    findApiKeys(database, [...new Set(rows.map(({ keyId }) => keyId))]),
    findOrganizations(database, [...new Set(rows.map(({ orgId }) => orgId))]),
  ])
  return rows.map((row) => {
    const at = timeOf(clock, row)
    const key = keys.find(({ _id }) => _id === row.keyId)
    const organization = organizations.find(({ _id }) => _id === row.orgId) ?? null
    return sessionRefusal(row, { key: key?.kind === 'organization' ? key : null, organization }, at) === null
  })
}

/** Otherwise one session could follow the other for ever, after the key is safe again. */
function keyOnly(): DomainError {
  return new DomainError('capability_denied', 'A session makes no other session: use the key.', { reason: 'key_only' })
}

/** What a decision about a session has to read. */
export const ownersOf = ({ keyId, orgId }: Pick<SessionRow, 'keyId' | 'orgId'>) => ({
  guard: [keyRef(keyId), organizationRef(orgId)],
  read(state: State): Owners {
    const key = state.get(keyRef(keyId))
    return { key: key?.kind === 'organization' ? key : null, organization: state.get(organizationRef(orgId)) }
  },
})
