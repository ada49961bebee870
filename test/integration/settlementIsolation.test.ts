/**
 * One bad thing harms only itself: what is wrong with one payment, row, endpoint or organization never stops what belongs
 * to others, and is tried again by itself until it is done or has failed with its reason.
 */
import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSettlementWorld, type SettlementWorld, type TestWallet, until } from '../support/settlementWorld.ts'

const USD = 1_000_000n
let world: SettlementWorld
const stranger = (): string => Wallet.createRandom().address
const completed = (id: string) => async () => (await world.payment(id)).stage === 'completed'

beforeAll(async () => {
  world = await openSettlementWorld('settlement_isolation')
}, 60_000)
afterAll(() => world.close(), 30_000)

/** With money in it, from a worker that then goes away. */
async function creditedWallets(count: number, amount = '500'): Promise<TestWallet[]> {
  const wallets: TestWallet[] = []
  for (let made = 0; made < count; made++) {
    const wallet = await world.createWallet()
    await world.fund(wallet, amount)
    wallets.push(wallet)
  }
  const worker = world.startWorker()
  for (const { walletId } of wallets)
    await until('deposit', async () => (await world.balances(walletId)).available > 0n)
  await worker.stop()
  return wallets
}

describe('payments that cannot be authorized', () => {
  test('384 of one organization do not delay a payment of another', async () => {
    const [poisoned, healthy] = (await creditedWallets(2)) as [TestWallet, TestWallet]
    await world.database.collection<{ _id: string }>('walletKeys').deleteOne({ _id: poisoned.walletId })
    for (let queued = 0; queued < 384; queued += 64)
      await Promise.all(Array.from({ length: 64 }, () => world.queuePayment(poisoned, stranger(), USD / 100n)))
    const id = await world.queuePayment(healthy, stranger(), USD)
    const worker = world.startWorker()
    await until('the healthy one is completed', completed(id), 10_000)
    await worker.stop()
    const { orgId } = poisoned
    const open = await world.database.collection('payments').countDocuments({ orgId, stage: 'queued' })
    expect(open).toBe(384)
  }, 60_000)

  test('one waits longer each time, over a restart too, then fails with its reason, and its funds are free', async () => {
    const [poisoned] = (await creditedWallets(1)) as [TestWallet]
    await world.database.collection<{ _id: string }>('walletKeys').deleteOne({ _id: poisoned.walletId })
    const id = await world.queuePayment(poisoned, stranger(), USD)
    const options = { authorizationTriesMax: 3, pauseMs: 1_000 }
    const first = world.startWorker({ options })
    await until('a try', async () => (await world.payment(id)).authorizationTries === 1)
    await first.stop()
    const { sendAfter, updatedAt } = await world.payment(id)
    expect(Number(sendAfter) - Number(updatedAt)).toBe(1_000)
    const second = world.startWorker({ options })
    await until('the second try', async () => (await world.payment(id)).authorizationTries === 2)
    const again = await world.payment(id)
    expect(Number(again.sendAfter) - Number(again.updatedAt)).toBe(2_000)
    expect(again.updatedAt.getTime()).toBeGreaterThanOrEqual(Number(sendAfter))
    await until('failed', async () => (await world.payment(id)).status === 'failed')
    await second.stop()
    const row = await world.payment(id)
    expect(row).toMatchObject({
      failureCode: 'all_adapters_exhausted',
      failureDetails: { reason: 'authorization_failed', attempts: 3 },
      chainWork: null,
    })
    expect(row.attempts).toHaveLength(3)
    expect(await world.balances(poisoned.walletId)).toMatchObject({ available: 500n * USD, inFlight: 0n, reserved: 0n })
  })
})
