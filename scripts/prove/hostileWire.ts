/**
 * Nothing that arrives at a port ends a process or holds it: thousands of malformed, torn, half-closed and slow connections
 * against a gateway and a subgraph in processes of their own, and beside them a client at a fixed rate that notices
 * nothing. `--fault` starts a gateway that takes over every upgrade and reads its address without care.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AttackOrder, AttackReport } from './hostileWire/attack.ts'
import { openGoodClient, type Seen } from './hostileWire/goodClient.ts'
import { type ServiceProcess, startProcess } from './hostileWire/serviceProcess.ts'
import { type ProofInput, type ProofResult, quantile } from './proof.ts'
import { openWorld, type ProveWorld } from './world.ts'

interface Plan {
  readonly connections: number
  readonly perSecond: number
  /** Of the good client alone, before. */
  readonly undisturbedMs: number
  /** Held open by a byte now and then; those of bodies may last three times as long as those of headers. */
  readonly slowHeaders: number
  readonly slowBodies: number
  readonly silentSockets: number
}

const PLANS: Readonly<Record<ProofInput['size'], Plan>> = {
  ci: { connections: 1_500, perSecond: 200, undisturbedMs: 2_500, slowHeaders: 30, slowBodies: 0, silentSockets: 30 },
  full: {
    connections: 20_000,
    perSecond: 200,
    undisturbedMs: 20_000,
    slowHeaders: 200,
    slowBodies: 200,
    silentSockets: 200,
  },
}
const P50_TIMES = 2
const P99_TIMES = 4

export async function proveHostileWire({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const plan = PLANS[size]
  const world = await openWorld({ withChain: false })
  const processes: ServiceProcess[] = []
  try {
    const { gateway, subgraph, key } = await openService(world, fault, processes)
    const client = openGoodClient(gateway.url, key)
    await client.run(500)
    const before = await client.run(plan.undisturbedMs)
    const attack = startAttack({ ...plan, seed, gatewayPort: portOf(gateway), subgraphPort: portOf(subgraph) })
    const beside = await client.runUntil(Promise.race([attack, gateway.ended, subgraph.ended]))
    // With a dead service there is nothing to wait for.
    const report = await Promise.race([attack, sleep(1_000, null)])
    await client.close()
    return {
      figures: figuresOf(before, beside, report),
      breaches: [
        ...processes.flatMap((one) => one.breaches()),
        ...before.errors.map((error) => `undisturbed, the good client saw ${error}`),
        ...beside.errors.map((error) => `the good client saw ${error}`),
        ...(report === null ? ['the attack could not be finished'] : report.breaches),
        ...(size === 'full' ? slowness(before, beside) : []),
      ],
    }
  } finally {
    for (const one of processes) await one.stop()
    await world.close()
  }
}

/** A gateway whose agents are behind HTTP, in another process. */
async function openService(world: ProveWorld, fault: boolean, processes: ServiceProcess[]) {
  const { subgraphs } = await world.open()
  const { keys } = await subgraphs.agents.createOrganization({ name: 'Hostile wire' })
  const environment = {
    ...world.environment,
    ...{ SUBGRAPH_SECRET: '09'.repeat(32), RUN_WORKERS: 'false', LOG_LEVEL: 'info' },
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
  }
  const subgraph = await startProcess('subgraph', 'scripts/subgraph.ts', ['agents'], environment)
  processes.push(subgraph)
  const entry = fault ? 'scripts/prove/hostileWire/carelessGateway.ts' : 'gateway/main.ts'
  const gateway = await startProcess('gateway', entry, [], { ...environment, SUBGRAPH_URLS: `agents=${subgraph.url}` })
  processes.push(gateway)
  return { gateway, subgraph, key: keys.test ?? '' }
}

/** In a thread of its own, so that it does not hold up the client's clock. */
async function startAttack(order: AttackOrder): Promise<AttackReport> {
  const worker = new Worker(new URL('./hostileWire/attack.ts', import.meta.url), { workerData: order })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the attack ended without a report')))
  })
}

function slowness(before: Seen, beside: Seen): string[] {
  const breaches: string[] = []
  for (const [share, times] of [
    [0.5, P50_TIMES],
    [0.99, P99_TIMES],
  ] as const) {
    const [alone, disturbed] = [quantile(before.latenciesMs, share), quantile(beside.latenciesMs, share)]
    if (disturbed > alone * times)
      breaches.push(
        `p${share * 100} ${disturbed.toFixed(1)} ms, more than ${times} times the ${alone.toFixed(1)} ms alone`,
      )
  }
  return breaches
}

function figuresOf(before: Seen, beside: Seen, report: AttackReport | null) {
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
