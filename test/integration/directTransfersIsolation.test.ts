// Wallets that send transfers themselves, of organizations whose commits do not come through for a while: no other organization
// waits for them, and nothing of theirs is lost, sent twice or counted against them meanwhile.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import { CHAIN_CURSORS, type ChainCursorRow } from '../../subgraphs/payments/models/chainCursors.ts'
import { NONCE_SLOTS, type NonceSlotRow, topUpSubject } from '../../subgraphs/payments/models/nonceSlots.ts'
import { PAYMENTS, type PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { SETTLEMENT_TASKS, type SettlementTaskRow } from '../../subgraphs/payments/models/settlementTasks.ts'
import { type DirectWorld, newPayee, openDirectWorld } from '../support/directWorld.ts'
import { holdOrganization } from '../support/holdOrganization.ts'
import { type SettlementWorld, type TestWallet, until } from '../support/settlementWorld.ts'

let direct: DirectWorld
let world: SettlementWorld

beforeAll(async () => {
  direct = await openDirectWorld('direct_isolation')
  world = direct.world
}, 60_000)
afterAll(() => world.close(), 30_000)
afterEach(() => direct.stopAll())

/** An endpoint that answers some calls in its own way. */
const answering = (answer: (method: string, params: readonly unknown[]) => unknown): Post => {
  return async (_url, body) => {
    const calls = JSON.parse(body) as { id: number; method: string; params: unknown[] }[]
    const answers = calls.map(async ({ id, method, params }) => ({
      id,
      result: answer(method, params) ?? (await world.rpc(method, ...params)),
    }))
    return JSON.stringify(await Promise.all(answers))
  }
}

const giftsOf = ({ walletId }: TestWallet) =>
  world.database.collection<NonceSlotRow>(NONCE_SLOTS).countDocuments({ subjectId: topUpSubject(walletId) })

test('what a wallet of one organization has sent without a record holds up no transfer of another, whose rows are free', async () => {
  const [stuck, other] = [await direct.fundedWallet(), await direct.fundedWallet()]
  for (const { address } of [stuck, other]) await world.rpc('anvil_setBalance', address, '0xde0b6b3a7640000')
  let isAsked = false
  const adapter = world.openAdapter(
    answering((method, params) => {
      if (method !== 'eth_getTransactionCount' || params[0] !== stuck.address || params[1] !== 'pending') return null
      isAsked = true
      return '0x5'
    }),
  )
  await world.queuePayment(stuck, newPayee(), 1n)
  const release = holdOrganization(world.database, stuck.orgId)
  try {
    await new Promise((resolve) => setTimeout(resolve, 500))
    direct.start({ adapter, options: { chunksInFlight: 1, chunkSize: 1, pauseMs: 50 } })
    await until('asked', async () => isAsked)
    const id = await world.queuePayment(other, newPayee(), 1n)
    await until('the other one is paid', world.completed(id), 20_000)
  } finally {
    await release()
  }
}, 90_000)

test('gas that could not be stored in time is no failed authorization: the transfer is paid once it can be', async () => {
  const wallet = await direct.fundedWallet()
  const payee = newPayee()
  let release: (() => Promise<void>) | undefined
  direct.start({
    options: { pauseMs: 50, authorizationTriesMax: 1 },
    async onStep(step) {
      if (step !== 'authorized' || release !== undefined) return
      release = holdOrganization(world.database, wallet.orgId)
      await new Promise((resolve) => setTimeout(resolve, 500))
    },
  })
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  try {
    await until('held', async () => release !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 7_000))
  } finally {
    await release?.()
  }
  expect(await direct.ended(id)).toMatchObject({ status: 'completed', authorizationTries: 0 })
  expect(await world.transfersTo(payee)).toHaveLength(1)
  expect(await giftsOf(wallet)).toBe(1)
}, 60_000)

test('the commit that stores its bytes comes only after a second nonce was taken for it: that one does not fail it', async () => {
  const wallet = await direct.fundedWallet()
  await world.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  const { database } = world
  const [payments, slots] = [database.collection<PaymentRow>(PAYMENTS), database.collection<NonceSlotRow>(NONCE_SLOTS)]
  const dying = world.startWorker({ dieAt: 'stored' })
  const payee = newPayee()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  await dying.died
  const [stored, slot] = [await world.payment(id), await slots.findOne({ subjectId: id })]
  if (slot === null) throw new Error('nothing is stored')
  await slots.deleteOne({ _id: slot._id })
  await payments.updateOne({ _id: id }, { $set: { stage: 'queued', chainWork: null } })
  let isStored = false
  direct.start({
    // What completes it is to come after what its second nonce was used for.
    adapter: { ...world.adapter, confirmationDelay: () => 60_000 },
    options: { pauseMs: 50, overdueAfterMs: 60_000 },
    async onStep(step, subject) {
      if (step !== 'simulated' || subject !== id || isStored) return
      isStored = true
      await slots.insertOne(slot)
      await payments.replaceOne({ _id: id }, stored)
    },
  })
  const tasks = database.collection<SettlementTaskRow>(SETTLEMENT_TASKS)
  const cursors = database.collection<ChainCursorRow>(CHAIN_CURSORS)
  await until('the second nonce is used, and that is looked at', async () => {
    const second = await slots.findOne({ account: slot.account, nonce: Number(slot.nonce) + 1 })
    const isRead = await cursors.findOne({ number: { $gte: second?.mined?.block ?? Number.MAX_SAFE_INTEGER } })
    return isRead !== null && (await tasks.countDocuments({ 'work.kind': 'reverted' })) === 0
  })
  expect(await world.payment(id)).toMatchObject({ status: 'pending' })
  await tasks.updateMany({}, { $set: { dueAt: new Date() } })
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
}, 60_000)

test('gas that has arrived since it was found missing is not given a second time', async () => {
  const wallet = await direct.fundedWallet()
  await world.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  // As if what was under way had been mined right after the first look.
  let looks = 0
  const adapter = world.openAdapter(
    answering((method, params) =>
      method === 'eth_getBalance' && params[0] === wallet.address && ++looks <= 2 ? '0x0' : null,
    ),
  )
  direct.start({ adapter, options: { pauseMs: 50 } })
  expect(await direct.ended(await world.queuePayment(wallet, newPayee(), 1n))).toMatchObject({ status: 'completed' })
  expect(looks).toBeGreaterThan(2)
  expect(await giftsOf(wallet)).toBe(0)
}, 60_000)
