/**
 * Transactions that a reorganization drops for good: a deposit is reversed and its wallet frozen, and it is credited again
 * if it reappears; a completed payment is relayed again while its authorization is valid, and reversed when it is not.
 */
import { Interface, Transaction, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelCalldata, splitSignature, transferCalldata } from '../../subgraphs/payments/chains/eip3009.ts'
import { MISMATCHES, type MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import type { NonceSlotRow, SignedBytes } from '../../subgraphs/payments/models/nonceSlots.ts'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import { completePaymentIntent } from '../../subgraphs/payments/settlement/intents/completePayment.ts'
import {
  collectMissingIntent,
  reverseDepositIntent,
} from '../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { mismatchOfPayment, resolveMismatchIntent } from '../../subgraphs/payments/settlement/intents/mismatches.ts'
import { reversePaymentIntent } from '../../subgraphs/payments/settlement/intents/reversePayment.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { isBalancedWithChain, type JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  settleLimits,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
} from '../support/settlementWorld.ts'

const token = new Interface(['function transfer(address,uint256)'])
let world: SettlementWorld
let source: TestWallet
const mismatchOf = (subject: Partial<MismatchRow>) =>
  world.database.collection<MismatchRow>(MISMATCHES).findOne(subject)
const position = (walletId: string) =>
  world.database.collection<{ _id: string; frozen: object | null }>('positions').findOne({ _id: `wal:${walletId}` })

beforeAll(async () => {
  world = await openSettlementWorld('settlement_reorganized')
  source = await world.createFundedWallet(12)
}, 60_000)
afterAll(() => world.close(), 30_000)

/** An outside token holder, whose transactions are not resent automatically. */
async function openStranger(units: bigint): Promise<Wallet> {
  const outsider = new Wallet(Wallet.createRandom().privateKey)
  for (const address of [outsider.address, source.address])
    await world.rpc('anvil_setBalance', address, '0xde0b6b3a7640000')
  await world.rpc('anvil_impersonateAccount', source.address)
  const data = token.encodeFunctionData('transfer', [outsider.address, units])
  await world.rpc('eth_sendTransaction', { from: source.address, to: USDC_ADDRESS, data, gas: '0x30d40' })
  await until('tokens', async () => (await world.adapter.balanceOf(USDC_ADDRESS, outsider.address)) === units)
  const { number } = await world.adapter.head()
  await until('blocks above', async () => (await world.adapter.head()).number >= number + 10, 20_000)
  return outsider
}

const sign = (signer: Wallet, to: string, data: string, nonce: number): string => {
  const transaction = Transaction.from({
    ...{ type: 2, chainId: 8453, nonce, to, data, gasLimit: 200_000n, value: 0n },
    ...{ maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  })
  transaction.signature = signer.signingKey.sign(transaction.unsignedHash)
  return transaction.serialized
}

describe('a credited deposit', () => {
  test('is reversed, its wallet frozen and a mismatch opened; the same transfer is credited again once', async () => {
    const outsider = await openStranger(9n * USD)
    const receiver = await world.createWallet()
    const data = token.encodeFunctionData('transfer', [receiver.address, 9n * USD])
    const raw = sign(outsider, USDC_ADDRESS, data, 0)
    const worker = world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 } })
    await world.rpc('eth_sendRawTransaction', raw)
    await until('credited', async () => (await world.balances(receiver.walletId)).available === 9n * USD)
    const deposit = await world.database
      .collection<{ _id: string; block: number }>('deposits')
      .findOne({ walletId: receiver.walletId })
    await world.reorganizeFrom(Number(deposit?.block))
    await until('taken back', async () => (await world.balances(receiver.walletId)).onChain === 0n, 20_000)
    expect(await world.balances(receiver.walletId)).toMatchObject({ available: 0n, onChain: 0n })
    expect(await position(receiver.walletId)).toMatchObject({ frozen: { source: 'policy' } })
    const open = await mismatchOf({ walletId: receiver.walletId })
    expect(open).toMatchObject({ kind: 'deposit_reorganized', state: 'open', expected: '9000000', found: '0' })
    await world.rpc('eth_sendRawTransaction', raw)
    await until('credited again', async () => (await world.balances(receiver.walletId)).available === 9n * USD)
    const { number } = await world.adapter.head()
    await until('more blocks', async () => (await world.adapter.head()).number >= number + 4)
    await worker.stop()
    expect(await world.balances(receiver.walletId)).toMatchObject({ available: 9n * USD, onChain: 9n * USD })
    expect(await mismatchOf({ walletId: receiver.walletId })).toMatchObject({ state: 'resolved' })
    expect(await world.adapter.balanceOf(USDC_ADDRESS, receiver.address)).toBe(9n * USD)
  }, 60_000)
})

