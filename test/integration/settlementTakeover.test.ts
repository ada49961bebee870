/**
 * Where one process takes over from another (reliability 3.3): blocks that the first had booked and not counted as read, and a
 * first that was only paused.
 */
import { Interface, Transaction, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainAdapter } from '../../subgraphs/payments/chains/chainAdapter.ts'
import type { DepositRow } from '../../subgraphs/payments/models/deposits.ts'
import {
  addTasks,
  findDueTasks,
  removeTask,
  type SettlementTaskRow,
} from '../../subgraphs/payments/models/settlementTasks.ts'
import { type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import {
  openSettlementWorld,
  type RunningWorker,
  type SettlementWorld,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
  type WorkerChanges,
} from '../support/settlementWorld.ts'

const token = new Interface(['function transfer(address,uint256)'])
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let world: SettlementWorld
let source: TestWallet
const running: RunningWorker[] = []

beforeAll(async () => {
  world = await openSettlementWorld('settlement_takeover')
  source = await world.createFundedWallet(12)
}, 60_000)
afterAll(() => world.close(), 30_000)
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop()
})

const start = (changes: WorkerChanges = {}): RunningWorker => {
  const options = { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500, ...changes.options }
  const worker = world.startWorker({ ...changes, options })
  running.push(worker)
  return worker
}

const position = ({ walletId }: TestWallet) =>
  world.database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id })
const deposits = ({ walletId }: TestWallet) => world.database.collection<DepositRow>('deposits').find({ walletId })

/** A transfer that nobody sends again once a reorganization has dropped it. */
async function depositOfStranger(receiver: TestWallet, units: bigint): Promise<string> {
  const stranger = new Wallet(Wallet.createRandom().privateKey)
  for (const address of [stranger.address, source.address])
    await world.rpc('anvil_setBalance', address, '0xde0b6b3a7640000')
  await world.rpc('anvil_impersonateAccount', source.address)
  const given = token.encodeFunctionData('transfer', [stranger.address, units])
  await world.rpc('eth_sendTransaction', { from: source.address, to: USDC_ADDRESS, data: given, gas: '0x30d40' })
  await until('tokens', async () => (await world.adapter.balanceOf(USDC_ADDRESS, stranger.address)) === units)
  const { number } = await world.adapter.head()
  await until('blocks above', async () => (await world.adapter.head()).number >= number + 10, 20_000)
  const transaction = Transaction.from({
    ...{ type: 2, chainId: 8453, nonce: 0, to: USDC_ADDRESS, gasLimit: 200_000n, value: 0n },
    data: token.encodeFunctionData('transfer', [receiver.address, units]),
    ...{ maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  })
  transaction.signature = stranger.signingKey.sign(transaction.unsignedHash)
  return transaction.serialized
}

describe('a block that was booked by a process which died before it counted as read', () => {
  test('and that has left the chain since: its deposit is taken back', async () => {
    const receiver = await world.createWallet()
    const raw = await depositOfStranger(receiver, 9n * USD)
    let hasDied = false
    start({
      async onStep(step) {
        if (step !== 'blockApplied' || hasDied) return
        const [deposit] = await deposits(receiver).toArray()
        if (deposit === undefined) return
        hasDied = true
        await world.reorganizeFrom(Number(deposit.block))
        throw new Error('it dies before the cursor is saved')
      },
    })
    await world.rpc('eth_sendRawTransaction', raw)
    await until('booked', async () => hasDied)
    await until('taken back', async () => (await world.balances(receiver.walletId)).onChain === 0n, 15_000)
    expect(await position(receiver)).toMatchObject({ frozen: { source: 'policy' } })
  }, 60_000)

  test('and that is still in it: its deposit stays, credited once', async () => {
    const receiver = await world.createWallet()
    let hasDied = false
    start({
      async onStep(step) {
        if (step !== 'blockApplied' || hasDied || (await deposits(receiver).toArray()).length === 0) return
        hasDied = true
        throw new Error('it dies before the cursor is saved')
      },
    })
    await world.fund(receiver, '9')
    await until('booked', async () => hasDied)
    const { number } = await world.adapter.head()
    await until('read on', async () => (await world.adapter.head()).number > number + 8)
    expect(await world.balances(receiver.walletId)).toMatchObject({ available: 9n * USD, onChain: 9n * USD })
    expect(await position(receiver)).toMatchObject({ frozen: null })
  }, 60_000)
})

test('a process that was paused until another one had its lease books nothing of the blocks that it had read', async () => {
  const receiver = await world.createWallet()
  const raw = await depositOfStranger(receiver, 9n * USD)
  const leases = world.database.collection<{ _id: string }>('leases')
  const hash = Transaction.from(raw).hash
  let found = 0
  let wasPaused = false
  const blocks: ChainAdapter['blocks'] = async (from, to) => {
    const read = await world.adapter.blocks(from, to)
    found ||= read.find(({ receipts }) => receipts.some((one) => one.hash === hash))?.number ?? 0
    return read
  }
  start({
    adapter: { ...world.adapter, blocks },
    async onStep(step) {
      if (step !== 'blockRead' || found === 0 || wasPaused) return
      wasPaused = true
      await world.reorganizeFrom(found)
      const until = new Date(Date.now() + 60_000)
      await leases.updateOne({ _id: 'settle:test:base' }, { $set: { holder: 'another', until }, $inc: { fence: 1 } })
      // Nothing runs in it meanwhile, as in a process that is stopped.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
    },
  })
  await world.rpc('eth_sendRawTransaction', raw)
  await until('paused', async () => wasPaused)
  await pause(2_000)
  expect(await deposits(receiver).toArray()).toHaveLength(0)
  await leases.updateOne({ _id: 'settle:test:base' }, { $set: { until: new Date(0) } })
}, 60_000)

test('a task that was added again while it ran is run again', async () => {
  const subject = { network: 'test:other', orgId: '', subjectId: 'dep_1', occurrence: '0xa' } as const
  const add = () => addTasks(world.database, [{ ...subject, work: { kind: 'lostDeposit' } }], new Date())
  const due = () => findDueTasks(world.database, { network: 'test:other', orgId: '' }, new Date(), 10)
  await add()
  const [running] = await due()
  await add()
  await removeTask(world.database, running as SettlementTaskRow)
  const [again] = await due()
  expect(again).toMatchObject({ subjectId: 'dep_1' })
  await removeTask(world.database, again as SettlementTaskRow)
  expect(await due()).toEqual([])
})
