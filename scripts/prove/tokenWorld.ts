/** Two services over one database with one clock, and agents that exchange their keys for tokens. */
import { mongo } from 'mongoose'
import type { Service } from '../../gateway/compose.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createOrganization, type ProveOrganization } from './organization.ts'
import { execute, openWorld } from './world.ts'

const NOBODY: Principal = { kind: 'anonymous' }
const REGISTER = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { id } apiKey } }`
const ISSUE = `mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken refreshToken } }`
/** Of the service whose connections a fault strikes. */
const APP = 'struck'

export interface TokenAgent {
  readonly agentId: AgentId
  readonly apiKey: string
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
}

export interface TokenWorld {
  readonly clock: ManualClock
  /** The first one's connections can be struck. */
  readonly services: readonly [Service, Service]
  createOrganization(name: string): Promise<ProveOrganization>
  createAgent(organization: ProveOrganization): Promise<TokenAgent>
  exchange(service: Service, agent: TokenAgent): Promise<Tokens>
  /** @returns the pair, or the reason of the refusal; any other failure is thrown */
  refresh(service: Service, agent: TokenAgent, refreshToken: string): Promise<Tokens | string>
  /** Null when it is accepted, else the reason of the refusal. */
  refusalOf(service: Service, accessToken: string): Promise<string | null>
  /** While `act` runs, updates of this collection by the first service fail, after the first `skip` ones. */
  whileStruck(collection: string, skip: number, act: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

export async function openTokenWorld(): Promise<TokenWorld> {
  const world = await openWorld({ chains: [], testCommands: true })
  const clock = createManualClock(new Date())
  const first = await world.open({ clock, appName: APP, isQuiet: true })
  const services: TokenWorld['services'] = [first, await world.open({ clock, isQuiet: true })]
  const client = await mongo.MongoClient.connect(world.mongodbUri)
  const failPoint = (mode: object | 'off', data: object = {}) =>
    client.db('admin').command({ configureFailPoint: 'failCommand', mode, data })

  return {
    clock,
    services,
    createOrganization: (name) => createOrganization(first, name),
    async createAgent({ admin }) {
      const input = { name: 'agent', capabilities: ['payments'], ownerOrgId: admin.orgId }
      const { registerAgent } = await execute<{ registerAgent: { agent: { id: AgentId }; apiKey: string } }>(
        ...([first.subgraphs.agents, admin, REGISTER, { input }] as const),
      )
      return { agentId: registerAgent.agent.id, apiKey: registerAgent.apiKey }
    },
    exchange: (service, agent) => issue(service, agent),
    refresh: (service, { agentId }, refreshToken) =>
      issue(service, { grantType: 'refresh_token', agentId, refreshToken }).catch(reasonOf),
    refusalOf: (service, accessToken) =>
      service.subgraphs.agents.authenticator.verifyAccessToken(accessToken).then(() => null, reasonOf),
    async whileStruck(collection, skip, act) {
      const data = { failCommands: ['update'], namespace: `prove.${collection}`, appName: APP, errorCode: 11_601 }
      await failPoint({ skip }, data)
      try {
        await act()
      } finally {
        await failPoint('off')
      }
    },
    async close() {
      await client.close()
      await world.close()
    },
  }
}

async function issue({ subgraphs }: Service, input: object): Promise<Tokens> {
  return (await execute<{ issueToken: Tokens }>(subgraphs.agents, NOBODY, ISSUE, { input })).issueToken
}

function reasonOf(error: unknown): string {
  if (error instanceof DomainError && error.type === 'authentication_error') return String(error.details.reason)
  throw error
}
