/**
 * The service under test, in a process of its own so that the flood uses none of its CPU time. Creates the resources that
 * the emergency acts stop, and on demand keeps the commit queue full of spends.
 */
import { parseOperatorKeys } from '../../../gateway/auth/operatorKeys.ts'
import { type Config, parseConfig } from '../../../gateway/config.ts'
import { type RunningService, startService } from '../../../gateway/service.ts'
import { runWorkers } from '../../../gateway/workers.ts'
import { newId } from '../../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, OrganizationPrincipal } from '../../../subgraphs/shared/principal.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'
import { executeTrusted } from '../../executeTrusted.ts'
import { credit, PAYEE, pay } from '../organization.ts'

export const OPERATOR_KEY = 'sk_operator_stopbuttonxxxxxxxxxxxxxxx'

export interface StartOrder {
  readonly mongodbUri: string
  /** Number of sets of resources to stop. */
  readonly rounds: number
  /** Removes nearly all of the reserve for emergency acts. */
  readonly fault: boolean
}

export type Command = { readonly order: StartOrder } | { readonly fill: boolean }

export interface AgentCredentials {
  readonly agentId: string
  readonly walletId: string
  readonly token: string
}

/** The resources of one round of emergency acts; each is stopped once. */
export interface Round {
  readonly name: string
  readonly wallets: readonly string[]
  readonly mandates: readonly string[]
  readonly approvals: readonly string[]
  readonly agents: readonly AgentCredentials[]
}

export interface StartedService {
  readonly url: string
  /** Administrator keys of two people. */
  readonly keys: readonly [string, string]
  readonly noisy: AgentCredentials
  readonly other: { readonly key: string; readonly agent: AgentCredentials }
  readonly rounds: readonly Round[]
}

/** What happened to the spends that filled the queue. */
export interface FillResult {
  readonly accepted: number
  readonly refused: number
}

/** Small, so that few callers fill the queue. */
const QUEUE_MAX = 200
const PAYERS = 700
/** The lowest Retry-After of a refusal. */
const RETRY_AFTER_MS = 500
const CLOSE_MS = 2_000
const log: Log = { info() {}, warn() {}, error() {} }

let running: RunningService | null = null
let payer: AgentPrincipal | null = null
let fillTask: { stop: () => Promise<FillResult> } | null = null

process.on('message', (command: Command) => {
  handleCommand(command).then(
    (reply) => process.send?.(reply),
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

async function handleCommand(command: Command): Promise<StartedService | FillResult> {
  if ('order' in command) return open(command.order)
  if (command.fill && running !== null && payer !== null) fillTask = fill(running, payer)
  return command.fill ? { accepted: 0, refused: 0 } : (fillTask?.stop() ?? { accepted: 0, refused: 0 })
}

async function open({ mongodbUri, rounds, fault }: StartOrder): Promise<StartedService> {
  const service = await startService(configOf(mongodbUri, fault), { log, groupCommit: { queueMax: QUEUE_MAX } })
  running = service
  // Only the workers that complete a stop: nothing is settled here.
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
  // Sequentially: all at once would fill the small queue.
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
  // The first two are requested by an organization key and denied by another person, the last two by the agent that cancels them.
  const askers = [admin, admin, own?.principal ?? admin, own?.principal ?? admin]
  const approvals = await Promise.all(
    askers.map(async (asker) => {
      const walletId = asker.kind === 'agent' ? asker.walletId : first?.walletId
      const ask = { walletId, amount: '1.00', token: 'USDC', chain: 'base', to: PAYEE }
      const { approval } = await executeTrusted<{ approval: { approvalId: string } }>(
        service,
        'RequestApproval',
        asker,
        ask,
      )
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
): Promise<AgentCredentials & { readonly mandateId: string; readonly principal: AgentPrincipal }> {
  const { orgId, mode } = owner
  const input = { name: 'agent', capabilities: CAPABILITIES, ownerOrgId: orgId }
  const { agent, apiKey } = await executeTrusted<Registered>(service, 'RegisterAgent', owner, input)
  const { agentId } = agent
  const walletId = agent.walletId
  const exchange = { agentId, apiKey, scope }
  const { accessToken: token } = await executeTrusted<{ accessToken: string }>(
    service,
    'IssueToken',
    { kind: 'anonymous' },
    exchange,
  )
  const principal = { kind: 'agent', agentId, orgId, mode, walletId, capabilities: CAPABILITIES, scope } as const
  return { agentId, walletId, token, principal, mandateId: agent.mandateId }
}

/** More callers than the queue admits; refused ones retry. */
function fill({ service }: RunningService, agent: AgentPrincipal): { stop: () => Promise<FillResult> } {
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
