/**
 * Suspends and reactivates a person of an organization in one mode: none of the person's keys opens anything meanwhile, and no new
 * one can be made. Each key is marked, because a request is checked on its key alone; the position names the person, so that
 * a key that is made at the same time is refused or marked too.
 */

import { orgRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict, Writes } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import type { KeyId } from '../../shared/ids.ts'
import type { OrganizationPrincipal, Principal } from '../../shared/principal.ts'
import {
  type ApiKeyRow,
  findAdminKeyIds,
  findKeysOfPerson,
  keyRef,
  type OrganizationKeyRow,
} from '../models/apiKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import { isLastingAdmin, isSuspended, lastAdmin } from '../rules/organizationKeys.ts'
import { OTHERS_MAX, requireOwn } from './organizationKeys.ts'

export interface PersonInput {
  readonly orgId: string
  readonly principalId: string
  readonly reason: unknown
}

export interface Person {
  readonly orgId: string
  readonly personId: string
  /** Newest first; of more than a page the newest. */
  readonly keys: readonly OrganizationKeyRow[]
  readonly isSuspended: boolean
}

export interface ChangedPerson {
  readonly person: Person
  readonly replayed: boolean
}

/** Bounds one commit; more keys are marked by further ones. */
const KEYS_MAX = 100
/** Bounds the position. */
const SUSPENDED_MAX = 200

/** Repeating it changes nothing. @throws DomainError not_found, invalid_request (reason), conflict (last_admin), and those of access */
export function suspendPerson(
  deps: AgentsDeps,
  principal: Principal,
  input: PersonInput,
  key: RequestKey | null = null,
): Promise<ChangedPerson> {
  return changePerson(deps, principal, { ...input, key, change: 'suspend' })
}

/** As `suspendPerson`. */
export function reactivatePerson(
  deps: AgentsDeps,
  principal: Principal,
  input: PersonInput,
  key: RequestKey | null = null,
): Promise<ChangedPerson> {
  return changePerson(deps, principal, { ...input, key, change: 'reactivate' })
}

interface Change extends PersonInput {
  readonly key: RequestKey | null
  readonly change: 'suspend' | 'reactivate'
}

async function changePerson(deps: AgentsDeps, principal: Principal, input: Change): Promise<ChangedPerson> {
  const { key, change, orgId: named, principalId: personId } = input
  const prepare = async () => {
    const caller = requireOwn(principal, named)
    const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const { orgId, mode } = caller
    const keys = await findMarked(deps, caller, personId, change === 'reactivate')
    if (keys.length === 0) await getPerson(deps, principal, { orgId, principalId: personId })
    const part = await partOf(deps, caller, { personId, change, reason, keys })
    return {
      ...({ priority: 'control', orgId, mode, resource: { type: 'person', id: personId } } as const),
      ...{ ...(change === 'suspend' && STOP), ...part },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const replayed = !('answer' in settled)
  // Keys beyond one commit, and one that was made while the first was on its way.
  const caller = requireOwn(principal, named)
  while (!replayed && (await findMarked(deps, caller, personId, change === 'reactivate')).length > 0)
    await submitPrepared(deps.commit, prepare)
  return { person: await getPerson(deps, principal, { orgId: named, principalId: personId }), replayed }
}

function findMarked(deps: AgentsDeps, { orgId, mode }: OrganizationPrincipal, personId: string, isSuspended: boolean) {
  return findKeysOfPerson(deps.database, { orgId, mode, personId, isSuspended }, KEYS_MAX)
}

interface Marking {
  readonly personId: string
  readonly change: Change['change']
  readonly reason: string
  readonly keys: readonly OrganizationKeyRow[]
}

async function partOf(
  deps: AgentsDeps,
  { orgId, mode, keyId }: OrganizationPrincipal,
  { personId, change, reason, keys }: Marking,
) {
  const admins =
    change === 'suspend' ? await findAdminKeyIds(deps.database, { orgId, mode, exceptOf: personId }, OTHERS_MAX) : []
  const [head, refs] = [orgRef(orgId), keys.map(({ _id }) => keyRef(_id))]
  return {
    reads: () => ({ guard: [head, ...refs, ...admins.map(keyRef)] }),
    decide(state: State, at: Date): Verdict<null> {
      const position = state.get(head)
      if (position === null) return refused(notFound('organization'))
      const rows = refs.map((ref) => state.get(ref)).filter((row) => row?.kind === 'organization')
      const isAdmin = (id: KeyId) => isLasting(state.get(keyRef(id)))
      if (change === 'suspend' && rows.some(isLasting) && !admins.some(isAdmin))
        return admins.length > 0 ? { kind: 'stale' } : refused(lastAdmin())
      const people = (position.suspendedPeople?.[mode] ?? []).filter((one) => one !== personId)
      const next = change === 'suspend' ? [...people, personId] : people
      if (next.length > SUSPENDED_MAX) return refused(tooMany())
      const suspended = { reason, at, by: keyId }
      const set: NonNullable<Writes['set']>[number][] = rows.map((row) => {
        const { suspended: _, ...free } = row
        const next: OrganizationKeyRow = change === 'suspend' ? { ...free, suspended, sessionsEndedAt: at } : free
        return setRow(keyRef(row._id), next)
      })
      set.push(setRow(head, { ...position, suspendedPeople: { ...position.suspendedPeople, [mode]: next } }))
      const isNew = isSuspended(position, { mode, personId }) !== (change === 'suspend')
      const data = { principal_id: personId, reason, actor: keyId, at: at.toISOString() }
      const type = change === 'suspend' ? 'person.suspended' : 'person.reactivated'
      return done(null, { set, events: isNew || rows.length > 0 ? [{ type, resourceId: personId, data }] : [] })
    },
  }
}

const isLasting = (row: ApiKeyRow | null): boolean => row?.kind === 'organization' && isLastingAdmin(row)

/** @throws DomainError not_found: nobody of the organization has a key in this mode */
async function getPerson(
  { database }: Pick<AgentsDeps, 'database'>,
  principal: Principal,
  { orgId: named, principalId: personId }: Pick<PersonInput, 'orgId' | 'principalId'>,
): Promise<Person> {
  const { orgId, mode } = requireOwn(principal, named)
  const keys = await findKeysOfPerson(database, { orgId, mode, personId }, KEYS_MAX)
  if (keys.length === 0) throw notFound('person')
  return { orgId, personId, keys, isSuspended: keys.some(({ suspended }) => suspended !== undefined) }
}

function tooMany(): DomainError {
  return new DomainError(
    'conflict',
    `At most ${SUSPENDED_MAX} people are suspended at once. Revoke the keys of those who do not come back.`,
    { reason: 'too_many_suspended' },
  )
}
