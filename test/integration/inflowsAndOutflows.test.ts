/**
 * What the chain does to wallets without the service (domain 4.3, 8.2, 9.4): money from a listed address is blocked, and
 * money that leaves without a payment freezes that wallet; a reorganization takes both back.
 */
import { Interface, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DepositRow } from '../../subgraphs/payments/models/deposits.ts'
import type { MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import { addTasks } from '../../subgraphs/payments/models/settlementTasks.ts'
import { findWallets, type WalletRow } from '../../subgraphs/payments/models/wallets.ts'
import { createScreener } from '../../subgraphs/payments/screening/screener.ts'
import { unblockDeposit } from '../../subgraphs/payments/services/unblockDeposit.ts'
import { bookOutflowIntent } from '../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { openWalletIntent } from '../../subgraphs/payments/settlement/intents/openWallet.ts'
import { reconcileWallets } from '../../subgraphs/payments/settlement/reconcileWallets.ts'
import { tokenContracts } from '../../subgraphs/payments/settlement/settle.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import type { WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
  type WorkerChanges,
} from '../support/settlementWorld.ts'
import { signTransfer } from '../support/signTransfer.ts'

const token = new Interface(['function transfer(address,uint256)'])
let world: SettlementWorld
let source: TestWallet

beforeAll(async () => {
  world = await openSettlementWorld('inflows_outflows')
  source = await world.createFundedWallet(4)
}, 60_000)
afterAll(() => world.close(), 30_000)

const startWorker = (changes: WorkerChanges = {}) =>
  world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 }, ...changes })
const frozenOf = async ({ walletId }: TestWallet) =>
  (await world.database.collection<WalletPosition>('positions').findOne({ _id: `wal:${walletId}` }))?.frozen ?? null
const eventsOf = ({ walletId }: TestWallet, type: EventRow['type']) =>
  world.database.collection<EventRow>('events').find({ walletId, type }).toArray()
const mismatchOf = ({ walletId }: TestWallet) =>
  world.database.collection<MismatchRow>('mismatches').findOne({ walletId, kind: 'unexpected_outflow' })
const depositOf = ({ walletId }: TestWallet) => world.database.collection<DepositRow>('deposits').findOne({ walletId })

/** Somebody with tokens and gas. */
async function openStranger(units: bigint): Promise<Wallet> {
  const stranger = new Wallet(Wallet.createRandom().privateKey)
  await world.rpc('anvil_setBalance', stranger.address, '0xde0b6b3a7640000')
  const id = await world.queuePayment(source, stranger.address, units)
  const worker = startWorker()
  await until('paid', world.completed(id))
  await worker.stop()
  const { number } = await world.adapter.head()
  await until('blocks above', async () => (await world.adapter.head()).number >= number + 6, 20_000)
  return stranger
}

test('a deposit from a listed address is blocked and its wallet frozen; gone with a reorganization, blocked again after it', async () => {
  const listed = await openStranger(7n * USD)
  const receiver = await world.createWallet()
  const worker = startWorker({ listed: [listed.address] })
  const { raw } = signTransfer(listed, receiver.address, 7n * USD)
  await world.rpc('eth_sendRawTransaction', raw)
  await until('blocked', async () => (await world.balances(receiver.walletId)).blocked === 7n * USD)
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 0n, blocked: 7n * USD, onChain: 7n * USD })
  const deposit = await depositOf(receiver)
  expect(await frozenOf(receiver)).toMatchObject({ source: 'policy', by: deposit?._id })
  const [flagged] = await eventsOf(receiver, 'compliance.flagged')
  expect(flagged?.data).toMatchObject({ deposit_id: deposit?._id, blocked: '7.00', reasons: ['sanctions_hit'] })

  await world.reorganizeFrom(Number(deposit?.block))
  await until('gone', async () => (await world.balances(receiver.walletId)).onChain === 0n, 20_000)
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 0n, blocked: 0n })
  await world.rpc('eth_sendRawTransaction', raw)
  await until('again', async () => (await world.balances(receiver.walletId)).blocked === 7n * USD, 20_000)
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 0n, onChain: 7n * USD })
  const again = (await eventsOf(receiver, 'compliance.flagged')).map(({ data }) => data.blocked)
  expect(again).toEqual(['7.00', '7.00'])
  expect(await eventsOf(receiver, 'deposit.credited'), 'it cannot be spent').toEqual([])
  await worker.stop()
}, 90_000)

