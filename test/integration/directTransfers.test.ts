// Tokens without signed transfers (USDT, domain 9.2 b): the wallet sends the transfer itself, from its own nonces, with gas
// that the relayer gives it within the organization's budget. Crash-safe and stoppable like every other payment
// (reliability 3.3), and failed only with proof.

import { Interface, type InterfaceAbi } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readContractArtifact } from '../../scripts/contracts/compile.ts'
import { addressOfKey } from '../../scripts/embedded/chainKeys.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { sendAs } from '../../scripts/embedded/sendAs.ts'
import { gasSpent } from '../../subgraphs/payments/rules/gasBudget.ts'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import { SETTLEMENT_STEPS } from '../../subgraphs/payments/settlement/network/network.ts'
import { type OrgPosition, orgRef, type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import {
  newAddress,
  openSettlementWorld,
  type RunningWorker,
  type SettlementWorld,
  settleLimits,
  type TestWallet,
  until,
} from '../support/settlementWorld.ts'

const usdt = new Interface(readContractArtifact('UsdtToken').abi as InterfaceAbi)
let world: SettlementWorld

beforeAll(async () => {
  world = await openSettlementWorld('direct_transfers', 0.25, { chain: 'ethereum', token: 'USDT' })
}, 60_000)
afterAll(() => world.close(), 30_000)

const running: RunningWorker[] = []
const start: SettlementWorld['startWorker'] = (changes) => {
  const worker = world.startWorker(changes)
  running.push(worker)
  return worker
}
// A failed test must not keep the lease from the next.
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop()
})

let made = 0
const newPayee = () => `0x${(0xd1000000 + ++made).toString(16).padStart(40, '0')}`

async function fundedWallet(amount = '10.00'): Promise<TestWallet> {
  const wallet = await world.createWallet()
  const funding = start()
  await world.fund(wallet, amount)
  await until('funded', async () => (await world.balances(wallet.walletId)).available > 0n)
  await funding.stop()
  return wallet
}

const ended = (id: string) =>
  until(`${id} ends`, async () => {
    const row = await world.payment(id)
    return row.status === 'pending' ? null : row
  })

/** As the token's owner. */
const administer = (method: string, ...values: unknown[]) =>
  sendAs({ rpcUrl: world.rpcUrl, address: world.token }, [
    { from: addressOfKey(world.keys.minterKey), data: usdt.encodeFunctionData(method, values) },
  ])

test('a transfer is paid once by the wallet itself; the relayer pays its gas', async () => {
  const wallet = await fundedWallet()
  start()
  const [first, second] = [newPayee(), newPayee()]
  const ids = [
    await world.queuePayment(wallet, first, 2_000_000n),
    await world.queuePayment(wallet, second, 3_000_000n),
  ]
  for (const id of ids)
    expect(await ended(id)).toMatchObject({ status: 'completed', chainWork: { from: wallet.address } })
  expect(await world.transfersTo(first)).toHaveLength(1)
  expect(await world.transfersTo(second)).toHaveLength(1)
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 5_000_000n, inFlight: 0n })
  const [row] = [await world.payment(ids[0] ?? '')]
  expect(row?.chainWork?.authorization).toBeNull()
  const receipt = (await callRpc(world.rpcUrl, 'eth_getTransactionReceipt', [row?.txHash])) as { from: string }
  expect(receipt.from).toBe(wallet.address.toLowerCase())
  // One gift of gas for both, booked to the organization.
  const gas = () =>
    world.database.collection<JournalRow>('journals').find({ orgId: wallet.orgId, type: 'gas_paid' }).toArray()
  await until('booked', async () => (await gas()).length === 1)
  expect((await gas())[0]?.lines).toMatchObject([{ account: '5010', walletId: wallet.walletId }, { account: '1130' }])
  const org = (await world.database
    .collection<OrgPosition>('positions')
    .findOne({ _id: orgRef(wallet.orgId).id })) as OrgPosition
  const spent = gasSpent(org, { mode: 'test', chain: 'ethereum' }, new Date())
  expect(spent.used).toBeGreaterThan(0n)
  expect(spent.reserved).toBe(0n)
}, 60_000)

test.each(SETTLEMENT_STEPS.filter((step) => !['authorized', 'attemptStored', 'attemptSent'].includes(step)))(
  'dies at %s and is paid exactly once by the next process',
  async (step) => {
    const wallet = await fundedWallet()
    const payee = newPayee()
    const dying = start({ dieAt: step })
    const id = await world.queuePayment(wallet, payee, 1_000_000n)
    await dying.died
    await dying.stop()
    const next = start()
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    await next.stop()
    expect(await world.transfersTo(payee)).toHaveLength(1)
    expect(await world.balances(wallet.walletId)).toMatchObject({ available: 9_000_000n, inFlight: 0n })
  },
  60_000,
)

