// Conversions that the hot wallet of the treasury has delivered and captures that a wallet has paid, and no record tells of, as
// after an older backup was restored (reliability 3.3): each is made once, whatever order its transfers are found in.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  findOpenOutflows,
  type MismatchRow,
  type OutgoingTransfer,
} from '../../subgraphs/payments/models/mismatches.ts'
import { findUnrecordedFor } from '../../subgraphs/payments/models/settlingPayments.ts'
import type { WalletRow } from '../../subgraphs/payments/models/wallets.ts'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import {
  goneHotOutflowIntent,
  noteHotOutflowIntent,
  writeOffIntent,
} from '../../subgraphs/payments/settlement/intents/hotOutflows.ts'
import { postponeIntent } from '../../subgraphs/payments/settlement/intents/postponePayment.ts'
import { reconcileWallets } from '../../subgraphs/payments/settlement/reconcileWallets.ts'
import { tokenContracts } from '../../subgraphs/payments/settlement/settle.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { hotWalletId } from '../../subgraphs/shared/conversions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { newId, type OrgId, type PaymentId } from '../../subgraphs/shared/ids.ts'
import { journalId } from '../../subgraphs/shared/ledger/journal.ts'
import { type DirectWorld, openDirectWorld, recordedLast } from '../support/directWorld.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  settleLimits,
  type TestWallet,
  until,
  type WorkerChanges,
} from '../support/settlementWorld.ts'

const HOUR_MS = 3_600_000

let direct: DirectWorld
let world: SettlementWorld
/** Pays for what the hot wallet delivers in these tests. */
let ends: string[] = []

beforeAll(async () => {
  direct = await openDirectWorld('deliveries_unrecorded')
  world = direct.world
  const { address } = await world.custody.createWallet(hotWalletId('test'))
  const stocking = await direct.fundedWallet('50.00')
  const worker = direct.start()
  expect(await direct.ended(await world.queuePayment(stocking, address, 40_000_000n))).toMatchObject({
    status: 'completed',
  })
  await worker.stop()
}, 90_000)
afterAll(() => world.close(), 30_000)
afterEach(async () => {
  await direct.stopAll()
  ends = []
})

const deliveryLedger: WorkerChanges['deliveryLedger'] = (_state, { paymentId }, end) => {
  ends.push(`${paymentId} ${end}`)
  return {}
}
const start = (changes: WorkerChanges = {}) => direct.start({ options: { pauseMs: 50 }, deliveryLedger, ...changes })

/** Queued as a conversion leaves it. */
async function queueDelivery(wallet: TestWallet, within = world): Promise<PaymentId> {
  const id = await within.queuePayment(wallet, wallet.address, 1_000_000n)
  const delivery = { kind: 'conversion', quoteId: `qte_${id.slice(4)}`, mandateId: null, mandateVersion: null }
  await within.database.collection<{ _id: string }>('payments').updateOne({ _id: id }, { $set: delivery })
  return id
}

const depositsOf = ({ walletId }: TestWallet) =>
  world.database.collection('deposits').countDocuments({ walletId, amount: 1_000_000n, isGone: { $ne: true } })

async function expectDeliveredOnce(wallet: TestWallet, ids: readonly PaymentId[]): Promise<void> {
  const rows = await Promise.all(ids.map((id) => direct.ended(id)))
  expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'completed'))
  expect(new Set(rows.map(({ txHash }) => txHash)).size).toBe(ids.length)
  // With the one that has funded it.
  expect(await world.transfersTo(wallet.address)).toHaveLength(1 + ids.length)
  await until('credited', async () => (await depositsOf(wallet)) === ids.length)
  expect(await world.database.collection('mismatches').countDocuments({ state: 'open' })).toBe(0)
}

/** Delivers them, and puts back the rows of before. */
async function deliverAndRestore(ids: readonly PaymentId[]) {
  const restore = await world.backUp()
  const delivering = start()
  for (const id of ids) expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  await delivering.stop()
  const sent = (await Promise.all(ids.map((id) => world.transactions(id)))).flat()
  await restore()
  ends = []
  return sent.toSorted((one, other) => one.nonce - other.nonce)
}

test('delivered before an older backup was restored, and the later of two equal transfers gets its record first: the earlier is not delivered again', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const ids = [await queueDelivery(wallet), await queueDelivery(wallet)]
  const [earlier] = await deliverAndRestore(ids)
  start(recordedLast(world, ids, earlier?.hash))
  await expectDeliveredOnce(wallet, ids)
  expect(ends.filter((end) => end.endsWith('failed'))).toEqual([])
}, 90_000)

