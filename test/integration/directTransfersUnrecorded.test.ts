// Transfers that wallets have sent themselves and no record tells of, as after an older backup was restored (reliability 3.3):
// nothing is signed beside them, and each is paid once or fails with proof.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import { type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { type DirectWorld, newPayee, openDirectWorld } from '../support/directWorld.ts'
import { newAddress, type SettlementWorld, settleLimits, type TestWallet, until } from '../support/settlementWorld.ts'

let direct: DirectWorld
let world: SettlementWorld

beforeAll(async () => {
  direct = await openDirectWorld('direct_unrecorded')
  world = direct.world
}, 60_000)
afterAll(() => world.close(), 30_000)
afterEach(() => direct.stopAll())

const start: DirectWorld['start'] = (changes) => direct.start(changes)
const fundedWallet = (amount?: string) => direct.fundedWallet(amount)
const ended = (id: string) => direct.ended(id)

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

const frozen = async ({ walletId }: TestWallet) =>
  (await world.database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id }))?.frozen

const postpone = (id: string, ms: number) =>
  world.database
    .collection<{ _id: string }>('payments')
    .updateOne({ _id: id }, { $set: { sendAfter: new Date(Date.now() + ms) } })

/** A wallet that has sent a transfer itself, and needs no more gas while no block is mined. */
async function sendingWallet(): Promise<TestWallet> {
  const wallet = await fundedWallet()
  await world.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  const worker = start()
  expect(await ended(await world.queuePayment(wallet, newPayee(), 1_000_000n))).toMatchObject({ status: 'completed' })
  await worker.stop()
  return wallet
}

/** An empty transaction of the wallet that the service knows nothing of, mined in the newest block. */
async function sendUnknown({ address }: TestWallet): Promise<void> {
  await world.rpc('anvil_impersonateAccount', address)
  await world.rpc('eth_sendTransaction', { from: address, to: address, gas: '0x5208' })
  await world.rpc('anvil_stopImpersonatingAccount', address)
  await world.rpc('evm_mine')
}

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
  expect(await frozen(wallet)).toBeNull()
  // Its nonces are used: the next payment gets a free one.
  const later = await world.queuePayment(wallet, other, 1_000_000n)
  expect(await ended(later)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(other)).toHaveLength(1)
}, 90_000)

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
    await postpone(ids[0], 6_000)
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
  expect(await frozen(wallet)).toBeNull()
  expect(await ended(await world.queuePayment(wallet, newPayee(), 1_000_000n))).toMatchObject({ status: 'completed' })
}, 60_000)

test('another payment was signed at its nonce after an older backup was restored, and its own transfer is mined: it is paid once, and the other fails with proof', async () => {
  const wallet = await sendingWallet()
  const [payee, otherPayee] = [newAddress(), newAddress()]
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const restore = await world.backUp()
  let other = ''
  await withoutMining(async () => {
    const paying = start()
    const hash = await until('sent', async () => (await world.payment(id)).txHash)
    await paying.stop()
    const raw = (await world.transactions(id))[0]?.raw
    await restore()
    // This node has forgotten it, and others have not.
    await world.rpc('anvil_dropTransaction', hash)
    await postpone(id, 6_000)
    other = await world.queuePayment(wallet, otherPayee, 2_000_000n)
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
    await until('mined', async () => (await world.transfersTo(payee)).length === 1)
  })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await ended(other)).toMatchObject({
    ...{ status: 'failed', failureCode: 'all_adapters_exhausted' },
    failureDetails: { revert_reason: 'another transaction of its wallet has used its nonce' },
  })
  expect([await world.transfersTo(payee), await world.transfersTo(otherPayee)]).toMatchObject([[{}], []])
  expect(await openMismatches(wallet)).toBe(0)
  expect(await world.balances(wallet.walletId)).toMatchObject({
    available: 8_000_000n,
    onChain: 8_000_000n,
    inFlight: 0n,
  })
  expect(await frozen(wallet)).toBeNull()
  expect(await ended(await world.queuePayment(wallet, otherPayee, 2_000_000n))).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(otherPayee)).toHaveLength(1)
}, 60_000)

