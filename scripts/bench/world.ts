/**
 * The whole service over a temporary database. Without a chain nothing settles, because the one network's node knows no
 * transactions and no worker runs: only acceptance is measured.
 */
import type { Service } from '../../gateway/compose.ts'
import { type Config, parseConfig } from '../../gateway/config.ts'
import { startService } from '../../gateway/service.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { startTemporary } from '../embedded/temporary.ts'
import { executeTrusted } from '../executeTrusted.ts'
import { startHeadOnlyNode } from '../headOnlyNode.ts'
import type { BenchChain } from './chain.ts'

export interface World {
  readonly service: Service
  readonly mongodbUri: string
  /** The node of the network. */
  readonly rpcUrl: string
  /** Where the service listens. */
  readonly url: string
  execute<T>(operation: string, principal: Principal, input: object): Promise<T>
  close(): Promise<void>
}

/** A port on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9'
const UNLIMITED_PER_MINUTE = '100000000'

export const log: Log = { info() {}, warn: printLog, error: printLog }

function printLog(fields: object, message: string): void {
  console.error(message, fields)
}

export async function openWorld(chain: BenchChain | null = null, withWorkers = false): Promise<World> {
  const embedded = await startTemporary({ prefix: 'bench', chains: [], onDisk: true })
  const node = chain === null ? await startHeadOnlyNode() : null
  const rpcUrl = chain?.rpcUrl ?? node?.url ?? ''
  const config = configOf({ mongodbUri: embedded.mongodbUri, rpcUrl, relayerKeys: chain?.relayerKeys })
  const running = await startService({ ...config, runWorkers: withWorkers }, { log })
  const { service, url, stop } = running
  return {
    service,
    mongodbUri: embedded.mongodbUri,
    rpcUrl,
    url,
    execute: (operation, principal, input) => executeTrusted(running, operation, principal, input),
    async close() {
      await stop()
      await node?.close()
      await embedded.stop()
    },
  }
}

export interface BenchBackends {
  readonly mongodbUri: string
  readonly rpcUrl: string
  /** Absent: one that signs nothing, because nothing settles. */
  readonly relayerKeys?: readonly string[] | undefined
}

export function configOf({ mongodbUri, rpcUrl, relayerKeys }: BenchBackends): Config {
  return parseConfig({
    ...{ PORT: '0', BASE_URL: NOWHERE, NODE_ENV: 'test', LOG_LEVEL: 'error', DRAIN_MS: '5000', RUN_WORKERS: 'false' },
    ...{
      MONGODB_URI: mongodbUri,
      DATABASE_NAME: 'bench',
      MASTER_KEY: '07'.repeat(32),
      API_KEY_PEPPER: '08'.repeat(32),
    },
    ...{ RPC_URL_TEST_BASE: rpcUrl, EMBEDDED_TEST_BASE: 'true' },
    RELAYER_KEY_TEST_BASE: relayerKeys?.join() ?? `0x${'1'.repeat(64)}`,
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: UNLIMITED_PER_MINUTE,
    RATE_LIMIT_AGENT_PER_MINUTE: UNLIMITED_PER_MINUTE,
    RATE_LIMIT_PAYMENTS_PER_AGENT_PER_MINUTE: UNLIMITED_PER_MINUTE,
  })
}