describe('a deposit that another transaction of the same nonce brings after a reorganization', () => {
  const journalsOf = async (walletId: string) => {
    const rows = world.database.collection<JournalRow>('journals').find({ 'lines.walletId': walletId })
    return (await rows.sort({ seq: 1 }).toArray()).map(({ type }) => type)
  }
  const depositOf = async (walletId: string) => {
    const deposits = world.database.collection<{ block: number; txHash: string }>('deposits')
    return until('a deposit', () => deposits.findOne({ walletId }))
  }
  const replacing = (raw: string, signer: Wallet): { raw: string; hash: string } => {
    const { type, chainId, nonce, to, data, gasLimit, value } = Transaction.from(raw)
    const fees = { maxFeePerGas: 400_000_000_000n, maxPriorityFeePerGas: 4_000_000_000n }
    const next = Transaction.from({ type, chainId, nonce, to, data, gasLimit, value, ...fees })
    next.signature = signer.signingKey.sign(next.unsignedHash)
    return { raw: next.serialized, hash: next.hash ?? '' }
  }

  test('sent by the service itself: it is the same deposit, credited once, and nothing is frozen', async () => {
    const receiver = await world.createWallet()
    const worker = world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 } })
    await world.fund(receiver, '5')
    await until('credited', async () => (await world.balances(receiver.walletId)).available === 5n * USD)
    const { block } = await depositOf(receiver.walletId)
    const slots = world.database.collection<NonceSlotRow>('accountNonces')
    const slot = await slots.findOne({ subjectId: { $regex: `^${receiver.walletId}:` } })
    const first = slot?.bytes[0] as SignedBytes
    const bumped = replacing(first.raw, new Wallet(world.keys.minterKey))
    // As its fee would have been raised before it was mined.
    await slots.updateOne({ _id: slot?._id as string }, { $push: { bytes: { ...first, ...bumped } } })
    await world.reorganizeFrom(Number(block), [bumped.raw])
    await until('mined again', async () => (await depositOf(receiver.walletId)).txHash === bumped.hash)
    const { number } = await world.adapter.head()
    await until('more blocks', async () => (await world.adapter.head()).number >= number + 8)
    await until(
      'nothing is left to do',
      async () => (await world.database.collection('settlementTasks').countDocuments()) === 0,
    )
    await worker.stop()
    expect(await journalsOf(receiver.walletId)).toEqual(['deposit'])
    expect(await world.balances(receiver.walletId)).toMatchObject({ available: 5n * USD, onChain: 5n * USD })
    expect(await position(receiver.walletId)).toMatchObject({ frozen: null })
  }, 60_000)

  test('sent by somebody else: it is credited once the first is known to be gone, never both', async () => {
    const outsider = await openStranger(18n * USD)
    const receiver = await world.createWallet()
    const data = token.encodeFunctionData('transfer', [receiver.address, 9n * USD])
    const raw = sign(outsider, USDC_ADDRESS, data, 0)
    const worker = world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 } })
    await world.rpc('eth_sendRawTransaction', raw)
    await until('credited', async () => (await world.balances(receiver.walletId)).available === 9n * USD)
    const { block } = await depositOf(receiver.walletId)
    await world.reorganizeFrom(Number(block), [replacing(raw, outsider).raw])
    await until('both are decided', async () => (await journalsOf(receiver.walletId)).length === 3)
    await worker.stop()
    expect(await journalsOf(receiver.walletId)).toEqual(['deposit', 'deposit_reversed', 'deposit'])
    expect(await world.balances(receiver.walletId)).toMatchObject({ available: 9n * USD, onChain: 9n * USD })
    expect(await world.adapter.balanceOf(USDC_ADDRESS, receiver.address)).toBe(9n * USD)
  }, 60_000)
})

