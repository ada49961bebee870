/** A service that listens, over a temporary database, for proofs of what stands before the subgraphs: callers use HTTP. */
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../../gateway/auth/callerLimits.ts'
import type { ComposeOptions } from '../../../gateway/compose.ts'
import { type Config, parseConfig } from '../../../gateway/config.ts'
import { type RunningService, startService } from '../../../gateway/service.ts'
import type { Role, Scope } from '../../../subgraphs/shared/principal.ts'
import type { Chain } from '../../../subgraphs/shared/tokens.ts'
import { openWorld, type ProveWorld } from '../world.ts'
import { type Answer, type Caller, createClient, type Send } from './client.ts'

/** A person who runs the platform. */
export const OPERATOR_KEY = 'sk_operator_proofsaaaaaaaaaaaaaaaaaa'

const SECRET = 'a-secret-of-gateway-and-subgraphs-of-proofs'

/** What is proven here must not depend on how fast the proof asks. */
export const UNLIMITED: RateLimits = {
  ...DEFAULT_RATE_LIMITS,
  ...{ organizationPerMinute: null, agentPerMinute: null, paymentsPerAgentPerMinute: null },
  ...{ operatorPerMinute: null, anonymousPerMinute: null, exchangesPerMinute: null, stopsPerMinute: 1_000_000 },
}

export interface ServedWorld extends Pick<RunningService, 'url' | 'service' | 'gateway'> {
  readonly world: ProveWorld
  readonly config: Config
  /** What the service has logged as an error. */
  readonly failures: readonly string[]
  readonly send: Send
  createOrganization(name: string): Promise<ServedOrganization>
  close(): Promise<void>
}

export interface ServedOrganization {
  readonly orgId: string
  /** Of its first person, with every role but viewer. */
  readonly admin: Caller
  createKey(roles: readonly Role[], mode?: 'test' | 'live'): Promise<Caller>
  createAgent(options: ServedAgentOptions): Promise<ServedAgent>
}

interface ServedAgentOptions {
  readonly name?: string
  readonly capabilities: readonly string[]
  readonly scope: Scope
}

export interface ServedAgent {
  readonly agentId: string
  readonly walletId: string
  readonly mandateId: string
  readonly caller: Caller
}

interface Options extends Pick<ComposeOptions, 'clock'> {
  readonly chains?: readonly Chain[]
  /** The database accepts fail points. */
  readonly testCommands?: boolean
  readonly environment?: Readonly<Record<string, string>>
  /** Settings that the environment does not have. */
  readonly config?: (config: Config, world: ProveWorld) => Promise<Partial<Config>>
}

export async function openServedWorld(options: Options = {}): Promise<ServedWorld> {
  const { chains = [], testCommands = false, environment = {}, clock } = options
  const world = await openWorld({ chains, testCommands })
  const failures: string[] = []
  const log = {
    info() {},
    warn() {},
    error: (fields: object, message: string) => void failures.push(`${message} ${describe(fields)}`),
  }
  const parsed = parseConfig({
    ...world.environment,
    ...{ OPERATOR_KEYS: `operator:${OPERATOR_KEY}`, SUBGRAPH_SECRET: SECRET, METRICS_PORT: '0', HOST: '127.0.0.1' },
    ...environment,
  })
  const config: Config = {
    ...parsed,
    rateLimits: UNLIMITED as Config['rateLimits'],
    ...(await options.config?.(parsed, world)),
  }
  const running = await startService(config, { log, ...(clock === undefined ? {} : { clock }) })
  const client = createClient(running.url)
  const { agents } = running.service.subgraphs
  return {
    ...{ url: running.url, service: running.service, gateway: running.gateway, send: client.send },
    ...{ world, config, failures },
    async createOrganization(name) {
      const { orgId, keys } = await agents.createOrganization({ name })
      const admin: Caller = { 'x-api-key': keys.test ?? '' }
      return {
        ...{ orgId, admin },
        async createKey(roles, mode = 'test') {
          const { key } = await agents.createOrganizationKey({ orgId, mode, roles })
          return { 'x-api-key': key }
        },
        createAgent: (agent) => createAgent(client.send, orgId, admin, agent),
      }
    },
    async close() {
      await client.close()
      await running.stop()
      await world.close()
    },
  }
}

async function createAgent(
  send: Send,
  orgId: string,
  admin: Caller,
  { name = 'agent', capabilities, scope }: ServedAgentOptions,
): Promise<ServedAgent> {
  const post = async (path: string, caller: Caller, body: object) =>
    bodyOf(await send({ method: 'POST', path, caller, body: JSON.stringify(body) }))
  const form = { name, capabilities, owner_org_id: orgId }
  const { agent_id, wallet_id, mandate_id, api_key } = await post('/api/v2/auth/agent/register', admin, form)
  const { access_token } = await post('/api/v2/auth/agent/token', {}, { agent_id, api_key, scope })
  const caller = { authorization: `Bearer ${access_token}` }
  return { agentId: `${agent_id}`, walletId: `${wallet_id}`, mandateId: `${mandate_id}`, caller }
}

/** @throws Error when it is refused */
export function bodyOf({ body, text, refusal }: Answer): Readonly<Record<string, unknown>> {
  if (refusal !== null) throw new Error(`refused: ${text}`)
  return body
}

function describe(fields: object): string {
  const { err, ...rest } = fields as { err?: unknown }
  return `${JSON.stringify(rest)} ${err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(err)}`
}
