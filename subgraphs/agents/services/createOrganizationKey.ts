/**
 * Creates another key of an organization, with roles and the person it belongs to: an operator's command. Within an organization
 * a name identifies one person, so that a second key of the same name is not a second vote in a quorum.
 */
import { createHash } from 'node:crypto'
import { orgRef } from '../../shared/commit/positions.ts'
import { insertRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { invalidField, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import { base32, isId, type KeyId, type OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { type ApiKey, createApiKey, parseApiKey } from '../keys/apiKey.ts'
import { keyRef } from '../models/apiKeys.ts'
import { organizationRef } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'
import { isSuspended, parseRoles, personSuspended } from '../rules/organizationKeys.ts'
import { isOwn, keyTaken, organizationKey } from './createOrganization.ts'
import { keyEvent } from './keyEvent.ts'

export interface CreatedKey {
  readonly keyId: KeyId
  /** Shown only once. */
  readonly key: string
  readonly personId: string
}

export interface OrganizationKeyInput {
  readonly orgId: string
  readonly mode: Mode
  readonly roles: readonly string[]
  /** The person it belongs to, by id or by name; a key without either counts as a person of its own. */
  readonly personId?: string
  readonly name?: string
  readonly label?: string
  /** An existing key; unchanged if it is stored already. */
  readonly key?: string
}

/** @throws DomainError invalid_request (role, name, key), not_found (organization), conflict (a key of another organization) */
export async function createOrganizationKey(deps: AgentsDeps, input: OrganizationKeyInput): Promise<CreatedKey> {
  const { mode } = input
  const roles = parseRoles(input.roles)
  const name = parseOptionalText(input.name, { path: 'name', lengthMax: LENGTH_MAX.name })
  if (!isId('organization', input.orgId)) throw notFound('organization')
  const orgId: OrgId = input.orgId
  const key = parseKey(input.key, mode)
  const personId = input.personId ?? (name === null ? `person_${key.keyId.slice(4)}` : personOf({ orgId, name }))
  const organization = organizationRef(orgId)
  await submitPrepared(deps.commit, () => ({
    priority: 'control',
    orgId,
    mode,
    whileSuspended: true,
    reads: () => ({ guard: [orgRef(orgId), organization, keyRef(key.keyId)] }),
    decide(state: State, at: Date): Verdict<null> {
      if (state.get(organization) === null) return refused(notFound('organization'))
      const known = state.get(keyRef(key.keyId))
      if (!isOwn(deps, known, key, orgId)) return refused(keyTaken())
      if (known !== null) return done(null)
      if (isSuspended(state.get(orgRef(orgId)), { mode, personId })) return refused(personSuspended())
      const row = organizationKey(deps, key, { orgId, personId, roles, label: input.label ?? name, at })
      const event = keyEvent('api_key.created', { ...row, _id: key.keyId }, { by: 'operator', at })
      return done(null, { insert: [insertRow(keyRef(key.keyId), row)], events: [event] })
    },
  }))
  return { keyId: key.keyId, key: key.text, personId }
}

function parseKey(text: string | undefined, mode: Mode): ApiKey {
  if (text === undefined) return createApiKey(mode)
  const key = parseApiKey(text)
  if (key?.kind !== mode) throw invalidField('key', 'invalid_key', `must be a ${mode} key with its checksum.`)
  return key
}

/** Ignores case, repeated spaces and what nobody sees in the name: whoever reads two names alike counts one person. */
export function personOf({ orgId, name }: { readonly orgId: OrgId; readonly name: string }): string {
  const seen = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const spelled = seen.replace(/\s+/g, ' ').trim().toLowerCase()
  const digest = createHash('sha256').update(`person:${orgId}:${spelled}`).digest().subarray(0, 10)
  return `person_${base32(digest)}`
}
