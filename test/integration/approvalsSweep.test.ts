// The sweep of expired and dismissed approvals isolates failures (domain 3): rows that cannot be ended, however many, do
// not delay those of other organizations.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApprovalRow } from '../../subgraphs/payments/models/approvals.ts'
import {
  dismissWithoutMandate,
  expireDueApprovals,
} from '../../subgraphs/payments/services/approvals/expireApprovals.ts'
import { expireDueCases } from '../../subgraphs/payments/services/cases/closeCase.ts'
import { expireDueHolds } from '../../subgraphs/payments/services/holds/expireHolds.ts'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import { completePaymentIntent } from '../../subgraphs/payments/settlement/intents/completePayment.ts'
import { walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { expireQuotes } from '../../subgraphs/treasury/services/conversions/endQuotes.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, PAYEE, refusal, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { settleLimits } from '../support/settlementWorld.ts'

const DAY_MS = 86_400_000
/** What screening wants a person to look at. */
const MIXER = '0x722122dF12D4e14e13Ac3b6895a86e84145b6967'
/** More than a sweep reads at a time. */
const BROKEN = 60

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-sweep-test')
}, 60_000)
afterAll(() => world.close())

const deps = () => world.service

/** Approvals of one organization whose reservation is missing, so that its release fails; older than all others. */
async function breakMany(owner: Owner): Promise<void> {
  const { approvalId } = await world.pay(owner, '30')
  const row = await world.approval(approvalId)
  const rows = Array.from({ length: BROKEN }, (_, n) => ({
    ...row,
    _id: `apr_${n}_${approvalId}` as const,
    expiresAt: new Date(row.expiresAt.getTime() - 1_000),
  }))
  await world.service.database.collection<ApprovalRow>('approvals').insertMany(rows)
  await change(owner, { 'day.reserved': 0n })
}

const change = ({ walletId }: Owner, $set: object) =>
  world.service.database.collection<{ _id: string }>('positions').updateOne({ _id: walletRef(walletId).id }, { $set })

test('of those that have expired', async () => {
  const [broken, whole] = [await world.createOwner(), await world.createOwner()]
  await breakMany(broken)
  const { approvalId } = await world.pay(whole, '30')
  world.clock.advance(8 * DAY_MS)
  expect(await expireDueApprovals(deps())).toBe(1)
  expect(await world.approval(approvalId)).toMatchObject({ status: 'expired' })
})

test('of those whose mandate has ended', async () => {
  const [broken, whole] = [await world.createOwner(), await world.createOwner()]
  await breakMany(broken)
  const { approvalId } = await world.pay(whole, '30')
  const frozen = { source: 'policy', by: 'policy', reason: 'Drill.', at: world.clock.now() }
  for (const one of [broken, whole]) await change(one, { frozen })
  expect(await dismissWithoutMandate(deps())).toBe(1)
  expect(await world.approval(approvalId)).toMatchObject({ status: 'dismissed' })
})

/** So many copies of a row that cannot be ended, all due before it. */
async function poison(collection: string, _id: string, fields: object): Promise<void> {
  const rows = world.service.database.collection<{ _id: string }>(collection)
  const { _id: __, ...row } = (await rows.findOne({ _id })) as { _id: string }
  const copies = Array.from({ length: BROKEN }, (_, n) => ({ ...row, ...fields, _id: `${_id}_${n}` }))
  await rows.insertMany(copies)
}

test('of cases, holds and quotes: rows that always fail keep no other from its end', async () => {
  const [broken, whole] = [await world.createOwner(), await world.createOwner()]
  const early = new Date(world.clock.now().getTime() + 1_000)
  const [bad, good] = [await world.pay(broken, '30', { to: MIXER }), await world.pay(whole, '30', { to: MIXER })]
  const caseOf = ({ id }: { id: string }) => id.replace('pay_', 'cas_')
  await poison('cases', caseOf(bad), { dueAt: early, paymentId: 'pay_none', notes: null })
  const hold = async ({ agent, walletId }: Owner) => {
    const input = { walletId, amount: '1', token: 'USDC', merchant: PAYEE }
    const source = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
    const by = { ...agent, capabilities: ['holds'] as const }
    type Placed = { createHold: { hold: { id: string } } }
    return (await execute<Placed>(world.service.subgraphs.payments, by, source, { input })).createHold.hold.id
  }
  const held = await hold(whole)
  await poison('holds', await hold(broken), { expiresAt: early, walletId: 'wal_none' })
  const { database } = world.service
  const quotes = database.collection<{ _id: string }>('quotes')
  const quote = { v: 1, mode: 'test', status: 'open', expiresAt: early, dueAt: early, approvalId: null }
  await quotes.insertOne({ ...quote, _id: 'qte_whole', orgId: whole.orgId } as never)
  await quotes.insertOne({ ...quote, _id: 'qte_broken', orgId: broken.orgId } as never)
  await poison('quotes', 'qte_broken', { expiresAt: null, dueAt: new Date(0) })
  world.clock.advance(31 * DAY_MS)
  await expireDueCases(deps())
  expect(await database.collection('cases').findOne({ paymentId: good.id })).toMatchObject({ isOpen: false })
  await expireDueHolds(deps(), new Set())
  expect(await database.collection<{ _id: string }>('holds').findOne({ _id: held })).toMatchObject({ stage: 'voided' })
  await expireQuotes(deps())
  expect(await quotes.findOne({ _id: 'qte_whole' })).toMatchObject({ status: 'expired' })
})

