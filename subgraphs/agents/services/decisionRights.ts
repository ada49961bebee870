/**
 * Who may approve what (domain 3): never the requester, and nobody who could be the requester, or another approver, under a second
 * name. In a strict organization neither whoever registered the agent or made a key of it.
 */
import { isDeepStrictEqual } from 'node:util'
import { orgRef } from '../../shared/commit/positions.ts'
import type { Reads, State } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import type { AgentId, KeyId, OrgId } from '../../shared/ids.ts'
import type { Mode, Role } from '../../shared/principal.ts'
import { agentRef, findAgent } from '../models/agents.ts'
import { findApiKeys, findDeciderKeys, findKeysOfPerson, keyRef } from '../models/apiKeys.ts'
import { findOrganization } from '../models/organizations.ts'
import { isRelated, type KeyHolder } from '../rules/independence.ts'
import { keyStatus } from '../rules/organizationKeys.ts'
import { findHolder, makersOf } from './keyMakers.ts'
import { prepareVotes } from './votes.ts'

export interface KeyOfPerson {
  readonly personId: string
  readonly keyId: KeyId
}

export interface Deciding {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly requestedBy:
    | { readonly kind: 'agent'; readonly agentId: AgentId }
    | ({ readonly kind: 'organization' } & KeyOfPerson)
    /** Nobody: the service itself. */
    | null
  readonly decider: KeyOfPerson
  /** Who has approved already. */
  readonly approvers: readonly KeyOfPerson[]
  /** Role of those who may decide. */
  readonly role: Role
  /** The organization was strict when it was requested; whatever it is now, it is decided so. */
  readonly isStrict: boolean
}

export interface DecisionRights {
  readonly reads: Reads['guard']
  /** What the requester may do by now. */
  readonly requester: RequesterRights
  /** Whether that has changed since. */
  isOutdated(state: State, at: Date): boolean
  /** Null: the decider may approve. */
  refusal(state: State): DomainError | null
}

/** Of an agent its capabilities, of a person the roles; nothing where they are as they were. */
type RequesterRights = Partial<Record<'capabilities' | 'roles', readonly string[]>> | { readonly removed: DomainError }

/** People named in a refusal. */
const NAMED_MAX = 10
const CANDIDATES_MAX = 100
const KEYS_MAX = 100

export async function prepareDecisionRights(
  { database, now }: { readonly database: Database; readonly now: Date },
  deciding: Deciding,
): Promise<DecisionRights> {
  const { orgId, mode, requestedBy } = deciding
  const decider = await findHolder(database, deciding.decider)
  const requester = requestedBy?.kind === 'organization' ? await findHolder(database, requestedBy) : null
  const approvers = await Promise.all(deciding.approvers.map((one) => findHolder(database, one)))
  const agent = requestedBy?.kind === 'agent' ? agentRef(requestedBy.agentId) : null
  const { agentMakers, ...present } =
    requestedBy === null
      ? AS_IT_WAS
      : requestedBy.kind === 'agent'
        ? await presentAgent(database, requestedBy.agentId)
        : await presentPerson({ database, now }, deciding, requestedBy)
  const others: Involved = { requester, approvers, agentMakers }
  const isDoubtful = causeOf(decider, others, true) !== null
  const people = isDoubtful ? await findIndependent({ database, now }, deciding, others) : null

  return {
    ...present,
    refusal(state) {
      const isStrict = deciding.isStrict || state.get(orgRef(orgId))?.strictApprovals?.[mode] === true
      const agentMakers = agent === null ? [] : (state.get(agent)?.madeBy ?? [])
      const cause = causeOf(decider, { ...others, agentMakers }, isStrict)
      return cause === null ? null : refuse(cause, people?.[isStrict ? 'strict' : 'usual'] ?? [], deciding)
    },
  }
}

interface Present extends Pick<DecisionRights, 'reads' | 'requester' | 'isOutdated'> {
  readonly agentMakers: readonly KeyHolder[]
}

const AS_IT_WAS: Present = { reads: [], requester: {}, isOutdated: () => false, agentMakers: [] }

async function presentAgent(database: Database, agentId: AgentId): Promise<Present> {
  const [ref, known] = [agentRef(agentId), await findAgent(database, agentId)]
  return {
    reads: [ref],
    requester: known === null ? {} : { capabilities: known.capabilities },
    isOutdated: (state) => !isDeepStrictEqual(state.get(ref)?.capabilities, known?.capabilities),
    agentMakers: known?.madeBy ?? [],
  }
}

/** A person stays one whose key was replaced; without any key in force there is nobody left who asks for it. */
async function presentPerson(
  { database, now }: { readonly database: Database; readonly now: Date },
  { orgId, mode }: Pick<Deciding, 'orgId' | 'mode'>,
  { personId, keyId }: KeyOfPerson,
): Promise<Present> {
  if ((await findApiKeys(database, [keyId])).length === 0) return AS_IT_WAS
  const keys = await findKeysOfPerson(database, { orgId, mode, personId }, KEYS_MAX)
  const inForce = keys.filter((key) => keyStatus(key, now) === 'active')
  const key = inForce.find(({ roles }) => !roles.includes('viewer')) ?? inForce[0]
  if (key === undefined) return { ...AS_IT_WAS, requester: { removed: requesterRemoved() } }
  const ref = keyRef(key._id)
  return {
    ...AS_IT_WAS,
    reads: [ref],
    requester: { roles: key.roles },
    isOutdated(state, at) {
      const row = state.get(ref)
      return row?.kind !== 'organization' || keyStatus(row, at) !== 'active' || !isDeepStrictEqual(row.roles, key.roles)
    },
  }
}

