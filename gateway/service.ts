/**
 * One service process: composed subgraphs, the gateway in front of them and the workers, started and stopped in order.
 * `npm start`, tests and deployments call the same function.
 */
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createSecretBox } from '../subgraphs/shared/secretBox.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { MAIN_CHAINS } from '../subgraphs/shared/tokens.ts'
import { reserveAddress } from './address.ts'
import { createLeaseStore } from './auth/leaseStore.ts'
import { createSignInCookie } from './auth/sessionCookie.ts'
import { type ComposeOptions, composeService, type Service } from './compose.ts'
import type { Config, SubgraphName } from './config.ts'
import { createGateway, type Gateway } from './createGateway.ts'
import { createHttpSource, createLocalSource, type SubgraphSource } from './datasource.ts'
import type { GaugeSource } from './metrics.ts'
import { openMetricsServer } from './metricsServer.ts'
import type { ReadinessCheck } from './readiness.ts'
import { createOpenId } from './signIn/openId.ts'
import { createResponseStore } from './storedResponses.ts'
import { runWorkers } from './workers.ts'

export interface RunningService {
  /** Where it listens; with port 0, on the port that was free. */
  readonly url: string
  /** BASE_URL, else the address on which it listens. */
  readonly baseUrl: string
  /** Where metrics and detailed readiness are. */
  readonly metricsUrl: string
  readonly service: Service
  readonly gateway: Gateway
  /** A demo organization with keys of two people; idempotent for the same keys. */
  ensureDemoOrganization(keys: Partial<DemoKeys>): Promise<DemoKeys & { orgId: string }>
  /** Stops listening, finishes running requests, drains the group commit, closes database and chains. */
  stop(): Promise<void>
}

interface DemoKeys {
  readonly admin: string
  /** Of a second person, because nobody may approve their own request. */
  readonly approver: string
}

const DEMO_NAME = 'Demo Organization'
const DEMO_ORIGINATOR = {
  name: 'Demo Organization, Inc.',
  address: { street: '1 Example Street', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
}
const DEMO_APPROVER = 'Second person'
const VERSION = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string })
  .version

export async function startService(settings: Config, options: ComposeOptions): Promise<RunningService> {
  const { log } = options
  const { config, release } = await reserveAddress(settings)
  const service = await composeService(config, options)
  await service.subgraphs.payments.health.custody().catch(async (error: unknown) => {
    await service.close(config.drainMs)
    throw error
  })
  const gateway = await openGateway(config, service, log)
  const { metrics, readiness } = gateway
  const { metricsPort: port, metricsHost: host } = config
  const metricsServer = await openMetricsServer({ metrics, readiness, port, host, log })
  await release()
  const url = await gateway.listen({ port: config.port, host: config.host })
  // Otherwise it is written when the process ends, and by one that is killed never.
  flushCompileCache()
  const workers = runWorkers([...service.processWorkers, ...(config.runWorkers ? service.workers : [])], log)
  return {
    url,
    baseUrl: config.baseUrl,
    metricsUrl: metricsServer.url,
    service,
    gateway,
    async ensureDemoOrganization({ admin, approver }) {
      const { agents } = service.subgraphs
      const { orgId, keys } = await agents.ensureOrganization(DEMO_NAME, admin, DEMO_ORIGINATOR)
      const second = await agents.createOrganizationKey({
        ...{ orgId, mode: 'test', roles: ['approver'], name: DEMO_APPROVER },
        ...(approver === undefined ? {} : { key: approver }),
      })
      return { orgId, admin: admin ?? keys.test ?? '', approver: second.key }
    },
    async stop() {
      await gateway.stop(config.drainMs)
      await workers.stop(config.drainMs)
      await service.close(config.drainMs)
      await metricsServer.close()
    },
  }
}

