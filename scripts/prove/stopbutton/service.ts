/**
 * The service of the proof, in a process of its own: who floods it takes none of its processor time. Makes what there is
 * to stop, and on demand keeps its commit queue full of spends.
 */
import { parseOperatorKeys } from '../../../gateway/auth/operatorKeys.ts'
import { type Config, parseConfig } from '../../../gateway/config.ts'
import { type RunningService, startService } from '../../../gateway/service.ts'
import { runWorkers } from '../../../gateway/workers.ts'
import { newId } from '../../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, OrganizationPrincipal, Principal } from '../../../subgraphs/shared/principal.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'
import { credit, PAYEE, pay } from '../organization.ts'

export const OPERATOR_KEY = 'sk_operator_stopbuttonxxxxxxxxxxxxxxx'

export interface Order {
  readonly mongodbUri: string
  /** Sets of things to stop. */
  readonly rounds: number
  /** Takes nearly all of what is reserved for emergency acts away. */
  readonly fault: boolean
}

export type Command = { readonly order: Order } | { readonly fill: boolean }

export interface OwnAgent {
  readonly agentId: string
  readonly walletId: string
  readonly token: string
}

/** What one round of emergency acts stops; nothing is stopped twice. */
export interface Round {
  readonly name: string
  readonly wallets: readonly string[]
  readonly mandates: readonly string[]
  readonly approvals: readonly string[]
  readonly agents: readonly OwnAgent[]
}

export interface Opened {
  readonly url: string
  /** Of two people. */
  readonly keys: readonly [string, string]
  readonly noisy: OwnAgent
  readonly other: { readonly key: string; readonly agent: OwnAgent }
  readonly rounds: readonly Round[]
}

/** How the queue was kept full. */
export interface Filled {
  readonly accepted: number
  readonly refused: number
}

/** Few, so that it is full with few callers. */
const QUEUE_MAX = 200
const PAYERS = 700
/** The least Retry-After of a refusal. */
const RETRY_AFTER_MS = 500
const CLOSE_MS = 2_000
const log: Log = { info() {}, warn() {}, error() {} }

let running: RunningService | null = null
let payer: AgentPrincipal | null = null
let filling: { stop: () => Promise<Filled> } | null = null

process.on('message', (command: Command) => {
  obey(command).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', async () => {
  await running?.stop()
  process.exit(0)
})

async function obey(command: Command): Promise<Opened | Filled> {
  if ('order' in command) return open(command.order)
  if (command.fill && running !== null && payer !== null) filling = fill(running, payer)
  return command.fill ? { accepted: 0, refused: 0 } : (filling?.stop() ?? { accepted: 0, refused: 0 })
}

async function open({ mongodbUri, rounds, fault }: Order): Promise<Opened> {
  const service = await startService(configOf(mongodbUri, fault), { log, groupCommit: { queueMax: QUEUE_MAX } })
  running = service
  // Of the workers only those that follow a stop: nothing goes to a chain here.
  runWorkers(service.service.subgraphs.mandates.workers, log)
  const { agents } = service.service.subgraphs
  const { orgId, keys } = await agents.createOrganization({ name: 'Stopping' })
  const second = await agents.createOrganizationKey({ orgId, mode: 'test', roles: ['admin'], name: 'Second person' })
  const admin = {
    kind: 'organization',
    orgId,
    mode: 'test',
    keyId: 'key_1',
    personId: 'person_1',
    roles: ['admin'],
  } as const
  const made = await agents.createOrganization({ name: 'Other' })
  const other = { ...admin, orgId: made.orgId }
  const spender = await openAgent(service, admin)
  payer = spender.principal
  await credit(service.service, payer, 10n ** 12n)
  // One after another: all at once would fill the small queue that the proof runs with.
  const opened: Round[] = []
  for (let index = 0; index < rounds; index++) opened.push(await openRound(service, admin, index))
  return {
    url: service.url,
    keys: [keys.test ?? '', second.key],
    noisy: await openAgent(service, admin, 'agent:read'),
    other: { key: made.keys.test ?? '', agent: await openAgent(service, other) },
    rounds: opened,
  }
}

