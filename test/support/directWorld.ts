/** A chain with USDT, whose transfers wallets send themselves, and workers that end with each test. */
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import {
  openSettlementWorld,
  type RunningWorker,
  type SettlementWorld,
  type TestWallet,
  until,
  type WorkerChanges,
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

/**
 * For a worker that finds the transfers of two equal payments: the first is looked at by whatever sends payments while only
 * the other transfer has its record again.
 * @param last the hash of the transfer that is recorded last
 */
export function recordedLast(
  world: SettlementWorld,
  ids: readonly PaymentId[],
  last: string | undefined,
): Pick<WorkerChanges, 'adapter' | 'onStep'> {
  let isStored = false
  const postponed = async () => {
    const rows = await Promise.all(ids.map((id) => world.payment(id)))
    return rows.find(({ status }) => status === 'pending')?.sendAfter?.getTime()
  }
  const isRestored = async () => (await Promise.all(ids.map((id) => world.transactions(id)))).flat().length > 0
  const signedTransaction: typeof world.adapter.signedTransaction = async (hash) => {
    if (hash === last) {
      await until('one is restored', isRestored)
      const before = await until('postponed', postponed)
      await until('looked at', async () => isStored || (await postponed()) !== before)
    }
    return world.adapter.signedTransaction(hash)
  }
  return {
    adapter: { ...world.adapter, signedTransaction },
    onStep(step) {
      isStored ||= step === 'stored'
    },
  }
}