test('a deposit that comes again after its sender was listed is blocked, flagged, and its wallet frozen', async () => {
  const sender = await openStranger(6n * USD)
  const receiver = await world.createWallet()
  let worker = startWorker()
  const { raw } = signTransfer(sender, receiver.address, 6n * USD)
  await world.rpc('eth_sendRawTransaction', raw)
  await until('credited', async () => (await world.balances(receiver.walletId)).available === 6n * USD)
  const [credited, ...more] = await eventsOf(receiver, 'deposit.credited')
  const facts = { amount: '6.00', from: sender.address, wallet_id: receiver.walletId }
  expect(credited?.data).toMatchObject({ ...facts, status: 'credited', deposit_id: (await depositOf(receiver))?._id })
  expect(more).toEqual([])
  await world.reorganizeFrom(Number((await depositOf(receiver))?.block))
  await until('gone', async () => (await depositOf(receiver))?.isGone === true, 20_000)
  const reversed = (await eventsOf(receiver, 'deposit.reversed')).map(({ data }) => data)
  expect(reversed).toEqual([{ ...credited?.data, status: 'reversed' }])
  await worker.stop()
  await world.database
    .collection<WalletPosition>('positions')
    .updateOne({ _id: `wal:${receiver.walletId}` }, { $set: { frozen: null } })

  worker = startWorker({ listed: [sender.address] })
  await world.rpc('eth_sendRawTransaction', raw)
  await until('blocked', async () => (await world.balances(receiver.walletId)).blocked === 6n * USD, 20_000)
  await worker.stop()
  expect((await eventsOf(receiver, 'compliance.flagged')).map(({ data }) => data.blocked)).toEqual(['6.00'])
  expect(await frozenOf(receiver)).toMatchObject({ source: 'policy' })
}, 90_000)

test('what is left of a deposit is blocked when its sender is listed later', async () => {
  const sender = await openStranger(5n * USD)
  const receiver = await world.createWallet()
  let worker = startWorker()
  await world.rpc('eth_sendRawTransaction', signTransfer(sender, receiver.address, 5n * USD).raw)
  await until('credited', async () => (await world.balances(receiver.walletId)).available === 5n * USD)
  const id = await world.queuePayment(receiver, newAddress(), 2n * USD)
  await until('paid', world.completed(id))
  await worker.stop()

  worker = startWorker({ listed: [sender.address] })
  await until('blocked', async () => (await world.balances(receiver.walletId)).blocked === 3n * USD)
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 0n, onChain: 3n * USD })
  expect(await frozenOf(receiver)).not.toBeNull()
  expect((await eventsOf(receiver, 'compliance.flagged')).map(({ data }) => data.blocked)).toEqual(['3.00'])
  await worker.stop()
}, 60_000)

test('what cannot be blocked of one wallet leaves the deposits of others to be blocked, and is blocked later', async () => {
  const senders = [await openStranger(5n * USD), await openStranger(5n * USD)]
  const [first, second] = senders.toSorted((a, b) => (a.address < b.address ? -1 : 1)) as [Wallet, Wallet]
  const [broken, other] = [await world.createWallet(), await world.createWallet()]
  let worker = startWorker()
  await world.rpc('eth_sendRawTransaction', signTransfer(first, broken.address, 5n * USD).raw)
  await world.rpc('eth_sendRawTransaction', signTransfer(second, other.address, 5n * USD).raw)
  for (const { walletId } of [broken, other])
    await until('credited', async () => (await world.balances(walletId)).available === 5n * USD)
  await worker.stop()
  const positions = world.database.collection<{ _id: string }>('positions')
  const position = await positions.findOne({ _id: `wal:${broken.walletId}` })
  await positions.deleteOne({ _id: `wal:${broken.walletId}` })

  worker = startWorker({ listed: senders.map(({ address }) => address) })
  await until('blocked', async () => (await world.balances(other.walletId)).blocked === 5n * USD)
  await positions.insertOne(position as { _id: string })
  await until('blocked later', async () => (await world.balances(broken.walletId)).blocked === 5n * USD)
  await worker.stop()
}, 90_000)

