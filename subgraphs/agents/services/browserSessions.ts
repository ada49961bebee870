/**
 * The session of a browser: a one-time code becomes the secret of a cookie. The secret is new, so whoever has seen the code
 * can open nothing with it, and nobody can make a browser use a session that they know.
 */

import { type Actor, newAct, runAs } from '../../shared/acting.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { KeyId } from '../../shared/ids.ts'
import type { OrganizationPrincipal } from '../../shared/principal.ts'
import { hashSecret, matchesHash } from '../keys/apiKey.ts'
import { createSessionSecret, parseSessionSecret } from '../keys/sessionSecret.ts'
import { findApiKeys } from '../models/apiKeys.ts'
import { findSessions, type SessionRow, sessionRef } from '../models/sessions.ts'
import type { AgentsDeps } from '../ports.ts'
import { hasStanding, invalidCode } from '../rules/sessions.ts'
import { type CredentialLog, type Shown, watch } from './credentialLog.ts'
import { ownersOf, revocation } from './sessions.ts'

/** From where a browser calls. */
export interface Origin {
  readonly requestId: string
  readonly address: string
}

export interface OpenedSession {
  readonly session: SessionRow
  /** For the cookie; never stored. */
  readonly secret: string
}

/**
 * Of several that use one code at once, in whichever processes, one gets the session. A code that is used again may be
 * stolen, and nobody knows by whom: the session that it opened ends.
 * @throws DomainError authentication_error: invalid_code, code_used, code_expired
 */
export async function openBrowserSession(
  deps: AgentsDeps & { readonly credentials: CredentialLog },
  code: unknown,
  from: Origin,
): Promise<OpenedSession> {
  const { pepper } = deps.config
  const parsed = typeof code === 'string' ? parseSessionSecret('code', code) : null
  const [found] = parsed === null ? [] : await findSessions(deps.database, [parsed.sessionId])
  if (parsed === null || found?.codeHash === undefined || !matchesHash(pepper, parsed.text, found.codeHash))
    throw invalidCode()
  const shown = () => shownBy(found, from, 'openSession')
  return actAs(found, from, 'openSession', () => watch(deps.credentials, shown, () => exchange(deps, found)))
}

async function exchange(deps: AgentsDeps, found: SessionRow): Promise<OpenedSession> {
  const { _id, orgId, mode } = found
  const secret = createSessionSecret('session', _id)
  const [ref, owners, hash] = [sessionRef(_id), ownersOf(found), hashSecret(deps.config.pepper, secret.text)]
  const settled = await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', orgId, mode } as const),
    reads: () => ({ guard: [ref, ...owners.guard] }),
    decide(state: State, at: Date): Verdict<SessionRow | null> {
      const row = state.get(ref)
      if (row === null || !hasStanding(row, owners.read(state), at)) return refused(invalidCode())
      if (row.status !== 'pending') return done(null)
      if (row.expiresAt <= at) return refused(invalidCode('code_expired'))
      const expiresAt = new Date(at.getTime() + row.lifetimeSeconds * 1_000)
      const next: SessionRow = { ...row, status: 'active', hash, expiresAt, provenAt: at }
      return done(next, { set: [setRow(ref, next)] })
    },
  }))
  const session = 'answer' in settled ? settled.answer : null
  if (session !== null) return { session, secret: secret.text }
  await endSession(deps, found, 'Its code was used twice.')
  throw invalidCode('code_used')
}

/** For whoever signs out. @returns the issuer with which the person has signed in, if there is one */
export async function endOwnSession(
  deps: AgentsDeps,
  caller: OrganizationPrincipal,
  from: Origin,
): Promise<string | null> {
  const { session, orgId, mode, keyId, personId } = caller
  if (session !== undefined) {
    const own = { _id: session.id, orgId, mode, keyId, personId }
    await actAs(own, from, 'signOut', () => endSession(deps, own, null))
  }
  const [key] = await findApiKeys(deps.database, [keyId])
  return key?.kind === 'organization' ? (key.signIn?.issuer ?? null) : null
}

async function endSession(
  deps: AgentsDeps,
  { _id, orgId, mode, keyId: by }: Pick<SessionRow, '_id' | 'orgId' | 'mode' | 'keyId'>,
  reason: string | null,
): Promise<void> {
  await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', orgId, mode, ...STOP } as const),
    ...revocation(_id, { by, reason }),
  }))
}

/** These calls are no operations of the graph, and say themselves who acts. */
export function actAs<T>(
  { _id: sessionId, keyId: id, personId }: Pick<SessionRow, '_id' | 'keyId' | 'personId'>,
  from: Origin,
  operation: string,
  act: () => Promise<T>,
): Promise<T> {
  return runAs(newAct(actorOf({ sessionId, id, personId }, from, operation)), act)
}

type Acting = { readonly sessionId: SessionRow['_id']; readonly id: KeyId; readonly personId: string }

const actorOf = (acting: Acting, from: Origin, operation: string): Actor => ({
  ...{ kind: 'organization', ...acting, ...from, operation },
})

/** For the record of a refusal. */
export function shownBy(
  {
    _id: sessionId,
    orgId,
    mode,
    keyId: id,
    personId,
  }: Pick<SessionRow, '_id' | 'orgId' | 'mode' | 'keyId' | 'personId'>,
  from: Origin,
  operation: string,
): Shown {
  return { orgId, mode, resourceId: sessionId, actor: actorOf({ sessionId, id, personId }, from, operation) }
}