test('delivered before an older backup was restored, to an organization whose time is ahead: it is not delivered again', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const id = await queueDelivery(wallet)
  const later = () => new Date(Date.now() + HOUR_MS)
  const payments = world.database.collection<{ _id: string }>('payments')
  await payments.updateOne({ _id: id }, { $set: { createdAt: later() } })
  await deliverAndRestore([id])
  const timeOf = ({ orgId }: { readonly orgId: OrgId | '' }) => (orgId === wallet.orgId ? later() : new Date())
  const organizations = {
    timeOf,
    moved: () => [],
    refresh: async () => undefined,
    note: () => undefined,
    watch: () => () => undefined,
  }
  start({ clock: { ...systemClock, organizations } })
  await expectDeliveredOnce(wallet, [id])
}, 90_000)

test('beyond the block that is compared, a delivery has left none of the money of the wallet that it is for', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const id = await queueDelivery(wallet)
  const delivering = start()
  await expectDeliveredOnce(wallet, [id])
  await delivering.stop()
  const number = Number((await world.payment(id)).chainWork?.minedBlock) - 1
  const cursors = world.database.collection<{ number: number; recent: object[] }>('chainCursors')
  await cursors.updateMany({}, { $set: { number, recent: [] } })
  const { adapter, database } = world
  const network = { id: 'test:ethereum', mode: 'test', chain: 'ethereum', adapter } as const
  const row = await database.collection<WalletRow>('wallets').findOne({ _id: wallet.walletId })
  const compared = await reconcileWallets(
    { database, clock: systemClock },
    { ...network, tokens: tokenContracts('ethereum') },
    row === null ? [] : [row],
  )
  expect(compared.rows).toMatchObject([{ state: 'agrees', ledger: '10000000', onChain: '10000000' }])
}, 60_000)

/** Delivered, and lost with its execution: its transfer is read while nothing explains it. @returns its payment as it was queued */
async function loseExecution(wallet: TestWallet) {
  const id = await queueDelivery(wallet)
  const payments = world.database.collection<{ _id: string }>('payments')
  const queued = await payments.findOne({ _id: id })
  await deliverAndRestore([id])
  await payments.deleteOne({ _id: id })
  const reading = start()
  const outflow = await until('it is known as unexplained', () =>
    world.database.collection<MismatchRow>('mismatches').findOne({ walletId: hotWalletId('test'), state: 'open' }),
  )
  await reading.stop()
  return { id, outflow, queued: queued ?? { _id: id } }
}

const mismatchOf = ({ _id }: MismatchRow) => world.database.collection<MismatchRow>('mismatches').findOne({ _id })

test('lost with its execution, and the second execution has failed before it was sent: the dollars are taken after all', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const { id, outflow, queued } = await loseExecution(wallet)
  expect(outflow).toMatchObject({ kind: 'unexpected_outflow', found: '1000000', missing: 1_000_000n, paymentId: null })
  const now = new Date()
  const failed = { status: 'failed', stage: 'failed', updatedAt: now, failedAt: now } as const
  await world.database.collection<{ _id: string }>('payments').insertOne({ ...queued, ...failed })
  start()
  await until('it is taken', async () => ends.includes(`${id} takenLate`))
  expect(await mismatchOf(outflow)).toMatchObject({ state: 'resolved', paymentId: id, missing: 0n })
  expect(await world.transfersTo(wallet.address)).toHaveLength(2)
  await world.database.collection('mismatches').deleteMany({ state: 'open' })
}, 90_000)

test('lost with its execution, and its block leaves the chain before the quote is executed again: it is delivered', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const { id, outflow, queued } = await loseExecution(wallet)
  start()
  await world.reorganizeFrom(Number(outflow.transfer?.block))
  await until('it is known', async () => (await mismatchOf(outflow))?.transfer?.isGone)
  expect(await mismatchOf(outflow)).toMatchObject({ state: 'resolved', resolution: 'left_the_chain', missing: 0n })
  const executed = { ...queued, createdAt: new Date(), updatedAt: new Date() }
  await world.database.collection<{ _id: string }>('payments').insertOne(executed)
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(wallet.address)).toHaveLength(2)
  await until(
    'its row is left alone',
    async () => (await world.database.collection('settlementTasks').countDocuments()) === 0,
  )
  expect(await mismatchOf(outflow)).toMatchObject({ paymentId: null, resolution: 'left_the_chain' })
}, 90_000)

