/**
 * A temporary database, optionally a chain, and any number of services over them, called without HTTP, because the proofs
 * are about what lies behind it.
 */
import { type GraphQLSchema, graphql } from 'graphql'
import { type ComposeOptions, composeService, type Service } from '../../gateway/compose.ts'
import { parseConfig } from '../../gateway/config.ts'
import { runWorkers } from '../../gateway/workers.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { audit } from '../audit/audit.ts'
import { relayerKeysOf } from '../embedded/chainKeys.ts'
import { createReorganizer, type Reorganizer } from '../embedded/reorganize.ts'
import { startTemporary } from '../embedded/temporary.ts'
import { startHeadOnlyNode } from './headOnlyNode.ts'

export interface ProveWorld {
  readonly mongodbUri: string
  readonly rpcUrl: string | null
  /** Settings for a further service in a process of its own. */
  readonly environment: Readonly<Record<string, string>>
  /** One more service in this process, with its own group commit and workers. */
  open(options?: OpenOptions): Promise<Service>
  /** Replaces the newest blocks of the chain. */
  readonly reorganize: Reorganizer['reorganize']
  /** What the audit finds wrong with database and chain, a line each. */
  audit(): Promise<string[]>
  close(): Promise<void>
}

interface OpenOptions extends Omit<ComposeOptions, 'log'> {
  readonly withWorkers?: boolean
  /** Logs no errors: they are caused by the proof. */
  readonly isQuiet?: boolean
  /** Instead of the chain's own. */
  readonly rpcUrl?: string
  /** Of its connections, so that fail points strike no others. */
  readonly appName?: string
}

const CLOSE_MS = 5_000
const BLOCK_SECONDS = 0.25

export const log: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) }

interface WorldInput {
  readonly withChain: boolean
  /** The database accepts fail points. */
  readonly testCommands?: boolean
  /** A database to use instead of a temporary one. */
  readonly mongodbUri?: string
}

export async function openWorld({ withChain, ...given }: WorldInput): Promise<ProveWorld> {
  const chains = withChain ? (['base'] as const) : []
  const embedded = await startTemporary({ prefix: 'prove', chains, blockTimeSeconds: BLOCK_SECONDS, ...given })
  const rpcUrl = embedded.chains.base?.rpcUrl ?? null
  const node = rpcUrl === null ? await startHeadOnlyNode() : null
  const keys = embedded.keys.base
  const { reorganize, stop } = createReorganizer(rpcUrl ?? '', BLOCK_SECONDS)
  const closing: (() => Promise<void>)[] = []
  const environment = {
    ...{ MONGODB_URI: embedded.mongodbUri, DATABASE_NAME: 'prove', NODE_ENV: 'test' },
    ...{ PORT: '0', BASE_URL: 'http://prove.internal' },
    ...{ MASTER_KEY: '07'.repeat(32), API_KEY_PEPPER: '08'.repeat(32) },
    ...{ RPC_URL_TEST_BASE: rpcUrl ?? node?.url ?? '', EMBEDDED_TEST_BASE: 'true' },
    RELAYER_KEY_TEST_BASE: keys === undefined ? `0x${'1'.repeat(64)}` : relayerKeysOf(keys).join(),
    ...(keys === undefined ? {} : { FAUCET_KEY_TEST_BASE: keys.minterKey }),
  }
  return {
    mongodbUri: embedded.mongodbUri,
    rpcUrl,
    environment,
    reorganize,
    async open({ withWorkers = false, isQuiet = false, rpcUrl: through, appName, ...options } = {}) {
      const config = parseConfig({
        ...environment,
        ...(through === undefined ? {} : { RPC_URL_TEST_BASE: through }),
        ...(appName === undefined ? {} : { MONGODB_URI: `${embedded.mongodbUri}&appName=${appName}` }),
      })
      const own: Log = isQuiet ? { ...log, error() {} } : log
      const service = await composeService(config, { ...options, log: own })
      const workers = withWorkers ? runWorkers(service.workers, own) : null
      closing.unshift(async () => {
        await workers?.stop(CLOSE_MS)
        await service.close(CLOSE_MS)
      })
      return service
    },
    audit: () => findBreaches({ mongodbUri: embedded.mongodbUri, database: 'prove', rpcUrl }),
    async close() {
      for (const close of closing) await close()
      await stop()
      await node?.close()
      await embedded.stop()
    },
  }
}

/** What the audit finds wrong with a service in test mode on one chain, a line each. */
export async function findBreaches(on: {
  readonly mongodbUri: string
  readonly database: string
  readonly rpcUrl: string | null
}): Promise<string[]> {
  const endpoints = new Map(on.rpcUrl === null ? [] : [['test:base', [on.rpcUrl]]])
  const { points } = await audit({ mongodbUri: on.mongodbUri, database: on.database, endpoints })
  const mustHave = on.rpcUrl === null ? [1, 2, 3, 12] : [1, 2, 3, 6, 12]
  return points.flatMap(({ point, checked, breaches }) => [
    ...breaches.map((breach) => `audit ${point}: ${breach}`),
    ...(checked === 0 && mustHave.includes(point) ? [`audit ${point}: nothing was there to check`] : []),
  ])
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
