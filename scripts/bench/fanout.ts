/**
 * `fanout`: one event with two entity joins to many graphql-ws clients, beside a plain graphql-ws server of one schema in the same run
 * (gateway 8.2). Delivery runs from just before an event is published, in the service just before its commit, to when each client has
 * it. The clients share the cores with the server, and are part of what is measured. Of the service everything counts: the commit of
 * the event, reading it from the database, the joins and whatever else goes on; the plain server has its event and joins in memory.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SERVER_LIMITS } from '../../gateway/httpServer.ts'
import { DEFAULT_SOCKET_LIMITS } from '../../gateway/subscriptions/socketLimits.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { quantile } from '../statistics.ts'
import type { FanoutOrder, FanoutTold } from './fanoutClients.ts'
import { type BenchOrganization, seedOrganization, submitOrThrow } from './organization.ts'
import { openPlainServer } from './plainServer.ts'
import { type BenchOptions, type BenchReport, type Figure, formatTable } from './report.ts'
import { openWorld, type World } from './world.ts'

const CLIENTS = [1_000, 5_000] as const
/** From when all clients have one event to the next, so that no side is measured with another one on its way. */
const BETWEEN_MS = 250
const EVENTS_MIN = 8
/** Not measured: plans are made, and code is compiled. */
const WARM_UP = 2
const SELECTION = 'type cursor data agent { id name } wallet { id sequence }'
/** All clients are one caller at one address here, and connect at once. */
const UNBOUNDED = { burst: 1e9, perSecond: 1e9 }
const TARGETS = { p99: 4, cpu: 3 } as const

interface Measured {
  readonly p50: number
  readonly p99: number
  /** Microseconds of the server for each delivery. */
  readonly cpu: number
}

export async function benchFanout({ seconds, full, print }: BenchOptions): Promise<BenchReport> {
  const limits = [{ ...DEFAULT_SERVER_LIMITS }, { ...DEFAULT_SOCKET_LIMITS }] as const
  Object.assign(DEFAULT_SERVER_LIMITS, { connectionsPerAddressMax: null })
  Object.assign(DEFAULT_SOCKET_LIMITS, { socketsMax: 1e6, pendingMax: 1e6, messagesOfCaller: UNBOUNDED })
  const events = WARM_UP + Math.max(EVENTS_MIN, Math.round((seconds * 1_000) / BETWEEN_MS))
  const results: Figure[] = []
  const rows = [['', 'clients', 'p50', 'p99', 'CPU a delivery']]
  const measured = new Map<string, Measured>()
  const world = await openWorld()
  const plain = await openPlainServer()
  try {
    const organization = await seedOrganization(world, { name: 'Fanout', wallets: 1 })
    for (const clients of full ? CLIENTS : CLIENTS.slice(0, 1)) {
      const sides = {
        service: () => measure(ofService(world, organization, { clients, events })),
        'plain graphql-ws': () => measure(ofPlain(plain, { clients, events })),
      }
      for (const [name, run] of Object.entries(sides)) {
        const figures = await run()
        measured.set(`${name} ${clients}`, figures)
        const shown = [figures.p50, figures.p99].map((ms) => `${ms.toFixed(0)} ms`)
        rows.push([name, String(clients), ...shown, `${figures.cpu.toFixed(0)} us`])
        results.push({ name: `p99 of ${name}, ${clients} clients`, value: figures.p99, unit: 'ms' })
        results.push({ name: `CPU of ${name}, ${clients} clients`, value: figures.cpu, unit: 'us' })
      }
    }
    print(formatTable(rows))
    return { bench: 'fanout', results, ratios: ratiosOf(measured, full ? CLIENTS[1] : CLIENTS[0]) }
  } finally {
    Object.assign(DEFAULT_SERVER_LIMITS, limits[0])
    Object.assign(DEFAULT_SOCKET_LIMITS, limits[1])
    await plain.close()
    await world.close()
  }
}

function ratiosOf(measured: ReadonlyMap<string, Measured>, clients: number): BenchReport['ratios'] {
  const [own, plain] = ['service', 'plain graphql-ws'].map((name) => measured.get(`${name} ${clients}`))
  return (Object.keys(TARGETS) as (keyof typeof TARGETS)[]).map((name) => {
    const value = (plain?.[name] ?? 0) / (own?.[name] ?? Number.POSITIVE_INFINITY)
    const target = TARGETS[name]
    return {
      name: `${name} of plain graphql-ws over that of the service, ${clients} clients`,
      value,
      target,
      met: value >= target,
    }
  })
}

interface Side {
  readonly order: FanoutOrder
  publish(number: number): Promise<void> | void
}
type Load = Pick<FanoutOrder, 'clients' | 'events'>

let deposits = 0

function ofService({ service, url }: World, { orgId, agents }: BenchOrganization, load: Load): Side {
  const [agent] = agents
  if (agent === undefined) throw new Error('an organization without agents')
  const query = `subscription { events(filter: { types: ["deposit.credited"] }) { ${SELECTION} } }`
  const params = { authorization: `Bearer ${agent.token}` }
  return {
    order: { ...load, url: `${url.replace(/^http/, 'ws')}/graphql`, params, query },
    async publish() {
      const hash = `0x${(++deposits).toString(16).padStart(64, 'f')}`
      const deposit = creditDepositIntent({
        ...{ _id: `dep_base_${hash}`, orgId, mode: 'test', walletId: agent.walletId, token: 'USDC', chain: 'base' },
        ...{ amount: 1_000_000n, from: `0x${'0'.repeat(40)}`, txHash: hash, block: 1, blockHash: hash },
      })
      await submitOrThrow(service, deposit)
    },
  }
}

const ofPlain = ({ url, publish }: Awaited<ReturnType<typeof openPlainServer>>, load: Load): Side => ({
  order: { ...load, url, params: {}, query: `subscription { events { ${SELECTION} } }` },
  publish,
})

async function measure({ order, publish }: Side): Promise<Measured> {
  const child = fork(new URL('./fanoutClients.ts', import.meta.url), { stdio: 'inherit', serialization: 'advanced' })
  await once(child, 'spawn')
  try {
    const subscribed = toldBy(child)
    child.send(order)
    await subscribed
    // The last subscriptions are on their way.
    await sleep(1_000)
    const waits: number[] = []
    let before = process.cpuUsage()
    for (let number = 0; number < order.events; number++) {
      if (number === WARM_UP) before = process.cpuUsage()
      const arrived = toldBy(child)
      const publishedAt = performance.timeOrigin + performance.now()
      await publish(number)
      const told = await arrived
      if (number >= WARM_UP && 'arrivals' in told) waits.push(...told.arrivals.map((at) => at - publishedAt))
      await sleep(BETWEEN_MS)
    }
    const { user, system } = process.cpuUsage(before)
    return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), cpu: (user + system) / waits.length }
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

/** @throws Error when the process ends before it tells something */
function toldBy(child: ChildProcess): Promise<FanoutTold> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the clients have ended'))
    child.once('exit', onExit)
    child.once('message', (told) => {
      child.off('exit', onExit)
      resolve(told as FanoutTold)
    })
  })
}
