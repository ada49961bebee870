// The gas that a wallet is given for its own transfers (domain 9.2 b): whatever takes a nonce, no wallet waits for it for ever,
// and nothing stays reserved in the budget of its organization.
import { Transaction, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { relayerKeysOf } from '../../scripts/embedded/chainKeys.ts'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import { NONCE_SLOTS, type NonceSlotRow, topUpSubject } from '../../subgraphs/payments/models/nonceSlots.ts'
import { gasSpent } from '../../subgraphs/payments/rules/gasBudget.ts'
import { type OrgPosition, orgRef } from '../../subgraphs/shared/commit/positions.ts'
import { type DirectWorld, newPayee, openDirectWorld } from '../support/directWorld.ts'
import { type SettlementWorld, type TestWallet, until } from '../support/settlementWorld.ts'

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' } }

let direct: DirectWorld
let world: SettlementWorld

beforeAll(async () => {
  direct = await openDirectWorld('direct_gas')
  world = direct.world
}, 60_000)
afterAll(() => world.close(), 30_000)
afterEach(() => direct.stopAll())

const reserved = async ({ orgId }: TestWallet) => {
  const org = await world.database.collection<OrgPosition>('positions').findOne({ _id: orgRef(orgId).id })
  return gasSpent(org as OrgPosition, { mode: 'test', chain: 'ethereum' }, new Date()).reserved
}

test('another transaction has the nonce of a gift of gas: the wallet gets another one, and nothing stays reserved', async () => {
  const wallet = await direct.fundedWallet()
  const relayer = new Wallet(world.keys.relayerKey).address
  let atFirst: bigint | null = null
  direct.start({
    options: { pauseMs: 50 },
    async onStep(step, subject) {
      if (step !== 'attemptStored' || subject !== `gas:${wallet.walletId}` || atFirst !== null) return
      // Before its nonce is taken: soon afterwards it is free again.
      atFirst = await reserved(wallet)
      await world.rpc('anvil_impersonateAccount', relayer)
      await world.rpc('eth_sendTransaction', { from: relayer, to: relayer, gas: '0x5208' })
      await world.rpc('anvil_stopImpersonatingAccount', relayer)
      await world.rpc('evm_mine')
    },
  })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(atFirst).toBeGreaterThan(0n)
  expect(await giftsOf(wallet)).toHaveLength(2)
  await until('nothing reserved', async () => (await reserved(wallet)) === 0n)
}, 60_000)

test('the account that was to give it gas is no longer configured: another one gives it, and nothing stays reserved', async () => {
  const wallet = await direct.fundedWallet()
  const [old = '', next = ''] = relayerKeysOf(world.keys)
  const dying = direct.start({ relayerKeys: [old], dieAt: 'attemptStored' })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  await dying.died
  await dying.stop()
  direct.start({ relayerKeys: [next], options: { pauseMs: 50, unrecordedAfterMs: 1_000 } })
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  await until('nothing reserved', async () => (await reserved(wallet)) === 0n)
}, 60_000)

test('gas of an account that is no longer configured is booked when it is mined after all, however late', async () => {
  const wallet = await direct.fundedWallet()
  const [old = '', next = ''] = relayerKeysOf(world.keys)
  const dying = direct.start({ relayerKeys: [old], dieAt: 'attemptStored' })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  await dying.died
  await dying.stop()
  direct.start({ relayerKeys: [next], options: { pauseMs: 50, unrecordedAfterMs: 1_000 } })
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  const account = `test:ethereum:${new Wallet(old).address}`
  const slots = world.database.collection<NonceSlotRow>(NONCE_SLOTS)
  const given = await until('ended', () =>
    slots.findOne({ account, subjectId: topUpSubject(wallet.walletId), state: 'mined' }),
  )
  expect(given.mined?.gasWei).toBe('0')
  const [bytes] = given.bytes
  // What the test before has left unmined has an earlier nonce.
  const upToIt = await slots
    .find({ account, nonce: { $lte: given.nonce } })
    .sort({ nonce: 1 })
    .toArray()
  await world.adapter.sendRaw(upToIt.flatMap((slot) => slot.bytes.slice(0, 1).map(({ raw }) => raw)))
  const booked = await until('booked', async () => {
    const row = await slots.findOne({ _id: given._id })
    return row?.mined?.gasWei === '0' ? null : row
  })
  const [receipt] = await world.adapter.receipts([bytes?.hash ?? ''])
  expect(BigInt(booked.mined?.gasWei ?? 0)).toBe((receipt?.gasWei ?? 0n) + (bytes?.value ?? 0n))
}, 60_000)

test('a nonce that was allocated and never stored, and no gas to fill it: the wallet is given some, and the transfer behind it is paid', async () => {
  const wallet = await direct.fundedWallet()
  await world.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  const payee = newPayee()
  const ids = [
    await world.queuePayment(wallet, newPayee(), 1_000_000n),
    await world.queuePayment(wallet, payee, 1_000_000n),
  ] as const
  let isEmptied = false
  direct.start({
    options: { authorizationTriesMax: 1 },
    // Its commit fails, after its nonce was allocated.
    preSignCheck(payment) {
      if (payment._id === ids[0]) throw new Error('it cannot be decided')
      return null
    },
    async onStep(step) {
      if (step !== 'stored' || isEmptied) return
      isEmptied = true
      await world.rpc('anvil_setBalance', wallet.address, '0x0')
    },
  })
  expect(await direct.ended(ids[0])).toMatchObject({ status: 'failed' })
  expect(await direct.ended(ids[1])).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
  await until('nothing reserved', async () => (await reserved(wallet)) === 0n)
}, 60_000)

/** Sends nothing on, and says this. */
const refusing =
  (message: string): Post =>
  async (_url, body) => {
    const calls = JSON.parse(body) as { id: number; method: string; params: unknown[] }[]
    const answers = calls.map(async ({ id, method, params }) =>
      method === 'eth_sendRawTransaction' && isOfWallet(String(params[0]))
        ? { id, error: { code: -32000, message } }
        : { id, result: await world.rpc(method, ...params) },
    )
    return JSON.stringify(await Promise.all(answers))
  }

const isOfWallet = (raw: string) => Transaction.from(raw).from !== new Wallet(world.keys.relayerKey).address

const giftsOf = ({ walletId }: TestWallet) =>
  world.database
    .collection<NonceSlotRow>(NONCE_SLOTS)
    .find({ subjectId: topUpSubject(walletId) })
    .toArray()

test('an endpoint that always says that a wallet lacks gas: it is given some once, not up to the budget', async () => {
  const wallet = await direct.fundedWallet()
  const adapter = world.openAdapter(refusing('insufficient funds for gas * price + value'))
  const before = world.log.lines.length
  direct.start({ adapter, options: { pauseMs: 50 } })
  await world.queuePayment(wallet, newPayee(), 1_000_000n)
  const told = () => world.log.lines.slice(before).filter(({ message }) => message.includes('and it has enough'))
  await until('it was asked several times', async () => told().length >= 3)
  expect(await giftsOf(wallet)).toHaveLength(1)
}, 60_000)

test.each(['nonce too low', 'insufficient funds for gas * price + value'])(
  'the first endpoint says "%s" of everything: the transfer is sent to the other one',
  async (message) => {
    const wallet = await direct.fundedWallet()
    const lying = refusing(message)
    const post: Post = async (url, body) =>
      url.includes('lying') ? lying(url, body) : (await fetch(world.rpcUrl, { ...JSON_POST, body })).text()
    const adapter = world.openAdapter(post, ['http://lying.example', 'http://honest.example'])
    direct.start({ adapter, options: { pauseMs: 50 } })
    const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
    expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  },
  60_000,
)

const answering =
  (answer: (call: { method: string; params: unknown[] }) => object | null): Post =>
  async (_url, body) => {
    const calls = JSON.parse(body) as { id: number; method: string; params: unknown[] }[]
    const answers = calls.map(async ({ id, ...call }) => ({
      id,
      ...(answer(call) ?? { result: await world.rpc(call.method, ...call.params) }),
    }))
    return JSON.stringify(await Promise.all(answers))
  }

test('one of three endpoints says that a wallet has no native coins: it is given some once, not up to the budget', async () => {
  const wallet = await direct.fundedWallet()
  const poor = answering(({ method, params }) =>
    method === 'eth_getBalance' && params[0] === wallet.address ? { result: '0x0' } : null,
  )
  const honest = answering(() => null)
  const post: Post = (url, body) => (url.includes('lying') ? poor : honest)(url, body)
  const urls = ['http://lying.example', 'http://first.example', 'http://second.example']
  direct.start({ adapter: world.openAdapter(post, urls), options: { pauseMs: 50 } })
  for (const id of [await world.queuePayment(wallet, newPayee(), 1n), await world.queuePayment(wallet, newPayee(), 2n)])
    expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await giftsOf(wallet)).toHaveLength(1)
}, 60_000)

test('a reorganization drops the gas that a wallet was given: it is sent again, and the wallet gets no other', async () => {
  const wallet = await direct.fundedWallet()
  const relayer = new Wallet(world.keys.relayerKey).address
  const first = direct.start({ options: { pauseMs: 50 } })
  expect(await direct.ended(await world.queuePayment(wallet, newPayee(), 1n))).toMatchObject({ status: 'completed' })
  await until('booked', async () => (await giftsOf(wallet)).every(({ state }) => state === 'mined'))
  await first.stop()
  const [gift] = await giftsOf(wallet)
  await world.reorganizeFrom(Number(gift?.mined?.block))
  let isHeldBack = true
  const adapter = world.openAdapter(
    answering(({ method, params }) =>
      isHeldBack && method === 'eth_sendRawTransaction' && Transaction.from(String(params[0])).from === relayer
        ? { error: { code: -32000, message: 'not now' } }
        : null,
    ),
  )
  direct.start({ adapter, options: { pauseMs: 50, resendAfterMs: 500 } })
  const id = await world.queuePayment(wallet, newPayee(), 2n)
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  isHeldBack = false
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await giftsOf(wallet)).toHaveLength(1)
}, 60_000)