test('its block is read again by the next process, which knows it for a payment: nothing is debited twice or frozen', async () => {
  const wallet = await fundedWallet()
  const dying = start({ dieAt: 'blockApplied' })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  await dying.died
  // The payment may be booked in a later block than that of its gas.
  const next = start()
  const { chainWork } = await ended(id)
  const read = async () => {
    const cursor = await world.database.collection<{ number: number }>('chainCursors').findOne({})
    return Number(cursor?.number) > Number(chainWork?.minedBlock)
  }
  await until('its block is read', read)
  await next.stop()
  await world.database.collection('chainCursors').updateMany({}, { $set: { number: -1, recent: [] } })
  start()
  await until('its block is read again', read)
  expect(await world.database.collection('mismatches').countDocuments({ walletId: wallet.walletId })).toBe(0)
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 9_000_000n, inFlight: 0n })
}, 60_000)

test.each(['attemptStored', 'attemptSent'] as const)(
  'dies at %s of its gas: one gift arrives, and the payment is made once',
  async (step) => {
    const wallet = await fundedWallet()
    const payee = newPayee()
    const dying = start({ dieAt: step })
    const id = await world.queuePayment(wallet, payee, 1_000_000n)
    await dying.died
    await dying.stop()
    const next = start()
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    await next.stop()
    expect(await world.transfersTo(payee)).toHaveLength(1)
    const gifts = await world.database
      .collection('accountNonces')
      .countDocuments({ subjectId: `gas:${wallet.walletId}` })
    expect(gifts).toBe(1)
  },
  60_000,
)

test('a transfer that the token refuses counts its tries and fails with the reason; the money is free again', async () => {
  const wallet = await fundedWallet()
  await administer('setBlackListed', wallet.address, true)
  start({ options: { pauseMs: 50 } })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  expect(await ended(id)).toMatchObject({
    ...{ status: 'failed', failureCode: 'all_adapters_exhausted' },
    failureDetails: { revert_reason: expect.stringContaining('blacklisted'), attempts: [{}, {}, {}] },
  })
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 10_000_000n, inFlight: 0n })
}, 60_000)

test('a transfer that reverts on chain fails once that is settled, and its nonce holds up nothing', async () => {
  const wallet = await fundedWallet()
  let isDone = false
  start({
    async onStep(step) {
      if (step !== 'signed' || isDone) return
      isDone = true
      await administer('setBlackListed', wallet.address, true)
    },
  })
  const payee = newPayee()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  expect(await ended(id)).toMatchObject({ status: 'failed', failureCode: 'all_adapters_exhausted' })
  expect(await world.transfersTo(payee)).toHaveLength(0)
  await administer('setBlackListed', wallet.address, false)
  const after = await world.queuePayment(wallet, payee, 1_000_000n)
  expect(await ended(after)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
}, 60_000)

const stop = () => new DomainError('kill_switch_active', 'Stopped.', { scope: 'agent', target_id: 'a', switch_id: 'k' })

test('a stop between signing and sending: nothing is sent, an empty transaction uses the nonce', async () => {
  const wallet = await fundedWallet()
  let isStopped = false
  let isFirst = true
  start({
    preSignCheck: () => (isStopped ? stop() : null),
    onStep: (step) => {
      if (step === 'stored' && isFirst) isStopped = true
    },
  })
  const payee = newPayee()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  expect(await ended(id)).toMatchObject({ status: 'failed', failureCode: 'kill_switch_active' })
  isFirst = false
  isStopped = false
  const after = await world.queuePayment(wallet, payee, 2_000_000n)
  expect(await ended(after)).toMatchObject({ status: 'completed' })
  const sent = await world.transfersTo(payee)
  expect(sent.map(({ data }) => BigInt(data))).toEqual([2_000_000n])
}, 60_000)

test('a budget that is used up fails the payment as gas_not_covered, and nothing was signed', async () => {
  const wallet = await fundedWallet()
  start({ gasBudgetWei: 1_000n, options: { pauseMs: 50 } })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  expect(await ended(id)).toMatchObject({
    ...{ status: 'failed', failureCode: 'insufficient_funds', chainWork: null },
    failureDetails: { reason: 'gas_not_covered', chain: 'ethereum' },
  })
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 10_000_000n, inFlight: 0n })
}, 60_000)

