/**
 * Creates an organization with its position, did:key and first keys: an operator's command, without an endpoint. The id of an
 * organization that is ensured by name is derived from the name, so that concurrent calls create only one.
 */
import { createHash } from 'node:crypto'
import { precededBy } from '../../shared/commit/compose.ts'
import { newOrgPosition, orgRef } from '../../shared/commit/positions.ts'
import { insertRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict, Writes } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { parseName } from '../../shared/fields.ts'
import { base32, type OrgId } from '../../shared/ids.ts'
import type { Originator } from '../../shared/originator.ts'
import { ALL_ROLES, type Mode } from '../../shared/principal.ts'
import { type ApiKey, createApiKey, hashSecret, matchesHash, parseApiKey } from '../keys/apiKey.ts'
import { createDidKey } from '../keys/didKey.ts'
import { type ApiKeyRow, keyRef, type OrganizationKeyRow } from '../models/apiKeys.ts'
import { didKeyAad, namesOf, type OrganizationRow, organizationRef } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'

export interface CreatedOrganization {
  readonly orgId: OrgId
  /** False when it existed already. */
  readonly created: boolean
  /** Shown only once; null when none was created. */
  readonly keys: { readonly test: string | null; readonly live: string | null }
}

/**
 * @param input.mode `live`: with a live key in addition to the test key
 * @throws DomainError invalid_request
 */
export function createOrganization(
  deps: AgentsDeps,
  input: Pick<Wanted, 'name' | 'limitTimezone' | 'legal'> & { readonly mode?: Mode },
): Promise<CreatedOrganization> {
  const kinds: readonly Mode[] = input.mode === 'live' ? ['test', 'live'] : ['test']
  return writeOrganization(deps, { ...input, orgId: deps.newId('organization'), keys: kinds.map(createApiKey) })
}

/**
 * The same organization for the same name, with `key` as one of its keys (default: a new test key).
 * @throws DomainError invalid_request (not an organization key), conflict (the key belongs to another organization)
 */
export function ensureOrganization(
  deps: AgentsDeps,
  name: string,
  key?: string,
  legal?: Originator,
): Promise<CreatedOrganization> {
  const apiKey = key === undefined ? createApiKey('test') : parseApiKey(key)
  if (apiKey === null || apiKey.kind === 'agent')
    throw invalidField('key', 'invalid_key', 'must be an organization key with its checksum.')
  const digest = createHash('sha256').update(`organization:${name}`).digest().subarray(0, 16)
  const orgId: OrgId = `org_${base32(digest)}`
  return writeOrganization(deps, {
    ...{ name, orgId, keys: [apiKey], isKeyGiven: key !== undefined },
    ...(legal && { legal }),
  })
}

interface Wanted {
  readonly name: string
  readonly limitTimezone?: string
  /** In either mode. */
  readonly legal?: Originator
  readonly orgId: OrgId
  readonly keys: readonly ApiKey[]
  /** A key from the caller is added even if the organization exists already. */
  readonly isKeyGiven?: boolean
}

async function writeOrganization(deps: AgentsDeps, wanted: Wanted): Promise<CreatedOrganization> {
  const { orgId, keys } = wanted
  const name = parseName(wanted.name, { path: 'name' })
  const limitTimezone = parseTimezone(wanted.limitTimezone ?? 'UTC')
  const didKey = createDidKey()
  const organization = (at: Date): Omit<OrganizationRow, '_id' | 'v'> => ({
    name,
    did: didKey.did,
    sealedDidKey: deps.secrets.seal(didKey.privateKey, didKeyAad(orgId, didKey.did)),
    status: 'active',
    limitTimezone,
    policyTemplates: { test: null, live: null },
    ...(wanted.legal && { legal: { test: wanted.legal, live: wanted.legal } }),
    createdAt: at,
  })
  const organizationRow = organizationRef(orgId)
  const personId = `person_${orgId.slice(4)}`

  // Guarded instead of `absent`: the organization may exist, and then only a key from the caller is added.
  const part: IntentPart<boolean> = {
    reads: () => ({ guard: [orgRef(orgId), organizationRow, ...keys.map(({ keyId }) => keyRef(keyId))] }),
    decide(state: State, at: Date): Verdict<boolean> {
      const exists = state.get(organizationRow) !== null
      const missing = exists && !wanted.isKeyGiven ? [] : keys.filter(({ keyId }) => state.get(keyRef(keyId)) === null)
      const foreign = keys.some((key) => !isOwn(deps, state.get(keyRef(key.keyId)), key, orgId))
      if (foreign) return refused(keyTaken())
      const insert: NonNullable<Writes['insert']>[number][] = missing.map((key) =>
        insertRow(
          keyRef(key.keyId),
          organizationKey(deps, key, { orgId, personId, roles: ALL_ROLES, label: 'first key', at }),
        ),
      )
      if (!exists)
        insert.push(insertRow(orgRef(orgId), newOrgPosition(orgId)), insertRow(organizationRow, organization(at)))
      return done(!exists, { insert })
    },
  }
  const settled = await submitPrepared(deps.commit, async () => {
    const named = { orgId, mode: 'test', subjectType: 'organization', subjectId: orgId } as const
    const screened = await deps.screening.prepare({ ...named, names: namesOf(name, wanted.legal) })
    return {
      ...({ priority: 'control', orgId, mode: 'test', whileSuspended: true } as const),
      ...precededBy(screened, part),
    }
  })
  const created = 'answer' in settled && settled.answer
  const shown = (kind: Mode) =>
    created || wanted.isKeyGiven ? (keys.find((key) => key.kind === kind)?.text ?? null) : null
  return { orgId, created, keys: { test: shown('test'), live: shown('live') } }
}

export function organizationKey(
  deps: AgentsDeps,
  key: ApiKey,
  facts: Pick<OrganizationKeyRow, 'orgId' | 'personId' | 'roles' | 'label' | 'createdBy' | 'makers'> & {
    readonly at: Date
  },
): Omit<OrganizationKeyRow, '_id' | 'v'> {
  const { orgId, personId, roles, label, createdBy, makers, at } = facts
  return {
    kind: 'organization',
    orgId,
    mode: key.kind === 'live' ? 'live' : 'test',
    hash: hashSecret(deps.config.pepper, key.text),
    status: 'active',
    createdAt: at,
    roles,
    personId,
    label,
    ...(createdBy && { createdBy }),
    ...(makers && { makers }),
  }
}

/** Also true for a key that does not exist yet. */
export function isOwn(deps: AgentsDeps, row: ApiKeyRow | null, key: ApiKey, orgId: OrgId): boolean {
  return row === null || (row.orgId === orgId && matchesHash(deps.config.pepper, key.text, row.hash))
}

export function keyTaken(): DomainError {
  return new DomainError('conflict', 'This key belongs to another organization.', { reason: 'duplicate' })
}

/** @throws DomainError invalid_request */
export function parseTimezone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw invalidField('limit_timezone', 'unknown_timezone', 'must be an IANA time zone name.')
  }
}
