/** Settlement in a simulation: the intents of the product in the order of its steps; each may come twice, late or never. */
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { paymentRef } from '../../../subgraphs/payments/models/payments.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import { markSubmittedIntent } from '../../../subgraphs/payments/settlement/intents/markSubmitted.ts'
import { postponeIntent } from '../../../subgraphs/payments/settlement/intents/postponePayment.ts'
import { storeSignedIntent } from '../../../subgraphs/payments/settlement/intents/storeSigned.ts'
import type { PaymentId } from '../../../subgraphs/shared/ids.ts'
import { hashOf, type SimChain } from './chain.ts'
import type { MemoryDatabase } from './memoryDatabase.ts'
import type { SimProcess } from './processes.ts'
import type { Scheduler } from './scheduler.ts'

const ACCOUNT = 'test:base:relayer'
const POSTPONED_SHARE = 0.1
const STOPS_HALFWAY_SHARE = 0.1
const AT_ONCE = 3

interface World {
  readonly scheduler: Scheduler
  readonly database: MemoryDatabase
  readonly chain: SimChain
}

/** One pass: the blocks that are new to this process, then some payments that wait. */
export async function settleOnce({ scheduler, database, chain }: World, process: SimProcess): Promise<void> {
  const { commit, rules } = process
  const { height } = chain
  for (const { paymentId, ...mined } of chain.since(process.block)) {
    const row = database.get(paymentRef(paymentId as PaymentId))
    if (row === null) continue
    const outcome = await commit.submit(completePaymentIntent(rules, row, mined))
    // The block is read again.
    if (outcome.kind !== 'done' || outcome.answer === 'changed') return
  }
  process.block = Math.max(process.block, height)
  const pending = database.all<PaymentRow>('payments').filter(({ status }) => status === 'pending')
  // A node may have forgotten what it took.
  for (const { _id } of pending.filter(({ stage }) => stage === 'confirming')) chain.send(_id)
  const waiting = pending.filter(({ stage }) => stage === 'queued' || stage === 'broadcasting')
  for (const payment of waiting.slice(0, AT_ONCE)) {
    await scheduler.turn()
    await settle({ scheduler, database, chain }, process, payment)
  }
}

async function settle({ scheduler, database, chain }: World, process: SimProcess, payment: PaymentRow): Promise<void> {
  const { commit, rules, clock } = process
  const hash = hashOf(payment._id)
  const known = database.all<{ subjectId: string; nonce: number; state: string }>('accountNonces')
  let nonce = known.find(({ subjectId, state }) => subjectId === payment._id && state !== 'empty')?.nonce
  if (payment.stage === 'queued') {
    if (scheduler.chance(POSTPONED_SHARE)) return postpone(process, payment)
    nonce = known.length
    const bytes = {
      hash,
      raw: '0x',
      purpose: 'pay',
      at: clock.now(),
      height: chain.height,
      tip: 1n,
      maxFee: 1n,
    } as const
    const work = {
      ...{ from: '0x0', relayer: ACCOUNT, slot: nonce, fence: 1, authorization: null },
      ...{ minedBlock: null, minedBlockHash: null },
    }
    const slot = { account: ACCOUNT, nonce, fence: 1, bytes }
    const outcome = await commit.submit(storeSignedIntent(rules, payment, work, slot))
    if (outcome.kind !== 'done' || outcome.answer !== 'stored') return
  }
  if (nonce === undefined || scheduler.chance(STOPS_HALFWAY_SHARE) || process.isDead()) return
  chain.send(payment._id)
  if (scheduler.chance(STOPS_HALFWAY_SHARE)) return
  await commit.submit(markSubmittedIntent(payment, { account: ACCOUNT, nonce, hash, attempts: [] }))
}

async function postpone({ commit, rules }: SimProcess, payment: PaymentRow): Promise<void> {
  await commit.submit(
    postponeIntent(rules, payment, {
      attempt: { adapter: 'simulated', error: 'refused' },
      triesOf: ({ attempts }) => attempts.length,
      ...{ triesMax: 2, pauseMs: () => 0 },
      failureOf: () => ({ type: 'all_adapters_exhausted', message: 'Refused.', details: {} }),
    }),
  )
}