test('lost with its execution, which is not repeated: no other delivery is held up, and it can be written off', async () => {
  const [wallet, other] = [await direct.fundedWallet('10.00'), await direct.fundedWallet('10.00')]
  const { outflow } = await loseExecution(wallet)
  const { database, commit } = world
  // Long ago: what is quoted now was not meant.
  const longAgo = new Date(Date.now() - HOUR_MS)
  const mismatches = database.collection<MismatchRow>('mismatches')
  await mismatches.updateOne({ _id: outflow._id }, { $set: { 'transfer.minedAt': longAgo } })
  const worker = start()
  const ids = [await queueDelivery(other), await queueDelivery(wallet)]
  for (const id of ids) expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(other.address)).toHaveLength(2)
  expect(await world.transfersTo(wallet.address)).toHaveLength(3)
  expect(await mismatchOf(outflow)).toMatchObject({ state: 'open', missing: 1_000_000n })
  await worker.stop()

  const [row] = await findOpenOutflows(database, hotWalletId('test'))
  expect(row?._id).toBe(outflow._id)
  const writtenOff = await commit.submit(writeOffIntent(outflow))
  expect(writtenOff).toMatchObject({ kind: 'done', answer: true })
  expect(await mismatchOf(outflow)).toMatchObject({ state: 'resolved', resolution: 'written_off', missing: 0n })
  const journals = database.collection<{ _id: string; lines: object[] }>('journals')
  const journal = await journals.findOne({ _id: journalId(`${outflow._id}.written_off`) })
  expect(journal?.lines).toMatchObject([
    { account: '3010', direction: 'debit', amount: 1_000_000n },
    { account: '1110', direction: 'credit', amount: 1_000_000n },
  ])
  expect(await findOpenOutflows(database, hotWalletId('test'))).toEqual([])

  // Its block leaves the chain, it is mined again, and so on: the stock follows each time.
  const stockOf = async () => {
    const posted = await journals.find({ 'reference.id': outflow._id } as object).toArray()
    const lines = posted.flatMap((one) => one.lines as { account: string; direction: string; amount: bigint }[])
    const own = lines.filter(({ account }) => account === '1110')
    return own.reduce((sum, { direction, amount }) => sum + (direction === 'debit' ? amount : -amount), 0n)
  }
  expect(await stockOf()).toBe(-1_000_000n)
  // As earlier releases have left it: they have not counted.
  await mismatches.updateOne({ _id: outflow._id }, { $set: { corrections: 0 } })
  for (const _time of ['first', 'second']) {
    const gone = await mismatchOf(outflow)
    expect(await commit.submit(goneHotOutflowIntent(gone as MismatchRow))).toMatchObject({ answer: 'reversed' })
    expect(await stockOf()).toBe(0n)
    const { orgId, mode, walletId, token, chain, transfer } = outflow
    const mined = {
      ...{ orgId, mode, walletId, token, chain, amount: 1_000_000n },
      isByOwner: false,
      transfer: transfer as OutgoingTransfer,
    }
    expect(await commit.submit(noteHotOutflowIntent(mined))).toMatchObject({ answer: 'noted' })
    expect(await commit.submit(writeOffIntent(outflow))).toMatchObject({ kind: 'done', answer: true })
    expect(await stockOf()).toBe(-1_000_000n)
  }
}, 90_000)

test('a hold that was captured before an older backup was restored, captured again once that was read: nothing is paid again', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const payee = newAddress()
  const payments = world.database.collection<{ _id: string }>('payments')
  const hold = { _id: newId('hold'), createdAt: new Date() }
  const restore = await world.backUp()
  const captured = await world.queuePayment(wallet, payee, 1_000_000n)
  const paying = start()
  expect(await direct.ended(captured)).toMatchObject({ status: 'completed' })
  await paying.stop()
  await restore()
  await payments.deleteOne({ _id: captured })
  await world.database.collection<{ _id: string }>('holds').insertOne(hold)
  const reading = start()
  const outflows = { walletId: wallet.walletId, kind: 'unexpected_outflow' }
  await until('it is an outflow', () => world.database.collection('mismatches').findOne(outflows))
  await reading.stop()
  await world.database
    .collection('mismatches')
    .updateMany({ walletId: wallet.walletId }, { $set: { state: 'resolved' } })
  const [again, other] = [
    await world.queuePayment(wallet, payee, 1_000_000n),
    await world.queuePayment(wallet, newAddress(), 1_000_000n),
  ]
  await payments.updateMany({ _id: { $in: [again, other] } }, { $set: { nonceOf: hold._id } })
  start()
  expect(await direct.ended(again)).toMatchObject({ status: 'failed', failureCode: 'hold_not_capturable' })
  expect(await direct.ended(other)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
  expect(await world.balances(wallet.walletId)).toMatchObject({
    available: 8_000_000n,
    inFlight: 0n,
    onChain: 8_000_000n,
  })
}, 90_000)

