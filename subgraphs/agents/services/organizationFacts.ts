/**
 * An organization for other subgraphs: its DID, signatures by its key, its limit time zone and policy template. The private key
 * is decrypted for each signature and never leaves this file.
 */

import { createPrivateKey, sign } from 'node:crypto'
import type { Clock } from '../../shared/clock.ts'
import { timeOf } from '../../shared/clock.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Commit } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { Database } from '../../shared/database.ts'
import { notFound } from '../../shared/errors.ts'
import { type AgentId, isId, type KeyId, type OrgId } from '../../shared/ids.ts'
import { originatorOf } from '../../shared/originator.ts'
import type { PolicyTemplate } from '../../shared/policy.ts'
import type { Capability, Mode, OrganizationPrincipal, Role } from '../../shared/principal.ts'
import type { NamedRecord, OwnerOfMoney } from '../../shared/recordScreening.ts'
import type { SecretBox } from '../../shared/secretBox.ts'
import { parseDidKey } from '../keys/didKey.ts'
import { findAgent, findAgentStandings, namedAgent, readNamedAgents } from '../models/agents.ts'
import { findApiKeys } from '../models/apiKeys.ts'
import {
  didKeyAad,
  findOrganization,
  namedOrganization,
  type OrganizationRow,
  organizationRef,
  readNamedOrganizations,
} from '../models/organizations.ts'
import { isRelated } from '../rules/independence.ts'
import type { AgentStatus } from '../rules/standing.ts'
import { type Deciding, findDeciders, type KeyOfPerson, prepareDecisionRights } from './decisionRights.ts'
import { findHolder } from './keyMakers.ts'
import { prepareVotes, type Votes } from './votes.ts'

type Asked = Parameters<typeof findDeciders> extends readonly [unknown, ...infer Rest] ? Rest : never

interface Deps {
  readonly database: Database
  readonly commit: Commit
  readonly secrets: SecretBox
  readonly clock: Clock
}

export function createOrganizationFacts(deps: Deps) {
  const getOrganization = async (orgId: OrgId): Promise<OrganizationRow> => {
    const row = await findOrganization(deps.database, orgId)
    if (row === null) throw notFound('organization')
    return row
  }
  return {
    /** All organizations and agents, to be screened. */
    async *named() {
      yield* readNamedOrganizations(deps.database)
      yield* readNamedAgents(deps.database)
    },
    /** The organization, and the agent, that own a wallet or whose money it is: what is screened of them. */
    async findNamedOwners({ orgId, mode, agentId }: OwnerOfMoney): Promise<readonly NamedRecord[]> {
      const [organization, agent] = await Promise.all([
        findOrganization(deps.database, orgId),
        agentId === null ? null : findAgent(deps.database, agentId),
      ])
      return [
        ...(organization === null ? [] : [namedOrganization(organization, mode)]),
        ...(agent === null ? [] : [namedAgent(agent)]),
      ]
    },
    find: (orgId: OrgId) => findOrganization(deps.database, orgId),
    /** Who pays, where the organization has stated all of it. */
    findOriginator: async (orgId: OrgId, mode: Mode) =>
      originatorOf((await findOrganization(deps.database, orgId))?.legal?.[mode]),
    async findAgent(agentId: AgentId) {
      const row = isId('agent', agentId) ? await findAgent(deps.database, agentId) : null
      return row === null ? null : { orgId: row.orgId, mode: row.mode, did: row.did, walletId: row.walletId, agentId }
    },
    agents: {
      /** As its credentials are checked with every request. */
      async findStatus(agentId: AgentId): Promise<AgentStatus> {
        return (await findAgentStandings(deps.database, [agentId]))[0]?.status ?? 'revoked'
      },
      /** What its tokens may be used for; of one that does not exist nothing. */
      async findCapabilities(agentId: AgentId): Promise<readonly Capability[]> {
        return (await findAgentStandings(deps.database, [agentId]))[0]?.capabilities ?? []
      },
    },
    /** The persons behind keys of organizations, those too that are revoked; without the keys that are none. */
    async findPeople(keyIds: readonly KeyId[]) {
      const rows = await findApiKeys(deps.database, keyIds)
      return new Map(
        rows.flatMap((row) =>
          row.kind === 'organization' ? [[row._id, { personId: row.personId, name: row.label }]] : [],
        ),
      )
    },
    /** Who may approve what somebody of the organization, or one of its agents, requests. */
    prepareDecisionRights: (deciding: Deciding) =>
      prepareDecisionRights({ database: deps.database, now: timeOf(deps.clock, deciding) }, deciding),
    /** Which of these decisions still count. */
    prepareVotes: <V extends KeyOfPerson>(
      electorate: Pick<Deciding, 'orgId' | 'mode'> & { readonly role: Role | null },
      votes: readonly V[],
    ): Promise<Votes<V>> =>
      prepareVotes({ database: deps.database, now: timeOf(deps.clock, electorate) }, electorate, votes),
    /** Whether one of two people could act as the other. */
    async areRelated(
      { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
      one: KeyOfPerson,
      other: KeyOfPerson,
    ): Promise<boolean> {
      const [first, second, organization] = await Promise.all([
        findHolder(deps.database, one),
        findHolder(deps.database, other),
        findOrganization(deps.database, orgId),
      ])
      return isRelated(first, second, organization?.strictApprovals?.[mode] === true)
    },
    findDeciders: (...asked: Asked) =>
      findDeciders({ database: deps.database, now: timeOf(deps.clock, asked[0]) }, ...asked),
    /** An Ed25519 signature by the key of the organization's DID. */
    async sign(orgId: OrgId, bytes: Uint8Array) {
      const { did, sealedDidKey } = await getOrganization(orgId)
      const d = deps.secrets.open(sealedDidKey, didKeyAad(orgId, did))
      const x = Buffer.from(parseDidKey(did)).toString('base64url')
      return sign(null, bytes, createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' }))
    },
    /** For agents that register in the caller's mode from now on; null restores the built-in template. */
    async setPolicyTemplate({ orgId, mode }: OrganizationPrincipal, template: PolicyTemplate | null) {
      const ref = organizationRef(orgId)
      await submitPrepared(deps.commit, () => ({
        priority: 'control',
        orgId,
        mode,
        reads: () => ({ guard: [ref] }),
        decide(state) {
          const row = state.get(ref)
          if (row === null) return refused(notFound('organization'))
          const policyTemplates = { ...row.policyTemplates, [mode]: template }
          return done(null, { set: [setRow(ref, { ...row, policyTemplates })] })
        },
      }))
    },
  }
}
