/**
 * The session of somebody for whom a trusted issuer vouches. The person has a key record like everybody, which no secret
 * opens: so roles, suspension, revocation and four eyes hold for them without a rule of their own.
 */

import { createHash } from 'node:crypto'
import { orgRef } from '../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict, Writes } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX } from '../../shared/fields.ts'
import { base32, type KeyId, type OrgId } from '../../shared/ids.ts'
import { timeAt } from '../../shared/organizationTime.ts'
import type { Mode, Role } from '../../shared/principal.ts'
import { hashSecret } from '../keys/apiKey.ts'
import { createSessionSecret } from '../keys/sessionSecret.ts'
import { findApiKeys, keyRef, type OrganizationKeyRow } from '../models/apiKeys.ts'
import { organizationRef } from '../models/organizations.ts'
import { type SessionRow, sessionRef } from '../models/sessions.ts'
import type { AgentsDeps } from '../ports.ts'
import { isInForce, isSuspended } from '../rules/organizationKeys.ts'
import { LIFETIME } from '../rules/sessions.ts'
import { actAs, type OpenedSession, type Origin, shownBy } from './browserSessions.ts'
import { personOf } from './createOrganizationKey.ts'
import { type CredentialLog, watch } from './credentialLog.ts'
import { keyEvent } from './keyEvent.ts'
import { sessionEvent } from './sessionEvent.ts'

/** As an issuer knows them. */
export interface KnownPerson {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly issuer: string
  readonly subject: string
}

export interface VouchedPerson extends KnownPerson {
  readonly name: string | null
  /** Verified, and configured as the name of the person; else null. */
  readonly email: string | null
  readonly roles: readonly Role[]
  /** When the issuer has last had them prove who they are; null: it does not say. */
  readonly authenticatedAt: Date | null
}

export const BY = 'openid'

/** An issuer whose clock is ahead gives no more time. */
const earlierOf = (at: Date, proven: Date): Date => (proven < at ? proven : at)

/**
 * Who has been here before is known by issuer and subject, whatever name or address they have now.
 * @throws DomainError authentication_error (reason person_suspended, access_revoked), not_found (organization)
 */
export async function signInPerson(
  deps: AgentsDeps & { readonly credentials: CredentialLog },
  person: VouchedPerson,
  from: Origin,
): Promise<OpenedSession> {
  const { orgId, mode, issuer, subject, roles, authenticatedAt } = person
  const keyId = keyIdOf(person)
  const newPersonId =
    person.email === null
      ? `person_${digest(['openid', orgId, issuer, subject])}`
      : personOf({ orgId, name: person.email })
  const label = labelOf(person)
  const secret = createSessionSecret('session')
  const [head, organization, owner, ref] = [
    orgRef(orgId),
    organizationRef(orgId),
    keyRef(keyId),
    sessionRef(secret.sessionId),
  ]
  const hash = hashSecret(deps.config.pepper, secret.text)
  const prepare = () => ({
    ...({ priority: 'control', orgId, mode } as const),
    reads: () => ({ guard: [head, organization, owner], newIds: [ref] }),
    decide(state: State, at: Date): Verdict<SessionRow> {
      if (state.get(organization) === null) return refused(notFound('organization'))
      const known = state.get(owner)
      if (known !== null && (known.kind !== 'organization' || !isInForce(known, at))) return refused(accessRevoked())
      const personId = known === null ? newPersonId : known.personId
      if (known?.suspended !== undefined || isSuspended(state.get(head), { mode, personId }))
        return refused(suspended())
      const next: Omit<OrganizationKeyRow, '_id' | 'v'> =
        known === null
          ? {
              ...{ kind: 'organization', orgId, mode, hash: '', status: 'active', createdAt: at },
              ...{ roles, personId, label, makers: [], signIn: { issuer, subject } },
            }
          : { ...known, roles, label, signIn: { issuer, subject } }
      const session: Omit<SessionRow, 'v'> = {
        ...{ _id: secret.sessionId, orgId, mode, keyId, personId, kind: 'browser', roles, hash, status: 'active' },
        ...{ lifetimeSeconds: LIFETIME.most, createdAt: at, expiresAt: new Date(at.getTime() + LIFETIME.most * 1_000) },
        ...(authenticatedAt && { provenAt: earlierOf(at, timeAt(state.get(head), mode, authenticatedAt)) }),
      }
      const { _id, ...row } = session
      const events = [sessionEvent('session.created', session, { by: keyId, at })]
      const changed = { _id: keyId, personId, roles }
      if (known === null) events.unshift(keyEvent('api_key.created', changed, { by: BY, at }))
      // Sessions from before are checked again.
      else if (!isSame(known.roles, roles)) events.unshift(keyEvent('api_key.updated', changed, { by: BY, at }))
      const writes: Writes = known === null ? { insert: [insertRow(owner, next)] } : { set: [setRow(owner, next)] }
      return done({ ...session, v: 1 }, { ...writes, insert: [...(writes.insert ?? []), insertRow(ref, row)], events })
    },
  })
  const [row] = await findApiKeys(deps.database, [keyId])
  const personId = row?.kind === 'organization' ? row.personId : newPersonId
  const acting = { _id: secret.sessionId, keyId, personId }
  // One record for the person, whatever session it would have been.
  const shown = () => ({ ...shownBy({ ...acting, orgId, mode }, from, 'signIn'), resourceId: keyId })
  const settled = await actAs(acting, from, 'signIn', () =>
    watch(deps.credentials, shown, () => submitPrepared(deps.commit, prepare)),
  )
  if (!('answer' in settled)) throw new Error('a sign-in has no Idempotency-Key')
  return { session: settled.answer, secret: secret.text }
}

export const keyIdOf = ({ orgId, mode, issuer, subject }: KnownPerson): KeyId =>
  `key_${digest(['openid', orgId, mode, issuer, subject])}`

const digest = (parts: readonly string[]): string =>
  base32(createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 10))

const isSame = (left: readonly Role[], right: readonly Role[]): boolean =>
  left.length === right.length && left.every((role) => right.includes(role))

/** For people to read; nothing is decided by it. */
function labelOf({ name, email, subject }: VouchedPerson): string {
  return (name ?? email ?? subject).replace(/\p{C}/gu, '').trim().slice(0, LENGTH_MAX.name) || subject.slice(0, 20)
}

function accessRevoked(): DomainError {
  return new DomainError('authentication_error', 'Your access was revoked. An administrator can make a key for you.', {
    reason: 'access_revoked',
  })
}

function suspended(): DomainError {
  return new DomainError('authentication_error', 'This person is suspended. An administrator can reactivate them.', {
    reason: 'person_suspended',
  })
}
