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
import { SETTLEMENT_STEPS } from '../../subgraphs/payments/settlement/network/network.ts'
import { type OrgPosition, orgRef } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import { type DirectWorld, newPayee, openDirectWorld } from '../support/directWorld.ts'
import { type SettlementWorld, until } from '../support/settlementWorld.ts'

const usdt = new Interface(readContractArtifact('UsdtToken').abi as InterfaceAbi)
let direct: DirectWorld
let world: SettlementWorld

beforeAll(async () => {
  direct = await openDirectWorld('direct_transfers')
  world = direct.world
}, 60_000)
afterAll(() => world.close(), 30_000)
afterEach(() => direct.stopAll())

const start: DirectWorld['start'] = (changes) => direct.start(changes)
const fundedWallet = (amount?: string) => direct.fundedWallet(amount)
const ended = (id: string) => direct.ended(id)

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