test.each([
  { when: 'before the transfer', failedMsAgo: HOUR_MS, aheadMs: 2 * HOUR_MS, isIt: false },
  { when: 'after the transfer', failedMsAgo: 0, aheadMs: 2 * HOUR_MS, isIt: true },
  { when: 'after the transfer, and its clock has been moved since', failedMsAgo: 0, aheadMs: 9 * HOUR_MS, isIt: true },
])('an organization whose time is ahead has a payment fail $when', async ({ failedMsAgo, aheadMs, isIt }) => {
  const wallet = await direct.fundedWallet('10.00')
  const id = await world.queuePayment(wallet, wallet.address, 1_000_000n)
  const payments = world.database.collection<{ _id: string }>('payments')
  const failedAt = new Date(Date.now() - failedMsAgo)
  const updatedAt = new Date(failedAt.getTime() + 2 * HOUR_MS)
  await payments.updateOne({ _id: id }, { $set: { status: 'failed', stage: 'failed', failedAt, updatedAt } })
  const find = () =>
    findUnrecordedFor(
      world.database,
      { mode: 'test', chain: 'ethereum' },
      {
        ...{ walletId: wallet.walletId, token: 'USDT', to: wallet.address, amount: 1_000_000n },
        ...{ minedAt: new Date(Date.now() - HOUR_MS / 2), aheadMsOf: () => aheadMs },
      },
    )
  const createdAt = new Date(Date.now() - HOUR_MS)
  await payments.updateOne({ _id: id }, { $set: { createdAt } })
  expect((await find())?._id).toBe(isIt ? id : undefined)
  // Of an earlier release, which has not kept when it was: by the clock as it is now.
  await payments.updateOne(
    { _id: id },
    { $unset: { failedAt: '' }, $set: { updatedAt: new Date(failedAt.getTime() + aheadMs) } },
  )
  expect((await find())?._id).toBe(isIt ? id : undefined)
})

