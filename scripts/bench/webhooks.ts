/**
 * `webhooks`: deliveries per second to a receiver that answers after a millisecond, with the log, the delivery rows and their
 * attempts in the database, compared with bare signed posts to the same receiver in the same run; and how long a commit waits for
 * its first attempt at half that rate. A well-known webhook server does 7 % of the bare rate and 1.45 ms of CPU on two cores.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { startTemporary } from '../embedded/temporary.ts'
import { openWebhookWorld, WEBHOOK_SECRET, type WebhookProcess, type WebhookWorld } from '../prove/webhooks/world.ts'
import { median, quantile } from '../statistics.ts'
import { type BenchOptions, type BenchReport, formatTable, ratioOf } from './report.ts'
import type { Arrivals } from './webhookReceiverProcess.ts'

const ENDPOINTS = 8
const CONNECTIONS = 20
const ROUNDS = 3
const SECONDS_MIN = 2
const EVENTS_OF_ENDPOINT = 250
const WITHIN_MS = 120_000
/** Of the bare rate. */
const LEAST_SHARE = 0.15
const P95_MAX_MS = 17
const CPU_MAX_MS = 0.5

interface Receiver {
  readonly url: string
  /** What has come since the last time. */
  take(): Promise<Arrivals>
  close(): Promise<void>
}

interface Bench {
  readonly world: WebhookWorld
  readonly sender: WebhookProcess
  readonly receiver: Receiver
  readonly owners: readonly OrganizationPrincipal[]
}

export async function benchWebhooks({ seconds: wanted, print }: BenchOptions): Promise<BenchReport> {
  const embedded = await startTemporary({ prefix: 'bench', chains: [], onDisk: true })
  const world = await openWebhookWorld({ mongodbUri: embedded.mongodbUri })
  const receiver = await startReceiver()
  try {
    const sender = await world.open()
    const owners = Array.from({ length: ENDPOINTS }, world.newOrganization)
    for (const owner of owners) await sender.register(owner, { url: `${receiver.url}/hook` })
    sender.start()
    const bench: Bench = { world, sender, receiver, owners }
    const seconds = Math.max(wanted, SECONDS_MIN)
    await deliverAll(bench)
    const [bare, served, cpu]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await postBare(receiver, seconds))
      const { perSecond, cpuMs } = await deliverAll(bench)
      served.push(perSecond)
      cpu.push(cpuMs)
    }
    const waits = await commitAt(bench, median(served) / 2, seconds * ROUNDS)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(waits, share)) as [number, number, number]
    const cpuMs = median(cpu)
    print(
      formatTable([
        ['', 'per second', 'CPU each'],
        ['bare signed posts', median(bare).toFixed(0), ''],
        ['deliveries', median(served).toFixed(0), `${cpuMs.toFixed(2)} ms`],
      ]),
    )
    print(
      `commit to first attempt at half that rate: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    )
    return {
      bench: 'webhooks',
      results: [
        { name: 'bare signed posts', value: median(bare), unit: '1/s' },
        { name: 'deliveries', value: median(served), unit: '1/s' },
        { name: 'CPU of the service for each', value: cpuMs, unit: 'ms' },
        { name: 'commit to first attempt, p95', value: p95, unit: 'ms' },
      ],
      ratios: [
        ratioOf('deliveries / bare signed posts', { over: served, under: bare, target: LEAST_SHARE }),
        { name: `p95 within ${P95_MAX_MS} ms`, value: P95_MAX_MS / p95, target: 1, met: p95 <= P95_MAX_MS },
        { name: `CPU within ${CPU_MAX_MS} ms`, value: CPU_MAX_MS / cpuMs, target: 1, met: cpuMs <= CPU_MAX_MS },
      ],
    }
  } finally {
    await receiver.close()
    await world.close()
    await embedded.stop()
  }
}

/** As many as a sender could make that does nothing else. @returns per second */
async function postBare({ url, take }: Receiver, seconds: number): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const body = JSON.stringify({ event_id: 'evt_bench', type: 'payment.completed', data: { payment_id: 'pay_bench' } })
  const until = performance.now() + seconds * 1_000
  let posts = 0
  async function post(): Promise<void> {
    while (performance.now() < until) {
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const headers = {
        'content-type': 'application/json',
        'x-service-signature': `sha256=${createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')}`,
        'webhook-signature': createHmac('sha256', WEBHOOK_SECRET).update(`evt.${timestamp}.${body}`).digest('base64'),
      }
      const response = await pool.request({ method: 'POST', path: '/hook', headers, body })
      await response.body.dump()
      posts += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, post))
  await pool.close()
  await take()
  return posts / seconds
}

/** All at once: how fast the queues empty, and what that costs this process, with the commit. */
async function deliverAll({ world, sender, receiver, owners }: Bench): Promise<{ perSecond: number; cpuMs: number }> {
  const wanted = owners.length * EVENTS_OF_ENDPOINT
  const began = performance.timeOrigin + performance.now()
  const before = process.cpuUsage()
  await Promise.all(owners.map(({ orgId }) => world.commit(sender, orgId, EVENTS_OF_ENDPOINT)))
  const arrivals = await takeAll(receiver, wanted)
  const { user, system } = process.cpuUsage(before)
  const lastAt = Math.max(...arrivals.map(([, at]) => at))
  return { perSecond: (wanted * 1_000) / (lastAt - began), cpuMs: (user + system) / 1_000 / wanted }
}

/** Commits that come whether or not those before are delivered, to the endpoints in turn. @returns waits in milliseconds */
async function commitAt(
  { world, sender, receiver, owners }: Bench,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const count = Math.floor(perSecond * seconds)
  const committed = new Map<string, number>()
  const startedAt = performance.now()
  const all: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    const early = startedAt + (index * 1_000) / perSecond - performance.now()
    if (early > 1) await sleep(early)
    const { orgId } = owners[index % owners.length] as OrganizationPrincipal
    all.push(
      world.commit(sender, orgId, 1).then(([paymentId = '']) => {
        committed.set(paymentId, performance.timeOrigin + performance.now())
      }),
    )
  }
  await Promise.all(all)
  const arrivals = await takeAll(receiver, count)
  return arrivals.map(([paymentId, at]) => Math.max(0, at - Number(committed.get(paymentId))))
}

async function takeAll({ take }: Receiver, wanted: number): Promise<Arrivals> {
  const arrivals: Arrivals[number][] = []
  const deadline = performance.now() + WITHIN_MS
  while (arrivals.length < wanted) {
    if (performance.now() > deadline) throw new Error(`${arrivals.length} of ${wanted} deliveries came in time`)
    await sleep(20)
    arrivals.push(...(await take()))
  }
  return arrivals
}

async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(new URL('webhookReceiverProcess.ts', import.meta.url))
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async take() {
      const told = once(child, 'message') as Promise<[Arrivals]>
      child.send('take')
      return (await told)[0]
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
