/**
 * One bad thing harms only itself: while something is wrong with an endpoint, a nonce, a wallet's key, a row, an account
 * or the chain's memory, and always with somebody else's payment, the payments of a healthy organization complete within
 * three times the time that they take undisturbed. Afterwards the bad thing itself has ended as it should, and ledger and
 * chain agree about it. `--fault` lets following the blocks depend on every endpoint again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import type { SettlementOptions } from '../../subgraphs/payments/settlement/network/network.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import { SCENARIOS, type Scenario } from './isolationScenarios.ts'
import { type Stage, untilTrue } from './isolationStage.ts'
import { createAgent, createOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult, quantile } from './proof.ts'
import { openRpcFaults } from './rpcFaults.ts'
import { execute, openWorld } from './world.ts'

const ROUNDS = { ci: 1, full: 10 } as const
const BURST = { ci: 8, full: 20 } as const
const TIMES = 3
/** On a machine that does other things a shorter time says nothing; at full size it is taken as it was measured. */
const FLOOR_MS = { ci: 2_000, full: 0 } as const
const GIVE_UP_MS = 30_000
const UNITS = 1_000n
const FUNDS = '500'

/** The product's own times are for chains of seconds; this one is ten times faster. */
const OPTIONS: Partial<SettlementOptions> = {
  ...{ leaseMs: 3_000, queuePollMs: 50, nonceCheckMs: 300, resendAfterMs: 1_000, bumpFeeAfterMs: 1_000 },
  ...{ stuckAfterMs: 1_000, overdueAfterMs: 10_000, pauseMs: 300, pauseMaxMs: 1_000, authorizationTriesMax: 2 },
}

/** What all rounds have measured and found. */
interface Findings {
  readonly undisturbed: number[]
  readonly disturbed: number[]
  readonly longest: Record<string, number>
  readonly breaches: string[]
}

export async function proveSettleIsolation({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const findings: Findings = { undisturbed: [], disturbed: [], longest: {}, breaches: [] }
  for (let round = 0; round < ROUNDS[size]; round++) {
    await playRound({ size, fault, random }, findings)
    // One breach is enough to turn it red.
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
    },
    breaches,
  }
}

/** All scenarios once, in any order, on a database and a chain of their own. */
async function playRound(
  { size, fault, random }: Pick<ProofInput, 'size' | 'fault'> & { random: () => number },
  { undisturbed, disturbed, longest, breaches }: Findings,
): Promise<void> {
  const world = await openWorld({ withChain: true })
  try {
    const rpcUrl = world.rpcUrl ?? ''
    const endpoints = await openRpcFaults(rpcUrl, 2)
    const hooks: Stage['hooks'] = { onStored: null }
    const settlement = {
      options: OPTIONS,
      async onStep(step: string, subject: string) {
        if (step === 'stored') await hooks.onStored?.(subject)
        // With the fault a dead endpoint keeps the cursor where it is.
        if (fault && step === 'blockApplied' && endpoints.dead.size > 0) throw new Error('an endpoint is dead')
      },
    }
    const service = await world.open({ withWorkers: true, isQuiet: true, rpcUrl: endpoints.urls.join(), settlement })
    const stage = await openStage({ ...{ service, rpcUrl, endpoints, hooks, size }, healthy: null })
    // The first one warms up and is not counted.
    await burst(stage, BURST[size])
    for (const scenario of inAnyOrder(SCENARIOS, random)) {
      undisturbed.push(await burst(stage, BURST[size]))
      const done = await disturb(stage, scenario, BURST[size])
      const allowed = TIMES * Math.max(FLOOR_MS[size], quantile(undisturbed, 0.5))
      if (done.tookMs > allowed)
        breaches.push(`${scenario.name}: the others took ${Math.round(done.tookMs)} of ${Math.round(allowed)} ms`)
      breaches.push(...done.breaches.map((breach) => `${scenario.name}: ${breach}`))
      disturbed.push(done.tookMs)
      longest[scenario.figure] = Math.max(longest[scenario.figure] ?? 0, done.tookMs)
      if (fault && breaches.length > 0) break
    }
    await endpoints.close()
  } finally {
    await world.close()
  }
}

function inAnyOrder<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

type Opening = Omit<Stage, 'healthy' | 'openAgent'> & { healthy: null }

async function openStage(opening: Opening): Promise<Stage> {
  const { service } = opening
  const openAgent: Stage['openAgent'] = async (name, funds = FUNDS) => {
    const organization = await createOrganization(service, name)
    const agent = await createAgent(service, organization, 'Max $100 per transaction.')
    const { walletId } = agent
    const faucet = `mutation ($input: FaucetInput!) { faucet(input: $input) { txHash } }`
    await execute(service.subgraphs.payments, organization.admin, faucet, { input: { walletId, amount: funds } })
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
async function burst({ service, healthy }: Stage, count: number): Promise<number> {
  const began = performance.now()
  const outcomes = await Promise.all(Array.from({ length: count }, () => pay(service, healthy, { units: UNITS })))
  const ids = outcomes.map((outcome) => {
    if ('refused' in outcome) throw new Error(`the healthy organization was refused: ${outcome.refused}`)
    return outcome.paymentId
  })
  const payments = service.database.collection<PaymentRow>('payments')
  while (performance.now() - began < GIVE_UP_MS) {
    const completed = await payments.countDocuments({ _id: { $in: ids as PaymentId[] }, status: 'completed' })
    if (completed === count) return performance.now() - began
    await sleep(20)
  }
  return GIVE_UP_MS
}

async function disturb(
  stage: Stage,
  scenario: Scenario,
  count: number,
): Promise<{ tookMs: number; breaches: readonly string[] }> {
  let tookMs = GIVE_UP_MS
  try {
    const trouble = await scenario.begin(stage)
    try {
      tookMs = await burst(stage, count)
    } finally {
      await trouble.heal()
    }
    return { tookMs, breaches: await trouble.end() }
  } catch (error) {
    return { tookMs, breaches: [error instanceof Error ? error.message : String(error)] }
  }
}
