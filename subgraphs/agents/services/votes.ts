/**
 * Whether a decision that was given, or a purchase that a payment processor has yet to approve, still counts: it is its person's, who has to be one who may give it when something is done
 * because of it. A key that was revoked may have been stolen, so what was given with it is void, whatever other keys the person
 * has; one that was only replaced stays the person's.
 */
import type { Ref, State } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import type { KeyId, OrgId } from '../../shared/ids.ts'
import { hasRole, type Mode, type Role } from '../../shared/principal.ts'
import { type ApiKeyRow, findApiKey, findKeysOfPerson, keyRef, type OrganizationKeyRow } from '../models/apiKeys.ts'
import { isInForce, keyStatus } from '../rules/organizationKeys.ts'

interface Vote {
  readonly personId: string
  readonly keyId: KeyId
}

export interface Votes<V> {
  readonly reads: readonly Ref<ApiKeyRow>[]
  /** Those that count. */
  readonly standing: readonly V[]
  /** Whether that has changed since. */
  isOutdated(state: State, at: Date): boolean
}

interface Electorate {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: any but that of a viewer. */
  readonly role: Role | null
}

const KEYS_MAX = 100

export async function prepareVotes<V extends Vote>(
  { database, now }: { readonly database: Database; readonly now: Date },
  electorate: Electorate,
  votes: readonly V[],
): Promise<Votes<V>> {
  const known = await Promise.all(votes.map((vote) => readVote({ database, now }, electorate, vote)))
  const standing = votes.filter((_, index) => known[index]?.stands === true)
  return {
    reads: known.flatMap(({ reads }) => reads),
    standing,
    isOutdated: (state, at) => known.some(({ stands, standsIn }) => standsIn(state, at) !== stands),
  }
}

interface KnownVote {
  readonly reads: readonly Ref<ApiKeyRow>[]
  readonly stands: boolean
  standsIn(state: State, at: Date): boolean
}

async function readVote(
  { database, now }: { readonly database: Database; readonly now: Date },
  { orgId, mode, role }: Electorate,
  { personId, keyId }: Vote,
): Promise<KnownVote> {
  const key = await findApiKey(database, keyId)
  // Without a record nothing can be taken from it.
  if (key === null) return { reads: [], stands: true, standsIn: () => true }
  const isReplaced = key.kind === 'organization' && key.validUntil !== undefined
  const keys = isReplaced ? await findKeysOfPerson(database, { orgId, mode, personId }, KEYS_MAX) : []
  const successor = keys.find((one) => mayDecide(one, role, now)) ?? null
  const stands = (row: ApiKeyRow | null, next: ApiKeyRow | null, at: Date): boolean => {
    if (row?.kind !== 'organization' || row.status === 'revoked' || row.suspended !== undefined) return false
    return isInForce(row, at) ? isOf(row, role) : mayDecide(next, role, at)
  }
  const refs = [keyRef(keyId), ...(successor === null ? [] : [keyRef(successor._id)])]
  return {
    reads: refs,
    stands: stands(key, successor, now),
    standsIn: (state, at) =>
      stands(state.get(keyRef(keyId)), successor === null ? null : state.get(keyRef(successor._id)), at),
  }
}

function mayDecide(row: ApiKeyRow | null, role: Role | null, at: Date): boolean {
  return row?.kind === 'organization' && keyStatus(row, at) === 'active' && isOf(row, role)
}

const isOf = (row: Pick<OrganizationKeyRow, 'roles'>, role: Role | null): boolean =>
  role === null ? !row.roles.includes('viewer') : hasRole(row, role)