async function openGateway(config: Config, service: Service, log: Log): Promise<Gateway> {
  const { database, clock, subgraphs } = service
  const local = Object.values(subgraphs).map(({ name, schema }) => createLocalSource({ name, schema, log }))
  const sources = local.map((source): SubgraphSource => {
    const url = config.subgraphUrls[source.name as SubgraphName]
    return url === undefined
      ? source
      : createHttpSource({ name: source.name, url, secret: config.subgraphSecret, clock, log })
  })
  const events = local.find(({ name }) => name === 'events')
  return createGateway({
    supergraphSdl: readFileSync(new URL('../schema/supergraph.graphql', import.meta.url), 'utf8'),
    sources,
    // Every process reads live events from the database itself; only the joins may be remote.
    subscriptionSources: new Map(events === undefined ? [] : [['events', events.subscribe]]),
    authenticator: subgraphs.agents.authenticator,
    signIn: {
      browserSessions: subgraphs.agents.browserSessions,
      flowCookie: createSignInCookie(config.baseUrl),
      openId: createOpenId({
        ...{ providers: config.openIdProviders ?? [], baseUrl: config.baseUrl, log },
        box: createSecretBox(config.masterKey, 'sign-in'),
      }),
    },
    standings: { watch: subgraphs.events.feed.watchStandings },
    operators: config.operators ?? [],
    responses: await createResponseStore(
      database,
      clock,
      log,
      createSecretBox(config.masterKey, 'answers', config.formerMasterKeys),
    ),
    clock,
    log,
    baseUrl: config.baseUrl,
    version: VERSION,
    eventTypes: subgraphs.events.types,
    // The closed list of specification 2.1 in its order, which has no test networks.
    supportedChains: MAIN_CHAINS.filter((chain) => config.networks.some((network) => network.chain === chain)),
    introspection: !config.isProduction,
    plansAtFirstUse: config.isTest,
    rateLimits: config.rateLimits,
    ownRateLimits: subgraphs.agents.findRateLimits,
    rateLeases: await createLeaseStore(database),
    trustProxy: config.trustProxy,
    cors: { origins: config.allowedOrigins ?? [], allowsLoopback: !config.isProduction },
    readiness: checksOf(service),
    gauges: gaugesOf(service),
  })
}

export function checksOf({ database, subgraphs }: Service): readonly ReadinessCheck[] {
  return [
    {
      name: 'database',
      check: async () => void (await database.collection<{ _id: string }>('positions').findOne({ _id: 'gate:0' })),
    },
    { name: 'custody', check: () => subgraphs.payments.health.custody() },
  ]
}

export function gaugesOf({ clock, commit, subgraphs, listAges }: Service): readonly GaugeSource[] {
  return [
    gauge('commit_queue', 'Intents that wait for a commit.', () => commit.stats().queued),
    gauge('commit_batches', 'Batches committed since the start.', () => commit.stats().batches),
    gauge('commit_retries', 'Batches run again since the start.', () => commit.stats().retries),
    {
      name: 'screening_list_seconds_left',
      help: 'Until a screening list is so old that it stops every spend; negative: it does.',
      labels: ['list'],
      read: async () =>
        listAges().flatMap(({ list, leftMs }) =>
          leftMs === null ? [] : [{ labels: { list }, value: Math.floor(leftMs / 1_000) }],
        ),
    },
    {
      name: 'settlement_last_block_seconds',
      help: 'Since a block of a chain was booked last; payments on it wait while it grows.',
      labels: ['network'],
      read: async () =>
        [...(await subgraphs.payments.backlog.bookings())].map(([network, at]) => ({
          labels: { network },
          value: Math.max(0, Math.floor((clock.now().getTime() - at.getTime()) / 1_000)),
        })),
    },
    gaugeByKind(
      'reconciliation_mismatches_open',
      'Differences between ledger and chain that are not settled.',
      subgraphs.payments.backlog.mismatches,
    ),
    gaugeByKind(
      'bank_mismatches_open',
      'Differences between the books of dollars and the bank that are not settled.',
      subgraphs.treasury.openMismatches,
    ),
    gaugeByKind(
      'settlement_tasks_failing',
      'Work of settlement that failed when it was last tried; it is tried again by itself.',
      subgraphs.payments.backlog.tasks,
    ),
  ]
}

function gaugeByKind(name: string, help: string, read: () => Promise<ReadonlyMap<string, number>>): GaugeSource {
  return {
    ...{ name, help, labels: ['kind'] },
    read: async () => [...(await read())].map(([kind, value]) => ({ labels: { kind }, value })),
  }
}

function gauge(name: string, help: string, read: () => number): GaugeSource {
  return { name, help, read: async () => [{ value: read() }] }
}
