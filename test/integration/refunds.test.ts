/**
 * Refunds on a real chain (domain 6.3, 8.2): the signed notice of a payee, and what a reorganization does to a refund that
 * was linked: it counts for nothing while its deposit is gone, and again once that has come again.
 */
import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DepositRow } from '../../subgraphs/payments/models/deposits.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { refundNotice } from '../../subgraphs/payments/rules/refunds.ts'
import { linkRefund, notifyRefund, unlinkRefund } from '../../subgraphs/payments/services/refunds.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import { isBalancedWithChain, type JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import {
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
} from '../support/settlementWorld.ts'
import { signTransfer } from '../support/signTransfer.ts'

let world: SettlementWorld
let payer: TestWallet
let operator: OrganizationPrincipal

beforeAll(async () => {
  world = await openSettlementWorld('refunds')
  payer = await world.createFundedWallet(4)
  operator = {
    ...({ kind: 'organization', orgId: payer.orgId, mode: 'test', keyId: 'key_1', personId: 'p' } as const),
    roles: ['admin'],
  }
}, 60_000)
afterAll(() => world.close(), 30_000)

const startWorker = () => world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 } })
const eventsOf = (resourceId: string) =>
  world.database.collection<EventRow>('events').find({ resourceId }).sort({ cursor: 1 }).toArray()

/** A completed payment to a payee who holds the key of the address. */
async function payStranger(units: bigint): Promise<{ payment: PaymentRow; payee: Wallet }> {
  const payee = new Wallet(Wallet.createRandom().privateKey)
  await world.rpc('anvil_setBalance', payee.address, '0xde0b6b3a7640000')
  const id = await world.queuePayment(payer, payee.address, units)
  await until('paid', world.completed(id))
  return { payment: await world.payment(id), payee }
}

const depositBy = (txHash: string) =>
  until('deposit', () => world.database.collection<DepositRow>('deposits').findOne({ txHash }))

function notice(payee: Wallet, payment: PaymentRow, txHash: string, amount: string | null = null) {
  const named = { paymentId: payment._id as string, txHash, amount }
  return { ...named, signature: payee.signMessageSync(refundNotice(named)) }
}

async function expectBalanced(): Promise<void> {
  const { available, held, inFlight, blocked, onChain } = await world.balances(payer.walletId)
  expect(isBalancedWithChain({ available, held, inFlight, blocked, onChain })).toBe(true)
  expect(onChain).toBe(await world.adapter.balanceOf(USDC_ADDRESS, payer.address))
}

describe('the notice of a payee', () => {
  test('links its transfer, in the part that it names; the signature of another address links nothing', async () => {
    const worker = startWorker()
    const { payment, payee } = await payStranger(10n * USD)
    const { raw, hash } = signTransfer(payee, payer.address, 6n * USD)
    await world.rpc('eth_sendRawTransaction', raw)
    await depositBy(hash)
    const stranger = new Wallet(Wallet.createRandom().privateKey)
    const signed = { reason: 'signature_invalid' }
    for (const wrong of [
      notice(stranger, payment, hash),
      { ...notice(payee, payment, hash, '5'), amount: '6' },
      { ...notice(payee, payment, `0x${'1'.repeat(64)}`), txHash: hash },
    ])
      await expect(notifyRefund(world, operator, wrong)).rejects.toMatchObject({ details: signed })
    const before = await world.balances(payer.walletId)
    const linked = await notifyRefund(world, operator, notice(payee, payment, hash, '5.5'))
    expect(linked).toMatchObject({
      isKnown: false,
      deposit: { refund: { paymentId: payment._id, amount: 5_500_000n, linkedBy: payee.address } },
    })
    expect(await notifyRefund(world, operator, notice(payee, payment, hash, '5.5'))).toMatchObject({ isKnown: true })
    const after = await world.balances(payer.walletId)
    expect(after).toEqual({ ...before, net: before.net - 5_500_000n, seq: before.seq + 1 })
    expect(await world.payment(payment._id)).toMatchObject({ status: 'completed', refundedAmount: 5_500_000n })
    await expectBalanced()
    await worker.stop()
  }, 60_000)

  test('links no transfer of another address: limits could be raised with any deposit otherwise', async () => {
    const worker = startWorker()
    const { payment, payee } = await payStranger(3n * USD)
    const { payee: other } = await payStranger(3n * USD)
    const { raw, hash } = signTransfer(other, payer.address, 3n * USD)
    await world.rpc('eth_sendRawTransaction', raw)
    await depositBy(hash)
    const refused = notifyRefund(world, operator, notice(payee, payment, hash))
    await expect(refused).rejects.toMatchObject({ type: 'not_found' })
    // An operator may, who knows it: payees send back from other addresses, too.
    const named = { paymentId: payment._id, txHash: hash }
    await expect(linkRefund(world, operator, named)).rejects.toMatchObject({ details: { reason: 'other_sender' } })
    expect(await linkRefund(world, operator, { ...named, otherSender: true })).toMatchObject({
      deposit: { refund: { linkedBy: 'key_1' } },
    })
    await worker.stop()
  }, 60_000)

  test('does not overrule the operator who took the link back; the operator may link it again', async () => {
    const worker = startWorker()
    const { payment, payee } = await payStranger(4n * USD)
    const { raw, hash } = signTransfer(payee, payer.address, 4n * USD)
    await world.rpc('eth_sendRawTransaction', raw)
    const { _id: depositId } = await depositBy(hash)
    const before = await world.balances(payer.walletId)
    await notifyRefund(world, operator, notice(payee, payment, hash))
    await unlinkRefund(world, operator, { paymentId: payment._id, depositId })
    const { net, available } = await world.balances(payer.walletId)
    expect({ net, available }).toEqual({ net: before.net, available: before.available })
    await expect(notifyRefund(world, operator, notice(payee, payment, hash))).rejects.toMatchObject({
      details: { reason: 'unlinked_by_operator' },
    })
    await linkRefund(world, operator, { paymentId: payment._id, depositId })
    expect(await world.payment(payment._id)).toMatchObject({ refundedAmount: 4n * USD })
    await expectBalanced()
    await worker.stop()
  }, 60_000)
})

