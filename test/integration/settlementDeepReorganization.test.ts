/**
 * A reorganization deeper than the remembered blocks (reliability 3.1, 3.3): it is never passed over. Where the blocks of
 * what was booked are still in the chain it is read again from there; otherwise the chain stops until an operator says from
 * where to read it again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainCursorRow, requestReread } from '../../subgraphs/payments/models/chainCursors.ts'
import type { DepositRow } from '../../subgraphs/payments/models/deposits.ts'
import type { MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import { NONCE_SLOTS, type NonceSlotRow, topUpSubject } from '../../subgraphs/payments/models/nonceSlots.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
} from '../support/settlementWorld.ts'

let world: SettlementWorld
const cursors = () => world.database.collection<ChainCursorRow>('chainCursors')
const numberRead = async () => Number((await cursors().findOne({}))?.number)
const depositOf = ({ walletId }: TestWallet) => world.database.collection<DepositRow>('deposits').findOne({ walletId })
const mismatch = () => world.database.collection<MismatchRow>('mismatches').findOne({ kind: 'chain_reorganized' })
const timesTold = (part: string) => world.log.lines.filter(({ message }) => message.includes(part)).length
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const startWorker = (adapter = world.adapter) =>
  world.startWorker({ adapter, options: { pauseMs: 200, pauseMaxMs: 500, overdueAfterMs: 1_000 } })

beforeAll(async () => {
  world = await openSettlementWorld('settlement_deep')
}, 60_000)
afterAll(() => world.close(), 30_000)

/** Only the last three blocks are remembered, and none of those is in the chain afterwards. */
async function loseMarks(from: number): Promise<void> {
  await cursors().updateMany({}, { $push: { recent: { $each: [], $slice: -3 } } } as object)
  await world.reorganizeFrom(from)
  const read = await numberRead()
  await until('a longer chain', async () => (await world.adapter.head()).number > read + 1)
}

async function expectSameAsChain({ walletId, address }: TestWallet): Promise<void> {
  const same = async () =>
    (await world.balances(walletId)).onChain === (await world.adapter.balanceOf(USDC_ADDRESS, address))
  await until('ledger and chain are the same', same)
}

test('above all that was booked: it is read again from there, and what is new is booked', async () => {
  const wallet = await world.createFundedWallet(6)
  const { block, blockHash } = (await depositOf(wallet)) ?? { block: 0 }
  let worker = startWorker()
  await until('blocks above', async () => (await numberRead()) > block + 5)
  await worker.stop()
  await loseMarks(block + 1)
  worker = startWorker()
  const to = newAddress()
  const id = await world.queuePayment(wallet, to, USD)
  await until('paid', world.completed(id))
  await worker.stop()
  expect(await depositOf(wallet)).toMatchObject({ block, blockHash })
  expect(await mismatch()).toBeNull()
  await expectSameAsChain(wallet)
}, 60_000)

test('below what was booked: the chain stops with a mismatch, and goes on from the block that an operator names', async () => {
  const wallet = await world.createFundedWallet(2)
  const { block } = (await depositOf(wallet)) ?? { block: 0 }
  let worker = startWorker()
  await until('blocks above', async () => (await numberRead()) > block + 5)
  await worker.stop()
  const stored = await world.queuePayment(wallet, newAddress(), USD)
  const dying = world.startWorker({ dieAt: 'stored' })
  await dying.died
  await loseMarks(block)
  const read = await numberRead()
  let sent = 0
  const sendRaw: typeof world.adapter.sendRaw = (raws, findStopped) => {
    sent += raws.length
    return world.adapter.sendRaw(raws, findStopped)
  }
  worker = startWorker({ ...world.adapter, sendRaw })
  const found = await until('mismatch', mismatch)
  expect(found).toMatchObject({ state: 'open', walletId: wallet.walletId, found: '0' })
  const id = await world.queuePayment(wallet, newAddress(), USD)
  await pause(1_000)
  expect(await world.payment(id)).toMatchObject({ stage: 'queued', chainWork: null })
  expect(await numberRead()).toBe(read)
  // Not even what was signed before.
  expect(sent).toBe(0)
  expect(timesTold('deeper than is remembered')).toBe(1)
  // Not low enough: the deposit itself is gone.
  expect(await requestReread(world.database, 'test:base', block + 1)).toBe(true)
  await until('told again', async () => timesTold('deeper than is remembered') === 2)
  expect(await numberRead()).toBe(read)

  // As if a wallet had been given gas in a block that is gone; what is below stays.
  const slots = world.database.collection<NonceSlotRow>(NONCE_SLOTS)
  const given = (nonce: number, inBlock: number) => ({
    ...{
      _id: `test:base:0xgone:${String(nonce).padStart(12, '0')}`,
      v: 1,
      account: 'test:base:0xgone',
      nonce,
      orgId: null,
      bytes: [],
    },
    ...{ subjectId: topUpSubject(wallet.walletId), state: 'mined', mined: { block: inBlock } },
  })
  await slots.insertMany([given(0, block - 1), given(1, block + 1)] as never)
  await requestReread(world.database, 'test:base', block)
  const stateOf = async (nonce: number) => (await slots.findOne({ account: 'test:base:0xgone', nonce }))?.state
  await until('gas is not mined any more', async () => (await stateOf(1)) !== 'mined')
  expect(await stateOf(0)).toBe('mined')
  await slots.deleteMany({ account: 'test:base:0xgone' })
  for (const one of [id, stored]) await until('paid', world.completed(one))
  await until('resolved', async () => (await mismatch())?.state === 'resolved')
  await expectSameAsChain(wallet)
  await until(
    'nothing is left to do',
    async () => (await world.database.collection('settlementTasks').countDocuments()) === 0,
  )
  await worker.stop()
  expect(await mismatch()).toMatchObject({ resolution: 'read_again' })
  expect((await depositOf(wallet))?.isGone).not.toBe(true)
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 998n * USD, onChain: 998n * USD })
}, 60_000)
