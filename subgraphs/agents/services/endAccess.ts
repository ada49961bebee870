/**
 * Whoever was let in by a trusted issuer and has no role there any more is out at once: the sessions end, and what is counted
 * for the person counts for somebody who only reads. Keys of the same person, who is known by a verified address, are
 * suspended with it; an administrator reactivates them. With a role they can sign in again.
 */

import { newAct, runAs } from '../../shared/acting.ts'
import { orgRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import {
  type ApiKeyRow,
  findAdminKeyIds,
  findApiKeys,
  findKeysOfPerson,
  keyRef,
  type OrganizationKeyRow,
} from '../models/apiKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import { isLastingAdmin } from '../rules/organizationKeys.ts'
import type { Origin } from './browserSessions.ts'
import { keyEvent } from './keyEvent.ts'
import { OTHERS_MAX } from './organizationKeys.ts'
import { BY, type KnownPerson, keyIdOf } from './signInPerson.ts'

const REASON = 'no_role'
/** Bounds one commit, and how many there are: a person has a few keys. */
const KEYS_MAX = 100
const COMMITS_MAX = 20

/** Repeating it changes nothing. */
export async function endAccess(deps: AgentsDeps, person: KnownPerson, from: Origin): Promise<void> {
  const keyId = keyIdOf(person)
  const [found] = await findApiKeys(deps.database, [keyId])
  if (found?.kind !== 'organization' || found.signIn === undefined) return
  const { personId } = found
  // Earlier releases have ended the sign-in alone.
  if (found.signIn.endedAt !== undefined && !(await findOpenKeys(deps, person, personId)).some(isOwn)) return
  const actor = { kind: 'organization', id: keyId, personId, ...from, operation: 'signIn' } as const
  await runAs(newAct(actor), async () => {
    for (let commits = 1, isOver = false; !isOver; commits += 1) {
      const settled = await submitPrepared(deps.commit, () => prepare(deps, person, personId, commits >= COMMITS_MAX))
      isOver = !('answer' in settled) || settled.answer
    }
  })
}

/** The sign-in ends with the last of the keys: where this breaks off before, the next try goes on. */
async function prepare(deps: AgentsDeps, person: KnownPerson, personId: string, isLast: boolean) {
  const { orgId, mode } = person
  const keyId = keyIdOf(person)
  const owner = keyRef(keyId)
  const [found, admins] = await Promise.all([
    findOpenKeys(deps, person, personId),
    findAdminKeyIds(deps.database, { orgId, mode, exceptOf: personId }, OTHERS_MAX),
  ])
  const refs = found.filter(isOwn).map(({ _id }) => keyRef(_id))
  const isOver = isLast || found.length < KEYS_MAX
  return {
    ...({ priority: 'control', orgId, mode, ...STOP } as const),
    reads: () => ({ guard: [orgRef(orgId), owner, ...refs, ...admins.map(keyRef)] }),
    decide(state: State, at: Date): Verdict<boolean> {
      const row = state.get(owner)
      if (row?.kind !== 'organization' || row.signIn === undefined) return done(true)
      const hasOthers = admins.some((id) => isAdmin(state.get(keyRef(id))))
      if (!hasOthers && admins.length > 0) return { kind: 'stale' }
      const ended = refs.flatMap((ref) => {
        const key = state.get(ref)
        // Somebody has to be able to let others in: the keys of the last administrator stay, as everywhere.
        if (key?.kind !== 'organization' || (!hasOthers && isLastingAdmin(key))) return []
        const next: OrganizationKeyRow = { ...key, suspended: { reason: REASON, at, by: keyId }, sessionsEndedAt: at }
        return [setRow(ref, next)]
      })
      const told = { principal_id: personId, reason: REASON, actor: BY, at: at.toISOString() }
      const events = ended.length === 0 ? [] : [{ type: 'person.suspended' as const, resourceId: personId, data: told }]
      if (!isOver) return done(false, { set: ended, events })
      if (row.signIn.endedAt !== undefined) return done(true, { set: ended, events })
      const signIn = { ...row.signIn, endedAt: at }
      const next: OrganizationKeyRow = { ...row, roles: ['viewer'], signIn, sessionsEndedAt: at }
      const event = keyEvent('api_key.updated', next, { by: BY, at, reason: REASON })
      return done(true, { set: [...ended, setRow(owner, next)], events: [...events, event] })
    },
  }
}

function findOpenKeys({ database }: AgentsDeps, { orgId, mode }: KnownPerson, personId: string) {
  return findKeysOfPerson(database, { orgId, mode, personId, isSuspended: false }, KEYS_MAX)
}

/** Another issuer that vouches for the person decides for itself. */
const isOwn = ({ signIn }: OrganizationKeyRow): boolean => signIn === undefined

const isAdmin = (row: ApiKeyRow | null): boolean => row?.kind === 'organization' && isLastingAdmin(row)
