/**
 * The ledger (reliability 7.2 row 7; domain 8.7): random operations of all kinds of postings on few wallets, from two services
 * at once, so that they race for every balance. No balance is ever below zero, all entries balance, and each row agrees with
 * its entries: the audit says so. `--fault` has two, and both must be detected: what a payment has reserved is kept when it
 * ends, and its end is decided by the row as it was read before.
 */
import type { Service } from '../../gateway/compose.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import type { Commit, Intent, Outcome } from '../../subgraphs/shared/commit/types.ts'
import { type JournalRow, WALLET_JOURNAL_TYPES } from '../../subgraphs/shared/ledger/journal.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { settleReservation } from '../../subgraphs/shared/spendingLimits.ts'
import { type Bench, NO_FIGURES, type SettleLimits } from './ledger/bench.ts'
import { OPERATIONS } from './ledger/operations.ts'
import { createAgent, createOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const COUNT = { ci: 5_000, full: 1_000_000 } as const
/** Enough to be noticed. */
const FAULT_OPERATIONS = 1_000
const AT_ONCE = 200
const WALLETS = 8
const UNFREEZE = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { id } } }`
const DECIDE = `mutation ($input: DecideCaseInput!) { decideCase(input: $input) { complianceCase { id } } }`

/** The rule itself refuses to release more than was reserved. */
const releaseWhatIsLeft: SettleLimits = (wallet, ...rest) => {
  try {
    return settleReservation(wallet, ...rest)
  } catch {
    return wallet
  }
}

interface Run extends Pick<ProofInput, 'seed'> {
  readonly operations: number
  readonly settleLimits?: SettleLimits
  readonly decidesByOldRow?: boolean
}

export async function proveLedger({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  if (!fault) return runOperations({ seed, operations: COUNT[size] })
  const some = { seed, operations: FAULT_OPERATIONS }
  const kept = await runOperations({ ...some, settleLimits: (wallet) => wallet })
  const decided = await runOperations({ ...some, decidesByOldRow: true, settleLimits: releaseWhatIsLeft })
  const figures = { kept: kept.breaches.length, decidedByOldRow: decided.breaches.length }
  const areDetected = figures.kept > 0 && figures.decidedByOldRow > 0
  return { figures, breaches: areDetected ? [...kept.breaches, ...decided.breaches] : [] }
}

async function runOperations({ seed, operations, ...rules }: Run): Promise<ProofResult> {
  const world = await openWorld({ chains: [] })
  try {
    const services = [await world.open({ isQuiet: true }), await world.open({ isQuiet: true })] as const
    const organization = await createOrganization(services[0], 'Ledger')
    const agents: AgentPrincipal[] = []
    for (let wallet = 0; wallet < WALLETS; wallet++)
      agents.push(await createAgent(services[0], organization, 'Max $1,000,000 per transaction.'))
    const figures = { ...NO_FIGURES }
    const bench: Bench = {
      ...{ services, organization, agents, random: createRandom(seed), figures },
      settleLimits: rules.settleLimits ?? settleReservation,
      end: rules.decidesByOldRow === true ? endByOldRow : (lane, _, intent) => answerOf(lane.submit(intent)),
      ...{ deposits: [], open: [], paid: [], failed: [], outflows: [], holds: [] },
    }
    for (; figures.operations < operations; figures.operations += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => operate(bench, index)))
      await unfreezeAll(bench)
    }
    return { figures, breaches: [...(await findUnissued(services[0], rules)), ...(await world.audit())] }
  } finally {
    await world.close()
  }
}

/** Faults stop earlier, and must be found by the audit. */
async function findUnissued({ database }: Service, { settleLimits }: Pick<Run, 'settleLimits'>): Promise<string[]> {
  if (settleLimits !== undefined) return []
  const issued = new Set(await database.collection<JournalRow>('journals').distinct('type'))
  return WALLET_JOURNAL_TYPES.filter((type) => !issued.has(type)).map((type) => `no operation has posted ${type}`)
}

async function answerOf<Answer>(outcome: Promise<Outcome<Answer>>): Promise<Answer | null> {
  const ended = await outcome
  return ended.kind === 'done' ? ended.answer : null
}

/** Not by the row as it stands in the commit, so that a payment can end twice; the same end twice has the same key. */
function endByOldRow<Answer>(lane: Commit, payment: PaymentRow, intent: Intent<Answer>): Promise<Answer | null> {
  const decide: Intent<Answer>['decide'] = (state, at) =>
    intent.decide({ get: (ref) => (ref.id === payment._id ? (payment as never) : state.get(ref)) }, at)
  return answerOf(lane.submit({ ...intent, decide })).catch(() => null)
}

async function operate(bench: Bench, index: number): Promise<void> {
  let rest = bench.random()
  for (const [share, run] of OPERATIONS) {
    rest -= share
    if (rest < 0) return run(bench, bench.services[index % 2] as Service)
  }
}

/**
 * A reversed or blocked deposit freezes its wallet; what is blocked stays so. Money that has left it otherwise does, too, and
 * compliance decides about that first.
 */
async function unfreezeAll({ services, organization, agents }: Bench): Promise<void> {
  const [{ subgraphs, database }] = services
  const person = { ...organization.admin, roles: ['admin', 'compliance'] } as const
  for (const { _id: caseId } of await database.collection<{ _id: string }>('cases').find({ isOpen: true }).toArray())
    await execute(subgraphs.payments, person, DECIDE, { input: { caseId, decision: 'clear', comment: 'Goes on.' } })
  for (const { walletId } of agents)
    await execute(subgraphs.payments, person, UNFREEZE, { input: { walletId, reason: 'Goes on.', keepBlocked: true } })
}
