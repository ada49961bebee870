// Conversions that the hot wallet of the treasury has delivered itself and no record tells of, as after an older backup was
// restored (reliability 3.3): each is delivered once, whatever order its transfers are found in.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WalletRow } from '../../subgraphs/payments/models/wallets.ts'
import { reconcileWallets } from '../../subgraphs/payments/settlement/reconcileWallets.ts'
import { tokenContracts } from '../../subgraphs/payments/settlement/settle.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { hotWalletId } from '../../subgraphs/shared/conversions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { OrgId, PaymentId } from '../../subgraphs/shared/ids.ts'
import { type DirectWorld, openDirectWorld, recordedLast } from '../support/directWorld.ts'
import {
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  until,
  type WorkerChanges,
} from '../support/settlementWorld.ts'

const HOUR_MS = 3_600_000

let direct: DirectWorld
let world: SettlementWorld
/** Pays for what the hot wallet delivers in these tests. */
let ends: string[] = []

beforeAll(async () => {
  direct = await openDirectWorld('deliveries_unrecorded')
  world = direct.world
  const { address } = await world.custody.createWallet(hotWalletId('test'))
  const stocking = await direct.fundedWallet('50.00')
  const worker = direct.start()
  expect(await direct.ended(await world.queuePayment(stocking, address, 40_000_000n))).toMatchObject({
    status: 'completed',
  })
  await worker.stop()
}, 90_000)
afterAll(() => world.close(), 30_000)
afterEach(async () => {
  await direct.stopAll()
  ends = []
})

const deliveryLedger: WorkerChanges['deliveryLedger'] = (_state, { paymentId }, end) => {
  ends.push(`${paymentId} ${end}`)
  return {}
}
const start = (changes: WorkerChanges = {}) => direct.start({ options: { pauseMs: 50 }, deliveryLedger, ...changes })

/** Queued as a conversion leaves it. */
async function queueDelivery(wallet: TestWallet, within = world): Promise<PaymentId> {
  const id = await within.queuePayment(wallet, wallet.address, 1_000_000n)
  const delivery = { kind: 'conversion', quoteId: `qte_${id.slice(4)}`, mandateId: null, mandateVersion: null }
  await within.database.collection<{ _id: string }>('payments').updateOne({ _id: id }, { $set: delivery })
  return id
}

const depositsOf = ({ walletId }: TestWallet) =>
  world.database.collection('deposits').countDocuments({ walletId, amount: 1_000_000n, isGone: { $ne: true } })

async function expectDeliveredOnce(wallet: TestWallet, ids: readonly PaymentId[]): Promise<void> {
  const rows = await Promise.all(ids.map((id) => direct.ended(id)))
  expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'completed'))
  expect(new Set(rows.map(({ txHash }) => txHash)).size).toBe(ids.length)
  // With the one that has funded it.
  expect(await world.transfersTo(wallet.address)).toHaveLength(1 + ids.length)
  await until('credited', async () => (await depositsOf(wallet)) === ids.length)
  expect(await world.database.collection('mismatches').countDocuments({ state: 'open' })).toBe(0)
}

/** Delivers them, and puts back the rows of before. */
async function deliverAndRestore(ids: readonly PaymentId[]) {
  const restore = await world.backUp()
  const delivering = start()
  for (const id of ids) expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  await delivering.stop()
  const sent = (await Promise.all(ids.map((id) => world.transactions(id)))).flat()
  await restore()
  ends = []
  return sent.toSorted((one, other) => one.nonce - other.nonce)
}

test('delivered before an older backup was restored, and the later of two equal transfers gets its record first: the earlier is not delivered again', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const ids = [await queueDelivery(wallet), await queueDelivery(wallet)]
  const [earlier] = await deliverAndRestore(ids)
  start(recordedLast(world, ids, earlier?.hash))
  await expectDeliveredOnce(wallet, ids)
  expect(ends.filter((end) => end.endsWith('failed'))).toEqual([])
}, 90_000)

test('delivered before an older backup was restored, to an organization whose time is ahead: it is not delivered again', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const id = await queueDelivery(wallet)
  const later = () => new Date(Date.now() + HOUR_MS)
  const payments = world.database.collection<{ _id: string }>('payments')
  await payments.updateOne({ _id: id }, { $set: { createdAt: later() } })
  await deliverAndRestore([id])
  const timeOf = ({ orgId }: { readonly orgId: OrgId | '' }) => (orgId === wallet.orgId ? later() : new Date())
  const organizations = { timeOf, moved: () => [], refresh: async () => undefined, note: () => undefined }
  start({ clock: { ...systemClock, organizations } })
  await expectDeliveredOnce(wallet, [id])
}, 90_000)

test('beyond the block that is compared, a delivery has left none of the money of the wallet that it is for', async () => {
  const wallet = await direct.fundedWallet('10.00')
  const id = await queueDelivery(wallet)
  const delivering = start()
  await expectDeliveredOnce(wallet, [id])
  await delivering.stop()
  const number = Number((await world.payment(id)).chainWork?.minedBlock) - 1
  const cursors = world.database.collection<{ number: number; recent: object[] }>('chainCursors')
  await cursors.updateMany({}, { $set: { number, recent: [] } })
  const { adapter, database } = world
  const network = { id: 'test:ethereum', mode: 'test', chain: 'ethereum', adapter } as const
  const row = await database.collection<WalletRow>('wallets').findOne({ _id: wallet.walletId })
  const compared = await reconcileWallets(
    { database, clock: systemClock },
    { ...network, tokens: tokenContracts('ethereum') },
    row === null ? [] : [row],
  )
  expect(compared.rows).toMatchObject([{ state: 'agrees', ledger: '10000000', onChain: '10000000' }])
}, 60_000)

test('delivered by an authorization before an older backup was restored, and stopped since: it is completed, not failed', async () => {
  const relayed = await openSettlementWorld('deliveries_relayed')
  try {
    const { address } = await relayed.custody.createWallet(hotWalletId('test'))
    const wallet = await relayed.createFundedWallet(1)
    const run = (changes: WorkerChanges = {}) => relayed.startWorker({ deliveryLedger, ...changes })
    const stocking = run()
    const stock = await relayed.queuePayment(wallet, address, 5_000_000n)
    await until('stocked', relayed.completed(stock))
    await stocking.stop()
    const id = await queueDelivery(wallet, relayed)
    const restore = await relayed.backUp()
    const delivering = run()
    await until('delivered', relayed.completed(id))
    await delivering.stop()
    await restore()
    ends = []
    const stopped = new DomainError('wallet_frozen', 'Stopped.')
    const next = run({ preSignCheck: () => stopped })
    await until('ended', async () => (await relayed.payment(id)).status !== 'pending')
    expect(await relayed.payment(id)).toMatchObject({ status: 'completed' })
    expect(ends).toEqual([`${id} completed`])
    await next.stop()
  } finally {
    await relayed.close()
  }
}, 90_000)
