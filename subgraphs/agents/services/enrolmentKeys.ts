/**
 * Enrolment keys (domain A.3): an administrator makes one, hands it to whoever runs the agents, and they register themselves
 * with it. It is stored as a hash, limited in agents and time, and revocable.
 */

import { timeOf } from '../../shared/clock.ts'
import { orgRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { Unparsed } from '../../shared/fields.ts'
import { idsOf, isId, type KeyId } from '../../shared/ids.ts'
import {
  type EnrolmentPrincipal,
  hasRole,
  inOrderOf,
  type OrganizationPrincipal,
  owns,
  type Principal,
  requireOrganization,
} from '../../shared/principal.ts'
import { createApiKey, hashSecret, matchesHash, parseApiKey } from '../keys/apiKey.ts'
import { type ApiKeyRow, type EnrolmentKeyRow, findApiKeys, findEnrolmentKeyPage, keyRef } from '../models/apiKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import {
  type EnrolmentTerms,
  enrolmentRefusal,
  makerRemoved,
  makerSuspended,
  parseEnrolmentTerms,
  requireEnrolled,
} from '../rules/enrolmentKeys.ts'
import type { KeyHolder } from '../rules/independence.ts'
import { isSuspended } from '../rules/organizationKeys.ts'
import type { Registration } from '../rules/registration.ts'
import { invalidApiKey } from './verifyOrganizationKey.ts'
import { prepareVotes } from './votes.ts'

export interface CreatedEnrolmentKey {
  readonly record: EnrolmentKeyRow
  /** Shown only once: null in a replay. */
  readonly enrolmentKey: string | null
  readonly replayed: boolean
}

type Input = Unparsed<EnrolmentTerms & { maxUses: number }> & { readonly orgId: string }

