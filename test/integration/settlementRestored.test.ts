/**
 * Payments of requests that a restored backup does not know (reliability 3.3): each request is repeated with its key, and must not
 * be paid again while what was sent for it may still be mined, or is not booked yet.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { relayerKeysOf } from '../../scripts/embedded/chainKeys.ts'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import { walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import {
  newAddress,
  openSettlementWorld,
  type RunningWorker,
  type SettlementWorld,
  type TestWallet,
  USD,
  until,
  type WorkerChanges,
} from '../support/settlementWorld.ts'

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' } }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let world: SettlementWorld
let source: TestWallet
const running: RunningWorker[] = []

beforeAll(async () => {
  world = await openSettlementWorld('settlement_restored')
}, 60_000)
beforeEach(async () => {
  source = await world.createFundedWallet(1)
}, 30_000)
afterAll(() => world.close(), 30_000)
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop()
})

/** With gate 15 as far as it matters here: nothing is signed for a frozen wallet. */
const preSignCheck: WorkerChanges['preSignCheck'] = ({ walletId }, state) =>
  (state.get(walletRef(walletId))?.frozen ?? null) === null ? null : new DomainError('wallet_frozen', 'Frozen.')

const start = (changes: WorkerChanges = {}): RunningWorker => {
  const worker = world.startWorker({ preSignCheck, ...changes })
  running.push(worker)
  return worker
}

async function withoutMining(work: () => Promise<void>): Promise<void> {
  await world.rpc('evm_setIntervalMining', 0)
  // A block may be in the making.
  await pause(1_000)
  try {
    await work()
  } finally {
    await world.rpc('evm_setIntervalMining', 1)
  }
}

/** Pays, restores the backup of before, and repeats the request. @returns the payment of the repeated request */
async function payAndRepeat(
  to: string,
  paying: WorkerChanges = {},
  onSent: (id: PaymentId) => Promise<void> = async () => undefined,
): Promise<PaymentId> {
  const restore = await world.backUp()
  const id = await world.queuePayment(source, to, USD)
  const worker = start(paying)
  await until('sent', async () => (await world.payment(id)).txHash !== null)
  await worker.stop()
  await onSent(id)
  await restore()
  return world.queuePayment(source, to, USD)
}

/** The repeated request ends without a second transfer, and the wallet is frozen by what nothing explains. */
async function expectPaidOnce(to: string, repeated: PaymentId): Promise<void> {
  await until('ended', async () => (await world.payment(repeated)).status !== 'pending')
  expect(await world.transfersTo(to)).toHaveLength(1)
  expect(await world.payment(repeated)).toMatchObject({
    status: 'failed',
    failureCode: 'wallet_frozen',
    chainWork: null,
  })
  expect(await world.balances(source.walletId)).toMatchObject({ inFlight: 0n })
}

test('in the memory pool: nothing is sent before it is mined and booked', async () => {
  const to = newAddress()
  const [first = '', second = ''] = relayerKeysOf(world.keys)
  let repeated: PaymentId | null = null
  await withoutMining(async () => {
    repeated = await payAndRepeat(to, { relayerKeys: [first] })
    start({ relayerKeys: [second, first] })
    await pause(3_000)
  })
  await expectPaidOnce(to, repeated as unknown as PaymentId)
}, 60_000)

