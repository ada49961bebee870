/**
 * No input at a port crashes or blocks a process: thousands of malformed, aborted, half-closed and slow connections against
 * a gateway and a subgraph in separate processes, while a well-behaved client at a fixed rate is not affected. `--fault`
 * starts a gateway that accepts every upgrade and parses its URL without catching errors.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '../statistics.ts'
import type { AttackOrder, AttackReport } from './hostileWire/attack.ts'
import { type ClientResult, openGoodClient } from './hostileWire/goodClient.ts'
import { type ServiceProcess, startServiceProcess } from './hostileWire/serviceProcess.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { openWorld, type ProveWorld } from './world.ts'

interface Plan {
  readonly connections: number
  readonly perSecond: number
  /** How long the good client runs alone, before the attack. */
  readonly undisturbedMs: number
  /** Connections kept open by a byte now and then; the service waits three times as long for a body as for headers. */
  readonly slowHeaders: number
  readonly slowBodies: number
  readonly silentSockets: number
}

const PLANS: Readonly<Record<ProofInput['size'], Plan>> = {
  ci: { connections: 300, perSecond: 200, undisturbedMs: 1_500, slowHeaders: 30, slowBodies: 0, silentSockets: 30 },
  full: {
    connections: 20_000,
    perSecond: 200,
    undisturbedMs: 20_000,
    slowHeaders: 200,
    slowBodies: 200,
    silentSockets: 200,
  },
}
const P50_FACTOR_MAX = 2
const P99_FACTOR_MAX = 4

export async function proveHostileWire({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const plan = PLANS[size]
  const world = await openWorld({ chains: [] })
  const processes: ServiceProcess[] = []
  try {
    const { gateway, subgraph, key } = await startProcesses(world, fault, processes)
    const client = openGoodClient(gateway.url, key)
    await client.run(500)
    const before = await client.run(plan.undisturbedMs)
    const attack = startAttack({ ...plan, seed, gatewayPort: portOf(gateway), subgraphPort: portOf(subgraph) })
    const beside = await client.runUntil(Promise.race([attack, gateway.ended, subgraph.ended]))
    // After a crash of the service there is nothing to wait for.
    const report = await Promise.race([attack, sleep(1_000, null)])
    await client.close()
    return {
      figures: figuresOf(before, beside, report),
      breaches: [
        ...processes.flatMap((one) => one.breaches()),
        ...before.errors.map((error) => `undisturbed, the good client saw ${error}`),
        ...beside.errors.map((error) => `the good client saw ${error}`),
        ...(report === null ? ['the attack could not be finished'] : report.breaches),
        ...(size === 'full' ? findSlowdown(before, beside) : []),
      ],
    }
  } finally {
    for (const one of processes) await one.stop()
    await world.close()
  }
}

/** A gateway whose subgraph `agents` is in another process, over HTTP. */
async function startProcesses(world: ProveWorld, fault: boolean, processes: ServiceProcess[]) {
  const { subgraphs } = await world.open()
  const { keys } = await subgraphs.agents.createOrganization({ name: 'Hostile wire' })
  const environment = {
    ...world.environment,
    ...{ SUBGRAPH_SECRET: '09'.repeat(32), RUN_WORKERS: 'false', LOG_LEVEL: 'info' },
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
  }
  const subgraph = await startServiceProcess('subgraph', 'scripts/subgraph.ts', ['agents'], environment)
  processes.push(subgraph)
  const entry = fault ? 'scripts/prove/hostileWire/carelessGateway.ts' : 'gateway/main.ts'
  const gateway = await startServiceProcess('gateway', entry, [], {
    ...environment,
    SUBGRAPH_URLS: `agents=${subgraph.url}`,
  })
  processes.push(gateway)
  return { gateway, subgraph, key: keys.test ?? '' }
}

/** In a thread of its own, so that it does not delay the client's requests. */
async function startAttack(order: AttackOrder): Promise<AttackReport> {
  const worker = new Worker(new URL('./hostileWire/attack.ts', import.meta.url), { workerData: order })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the attack ended without a report')))
  })
}

function findSlowdown(before: ClientResult, beside: ClientResult): string[] {
  const breaches: string[] = []
  for (const [share, times] of [
    [0.5, P50_FACTOR_MAX],
    [0.99, P99_FACTOR_MAX],
  ] as const) {
    const [alone, disturbed] = [quantile(before.latenciesMs, share), quantile(beside.latenciesMs, share)]
    if (disturbed > alone * times)
      breaches.push(
        `p${share * 100} ${disturbed.toFixed(1)} ms, more than ${times} times the ${alone.toFixed(1)} ms alone`,
      )
  }
  return breaches
}

function figuresOf(before: ClientResult, beside: ClientResult, report: AttackReport | null) {
  return {
    connections: report?.connections ?? 0,
    answered: report?.answered ?? 0,
    slowestEndedMs: report?.slowestEndedMs ?? 0,
    good: beside.latenciesMs.length,
    p50AloneMs: quantile(before.latenciesMs, 0.5),
    p50Ms: quantile(beside.latenciesMs, 0.5),
    p99AloneMs: quantile(before.latenciesMs, 0.99),
    p99Ms: quantile(beside.latenciesMs, 0.99),
  }
}

const portOf = ({ url }: ServiceProcess): number => Number(new URL(url).port)