test('two deposits of one sender that a reorganization drops and brings again do not wait for each other', async () => {
  const outsider = await openStranger(18n * USD)
  const receiver = await world.createWallet()
  const raws = [4n, 5n].map((units, nonce) =>
    sign(outsider, USDC_ADDRESS, token.encodeFunctionData('transfer', [receiver.address, units * USD]), nonce),
  )
  const worker = world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 } })
  for (const raw of raws) await world.rpc('eth_sendRawTransaction', raw)
  await until('credited', async () => (await world.balances(receiver.walletId)).available === 9n * USD)
  const deposits = world.database.collection<{ block: number; blockHash: string }>('deposits')
  const before = await deposits.find({ walletId: receiver.walletId }).toArray()
  await world.reorganizeFrom(Math.min(...before.map(({ block }) => Number(block))), raws)
  await until('booked in their new blocks', async () => {
    const now = await deposits.find({ walletId: receiver.walletId }).toArray()
    const tasks = await world.database.collection('settlementTasks').countDocuments()
    return tasks === 0 && now.every(({ blockHash }) => before.every((each) => each.blockHash !== blockHash))
  })
  await worker.stop()
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 9n * USD, onChain: 9n * USD })
}, 60_000)

/** A contract that sends an amount of its tokens that can be changed before the transaction is mined. */
async function openPayer(to: string): Promise<{ address: string; tell: (units: bigint) => Promise<void> }> {
  const { address } = Wallet.createRandom()
  const word = (text: string) => text.slice(2).toLowerCase()
  const transfer = `7f${'a9059cbb'.padEnd(64, '0')}60005273${word(to)}600452600054602452`
  const code = `0x${transfer}6000600060446000600073${word(USDC_ADDRESS)}5af100`
  await world.rpc('anvil_setCode', address, code)
  const tell = async (units: bigint) =>
    void (await world.rpc(
      'anvil_setStorageAt',
      address,
      `0x${'0'.repeat(64)}`,
      `0x${units.toString(16).padStart(64, '0')}`,
    ))
  return { address, tell }
}

test('a deposit that reappears with another amount is credited with that amount, and the first is reversed', async () => {
  const outsider = await openStranger(1n)
  const receiver = await world.createWallet()
  const payer = await openPayer(receiver.address)
  await payer.tell(9n * USD)
  const data = token.encodeFunctionData('transfer', [payer.address, 20n * USD])
  await world.rpc('eth_sendTransaction', { from: source.address, to: USDC_ADDRESS, data, gas: '0x30d40' })
  const { number } = await world.adapter.head()
  await until('blocks above', async () => (await world.adapter.head()).number >= number + 10, 20_000)
  const worker = world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 } })
  const raw = sign(outsider, payer.address, '0x', 0)
  await world.rpc('eth_sendRawTransaction', raw)
  await until('credited', async () => (await world.balances(receiver.walletId)).available === 9n * USD)
  const deposit = await world.database
    .collection<{ block: number }>('deposits')
    .findOne({ walletId: receiver.walletId })
  await world.reorganizeFrom(Number(deposit?.block))
  await payer.tell(4n * USD)
  await world.rpc('eth_sendRawTransaction', raw)
  const held = () => world.adapter.balanceOf(USDC_ADDRESS, receiver.address)
  await until('it comes again', async () => (await held()) === 4n * USD)
  await until('the ledger says the same', async () => (await world.balances(receiver.walletId)).onChain === 4n * USD)
  await worker.stop()
  expect(await mismatchOf({ walletId: receiver.walletId })).toMatchObject({
    kind: 'deposit_reorganized',
    state: 'open',
  })
}, 60_000)

