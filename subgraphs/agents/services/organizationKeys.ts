/**
 * Keys of an organization (domain A.1): administrators make them for persons, list them, change their roles, replace them with
 * an overlap and revoke them. A key is checked on its row with every request, so what is revoked is refused at once. One key
 * with the role admin always stays.
 */

import { timeOf } from '../../shared/clock.ts'
import { orgRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText, parseText } from '../../shared/fields.ts'
import { idsOf, isId, type KeyId } from '../../shared/ids.ts'
import {
  hasRole,
  inOrderOf,
  type OrganizationPrincipal,
  owns,
  type Principal,
  requireOrganization,
} from '../../shared/principal.ts'
import { createApiKey } from '../keys/apiKey.ts'
import {
  type ApiKeyRow,
  findAdminKeyIds,
  findApiKeys,
  findOrganizationKeyPage,
  keyRef,
  type OrganizationKeyRow,
  type OrganizationKeyStatus,
} from '../models/apiKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import {
  isInForce,
  isLastingAdmin,
  isSuspended,
  keyEnded,
  lastAdmin,
  parseOverlap,
  parseRoles,
  personSuspended,
  signsIn,
} from '../rules/organizationKeys.ts'
import { organizationKey } from './createOrganization.ts'
import { personOf } from './createOrganizationKey.ts'
import { keyEvent } from './keyEvent.ts'
import { makersThrough } from './keyMakers.ts'
import { showKey } from './showKey.ts'

/** Other administrators' keys that a decision looks at: one of them is enough. */
export const OTHERS_MAX = 20

export interface ChangedKey {
  readonly record: OrganizationKeyRow
  readonly replayed: boolean
}

export interface NewKey extends ChangedKey {
  /** Shown only once: null in a replay. */
  readonly apiKey: string | null
}

interface KeyInput {
  readonly orgId: string
  readonly keyId: string
}

