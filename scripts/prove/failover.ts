/**
 * Failover (reliability 7.2 row 4): agents pay while the primary of a three-node database steps down, is killed, hangs, or is
 * killed just after it was cut off from the other nodes. No payment that was acknowledged is lost, nothing is paid twice,
 * readers of events in both services are told each of them once and in order, an endpoint of all events gets each, and no pause is
 * long. `--fault` acknowledges what the primary alone has written.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { runWorkers } from '../../gateway/workers.ts'
import { DURABLE } from '../../subgraphs/shared/database.ts'
import { findLost, startAcknowledgedLoad } from './acknowledgedLoad.ts'
import { readFeed } from './feedReader.ts'
import { createAgent, createOrganization, credit } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openReplicaSet, type ReplicaSet } from './replicaSet.ts'
import { openWatchedEndpoint, type WatchedEndpoint } from './webhooks/watchedEndpoint.ts'
import { execute, log, openWorld } from './world.ts'

const ELECTIONS = { ci: 1, full: 12 } as const
const BETWEEN_MS = { ci: 600, full: 3_000 } as const
const FUNDS = 1_000_000_000n
const ELECTION_MS = 2_500
/** Shorter: until then the primary does not know that it is alone. */
const ALONE_MS = 1_800
const HANGS_MS = 4_000
const RECOVERY_MS = 30_000
const STALL_MAX_MS = 15_000
/** On a busy machine elections themselves take longer. */
const STALL_MAX_CI_MS = 30_000

const CLOSE_MS = 5_000
/** Nobody waits long for what the database forgot, and elections are within the time in which a result is recorded. */
const DELIVERY = { timeoutMs: 2_000, leaseMarginMs: 8_000 }
const REGISTER = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }'

const WAYS = ['cutOff', 'stepDown', 'kill', 'hang'] as const
type Way = (typeof WAYS)[number]

export async function proveFailover({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const durable = { ...DURABLE }
  const set = await openReplicaSet(ELECTION_MS)
  const world = await openWorld({ chains: [], mongodbUri: set.uri })
  let endpoint: WatchedEndpoint | null = null
  let stopDelivering = async (): Promise<unknown> => undefined
  try {
    const options = { isQuiet: true, delivery: DELIVERY, environment: { ALLOW_LOOPBACK_RECEIVERS: 'true' } }
    const services = [await world.open(options), await world.open(options)] as const
    const organization = await createOrganization(services[0], 'Failover')
    const delivering = services.map(({ subgraphs }) => runWorkers(subgraphs.events.workers, { ...log, error() {} }))
    stopDelivering = () => Promise.all(delivering.map((workers) => workers.stop(CLOSE_MS)))
    endpoint = await openWatchedEndpoint(services[0].database, async (input) => {
      const made = await execute<Registered>(services[0].subgraphs.events, organization.admin, REGISTER, { input })
      return made.createWebhook.webhook.id
    })
    const agent = await createAgent(services[0], organization, 'Max $1,000,000 per transaction.')
    await credit(services[0], agent, FUNDS)
    // The product reads it for every transaction.
    if (fault) Object.assign(DURABLE, { w: 1, journal: false })
    const readers = await Promise.all(
      services.map((service, index) => readFeed(service, organization.admin, `the reader of service ${index}`)),
    )
    const load = startAcknowledgedLoad(services, agent)
    const elections = fault ? 1 : ELECTIONS[size]
    for (let election = 0; election < elections; election++) {
      await sleep(BETWEEN_MS[size])
      const way = WAYS[election % WAYS.length] as Way
      await loseWay(set, way, random)
      await load.answeredAgain(RECOVERY_MS)
    }
    await sleep(BETWEEN_MS[size])
    await load.stop()
    const gaps = (await Promise.all(readers.map((reader) => reader.findGaps()))).flat()
    await Promise.all(readers.map((reader) => reader.stop()))
    const lost = await findLost(services[0], load.acknowledged)
    const breaches = [...load.breaches, ...lost, ...gaps]
    const deaths = elections * services.length
    breaches.push(...(await (fault ? world.audit() : endpoint.auditDelivered(world, deaths))))
    const stallMax = size === 'full' ? STALL_MAX_MS : STALL_MAX_CI_MS
    if (load.longestStallMs() > stallMax) breaches.push(`nobody could pay for ${Math.round(load.longestStallMs())} ms`)
    const { size: acknowledged } = load.acknowledged
    const longestStallMs = load.longestStallMs()
    const told = readers.reduce((sum, reader) => sum + reader.told(), 0)
    const delivered = endpoint.told()
    return {
      figures: { elections, acknowledged, told, delivered, unanswered: load.unanswered(), longestStallMs },
      breaches,
    }
  } finally {
    Object.assign(DURABLE, durable)
    await endpoint?.close()
    await stopDelivering()
    await world.close()
    await set.close()
  }
}

interface Registered {
  readonly createWebhook: { readonly webhook: { readonly id: string } }
}

async function loseWay(set: ReplicaSet, way: Way, random: () => number): Promise<void> {
  const primary = await set.primary()
  const others = [0, 1, 2].filter((index) => index !== primary)
  switch (way) {
    case 'stepDown':
      return set.stepDown()
    case 'kill':
      await set.kill(primary)
      await sleep(random() * 1_000)
      return set.start(primary)
    case 'hang':
      set.pause(primary)
      await sleep(HANGS_MS)
      return set.resume(primary)
    case 'cutOff':
      // What it writes now nobody else has seen when it dies; the others elect one of themselves.
      await Promise.all(others.map((index) => set.kill(index)))
      await sleep(ALONE_MS)
      await set.kill(primary)
      await Promise.all(others.map((index) => set.start(index)))
      await set.primary()
      return set.start(primary)
  }
}
