/** Agents (specification 2.2, 2.3; domain A.2). Written only by the group commit. */

import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, KeyId, MandateId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Capability, Mode } from '../../shared/principal.ts'
import { readInPages } from '../../shared/readInPages.ts'
import type { NamedRecord } from '../../shared/recordScreening.ts'
import type { KeyHolder } from '../rules/independence.ts'
import type { KnownAgent } from '../rules/kyaEvidence.ts'
import type { Registration } from '../rules/registration.ts'
import type { AgentStatus } from '../rules/standing.ts'

export interface AgentRow extends Omit<Registration, 'existingWallet'>, KnownAgent {
  readonly _id: AgentId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  /** The default mandate created with the agent, of a revoked one the last; the one in force is in the wallet's position. */
  readonly mandateId: MandateId
  readonly did: string
  /** Absent: the agent holds the key of its DID itself. */
  readonly sealedDidKey?: string
  /** When the challenge was issued that was signed last: no earlier one is taken again. */
  readonly didChallengedAt?: Date
  readonly status: AgentStatus
  /** Why the status last changed, if it did. */
  readonly statusChange?: { readonly reason: string; readonly at: Date; readonly by: string }
  /** By an operator, of a name that somebody on a list has, too. */
  readonly nameChange?: { readonly former: string; readonly reason: string; readonly at: Date }
  /** The current API key, and a number that every new key raises: tokens with an older one are refused. */
  readonly keyId: KeyId
  readonly keyVersion: number
  /** Who registered it or made a key of it, oldest first; absent in older rows. */
  readonly madeBy?: readonly KeyHolder[]
  /** Families of tokens that were ended, as long as an access token of theirs may live; absent: none was. */
  readonly endedFamilies?: readonly EndedFamily[]
  readonly updatedAt: Date
}

/** All tokens that descend from one exchange of an API key. */
export interface EndedFamily {
  readonly familyId: string
  readonly until: Date
}

export function hasEnded({ endedFamilies = [] }: Pick<AgentRow, 'endedFamilies'>, familyId: string): boolean {
  return endedFamilies.some((ended) => ended.familyId === familyId)
}

/** What each request with an access token checks. */
export type AgentStandingRow = Pick<
  AgentRow,
  '_id' | 'orgId' | 'mode' | 'status' | 'keyVersion' | 'endedFamilies' | 'walletId' | 'capabilities'
>

const COLLECTION = 'agents'

export const agentRef = (agentId: AgentId): Ref<AgentRow> => ({ collection: COLLECTION, id: agentId })
/** Bounds the check of each request, so that a slow database leads to an error instead of a hanging request. */
const STANDING_TIMEOUT_MS = 5_000

export function registerAgents(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ orgId: 1, mode: 1, name: 1, _id: 1 })
  database.model(schema, COLLECTION)
}

export function findAgents(database: Database, ids: readonly AgentId[]): Promise<AgentRow[]> {
  return agents(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export async function findAgent(database: Database, id: AgentId): Promise<AgentRow | null> {
  return (await findAgents(database, [id]))[0] ?? null
}

export function findAgentStandings(database: Database, ids: readonly AgentId[]): Promise<AgentStandingRow[]> {
  return agents(database)
    .find({ _id: { $in: [...ids] } }, { maxTimeMS: STANDING_TIMEOUT_MS })
    .project<AgentStandingRow>({
      ...{ orgId: 1, mode: 1, status: 1, keyVersion: 1, endedFamilies: 1 },
      ...{ walletId: 1, capabilities: 1 },
    })
    .toArray()
}

const ORDERS = { created_at: BY_ID, name: { field: 'name', type: 'text' } } as const

export function findAgentPage(
  database: Database,
  query: {
    readonly orgId: OrgId
    readonly mode: Mode
    readonly statuses: readonly AgentStatus[] | null | undefined
    readonly capabilities: readonly Capability[] | null | undefined
  },
  args: OrderedArguments<keyof typeof ORDERS>,
): Promise<Page<AgentRow>> {
  const { orgId, mode, statuses, capabilities } = query
  const filter = { orgId, mode, ...anyOf('status', statuses), ...anyOf('capabilities', capabilities) }
  return findPage(agents(database), { name: 'agents', filter, orders: ORDERS }, args)
}

/** Wallet id -> id of the mandate in force; a wallet without one is absent. */
export async function findMandatesInForce(
  database: Database,
  walletIds: readonly WalletId[],
): Promise<Map<string, string>> {
  const rows = await database
    .collection<WalletPosition>('positions')
    .find({ _id: { $in: walletIds.map((id) => `wal:${id}`) } })
    .project<Pick<WalletPosition, 'walletId' | 'mandate'>>({ walletId: 1, 'mandate.mandateId': 1 })
    .toArray()
  return new Map(rows.flatMap(({ walletId, mandate }) => (mandate ? [[walletId, mandate.mandateId]] : [])))
}

function agents(database: Database) {
  return database.collection<AgentRow>(COLLECTION)
}

/** Of all organizations, page by page; without those that are revoked. */
export async function* readNamedAgents(database: Database): AsyncGenerator<readonly NamedRecord[]> {
  for await (const page of readInPages<AgentRow>(database, COLLECTION))
    yield page.filter(({ status }) => status !== 'revoked').map(namedAgent)
}

export const namedAgent = ({ _id: subjectId, orgId, mode, name }: AgentRow): NamedRecord => ({
  ...{ orgId, mode, subjectType: 'agent', subjectId },
  names: [name],
})
