/** The operations of the ledger's proof that the product does in its normal course. */
import type { Service } from '../../../gateway/compose.ts'
import { findDeposit } from '../../../subgraphs/payments/models/deposits.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { createScreener } from '../../../subgraphs/payments/screening/screener.ts'
import { blockDepositIntent, unblockDepositPart } from '../../../subgraphs/payments/settlement/intents/blockDeposit.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import { reverseDepositIntent } from '../../../subgraphs/payments/settlement/intents/correctLedger.ts'
import {
  type ArrivedDeposit,
  creditDepositIntent,
} from '../../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import {
  linkRefundPart,
  refundedBy,
  unlinkRefundPart,
} from '../../../subgraphs/payments/settlement/intents/linkRefund.ts'
import { postponeIntent } from '../../../subgraphs/payments/settlement/intents/postponePayment.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { newId } from '../../../subgraphs/shared/ids.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import { pay } from '../organization.ts'
import { any, type Bench, remember, units } from './bench.ts'
import { collect, losePayment, mineLate, outflow, reverseAnOutflow } from './corrections.ts'
import { bookGas } from './gas.ts'
import { endHold, placeHold } from './holds.ts'

type Operation = (bench: Bench, service: Service) => Promise<void>

/** With the share that each has; together 1. */
export const OPERATIONS: readonly (readonly [number, Operation])[] = [
  [0.28, deposit],
  [0.31, spend],
  [0.19, complete],
  [0.05, fail],
  [0.04, refund],
  [0.01, unlink],
  [0.01, block],
  [0.025, release],
  [0.02, reverse],
  [0.005, losePayment],
  [0.005, mineLate],
  [0.0025, outflow],
  [0.0025, reverseAnOutflow],
  [0.005, collect],
  [0.02, placeHold],
  [0.02, endHold],
  [0.005, bookGas],
]

const screener = createScreener({
  database: null,
  clock: systemClock,
  log: { info() {}, warn() {}, error() {} },
  listAgeMaxMs: 0,
})

/** A new one, or one of the last again: posting it twice is posting it once. */
async function deposit(
  { agents, deposits, random, figures, services }: Bench,
  { commit: lane }: Service,
): Promise<void> {
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
  await lane.submit(creditDepositIntent(arrived, row === null ? [] : refundedBy(row)))
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
async function complete(
  { open, paid, random, figures, settleLimits, end }: Bench,
  { commit: lane }: Service,
): Promise<void> {
  const payment = any(open, random)
  if (payment === undefined) return
  const mined = { hash: `0x${payment._id}`, block: 1, blockHash: payment._id }
  const answer = await end(lane, payment, completePaymentIntent({ settleLimits }, payment, mined))
  if (answer !== 'completed') return
  figures.completed += 1
  remember(paid, payment)
}

async function fail(
  { open, failed, random, figures, settleLimits, end }: Bench,
  { commit: lane }: Service,
): Promise<void> {
  const payment = any(open, random)
  if (payment === undefined) return
  const intent = postponeIntent({ settleLimits }, payment, {
    ...{ attempt: { adapter: 'base', error: 'refused' }, triesOf: () => 0, triesMax: 1, pauseMs: () => 0 },
    failureOf: () => ({ type: 'all_adapters_exhausted', message: 'Refused.', details: {} }),
  })
  if ((await end(lane, payment, intent)) !== 'failed') return
  figures.failed += 1
  remember(failed, payment)
}

/** Any deposit of a wallet and any payment of it: most are refused, as one of them is linked, too large or too early. */
async function refund({ deposits, paid, random, figures, services }: Bench, { commit: lane }: Service): Promise<void> {
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
async function reverse({ deposits, random, figures, services }: Bench, { commit: lane }: Service): Promise<void> {
  const arrived = any(deposits, random)
  const judged = arrived === undefined ? null : await findDeposit(services[0].database, arrived._id)
  if (judged === null) return
  const outcome = await lane.submit(reverseDepositIntent(judged))
  if (outcome.kind === 'done' && outcome.answer === 'taken') figures.reversed += 1
}

/** Its sender is listed after it came. */
async function block({ deposits, random, figures, services }: Bench, { commit: lane }: Service): Promise<void> {
  const row = await readAny(deposits, random, services)
  if (row === null) return
  const outcome = await lane.submit(blockDepositIntent(row, 'proof'))
  if (outcome.kind === 'done' && outcome.answer !== null) figures.blocked += 1
}

/** Most are refused, since they are not blocked, or are gone. */
async function release({ deposits, random, figures, services }: Bench, { commit: lane }: Service): Promise<void> {
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

/** By an operator who was wrong; most deposits are no refunds. */
async function unlink({ deposits, random, figures, services }: Bench, { commit: lane }: Service): Promise<void> {
  const linked = await services[0].database
    .collection<Awaited<ReturnType<typeof findDeposit>> & object>('deposits')
    .find({ _id: { $in: deposits.map(({ _id }) => _id) }, refundedAt: { $exists: true } })
    .limit(5)
    .toArray()
  const row = any(linked, random)
  if (row?.refund === undefined) return
  const payment = { _id: row.refund.paymentId, walletId: row.walletId }
  const { orgId, mode } = row
  const part = unlinkRefundPart({ payment, deposit: row }, 'key_proof')
  const outcome = await lane.submit({ priority: 'control', orgId, mode, ...part })
  if (outcome.kind === 'done') figures.unlinked += 1
}
