/**
 * Fault isolation of settlement: while an endpoint, a nonce, a wallet's key, a row, a relayer account or the chain of
 * another organization's payment is faulty, the payments of a healthy organization complete within three times their
 * undisturbed time. Afterwards the faulty payments have ended as they should, and ledger and chain agree about them.
 * `--fault` makes following the blocks depend on every endpoint.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import type { SettlementOptions } from '../../subgraphs/payments/settlement/network/network.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import { quantile } from '../statistics.ts'
import { countBatches } from './countBatches.ts'
import { type ProofContext, untilTrue } from './isolationContext.ts'
import { SCENARIOS, type Scenario } from './isolationScenarios.ts'
import { createAgent, createOrganization, fundByFaucet, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openRpcFaults } from './rpcProxy.ts'
import { openWorld, type WorldNode } from './world.ts'

const ROUNDS = { ci: 1, full: 10 } as const
const BURST = { ci: 8, full: 20 } as const
const FACTOR_MAX = 3
/** Lower bound for the undisturbed time on a busy machine; at full size it is used as measured. */
const FLOOR_MS = { ci: 2_000, full: 0 } as const
const BURST_MS_MAX = 30_000
const UNITS = 1_000n
const FUNDS = '500'

/** The service's defaults are for blocks of some seconds; these blocks are ten times faster. */
const OPTIONS: Partial<SettlementOptions> = {
  ...{ leaseMs: 3_000, queuePollMs: 50, nonceCheckMs: 300, resendAfterMs: 1_000, bumpFeeAfterMs: 1_000 },
  ...{ stuckAfterMs: 1_000, overdueAfterMs: 5_000, pauseMs: 300, pauseMaxMs: 1_000, authorizationTriesMax: 2 },
}

/** Of all rounds. */
interface Findings {
  readonly undisturbed: number[]
  readonly disturbed: number[]
  readonly longest: Record<string, number>
  readonly breaches: string[]
  batches: number
}

export async function proveSettleIsolation({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const findings: Findings = { undisturbed: [], disturbed: [], longest: {}, breaches: [], batches: 0 }
  for (let round = 0; round < ROUNDS[size]; round++) {
    await runRound({ size, fault, random }, findings)
    // One breach is enough to show that the fault is detected.
    if (fault && findings.breaches.length > 0) break
  }
  const { undisturbed, disturbed, longest, breaches } = findings
  return {
    figures: {
      scenarios: disturbed.length,
      undisturbedP50Ms: quantile(undisturbed, 0.5),
      disturbedP50Ms: quantile(disturbed, 0.5),
      disturbedMaxMs: Math.max(0, ...disturbed),
      timesUndisturbedMax: Math.max(0, ...disturbed) / quantile(undisturbed, 0.5),
      ...longest,
      batches: findings.batches,
    },
    breaches,
  }
}

/** All scenarios once, in random order, on a new database and chain. */
async function runRound(
  { size, fault, random }: Pick<ProofInput, 'size' | 'fault'> & { random: () => number },
  findings: Findings,
): Promise<void> {
  const { undisturbed, disturbed, longest, breaches } = findings
  const world = await openWorld({ chains: ['base'] })
  try {
    const { rpcUrl, reorganize } = world.nodes.base as WorldNode
    const endpoints = await openRpcFaults(rpcUrl, 2)
    const hooks: ProofContext['hooks'] = { onStored: null }
    const settlement = {
      options: OPTIONS,
      async onStep(step: string, subject: string) {
        if (step === 'stored') await hooks.onStored?.(subject)
        // With the fault, an endpoint that is down stops the block cursor.
        if (fault && step === 'blockApplied' && endpoints.down.size > 0) throw new Error('an endpoint is down')
      },
    }
    const service = await world.open({
      withWorkers: true,
      isQuiet: true,
      rpcUrls: { base: endpoints.urls.join() },
      settlement,
    })
    const context = await openContext({
      ...{ service, rpcUrl, endpoints, hooks, size, reorganize },
      healthy: null,
    })
    // A warm-up, not counted.
    await burst(context, BURST[size])
    for (const scenario of fault ? SCENARIOS.slice(0, 1) : shuffle(SCENARIOS, random)) {
      undisturbed.push(await burst(context, BURST[size]))
      const allowed = FACTOR_MAX * Math.max(FLOOR_MS[size], quantile(undisturbed, 0.5))
      // With the fault there is no end to wait for.
      const done = await runScenario(context, scenario, BURST[size], fault ? allowed + 1 : BURST_MS_MAX)
      if (done.tookMs > allowed)
        breaches.push(
          `${scenario.name}: the healthy organization took ${Math.round(done.tookMs)} ms, allowed are ${Math.round(allowed)} ms`,
        )
      breaches.push(...done.breaches.map((breach) => `${scenario.name}: ${breach}`))
      disturbed.push(done.tookMs)
      longest[scenario.figure] = Math.max(longest[scenario.figure] ?? 0, done.tookMs)
      if (fault && breaches.length > 0) break
    }
    findings.batches += await countBatches(service.database)
    if (!fault && findings.batches === 0) breaches.push('no payments shared a transaction')
    breaches.push(...(await world.audit()))
    await endpoints.close()
  } finally {
    await world.close()
  }
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one)
}

type ContextParts = Omit<ProofContext, 'healthy' | 'openAgent'> & { healthy: null }

async function openContext(opening: ContextParts): Promise<ProofContext> {
  const { service } = opening
  const openAgent: ProofContext['openAgent'] = async (name, funds = FUNDS) => {
    const organization = await createOrganization(service, name)
    const agent = await createAgent(service, organization, 'Max $100 per transaction.')
    const { walletId } = agent
    await fundByFaucet(service, organization, { walletId, amount: funds })
    const positions = service.database.collection<{ walletId: string; balances: object }>('positions')
    await untilTrue('the deposit', async () => {
      const row = await positions.findOne({ walletId, 'balances.base:USDC.available': { $gt: 0n } })
      return row !== null
    })
    return { organization, agent }
  }
  return { ...opening, openAgent, healthy: (await openAgent('Healthy')).agent }
}

/** Milliseconds until as many payments of the healthy organization are completed. */
async function burst({ service, healthy }: ProofContext, count: number, withinMs = BURST_MS_MAX): Promise<number> {
  const began = performance.now()
  const outcomes = await Promise.all(Array.from({ length: count }, () => pay(service, healthy, { units: UNITS })))
  const ids = outcomes.map((outcome) => {
    if ('refused' in outcome) throw new Error(`the healthy organization was refused: ${outcome.refused}`)
    return outcome.paymentId
  })
  const payments = service.database.collection<PaymentRow>('payments')
  while (performance.now() - began < withinMs) {
    const completed = await payments.countDocuments({ _id: { $in: ids as PaymentId[] }, status: 'completed' })
    if (completed === count) return performance.now() - began
    await sleep(20)
  }
  return withinMs
}

async function runScenario(
  context: ProofContext,
  scenario: Scenario,
  count: number,
  withinMs: number,
): Promise<{ tookMs: number; breaches: readonly string[] }> {
  let tookMs = withinMs
  try {
    const injected = await scenario.inject(context)
    try {
      tookMs = await burst(context, count, withinMs)
    } finally {
      await injected.repair()
    }
    return { tookMs, breaches: await injected.verify() }
  } catch (error) {
    return { tookMs, breaches: [error instanceof Error ? error.message : String(error)] }
  }
}
