/**
 * Limits under concurrency (reliability 7.2 row 6): 500 payments at once against a daily limit that admits exactly k of
 * them, from two services on one database, while an injected clock passes midnight. Also a budget that two organizations
 * share, which only the guard on its row protects: `--fault` removes that guard.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { MIGRATIONS } from '../../gateway/migrations/list.ts'
import type { Clock } from '../../subgraphs/shared/clock.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import type { WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import { insertRow, setRow } from '../../subgraphs/shared/commit/rowWrites.ts'
import type { StoreFaults } from '../../subgraphs/shared/commit/storeFaults.ts'
import type { Commit, Intent, Ref, Row } from '../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { newId, type OrgId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createAgent, createOrganization, credit, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, log, openWorld } from './world.ts'

const TRIALS = { ci: 2, full: 1_000 } as const
/** Enough for the fault to be detected. */
const FAULT_TRIALS = 3
const CALLERS = 500
const K_MAX = 60
const DOLLAR = 1_000_000n
const DAY_MS = 86_400_000
const FAULT_DELAYS_MS = [40, 120]
const UNFREEZE = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { id } } }`

export async function proveLimits({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const clock = createManualClock(new Date('2026-03-01T12:00:00Z'))
  const world = await openWorld({ chains: [] })
  const breaches: string[] = []
  const figures = { trials: 0, payments: 0, accepted: 0, budgets: 0, spent: 0 }
  try {
    const services = [await world.open({ clock }), await world.open({ clock })] as const
    const [first] = services
    const organization = await createOrganization(first, 'Limits')
    const budgets = await openBudgets(services, clock, organization, fault)
    const trials = fault ? FAULT_TRIALS : TRIALS[size]
    for (; figures.trials < trials; figures.trials++) {
      const k = 1 + Math.floor(random() * K_MAX)
      const agent = await createAgent(first, organization, `Max $${k} per day.`)
      await credit(first, agent, 1_000n * DOLLAR)
      const accepted = await payAcrossMidnight(
        { services, clock, organization, agent },
        breaches,
        `trial ${figures.trials}`,
      )
      for (const [day, count] of accepted)
        if (count !== k) breaches.push(`trial ${figures.trials}: ${count} of ${k} on ${day}`)
      figures.payments += 2 * CALLERS
      figures.accepted += [...accepted.values()].reduce((sum, count) => sum + count, 0)
      const spent = await budgets.race(k)
      if (spent !== k) breaches.push(`trial ${figures.trials}: a shared budget of ${k} was spent ${spent} times`)
      figures.budgets += CALLERS
      figures.spent += spent
    }
    await budgets.close()
    breaches.push(...(await world.audit()))
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

interface Trial {
  readonly services: readonly [Service, Service]
  readonly clock: ManualClock
  readonly organization: ProveOrganization
  readonly agent: AgentPrincipal
}

/** How many were accepted on each day. */
async function payAcrossMidnight(trial: Trial, breaches: string[], name: string): Promise<Map<string, number>> {
  const { services, clock, agent } = trial
  const evening = new Date(clock.now())
  evening.setUTCHours(23, 59, 59, 0)
  clock.set(evening)
  let finished = 0
  const burst = () =>
    Array.from({ length: CALLERS }, async (_, index) => {
      const outcome = await pay(services[index % 2] as Service, agent, { units: DOLLAR })
      finished += 1
      // Half-way through the first burst the day ends; payments still in flight count in the next day.
      if (finished === CALLERS / 2) clock.set(new Date(evening.getTime() + 1_000))
      if ('refused' in outcome && !['policy_violation', 'wallet_frozen'].includes(outcome.refused))
        breaches.push(`${name}: refused with ${outcome.refused}`)
    })
  await Promise.all(burst())
  // So many refusals freeze the wallet.
  await unfreeze(trial)
  await Promise.all(burst())
  await unfreeze(trial)
  const [{ database }] = services
  const rows = await database
    .collection<{ walletId: string; dayKey: string }>('payments')
    .find({ walletId: agent.walletId })
    .toArray()
  const position = await database.collection<WalletPosition>('positions').findOne({ walletId: agent.walletId })
  const byDay = new Map([...Map.groupBy(rows, ({ dayKey }) => dayKey)].map(([day, all]) => [day, all.length]))
  const counted = position?.day?.reserved ?? 0n
  if (counted !== BigInt(byDay.get(position?.day?.key ?? '') ?? 0) * DOLLAR)
    breaches.push(`${name}: the daily window counts ${counted} micro-dollars`)
  if (byDay.size !== 2) breaches.push(`${name}: payments on ${byDay.size} days`)
  clock.set(new Date(evening.getTime() + DAY_MS / 2))
  return byDay
}

async function unfreeze({ services, organization, agent }: Trial): Promise<void> {
  const input = { walletId: agent.walletId, reason: 'Next burst.' }
  await execute(services[0].subgraphs.payments, organization.admin, UNFREEZE, { input })
}

interface Budget extends Row {
  readonly used: number
}

const budgetExhausted = new DomainError('policy_violation', 'The budget is spent.')

/**
 * Two group commits, two organizations, one row. Nothing is emitted and each organization has its own head, so only the
 * guard on that row makes the commits conflict.
 */
async function openBudgets(
  services: readonly [Service, Service],
  clock: Clock,
  { admin }: ProveOrganization,
  fault: boolean,
) {
  const other = await createOrganization(services[1], 'Other')
  const commits: readonly Commit[] = services.map(({ database }, index) =>
    createCommit({
      database,
      clock,
      log,
      schema: MIGRATIONS.length,
      ...(fault ? { faults: withoutGuards(FAULT_DELAYS_MS[index] ?? 0) } : {}),
    }),
  )
  return {
    async race(k: number): Promise<number> {
      const ref: Ref<Budget> = { collection: 'positions', id: `budget:${newId('wallet')}` }
      await commits[0]?.submit(budgetIntent(admin.orgId, ref, null))
      const outcomes = await Promise.all(
        Array.from({ length: CALLERS }, (_, index) => {
          // One organization for each group commit, so that the heads of the organizations cause no conflict.
          const orgId = index % 2 === 0 ? admin.orgId : other.admin.orgId
          return (commits[index % 2] as Commit).submit(budgetIntent(orgId, ref, k))
        }),
      )
      return outcomes.filter((outcome) => outcome.kind === 'done' && outcome.answer).length
    },
    async close() {
      for (const commit of commits) await commit.drain(2_000)
    },
  }
}

/** Both read before either writes, and they write one after the other, so that the database detects no conflict. */
function withoutGuards(delayMs: number): StoreFaults {
  return {
    unguarded: isNotOrganization,
    readsOutside: true,
    onStep: (step) => (step === 'afterReads' ? sleep(delayMs) : undefined),
  }
}

const isNotOrganization = ({ id }: Ref): boolean => !id.startsWith('org:')

/** Creates the budget (k null), or spends one unit of it. */
function budgetIntent(orgId: OrgId, ref: Ref<Budget>, k: number | null): Intent<boolean> {
  return {
    ...{ priority: 'spend', orgId, mode: 'test', waitMs: 20_000 },
    reads: () => (k === null ? { guard: [], absent: [ref] } : { guard: [ref] }),
    decide(state) {
      if (k === null) return { kind: 'done', answer: true, writes: { insert: [insertRow(ref, { used: 0 })] } }
      const budget = state.get(ref)
      if (budget === null || budget.used >= k) return { kind: 'refused', error: budgetExhausted, writes: {} }
      return { kind: 'done', answer: true, writes: { set: [setRow(ref, { ...budget, used: budget.used + 1 })] } }
    },
  }
}
