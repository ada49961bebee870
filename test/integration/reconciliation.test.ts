/**
 * Reconciliation of ledger and chain (domain 1.11, 9.4): both at the same block, no alarm while payments are under way, and
 * a mismatch for what really differs, until they agree again.
 */
import { concat, keccak256, toBeHex, zeroPadValue } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import { findReconciliations } from '../../subgraphs/payments/models/reconciliations.ts'
import { findWallets } from '../../subgraphs/payments/models/wallets.ts'
import { reconcileWallet } from '../../subgraphs/payments/services/reconcileWallet.ts'
import { reconcileWallets } from '../../subgraphs/payments/settlement/reconcileWallets.ts'
import { tokenContracts } from '../../subgraphs/payments/settlement/settle.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
} from '../support/settlementWorld.ts'

/** The slot of Circle's contract with the balances. */
const BALANCES_SLOT = 9n
let world: SettlementWorld
let wallet: TestWallet

beforeAll(async () => {
  world = await openSettlementWorld('reconciliation')
  wallet = await world.createFundedWallet(2)
}, 60_000)
afterAll(() => world.close(), 30_000)

const network = () =>
  ({ id: 'test:base', mode: 'test', chain: 'base', adapter: world.adapter, tokens: tokenContracts('base') }) as const
const mismatch = ({ walletId } = wallet) =>
  world.database.collection<MismatchRow>('mismatches').findOne({ walletId, kind: 'balance_differs' })

/** Changes the balance in the token's own storage, which no log tells of. */
async function falsify(units: bigint, { address } = wallet): Promise<void> {
  const slot = keccak256(concat([zeroPadValue(address, 32), zeroPadValue(toBeHex(BALANCES_SLOT), 32)]))
  await world.rpc('anvil_setStorageAt', USDC_ADDRESS, slot, zeroPadValue(toBeHex(units), 32))
}

function byHand(one = wallet) {
  const principal = {
    ...({ kind: 'organization', orgId: one.orgId, mode: 'test', keyId: 'key_1', personId: 'p' } as const),
    roles: ['admin'],
  } as OrganizationPrincipal
  return reconcileWallet({ ...world, clock: systemClock, reconciled: [network()] }, principal, one)
}
const line = async ({ walletId } = wallet) =>
  (await findReconciliations(world.database, [walletId])).find(({ token }) => token === 'USDC')

test('payments under way raise no alarm: both sides are as of one block, whenever it is asked', async () => {
  const worker = world.startWorker()
  const [row] = await findWallets(world.database, [wallet.walletId])
  if (row === undefined) throw new Error('no wallet')
  const ids = await Promise.all(Array.from({ length: 60 }, () => world.queuePayment(wallet, newAddress(), USD)))
  const states = new Map<string, number>()
  const isPaid = async () => (await Promise.all(ids.map((id) => world.completed(id)()))).every(Boolean)
  do {
    const { rows } = await reconcileWallets({ ...world, clock: systemClock }, network(), [row])
    for (const { state } of rows) states.set(state, (states.get(state) ?? 0) + 1)
  } while (!(await isPaid()))
  expect(states.get('differs')).toBeUndefined()
  expect(states.get('agrees')).toBeGreaterThan(2)
  await worker.stop()
  await byHand()
  expect(await line()).toMatchObject({ state: 'agrees', ledger: String(940n * USD), onChain: String(940n * USD) })
}, 90_000)

test('what a reorganization has taken from one wallet leaves it undecided alone', async () => {
  const other = await world.createFundedWallet(2)
  const lost = await world.database.collection<{ _id: string }>('deposits').findOne({ walletId: other.walletId })
  const tasks = world.database.collection<{ _id: string }>('settlementTasks')
  const facts = { network: 'test:base', orgId: other.orgId, tries: 0, dueAt: new Date(), error: null }
  const work = { kind: 'lostDeposit' }
  await tasks.insertOne({ ...facts, _id: 'lost', subjectId: lost?._id, work, createdAt: new Date() } as { _id: string })
  await byHand()
  expect(await line()).toMatchObject({ state: 'agrees' })
  await byHand(other)
  expect(await line(other)).toMatchObject({ state: 'undecided' })
  await tasks.deleteOne({ _id: 'lost' })
}, 60_000)

test('the waiting bookings of one organization, however many, leave the wallets of others decided', async () => {
  const other = await world.createFundedWallet(2)
  const tasks = world.database.collection<{ _id: string }>('settlementTasks')
  const facts = { network: 'test:base', orgId: other.orgId, tries: 0, dueAt: new Date(), error: null }
  const work = { kind: 'deposit', deposit: { walletId: other.walletId } }
  await tasks.insertMany(
    Array.from({ length: 1_200 }, (_, index) => ({ ...facts, _id: `dust:${index}`, subjectId: `dust:${index}`, work })),
  )
  await byHand()
  expect(await line()).toMatchObject({ state: 'agrees' })
  await byHand(other)
  expect(await line(other)).toMatchObject({ state: 'undecided' })
  await tasks.deleteMany({ orgId: other.orgId } as object)
}, 60_000)

test('a difference is a mismatch, once, and resolved when both agree again; nothing is corrected', async () => {
  const worker = world.startWorker({ options: { reconcileEveryMs: 300 } })
  await falsify(900n * USD)
  const found = await until('mismatch', () => mismatch())
  expect(found).toMatchObject({ state: 'open', expected: String(940n * USD), found: String(900n * USD), missing: 0n })
  expect(await world.balances(wallet.walletId)).toMatchObject({ onChain: 940n * USD })
  await byHand()
  expect(await mismatch()).toMatchObject({ _id: found._id, state: 'open', openedAt: found.openedAt })
  expect(await line()).toMatchObject({ state: 'differs', onChain: String(900n * USD) })
  await falsify(940n * USD)
  await until('resolved', async () => (await mismatch())?.state === 'resolved')
  expect(await mismatch()).toMatchObject({ resolution: 'balances_agree' })
  await worker.stop()
}, 60_000)

test('a wallet whose difference cannot be recorded keeps none after it from being compared', async () => {
  const broken = await world.createFundedWallet(2)
  const other = await world.createFundedWallet(2)
  expect(broken.walletId < other.walletId).toBe(true)
  const positions = world.database.collection<{ _id: string }>('positions')
  const _id = `org:${broken.orgId}`
  const position = await positions.findOne({ _id })
  await positions.deleteOne({ _id })
  await falsify(1n * USD, broken)
  await falsify(2n * USD, other)
  const worker = world.startWorker({ options: { reconcileEveryMs: 300 } })
  await until('mismatch', () => mismatch(other))
  expect(await mismatch(broken)).toBeNull()
  await positions.insertOne(position as { _id: string })
  await until('its own', () => mismatch(broken))
  await worker.stop()
}, 60_000)
