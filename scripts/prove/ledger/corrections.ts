/** What reorganizations and keys in other hands make the ledger correct: money that left without a payment, or came back. */
import type { Service } from '../../../gateway/compose.ts'
import { findMismatches, type MismatchRow } from '../../../subgraphs/payments/models/mismatches.ts'
import { findPayment, type PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import {
  bookOutflowIntent,
  collectMissingIntent,
  reverseOutflowIntent,
} from '../../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { mismatchRefFor } from '../../../subgraphs/payments/settlement/intents/mismatches.ts'
import { reversePaymentIntent } from '../../../subgraphs/payments/settlement/intents/reversePayment.ts'
import { newId } from '../../../subgraphs/shared/ids.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import { PAYEE } from '../organization.ts'
import { any, type Bench, remember, units } from './bench.ts'

const COLLECTED_AT_ONCE = 20

/** An ended payment leaves the chain for good: one that had failed, and was mined late, too. */
export async function losePayment({ paid, failed, random, figures }: Bench, service: Service): Promise<void> {
  const judged = await readAny(random() < 0.7 ? paid : failed, random, service)
  if (judged === null || judged.status === 'pending') return
  const outcome = await service.commit.submit(reversePaymentIntent(judged))
  if (outcome.kind === 'done' && outcome.answer === 'reversed') figures.lost += 1
}

/** A payment that had failed, or was reversed, is mined after all; one that is completed, in another block. */
export async function mineLate(bench: Bench, service: Service): Promise<void> {
  const { paid, failed, random, figures, settleLimits } = bench
  const payment = await readAny(random() < 0.5 ? paid : failed, random, service)
  if (payment === null) return
  const mined = { hash: `0x${payment._id}`, block: 2, blockHash: newId('journal') }
  const outcome = await service.commit.submit(completePaymentIntent({ settleLimits }, payment, mined))
  if (outcome.kind === 'done' && outcome.answer !== 'changed') figures.minedLate += 1
}

/** Money leaves a wallet, and no payment explains it: its balance may not have as much any more. */
export async function outflow({ agents, outflows, random, figures }: Bench, service: Service): Promise<void> {
  const { orgId, mode, walletId } = any(agents, random) as AgentPrincipal
  const txHash = newId('journal')
  const transfer = { id: `out_${txHash}`, to: PAYEE, txHash, block: 1, blockHash: txHash, isGone: false }
  const left = {
    ...({ orgId, mode, walletId, token: 'USDC', chain: 'base', amount: units(random) } as const),
    ...{ isByOwner: random() < 0.3, transfer },
  }
  const outcome = await service.commit.submit(bookOutflowIntent(left))
  if (outcome.kind !== 'done') return
  figures.outflows += 1
  remember(outflows, left)
}

export async function reverseAnOutflow({ outflows, random, figures }: Bench, service: Service): Promise<void> {
  const left = any(outflows, random)
  if (left === undefined) return
  const { id } = mismatchRefFor('unexpected_outflow', { paymentId: null, depositId: null, transfer: left.transfer })
  const [judged] = await findMismatches(service.database, [id as MismatchRow['_id']])
  if (judged === undefined) return
  const outcome = await service.commit.submit(reverseOutflowIntent(judged))
  if (outcome.kind === 'done' && outcome.answer === 'reversed') figures.outflowsReversed += 1
}

/** What was missing when the ledger was corrected is taken as soon as a wallet has it. */
export async function collect({ figures }: Bench, { commit, database }: Service): Promise<void> {
  const missing = await database
    .collection<MismatchRow>('mismatches')
    .find({ missing: { $gt: 0n } })
    .limit(COLLECTED_AT_ONCE)
    .toArray()
  for (const mismatch of missing) {
    const outcome = await commit.submit(collectMissingIntent(mismatch))
    if (outcome.kind === 'done' && outcome.answer < mismatch.missing) figures.collected += 1
  }
}

async function readAny(
  payments: readonly PaymentRow[],
  random: () => number,
  { database }: Service,
): Promise<PaymentRow | null> {
  const known = any(payments, random)
  return known === undefined ? null : findPayment(database, known._id)
}