test('a transfer whose fee is too low is sent again with a higher one at the same nonce', async () => {
  const wallet = await fundedWallet()
  const payee = newPayee()
  start({
    options: { bumpFeeAfterMs: 1_000 },
    async onStep(step) {
      if (step === 'stored') await callRpc(world.rpcUrl, 'anvil_setNextBlockBaseFeePerGas', ['0x2540be4000'])
    },
  })
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
  const sent = await world.transactions(id)
  expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1)
}, 60_000)

test('what the chain loses is sent again with the same bytes; completed stays completed', async () => {
  const wallet = await fundedWallet()
  const payee = newPayee()
  start()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const { txHash, chainWork } = await ended(id)
  await world.reorganizeFrom(chainWork?.minedBlock ?? 0)
  await until('mined again', async () => (await world.transfersTo(payee)).length === 1)
  await until('in its block', async () => {
    const row = await world.payment(id)
    return (await world.adapter.headAt(row.chainWork?.minedBlock ?? 0))?.hash === row.chainWork?.minedBlockHash
  })
  expect(await world.payment(id)).toMatchObject({ status: 'completed', txHash })
}, 60_000)

test('an empty transaction that the chain loses is sent again, without a further payment', async () => {
  const wallet = await fundedWallet()
  let isStopped = false
  const first = start({
    preSignCheck: () => (isStopped ? stop() : null),
    onStep: (step) => {
      if (step === 'stored') isStopped = true
    },
  })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  expect(await ended(id)).toMatchObject({ status: 'failed', failureCode: 'kill_switch_active' })
  const { address } = wallet
  await until('mined', async () => (await world.adapter.minedNonce(address)) === 1)
  const slots = world.database.collection<{ walletId: string; mined: { block: number } | null }>('accountNonces')
  const mined = await until('booked', async () => (await slots.findOne({ walletId: wallet.walletId }))?.mined)
  await first.stop()
  start()
  await world.reorganizeFrom(mined.block)
  await until('mined again', async () => (await world.adapter.minedNonce(address)) === 1)
}, 60_000)

test('paid before an older backup was restored: the transfer on the chain completes it, once, however often it is read', async () => {
  const wallet = await fundedWallet()
  const [payee, other] = [newAddress(), newAddress()]
  const ids = [await world.queuePayment(wallet, payee, 1_000_000n), await world.queuePayment(wallet, payee, 1_000_000n)]
  const restore = await world.backUp()
  const paying = start()
  for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'completed' })
  await paying.stop()
  await restore()
  const next = start({ options: { pauseMs: 50 } })
  const rows = await Promise.all(ids.map(ended))
  const expectOnce = async () => {
    expect(
      await world.database.collection('mismatches').countDocuments({ walletId: wallet.walletId, state: 'open' }),
    ).toBe(0)
    expect(await world.balances(wallet.walletId)).toMatchObject({
      available: 8_000_000n,
      onChain: 8_000_000n,
      inFlight: 0n,
    })
    expect(await world.transfersTo(payee)).toHaveLength(2)
  }
  expect(rows).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
  expect(new Set(rows.map(({ txHash }) => txHash)).size).toBe(2)
  await expectOnce()
  await next.stop()
  const cursors = world.database.collection<{ number: number }>('chainCursors')
  const read = Number((await cursors.findOne({}))?.number)
  await cursors.updateMany({}, { $set: { number: -1, recent: [] } })
  start({ options: { pauseMs: 50 } })
  await until('read again', async () => Number((await cursors.findOne({}))?.number) > read)
  await expectOnce()
  const position = await world.database
    .collection<WalletPosition>('positions')
    .findOne({ _id: walletRef(wallet.walletId).id })
  expect(position?.frozen).toBeNull()
  // Its nonces are used: the next payment gets a free one.
  const later = await world.queuePayment(wallet, other, 1_000_000n)
  expect(await ended(later)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(other)).toHaveLength(1)
}, 90_000)

test('a wallet whose key cannot be used fails its payments after the last try; the money is free again', async () => {
  const wallet = await fundedWallet()
  await world.database.collection<{ _id: string }>('walletKeys').deleteOne({ _id: wallet.walletId })
  start({ options: { authorizationTriesMax: 2, pauseMs: 50 } })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  expect(await ended(id)).toMatchObject({
    ...{ status: 'failed', failureCode: 'all_adapters_exhausted', chainWork: null },
    failureDetails: { reason: 'authorization_failed', attempts: [{ adapter: 'custody' }, { adapter: 'custody' }] },
  })
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 10_000_000n, inFlight: 0n })
}, 60_000)