/** Settlement has taken over, and has not read yet what the chain has: after a restored backup it may have paid. */
async function withUnreadChain(work: () => Promise<void>): Promise<void> {
  const { database } = world.service
  const cursors = database.collection<{ _id: string }>('chainCursors')
  await cursors.insertOne({ _id: 'test:base' })
  // What was made before is of the backup.
  const opened = { openedAt: database.openedAt }
  Object.assign(database, { openedAt: new Date() })
  try {
    await work()
  } finally {
    Object.assign(database, opened)
    await cursors.deleteOne({ _id: 'test:base' })
  }
}

/** As the block that contains its transfer. */
const book = async (id: string) =>
  world.submit(
    completePaymentIntent({ settleLimits }, await world.payment(id), {
      ...{ hash: `0x${'a'.repeat(64)}`, block: 7, blockHash: `0x${'b'.repeat(64)}`, from: PAYEE },
    }),
  )

test('none fails while the chain may have paid it before an older backup was restored, whatever ends its approval', async () => {
  const owner = await world.createOwner()
  const [paid, denied] = [await world.pay(owner, '30'), await world.pay(owner, '31')]
  await withUnreadChain(async () => {
    const [kim, key] = [owner.person('kim'), owner.agent]
    expect(await refusal(world.deny(kim, paid.approvalId))).toBe('service_unavailable')
    expect(await refusal(world.cancel(key, paid.approvalId))).toBe('service_unavailable')
    await world.setWallet(owner, () => ({
      frozen: { source: 'policy', by: 'policy', reason: 'Drill.', at: world.clock.now() },
    }))
    expect(await dismissWithoutMandate(deps())).toBe(0)
    await world.setWallet(owner, () => ({ frozen: null }))
    const stop = new DomainError('wallet_frozen', 'Frozen.')
    const rules = { preSignReads: () => [], preSignCheck: () => stop, settleLimits }
    await world.submit(stopIntent(rules, [await world.payment(denied.id)], new Set([denied.id])))
    expect(await world.payment(denied.id)).toMatchObject({ status: 'pending', stopped: { type: 'wallet_frozen' } })
    world.clock.advance(8 * DAY_MS)
    expect(await expireDueApprovals(deps())).toBe(0)
    expect(await refusal(world.approve(kim, paid.approvalId))).toBe('service_unavailable')
    expect(await world.payment(paid.id)).toMatchObject({ status: 'pending', stage: 'awaiting_approval' })
    await book(paid.id)
  })
  expect(await world.payment(paid.id)).toMatchObject({ status: 'completed', failureCode: null })
  expect(await world.approval(paid.approvalId)).toMatchObject({ status: 'dismissed' })
  expect(await world.events(owner, paid.id)).toEqual(['payment.accepted', 'payment.pending', 'payment.completed'])
  expect(await world.balances(owner)).toEqual({ available: 970n * USD, inFlight: 0n })
  expect(await expireDueApprovals(deps())).toBe(1)
  expect(await world.payment(denied.id)).toMatchObject({ failureCode: 'approval_expired' })
})

test('nor while it waits for its review again', async () => {
  const owner = await world.createOwner()
  const { id } = await world.pay(owner, '30', { to: MIXER })
  expect(await world.payment(id)).toMatchObject({ stage: 'awaiting_compliance_review' })
  await withUnreadChain(async () => {
    world.clock.advance(4 * DAY_MS)
    expect(await expireDueCases(deps())).toBe(0)
    await book(id)
  })
  expect(await world.payment(id)).toMatchObject({ status: 'completed' })
  const cases = world.service.database.collection('cases')
  expect(await cases.findOne({ paymentId: id })).toMatchObject({ isOpen: false, notes: [{ event: 'dismiss' }] })
  expect(await world.wallet(owner)).toMatchObject({ conduct: { flags: [] } })
})
