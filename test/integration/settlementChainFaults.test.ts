/**
 * What chains do to settlement: reorganizations, dropped and underpriced transactions, a paused token, and a
 * database that is restored from an old backup. Each payment stays one transfer on chain or none.
 */
import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import { findBehind } from '../../subgraphs/payments/models/chainCursors.ts'
import { MISMATCHES, type MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import { SETTLEMENT_TASKS, type SettlementTaskRow } from '../../subgraphs/payments/models/settlementTasks.ts'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import { walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  settleLimits,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
} from '../support/settlementWorld.ts'

let world: SettlementWorld
let wallet: TestWallet
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  world = await openSettlementWorld('settlement_chain')
  // Deep enough that no reorganization below drops the deposit itself.
  wallet = await world.createFundedWallet(8)
}, 60_000)
afterAll(() => world.close(), 30_000)

async function expectPaid(ids: readonly string[], to: string): Promise<void> {
  for (const id of ids) await until(`${id} completed`, world.completed(id), 20_000)
  await until('transfers', async () => (await world.transfersTo(to)).length === ids.length)
  expect(await world.balances(wallet.walletId)).toMatchObject({ inFlight: 0n, reserved: 0n })
}

test('a reorganization drops completed payments: the same bytes are mined again, nothing is posted twice', async () => {
  const to = newAddress()
  const before = (await world.balances(wallet.walletId)).available
  const worker = world.startWorker()
  const ids = [await world.queuePayment(wallet, to, USD), await world.queuePayment(wallet, to, USD)]
  await expectPaid(ids, to)
  const noticed = () => world.log.lines.filter(({ message }) => message.includes('reorganized')).length
  for (const depth of [2, 3]) {
    const [head, before] = [await world.adapter.head(), noticed()]
    await world.reorganizeStanding(head.number - depth + 1)
    await until('other blocks', async () => (await world.adapter.headAt(head.number))?.hash !== head.hash)
    await until('noticed', async () => noticed() > before)
    await expectPaid(ids, to)
  }
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: before - 2n * USD, inFlight: 0n })
  for (const id of ids) {
    expect(await world.transactions(id)).toHaveLength(1)
    await until('its block is there', async () => {
      const { chainWork } = await world.payment(id)
      return (await world.adapter.headAt(chainWork?.minedBlock ?? 0))?.hash === chainWork?.minedBlockHash
    })
  }
  await worker.stop()
})

test('a rollback that drops a deposit: the mint is resent and credited once', async () => {
  const receiver = await world.createWallet()
  const worker = world.startWorker()
  await world.fund(receiver, '5')
  await until('deposit', async () => (await world.balances(receiver.walletId)).available === 5n * USD)
  await world.rpc('anvil_rollback', 2)
  await until(
    'minted again',
    async () => (await world.adapter.balanceOf(USDC_ADDRESS, receiver.address)) === 5n * USD,
    20_000,
  )
  await pause(800)
  await worker.stop()
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 5n * USD, onChain: 5n * USD })
})

test('dropped from the memory pool: the stored bytes are resent, at the same nonce', async () => {
  const to = newAddress()
  await world.rpc('evm_setIntervalMining', 0)
  const worker = world.startWorker()
  const ids = [await world.queuePayment(wallet, to, USD), await world.queuePayment(wallet, to, USD)]
  for (const id of ids) await until('sent', async () => (await world.payment(id)).stage === 'confirming')
  await world.rpc('anvil_dropTransaction', (await world.payment(ids[0] ?? '')).txHash)
  await world.rpc('evm_setIntervalMining', 1)
  await expectPaid(ids, to)
  await worker.stop()
  expect(await world.transactions(ids[0] as PaymentId)).toHaveLength(1)
})

test('stuck below the base fee: the same call at the same nonce for a higher fee', async () => {
  const to = newAddress()
  await world.rpc('evm_setIntervalMining', 0)
  const worker = world.startWorker({ options: { bumpFeeAfterMs: 1_000 } })
  const ids = [await world.queuePayment(wallet, to, USD), await world.queuePayment(wallet, to, USD)]
  for (const id of ids) await until('sent', async () => (await world.payment(id)).stage === 'confirming')
  await world.rpc('anvil_setNextBlockBaseFeePerGas', '0x2e90edd000')
  await world.rpc('evm_setIntervalMining', 1)
  await expectPaid(ids, to)
  await worker.stop()
  const transactions = await world.transactions(ids[0] as PaymentId)
  expect(transactions.length).toBeGreaterThan(1)
  expect(new Set(transactions.map(({ nonce }) => nonce)).size).toBe(1)
}, 45_000)

