/**
 * Settlement against a real chain with Circle's token and a real replica set. After any crash, lost response,
 * revert or rollback each payment is one transfer on chain or none, and the ledger agrees.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainAdapter } from '../../subgraphs/payments/chains/chainAdapter.ts'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import { NONCE_SLOTS } from '../../subgraphs/payments/models/nonceSlots.ts'
import { SETTLEMENT_STEPS } from '../../subgraphs/payments/settlement/network/network.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { isBalancedWithChain } from '../../subgraphs/shared/ledger/journal.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  USD,
  until,
} from '../support/settlementWorld.ts'

let world: SettlementWorld

beforeAll(async () => {
  world = await openSettlementWorld('settlement')
}, 60_000)
afterAll(() => world.close(), 30_000)

async function fundedWallet(amount = '100', orgId?: OrgId): Promise<TestWallet> {
  const wallet = await world.createWallet(orgId)
  await world.fund(wallet, amount)
  return wallet
}

/** Waits for the deposit with a worker that then goes away. */
async function creditedWallet(amount = '100'): Promise<TestWallet> {
  const wallet = await fundedWallet(amount)
  const worker = world.startWorker()
  await until('deposit credited', async () => (await world.balances(wallet.walletId)).available > 0n)
  await worker.stop()
  return wallet
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await world.database
    .collection<{ _id: string; resourceId: string; type: string }>('events')
    .find({ resourceId: id })
    .sort({ _id: 1 })
    .toArray()
  return rows.map(({ type }) => type)
}

async function expectPaidOnce(id: string, wallet: TestWallet, to: string, units: bigint): Promise<void> {
  expect(await world.transfersTo(to)).toHaveLength(1)
  expect(await world.adapter.balanceOf('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', to)).toBe(units)
  expect(await eventsOf(id)).toEqual(['payment.pending', 'payment.completed'])
  const balances = await world.balances(wallet.walletId)
  expect(balances).toMatchObject({ inFlight: 0n, reserved: 0n, net: units })
  expect(isBalancedWithChain(balances)).toBe(true)
}

test('a payment is authorized by its wallet, relayed, confirmed and posted; receivers inside the service are credited', async () => {
  const [sender, receiver] = [await fundedWallet(), await world.createWallet()]
  const worker = world.startWorker({ confirmations: 1 })
  await until('deposit', async () => (await world.balances(sender.walletId)).available === 100n * USD)
  const id = await world.queuePayment(sender, receiver.address, 40n * USD)
  worker.wake()
  await until('completed', world.completed(id))
  await until('receiver credited', async () => (await world.balances(receiver.walletId)).available === 40n * USD)
  await worker.stop()
  await expectPaidOnce(id, sender, receiver.address, 40n * USD)
  const row = await world.payment(id)
  expect(row.txHash).toBe((await world.transactions(id))[0]?.hash)
  expect(row.chainWork?.minedBlock).toBeGreaterThan(0)
  expect(await world.balances(sender.walletId)).toMatchObject({ available: 60n * USD, onChain: 60n * USD })
  expect(await world.database.collection('deposits').countDocuments({ walletId: receiver.walletId })).toBe(1)
})

describe('a payment whose process dies at any step is completed by the next one, once', () => {
  const steps = SETTLEMENT_STEPS.filter((step) => !step.startsWith('attempt'))
  test.each(steps)('%s', async (dieAt) => {
    const wallet = await creditedWallet()
    const to = newAddress()
    const id = await world.queuePayment(wallet, to, 7n * USD)
    const first = world.startWorker({ dieAt })
    await until('death', async () => first.hasDied())
    const second = world.startWorker()
    await until('completed', world.completed(id))
    await second.stop()
    await expectPaidOnce(id, wallet, to, 7n * USD)
  })
})

test('two workers and forty payments: one holds the lease, each payment is one transfer', async () => {
  const wallet = await creditedWallet('1000')
  const to = newAddress()
  const ids = await Promise.all(Array.from({ length: 40 }, () => world.queuePayment(wallet, to, USD)))
  const workers = [world.startWorker({ options: { chunkSize: 8 } }), world.startWorker({ options: { chunkSize: 8 } })]
  for (const id of ids) await until('completed', world.completed(id))
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await world.transfersTo(to)).toHaveLength(40)
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 960n * USD, inFlight: 0n, net: 40n * USD })
})

