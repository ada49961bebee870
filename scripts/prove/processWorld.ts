/**
 * A service in processes of its own over a database and a chain that are processes too: each of them can be killed and
 * started again where it listened before.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { composeService } from '../../gateway/compose.ts'
import { parseConfig } from '../../gateway/config.ts'
import { type Database, openDatabase } from '../../subgraphs/shared/database.ts'
import { type ChainNode, startChain } from '../embedded/chain.ts'
import { addressOfKey, type ChainKeys, fundNative, loadChainKeys, relayerKeysOf } from '../embedded/chainKeys.ts'
import { killWithOwner } from '../embedded/children.ts'
import { deployTokens, embeddedChains, tokenOn } from '../embedded/embeddedChains.ts'
import { locateMongod } from '../embedded/locateMongod.ts'
import { type MongodServer, startMongod } from '../embedded/mongod.ts'
import { freePort } from '../embedded/ports.ts'
import { createTemporaryFolder } from '../embedded/temporaryFolder.ts'
import { waitUntil } from '../waitUntil.ts'
import { atEnd } from './atEnd.ts'
import type { ProofInput } from './proof.ts'
import { findBreaches, log, type ProofAudit } from './world.ts'

/** One process, by the part it plays. */
export interface Part {
  readonly name: string
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again on the port it had; resolves when it responds, or has killed itself by then at the step where it is to. */
  start(): Promise<void>
}