/** @throws DomainError not_found (foreign organization), invalid_request (name, roles), and those of access */
export async function addOrganizationKey(
  deps: AgentsDeps,
  principal: Principal,
  input: { readonly orgId: string; readonly name: unknown; readonly roles: readonly string[] },
  key: RequestKey | null = null,
): Promise<NewKey> {
  const caller = requireOrganization(principal)
  const apiKey = createApiKey(caller.mode)
  const ref = keyRef(apiKey.keyId)
  const prepare = async () => {
    const maker = requireOwn(principal, input.orgId)
    const { orgId, mode, keyId: createdBy } = maker
    const name = parseText(input.name, { path: 'name', lengthMax: LENGTH_MAX.name })
    const roles = parseRoles(input.roles)
    const makers = await makersThrough(deps.database, maker)
    const facts = { orgId, personId: personOf({ orgId, name }), roles, label: name, createdBy, makers }
    return {
      ...({ priority: 'control', orgId, mode, resource: { type: 'organizationKey', id: apiKey.keyId } } as const),
      reads: () => ({ guard: [orgRef(orgId)], absent: [ref] }),
      decide(state: State, at: Date): Verdict<null> {
        if (isSuspended(state.get(orgRef(orgId)), { mode, personId: facts.personId })) return refused(personSuspended())
        const row = organizationKey(deps, apiKey, { ...facts, at })
        const event = keyEvent('api_key.created', { ...row, _id: apiKey.keyId }, { by: createdBy, at })
        return done(null, { insert: [insertRow(ref, row)], events: [event] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return showKey(settled, apiKey, (keyId) => getOrganizationKey(deps, principal, { orgId: input.orgId, keyId }))
}

/** The new roles hold from the next request on. @throws DomainError not_found, invalid_request, conflict (key_ended, last_admin) */
export async function updateOrganizationKey(
  deps: AgentsDeps,
  principal: Principal,
  input: KeyInput & { readonly roles: readonly string[] },
): Promise<ChangedKey> {
  const roles = parseRoles(input.roles)
  return changeKey(deps, principal, {
    ...{ input, key: null, endsAdmin: !roles.includes('admin') },
    decide: (row, caller, at) => {
      // One that was replaced still opens what its roles allow.
      if (!isInForce(row, at)) return refused(keyEnded())
      if (row.signIn !== undefined) return refused(signsIn())
      const next = { ...row, roles }
      const event = keyEvent('api_key.updated', next, { by: caller.keyId, at })
      return done(null, { set: [setRow(keyRef(row._id), next)], events: [event] })
    },
  })
}

/**
 * A new key for the same person with the same roles; the old one works for the overlap, a day if nothing else is said.
 * @throws DomainError not_found, invalid_request (overlap_seconds), conflict (key_ended)
 */
export async function rotateOrganizationKey(
  deps: AgentsDeps,
  principal: Principal,
  input: KeyInput & { readonly overlapSeconds?: unknown },
  key: RequestKey | null = null,
): Promise<NewKey> {
  const apiKey = createApiKey(requireOrganization(principal).mode)
  const prepare = async () => {
    const maker = requireOwn(principal, input.orgId)
    const { orgId, mode, keyId: createdBy } = maker
    const makers = await makersThrough(deps.database, maker)
    const { _id: keyId } = await getOrganizationKey(deps, principal, input)
    const [old, ref] = [keyRef(keyId), keyRef(apiKey.keyId)]
    const overlapMs = parseOverlap(input.overlapSeconds) * 1_000
    const part: IntentPart<null> = {
      reads: () => ({ guard: [orgRef(orgId), old], absent: [ref] }),
      decide(state, at) {
        const row = state.get(old)
        if (row?.kind !== 'organization') return refused(notFound('organization_key'))
        if (!isInForce(row, at) || row.validUntil !== undefined) return refused(keyEnded())
        if (row.signIn !== undefined) return refused(signsIn())
        const { personId, roles, label } = row
        if (isSuspended(state.get(orgRef(orgId)), { mode, personId })) return refused(personSuspended())
        const validUntil = new Date(at.getTime() + overlapMs)
        const replaced: OrganizationKeyRow = { ...row, validUntil }
        const event = keyEvent(
          'api_key.rotated',
          row,
          { by: createdBy, at },
          {
            ...{ replaced_by: apiKey.keyId, valid_until: validUntil.toISOString() },
          },
        )
        return done(null, {
          set: [setRow(old, replaced)],
          insert: [
            insertRow(ref, organizationKey(deps, apiKey, { orgId, personId, roles, label, createdBy, makers, at })),
          ],
          events: [event],
        })
      },
    }
    const resource = { type: 'organizationKey', id: apiKey.keyId }
    return { ...({ priority: 'control', orgId, mode, resource } as const), ...part }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return showKey(settled, apiKey, (keyId) => getOrganizationKey(deps, principal, { orgId: input.orgId, keyId }))
}

/** Final; repeating it changes nothing. @throws DomainError not_found, conflict (last_admin), and those of access and key */
export function revokeOrganizationKey(
  deps: AgentsDeps,
  principal: Principal,
  input: KeyInput & { readonly reason?: unknown },
  key: RequestKey | null = null,
): Promise<ChangedKey> {
  return changeKey(deps, principal, {
    ...{ input, key, endsAdmin: true, isStop: true },
    decide: (row, caller, at) => {
      if (row.status === 'revoked') return done(null)
      const reason = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
      const next: OrganizationKeyRow = { ...row, status: 'revoked', revokedAt: at }
      const event = keyEvent('api_key.revoked', row, { by: caller.keyId, at, reason })
      return done(null, { set: [setRow(keyRef(row._id), next)], events: [event] })
    },
  })
}

interface KeyChange {
  readonly input: KeyInput
  readonly key: RequestKey | null
  /** Afterwards the key no longer administers: another one has to. */
  readonly endsAdmin: boolean
  readonly isStop?: true
  readonly decide: (
    row: OrganizationKeyRow,
    caller: OrganizationPrincipal,
    at: Date,
  ) => ReturnType<IntentPart<null>['decide']>
}

async function changeKey(deps: AgentsDeps, principal: Principal, change: KeyChange): Promise<ChangedKey> {
  const { input, key, endsAdmin, isStop } = change
  const prepare = async () => {
    const caller = requireOwn(principal, input.orgId)
    const { orgId, mode } = caller
    const { _id } = await getOrganizationKey(deps, principal, input)
    const ref = keyRef(_id)
    const admins = endsAdmin ? await findAdminKeyIds(deps.database, caller, OTHERS_MAX + 1) : []
    const others = admins.filter((id) => id !== _id).slice(0, OTHERS_MAX)
    const part: IntentPart<null> = {
      reads: () => ({ guard: [orgRef(orgId), ref, ...others.map(keyRef)] }),
      decide(state, at) {
        const row = state.get(ref)
        if (row?.kind !== 'organization') return refused(notFound('organization_key'))
        const isAdmin = (id: KeyId) => {
          const other = state.get(keyRef(id))
          return other?.kind === 'organization' && isLastingAdmin(other)
        }
        if (endsAdmin && isLastingAdmin(row) && !others.some(isAdmin))
          return others.length > 0 ? { kind: 'stale' } : refused(lastAdmin())
        return change.decide(row, caller, at)
      },
    }
    return {
      ...({ priority: 'control', orgId, mode, resource: { type: 'organizationKey', id: _id } } as const),
      ...(isStop && STOP),
      ...part,
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { record: await getOrganizationKey(deps, principal, input), replayed: !('answer' in settled) }
}

export interface KeyListArguments extends OrderedArguments {
  readonly orgId: string
  readonly statuses?: readonly OrganizationKeyStatus[] | null | undefined
}

/** @throws DomainError not_found (foreign organization), invalid_request: cursor */
export function listOrganizationKeys(
  { database, clock }: Pick<AgentsDeps, 'database' | 'clock'>,
  principal: Principal,
  { orgId: named, statuses, ...args }: KeyListArguments,
): Promise<Page<OrganizationKeyRow>> {
  const { orgId, mode } = requireOwn(principal, named)
  return findOrganizationKeyPage(database, { orgId, mode, statuses, at: timeOf(clock, { orgId, mode }) }, args)
}

/** For references: null where the principal may not read. */
export async function findVisibleOrganizationKeys(
  { database }: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  ids: readonly string[],
): Promise<(OrganizationKeyRow | null)[]> {
  if (principal.kind !== 'organization' || !hasRole(principal, 'admin')) return ids.map(() => null)
  const isOrganizationKey = (row: ApiKeyRow): row is OrganizationKeyRow => row.kind === 'organization'
  const rows = (await findApiKeys(database, idsOf('key', ids))).filter(isOrganizationKey)
  return inOrderOf(ids, rows, ({ orgId, mode }) => owns(principal, { orgId, mode }))
}

/** @throws DomainError not_found */
export async function getOrganizationKey(
  deps: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  { orgId, keyId }: KeyInput,
): Promise<OrganizationKeyRow> {
  requireOwn(principal, orgId)
  const [row] = isId('key', keyId) ? await findVisibleOrganizationKeys(deps, principal, [keyId]) : []
  if (row == null) throw notFound('organization_key')
  return row
}

export function requireOwn(principal: Principal, orgId: string): OrganizationPrincipal {
  const caller = requireOrganization(principal)
  if (caller.orgId !== orgId) throw notFound('organization')
  return caller
}
