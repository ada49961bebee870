/** Settlement in a simulation: the intents of the product in the order of its steps; each may come twice, late or never. */
import type { DepositRow } from '../../../subgraphs/payments/models/deposits.ts'
import type { MismatchRow } from '../../../subgraphs/payments/models/mismatches.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { paymentRef } from '../../../subgraphs/payments/models/payments.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import {
  bookOutflowIntent,
  collectMissingIntent,
  reverseDepositIntent,
  reverseOutflowIntent,
} from '../../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { creditDepositIntent } from '../../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { markSubmittedIntent } from '../../../subgraphs/payments/settlement/intents/markSubmitted.ts'
import { postponeIntent } from '../../../subgraphs/payments/settlement/intents/postponePayment.ts'
import { reversePaymentIntent } from '../../../subgraphs/payments/settlement/intents/reversePayment.ts'
import { storeSignedIntent } from '../../../subgraphs/payments/settlement/intents/storeSigned.ts'
import type { Intent } from '../../../subgraphs/shared/commit/types.ts'
import type { PaymentId } from '../../../subgraphs/shared/ids.ts'
import { hashOf, type MinedTransfer, type SimChain, type Transfer } from './chain.ts'
import type { MemoryDatabase } from './memoryDatabase.ts'
import type { SimProcess } from './processes.ts'
import type { Scheduler } from './scheduler.ts'

const ACCOUNT = 'test:base:relayer'
const POSTPONED_SHARE = 0.1
const STOPS_HALFWAY_SHARE = 0.1
/** Of payments that have left the chain, so many can never be mined again: their authorization has ended. */
const ENDED_SHARE = 0.3
const AT_ONCE = 3
const RESUBMIT_AFTER_MS = 50

interface World {
  readonly scheduler: Scheduler
  readonly database: MemoryDatabase
  readonly chain: SimChain
}

/** One pass: the blocks that are new to this process, what has left the chain, then some payments that wait. */
export async function settleOnce(world: World, process: SimProcess): Promise<void> {
  const { scheduler, database, chain } = world
  if (!(await readBlocks(world, process))) return
  const pending = database.all<PaymentRow>('payments').filter(({ status }) => status === 'pending')
  // A node may have forgotten what it took.
  for (const payment of pending.filter(({ stage }) => stage === 'confirming')) chain.send(transferOf(payment))
  const waiting = pending.filter(({ stage }) => stage === 'queued' || stage === 'broadcasting')
  for (const payment of waiting.slice(0, AT_ONCE)) {
    await scheduler.turn()
    await settle(world, process, payment)
  }
}

/** Nothing is left to do for it. */
export const hasSettled = ({ chain }: World, { blocks, mustLookBack }: SimProcess): boolean =>
  blocks.at(-1) === chain.hashes().at(-1) && !mustLookBack

const transferOf = ({ _id, orgId, walletId, amount }: PaymentRow): Transfer => ({
  ...({ id: _id, kind: 'payment' } as const),
  ...{ orgId, walletId, amount },
})

/** @returns false: they are to be read again */
async function readBlocks(world: World, process: SimProcess): Promise<boolean> {
  const { chain } = world
  const { blocks } = process
  const hashes = [...chain.hashes()]
  const same = blocks.findIndex((hash, index) => hash !== hashes[index])
  if (same >= 0) {
    blocks.length = same
    process.mustLookBack = true
  }
  for (const mined of chain.since(blocks.length)) {
    if (await book(world, process, mined)) continue
    // Of a block that does not count as read something may be booked already, and it may leave the chain unnoticed.
    process.mustLookBack = true
    return false
  }
  blocks.splice(0, blocks.length, ...hashes)
  if (process.mustLookBack && process.looksBack && !(await lookBack(world, process))) return false
  process.mustLookBack = false
  for (const mismatch of world.database.all<MismatchRow>('mismatches').filter(({ missing }) => missing > 0n))
    await process.commit.submit(collectMissingIntent(mismatch))
  return true
}

const CHAIN = { mode: 'test', token: 'USDC', chain: 'base' } as const

async function book(world: World, { commit, rules }: SimProcess, mined: MinedTransfer): Promise<boolean> {
  const { id, kind, hash, block, blockHash, ...owned } = mined
  const where = { ...CHAIN, ...owned }
  const intentOf = {
    payment() {
      const row = world.database.get(paymentRef(id as PaymentId))
      return row === null ? null : completePaymentIntent(rules, row, { hash, block, blockHash })
    },
    deposit: () => creditDepositIntent({ ...where, _id: id, from: '0x0', txHash: hash, block, blockHash }),
    outflow: () => bookOutflowIntent({ ...where, isByOwner: true, transfer: outgoing(mined) }),
  }
  const intent: Intent<string> | null = intentOf[kind]()
  if (intent === null) return true
  let outcome = await commit.submit(intent)
  // As settlement does it: until it is known what became of a block, the next one is not read.
  while (outcome.kind === 'unknown' || outcome.kind === 'notStarted') {
    await world.scheduler.sleep(RESUBMIT_AFTER_MS)
    outcome = await commit.submit(intent)
  }
  return outcome.kind === 'done' && outcome.answer !== 'changed'
}

const outgoing = ({ id, hash: txHash, block, blockHash }: MinedTransfer) => ({
  ...{ id, to: '0x0', txHash, block, blockHash, isGone: false },
})

/** What was booked of blocks that are not in the chain: sent again while it can be mined, or booked back. */
async function lookBack({ scheduler, database, chain }: World, process: SimProcess): Promise<boolean> {
  const isGone = (hash: string | null | undefined) => hash != null && !chain.hashes().includes(hash)
  const lost: Intent<string>[] = [
    ...database
      .all<DepositRow>('deposits')
      .filter((row) => !row.isGone && isGone(row.blockHash))
      .map((row) => reverseDepositIntent(row)),
    ...database
      .all<MismatchRow>('mismatches')
      .filter(({ transfer }) => transfer?.isGone === false && isGone(transfer.blockHash))
      .map(reverseOutflowIntent),
  ]
  const payments = database
    .all<PaymentRow>('payments')
    .filter((row) => row.status === 'completed' && row.reversedAt === undefined && !chain.has(row._id))
  for (const row of payments) {
    if (scheduler.chance(ENDED_SHARE)) chain.end(row._id)
    else chain.send(transferOf(row))
    if (chain.isOver(row._id)) lost.push(reversePaymentIntent(row))
  }
  for (const intent of lost) {
    const outcome = await process.commit.submit(intent)
    if (outcome.kind !== 'done' || outcome.answer === 'changed') return false
  }
  return payments.length === 0
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
      height: chain.hashes().length,
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
  chain.send(transferOf(payment))
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