describe('by an authorization', () => {
  let relayed: SettlementWorld
  let wallet: TestWallet
  const stopped = new DomainError('wallet_frozen', 'Stopped.')
  const run = (changes: WorkerChanges = {}) => relayed.startWorker({ deliveryLedger, ...changes })

  beforeAll(async () => {
    relayed = await openSettlementWorld('deliveries_relayed')
    const { address } = await relayed.custody.createWallet(hotWalletId('test'))
    wallet = await relayed.createFundedWallet(1)
    const stocking = run()
    const stock = await relayed.queuePayment(wallet, address, 5_000_000n)
    await until('stocked', relayed.completed(stock))
    await stocking.stop()
  }, 90_000)
  afterAll(() => relayed.close(), 30_000)

  /** @returns its row as it was queued, with which an older backup was restored */
  async function deliverAndRestoreRelayed() {
    const id = await queueDelivery(wallet, relayed)
    const payments = relayed.database.collection<{ _id: string }>('payments')
    const queued = (await payments.findOne({ _id: id })) ?? { _id: id }
    const restore = await relayed.backUp()
    const delivering = run()
    await until('delivered', relayed.completed(id))
    await delivering.stop()
    await restore()
    ends = []
    return { id, queued, payments }
  }

  /** Its transfer is read while nothing explains it. */
  async function loseExecutionRelayed() {
    const delivered = await deliverAndRestoreRelayed()
    await delivered.payments.deleteOne({ _id: delivered.id })
    const reading = run()
    const mismatches = relayed.database.collection<MismatchRow>('mismatches')
    const outflow = await until('it is known as unexplained', () =>
      mismatches.findOne({ walletId: hotWalletId('test'), state: 'open' }),
    )
    await reading.stop()
    expect(outflow).toMatchObject({ kind: 'unexpected_outflow', found: '1000000', missing: 1_000_000n })
    return { ...delivered, outflow, explained: () => mismatches.findOne({ _id: outflow._id }) }
  }

  const transfers = () => relayed.transfersTo(wallet.address)

  test('before an older backup was restored, and stopped since: it is completed, not failed', async () => {
    const { id } = await deliverAndRestoreRelayed()
    const next = run({ preSignCheck: () => stopped })
    await until('ended', async () => (await relayed.payment(id)).status !== 'pending')
    expect(await relayed.payment(id)).toMatchObject({ status: 'completed' })
    expect(ends).toEqual([`${id} completed`])
    await next.stop()
  }, 90_000)

  test('lost with its execution, and the second execution is stopped before it is signed: it is completed, not failed', async () => {
    const { id, queued, payments, explained } = await loseExecutionRelayed()
    const before = await transfers()
    const now = new Date()
    await payments.insertOne({ ...queued, ...{ createdAt: now, updatedAt: now } })
    const next = run({ preSignCheck: () => stopped })
    await until('ended', async () => (await relayed.payment(id)).status !== 'pending')
    expect(await relayed.payment(id)).toMatchObject({ status: 'completed' })
    expect(ends).toEqual([`${id} completed`])
    expect(await explained()).toMatchObject({ state: 'resolved', resolution: 'delivered', paymentId: id, missing: 0n })
    expect(await transfers()).toHaveLength(before.length)
    await next.stop()
  }, 90_000)

  test('lost with its execution, and the second execution is stopped before its first look at the chain: its dollars are not free', async () => {
    const { id, queued, payments } = await loseExecutionRelayed()
    const now = new Date()
    await payments.insertOne({ ...queued, ...{ createdAt: now, updatedAt: now } })
    const rules = { preSignReads: () => [], preSignCheck: () => stopped, settleLimits, deliveryLedger }
    await relayed.commit.submit(stopIntent(rules, [await relayed.payment(id)]))
    const failure = { type: 'all_adapters_exhausted', message: 'no', details: {} } as const
    const postponement = { triesOf: () => 9, triesMax: 1, pauseMs: () => 0, failureOf: () => failure }
    const attempt = { adapter: 'custody', error: 'refused' }
    await relayed.commit.submit(postponeIntent(rules, await relayed.payment(id), { attempt, ...postponement }))
    expect(ends).toEqual([])
    expect(await relayed.payment(id)).toMatchObject({ status: 'pending' })
    const next = run({ preSignCheck: () => stopped })
    await until('completed', relayed.completed(id))
    expect(ends).toEqual([`${id} completed`])
    await next.stop()
  }, 90_000)

  test('lost with its execution, written off, and executed again all the same: it leaves the stock once', async () => {
    const { id, queued, payments, outflow, explained } = await loseExecutionRelayed()
    expect(await relayed.commit.submit(writeOffIntent(outflow))).toMatchObject({ kind: 'done', answer: true })
    const now = new Date()
    await payments.insertOne({ ...queued, ...{ createdAt: now, updatedAt: now } })
    const next = run({ options: { overdueAfterMs: 500 } })
    await until('completed', relayed.completed(id))
    expect(await explained()).toMatchObject({ state: 'resolved', resolution: 'delivered', paymentId: id })
    const journals = relayed.database.collection<{ _id: string; lines: object[] }>('journals')
    const journal = await journals.findOne({ _id: journalId(`${outflow._id}.found`) })
    expect(journal?.lines).toMatchObject([
      { account: '1110', direction: 'debit', amount: 1_000_000n },
      { account: '3010', direction: 'credit', amount: 1_000_000n },
    ])
    await next.stop()
  }, 90_000)

  test('lost with its execution, and the second execution has failed before it was signed: the dollars are taken after all', async () => {
    const { id, queued, payments, explained } = await loseExecutionRelayed()
    const now = new Date()
    const failed = { status: 'failed', stage: 'failed', updatedAt: now, failedAt: now, amount: 999_000n } as const
    await payments.insertOne({ ...queued, ...failed })
    const next = run()
    await until('it is taken', async () => (await explained())?.state === 'resolved')
    expect(ends).toContain(`${id} takenLate`)
    // In the amount that was delivered.
    expect(await relayed.payment(id)).toMatchObject({ status: 'failed', amount: 1_000_000n })
    expect(await explained()).toMatchObject({ resolution: 'delivered', paymentId: id, missing: 0n })
    await next.stop()
  }, 90_000)
})
