/**
 * A database, a chain and the service over them, for making and proving a dump: blocks are mined only on demand, so that
 * payments can be left in flight, and the database's TTL monitor is off.
 */
import { mongo } from 'mongoose'
import { parseConfig } from '../../gateway/config.ts'
import { type RunningService, startService } from '../../gateway/service.ts'
import type { Clock } from '../../subgraphs/shared/clock.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { startChain } from '../embedded/chain.ts'
import { embeddedChains } from '../embedded/embeddedChains.ts'
import { callRpc } from '../embedded/rpc.ts'
import { startTemporary } from '../embedded/temporary.ts'
import type { Dump } from './dumpFile.ts'

export type Secrets = Dump['secrets']
type Settlement = NonNullable<Parameters<typeof startService>[1]['settlement']>

export interface Stack {
  readonly dataDir: string
  readonly mongodbUri: string
  readonly rpcUrl: string
  /** Mines a block periodically while resumed. */
  readonly blocks: { resume(): void; pause(): Promise<void> }
  /** @param options.settlement test-only: stops settlement at a named step */
  start(options: StartOptions): Promise<RunningService>
  /** Saves the chain's state and stops it; the database keeps running. */
  stopChain(): Promise<void>
  close(): Promise<void>
}

export interface StartOptions {
  readonly secrets: Secrets
  readonly clock: Clock
  readonly withWorkers: boolean
  readonly log?: Log
  readonly settlement?: Settlement
}

/** The issuer claim of every access token in a dump. */
const BASE_URL = 'http://dump.internal'
export const DATABASE_NAME = 'dump'
const BLOCK_EVERY_MS = 100
/** Blocks are mined on demand only. */
const NEVER_SECONDS = 10_000_000

const quiet: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) }

/**
 * @param input.prepare puts a chain's state and keys into the data directory before the node starts
 * @param input.instant sets the chain's clock
 */
export async function openStack(input: {
  readonly prepare?: (dataDir: string) => void
  readonly instant?: Date
}): Promise<Stack> {
  const embedded = await startTemporary({ prefix: 'upgrade', chains: [], prepare: input.prepare })
  const { dataDir } = embedded
  const log = { info() {}, warn: console.error }
  const { chainId } = embeddedChains.base
  const node = await startChain({ name: 'base', chainId, dataDir, blockTimeSeconds: NEVER_SECONDS, log })
  await disableTtlMonitor(embedded.mongodbUri)
  if (input.instant !== undefined)
    await callRpc(node.rpcUrl, 'evm_setTime', [Math.floor(input.instant.getTime() / 1_000)])
  const blocks = createBlocks(node.rpcUrl)
  const stops: (() => Promise<void>)[] = []
  let chainRuns = true
  async function stopChain(): Promise<void> {
    await blocks.pause()
    if (chainRuns) await node.stop()
    chainRuns = false
  }
  return {
    dataDir,
    mongodbUri: embedded.mongodbUri,
    rpcUrl: node.rpcUrl,
    blocks,
    async start(options) {
      const config = configOf(options, embedded.mongodbUri, node.rpcUrl)
      const service = await startService(config, { log: quiet, ...options })
      let stopped: Promise<void> | undefined
      const stop = () => {
        stopped ??= service.stop()
        return stopped
      }
      stops.push(stop)
      return { ...service, stop }
    },
    stopChain,
    async close() {
      for (const stop of stops) await stop()
      await stopChain()
      await embedded.stop()
    },
  }
}

function configOf({ secrets, withWorkers }: StartOptions, mongodbUri: string, rpcUrl: string) {
  return parseConfig({
    ...{ PORT: '0', BASE_URL, NODE_ENV: 'test', DRAIN_MS: '2000', ALLOW_LOOPBACK_RECEIVERS: 'true' },
    ...{ MONGODB_URI: mongodbUri, DATABASE_NAME, RUN_WORKERS: String(withWorkers) },
    ...{ MASTER_KEY: secrets.masterKey, API_KEY_PEPPER: secrets.pepper },
    ...{ OPERATOR_KEYS: `operator:${secrets.operatorKey}` },
    ...{ RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000', RATE_LIMIT_PAYMENTS_PER_AGENT_PER_MINUTE: '1000000' },
    ...{ RPC_URL_TEST_BASE: rpcUrl, EMBEDDED_TEST_BASE: 'true' },
    ...{ RELAYER_KEY_TEST_BASE: secrets.chain.relayerKey, FAUCET_KEY_TEST_BASE: secrets.chain.minterKey },
  })
}

function createBlocks(rpcUrl: string): Stack['blocks'] {
  let timer: NodeJS.Timeout | null = null
  let mining: Promise<unknown> = Promise.resolve()
  const mine = () => {
    mining = callRpc(rpcUrl, 'evm_mine', []).catch(() => undefined)
    return mining
  }
  const next = () => {
    timer = setTimeout(() => mine().then(() => timer !== null && next()), BLOCK_EVERY_MS)
  }
  return {
    resume() {
      if (timer === null) next()
    },
    async pause() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await mining
    },
  }
}

/** Rows of a dump are older than their TTL, and MongoDB would delete them while the service's clock still counts them. */
async function disableTtlMonitor(uri: string): Promise<void> {
  const client = await mongo.MongoClient.connect(uri)
  try {
    await client.db('admin').command({ setParameter: 1, ttlMonitorEnabled: false })
  } finally {
    await client.close()
  }
}

/** A running clock that starts at the given instant. */
export function createClockFrom(instant: Date): Clock & { advance(ms: number): void } {
  const began = Date.now()
  let ahead = 0
  return {
    now: () => new Date(instant.getTime() + Date.now() - began + ahead),
    advance(ms) {
      ahead += ms
    },
  }
}
