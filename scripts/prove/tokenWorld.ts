/** Two services that listen, over one database with one clock, and agents that exchange their keys for tokens over HTTP. */
import { mongo } from 'mongoose'
import type { Service } from '../../gateway/compose.ts'
import { type Config, parseConfig } from '../../gateway/config.ts'
import { startService } from '../../gateway/service.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentId } from '../../subgraphs/shared/ids.ts'
import { UNLIMITED } from './carriers/servedWorld.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createOrganization, type ProveOrganization } from './organization.ts'
import { execute, log, openWorld, type ProveWorld } from './world.ts'

const REGISTER = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { id } apiKey } }`
/** What can be sent in a header as it is. */
const SENDABLE = /^[\x21-\x7e]+$/
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
  /** Null when it is accepted, at the edge and by the verifier behind it, else the reason of both. */
  refusalOf(service: Service, accessToken: string): Promise<string | null>
  /** While `act` runs, updates of this collection by the first service fail, after the first `skip` ones. */
  whileStruck(collection: string, skip: number, act: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

export async function openTokenWorld(): Promise<TokenWorld> {
  const world = await openWorld({ chains: [], testCommands: true })
  const clock = createManualClock(new Date())
  const served = [await serve(world, clock, `&appName=${APP}`), await serve(world, clock)] as const
  const [{ service: first }, { service: second }] = served
  const urlOf = (service: Service) => (service === first ? served[0].url : served[1].url)
  const client = await mongo.MongoClient.connect(world.mongodbUri)
  const failPoint = (mode: object | 'off', data: object = {}) =>
    client.db('admin').command({ configureFailPoint: 'failCommand', mode, data })

  return {
    clock,
    services: [first, second],
    createOrganization: (name) => createOrganization(first, name),
    async createAgent({ admin }) {
      const input = { name: 'agent', capabilities: ['payments'], ownerOrgId: admin.orgId }
      const { registerAgent } = await execute<{ registerAgent: { agent: { id: AgentId }; apiKey: string } }>(
        ...([first.subgraphs.agents, admin, REGISTER, { input }] as const),
      )
      return { agentId: registerAgent.agent.id, apiKey: registerAgent.apiKey }
    },
    async exchange(service, { agentId, apiKey }) {
      const issued = await issue(urlOf(service), { agent_id: agentId, api_key: apiKey })
      if (typeof issued === 'string') throw new Error(`a token exchange is refused: ${issued}`)
      return issued
    },
    refresh: (service, { agentId }, refreshToken) =>
      issue(urlOf(service), { grant_type: 'refresh_token', agent_id: agentId, refresh_token: refreshToken }),
    async refusalOf(service, accessToken) {
      const { authenticator } = service.subgraphs.agents
      const inside = await authenticator.verifyAccessToken(accessToken).then(() => null, reasonOf)
      const outside = SENDABLE.test(accessToken) ? await refusalAt(urlOf(service), accessToken) : inside
      return inside === outside ? inside : `${inside}, and ${outside} at the edge`
    },
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
      for (const running of served) await running.stop()
      await world.close()
    },
  }
}

function serve({ environment }: ProveWorld, clock: ManualClock, options = '') {
  const settings = { ...environment, HOST: '127.0.0.1', METRICS_PORT: '0', RUN_WORKERS: 'false' }
  const config = parseConfig({ ...settings, MONGODB_URI: environment.MONGODB_URI + options })
  // What fails is the proof's doing.
  const quiet = { ...log, error() {} }
  return startService({ ...config, rateLimits: UNLIMITED as Config['rateLimits'] }, { clock, log: quiet })
}

interface Answered {
  readonly access_token: string
  readonly refresh_token: string
  readonly error?: { readonly details: { readonly reason?: string } }
}

/** @returns the pair, or the reason of a 401; any other refusal is thrown */
async function issue(url: string, body: object): Promise<Tokens | string> {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${url}/api/v2/auth/agent/token`, sent)
  const { access_token: accessToken, refresh_token: refreshToken, error } = (await response.json()) as Answered
  if (response.ok) return { accessToken, refreshToken }
  if (response.status !== 401) throw new Error(`a token exchange is answered with ${response.status}`)
  return String(error?.details.reason)
}

async function refusalAt(url: string, accessToken: string): Promise<string | null> {
  const response = await fetch(`${url}/api/v2/agents/me`, { headers: { authorization: `Bearer ${accessToken}` } })
  const { error } = (await response.json()) as Answered
  return response.ok ? null : String(error?.details.reason)
}

function reasonOf(error: unknown): string {
  if (error instanceof DomainError && error.type === 'authentication_error') return String(error.details.reason)
  throw error
}