test('a worker that was paused beyond its lease stores and sends nothing', async () => {
  const wallet = await creditedWallet()
  const to = newAddress()
  const id = await world.queuePayment(wallet, to, 3n * USD)
  let resume: () => void = () => undefined
  const paused = new Promise<void>((resolve) => {
    resume = resolve
  })
  let isPaused = false
  const first = world.startWorker({
    // While the process is paused, it cannot renew its lease either.
    options: { leaseMs: 1_200 },
    onStep: async (step) => {
      if (step !== 'signed' || isPaused) return
      isPaused = true
      await world.database.collection<{ _id: string }>('leases').updateMany({}, { $set: { until: new Date(0) } })
      await paused
    },
  })
  await until('paused', async () => isPaused)
  const second = world.startWorker()
  await until('completed', world.completed(id))
  resume()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await Promise.all([first.stop(), second.stop()])
  expect(await world.transactions(id)).toHaveLength(1)
  await expectPaidOnce(id, wallet, to, 3n * USD)
})

test('the final gates refuse: funds and limits are released, and no nonce gap remains', async () => {
  const wallet = await creditedWallet()
  const [refusedId, paidId] = [
    await world.queuePayment(wallet, newAddress(), USD),
    await world.queuePayment(wallet, newAddress(), USD),
  ]
  const worker = world.startWorker({
    preSignCheck: (payment) =>
      payment._id === refusedId ? new DomainError('wallet_frozen', 'The wallet is frozen.') : null,
  })
  await until('the other completes', world.completed(paidId))
  await worker.stop()
  const refused = await world.payment(refusedId)
  expect(refused).toMatchObject({ status: 'failed', failureCode: 'wallet_frozen', chainWork: null, txHash: null })
  expect(await eventsOf(refusedId)).toEqual(['payment.failed'])
  expect(await world.balances(wallet.walletId)).toMatchObject({
    available: 99n * USD,
    inFlight: 0n,
    reserved: 0n,
    net: USD,
  })
})

test('a destination that the token refuses: three simulations at no cost, and the payment fails with the reason', async () => {
  const wallet = await creditedWallet()
  const to = newAddress()
  await world.administer('blacklist', to)
  const nonces = () => world.database.collection(NONCE_SLOTS).countDocuments({})
  const before = await nonces()
  const id = await world.queuePayment(wallet, to, 5n * USD)
  const worker = world.startWorker({ options: { pauseMs: 300 } })
  await until('failed', async () => (await world.payment(id)).status === 'failed', 25_000)
  await worker.stop()
  const row = await world.payment(id)
  expect(row).toMatchObject({
    ...{ failureCode: 'all_adapters_exhausted', chainWork: null },
    failureDetails: {
      revert_reason: 'Blacklistable: account is blacklisted',
      attempts: Array.from({ length: 3 }, () => ({
        adapter: 'base',
        error: 'reverted: Blacklistable: account is blacklisted',
      })),
    },
  })
  expect(row.attempts).toHaveLength(3)
  expect(await nonces()).toBe(before)
  expect(await eventsOf(id)).toEqual(['payment.failed'])
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 100n * USD, inFlight: 0n, reserved: 0n })
})

test('reverted after the broadcast: no further gas for the same result, and a mined cancellation is the proof', async () => {
  const wallet = await creditedWallet()
  const to = newAddress()
  const id = await world.queuePayment(wallet, to, 5n * USD)
  const worker = world.startWorker({ onStep: world.onceSigned('blacklist', to), options: { overdueAfterMs: 1_500 } })
  await until('failed', async () => (await world.payment(id)).status === 'failed', 25_000)
  await worker.stop()
  const row = await world.payment(id)
  expect(row.failureCode).toBe('all_adapters_exhausted')
  expect(row.failureDetails).toMatchObject({ revert_reason: 'Blacklistable: account is blacklisted' })
  expect((await world.transactions(id)).map(({ purpose }) => purpose)).toEqual(['pay', 'cancel'])
  expect(await eventsOf(id)).toEqual(['payment.pending', 'payment.failed'])
  expect(await world.transfersTo(to)).toHaveLength(0)
  expect(await world.balances(wallet.walletId)).toMatchObject({
    available: 100n * USD,
    inFlight: 0n,
    reserved: 0n,
    net: 0n,
  })
  const { from = '', authorization } = row.chainWork ?? {}
  expect(
    await world.adapter.authorizationState(
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      from,
      authorization?.nonce ?? '',
    ),
  ).toBe(true)
})