test('the chain dies, loses its last second and comes back: gas and transfers are sent again', async () => {
  const wallet = await fundedWallet()
  start()
  const payee = newPayee()
  const ids: PaymentId[] = []
  for (let index = 0; index < 6; index++) {
    ids.push(await world.queuePayment(wallet, payee, 1_000_000n))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await world.killChain()
  await world.restartChain()
  for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'completed' })
  await until('six transfers', async () => (await world.transfersTo(payee)).length === 6)
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 4_000_000n, inFlight: 0n })
}, 60_000)

/** Mines nothing by itself until it is resumed. */
async function withoutMining(work: () => Promise<void>): Promise<void> {
  await world.rpc('evm_setIntervalMining', 0)
  // A block may be in the making.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  try {
    await work()
  } finally {
    await world.rpc('evm_setIntervalMining', 1)
  }
}

const openMismatches = ({ walletId }: TestWallet) =>
  world.database.collection('mismatches').countDocuments({ walletId, state: 'open' })

/** A wallet that has sent a transfer itself, and needs no more gas while no block is mined. */
async function sendingWallet(): Promise<TestWallet> {
  const wallet = await fundedWallet()
  await world.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  const worker = start()
  expect(await ended(await world.queuePayment(wallet, newPayee(), 1_000_000n))).toMatchObject({ status: 'completed' })
  await worker.stop()
  return wallet
}

test('in the memory pool when an older backup was restored: nothing is signed beside it, and each is paid once', async () => {
  const wallet = await sendingWallet()
  const [first, second] = [newAddress(), newAddress()]
  const ids = [
    await world.queuePayment(wallet, first, 1_000_000n),
    await world.queuePayment(wallet, second, 2_000_000n),
  ] as const
  const restore = await world.backUp()
  await withoutMining(async () => {
    const paying = start()
    for (const id of ids) await until('sent', async () => (await world.payment(id)).txHash !== null)
    await paying.stop()
    await restore()
    // In another order than before: the second would take the nonce of the first.
    const queued = world.database.collection<{ _id: string }>('payments')
    await queued.updateOne({ _id: ids[0] }, { $set: { sendAfter: new Date(Date.now() + 6_000) } })
    start({ options: { pauseMs: 50 } })
    await until('seen', async () => (await openMismatches(wallet)) > 0)
  })
  for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect([await world.transfersTo(first), await world.transfersTo(second)]).toMatchObject([[{}], [{}]])
  await until('explained', async () => (await openMismatches(wallet)) === 0)
  expect(await world.balances(wallet.walletId)).toMatchObject({
    available: 6_000_000n,
    onChain: 6_000_000n,
    inFlight: 0n,
  })
  // The next one gets a free nonce.
  expect(await ended(await world.queuePayment(wallet, newPayee(), 1_000_000n))).toMatchObject({ status: 'completed' })
}, 60_000)

