/**
 * Soak (reliability 7.2): payments and holds at a steady rate, settled on a chain, for half an hour at full size. What is in
 * memory after a collection, open handles and everything that waits must not grow; a slope over the measurements says so.
 * `--fault` keeps something of every response.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Service } from '../../gateway/compose.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { waitUntil } from '../waitUntil.ts'
import { createAgent, createOrganization, fundByFaucet, PAYEE, type ProveOrganization, pay } from './organization.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const RUN_MS = { ci: 15_000, full: 1_800_000 } as const
/** With the fault it ends as soon as the slope says so: how long that takes is up to the machine. */
const FAULT_RUN_MS = 60_000
const MEASURED_EVERY_MS = { ci: 500, full: 10_000 } as const
/** Caches fill and code is compiled meanwhile. */
const WARM_SHARE = { ci: 0.4, full: 0.2 } as const
const PAYMENTS_PER_SECOND = 8
const HOLD_EVERY = 10
/** Eight bytes each. */
const LEAK_NUMBERS = 250_000
/** By the end, as the slope has it. In a short run caches are still filling. */
const GROWTH_MAX: Readonly<Record<'ci' | 'full', Sample>> = {
  ci: { heapMb: 25, handles: 150, waiting: 150 },
  full: { heapMb: 25, handles: 15, waiting: 30 },
}
/** On a busy machine it takes longer until a slope says something. */
const SAMPLES_MIN = 12
const QUIET_MS = 60_000
/** On a machine that has more to do than it can. */
const BUSY: readonly string[] = ['service_unavailable', 'gateway_timeout']

interface Sample {
  readonly heapMb: number
  readonly handles: number
  /** Intents, tasks and payments that have not ended. */
  readonly waiting: number
}

interface LoadOptions {
  readonly runMs: number
  readonly measuredEveryMs: number
  /** Ends it before its time. */
  readonly isFound: (samples: readonly Sample[]) => boolean
}

const CREATE = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
const VOID = 'mutation ($input: VoidHoldInput!) { voidHold(input: $input) { hold { id } } }'

export async function proveSoak({ size, fault }: ProofInput): Promise<ProofResult> {
  const collect = exposeCollection()
  const world = await openWorld({ chains: ['base'] })
  try {
    const service = await world.open({ withWorkers: true })
    const organization = await createOrganization(service, 'Soak')
    const agent = await createAgent(service, organization, 'Max $1,000,000 per transaction.')
    await fundByFaucet(service, organization, { walletId: agent.walletId, amount: '1000' })
    await waitUntil('the deposit', () => service.database.collection('positions').findOne(funded(agent.walletId)))
    const kept: unknown[] = []
    const figures = { payments: 0, holds: 0, busy: 0, samples: 0 }
    const breaches: string[] = []
    const one = async (): Promise<void> => {
      if (fault) kept.push(new Array(LEAK_NUMBERS).fill(0.5))
      const outcome = await pay(service, agent, { units: 1n })
      if ('paymentId' in outcome) figures.payments += 1
      else if (BUSY.includes(outcome.refused)) figures.busy += 1
      else breaches.push(`a payment is refused with ${outcome.refused}`)
      if (figures.payments % HOLD_EVERY === 0 && (await placeAndVoid(service, organization, agent.walletId)))
        figures.holds += 1
    }
    const runMs = fault ? FAULT_RUN_MS : RUN_MS[size]
    const grownBy = (taken: readonly Sample[]) => growthOf(taken.slice(Math.floor(taken.length * WARM_SHARE[size])))
    const isFound = (taken: readonly Sample[]) => fault && grownBy(taken).heapMb > GROWTH_MAX[size].heapMb
    const counted = () => one().catch((error: Error) => void breaches.push(`a payment or hold fails: ${error.stack}`))
    const samples = await load(counted, { runMs, measuredEveryMs: MEASURED_EVERY_MS[size], isFound }, async () => {
      collect()
      return measure(service)
    })
    figures.samples = samples.length
    const isPaid = async () => (await measure(service)).waiting === 0
    await waitUntil('all is paid', isPaid, QUIET_MS).catch((error: Error) => breaches.push(error.message))
    const growth = grownBy(samples)
    for (const name of ['heapMb', 'handles', 'waiting'] as const)
      if (growth[name] > GROWTH_MAX[size][name])
        breaches.push(`${name} grows by ${growth[name].toFixed(1)}, above ${GROWTH_MAX[size][name]}`)
    const { heapMb = 0, handles = 0, waiting = 0 } = samples.at(-1) ?? {}
    const grown = { heapGrowthMb: growth.heapMb, handleGrowth: growth.handles, waitingGrowth: growth.waiting }
    // After half an hour its figures are not to be lost.
    const audited = world.audit().catch((error: Error) => [`the audit has ended with ${error.message}`])
    breaches.push(...(await audited))
    return { figures: { ...figures, heapMb, handles, waiting, ...grown }, breaches: breaches.slice(0, 100) }
  } finally {
    await world.close()
  }
}

const funded = (walletId: string) => ({ walletId, 'balances.base:USDC.available': { $gt: 0n } })

/** Steady: a payment that takes long does not hold up the next. */
async function load(
  one: () => Promise<void>,
  { runMs, measuredEveryMs, isFound }: LoadOptions,
  sample: () => Promise<Sample>,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const began = performance.now()
  const running = new Set<Promise<void>>()
  let measuredAt = began
  for (let sent = 0; performance.now() - began < runMs || samples.length < SAMPLES_MIN; ) {
    if (samples.length >= SAMPLES_MIN && isFound(samples)) break
    for (; sent < ((performance.now() - began) / 1_000) * PAYMENTS_PER_SECOND; sent++) {
      const payment = one().finally(() => running.delete(payment))
      running.add(payment)
    }
    if (performance.now() - measuredAt >= measuredEveryMs) {
      measuredAt = performance.now()
      samples.push(await sample())
    }
    await sleep(10)
  }
  await Promise.all(running)
  return samples
}

async function measure({ database, commit }: Service): Promise<Sample> {
  const pending = await database.collection('payments').countDocuments({ status: 'pending' })
  const tasks = await database.collection('settlementTasks').countDocuments({})
  return {
    heapMb: process.memoryUsage().heapUsed / 1_048_576,
    handles: process.getActiveResourcesInfo().length,
    waiting: pending + tasks + commit.stats().queued,
  }
}

async function placeAndVoid(service: Service, { admin }: ProveOrganization, walletId: string): Promise<boolean> {
  const input = { walletId, amount: '0.001', token: 'USDC', chain: 'base', merchant: PAYEE }
  const { payments } = service.subgraphs
  try {
    const { createHold } = await execute<{ createHold: { hold: { id: string } } }>(payments, admin, CREATE, { input })
    await execute(payments, admin, VOID, { input: { holdId: createHold.hold.id } })
    return true
  } catch (error) {
    if (error instanceof DomainError && BUSY.includes(error.type)) return false
    throw error
  }
}

/**
 * From the first sample to the last, by the median of the slopes between any two (Theil and Sen): what leaks grows between
 * most of them, while a minute in which the machine is busy moves few.
 */
function growthOf(samples: readonly Sample[]): Sample {
  const grow = (name: keyof Sample): number => {
    const slopes = samples.flatMap((from, index) =>
      samples.slice(index + 1).map((to, further) => (to[name] - from[name]) / (further + 1)),
    )
    return (slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0) * (samples.length - 1)
  }
  return { heapMb: grow('heapMb'), handles: grow('handles'), waiting: grow('waiting') }
}

/** What is still reachable, not what has not been collected yet. */
function exposeCollection(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