export interface ServiceProcess extends Part {
  readonly url: string
  /** Resolves when it has ended by itself. */
  ended(): Promise<void>
  /** Kills it if it runs, and starts it. */
  restart(): Promise<void>
  /** For the next start: the step at which it kills itself, once. */
  crashAt: string | null
  /** It runs, and kills itself when it next reaches this step, or the last of several (`a>b`); resolves once it knows. */
  dieAt(step: string): Promise<void>
  /** Its clock goes forward, now and whenever it starts again. */
  advance(ms: number): Promise<void>
  /** Other settings, from its next start on. */
  readonly settings: Record<string, string>
  /** It stops itself (SIGSTOP) when it next reaches this step; resolves once it does. */
  pauseAt(step: string): Promise<void>
  /** @throws Error when it does not run */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

export interface ProcessWorld {
  readonly services: readonly ServiceProcess[]
  readonly chain: Part
  readonly mongod: Part
  readonly database: Database
  readonly rpcUrl: string
  /** Settings of the services, for one more in the process of the proof. */
  readonly environment: Readonly<Record<string, string>>
  /** An organization's key with the role of an administrator. */
  readonly adminKey: string
  /** The same of another organization. */
  addOrganization(name: string): Promise<{ readonly orgId: string; readonly adminKey: string }>
  audit(options?: ProofAudit): Promise<string[]>
  close(): Promise<void>
}

const quiet = { info() {}, warn() {} }
const DATABASE = 'prove'
const BLOCK_SECONDS = 0.25
const UP_WITHIN_MS = 120_000
const { chainId } = embeddedChains.base
/** As of every npm script. */
const PRELOADED = join(import.meta.dirname, '../requireNode.mjs')

interface WorldInput {
  /** Added to the settings of the services. */
  readonly environment?: Readonly<Record<string, string>>
  /** Whether its database knows `failCommand`. */
  readonly testCommands?: boolean
  /** Puts links between the services and their database and node. @returns what the services are to use instead */
  readonly link?: (to: { mongodbUri: string; rpcUrl: string }) => Promise<{ mongodbUri: string; rpcUrl: string }>
}

export async function openProcessWorld(count: number, input: WorldInput = {}): Promise<ProcessWorld> {
  const { testCommands = false } = input
  const dataDir = createTemporaryFolder('prove-processes')
  const keys = loadChainKeys(dataDir, ['base']).base as ChainKeys
  const binary = await locateMongod({ dataDir, env: process.env, log: quiet })
  const [mongod, chain] = await Promise.all([
    openPart('mongod', () => startMongod({ binary, dataDir, testCommands, log: quiet })),
    openPart('chain', (port) =>
      startChain({ name: 'base', chainId, dataDir, port, blockTimeSeconds: BLOCK_SECONDS, log: quiet }),
    ),
  ])
  const { rpcUrl } = chain.first
  const [adminAddress, minterAddress] = [addressOfKey(keys.adminKey), addressOfKey(keys.minterKey)]
  await deployTokens({ rpcUrl, chain: 'base', tokens: [tokenOn('base', 'USDC')], adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, ...relayerKeysOf(keys).map(addressOfKey)])
  const environment = environmentOf(mongod.first, rpcUrl, keys)
  const { adminKey } = await addOrganization(environment, 'Crashing')
  const database = await openDatabase({ uri: mongod.first.uri, name: DATABASE, poolSize: 4 })
  const linked = await input.link?.({ mongodbUri: mongod.first.uri, rpcUrl })
  const links = linked === undefined ? {} : { MONGODB_URI: linked.mongodbUri, RPC_URL_TEST_BASE: linked.rpcUrl }
  const settings = { ...environment, ...links, ...input.environment }
  const services = await Promise.all(Array.from({ length: count }, (_, index) => createService(index, settings)))
  const world: ProcessWorld = {
    ...{ services, chain: chain.part, mongod: mongod.part, database, rpcUrl, environment, adminKey },
    addOrganization: (name) => addOrganization(environment, name),
    audit: (options) =>
      findBreaches({ mongodbUri: mongod.first.uri, database: DATABASE, rpcUrls: { base: rpcUrl }, ...options }),
    async close() {
      for (const service of services) await service.kill()
      await database.close()
      await chain.stop()
      await mongod.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await Promise.all(services.map((service) => service.start()))
    return world
  } catch (error) {
    await world.close()
    throw error
  }
}

let shared: Promise<ProcessWorld> | null = null

/**
 * Two services with the settings that they have by default. At the small size, where opening it takes longer than what is proved in
 * it, one for all proofs of the process that ask for it: each has agents of its own, and leaves every part running.
 */
export async function openTwoProcesses(size: ProofInput['size']): Promise<ProcessWorld> {
  if (size !== 'ci') return openProcessWorld(2)
  if (shared === null) {
    const opened = openProcessWorld(2)
    shared = opened
    atEnd(async () => (await opened).close())
  }
  return { ...(await shared), close: async () => undefined }
}

function environmentOf({ uri }: MongodServer, rpcUrl: string, keys: ChainKeys): Record<string, string> {
  const unlimited = { ORGANIZATION: '1000000', AGENT: '1000000', PAYMENTS_PER_AGENT: '1000000' }
  const limits = Object.entries(unlimited).map(([name, limit]) => [`RATE_LIMIT_${name}_PER_MINUTE`, limit])
  return {
    ...{ MONGODB_URI: uri, DATABASE_NAME: DATABASE, NODE_ENV: 'test', METRICS_PORT: '0', LOG_LEVEL: 'silent' },
    ...{ BASE_URL: 'http://prove.internal', MASTER_KEY: '07'.repeat(32), API_KEY_PEPPER: '08'.repeat(32) },
    ALLOW_LOOPBACK_RECEIVERS: 'true',
    ...{ RPC_URL_TEST_BASE: rpcUrl, EMBEDDED_TEST_BASE: 'true', FAUCET_KEY_TEST_BASE: keys.minterKey },
    RELAYER_KEY_TEST_BASE: relayerKeysOf(keys).join(),
    ...Object.fromEntries(limits),
  }
}

async function addOrganization(environment: Record<string, string>, name: string) {
  const service = await composeService(parseConfig({ ...environment, PORT: '0' }), { log })
  try {
    const { orgId, keys } = await service.subgraphs.agents.createOrganization({ name })
    return { orgId, adminKey: keys.test ?? '' }
  } finally {
    await service.close(1_000)
  }
}

/** @param run starts it, on a port if one is given */
async function openPart<S extends ChainNode | MongodServer>(name: string, run: (port?: number) => Promise<S>) {
  const first = await run()
  let current: S = first
  const part: Part = {
    name,
    async kill() {
      process.kill(current.pid, 'SIGKILL')
      await waitUntil(`${name} ends`, async () => !isAlive(current.pid))
    },
    async start() {
      current = await run(first.port)
    },
  }
  return { first, part, stop: () => current.stop() }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function createService(index: number, environment: Record<string, string>): Promise<ServiceProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let aheadMs = 0
  const settings: Record<string, string> = {}
  /** Until it answers. */
  async function tell(message: object): Promise<void> {
    const running = child as ChildProcess
    const answered = once(running, 'message')
    running.send(message)
    await answered
  }
  const service: ServiceProcess = {
    name: `service ${index}`,
    url,
    crashAt: null,
    async kill() {
      if (child === null || hasEnded(child)) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
    async restart() {
      await service.kill()
      await service.start()
    },
    settings,
    dieAt: (step) => tell({ dieAt: step }),
    advance(ms) {
      aheadMs += ms
      return tell({ aheadMs })
    },
    pauseAt: (step) => tell({ pauseAt: step }),
    signal(name) {
      if (child?.kill(name) !== true) throw new Error(`${service.name} does not run`)
    },
    async ended() {
      if (child !== null && !hasEnded(child)) await once(child, 'exit')
    },
    async start() {
      const crash = service.crashAt === null ? {} : { CRASH_AT: service.crashAt }
      const { PATH, HOME } = process.env
      const started = spawn(process.execPath, ['--import', PRELOADED, join(import.meta.dirname, 'serviceProcess.ts')], {
        env: {
          PATH,
          HOME,
          ...{ ...environment, ...settings, ...crash },
          CLOCK_AHEAD_MS: String(aheadMs),
          PORT: String(port),
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = started
      killWithOwner(started)
      const isUp = async () => (service.crashAt !== null && hasEnded(started)) || responds(url)
      await waitUntil(`${service.name} listens`, isUp, UP_WITHIN_MS)
    },
  }
  return service
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

function responds(url: string): Promise<boolean> {
  return fetch(`${url}/.well-known/service-agent.json`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}