test('an older transfer without a record, equal to a payment that was accepted after it: it is an outflow, and completes nothing', async () => {
  const wallet = await sendingWallet()
  const payee = newAddress()
  const restore = await world.backUp()
  const paying = start()
  const lost = await ended(await world.queuePayment(wallet, payee, 1_000_000n))
  await paying.stop()
  await restore()
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const later = new Date(Date.now() + 120_000)
  await world.database.collection<{ _id: string }>('payments').updateOne({ _id: id }, { $set: { createdAt: later } })
  start({ options: { pauseMs: 50 } })
  const outflow = await until('booked', async () =>
    world.database.collection('mismatches').findOne({ walletId: wallet.walletId, kind: 'unexpected_outflow' }),
  )
  expect(outflow).toMatchObject({ state: 'open', transfer: { txHash: lost.txHash } })
  expect(await frozen(wallet)).not.toBeNull()
  // Gate 15, which this world does without, would refuse it now.
  const paid = await ended(id)
  expect(paid.txHash).not.toBe(lost.txHash)
  expect(await world.transfersTo(payee)).toHaveLength(2)
  expect(await world.balances(wallet.walletId)).toMatchObject({ onChain: 7_000_000n, inFlight: 0n })
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

test('an endpoint that says alone that a wallet has sent more holds it for a while only', async () => {
  const wallet = await sendingWallet()
  const payee = newAddress()
  const pendingNonce: typeof world.adapter.pendingNonce = async (address) => ({
    ...(await world.adapter.pendingNonce(address)),
    highest: 1_000,
  })
  start({ options: { pauseMs: 50, unrecordedAfterMs: 2_000 }, adapter: { ...world.adapter, pendingNonce } })
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const held = await until('held back', async () => world.database.collection('mismatches').findOne({ paymentId: id }))
  expect(held).toMatchObject({ state: 'open', reason: expect.stringContaining('One endpoint says') })
  expect(await world.payment(id)).toMatchObject({ stage: 'queued', chainWork: null })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
  expect(await openMismatches(wallet)).toBe(0)
}, 60_000)

test.each([
  { what: 'an empty transaction takes its nonce, and the payment is sent with the next one', isMined: false },
  { what: 'it is mined before that one: the payment is completed by it', isMined: true },
])(
  'in the memory pool below the base fee when an older backup was restored: $what',
  async ({ isMined }) => {
    const wallet = await sendingWallet()
    const payee = newAddress()
    const id = await world.queuePayment(wallet, payee, 1_000_000n)
    const restore = await world.backUp()
    let lost = ''
    await withoutMining(async () => {
      const paying = start()
      await until('sent', async () => (await world.payment(id)).txHash)
      await paying.stop()
      const [sent] = await world.transactions(id)
      lost = sent?.hash ?? ''
      await restore()
      await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${((sent?.maxFee ?? 0n) * 2n).toString(16)}`)
      await world.rpc('evm_mine')
      // This node counts only what can be mined at once.
      const pendingNonce: typeof world.adapter.pendingNonce = async (address) => {
        const { highest } = await world.adapter.pendingNonce(address)
        const all = address === wallet.address ? Math.max(highest, Number(sent?.nonce) + 1) : highest
        return { highest: all, agreed: all }
      }
      start({
        options: { pauseMs: 50, unrecordedAfterMs: 1_000 },
        adapter: { ...world.adapter, pendingNonce },
        async onStep(step) {
          if (step !== 'attemptStored' || !isMined) return
          await world.rpc('anvil_setNextBlockBaseFeePerGas', '0x1')
          await world.rpc('evm_mine')
          await world.rpc('eth_sendRawTransaction', sent?.raw).catch(() => 'it may have it still')
          await world.rpc('evm_mine')
        },
      })
      const filled = { 'bytes.purpose': 'fill', walletId: wallet.walletId }
      await until('replaced', async () => world.database.collection('accountNonces').findOne(filled), 40_000)
      if (!isMined) expect(await world.payment(id)).toMatchObject({ stage: 'queued', chainWork: null })
    })
    const paid = await ended(id)
    expect(paid).toMatchObject({ status: 'completed' })
    expect(paid.txHash === lost).toBe(isMined)
    expect(await world.transfersTo(payee)).toHaveLength(1)
    await until('explained', async () => (await openMismatches(wallet)) === 0)
    expect(await world.balances(wallet.walletId)).toMatchObject({ onChain: 8_000_000n, inFlight: 0n })
    expect(await frozen(wallet)).toBeNull()
    expect(await ended(await world.queuePayment(wallet, payee, 1_000_000n))).toMatchObject({ status: 'completed' })
  },
  90_000,
)

test('the process that has paid from it before goes on with a free nonce, too', async () => {
  const wallet = await sendingWallet()
  const payee = newPayee()
  start({ options: { pauseMs: 50 } })
  expect(await ended(await world.queuePayment(wallet, payee, 1_000_000n))).toMatchObject({ status: 'completed' })
  await sendUnknown(wallet)
  expect(await ended(await world.queuePayment(wallet, payee, 1_000_000n))).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(2)
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

test('paid before an older backup was restored in which it waits for its approval: it gets its record back, and is completed', async () => {
  const wallet = await sendingWallet()
  const payee = newAddress()
  const id = await world.parkPayment(wallet, payee, 1_000_000n)
  const restore = await world.backUp()
  await world.approvePayment(id)
  const paying = start()
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  await paying.stop()
  await restore()
  start({ options: { pauseMs: 50, pauseMaxMs: 200 } })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await openMismatches(wallet)).toBe(0)
  expect(await world.transfersTo(payee)).toHaveLength(1)
  expect(await world.balances(wallet.walletId)).toMatchObject({
    ...{ onChain: 8_000_000n, available: 8_000_000n, inFlight: 0n, reserved: 0n },
  })
}, 60_000)

test('an endpoint on another fork was read: what the others have settled is not booked, and nothing is signed beside it', async () => {
  const wallet = await sendingWallet()
  const payee = newPayee()
  await sendUnknown(wallet)
  let isForked = true
  const settledHead: typeof world.adapter.settledHead = async (confirmations) => {
    const head = await world.adapter.settledHead(confirmations)
    return isForked ? { ...head, hash: `0x${'f'.repeat(64)}` } : head
  }
  const settledNonce = (address: string) => world.adapter.minedNonce(address)
  start({ options: { pauseMs: 50 }, adapter: { ...world.adapter, settledHead, settledNonce } })
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  await until('held back', async () =>
    world.database.collection('mismatches').findOne({ paymentId: id, state: 'open' }),
  )
  expect(await world.payment(id)).toMatchObject({ stage: 'queued', chainWork: null })
  isForked = false
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
}, 60_000)

// From here on the chain is mined by the reorganizer, which withoutMining does not stop.

test('a completed transfer whose nonce goes to a transaction without a record after a reorganization is reversed once that is settled', async () => {
  const wallet = await sendingWallet()
  const payee = newPayee()
  start({ options: { pauseMs: 50, pauseMaxMs: 500, nonceCheckMs: 60_000 } })
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const { chainWork } = await ended(id)
  const { address, walletId } = wallet
  const unknown = { chainId: world.adapter.chainId, nonce: chainWork?.slot ?? 0, to: address, data: '0x' }
  const fees = { maxPriorityFee: 50_000_000_000n, maxFee: 500_000_000_000n, gasLimit: 21_000 }
  const { raw } = await world.custody.signTransaction(walletId, { ...unknown, ...fees }, { purpose: 'empty' })
  await world.reorganizeFrom(chainWork?.minedBlock ?? 0, [raw])
  await until('reversed', async () => (await world.payment(id)).reversedAt !== undefined, 30_000)
  expect(await world.transfersTo(payee)).toHaveLength(0)
  expect(await world.balances(walletId)).toMatchObject({ available: 9_000_000n, onChain: 9_000_000n, inFlight: 0n })
  const mismatch = await world.database.collection('mismatches').findOne({ paymentId: id, state: 'open' })
  expect(mismatch).toMatchObject({ kind: 'payment_reorganized' })
  await until(
    'nothing is left to do',
    async () => (await world.database.collection('settlementTasks').countDocuments()) === 0,
  )
}, 60_000)

test('its block leaves the chain while its record is stored again: it is sent again, and paid once', async () => {
  const [wallet, payee] = [await sendingWallet(), newAddress()]
  const id = await world.queuePayment(wallet, payee, 1_000_000n)
  const restore = await world.backUp()
  const paying = start()
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  await paying.stop()
  await restore()
  await postpone(id, 30_000)
  const countOf = (rows: string, filter: object) => world.database.collection(rows).countDocuments(filter)
  let isLost = false
  const signedTransaction: typeof world.adapter.signedTransaction = async (hash) => {
    const signed = await world.adapter.signedTransaction(hash)
    if (isLost) return signed
    isLost = true
    const [{ block = 0 } = {}] = await world.transfersTo(payee)
    await world.reorganizeFrom(block)
    const mark = { 'recent.hash': (await world.adapter.headAt(block))?.hash }
    await until('read', async () => (await countOf('chainCursors', mark)) > 0)
    await until('done', async () => (await countOf('settlementTasks', { 'work.kind': 'reorganized' })) === 0)
    return signed
  }
  start({ options: { pauseMs: 50, overdueAfterMs: 1_000 }, adapter: { ...world.adapter, signedTransaction } })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(isLost).toBe(true)
  expect(await world.transfersTo(payee)).toHaveLength(1)
  expect(await world.balances(wallet.walletId)).toMatchObject({ onChain: 8_000_000n, inFlight: 0n })
}, 60_000)
