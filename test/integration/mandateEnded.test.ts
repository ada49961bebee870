/** A mandate that has ended stays ended for what was accepted under it, whatever is written after it (domain 5, 6.8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWalletsOfEndedMandates } from '../../subgraphs/payments/models/holds.ts'
import { voidWithoutMandate } from '../../subgraphs/payments/services/holds/expireHolds.ts'
import type { WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, PAYEE, refusal, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { until } from '../support/settlementWorld.ts'

/** More than one commit of the stop ends. */
const QUEUED = 150

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('mandate-ended-test')
}, 60_000)

afterAll(() => world.close())

const admin = (owner: Owner) => owner.person('owner', ['admin'])
const run = (owner: Owner, source: string, input: object) =>
  execute(world.service.subgraphs.mandates, admin(owner), source, { input })

async function revoke(owner: Owner): Promise<void> {
  const id = (await world.wallet(owner)).mandate?.mandateId
  await run(owner, 'mutation ($input: RevokeMandateInput!) { revokeMandate(input: $input) { replayed } }', { id })
}

async function write(owner: Owner, policy: string): Promise<void> {
  const input = { agentId: owner.agent.agentId, walletId: owner.walletId, policy }
  await run(owner, 'mutation ($input: CreateMandateInput!) { createMandate(input: $input) { replayed } }', input)
}

const onHold = async <T>(owner: Owner, act: string, input: object): Promise<T> => {
  const source = `mutation ($input: ${act}HoldInput!) { ${act.toLowerCase()}Hold(input: $input) { hold { id status voidReason } } }`
  const answer = await execute<Record<string, { hold: T }>>(world.service.subgraphs.payments, admin(owner), source, {
    input,
  })
  return (answer[`${act.toLowerCase()}Hold`] as { hold: T }).hold
}
const place = (owner: Owner) =>
  onHold<{ id: string }>(owner, 'Create', { walletId: owner.walletId, amount: '5', token: 'USDC', merchant: PAYEE })

test('payments that wait for the chain fail with their mandate, although the next one is written at once', async () => {
  const owner = await world.createOwner()
  const paid = await Promise.all(Array.from({ length: QUEUED }, () => world.pay(owner, '1')))
  await revoke(owner)
  await write(owner, 'Max $1 per day.')
  const rows = await until('the ends', async () => {
    const all = await Promise.all(paid.map(({ id }) => world.payment(id)))
    return all.every(({ status }) => status === 'failed') && all
  })
  expect(new Set(rows.map(({ failureCode }) => failureCode))).toEqual(new Set(['mandate_revoked']))
  expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
  expect(await world.limits(owner)).toEqual({ day: 0n, month: 0n, closed: 0n })
  expect(await world.pay(owner, '1')).toMatchObject({ stage: 'queued' })
}, 60_000)

test('what was parked under it is not paid under the next one, not even when a person approves it', async () => {
  const owner = await world.createOwner()
  const { id, approvalId } = await world.pay(owner, '30')
  const ended = (await world.wallet(owner)).mandate
  await write(owner, 'Max $100 per day; ask me above $25.')
  // As if the process had died that revoked the one before.
  await world.setWallet(owner, () => ({ endedMandates: [{ mandateId: ended?.mandateId as never, status: 'revoked' }] }))
  await world.approve(owner.person('ann'), approvalId)
  expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'mandate_revoked' })
})

test('what was parked under one that has expired is decided anew under the next one', async () => {
  const owner = await world.createOwner()
  const { id, approvalId } = await world.pay(owner, '30')
  const ended = (await world.wallet(owner)).mandate
  await write(owner, 'Max $100 per day; ask me above $25.')
  await world.setWallet(owner, () => ({ endedMandates: [{ mandateId: ended?.mandateId as never, status: 'expired' }] }))
  await world.approve(owner.person('ann'), approvalId)
  expect(await world.payment(id)).toMatchObject({ stage: 'queued' })
})

test('what was parked under a mandate that was replaced while it was in force goes on under the next one', async () => {
  const owner = await world.createOwner()
  const { id, approvalId } = await world.pay(owner, '30')
  const queued = await world.pay(owner, '1')
  await write(owner, 'Max $100 per day; ask me above $25.')
  await world.approve(owner.person('ann'), approvalId)
  expect(await world.payment(id)).toMatchObject({ stage: 'queued' })
  expect(await world.payment(queued.id)).toMatchObject({ stage: 'queued' })
})

test('what a mandate took over from one before ends with it, too', async () => {
  const owner = await world.createOwner()
  const { id, approvalId } = await world.pay(owner, '30')
  const held = await place(owner)
  await write(owner, 'Max $100 per day; ask me above $25.')
  // As if the process had died that revoked it.
  const isRevoked = ({ mandate }: WalletPosition) => ({
    mandate: mandate && { ...mandate, status: 'revoked' as const },
  })
  await world.setWallet(owner, isRevoked)
  await write(owner, 'Max $90 per day; ask me above $25.')
  expect(await refusal(onHold(owner, 'Capture', { holdId: held.id }))).toBe('mandate_revoked')
  await world.approve(owner.person('ann'), approvalId)
  expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'mandate_revoked' })
})

test('a hold of it cannot be captured under the next one, and is voided, also by the sweep', async () => {
  const owner = await world.createOwner()
  const { id } = await place(owner)
  await revoke(owner)
  await write(owner, 'Max $100 per day.')
  const captured = await refusal(onHold(owner, 'Capture', { holdId: id }))
  expect(['mandate_revoked', 'hold_not_capturable']).toContain(captured)
  await until('the void', async () => (await world.balances(owner)).available === 1_000n * USD)

  const other = await world.createOwner()
  const left = await place(other)
  const ended = (await world.wallet(other)).mandate
  await write(other, 'Max $100 per day.')
  await world.setWallet(other, () => ({ endedMandates: [{ mandateId: ended?.mandateId as never, status: 'expired' }] }))
  const kept = await place(other)
  const holds = world.service.database.collection<{ _id: string; v: number }>('holds')
  const charged = { _id: (await place(other)).id }
  // Of the mandate that has ended, and kept for a charge that waits for its answer: its end alone releases it.
  await holds.updateOne(charged, { $set: { chargeId: 'chg_1', mandateId: ended?.mandateId } })
  expect(await refusal(onHold(other, 'Capture', { holdId: left.id }))).toBe('mandate_expired')
  expect(await refusal(onHold(other, 'Extend', { holdId: left.id, expiresInSeconds: 1_000_000 }))).toBe(
    'mandate_expired',
  )
  for await (const wallets of readWalletsOfEndedMandates(world.service.database, world.clock.now()))
    for (const one of wallets) await voidWithoutMandate({ ...world.service, log: console as never }, one)
  expect(await holds.findOne(charged)).toMatchObject({ v: 1, stage: 'created' })
  expect(await refusal(onHold(other, 'Capture', { holdId: left.id }))).toBe('hold_not_capturable')
  expect(await onHold(other, 'Capture', { holdId: kept.id })).toMatchObject({ status: 'captured' })
}, 60_000)