test('what a wallet could not give back at once is debited as soon as its balance allows it', async () => {
  const poor = await world.createWallet()
  const { orgId, walletId } = poor
  const [mode, token, chain] = ['test', 'USDC', 'base'] as const
  const lost = { _id: 'dep_base_lost', orgId, mode, walletId, token, chain, amount: 5n * USD }
  const arrived = { ...lost, from: '0x0', txHash: '0x1', block: 1, blockHash: '0x2' }
  await world.commit.submit(creditDepositIntent(arrived))
  const id = await world.queuePayment(poor, newAddress(), 3n * USD)
  await world.commit.submit(reverseDepositIntent({ ...arrived, v: 1, createdAt: new Date() }))
  expect(await mismatchOf({ walletId })).toMatchObject({ kind: 'deposit_reorganized', missing: 3n * USD })
  // It would revert, because the chain never had the money: it fails, and its reservation is available again.
  const worker = world.startWorker({ options: { attemptsMax: 1 } })
  await until('failed', async () => (await world.payment(id)).stage === 'failed')
  await until('debited', async () => (await mismatchOf({ walletId }))?.missing === 0n)
  await worker.stop()
  expect(await world.balances(walletId)).toMatchObject({ available: 0n, onChain: 0n, inFlight: 0n })
}, 60_000)

test('a reversed payment that is mined again after a person has resolved it: what the wallet lacks is missing until it is debited', async () => {
  const poor = await world.createWallet()
  const { orgId, walletId } = poor
  const funding = { _id: 'dep_base_funds', orgId, mode: 'test', walletId, token: 'USDC', chain: 'base' } as const
  const arrived = { ...funding, amount: 5n * USD, from: '0x0', txHash: '0x3', block: 1, blockHash: '0x2' }
  await world.commit.submit(creditDepositIntent(arrived))
  const id = await world.queuePayment(poor, newAddress(), 3n * USD)
  const mine = async (blockHash: string) =>
    world.commit.submit(
      completePaymentIntent({ settleLimits }, await world.payment(id), { hash: '0x4', block: 2, blockHash }),
    )
  expect(await mine('0x5')).toMatchObject({ answer: 'completed' })
  const completed = await world.payment(id)
  expect(await world.commit.submit(reversePaymentIntent(completed))).toMatchObject({ answer: 'reversed' })
  const subject = mismatchOfPayment(completed)
  await world.commit.submit(resolveMismatchIntent('payment_reorganized', subject, 'reviewed'))
  const next = await world.queuePayment(poor, newAddress(), 4n * USD)
  expect(await mine('0x6')).toMatchObject({ answer: 'minedAgain' })
  expect(await mismatchOf({ walletId })).toMatchObject({ state: 'open', resolution: null, missing: 2n * USD })
  const stopped = () => new DomainError('wallet_frozen', 'Stopped.')
  const rules = { preSignReads: () => [], preSignCheck: stopped, settleLimits }
  await world.commit.submit(stopIntent(rules, [await world.payment(next)]))
  const open = (await mismatchOf({ walletId })) as MismatchRow
  expect(await world.commit.submit(collectMissingIntent(open))).toMatchObject({ answer: 0n })
  expect(await world.balances(walletId)).toMatchObject({ available: 2n * USD, onChain: 2n * USD, inFlight: 0n })
})