test('compliance releases a blocked deposit once its sender is listed no more, and not before; listed again, it is blocked again (domain 8.3)', async () => {
  const sender = await openStranger(9n * USD)
  const receiver = await world.createWallet()
  let worker = startWorker({ listed: [sender.address] })
  await world.rpc('eth_sendRawTransaction', signTransfer(sender, receiver.address, 9n * USD).raw)
  await until('blocked', async () => (await world.balances(receiver.walletId)).blocked === 9n * USD)
  await worker.stop()
  const deposit = await depositOf(receiver)
  const officer: OrganizationPrincipal = {
    ...({ kind: 'organization', orgId: receiver.orgId, mode: 'test', keyId: 'key_c', personId: 'c' } as const),
    roles: ['compliance'],
  }
  const lists = { database: null, clock: systemClock, log: { info() {}, warn() {}, error() {} }, listAgeMaxMs: 0 }
  const release = (listed: readonly string[], by: OrganizationPrincipal = officer, reason = 'Taken off the list.') => {
    const deps = { ...world, screener: createScreener({ ...lists, more: listed }) }
    return unblockDeposit(deps, by, { depositId: deposit?._id ?? '', reason })
  }

  await expect(release([sender.address])).rejects.toMatchObject({
    type: 'compliance_denied',
    message: expect.stringMatching(/9\.00 USDC stay blocked; release them once/),
    details: { reason: 'sanctions_hit', sender: sender.address, blocked: '9.00', listed_in: expect.any(String) },
  })
  await expect(release([], officer, '')).rejects.toMatchObject({ type: 'invalid_request' })
  const foreign = { ...officer, orgId: source.orgId === receiver.orgId ? newId('organization') : source.orgId }
  await expect(release([], foreign)).rejects.toMatchObject({ type: 'not_found' })
  await expect(release([], { ...officer, mode: 'live' })).rejects.toMatchObject({ type: 'not_found' })
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 0n, blocked: 9n * USD })

  const [first, second] = await Promise.all([release([]), release([])])
  expect([first.isKnown, second.isKnown].toSorted()).toEqual([false, true])
  expect(first.release).toMatchObject({ amount: 9n * USD, by: 'key_c', reason: 'Taken off the list.' })
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 9n * USD, blocked: 0n, onChain: 9n * USD })
  expect(await frozenOf(receiver), 'a person unfreezes it').not.toBeNull()
  const [event, ...more] = await eventsOf(receiver, 'deposit.unblocked')
  expect(event?.data).toMatchObject({ deposit_id: deposit?._id, amount: '9.00', unblocked_by: 'key_c' })
  expect(more).toEqual([])

  worker = startWorker({ listed: [sender.address] })
  await until('again', async () => (await world.balances(receiver.walletId)).blocked === 9n * USD)
  await worker.stop()
  await release([])
  const journals = await world.database
    .collection<JournalRow>('journals')
    .find({ 'reference.id': deposit?._id })
    .sort({ seq: 1 })
    .toArray()
  expect(journals.map(({ type }) => type)).toEqual([
    ...['deposit_blocked', 'funds_unblocked', 'funds_blocked', 'funds_unblocked'],
  ])
  expect(await world.balances(receiver.walletId)).toMatchObject({ available: 9n * USD, blocked: 0n })
}, 90_000)

test('an outflow without a payment corrects the ledger and freezes that wallet alone; a reorganization gives it back', async () => {
  const [robbed, other] = [await world.createWallet(source.orgId), await world.createWallet(source.orgId)]
  await world.fund(robbed, '20')
  await world.fund(other, '20')
  const worker = startWorker()
  await until('funded', async () => (await world.balances(other.walletId)).available > 0n)
  await until('funded', async () => (await world.balances(robbed.walletId)).available > 0n)
  const { number } = await world.adapter.head()
  await until('blocks above', async () => (await world.adapter.head()).number >= number + 6, 20_000)
  // A payment of the service beside it is none: its money leaves by an authorization that is known.
  const paid = await world.queuePayment(robbed, newAddress(), 4n * USD)
  await until('paid', world.completed(paid))
  expect(await mismatchOf(robbed)).toBeNull()

  await world.rpc('anvil_setBalance', robbed.address, '0xde0b6b3a7640000')
  await world.rpc('anvil_impersonateAccount', robbed.address)
  const data = token.encodeFunctionData('transfer', [newAddress(), 6n * USD])
  const hash = await world.rpc('eth_sendTransaction', { from: robbed.address, to: USDC_ADDRESS, data, gas: '0x30d40' })
  const found = await until('mismatch', () => mismatchOf(robbed))
  expect(found).toMatchObject({
    ...{ state: 'open', expected: '0', found: String(6n * USD), missing: 0n, paymentId: null, depositId: null },
    transfer: { txHash: hash, isGone: false },
  })
  expect(await world.balances(robbed.walletId)).toMatchObject({ available: 10n * USD, onChain: 10n * USD })
  expect(await world.adapter.balanceOf(USDC_ADDRESS, robbed.address)).toBe(10n * USD)
  expect(await frozenOf(robbed)).toMatchObject({
    source: 'policy',
    by: found._id,
    reason: expect.stringContaining(String(hash)),
  })
  expect(await frozenOf(other)).toBeNull()
  expect((await eventsOf(robbed, 'wallet.frozen')).length).toBe(1)

  await world.reorganizeFrom(Number(found.transfer?.block))
  await until('given back', async () => (await world.balances(robbed.walletId)).onChain === 16n * USD, 20_000)
  expect(await mismatchOf(robbed)).toMatchObject({ state: 'resolved', resolution: 'left_the_chain' })
  // A person decides whether the wallet may spend again.
  expect(await frozenOf(robbed)).not.toBeNull()
  await worker.stop()
}, 90_000)