test('a refund that leaves the chain counts for nothing, and again when the same transfer comes again', async () => {
  const worker = startWorker()
  const { payment, payee } = await payStranger(8n * USD)
  const { number: paidAt } = await world.adapter.head()
  await until('blocks above', async () => (await world.adapter.head()).number >= paidAt + 6, 20_000)
  const { net } = await world.balances(payer.walletId)
  const { raw, hash } = signTransfer(payee, payer.address, 8n * USD)
  await world.rpc('eth_sendRawTransaction', raw)
  const { block } = await depositBy(hash)
  await linkRefund(world, operator, { paymentId: payment._id, txHash: hash })
  expect((await world.balances(payer.walletId)).net).toBe(net - 8n * USD)

  await world.reorganizeFrom(Number(block))
  await until('gone', async () => (await depositBy(hash)).isGone, 20_000)
  expect(await world.balances(payer.walletId)).toMatchObject({ net })
  expect(await world.payment(payment._id)).toMatchObject({ refundedAmount: 0n })
  await expectBalanced()

  await world.rpc('eth_sendRawTransaction', raw)
  await until('back', async () => (await depositBy(hash)).isGone === false, 20_000)
  expect(await world.balances(payer.walletId)).toMatchObject({ net: net - 8n * USD })
  expect(await world.payment(payment._id)).toMatchObject({ refundedAmount: 8n * USD })
  await expectBalanced()
  await worker.stop()

  const refundEvents = (await eventsOf(payment._id)).filter(({ type }) => type.startsWith('payment.refund'))
  expect(refundEvents.map(({ type, data }) => [type, data.refunded_amount])).toEqual([
    ['payment.refunded', '8.00'],
    ['payment.refund_reversed', '0.00'],
    ['payment.refunded', '8.00'],
  ])
  const journals = await world.database
    .collection<JournalRow>('journals')
    .find({ 'reference.id': payment._id, type: /^refund/ })
    .sort({ seq: 1 })
    .toArray()
  expect(journals.map(({ type }) => type)).toEqual(['refund_received', 'refund_reversed', 'refund_received'])
}, 90_000)

test('a refund whose sender is listed later is none any more: it gives no limit back, and comes again with no notice', async () => {
  let worker = startWorker()
  const { payment, payee } = await payStranger(3n * USD)
  const { net: spent } = await world.balances(payer.walletId)
  const { raw, hash } = signTransfer(payee, payer.address, 3n * USD)
  await world.rpc('eth_sendRawTransaction', raw)
  const { _id: depositId } = await depositBy(hash)
  await notifyRefund(world, operator, notice(payee, payment, hash))
  expect((await world.balances(payer.walletId)).net).toBe(spent - 3n * USD)
  await worker.stop()
  worker = world.startWorker({ listed: [payee.address] })
  await until('blocked', async () => (await world.balances(payer.walletId)).blocked === 3n * USD)
  expect((await world.balances(payer.walletId)).net).toBe(spent)
  expect(await world.payment(payment._id)).toMatchObject({ refundedAmount: 0n })
  expect((await world.database.collection<DepositRow>('deposits').findOne({ _id: depositId }))?.refund).toBeUndefined()
  expect((await eventsOf(payment._id)).at(-1)).toMatchObject({ type: 'payment.refund_reversed' })
  await expect(notifyRefund(world, operator, notice(payee, payment, hash))).rejects.toMatchObject({
    details: { reason: 'deposit_blocked' },
  })
  await expectBalanced()
  await worker.stop()
}, 60_000)

test('a refund that was unlinked while its deposit was gone is no refund when that comes again', async () => {
  const worker = startWorker()
  const { payment, payee } = await payStranger(2n * USD)
  const { number: paidAt } = await world.adapter.head()
  await until('blocks above', async () => (await world.adapter.head()).number >= paidAt + 6, 20_000)
  const { net } = await world.balances(payer.walletId)
  const { raw, hash } = signTransfer(payee, payer.address, 2n * USD)
  await world.rpc('eth_sendRawTransaction', raw)
  const { block, _id: depositId } = await depositBy(hash)
  await linkRefund(world, operator, { paymentId: payment._id, txHash: hash })
  await world.reorganizeFrom(Number(block))
  await until('gone', async () => (await depositBy(hash)).isGone, 20_000)
  await unlinkRefund(world, operator, { paymentId: payment._id, depositId })
  await world.rpc('eth_sendRawTransaction', raw)
  await until('back', async () => (await depositBy(hash)).isGone === false, 20_000)
  expect(await world.balances(payer.walletId)).toMatchObject({ net })
  expect(await world.payment(payment._id)).toMatchObject({ refundedAmount: 0n })
  await expectBalanced()
  await worker.stop()
}, 90_000)