test.each(['attemptStored', 'attemptSent'] as const)('dying at %s of a retry changes nothing', async (dieAt) => {
  const wallet = await creditedWallet()
  const to = newAddress()
  const id = await world.queuePayment(wallet, to, 5n * USD)
  const adapter: ChainAdapter = {
    ...world.adapter,
    // Asked after the revert: by then the token would take it.
    async simulate(call) {
      await world.administer('unBlacklist', to)
      return world.adapter.simulate(call)
    },
  }
  const first = world.startWorker({ dieAt, adapter, onStep: world.onceSigned('blacklist', to) })
  await until('death', async () => first.hasDied())
  const second = world.startWorker()
  await until('completed', world.completed(id))
  await second.stop()
  await expectPaidOnce(id, wallet, to, 5n * USD)
})

test('no endpoint accepts the transaction: attempts are recorded, the payment stays pending and is paid when one does', async () => {
  const wallet = await creditedWallet()
  const to = newAddress()
  let isDown = true
  const post: Post = async (url, body) => {
    if (isDown && body.includes('eth_sendRawTransaction')) throw new Error('connect ECONNREFUSED')
    return (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).text()
  }
  const id = await world.queuePayment(wallet, to, 2n * USD)
  const worker = world.startWorker({ adapter: world.openAdapter(post) })
  await until('tried', async () => (await world.payment(id)).attempts.length > 0)
  const row = await world.payment(id)
  expect(row).toMatchObject({ status: 'pending', stage: 'broadcasting', txHash: null })
  expect(row.attempts[0]).toMatchObject({ adapter: new URL(world.rpcUrl).host, error: 'connect ECONNREFUSED' })
  expect(await world.balances(wallet.walletId)).toMatchObject({ inFlight: 2n * USD })
  isDown = false
  await until('completed', world.completed(id))
  await worker.stop()
  await expectPaidOnce(id, wallet, to, 2n * USD)
})

test('lost responses, dead and lying endpoints: the payment stays pending and is paid once', async () => {
  const wallet = await creditedWallet()
  const to = newAddress()
  let state = 7
  const random = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  let faults = 0
  const post: Post = async (url, body) => {
    const fault = random()
    if (fault < 0.3) faults++
    if (fault < 0.15) throw new Error('connect ECONNREFUSED')
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const text = await response.text()
    // The node has executed the request, but its response is lost.
    if (fault < 0.3) throw new Error('socket hang up')
    return text
  }
  const adapter = world.openAdapter(post, [world.rpcUrl, 'http://127.0.0.1:9'])
  const ids = await Promise.all(Array.from({ length: 10 }, () => world.queuePayment(wallet, to, USD)))
  const worker = world.startWorker({ adapter })
  for (const id of ids) await until('completed', world.completed(id), 30_000)
  await worker.stop()
  expect(faults).toBeGreaterThan(10)
  expect(await world.transfersTo(to)).toHaveLength(10)
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 90n * USD, inFlight: 0n, net: 10n * USD })
}, 45_000)

test('an endpoint that lies about what was mined: nothing is booked of it that the other does not say', async () => {
  const wallet = await fundedWallet()
  const units = (amount: bigint) => amount.toString(16).padStart(64, '0')
  let isLying = true
  let lies = 0
  const post: Post = async (url, body) => {
    const response = await fetch(world.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const text = await response.text()
    const isLie = isLying && url.includes('liar') && text.includes(units(100n * USD))
    if (isLie) lies += 1
    return isLie ? text.replaceAll(units(100n * USD), units(100_000n * USD)) : text
  }
  const worker = world.startWorker({
    adapter: world.openAdapter(post, ['http://liar.example', 'http://honest.example']),
  })
  const isCredited = async () => (await world.balances(wallet.walletId)).available > 0n
  await until('it has lied several times', async () => lies > 3 || (await isCredited()))
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 0n })
  isLying = false
  await until('credited', isCredited)
  await worker.stop()
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 100n * USD })
}, 30_000)

test('the chain dies, loses its last second and comes back: the lost transactions are resent', async () => {
  const wallet = await creditedWallet()
  const to = newAddress()
  const worker = world.startWorker()
  const ids: string[] = []
  for (let index = 0; index < 12; index++) {
    ids.push(await world.queuePayment(wallet, to, USD))
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
  await world.killChain()
  const during = await world.queuePayment(wallet, to, USD)
  await world.restartChain()
  for (const id of [...ids, during]) await until('completed', world.completed(id), 25_000)
  await until('13 transfers', async () => (await world.transfersTo(to)).length === 13)
  await worker.stop()
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 87n * USD, inFlight: 0n, net: 13n * USD })
  expect(await world.adapter.balanceOf('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', wallet.address)).toBe(87n * USD)
}, 60_000)