test('what was set aside when its block was read, and has left the chain since, is never booked', async () => {
  const receiver = await world.createWallet(source.orgId)
  let worker = startWorker()
  const { number, hash } = await world.adapter.head()
  const read = async () => {
    const cursor = await world.database.collection<{ number: number }>('chainCursors').findOne({})
    return Number(cursor?.number) > number
  }
  await until('read', read)
  await worker.stop()
  const { orgId, walletId } = receiver
  const gone = { block: number, blockHash: `0x${'9'.repeat(64)}` }
  const asset = { orgId, mode: 'test', walletId, token: 'USDC', chain: 'base' } as const
  const deposit = {
    ...asset,
    ...gone,
    _id: `dep_base_${walletId}`,
    amount: String(USD),
    from: newAddress(),
    txHash: hash,
  }
  const transfer = { ...gone, id: `out_base_${walletId}`, to: newAddress(), txHash: hash, isGone: false }
  const outflow = { ...asset, amount: String(USD), isByOwner: false, transfer }
  const task = { network: 'test:base', orgId, occurrence: gone.blockHash } as const
  await addTasks(
    world.database,
    [
      { ...task, subjectId: deposit._id, work: { kind: 'deposit', deposit } },
      { ...task, subjectId: transfer.id, work: { kind: 'outflow', outflow } },
    ],
    new Date(),
  )
  worker = startWorker()
  const left = () => world.database.collection('settlementTasks').countDocuments({ orgId })
  await until('done', async () => (await left()) === 0)
  await worker.stop()
  expect(await world.balances(walletId)).toMatchObject({ available: 0n, onChain: 0n })
  expect(await depositOf(receiver)).toBeNull()
  expect(await mismatchOf(receiver)).toBeNull()
  expect(await frozenOf(receiver)).toBeNull()
}, 60_000)

test('what the owner of an external wallet moves is booked and recorded, and freezes nothing', async () => {
  const owned = await world.createWallet(source.orgId)
  await world.database
    .collection<{ _id: string; custody: string }>('wallets')
    .updateOne({ _id: owned.walletId }, { $set: { custody: 'external' } })
  await world.fund(owned, '9')
  const worker = startWorker()
  await until('funded', async () => (await world.balances(owned.walletId)).available > 0n)
  await world.rpc('anvil_setBalance', owned.address, '0xde0b6b3a7640000')
  await world.rpc('anvil_impersonateAccount', owned.address)
  const data = token.encodeFunctionData('transfer', [newAddress(), 2n * USD])
  await world.rpc('eth_sendTransaction', { from: owned.address, to: USDC_ADDRESS, data, gas: '0x30d40' })
  expect(await until('recorded', () => mismatchOf(owned))).toMatchObject({ state: 'resolved', missing: 0n })
  expect(await world.balances(owned.walletId)).toMatchObject({ available: 7n * USD, onChain: 7n * USD })
  expect(await frozenOf(owned)).toBeNull()
  await worker.stop()
}, 60_000)

