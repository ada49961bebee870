/**
 * The whole service over a database of the bench's own. Nothing settles: the one network has no node behind it and no
 * worker runs, so that what is measured is acceptance and nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '../../gateway/compose.ts'
import type { Config } from '../../gateway/config.ts'
import { startService } from '../../gateway/service.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { startEmbedded } from '../embedded/index.ts'

export interface World {
  readonly service: Service
  readonly mongodbUri: string
  /** Where it listens. */
  readonly url: string
  /** A document of the manifest, through the gateway in this process, on the way that a REST call takes. */
  execute<T>(operation: string, principal: Principal, input: object): Promise<T>
  close(): Promise<void>
}

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9'
const UNLIMITED_PER_MINUTE = 100_000_000

export const log: Log = { info() {}, warn: tell, error: tell }

function tell(fields: object, message: string): void {
  console.error(message, fields)
}

export async function openWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const embedded = await startEmbedded({ dataDir, chains: [], log: { info() {}, warn: console.error } })
  const { service, url, gateway, stop } = await startService(configOf(embedded.mongodbUri), { log })
  return {
    service,
    mongodbUri: embedded.mongodbUri,
    url,
    async execute<T>(operation: string, principal: Principal, input: object) {
      const context = { principal, requestId: newId('request'), loaders: new Map() }
      const { data, errors } = await gateway.graph.executeTrusted(operation, { input }, context)
      if (errors !== undefined || !data) throw new Error(`${operation}: ${JSON.stringify(errors)}`)
      return Object.values(data)[0] as T
    },
    async close() {
      await stop()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function configOf(mongodbUri: string): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    baseUrl: NOWHERE,
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    isProduction: false,
    logLevel: 'error',
    mongodbUri,
    databaseName: 'bench',
    masterKey: new Uint8Array(32).fill(7),
    pepper: new Uint8Array(32).fill(8),
    networks: [
      {
        mode: 'test',
        chain: 'base',
        rpcUrls: [NOWHERE],
        relayerKeys: [`0x${'1'.repeat(64)}`],
        retiredRelayerKeys: [],
        gasBudgetWei: null,
        faucetKey: null,
        isEmbedded: true,
      },
    ],
    subgraphUrls: {},
    subgraphSecret: 'bench-bench-bench-bench-bench-bench',
    runWorkers: false,
    allowLoopbackReceivers: false,
    tokenAudience: 'bench',
    tokenLifetimeSeconds: 3_600,
    rateLimits: {
      organizationPerMinute: UNLIMITED_PER_MINUTE,
      agentPerMinute: UNLIMITED_PER_MINUTE,
      paymentsPerAgentPerMinute: UNLIMITED_PER_MINUTE,
    },
    trustProxy: false,
    drainMs: 5_000,
  }
}