test('the token is paused: no cancellation is possible, so expiry on chain is the proof', async () => {
  const to = newAddress()
  const before = (await world.balances(wallet.walletId)).available
  const onStep = world.onceSigned('pause')
  const worker = world.startWorker({ onStep, options: { authorizationLifetimeSeconds: 6 } })
  const id = await world.queuePayment(wallet, to, USD)
  await until('reverted', async () => (await world.payment(id)).attempts.length > 0)
  expect((await world.payment(id)).status).toBe('pending')
  await until('failed', async () => (await world.payment(id)).status === 'failed', 30_000)
  await world.administer('unpause')
  await worker.stop()
  const row = await world.payment(id)
  expect(row.failureDetails).toMatchObject({ revert_reason: 'Pausable: paused' })
  const settled = await world.adapter.head()
  expect(settled.timestamp).toBeGreaterThan(row.chainWork?.authorization?.validBefore ?? Number.POSITIVE_INFINITY)
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: before, inFlight: 0n })
  expect(await world.transfersTo(to)).toHaveLength(0)
}, 60_000)

test('a cancellation that the paused token has refused is sent again once the token would take it, and is the proof', async () => {
  const to = newAddress()
  const before = (await world.balances(wallet.walletId)).available
  const onStep = world.onceSigned('pause')
  const worker = world.startWorker({ onStep, options: { attemptsMax: 1, overdueAfterMs: 1_500 } })
  const id = await world.queuePayment(wallet, to, USD)
  const cancellations = async () => (await world.transactions(id)).filter(({ purpose }) => purpose === 'cancel')
  await until('a cancellation has reverted', async () => {
    const [cancellation] = await cancellations()
    const [receipt] = cancellation === undefined ? [] : await world.adapter.receipts([cancellation.hash])
    return receipt?.succeeded === false
  })
  // It would be refused, and costs no gas meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await cancellations()).toHaveLength(1)
  expect((await world.payment(id)).status).toBe('pending')
  await world.administer('unpause')
  await until('failed', world.failed(id), 20_000)
  await worker.stop()
  expect(await cancellations()).toHaveLength(2)
  expect((await world.payment(id)).failureDetails).toMatchObject({ revert_reason: 'Pausable: paused' })
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: before, inFlight: 0n })
  expect(await world.transfersTo(to)).toHaveLength(0)
}, 60_000)

test('the ledger says more than the chain has: insufficient funds, proven', async () => {
  const poor = await world.createWallet()
  await world.database.collection<{ _id: string }>('positions').updateOne(
    { _id: `wal:${poor.walletId}` },
    {
      $set: { 'balances.base:USDC': { available: 9n * USD, held: 0n, inFlight: 0n, blocked: 0n, onChain: 9n * USD } },
    },
  )
  const id = await world.queuePayment(poor, newAddress(), USD)
  const worker = world.startWorker()
  await until('failed', async () => (await world.payment(id)).status === 'failed', 25_000)
  await worker.stop()
  expect(await world.payment(id)).toMatchObject({
    failureCode: 'insufficient_funds',
    failureDetails: { revert_reason: 'ERC20: transfer amount exceeds balance' },
  })
}, 45_000)

test('a database from an old backup: the payment is queued again, and the token refuses to pay it twice', async () => {
  const to = newAddress()
  const id = await world.queuePayment(wallet, to, USD)
  const restore = await world.backUp()
  const first = world.startWorker()
  await expectPaid([id], to)
  await first.stop()
  await restore()
  expect((await world.payment(id)).stage).toBe('queued')
  const second = world.startWorker()
  await expectPaid([id], to)
  await second.stop()
}, 45_000)

test('a database from an old backup that does not know a payment: its request is repeated, and nothing is signed before the chain has told of the first', async () => {
  const to = newAddress()
  const payer = await world.createFundedWallet(1)
  const restore = await world.backUp()
  const first = world.startWorker()
  const lost = await world.queuePayment(payer, to, USD)
  await until('paid', world.completed(lost))
  await first.stop()
  await restore()
  const repeated = await world.queuePayment(payer, to, USD)
  const slow = {
    ...world.adapter,
    async blocks(from: number, until: number) {
      await pause(1_000)
      return world.adapter.blocks(from, until)
    },
  }
  const frozen = new DomainError('wallet_frozen', 'Frozen.')
  const second = world.startWorker({
    adapter: slow,
    preSignCheck: ({ walletId }, state) => (state.get(walletRef(walletId))?.frozen ? frozen : null),
  })
  await until('ended', async () => (await world.payment(repeated)).status !== 'pending')
  await second.stop()
  expect(await world.payment(repeated)).toMatchObject({ status: 'failed', failureCode: 'wallet_frozen' })
  expect(await world.transfersTo(to)).toHaveLength(1)
  expect(await world.balances(payer.walletId)).toMatchObject({
    available: 999n * USD,
    onChain: 999n * USD,
    inFlight: 0n,
  })
}, 45_000)