test('a contract that was proven on one chain is credited on no other, where its address may be somebody else', async () => {
  const [elsewhere, here] = [await world.createWallet(source.orgId), await world.createWallet(source.orgId)]
  const wallets = world.database.collection<WalletRow>('wallets')
  for (const [{ walletId }, contractChain] of [
    [elsewhere, 'ethereum'],
    [here, 'base'],
  ] as const)
    await wallets.updateOne({ _id: walletId }, { $set: { custody: 'external', contractChain } })
  const worker = startWorker()
  await world.fund(elsewhere, '9')
  await world.fund(here, '9')
  await until('credited', async () => (await world.balances(here.walletId)).available === 9n * USD)
  await worker.stop()
  expect(await world.adapter.balanceOf(USDC_ADDRESS, elsewhere.address)).toBe(9n * USD)
  expect(await depositOf(elsewhere)).toBeNull()
  const reconciled = await reconcileWallets(
    { database: world.database, clock: { now: () => new Date() } },
    { id: 'test:base', mode: 'test', chain: 'base', adapter: world.adapter, tokens: tokenContracts('base') },
    await findWallets(world.database, [elsewhere.walletId, here.walletId]),
    true,
  )
  expect(reconciled.rows).toMatchObject([{ walletId: here.walletId, state: 'agrees' }])
}, 60_000)

/** An address that its owner has proven: the service has no key of it. */
async function registerExternal({ address }: Pick<Wallet, 'address'>): Promise<TestWallet> {
  const wallet = await world.createWallet(source.orgId)
  await world.database
    .collection<{ _id: string }>('wallets')
    .updateOne({ _id: wallet.walletId }, { $set: { custody: 'external', address } })
  return { ...wallet, address }
}

const rowOf = async ({ walletId }: TestWallet) => (await findWallets(world.database, [walletId]))[0] as WalletRow
/** Once it is decided: what was booked beyond the cursor is looked for first. */
const reconciledOf = (wallet: TestWallet) =>
  until('decided', async () => {
    const network = { id: 'test:base', mode: 'test', chain: 'base', adapter: world.adapter } as const
    const deps = { database: world.database, clock: { now: () => new Date() } }
    const wallets = await findWallets(world.database, [wallet.walletId])
    const { rows } = await reconcileWallets(deps, { ...network, tokens: tokenContracts('base') }, wallets, true)
    return rows.every(({ state }) => state !== 'undecided') && rows
  })
const depositsOf = ({ walletId }: TestWallet) =>
  world.database.collection<DepositRow>('deposits').find({ walletId }).sort({ createdAt: 1 }).toArray()

test('what an external wallet had before its registration is credited once, and its owner may move it', async () => {
  const owner = await openStranger(10n * USD)
  const wallet = await registerExternal(owner)
  const unopened = await rowOf(wallet)
  let worker = startWorker()
  await until('opened', async () => (await world.balances(wallet.walletId)).available === 10n * USD)
  const [opening, ...others] = await depositsOf(wallet)
  expect([opening, others]).toMatchObject([{ amount: 10n * USD, from: null, txHash: null }, []])
  const [credited, ...more] = await eventsOf(wallet, 'deposit.credited')
  const facts = { deposit_id: opening?._id, amount: '10.00', from: null, tx_hash: null, status: 'credited' }
  expect([credited?.data, more]).toMatchObject([facts, []])
  // Another process that has not seen it yet, at whatever block and amount.
  const { number, hash } = await world.adapter.head()
  const again = openWalletIntent(unopened, 'base', { number, hash }, [{ token: 'USDC', amount: 10n * USD }])
  expect(await world.commit.submit(again)).toMatchObject({ kind: 'done', answer: 'known' })
  await worker.stop()

  worker = startWorker()
  const { raw } = signTransfer(owner, newAddress(), 4n * USD)
  await world.rpc('eth_sendRawTransaction', raw)
  expect(await until('recorded', () => mismatchOf(wallet))).toMatchObject({ state: 'resolved', missing: 0n })
  await world.fund(wallet, '5')
  await until('funded', async () => (await world.balances(wallet.walletId)).available === 11n * USD)
  expect(await frozenOf(wallet)).toBeNull()
  const agreed = [{ state: 'agrees', ledger: String(11n * USD), onChain: String(11n * USD) }]
  expect(await reconciledOf(wallet)).toMatchObject(agreed)
  await worker.stop()
}, 60_000)