/** @throws DomainError not_found (foreign organization), invalid_request, and those of access */
export async function createEnrolmentKey(
  deps: AgentsDeps,
  principal: Principal,
  input: Input,
  key: RequestKey | null = null,
): Promise<CreatedEnrolmentKey> {
  const apiKey = createApiKey('enrolment')
  const ref = keyRef(apiKey.keyId)
  const prepare = () => {
    const { orgId, mode, keyId } = requireOwn(principal, input.orgId)
    const { expiresInSeconds, ...terms } = parseEnrolmentTerms(input)
    return {
      ...({ priority: 'control', orgId, mode, resource: { type: 'enrolmentKey', id: apiKey.keyId } } as const),
      reads: () => ({ guard: [], absent: [ref] }),
      decide(_state: unknown, at: Date) {
        const row: Omit<EnrolmentKeyRow, '_id' | 'v'> = {
          ...{ kind: 'enrolment', orgId, mode, status: 'active', hash: hashSecret(deps.config.pepper, apiKey.text) },
          ...{ ...terms, uses: 0, expiresAt: new Date(at.getTime() + expiresInSeconds * 1_000) },
          ...{ lastUsedAt: null, revokedAt: null, createdBy: keyId, createdAt: at },
        }
        return done(null, { insert: [insertRow(ref, row)] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const replayed = 'replayedId' in settled
  const record = await getEnrolmentKey(deps, principal, replayed ? settled.replayedId : apiKey.keyId)
  return { record, enrolmentKey: replayed ? null : apiKey.text, replayed }
}

/** Final; repeating it changes nothing. Agents that it has registered stay. @throws DomainError not_found */
export async function revokeEnrolmentKey(
  deps: AgentsDeps,
  principal: Principal,
  input: { readonly orgId: string; readonly keyId: string },
  key: RequestKey | null = null,
): Promise<{ readonly record: EnrolmentKeyRow; readonly replayed: boolean }> {
  const prepare = async () => {
    const { orgId, mode } = requireOwn(principal, input.orgId)
    const { _id } = await getEnrolmentKey(deps, principal, input.keyId)
    const ref = keyRef(_id)
    return {
      ...({
        priority: 'control',
        orgId,
        mode,
        ...STOP,
        resource: { type: 'enrolmentKey', id: _id },
      } as const),
      ...revocation(ref),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { record: await getEnrolmentKey(deps, principal, input.keyId), replayed: !('answer' in settled) }
}

function revocation(ref: ReturnType<typeof keyRef>): IntentPart<null> {
  return {
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const row = state.get(ref)
      if (row?.kind !== 'enrolment') return refused(notFound('enrolment_key'))
      if (row.status === 'revoked') return done(null)
      const next: EnrolmentKeyRow = { ...row, status: 'revoked', revokedAt: at }
      return done(null, { set: [setRow(ref, next)] })
    },
  }
}

/** Who made an enrolment key; null for one that names nobody who is on record. */
export interface EnrolmentMaker extends KeyHolder {
  readonly keyId: KeyId
}

/**
 * One use, as part of the registration's commit: of many at once no more than its number get through.
 * @param maker it is theirs as well: it opens nothing while they are suspended, or may no longer make one
 */
export async function prepareEnrolment(
  { database, clock }: Pick<AgentsDeps, 'database' | 'clock'>,
  { keyId, orgId, mode }: EnrolmentPrincipal,
  { capabilities }: Registration,
  maker: EnrolmentMaker | null,
): Promise<IntentPart<null>> {
  const [ref, head] = [keyRef(keyId), orgRef(orgId)]
  const electorate = { orgId, mode, role: 'admin' } as const
  const made = maker === null ? [] : [maker]
  const grant = await prepareVotes({ database, now: timeOf(clock, electorate) }, electorate, made)
  return {
    reads: () => ({ guard: [ref, head, ...grant.reads] }),
    decide(state, at) {
      const row = state.get(ref)
      if (row?.kind !== 'enrolment') return refused(invalidApiKey())
      const refusal = enrolmentRefusal(row, at)
      if (refusal !== null) return refused(refusal)
      const position = state.get(head)
      if (made.some(({ personId }) => isSuspended(position, { mode, personId }))) return refused(makerSuspended())
      if (grant.isOutdated(state, at)) return { kind: 'stale' }
      if (grant.standing.length < made.length) return refused(makerRemoved())
      try {
        requireEnrolled(capabilities, row.capabilities)
      } catch (error) {
        if (error instanceof DomainError) return refused(error)
        throw error
      }
      const next: EnrolmentKeyRow = { ...row, uses: row.uses + 1, lastUsedAt: at }
      return done(null, { set: [setRow(ref, next)] })
    },
  }
}

/** @throws DomainError authentication_error: invalid_api_key. A key that is used up or expired is refused where it is used. */
export async function verifyEnrolmentKey(
  { database, config }: Pick<AgentsDeps, 'database' | 'config'>,
  text: string,
): Promise<EnrolmentPrincipal> {
  const key = parseApiKey(text)
  const [row] = key?.kind === 'enrolment' ? await findApiKeys(database, [key.keyId]) : []
  if (row?.kind !== 'enrolment' || row.status !== 'active' || !matchesHash(config.pepper, text, row.hash))
    throw invalidApiKey()
  return { kind: 'enrolment', orgId: row.orgId, mode: row.mode, keyId: row._id }
}

/** @throws DomainError not_found (foreign organization), invalid_request: cursor */
export function listEnrolmentKeys(
  { database }: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  { orgId, ...args }: OrderedArguments & { readonly orgId: string },
): Promise<Page<EnrolmentKeyRow>> {
  return findEnrolmentKeyPage(database, requireOwn(principal, orgId), args)
}

/** For references: null where the principal may not read. */
export async function findVisibleEnrolmentKeys(
  { database }: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  ids: readonly string[],
): Promise<(EnrolmentKeyRow | null)[]> {
  if (principal.kind !== 'organization' || !hasRole(principal, 'admin')) return ids.map(() => null)
  const isEnrolment = (row: ApiKeyRow): row is EnrolmentKeyRow => row.kind === 'enrolment'
  const rows = (await findApiKeys(database, idsOf('key', ids))).filter(isEnrolment)
  return inOrderOf(ids, rows, ({ orgId, mode }) => owns(principal, { orgId, mode }))
}

async function getEnrolmentKey(
  deps: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  keyId: string,
): Promise<EnrolmentKeyRow> {
  const [row] = isId('key', keyId) ? await findVisibleEnrolmentKeys(deps, principal, [keyId as KeyId]) : []
  if (row == null) throw notFound('enrolment_key')
  return row
}

function requireOwn(principal: Principal, orgId: string): OrganizationPrincipal {
  const caller = requireOrganization(principal)
  if (caller.orgId !== orgId) throw notFound('organization')
  return caller
}
