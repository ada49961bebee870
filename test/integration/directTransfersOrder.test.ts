// Transfers that a wallet has sent itself, whose records come back in another order after an older backup was restored
// (reliability 3.3): none of them is paid again.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { type DirectWorld, newPayee, openDirectWorld, recordedLast } from '../support/directWorld.ts'
import { newAddress, type SettlementWorld, until } from '../support/settlementWorld.ts'

let direct: DirectWorld
let world: SettlementWorld

beforeAll(async () => {
  direct = await openDirectWorld('direct_order')
  world = direct.world
}, 60_000)
afterAll(() => world.close(), 30_000)
afterEach(() => direct.stopAll())

test('paid before an older backup was restored, and the later of two equal transfers gets its record first: the earlier is not paid again', async () => {
  const wallet = await direct.fundedWallet()
  const payee = newAddress()
  const ids = [await world.queuePayment(wallet, payee, 1_000_000n), await world.queuePayment(wallet, payee, 1_000_000n)]
  const restore = await world.backUp()
  const paying = direct.start()
  for (const id of ids) expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  await paying.stop()
  const sent = (await Promise.all(ids.map((id) => world.transactions(id)))).flat()
  const [earlier] = sent.toSorted((one, other) => one.nonce - other.nonce)
  await restore()
  direct.start({ options: { pauseMs: 50 }, ...recordedLast(world, ids, earlier?.hash) })
  for (const id of ids) expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(2)
  expect(await world.database.collection('mismatches').countDocuments({ state: 'open' })).toBe(0)
  expect(await world.balances(wallet.walletId)).toMatchObject({
    available: 8_000_000n,
    onChain: 8_000_000n,
    inFlight: 0n,
  })
  const position = await world.database
    .collection<WalletPosition>('positions')
    .findOne({ _id: walletRef(wallet.walletId).id })
  expect(position?.frozen).toBeNull()
  expect(await direct.ended(await world.queuePayment(wallet, newPayee(), 1_000_000n))).toMatchObject({
    status: 'completed',
  })
}, 60_000)

test('paid before an older backup was restored, and its record comes late: what it has left in the wallet does not fail it', async () => {
  const wallet = await direct.fundedWallet()
  const payee = newAddress()
  // More than is left of the money.
  const id = await world.queuePayment(wallet, payee, 6_000_000n)
  const restore = await world.backUp()
  const paying = direct.start()
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  await paying.stop()
  await restore()
  const signedTransaction: typeof world.adapter.signedTransaction = async (hash) => {
    await until('it is looked at', async () => {
      const { sendAfter, status } = await world.payment(id)
      return sendAfter !== undefined || status !== 'pending'
    })
    return world.adapter.signedTransaction(hash)
  }
  direct.start({ options: { pauseMs: 50, attemptsMax: 1 }, adapter: { ...world.adapter, signedTransaction } })
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
}, 60_000)

test('paid before an older backup was restored, in a block without its confirmations: what it has left in the wallet does not fail it', async () => {
  const wallet = await direct.fundedWallet()
  await world.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  const payee = newAddress()
  const id = await world.queuePayment(wallet, payee, 6_000_000n)
  const restore = await world.backUp()
  const paying = direct.start()
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  await paying.stop()
  await restore()
  direct.start({ options: { pauseMs: 50, attemptsMax: 1 }, confirmations: 16 })
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
}, 60_000)