test('what its owner moves before it was credited is taken from it, not from later deposits', async () => {
  const owner = await openStranger(10n * USD)
  const wallet = await registerExternal(owner)
  await world.rpc('eth_sendRawTransaction', signTransfer(owner, newAddress(), 4n * USD).raw)
  await world.fund(wallet, '3')
  const worker = startWorker()
  await until('opened', async () => (await world.balances(wallet.walletId)).available === 9n * USD)
  expect(await until('recorded', () => mismatchOf(wallet))).toMatchObject({
    ...{ state: 'resolved', resolution: 'moved_by_owner', missing: 0n },
  })
  const amounts = (await depositsOf(wallet)).map(({ amount, txHash }) => [amount, txHash === null])
  expect(amounts.toSorted()).toEqual([
    [10n * USD, true],
    [3n * USD, false],
  ])
  expect(await reconciledOf(wallet)).toMatchObject([{ state: 'agrees', onChain: String(9n * USD) }])
  await worker.stop()
}, 60_000)

test('when the block of its opening leaves the chain it is taken anew, and blocks of before it credit nothing twice', async () => {
  const owner = await openStranger(10n * USD)
  const wallet = await registerExternal(owner)
  const worker = startWorker()
  await until('opened', async () => (await world.balances(wallet.walletId)).available === 10n * USD)
  const [first] = await depositsOf(wallet)
  const block = Number(first?.block)
  await world.reorganizeFrom(block)
  const anew = () => depositsOf(wallet).then((all) => all.find(({ isGone }) => isGone !== true))
  await until('anew', async () => ![undefined, first?._id].includes((await anew())?._id), 30_000)
  expect(await depositsOf(wallet)).toMatchObject([{ _id: first?._id, isGone: true }, { amount: 10n * USD }])
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 10n * USD, onChain: 10n * USD })
  expect(await frozenOf(wallet)).toBeNull()
  await worker.stop()
  // As after a deep reorganization: the block that brought it is read again, and the wallet is known now.
  await world.database
    .collection<{ _id: string }>('chainCursors')
    .updateOne({ _id: 'test:base' }, { $set: { number: 0, recent: [] } })
  const again = startWorker()
  const { number } = await world.adapter.head()
  const cursor = () => world.database.collection<{ _id: string; number: number }>('chainCursors').findOne()
  await until('read again', async () => Number((await cursor())?.number) >= number, 20_000)
  expect(await depositsOf(wallet)).toHaveLength(2)
  expect(await reconciledOf(wallet)).toMatchObject([{ state: 'agrees', onChain: String(10n * USD) }])
  await again.stop()
}, 90_000)

test('what is booked late, once its block has left the chain and was looked for already, is taken back', async () => {
  const { orgId, walletId } = await world.createFundedWallet(1)
  const before = await world.balances(walletId)
  const { number } = await world.adapter.head()
  const owned = { orgId, mode: 'test', walletId, token: 'USDC', chain: 'base' } as const
  const gone = { txHash: `0x${'7'.repeat(64)}`, block: number - 1, blockHash: `0x${'8'.repeat(64)}` }
  const deposit = { ...owned, ...gone, _id: 'dep_base_late', from: '0x0', amount: 3n * USD }
  const transfer = { ...gone, id: 'out_base_late', to: newAddress(), isGone: false }
  const outflow = { ...owned, amount: USD, isByOwner: true, transfer }
  const task = { network: 'test:base', orgId, occurrence: gone.blockHash }
  const works = [
    { kind: 'deposit', deposit: { ...deposit, amount: String(deposit.amount) } },
    { kind: 'outflow', outflow: { ...outflow, amount: String(outflow.amount) } },
  ] as const
  await world.commit.submit(creditDepositIntent(deposit))
  await world.commit.submit(bookOutflowIntent(outflow))
  expect(await world.balances(walletId)).toMatchObject({ onChain: before.onChain + 2n * USD })
  const subjects = [deposit._id, transfer.id]
  const tasks = works.map((work, index) => ({ ...task, subjectId: subjects[index] as string, work }))
  await addTasks(world.database, tasks, new Date())
  const worker = startWorker()
  await until('both reversed', async () => (await world.balances(walletId)).onChain === before.onChain)
  await worker.stop()
  const found = await world.database.collection<MismatchRow>('mismatches').find({ walletId }).toArray()
  expect(found).toHaveLength(2)
  expect(found.every(({ missing }) => missing === 0n)).toBe(true)
}, 60_000)
