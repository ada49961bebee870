/**
 * The whole service on a free port, with a database, a relayer and a minter of its own: the run's chain is shared, but no
 * account may be used by two services. `two processes` runs it twice over one database and chain, as two processes would,
 * and sends every other request to the second. `remote` does so, too, with the subgraphs and workers of each behind HTTP, so
 * that the listening half reaches them by URL only.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type ComposeOptions, composeService, type Service } from '../../gateway/compose.ts'
import { type Config, parseConfig, SUBGRAPHS } from '../../gateway/config.ts'
import { serveSubgraph } from '../../gateway/serveSubgraph.ts'
import { startService } from '../../gateway/service.ts'
import { runWorkers } from '../../gateway/workers.ts'
import { addressOfKey, fundNative } from '../../scripts/embedded/chainKeys.ts'
import { deployTokens } from '../../scripts/embedded/embeddedChains.ts'
import { importScreeningList, loadRates } from '../../subgraphs/payments/index.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import type { Originator } from '../../subgraphs/shared/originator.ts'
import type { Role } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { createOffsetClock } from './offsetClock.ts'
import { ORIGINATOR } from './originator.ts'

/** The people who run the platform, each with a key. */
export const OPERATORS = { alice: 'sk_operator_aliceaaaaaaaaaaaaaaaaaaa', bob: 'sk_operator_bobbbbbbbbbbbbbbbbbbbbbb' }

export type Topology = 'in process' | 'remote' | 'two processes'

export interface Organization {
  readonly orgId: OrgId
  /** A test key with every role. */
  readonly key: string
}

export interface TestService {
  /** Where it listens; of two processes each in turn. */
  readonly url: string
  /** What it calls itself: BASE_URL. */
  readonly baseUrl: string
  readonly topology: Topology
  readonly config: Config
  readonly database: Database
  readonly clock: ReturnType<typeof createOffsetClock>
  readonly mounted: readonly { readonly method: string; readonly url: string }[]
  /** What the service logged as an error. */
  readonly failures: readonly string[]
  /** @param legal what it states of itself; null: nothing */
  createOrganization(name: string, legal?: Originator | null): Promise<Organization>
  /** A key of another person, one that is no admin, or one of live mode. */
  createKey(
    orgId: OrgId,
    options: { readonly roles: readonly Role[]; readonly mode?: 'test' | 'live'; readonly personId?: string },
  ): Promise<string>
  /** As the operator does: requests of a minute. */
  limitRates(orgId: OrgId, requestsPerMinute: number): Promise<void>
  /** As the operator does: a list of today, of somebody whom nobody pays. */
  importList(list?: string): Promise<void>
  /** As the operator does: dollars for a euro. */
  loadRate(rate: string): Promise<void>
  /** As the operator does. */
  suspend(orgId: OrgId): Promise<void>
  /** A wallet that has no agent. */
  createUnboundWallet(orgId: OrgId): Promise<string>
  stop(): Promise<void>
}

const BASE_URL = 'https://pay.example'
const DRAIN_MS = 3_000

export async function startTestService(
  name: string,
  topology: Topology,
  environment: Readonly<Record<string, string>> = {},
  options: Pick<ComposeOptions, 'clockWorkMs'> = {},
): Promise<TestService> {
  const failures: string[] = []
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields, message) => void failures.push(`${message} ${describe(fields)}`),
  }
  const clock = createOffsetClock()
  const databaseName = `${name}_${topology.replace(' ', '_')}`
  const config = await testConfig(databaseName, environment)
  const start = () =>
    topology === 'remote' ? startRemote(config, { log, clock }) : startService(config, { log, clock, ...options })
  const front = await start()
  const { database, subgraphs } = front.service
  const twin = topology === 'in process' ? null : await start()
  let asked = 0
  return {
    get url() {
      asked += 1
      return twin !== null && asked % 2 === 0 ? twin.url : front.url
    },
    baseUrl: BASE_URL,
    topology,
    config,
    database,
    clock,
    mounted: front.gateway.mounted,
    failures,
    async createOrganization(label, legal = ORIGINATOR) {
      const { orgId, keys } = await subgraphs.agents.createOrganization({ name: label, ...(legal && { legal }) })
      if (keys.test === null) throw new Error('an organization without a key')
      return { orgId, key: keys.test }
    },
    async createKey(orgId, { mode = 'test', ...options }) {
      const { key } = await subgraphs.agents.createOrganizationKey({ orgId, mode, ...options })
      return key
    },
    async limitRates(orgId, requestsPerMinute) {
      await subgraphs.agents.setRateLimits({ orgId, requestsPerMinute })
    },
    async importList(name = 'test') {
      const effectiveAt = clock.now()
      const entries = (async function* () {
        yield { name: 'Somebody', aliases: [], addresses: [`0x${'0'.repeat(34)}0f4240`] }
      })()
      const list = { list: name, category: 'sanctions', source: 'A test.', isForced: true } as const
      const version = () => ({ version: effectiveAt.toISOString(), effectiveAt })
      await importScreeningList({ database, clock }, { ...list, entries, version })
    },
    async loadRate(rate) {
      clock.advance(1)
      await loadRates({ database, clock }, [{ rate, source: 'A test.' }])
    },
    async suspend(orgId) {
      await subgraphs.agents.setOrganizationStatus({ orgId, status: 'suspended', reason: 'Unpaid.' })
    },
    async createUnboundWallet(orgId) {
      const { part, walletId } = await subgraphs.payments.wallets.prepare({
        ...{ orgId, mode: 'test', name: 'unbound' },
        agentId: null as never,
      })
      const outcome = await front.service.commit.submit({ priority: 'control', orgId, mode: 'test', ...part })
      if (outcome.kind !== 'done') throw new Error(`no wallet: ${outcome.kind}`)
      return walletId
    },
    async stop() {
      await database.connection.dropDatabase()
      await twin?.stop()
      await front.stop()
    },
  }
}