test('a transfer from a wallet is not booked yet: its payments wait for that, and those of others do not', async () => {
  const payer = await world.createFundedWallet(1)
  const network = 'test:base'
  const now = new Date()
  // As a slow booking leaves it: of a payment, perhaps, which a restored backup does not know.
  const work = { kind: 'outflow', outflow: { walletId: payer.walletId } } as const
  const later = new Date(now.getTime() + 3_600_000)
  const tasks = world.database.collection<SettlementTaskRow>(SETTLEMENT_TASKS)
  await tasks.insertOne({
    ...{ _id: `${network}:outflow:slow:1`, network, orgId: payer.orgId, subjectId: 'slow', work },
    ...{ tries: 1, dueAt: later, error: null, createdAt: now },
  })
  const id = await world.queuePayment(payer, newAddress(), USD)
  const other = await world.queuePayment(wallet, newAddress(), USD)
  const worker = world.startWorker()
  await until('the other one', world.completed(other))
  expect(await world.payment(id)).toMatchObject({ stage: 'queued', chainWork: null })
  await tasks.deleteOne({ _id: `${network}:outflow:slow:1` })
  await until('booked', world.completed(id))
  await worker.stop()
}, 60_000)

test('a database from an old backup, then a stop: what the chain has paid is not failed', async () => {
  const to = newAddress()
  const payer = await world.createWallet()
  await world.fund(payer, '9')
  const funding = world.startWorker()
  await until('funds', async () => (await world.balances(payer.walletId)).available === 9n * USD)
  await funding.stop()
  const [failed, queued] = [await world.queuePayment(payer, to, USD), await world.queuePayment(payer, to, 2n * USD)]
  const restore = await world.backUp()
  const first = world.startWorker()
  for (const id of [failed, queued]) await until(`${id} completed`, world.completed(id))
  await first.stop()
  await restore()
  const stop = new DomainError('wallet_frozen', 'Stopped.')
  const rules = { preSignReads: () => [], preSignCheck: () => stop, settleLimits }
  await world.commit.submit(stopIntent(rules, [await world.payment(failed)]))
  expect(await world.payment(failed)).toMatchObject({ status: 'failed', chainWork: null })
  // Nothing can be sent: only the blocks show it.
  const second = world.startWorker({
    onStep: (step) => {
      if (step === 'authorized') throw new Error('no sending')
    },
  })
  await until('completed from its block', world.completed(queued))
  await until(
    'the ledger says what the chain says',
    async () => (await world.balances(payer.walletId)).onChain === 6n * USD,
  )
  expect(await world.payment(failed)).toMatchObject({ status: 'failed' })
  const mismatch = await world.database.collection<MismatchRow>(MISMATCHES).findOne({ paymentId: failed })
  expect(mismatch).toMatchObject({ kind: 'failed_payment_mined', state: 'open', found: '1000000', missing: 0n })
  expect(await world.balances(payer.walletId)).toMatchObject({ available: 6n * USD, inFlight: 0n, reserved: 0n })
  await second.stop()
}, 60_000)

test('a database from an old backup in which a paid payment waits for its approval: the chain shows that it was approved, and it is completed', async () => {
  const to = newAddress()
  const payer = await world.createFundedWallet(1)
  const id = await world.parkPayment(payer, to, USD)
  const restore = await world.backUp()
  await world.approvePayment(id)
  const first = world.startWorker()
  await until('paid', world.completed(id))
  await first.stop()
  await restore()
  expect(await world.payment(id)).toMatchObject({ status: 'pending', stage: 'awaiting_approval' })
  const errors = world.log.lines.filter(({ level }) => level === 'error').length
  const second = world.startWorker()
  await until('completed', world.completed(id))
  await second.stop()
  const mismatch = await world.database.collection<MismatchRow>(MISMATCHES).findOne({ paymentId: id })
  expect(mismatch).toMatchObject({ state: 'resolved', resolution: 'paid_before_restore', missing: 0n })
  expect(world.log.lines.filter(({ level }) => level === 'error')).toHaveLength(errors)
  expect(await world.transfersTo(to)).toHaveLength(1)
  expect(await world.balances(payer.walletId)).toMatchObject({
    ...{ onChain: 999n * USD, available: 999n * USD, inFlight: 0n, reserved: 0n, net: USD },
  })
}, 60_000)

