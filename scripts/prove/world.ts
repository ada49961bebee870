/**
 * A temporary database, chains where there is need of them, and any number of services over them, called without HTTP, because the proofs
 * are about what lies behind it.
 */
import { type GraphQLSchema, graphql } from 'graphql'
import { mongo } from 'mongoose'
import { type ComposeOptions, composeService, type Service } from '../../gateway/compose.ts'
import { parseConfig } from '../../gateway/config.ts'
import { runWorkers } from '../../gateway/workers.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { type Chain, DEFAULT_CHAIN } from '../../subgraphs/shared/tokens.ts'
import { type AuditInput, audit } from '../audit/audit.ts'
import { type ChainKeys, relayerKeysOf } from '../embedded/chainKeys.ts'
import type { EmbeddedChain } from '../embedded/index.ts'
import { createReorganizer, type Reorganizer } from '../embedded/reorganize.ts'
import { startTemporary } from '../embedded/temporary.ts'
import { startHeadOnlyNode } from '../headOnlyNode.ts'

export interface ProveWorld {
  readonly mongodbUri: string
  readonly nodes: Readonly<Partial<Record<Chain, WorldNode>>>
  /** Of the default chain; null: it does not run. */
  readonly rpcUrl: string | null
  /** Settings for a further service in a process of its own. */
  readonly environment: Readonly<Record<string, string>>
  /** One more service in this process, with its own group commit and workers. */
  open(options?: OpenOptions): Promise<Service>
  /** What the audit finds wrong with database and chains, a line each. */
  audit(options?: ProofAudit): Promise<string[]>
  close(): Promise<void>
}

export interface ProofAudit extends Pick<AuditInput, 'skewMs' | 'overdueMs'> {
  /** How much a point has looked at, at least, where a proof knows that. */
  readonly least?: Readonly<Record<number, number>>
}

/** The only node of a chain. */
export interface WorldNode {
  readonly rpcUrl: string
  readonly keys: ChainKeys
  /** Replaces the newest blocks. */
  readonly reorganize: Reorganizer['reorganize']
  /** Replaces this block and all above it. */
  readonly reorganizeFrom: Reorganizer['reorganizeFrom']
}

interface OpenOptions extends Omit<ComposeOptions, 'log'> {
  readonly withWorkers?: boolean
  /** Settings that differ from those of the world. */
  readonly environment?: Readonly<Record<string, string>>
  /** Logs no errors: they are caused by the proof. */
  readonly isQuiet?: boolean
  /** Instead of printing errors. */
  readonly log?: Log
  /** Endpoints to use instead of the nodes, separated by commas. */
  readonly rpcUrls?: Readonly<Partial<Record<Chain, string>>>
  /** Of its connections, so that fail points strike no others. */
  readonly appName?: string
}

const CLOSE_MS = 5_000
const REMEMBERED_SECONDS = 3_600
const BLOCK_SECONDS = 0.25
/** Proofs wait for deliveries before they audit, for longer than this. */
const OVERDUE_MS = 10_000

export const log: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) }

interface WorldInput {
  readonly chains: readonly Chain[]
  /** Where no chain runs, those of which the service knows the newest block, so that it takes payments there. */
  readonly heads?: readonly Chain[]
  /** The database accepts fail points. */
  readonly testCommands?: boolean
  /** A database to use instead of a temporary one. */
  readonly mongodbUri?: string
}