test('in the memory pool, and nobody mines it: an empty transaction takes its place, and the repeated request is paid', async () => {
  const to = newAddress()
  let nonce = 0
  let repeated: PaymentId | null = null
  await withoutMining(async () => {
    repeated = await payAndRepeat(to, {}, async (id) => {
      const [sent] = await world.transactions(id)
      nonce = Number(sent?.nonce)
      await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${((sent?.maxFee ?? 0n) * 2n).toString(16)}`)
      await world.rpc('evm_mine')
    })
    // This node counts only what can be mined at once.
    const pendingNonce: typeof world.adapter.pendingNonce = async (address) => {
      const { highest } = await world.adapter.pendingNonce(address)
      const all = Math.max(highest, nonce + 1)
      return { highest: all, agreed: all }
    }
    start({ adapter: { ...world.adapter, pendingNonce }, options: { unrecordedAfterMs: 1_000 } })
    const filled = { 'bytes.purpose': 'fill', nonce }
    await until('replaced', () => world.database.collection('accountNonces').findOne(filled))
    expect(await world.payment(repeated)).toMatchObject({ stage: 'queued', chainWork: null })
  })
  await until('paid', world.completed(repeated as unknown as string))
  expect(await world.transfersTo(to)).toHaveLength(1)
}, 60_000)

test('in the memory pool, and one of two endpoints is down: what takes its place is believed of the other after a while', async () => {
  const to = newAddress()
  let nonce = 0
  let repeated: PaymentId | null = null
  await withoutMining(async () => {
    repeated = await payAndRepeat(to, {}, async (id) => {
      const [sent] = await world.transactions(id)
      nonce = Number(sent?.nonce)
      await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${((sent?.maxFee ?? 0n) * 2n).toString(16)}`)
      await world.rpc('evm_mine')
    })
    const down: Post = async (url, body) => {
      if (url.includes('down')) throw new Error('connection refused')
      return (await fetch(world.rpcUrl, { ...JSON_POST, body })).text()
    }
    const one = world.openAdapter(down, ['http://down.example', 'http://up.example'])
    // This node counts only what can be mined at once.
    const pendingNonce: typeof world.adapter.pendingNonce = async (address) => {
      const { highest } = await one.pendingNonce(address)
      const all = Math.max(highest, nonce + 1)
      return { highest: all, agreed: all }
    }
    start({ adapter: { ...one, pendingNonce }, options: { unrecordedAfterMs: 2_000 } })
    await until('replaced', () =>
      world.database.collection('accountNonces').findOne({ 'bytes.purpose': 'fill', nonce }),
    )
  })
  await until('paid', world.completed(repeated as unknown as string))
  expect(await world.transfersTo(to)).toHaveLength(1)
}, 60_000)

test('an endpoint says that a relayer has sent more than can be: none of those nonces are taken, and payments go on once it is right', async () => {
  const to = newAddress()
  let isWrong = true
  const pendingNonce: typeof world.adapter.pendingNonce = async (address) =>
    isWrong ? { highest: 1_000_000, agreed: 1_000_000 } : world.adapter.pendingNonce(address)
  const id = await world.queuePayment(source, to, USD)
  start({ adapter: { ...world.adapter, pendingNonce }, options: { unrecordedAfterMs: 500 } })
  await pause(2_500)
  expect(await world.database.collection('accountNonces').findOne({ nonce: { $gt: 100_000 } })).toBeNull()
  isWrong = false
  await until('paid', world.completed(id))
}, 60_000)

test('in a block without its confirmations: nothing is sent before it is booked', async () => {
  const to = newAddress()
  let repeated: PaymentId | null = null
  await withoutMining(async () => {
    repeated = await payAndRepeat(to)
    await world.rpc('evm_mine')
    start({ confirmations: 3 })
    await pause(3_000)
  })
  await expectPaidOnce(to, repeated as unknown as PaymentId)
}, 60_000)

/** An endpoint that knows no block above this one, and passes on what is sent. */
const lagging =
  (height: number): Post =>
  async (url, body) => {
    const post = async (text: string) => (await fetch(world.rpcUrl, { ...JSON_POST, body: text })).text()
    if (!url.includes('lagging')) return post(body)
    const calls = JSON.parse(body) as { id: number; method: string; params: unknown[] }[]
    const asked = calls.map((call) => ({
      ...call,
      params: call.params.map((one) => (one === 'latest' || one === 'pending' ? `0x${height.toString(16)}` : one)),
    }))
    const answers = JSON.parse(await post(JSON.stringify(asked))) as { id: number; result?: unknown }[]
    return JSON.stringify(
      answers.map((answer) => {
        const call = asked.find(({ id }) => id === answer.id)
        const isAbove = call?.method === 'eth_getBlockByNumber' && Number(call.params[0]) > height
        return isAbove ? { ...answer, result: null } : answer
      }),
    )
  }

test('in a block that the first endpoint does not have yet: nothing is sent before it is booked', async () => {
  const to = newAddress()
  const { number } = await world.adapter.head()
  const repeated = await payAndRepeat(to)
  await until('mined', async () => (await world.transfersTo(to)).length === 1)
  const urls = ['http://lagging.example', 'http://first.example', 'http://second.example']
  start({ adapter: world.openAdapter(lagging(number), urls, { staleAfterMs: 3_000 }) })
  await expectPaidOnce(to, repeated)
}, 60_000)