test('completed from its block without stored bytes: read again, the block explains it, and nothing is debited twice', async () => {
  const to = newAddress()
  const payer = await world.createFundedWallet(3)
  const id = await world.queuePayment(payer, to, USD)
  const restore = await world.backUp()
  const first = world.startWorker()
  await until('paid', world.completed(id))
  await first.stop()
  await restore()
  const noSending = (step: string) => {
    if (step === 'authorized') throw new Error('no sending')
  }
  let worker = world.startWorker({ onStep: noSending })
  await until('completed from its block', world.completed(id))
  await worker.stop()
  const row = await world.payment(id)
  expect(row).toMatchObject({ chainWork: null, status: 'completed' })
  const cursors = world.database.collection<{ number: number }>('chainCursors')
  const read = Number((await cursors.findOne({}))?.number)
  await cursors.updateMany({}, { $set: { number: -1, recent: [] } })
  worker = world.startWorker()
  await until('read again', async () => Number((await cursors.findOne({}))?.number) > read)
  await worker.stop()
  expect(await world.database.collection(MISMATCHES).countDocuments({ walletId: payer.walletId })).toBe(0)
  expect(await world.balances(payer.walletId)).toMatchObject({
    available: 999n * USD,
    onChain: 999n * USD,
    inFlight: 0n,
  })
  const { v: _, ...before } = row
  expect(await world.payment(id)).toMatchObject(before)
}, 60_000)

test('the faucet works although its account was used beyond its recorded nonces', async () => {
  const receiver = await world.createWallet()
  const minter = new Wallet(world.keys.minterKey)
  const nonce = await world.adapter.minedNonce(minter.address)
  const raw = await minter.signTransaction({
    ...{ type: 2, chainId: 8453, nonce, to: minter.address, gasLimit: 21_000n },
    ...{ maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  })
  await world.rpc('eth_sendRawTransaction', raw)
  await until('mined', async () => (await world.adapter.minedNonce(minter.address)) > nonce)
  const worker = world.startWorker()
  await world.fund(receiver, '5')
  await until('deposit', async () => (await world.balances(receiver.walletId)).available === 5n * USD)
  await worker.stop()
})

describe('an endpoint that lags behind on a chain with a past', () => {
  const cursors = () => world.database.collection<{ number: number; recent: { number: number }[] }>('chainCursors')

  /** An endpoint that reports an older block as its newest one while `by` is not 0. */
  function openLagging() {
    const lag = { by: 0, answers: 0 }
    const post: Post = async (_url, body) => {
      const ask = async (text: string) =>
        (
          await fetch(world.rpcUrl, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })
        ).text()
      if (lag.by === 0) return ask(body)
      lag.answers++
      const calls = JSON.parse(body) as { method: string; params: unknown[] }[]
      const until = Number(await world.rpc('eth_blockNumber')) - lag.by
      const shown = calls.map((call) => {
        if (call.method !== 'eth_getBlockByNumber') return call
        const wanted = call.params[0] === 'latest' ? until : Number(call.params[0])
        return { ...call, params: [`0x${(wanted > until ? 1e9 : wanted).toString(16)}`, false] }
      })
      return ask(JSON.stringify(shown))
    }
    return { lag, adapter: world.openAdapter(post) }
  }

  test('before the first block was read: earlier blocks are not read', async () => {
    await cursors().deleteMany({})
    const { lag, adapter } = openLagging()
    const { number } = await world.adapter.head()
    const worker = world.startWorker({ adapter, startBlock: 'head', confirmations: 6 })
    await pause(400)
    lag.by = 5
    await pause(600)
    lag.by = 0
    const cursor = await until('read', async () => (await cursors().findOne({}))?.recent && cursors().findOne({}))
    // Domain 5: a stop fails at once what is queued on a chain of which all is booked that it had.
    await until('caught up', async () => (await findBehind(world.database, ['test:base'])).size === 0)
    await worker.stop()
    expect(cursor?.recent[0]?.number).toBeGreaterThanOrEqual(number)
  }, 30_000)

  test('by more than the remembered blocks: the cursor waits', async () => {
    await world.database
      .collection('chainCursors')
      .updateMany({}, { $push: { recent: { $each: [], $slice: -3 } } } as object)
    const before = await cursors().findOne({})
    const { lag, adapter } = openLagging()
    lag.by = Math.max(0, (await world.adapter.head()).number - (before?.number ?? 0)) + 4
    const worker = world.startWorker({ adapter, startBlock: 'head', confirmations: 6 })
    await until('it is asked again and again', async () => lag.answers > 20)
    expect((await cursors().findOne({}))?.number).toBe(before?.number)
    lag.by = 0
    await until('read on', async () => ((await cursors().findOne({}))?.number ?? 0) > (before?.number ?? 0))
    await worker.stop()
  }, 30_000)
})