/** As the environment of a deployment would say it. */
async function testConfig(databaseName: string, environment: Readonly<Record<string, string>>): Promise<Config> {
  const { mongodbUri, base, baseKeys } = inject('services')
  const [relayerKey, minterKey] = [newKey(), newKey()]
  const [adminAddress, minterAddress] = [addressOfKey(baseKeys.adminKey), addressOfKey(minterKey)]
  await fundNative(base.rpcUrl, [addressOfKey(relayerKey), minterAddress])
  await admitMinter({ rpcUrl: base.rpcUrl, adminAddress, minterAddress })
  return parseConfig({
    PORT: '0',
    BASE_URL,
    NODE_ENV: 'test',
    MONGODB_URI: mongodbUri,
    DATABASE_NAME: databaseName,
    MASTER_KEY: randomBytes(32).toString('hex'),
    API_KEY_PEPPER: randomBytes(32).toString('hex'),
    OPERATOR_KEYS: Object.entries(OPERATORS)
      .map(([name, key]) => `${name}:${key}`)
      .join(),
    SUBGRAPH_SECRET: randomBytes(32).toString('hex'),
    ALLOW_LOOPBACK_RECEIVERS: 'true',
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
    RATE_LIMIT_AGENT_PER_MINUTE: '1000000',
    RATE_LIMIT_PAYMENTS_PER_AGENT_PER_MINUTE: '1000000',
    RPC_URL_TEST_BASE: base.rpcUrl,
    RELAYER_KEY_TEST_BASE: relayerKey,
    FAUCET_KEY_TEST_BASE: minterKey,
    EMBEDDED_TEST_BASE: 'true',
    ...environment,
  })
}

/** A gateway that has its subgraphs behind HTTP. */
async function startRemote(config: Config, options: { log: Log; clock: Service['clock'] }) {
  const back = await serveSubgraphs(config, options)
  const front = await startService({ ...config, subgraphUrls: back.urls, runWorkers: false }, options)
  return {
    ...front,
    async stop() {
      await back.stop()
      await front.stop()
    },
  }
}

/** What `npm run subgraph` does for each name, over one composition. */
async function serveSubgraphs(config: Config, options: { log: Log; clock: Service['clock'] }) {
  const service = await composeService(config, options)
  const { subgraphSecret: secret, host } = config
  const served = await Promise.all(
    SUBGRAPHS.map(async (name) => {
      const { schema } = service.subgraphs[name]
      return { name, ...(await serveSubgraph({ schema, name, secret, port: 0, host, ...options })) }
    }),
  )
  const workers = runWorkers(service.workers, options.log)
  return {
    urls: Object.fromEntries(served.map(({ name, url }) => [name, url])),
    async stop() {
      for (const one of served) await one.close(DRAIN_MS)
      await workers.stop(DRAIN_MS)
      await service.close(DRAIN_MS)
    },
  }
}

/** Others may do the same at this moment, and one who is done ends the impersonation of all. */
async function admitMinter(facts: { rpcUrl: string; adminAddress: string; minterAddress: string }) {
  for (let attempt = 1; ; attempt++)
    try {
      return await deployTokens({ ...facts, chain: 'base' })
    } catch (error) {
      if (attempt === 5) throw error
      await sleep(100 * attempt)
    }
}

function newKey(): string {
  return `0x${randomBytes(32).toString('hex')}`
}

function describe(fields: object): string {
  const { err } = fields as { err?: unknown }
  return err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(fields)
}