/** A payment whose transfer reverts, and the transaction of somebody else that makes it with the same authorization. */
async function failPayment(options: object = {}) {
  const outsider = new Wallet(Wallet.createRandom().privateKey)
  await world.rpc('anvil_setBalance', outsider.address, '0xde0b6b3a7640000')
  const { number } = await world.adapter.head()
  const start = number + 2
  await until('a block with the balance', async () => (await world.adapter.head()).number >= start)
  const to = newAddress()
  const worker = world.startWorker({
    onStep: world.onceSigned('blacklist', to),
    options: { attemptsMax: 1, pauseMs: 200, pauseMaxMs: 500, overdueAfterMs: 1_000, ...options },
  })
  const before = await world.balances(source.walletId)
  const id = await world.queuePayment(source, to, 3n * USD)
  await until('failed', world.failed(id))
  expect(await world.balances(source.walletId)).toMatchObject({ available: before.available, inFlight: 0n })
  const { from = '', authorization } = (await world.payment(id)).chainWork ?? {}
  if (authorization == null) throw new Error('it was never signed')
  const data = transferCalldata(
    { from, to, value: 3n * USD, ...authorization },
    splitSignature(authorization.signature),
  )
  return { id, to, worker, before, start, raw: sign(outsider, USDC_ADDRESS, data, 0) }
}

const isOnChain = async () =>
  (await world.balances(source.walletId)).onChain === (await world.adapter.balanceOf(USDC_ADDRESS, source.address))

describe('a failed payment whose cancellation leaves the chain', () => {
  test('is debited once it is mined after all, and given back once that has left for good, too', async () => {
    const { id, to, worker, before, start, raw } = await failPayment()
    await world.reorganizeFrom(start + 1, [raw])
    const found = await until('mismatch', () => mismatchOf({ paymentId: id, state: 'open' }))
    expect(found).toMatchObject({ kind: 'failed_payment_mined', found: '3000000', missing: 0n })
    expect(await world.balances(source.walletId)).toMatchObject({ available: before.available - 3n * USD })
    expect(await world.transfersTo(to)).toHaveLength(1)
    expect(await isOnChain()).toBe(true)
    const paid = await world.payment(id)
    expect(paid).toMatchObject({ status: 'failed', stage: 'failed', completedAt: null })

    await world.reorganizeFrom(paid.chainWork?.minedBlock ?? 0)
    await until('given back', async () => (await world.balances(source.walletId)).available === before.available)
    await worker.stop()
    expect(await world.transfersTo(to)).toHaveLength(0)
    expect(await isOnChain()).toBe(true)
    expect(await mismatchOf({ paymentId: id })).toMatchObject({ state: 'resolved', resolution: 'left_the_chain' })
    expect(await world.payment(id)).toMatchObject({ status: 'failed', chainWork: { minedBlockHash: null } })
  }, 60_000)
})

