/**
 * The ledger (reliability 7.2 row 7; domain 8.7): random deposits, payments, ends of payments, refunds, blocked and
 * released deposits, repeated postings and reversals on few wallets, from two services at once, so that they race for every balance. No balance is ever below zero,
 * all entries balance, and each row agrees with its entries: the audit says so. `--fault` has two, and both must be detected:
 * what a payment has reserved is kept when it ends, and its end is decided by the row as it was read before.
 */
import type { Service } from '../../gateway/compose.ts'
import { findDeposit } from '../../subgraphs/payments/models/deposits.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { createScreener } from '../../subgraphs/payments/screening/screener.ts'
import { blockDepositIntent, unblockDepositPart } from '../../subgraphs/payments/settlement/intents/blockDeposit.ts'
import { completePaymentIntent } from '../../subgraphs/payments/settlement/intents/completePayment.ts'
import { reverseDepositIntent } from '../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { type ArrivedDeposit, creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { linkRefundPart } from '../../subgraphs/payments/settlement/intents/linkRefund.ts'
import { postponeIntent } from '../../subgraphs/payments/settlement/intents/postponePayment.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import type { Commit, Intent, Outcome } from '../../subgraphs/shared/commit/types.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { settleReservation } from '../../subgraphs/shared/spendingLimits.ts'
import { createAgent, createOrganization, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const OPERATIONS = { ci: 10_000, full: 1_000_000 } as const
/** Enough to be noticed. */
const FAULT_OPERATIONS = 1_000
const AT_ONCE = 200
const WALLETS = 8
/** Of deposits and payments: payments of all the money of a wallet are common. */
const UNITS_MAX = 50
const screener = createScreener({
  database: null,
  clock: systemClock,
  log: { info() {}, warn() {}, error() {} },
  listAgeMaxMs: 0,
})
const UNFREEZE = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { id } } }`

type SettleLimits = Parameters<typeof completePaymentIntent>[0]['settleLimits']

/** Everything that an operation may take; bounded, the oldest is forgotten. */
interface Bench {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly agents: readonly AgentPrincipal[]
  readonly deposits: ArrivedDeposit[]
  readonly open: PaymentRow[]
  readonly paid: PaymentRow[]
  readonly random: () => number
  readonly settleLimits: SettleLimits
  /** Submits the end of a payment; null when the commit refuses it. */
  readonly end: <Answer>(lane: Commit, payment: PaymentRow, intent: Intent<Answer>) => Promise<Answer | null>
  readonly figures: Record<
    | 'operations'
    | 'deposits'
    | 'payments'
    | 'refused'
    | 'completed'
    | 'failed'
    | 'refunded'
    | 'blocked'
    | 'released'
    | 'reversed',
    number
  >
}

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
  if (!fault) return runOperations({ seed, operations: OPERATIONS[size] })
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
    const figures = {
      operations: 0,
      deposits: 0,
      payments: 0,
      refused: 0,
      completed: 0,
      failed: 0,
      refunded: 0,
      blocked: 0,
      released: 0,
      reversed: 0,
    }
    const bench: Bench = {
      ...{ services, organization, agents, random: createRandom(seed), figures },
      settleLimits: rules.settleLimits ?? settleReservation,
      end: rules.decidesByOldRow === true ? endByOldRow : (lane, _, intent) => answerOf(lane.submit(intent)),
      ...{ deposits: [], open: [], paid: [] },
    }
    for (; figures.operations < operations; figures.operations += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => operate(bench, index)))
      await unfreezeAll(bench)
    }
    return { figures, breaches: await world.audit() }
  } finally {
    await world.close()
  }
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
  const { random } = bench
  const { commit: lane } = bench.services[index % 2] as Service
  const kind = random()
  if (kind < 0.3) await deposit(bench, lane)
  else if (kind < 0.65) await spend(bench, bench.services[index % 2] as Service)
  else if (kind < 0.85) await complete(bench, lane)
  else if (kind < 0.9) await fail(bench, lane)
  else if (kind < 0.94) await refund(bench, lane)
  else if (kind < 0.95) await block(bench, lane)
  else if (kind < 0.97) await release(bench, lane)
  else await reverse(bench, lane)
}

const any = <T>(all: readonly T[], random: () => number): T | undefined => all[Math.floor(random() * all.length)]
const units = (random: () => number): bigint => BigInt(1 + Math.floor(random() * UNITS_MAX))

function remember<T>(all: T[], one: T): void {
  all.push(one)
  if (all.length > 4 * AT_ONCE) all.shift()
}

/** A new one, or one of the last again: posting it twice is posting it once. */
async function deposit({ agents, deposits, random, figures, services }: Bench, lane: Commit): Promise<void> {
  const known = random() < 0.2 ? any(deposits, random) : undefined
  const agent = any(agents, random) as AgentPrincipal
  const txHash = newId('journal')
  const arrived: ArrivedDeposit = known ?? {
    ...{
      _id: `dep_${txHash}`,
      orgId: agent.orgId,
      mode: agent.mode,
      walletId: agent.walletId,
      token: 'USDC',
      chain: 'base',
    },
    ...{ amount: units(random), from: '0x0', txHash, block: 1, blockHash: txHash },
    ...(random() < 0.05 ? { listedIn: 'proof' } : {}),
  }
  if (known === undefined) {
    remember(deposits, arrived)
    figures.deposits += 1
  }
  const row = known === undefined ? null : await findDeposit(services[0].database, known._id)
  await lane.submit(creditDepositIntent(arrived, row?.refund === undefined ? [] : [row.refund.paymentId]))
}

async function spend({ agents, open, random, figures }: Bench, service: Service): Promise<void> {
  const outcome = await pay(service, any(agents, random) as AgentPrincipal, { units: units(random) })
  if ('refused' in outcome) {
    figures.refused += 1
    return
  }
  figures.payments += 1
  const row = await service.database
    .collection<PaymentRow>('payments')
    .findOne({ _id: outcome.paymentId as PaymentRow['_id'] })
  if (row !== null) remember(open, row)
}

/** Two ends of one payment race here: only one counts. */
async function complete({ open, paid, random, figures, settleLimits, end }: Bench, lane: Commit): Promise<void> {
  const payment = any(open, random)
  if (payment === undefined) return
  const mined = { hash: `0x${payment._id}`, block: 1, blockHash: payment._id }
  const answer = await end(lane, payment, completePaymentIntent({ settleLimits }, payment, mined))
  if (answer !== 'completed') return
  figures.completed += 1
  remember(paid, payment)
}

async function fail({ open, random, figures, settleLimits, end }: Bench, lane: Commit): Promise<void> {
  const payment = any(open, random)
  if (payment === undefined) return
  const intent = postponeIntent({ settleLimits }, payment, {
    ...{ attempt: { adapter: 'base', error: 'refused' }, triesOf: () => 0, triesMax: 1, pauseMs: () => 0 },
    failureOf: () => ({ type: 'all_adapters_exhausted', message: 'Refused.', details: {} }),
  })
  if ((await end(lane, payment, intent)) === 'failed') figures.failed += 1
}

/** Any deposit of a wallet and any payment of it: most are refused, as one of them is linked, too large or too early. */
async function refund({ deposits, paid, random, figures, services }: Bench, lane: Commit): Promise<void> {
  const payment = any(paid, random)
  const deposit = any(
    deposits.filter(({ walletId }) => walletId === payment?.walletId),
    random,
  )
  if (payment === undefined || deposit === undefined) return
  const row = await findDeposit(services[0].database, deposit._id)
  if (row === null) return
  const amount = random() < 0.5 ? null : units(random)
  const part = linkRefundPart({ payment, deposit }, { amount, linkedBy: 'key_proof' })
  const { orgId, mode } = payment
  const outcome = await lane.submit({ priority: 'control', orgId, mode, ...part })
  if (outcome.kind === 'done' && !outcome.answer.isKnown) figures.refunded += 1
}

/** The part that has been spent meanwhile stays missing. */
async function reverse({ deposits, random, figures, services }: Bench, lane: Commit): Promise<void> {
  const arrived = any(deposits, random)
  const judged = arrived === undefined ? null : await findDeposit(services[0].database, arrived._id)
  if (judged === null) return
  const outcome = await lane.submit(reverseDepositIntent(judged))
  if (outcome.kind === 'done' && outcome.answer === 'taken') figures.reversed += 1
}

/** Its sender is listed after it came. */
async function block({ deposits, random, figures, services }: Bench, lane: Commit): Promise<void> {
  const row = await readAny(deposits, random, services)
  if (row === null) return
  const outcome = await lane.submit(blockDepositIntent(row, 'proof'))
  if (outcome.kind === 'done' && outcome.answer !== null) figures.blocked += 1
}

/** Most are refused, since they are not blocked, or are gone. */
async function release({ deposits, random, figures, services }: Bench, lane: Commit): Promise<void> {
  const row = await readAny(deposits, random, services)
  if (row === null) return
  const { orgId, mode } = row
  const part = unblockDepositPart(row, { by: 'key_proof', reason: 'Not listed any more.' }, screener)
  const outcome = await lane.submit({ priority: 'control', orgId, mode, ...part })
  if (outcome.kind === 'done' && !outcome.answer.isKnown) figures.released += 1
}

async function readAny(deposits: Bench['deposits'], random: () => number, services: Bench['services']) {
  const arrived = any(deposits, random)
  return arrived === undefined ? null : findDeposit(services[0].database, arrived._id)
}

/** A reversed or blocked deposit freezes its wallet. */
async function unfreezeAll({ services, organization, agents }: Bench): Promise<void> {
  const [{ subgraphs }] = services
  for (const { walletId } of agents)
    await execute(subgraphs.payments, organization.admin, UNFREEZE, { input: { walletId, reason: 'Goes on.' } })
}