function configOf(mongodbUri: string, fault: boolean): Config {
  const config = parseConfig({
    ...{ MONGODB_URI: mongodbUri, DATABASE_NAME: 'prove', NODE_ENV: 'test', PORT: '0', METRICS_PORT: '0' },
    ...{ MASTER_KEY: '07'.repeat(32), API_KEY_PEPPER: '08'.repeat(32), RUN_WORKERS: 'false' },
    ...{ BASE_URL: 'http://prove.internal', DRAIN_MS: String(CLOSE_MS) },
    ...{
      RPC_URL_TEST_BASE: 'http://127.0.0.1:9',
      RELAYER_KEY_TEST_BASE: `0x${'1'.repeat(64)}`,
      EMBEDDED_TEST_BASE: 'true',
    },
  })
  const rateLimits = fault ? { ...config.rateLimits, stopsPerMinute: 1 } : config.rateLimits
  return { ...config, rateLimits, operators: parseOperatorKeys(`alice:${OPERATOR_KEY}`) ?? [] }
}

async function openRound(service: RunningService, admin: OrganizationPrincipal, index: number): Promise<Round> {
  const agents = await Promise.all(Array.from({ length: 6 }, () => openAgent(service, admin)))
  const [first, , , , own] = agents
  const mandates = agents.slice(2, 4).map(({ mandateId }) => mandateId)
  // Denied by another person than who asked; canceled by the agent that asked.
  const askers = [admin, admin, own?.principal ?? admin, own?.principal ?? admin]
  const approvals = await Promise.all(
    askers.map(async (asker) => {
      const walletId = asker.kind === 'agent' ? asker.walletId : first?.walletId
      const ask = { walletId, amount: '1.00', token: 'USDC', chain: 'base', to: PAYEE }
      const { approval } = await run<{ approval: { approvalId: string } }>(service, 'RequestApproval', asker, ask)
      return approval.approvalId
    }),
  )
  return {
    name: `round-${index}-${newId('event').slice(4)}`.toLowerCase(),
    ...{ mandates, approvals, wallets: agents.slice(0, 2).map(({ walletId }) => walletId), agents: agents.slice(4) },
  }
}

interface Registered {
  readonly agent: {
    readonly agentId: AgentPrincipal['agentId']
    readonly walletId: AgentPrincipal['walletId']
    readonly mandateId: string
  }
  readonly apiKey: string
}

const CAPABILITIES = ['payments', 'wallets', 'approvals'] as const

async function openAgent(
  service: RunningService,
  owner: OrganizationPrincipal,
  scope: AgentPrincipal['scope'] = 'agent:execute',
): Promise<OwnAgent & { readonly mandateId: string; readonly principal: AgentPrincipal }> {
  const { orgId, mode } = owner
  const input = { name: 'agent', capabilities: CAPABILITIES, ownerOrgId: orgId }
  const { agent, apiKey } = await run<Registered>(service, 'RegisterAgent', owner, input)
  const { agentId } = agent
  const walletId = agent.walletId
  const exchange = { agentId, apiKey, scope }
  const { accessToken: token } = await run<{ accessToken: string }>(
    service,
    'IssueToken',
    { kind: 'anonymous' },
    exchange,
  )
  const principal = { kind: 'agent', agentId, orgId, mode, walletId, capabilities: CAPABILITIES, scope } as const
  return { agentId, walletId, token, principal, mandateId: agent.mandateId }
}

async function run<T>({ gateway }: RunningService, operation: string, principal: Principal, input: object): Promise<T> {
  const context = { principal, requestId: newId('request'), loaders: new Map() }
  const { data, errors } = await gateway.graph.executeTrusted(operation, { input }, context)
  if (errors !== undefined || !data) throw new Error(`${operation}: ${JSON.stringify(errors)}`)
  return Object.values(data)[0] as T
}

/** More callers than the queue takes; who is turned away comes back. */
function fill({ service }: RunningService, agent: AgentPrincipal): { stop: () => Promise<Filled> } {
  const count = { accepted: 0, refused: 0 }
  let isOver = false
  const callers = Array.from({ length: PAYERS }, async () => {
    while (!isOver) {
      const outcome = await pay(service, agent, { units: 1n })
      if ('paymentId' in outcome) count.accepted += 1
      else {
        count.refused += 1
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
      }
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(callers)
      return count
    },
  }
}
