/**
 * The secret of a session -> OrganizationPrincipal. Session, key and organization are read each time, so that whatever ends
 * one of them ends the session with the next request in every process.
 */

import { batchById } from '../../shared/batchById.ts'
import { timeOf } from '../../shared/clock.ts'
import type { OrganizationPrincipal } from '../../shared/principal.ts'
import { matchesHash } from '../keys/apiKey.ts'
import { parseSessionSecret } from '../keys/sessionSecret.ts'
import { type ApiKeyRow, findApiKeys, type OrganizationKeyRow } from '../models/apiKeys.ts'
import { findOrganizations, type OrganizationRow } from '../models/organizations.ts'
import { findSessions, type SessionRow } from '../models/sessions.ts'
import type { AgentsDeps } from '../ports.ts'
import { invalidSession, isProven, rolesNow, sessionRefusal } from '../rules/sessions.ts'
import type { KeyUses } from './keyUses.ts'

/** @throws DomainError authentication_error: invalid_session, session_expired, session_ended */
export function createSessionVerifier(
  deps: Pick<AgentsDeps, 'database' | 'config' | 'clock'>,
  uses: Pick<KeyUses, 'note'>,
): (text: string, kind: SessionRow['kind']) => Promise<OrganizationPrincipal> {
  const sessionOf = batchById<SessionRow>((ids) => findSessions(deps.database, ids))
  const keyOf = batchById<ApiKeyRow>((ids) => findApiKeys(deps.database, ids))
  const organizationOf = batchById<OrganizationRow>((ids) => findOrganizations(deps.database, ids))
  return async (text, kind) => {
    const secret = parseSessionSecret('session', text)
    const session = secret === null ? null : await sessionOf(secret.sessionId)
    if (session === null || session.kind !== kind || session.hash === undefined) throw invalidSession()
    if (!matchesHash(deps.config.pepper, text, session.hash)) throw invalidSession()
    const [row, organization] = await Promise.all([keyOf(session.keyId), organizationOf(session.orgId)])
    const now = timeOf(deps.clock, session)
    const key: OrganizationKeyRow | null = row?.kind === 'organization' ? row : null
    const refusal = sessionRefusal(session, { key, organization }, now)
    if (refusal !== null || key === null) throw refusal ?? invalidSession()
    uses.note(key._id)
    uses.note(session._id)
    const { _id: id, orgId, mode, keyId, personId } = session
    const untilMs = Math.min(session.expiresAt.getTime(), key.validUntil?.getTime() ?? Number.POSITIVE_INFINITY)
    return {
      ...{ kind: 'organization', orgId, mode, keyId, personId, roles: rolesNow(session.roles, key.roles) },
      session: { id, expiresAtMs: untilMs, isProven: isProven(session, now) },
    }
  }
}