function requesterRemoved(): DomainError {
  return new DomainError(
    'authentication_error',
    'The person who asked for this has no key in force any more. Somebody else has to ask for it.',
    { reason: 'requester_removed' },
  )
}

interface Involved {
  readonly requester: KeyHolder | null
  readonly approvers: readonly KeyHolder[]
  readonly agentMakers: readonly KeyHolder[]
}

type Cause = keyof typeof CAUSES

const CAUSES = {
  requester_key:
    'You or the requester made the key of the other, and who makes a key could act with it: one person alone could request this and decide it.',
  approver_key:
    'You or somebody who has approved this made the key of the other, and who makes a key could act with it: one person could count twice.',
  agent_maker: 'Who registered the agent, or made its key, does not approve what it asks for.',
} as const

function causeOf(decider: KeyHolder, { requester, approvers, agentMakers }: Involved, isStrict: boolean): Cause | null {
  if (requester !== null && isRelated(decider, requester, isStrict)) return 'requester_key'
  if (isStrict && agentMakers.some((maker) => isRelated(decider, maker, true))) return 'agent_maker'
  return approvers.some((one) => isRelated(decider, one, isStrict)) ? 'approver_key' : null
}

interface Named {
  readonly principal_id: string
  readonly name: string | null
}

interface Candidate extends Named {
  readonly holder: KeyHolder
}

type Electorate = Pick<Deciding, 'orgId' | 'mode' | 'role'>

/** People with the role, by their keys in force. */
async function findCandidates(
  { database, now }: { readonly database: Database; readonly now: Date },
  { orgId, mode, role }: Electorate,
): Promise<readonly Candidate[]> {
  const keys = await findDeciderKeys(database, { orgId, mode, role, at: now }, CANDIDATES_MAX)
  return Promise.all(
    keys.map(async (key) => ({
      holder: { personId: key.personId, makers: await makersOf(database, key) },
      ...{ principal_id: key.personId, name: key.label },
    })),
  )
}

/** Those of them whose decision would count, each person once. */
function independentOf(candidates: readonly Candidate[], involved: Involved, isStrict: boolean): readonly Named[] {
  const people = candidates.filter(({ holder }) => causeOf(holder, involved, isStrict) === null)
  return [...new Map(people.map(({ principal_id, name }) => [principal_id, { principal_id, name }])).values()]
}

/** People who may decide instead, with the organization strict or not. */
async function findIndependent(
  deps: { readonly database: Database; readonly now: Date },
  deciding: Deciding,
  involved: Involved,
): Promise<{ readonly strict: readonly Named[]; readonly usual: readonly Named[] }> {
  const candidates = await findCandidates(deps, deciding)
  const of = (isStrict: boolean) => independentOf(candidates, involved, isStrict).slice(0, NAMED_MAX)
  return { strict: of(true), usual: of(false) }
}

/** Who may still approve each of these, as things stand: the commit of a decision asks again. */
export async function findDeciders(
  deps: { readonly database: Database; readonly now: Date },
  electorate: Electorate,
  subjects: readonly Pick<Deciding, 'requestedBy' | 'approvers' | 'isStrict'>[],
) {
  const { database } = deps
  const { orgId, mode } = electorate
  const [candidates, organization] = await Promise.all([
    findCandidates(deps, electorate),
    findOrganization(database, orgId),
  ])
  const isStrictNow = organization?.strictApprovals?.[mode] === true
  return Promise.all(
    subjects.map(async ({ requestedBy, approvers, isStrict }) => {
      const agent = requestedBy?.kind === 'agent' ? await findAgent(database, requestedBy.agentId) : null
      const { standing } = await prepareVotes(deps, electorate, approvers)
      const involved = {
        requester: requestedBy?.kind === 'organization' ? await findHolder(database, requestedBy) : null,
        approvers: await Promise.all(standing.map((one) => findHolder(database, one))),
        agentMakers: agent?.madeBy ?? [],
      }
      const people = independentOf(candidates, involved, isStrict || isStrictNow)
      return people.map(({ principal_id: personId, name }) => ({ personId, name }))
    }),
  )
}

function refuse(cause: Cause, people: readonly Named[], { requestedBy, role }: Deciding): DomainError {
  const names = people.map(({ name, principal_id }) => name ?? principal_id).join(', ')
  const next =
    people.length > 0
      ? `Of these one can: ${names}.`
      : `Nobody else of the organization can now: ${role === 'compliance' ? 'reject' : 'deny'} it, or the operator makes a key for another person (npm run key).`
  return new DomainError('self_approval_forbidden', `${CAUSES[cause]} ${next}`, {
    reason: cause,
    requested_by: requestedBy === null ? null : requestedBy.kind === 'agent' ? requestedBy.agentId : requestedBy.keyId,
    can_decide: people,
  })
}