export async function openWorld({ chains, heads = [DEFAULT_CHAIN], ...given }: WorldInput): Promise<ProveWorld> {
  const embedded = await startTemporary({ prefix: 'prove', chains, blockTimeSeconds: BLOCK_SECONDS, ...given })
  const headOnly = await Promise.all(
    (chains.length === 0 ? heads : []).map(async (chain) => ({ chain, ...(await startHeadOnlyNode(chain)) })),
  )
  const reorganizers: Reorganizer[] = []
  const nodes: Partial<Record<Chain, WorldNode>> = {}
  for (const chain of chains) {
    const { rpcUrl } = embedded.chains[chain] as EmbeddedChain
    const reorganizer = createReorganizer(rpcUrl, BLOCK_SECONDS)
    reorganizers.push(reorganizer)
    const { reorganize, reorganizeFrom } = reorganizer
    nodes[chain] = { rpcUrl, keys: embedded.keys[chain] as ChainKeys, reorganize, reorganizeFrom }
  }
  const closing: (() => Promise<void>)[] = []
  const environment = {
    ...{ MONGODB_URI: embedded.mongodbUri, DATABASE_NAME: 'prove', NODE_ENV: 'test' },
    ...{ PORT: '0', BASE_URL: 'http://prove.internal' },
    ...{ MASTER_KEY: '07'.repeat(32), API_KEY_PEPPER: '08'.repeat(32) },
    ...settingsOf(nodes),
    ...Object.assign({}, ...headOnly.map(headOnlySettings)),
  }
  const rpcUrl = nodes[DEFAULT_CHAIN]?.rpcUrl ?? null
  const rpcUrls = Object.fromEntries(Object.entries(nodes).map(([chain, node]) => [chain, node.rpcUrl]))
  return {
    mongodbUri: embedded.mongodbUri,
    nodes,
    rpcUrl,
    environment,
    async open({
      withWorkers = false,
      isQuiet = false,
      rpcUrls: through = {},
      appName,
      environment: differing = {},
      ...options
    } = {}) {
      const config = parseConfig({
        ...environment,
        ...Object.fromEntries(Object.entries(through).map(([chain, urls]) => [`RPC_URL_${suffixOf(chain)}`, urls])),
        ...(appName === undefined ? {} : { MONGODB_URI: `${embedded.mongodbUri}&appName=${appName}` }),
        ...differing,
      })
      const own: Log = isQuiet ? { ...log, error() {} } : (options.log ?? log)
      const service = await composeService(config, { ...options, log: own })
      const workers = withWorkers ? runWorkers(service.workers, own) : null
      closing.unshift(async () => {
        await workers?.stop(CLOSE_MS)
        await service.close(CLOSE_MS)
      })
      return service
    },
    audit: (options) => findBreaches({ mongodbUri: embedded.mongodbUri, database: 'prove', rpcUrls, ...options }),
    async close() {
      for (const close of closing) await close()
      for (const { stop } of reorganizers) await stop()
      for (const { close } of headOnly) await close()
      await embedded.stop()
    },
  }
}

const suffixOf = (chain: string): string => `TEST_${chain.toUpperCase()}`

function settingsOf(nodes: ProveWorld['nodes']): Record<string, string> {
  const settings = Object.entries(nodes).flatMap(([chain, { rpcUrl, keys }]) => [
    [`RPC_URL_${suffixOf(chain)}`, rpcUrl],
    [`EMBEDDED_${suffixOf(chain)}`, 'true'],
    [`RELAYER_KEY_${suffixOf(chain)}`, relayerKeysOf(keys).join()],
    [`FAUCET_KEY_${suffixOf(chain)}`, keys.minterKey],
  ])
  return Object.fromEntries(settings)
}

const headOnlySettings = ({ chain, url }: { readonly chain: Chain; readonly url: string }): Record<string, string> => ({
  [`RPC_URL_${suffixOf(chain)}`]: url,
  [`EMBEDDED_${suffixOf(chain)}`]: 'true',
  [`RELAYER_KEY_${suffixOf(chain)}`]: `0x${'1'.repeat(64)}`,
})

/** What the audit finds wrong with a service in test mode, a line each. */
export async function findBreaches({
  rpcUrls,
  least = {},
  ...on
}: Omit<AuditInput, 'endpoints'> &
  ProofAudit & {
    /** Of each of its chains; none: it had no node that knows transactions. */
    readonly rpcUrls: Readonly<Partial<Record<Chain, string>>>
  }): Promise<string[]> {
  await rememberLonger(on.mongodbUri)
  const endpoints = new Map(Object.entries(rpcUrls).map(([chain, url]) => [`test:${chain}`, [url]]))
  const { points } = await audit({ overdueMs: OVERDUE_MS, ...on, endpoints })
  const mustHave = endpoints.size === 0 ? [1, 2, 3, 12] : [1, 2, 3, 6, 12]
  return points.flatMap(({ point, checked, breaches }) => [
    ...breaches.map((breach) => `audit ${point}: ${breach}`),
    ...(checked === 0 && mustHave.includes(point) ? [`audit ${point}: nothing was there to check`] : []),
    ...(checked < (least[point] ?? 0)
      ? [`audit ${point}: ${checked} were checked, and ${least[point]} are there`]
      : []),
  ])
}

/** On a busy machine an audit takes longer than the five minutes for which a server remembers an instant. */
async function rememberLonger(mongodbUri: string): Promise<void> {
  const client = await mongo.MongoClient.connect(mongodbUri)
  try {
    await client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: REMEMBERED_SECONDS })
  } finally {
    await client.close()
  }
}

/** Executes one operation of a subgraph as a principal; a refusal is thrown as its DomainError. */
export async function execute<T>(
  { schema }: { readonly schema: GraphQLSchema },
  principal: Principal,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<T> {
  const contextValue = { principal, requestId: 'req_prove', loaders: new Map() }
  const { data, errors } = await graphql({ schema, source, variableValues, contextValue })
  if (errors?.[0] !== undefined) throw errors[0].originalError ?? errors[0]
  return data as T
}