describe('a completed payment whose nonce went to another transaction', () => {
  /** Pays, and lets the chain put an empty transaction of the relayer in place of the payment's. */
  async function losePayment(options: object) {
    const to = newAddress()
    const id = await world.queuePayment(source, to, 3n * USD)
    const worker = world.startWorker({ options: { pauseMs: 200, pauseMaxMs: 500, ...options } })
    await until('completed', world.completed(id))
    const { chainWork } = await world.payment(id)
    const relayer = new Wallet(world.keys.relayerKey)
    const other = sign(relayer, relayer.address, '0x', chainWork?.slot ?? 0)
    await world.reorganizeFrom(chainWork?.minedBlock ?? 0, [other])
    return { id, to, worker, before: await world.balances(source.walletId) }
  }

  test('is relayed again with the same authorization, and the ledger has it once', async () => {
    const { id, to, worker, before } = await losePayment({})
    await until('paid again', async () => (await world.transfersTo(to)).length === 1, 20_000)
    const isThere = async () => {
      const { chainWork } = await world.payment(id)
      return (await world.adapter.headAt(chainWork?.minedBlock ?? 0))?.hash === chainWork?.minedBlockHash
    }
    await until('seen again', isThere)
    // The lost transaction has cost nothing, the one in its place has.
    const booked = async () => {
      const found = await world.database.collection<JournalRow>('journals').find({ 'reference.id': id }).toArray()
      const types = found.map(({ type }) => type).filter((type) => type.startsWith('gas_'))
      return types.sort().join()
    }
    await until('gas', async () => (await booked()) === 'gas_paid,gas_paid,gas_reversed')
    const reversed = world.database.collection<JournalRow>('journals')
    expect(await reversed.findOne({ 'reference.id': id, type: 'gas_reversed' })).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ account: '5010', walletId: source.walletId })]),
    })
    await worker.stop()
    const row = await world.payment(id)
    expect(row).toMatchObject({ status: 'completed', stage: 'completed' })
    expect(await world.balances(source.walletId)).toMatchObject({
      available: before.available,
      onChain: before.onChain,
    })
    expect(await mismatchOf({ paymentId: id })).toBeNull()
  }, 60_000)

  test('is reversed once a cancellation is mined in its place', async () => {
    const to = newAddress()
    const worker = world.startWorker({ options: { pauseMs: 200, pauseMaxMs: 500 } })
    const before = await world.balances(source.walletId)
    const id = await world.queuePayment(source, to, 3n * USD)
    await until('completed', world.completed(id))
    const { chainWork } = await world.payment(id)
    const domain = await world.adapter.tokenDomain(USDC_ADDRESS)
    const cancel = { authorizer: source.address, nonce: chainWork?.authorization?.nonce ?? '' }
    const signature = await world.custody.signTypedData(
      source.walletId,
      { kind: 'cancelAuthorization', domain, ...cancel },
      { purpose: 'cancel', paymentId: id, mandateId: 'mnd_1', mandateVersion: 1 },
    )
    const relayer = new Wallet(world.keys.relayerKey)
    const raw = sign(relayer, USDC_ADDRESS, cancelCalldata(cancel, signature), chainWork?.slot ?? 0)
    await world.reorganizeFrom(chainWork?.minedBlock ?? 0, [raw])
    await until('reversed', async () => (await world.payment(id)).reversedAt !== undefined, 20_000)
    await worker.stop()
    expect(await world.payment(id)).toMatchObject({ status: 'completed' })
    expect(await world.balances(source.walletId)).toMatchObject({ available: before.available })
    expect(await isOnChain()).toBe(true)
    expect(await mismatchOf({ paymentId: id })).toMatchObject({ kind: 'payment_reorganized', state: 'open' })
  }, 60_000)

  test('is reversed once its authorization has expired: journal, mismatch, freeze; completed stays final', async () => {
    const { id, to, worker, before } = await losePayment({ authorizationLifetimeSeconds: 10 })
    await until('reversed', async () => (await world.payment(id)).reversedAt !== undefined, 30_000)
    await worker.stop()
    expect(await world.payment(id)).toMatchObject({ status: 'completed', stage: 'completed' })
    const after = await world.balances(source.walletId)
    expect(after).toMatchObject({ available: before.available + 3n * USD, onChain: before.onChain + 3n * USD })
    expect(isBalancedWithChain(after)).toBe(true)
    expect(await world.transfersTo(to)).toHaveLength(0)
    expect(await position(source.walletId)).toMatchObject({ frozen: { source: 'policy' } })
    expect(await mismatchOf({ paymentId: id })).toMatchObject({
      ...{ kind: 'payment_reorganized', state: 'open', expected: '3000000', found: '0' },
    })
  }, 60_000)
})