test('signed again at its nonce after an older backup was restored, and mined as it was before: it is paid once', async () => {
  const wallet = await sendingWallet()
  const payee = newAddress()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const restore = await world.backUp()
  await withoutMining(async () => {
    const paying = start()
    const hash = await until('sent', async () => (await world.payment(id)).txHash)
    await paying.stop()
    const raw = (await world.transactions(id))[0]?.raw
    await restore()
    // This node has forgotten it, and others have not.
    await world.rpc('anvil_dropTransaction', hash)
    const { baseFee } = await world.adapter.head()
    await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(baseFee * 2n).toString(16)}`)
    await world.rpc('evm_mine')
    let isSent = false
    start({
      options: { pauseMs: 50, overdueAfterMs: 1_000 },
      async onStep(step) {
        if (step !== 'stored' || isSent) return
        isSent = true
        await world.rpc('eth_sendRawTransaction', raw)
        await world.rpc('evm_mine')
      },
    })
    await until('signed again', async () => isSent)
    await until('mined', async () => (await world.transfersTo(payee)).length === 1)
  })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  await until('explained', async () => (await openMismatches(wallet)) === 0)
  expect(await world.transfersTo(payee)).toHaveLength(1)
  expect(await world.balances(wallet.walletId)).toMatchObject({
    available: 8_000_000n,
    onChain: 8_000_000n,
    inFlight: 0n,
  })
  const position = await world.database
    .collection<WalletPosition>('positions')
    .findOne({ _id: walletRef(wallet.walletId).id })
  expect(position?.frozen).toBeNull()
  expect(await ended(await world.queuePayment(wallet, newPayee(), 1_000_000n))).toMatchObject({ status: 'completed' })
}, 60_000)

test('paid before an older backup was restored, and stopped before its block was read: it is debited once as mined late', async () => {
  const wallet = await sendingWallet()
  const payee = newAddress()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const restore = await world.backUp()
  const paying = start()
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  await paying.stop()
  await restore()
  const stopped = new DomainError('wallet_frozen', 'Stopped.')
  const rules = { preSignReads: () => [], preSignCheck: () => stopped, settleLimits }
  await world.commit.submit(stopIntent(rules, [await world.payment(id)]))
  expect(await world.payment(id)).toMatchObject({ status: 'failed', chainWork: null })
  const expectDebited = async () => {
    const found = await world.database.collection('mismatches').find({ walletId: wallet.walletId }).toArray()
    expect(found).toMatchObject([{ kind: 'failed_payment_mined', paymentId: id, state: 'open', missing: 0n }])
    expect(await world.payment(id)).toMatchObject({ status: 'failed' })
    expect(await world.balances(wallet.walletId)).toMatchObject({
      available: 8_000_000n,
      onChain: 8_000_000n,
      inFlight: 0n,
    })
  }
  let next = start({ options: { pauseMs: 50 } })
  await until('debited', async () => (await openMismatches(wallet)) === 1)
  await expectDebited()
  await next.stop()
  const cursors = world.database.collection<{ number: number }>('chainCursors')
  const read = Number((await cursors.findOne({}))?.number)
  await cursors.updateMany({}, { $set: { number: -1, recent: [] } })
  next = start({ options: { pauseMs: 50 } })
  await until('read again', async () => Number((await cursors.findOne({}))?.number) > read)
  await expectDebited()
  expect(await ended(await world.queuePayment(wallet, newPayee(), 1_000_000n))).toMatchObject({ status: 'completed' })
}, 60_000)

/** An empty transaction of the wallet that the service knows nothing of, mined in the newest block. */
async function sendUnknown({ address }: TestWallet): Promise<void> {
  await world.rpc('anvil_impersonateAccount', address)
  await world.rpc('eth_sendTransaction', { from: address, to: address, gas: '0x5208' })
  await world.rpc('anvil_stopImpersonatingAccount', address)
  await world.rpc('evm_mine')
}

test('a wallet that has sent what no record tells of pays nothing until that is settled and booked, and then goes on', async () => {
  const wallet = await sendingWallet()
  const payee = newPayee()
  let id = ''
  await withoutMining(async () => {
    await sendUnknown(wallet)
    start({ options: { pauseMs: 50 } })
    id = await world.queuePayment(wallet, payee, 1_000_000n)
    await until('a mismatch', async () =>
      world.database.collection('mismatches').findOne({ paymentId: id, state: 'open' }),
    )
    expect(await world.payment(id)).toMatchObject({ status: 'pending', stage: 'queued', chainWork: null })
    expect(await world.transfersTo(payee)).toHaveLength(0)
    expect(await world.balances(wallet.walletId)).toMatchObject({ available: 8_000_000n, inFlight: 1_000_000n })
  })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
  const mismatch = await world.database.collection('mismatches').findOne({ paymentId: id })
  expect(mismatch).toMatchObject({ kind: 'authorization_log_missing', state: 'resolved', resolution: 'paid' })
  expect(await ended(await world.queuePayment(wallet, payee, 1_000_000n))).toMatchObject({ status: 'completed' })
}, 60_000)

test('a payment whose nonce went to a transaction without a record fails once that is settled, and the wallet goes on', async () => {
  const wallet = await sendingWallet()
  const payee = newPayee()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  await withoutMining(async () => {
    const paying = start()
    const hash = await until('sent', async () => (await world.payment(id)).txHash)
    await paying.stop()
    await world.rpc('anvil_dropTransaction', hash)
    await sendUnknown(wallet)
  })
  start({ options: { pauseMs: 50, overdueAfterMs: 500 } })
  expect(await ended(id)).toMatchObject({ status: 'failed', failureCode: 'all_adapters_exhausted' })
  expect(await world.payment(id)).toMatchObject({
    failureDetails: { revert_reason: 'another transaction of its wallet has used its nonce' },
  })
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 9_000_000n, inFlight: 0n })
  expect(await openMismatches(wallet)).toBe(1)
  expect(await ended(await world.queuePayment(wallet, payee, 1_000_000n))).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
}, 60_000)
