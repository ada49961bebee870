/** A chain with USDT, whose transfers wallets send themselves, and workers that end with each test. */
import {
  openSettlementWorld,
  type RunningWorker,
  type SettlementWorld,
  type TestWallet,
  until,
} from './settlementWorld.ts'

export type DirectWorld = Awaited<ReturnType<typeof openDirectWorld>>

let made = 0
export const newPayee = () => `0x${(0xd1000000 + ++made).toString(16).padStart(40, '0')}`

export async function openDirectWorld(name: string) {
  const world = await openSettlementWorld(name, 0.25, { chain: 'ethereum', token: 'USDT' })
  const running: RunningWorker[] = []
  const start: SettlementWorld['startWorker'] = (changes) => {
    const worker = world.startWorker(changes)
    running.push(worker)
    return worker
  }
  return {
    world,
    start,
    /** A failed test must not keep the lease from the next. */
    async stopAll(): Promise<void> {
      for (const worker of running.splice(0)) await worker.stop()
    },
    async fundedWallet(amount = '10.00'): Promise<TestWallet> {
      const wallet = await world.createWallet()
      const funding = start()
      await world.fund(wallet, amount)
      await until('funded', async () => (await world.balances(wallet.walletId)).available > 0n)
      await funding.stop()
      return wallet
    },
    ended: (id: string) =>
      until(`${id} ends`, async () => {
        const row = await world.payment(id)
        return row.status === 'pending' ? null : row
      }),
  }
}