describe('a completed payment whose signed bytes were lost with a restored backup', () => {
  /** Completed from its block, which the restored copy does not know. */
  async function payBeforeRestore() {
    const to = newAddress()
    const id = await world.queuePayment(source, to, 3n * USD)
    const restore = await world.backUp()
    const first = world.startWorker()
    await until('paid', world.completed(id))
    await first.stop()
    const [bytes] = await world.transactions(id)
    await restore()
    const onStep = (step: string) => {
      if (step === 'authorized') throw new Error('no sending')
    }
    const worker = world.startWorker({ onStep, options: { pauseMs: 200, pauseMaxMs: 500 } })
    await until('completed from its block', world.completed(id))
    const { chainWork, minedIn } = await world.payment(id)
    expect(chainWork).toBeNull()
    return { id, to, worker, raw: bytes?.raw ?? '', block: Number(minedIn?.block) }
  }

  test('keeps the block that it is mined in again, and the ledger has it once', async () => {
    const { id, to, worker, raw, block } = await payBeforeRestore()
    const before = await world.balances(source.walletId)
    await world.reorganizeFrom(block, [raw])
    const isThere = async () => {
      const { minedIn } = await world.payment(id)
      return (await world.adapter.headAt(Number(minedIn?.block)))?.hash === minedIn?.blockHash
    }
    await until('seen again', isThere, 20_000)
    await worker.stop()
    expect(await world.payment(id)).toMatchObject({ status: 'completed', chainWork: null })
    expect(await world.transfersTo(to)).toHaveLength(1)
    expect(await world.balances(source.walletId)).toMatchObject({
      available: before.available,
      onChain: before.onChain,
    })
    expect(await mismatchOf({ paymentId: id })).toBeNull()
  }, 60_000)

  test('is reversed once no authorization of it can be valid any more, and not before', async () => {
    const { id, to, worker, block } = await payBeforeRestore()
    const before = await world.balances(source.walletId)
    await world.reorganizeFrom(block)
    const tasks = world.database.collection<{ subjectId: string; tries: number }>('settlementTasks')
    await until('looked for', async () => Number((await tasks.findOne({ subjectId: id }))?.tries) > 2, 20_000)
    expect((await world.payment(id)).reversedAt).toBeUndefined()
    // Longer than authorizations are valid, and than the clocks of chain and service differ.
    await world.rpc('evm_increaseTime', 4 * 3_600)
    await until('reversed', async () => (await world.payment(id)).reversedAt !== undefined, 20_000)
    await worker.stop()
    expect(await world.payment(id)).toMatchObject({ status: 'completed' })
    expect(await world.transfersTo(to)).toHaveLength(0)
    const after = await world.balances(source.walletId)
    expect(after).toMatchObject({ available: before.available + 3n * USD, onChain: before.onChain + 3n * USD })
    expect(await isOnChain()).toBe(true)
    expect(await mismatchOf({ paymentId: id })).toMatchObject({ kind: 'payment_reorganized', state: 'open' })
  }, 60_000)
})

test('gas of a block that has left the chain, booked late: what the block in its place has booked stays', async () => {
  const id = await world.queuePayment(source, newAddress(), USD)
  const paying = world.startWorker()
  await until('paid', world.completed(id))
  const slots = world.database.collection<NonceSlotRow>('accountNonces')
  const booked = () => slots.findOne({ subjectId: id, 'mined.gasWei': { $gt: '0' } })
  const before = await until('booked', booked)
  await paying.stop()
  const { account, nonce, mined, orgId } = before
  const receipt = {
    ...mined,
    account,
    nonce: Number(nonce),
    block: Number(mined?.block),
    gasWei: '1',
    booking: undefined,
  }
  const tasks = world.database.collection<{ _id: string }>('settlementTasks')
  const _id = `test:base:gas:${mined?.hash}:gone`
  const work = { kind: 'gas', receipts: [{ ...receipt, blockHash: `0x${'e'.repeat(64)}` }] }
  await tasks.insertOne({
    ...{ _id, network: 'test:base', orgId, subjectId: mined?.hash, work, tries: 0, dueAt: new Date(0), error: null },
    createdAt: new Date(),
  } as never)
  const worker = world.startWorker({ options: { pauseMs: 100 } })
  await until('it is done', async () => (await tasks.findOne({ _id })) === null)
  await worker.stop()
  expect((await booked())?.mined).toEqual(mined)
}, 60_000)
