// The sweep after a kill switch isolates failures (specification 5.9, domain 5): an organization whose payments take long
// to stop, or a payment that cannot be stopped, does not delay the others.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findKillSwitches } from '../../subgraphs/mandates/models/killSwitches.ts'
import { createSwitchSweep, sweepOnce } from '../../subgraphs/mandates/services/killSwitches/sweepSwitches.ts'
import { findApproval } from '../../subgraphs/payments/models/approvals.ts'
import { findPayment } from '../../subgraphs/payments/models/payments.ts'
import { walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { type ApprovalId, idsOf, type WalletId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { StoppablePayments } from '../../subgraphs/shared/stops.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, PAYEE } from '../support/mandatesWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'

const ACTIVATE = `mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { killSwitch { id } } }`

let world: MandatesWorld

beforeAll(async () => {
  world = await openMandatesWorld('kill-switch-sweep-test')
}, 90_000)
afterAll(() => world.stop())

async function stop(by: Principal, scope: string, targetId: string, autoDeactivateAt?: Date): Promise<string> {
  const input = {
    scope,
    targetId,
    reason: 'Drill.',
    reasonCode: 'test',
    autoDeactivateAt: autoDeactivateAt?.toISOString(),
  }
  const answer = await world.run<{ activateKillSwitch: { killSwitch: { id: string } } }>(by, ACTIVATE, { input })
  return answer.activateKillSwitch.killSwitch.id
}

const sweptAt = async (id: string) =>
  (await findKillSwitches(world.database, idsOf('killSwitch', [id])))[0]?.sweptAt ?? null

function depsWith(work: Partial<StoppablePayments> = {}) {
  const { database, commit, clock, subgraphs } = world.service
  return { database, commit, clock, log: silentLog, work: { ...subgraphs.payments.work, ...work } }
}

test('an organization with many slow switches delays only its own sweeps', async () => {
  const [slow, quick] = [await world.newOrganization(), await world.newOrganization()]
  for (let n = 0; n < 60; n++) await stop(slow, 'merchant', `m${n}.example`)
  const own = await stop(quick, 'organization', quick.orgId)
  const takesLong = Promise.withResolvers<void>()
  const { work } = world.service.subgraphs.payments
  const sweep = createSwitchSweep(
    depsWith({
      async stop(scope) {
        if (scope.orgId === slow.orgId) await takesLong.promise
        return work.stop(scope)
      },
    }),
  )
  const stopping = new AbortController()
  const running = sweep.worker.run(stopping.signal)
  try {
    await vi.waitFor(async () => expect(await sweptAt(own)).not.toBeNull(), { timeout: 10_000 })
    // Also a switch that is set while the other is being swept.
    const next = await stop(quick, 'token', 'EURC')
    sweep.wake()
    await vi.waitFor(async () => expect(await sweptAt(next)).not.toBeNull(), { timeout: 10_000 })
  } finally {
    takesLong.resolve()
    stopping.abort()
    await running
  }
})

test('switches of the platform are swept independently of those of organizations', async () => {
  const id = await stop({ kind: 'operator', operatorId: 'operator:alice' }, 'token', 'EURC')
  const sweep = createSwitchSweep(depsWith())
  const stopping = new AbortController()
  const running = sweep.worker.run(stopping.signal)
  await vi.waitFor(async () => expect(await sweptAt(id)).not.toBeNull(), { timeout: 10_000 })
  stopping.abort()
  await running
})

/** A hold that waits for a person. */
async function park(owner: Principal, walletId: WalletId): Promise<ApprovalId> {
  const input = { walletId, amount: '30', token: 'USDC', merchant: PAYEE }
  const place = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { approval { id } } }'
  const { payments } = world.service.subgraphs
  const answer = await execute<{ createHold: { approval: { id: ApprovalId } } }>(payments, owner, place, { input })
  return answer.createHold.approval.id
}

test('a payment that cannot be stopped does not prevent others from being stopped', async () => {
  const owner = await world.newOrganization()
  const [broken, whole] = [await world.register(owner), await world.register(owner)]
  for (const one of [broken, whole]) await world.fund(one, 100_000_000n)
  const approvalId = await park(owner, whole.agent.walletId)
  const [stuck, ...others] = [
    await world.pay(broken, 1_000_000n, PAYEE),
    await world.pay(whole, 1_000_000n, PAYEE),
    await world.pay(whole, 2_000_000n, PAYEE),
  ]
  const position = { _id: walletRef(broken.agent.walletId).id } as object
  await world.database.collection('positions').updateOne(position, { $set: { 'day.reserved': 0n } })
  const id = await stop(owner, 'organization', owner.orgId)
  await sweepOnce(depsWith())
  for (const { _id } of others) expect(await findPayment(world.database, _id)).toMatchObject({ status: 'failed' })
  expect(await findApproval(world.database, approvalId)).toMatchObject({ status: 'dismissed' })
  // It is tried again, and said so.
  expect(await findPayment(world.database, stuck?._id ?? '')).toMatchObject({ status: 'pending' })
  expect(await sweptAt(id)).toBeNull()
})

test('a switch that is over before it was swept has stopped what waited then, and nothing that came after it', async () => {
  const owner = await world.newOrganization()
  const one = await world.register(owner)
  await world.fund(one, 100_000_000n)
  const approvalId = await park(owner, one.agent.walletId)
  const waiting = await world.pay(one, 1_000_000n, PAYEE)
  const id = await stop(owner, 'agent', one.agent.agentId, new Date(world.clock.now().getTime() + 1_000))
  world.clock.advance(1_001)
  const later = await world.pay(one, 2_000_000n, PAYEE)
  await sweepOnce(depsWith())
  const stopped = { status: 'failed', failureCode: 'kill_switch_active' }
  expect(await findPayment(world.database, waiting._id)).toMatchObject(stopped)
  expect(await findApproval(world.database, approvalId)).toMatchObject({ status: 'dismissed' })
  expect(await findPayment(world.database, later._id)).toMatchObject({ status: 'pending' })
  const [ended] = await findKillSwitches(world.database, idsOf('killSwitch', [id]))
  expect(ended).toMatchObject({ state: 'inactive', deactivatedBy: null, affected: { queued: 1, parked: 1 } })
})

test('a switch counts as swept only once the holds that wait have been dismissed, too', async () => {
  const owner = await world.newOrganization()
  const { agent } = await world.register(owner)
  const approvalId = await park(owner, agent.walletId)
  const position = { _id: walletRef(agent.walletId).id } as object
  await world.database.collection('positions').updateOne(position, { $set: { 'day.reserved': 0n } })
  const id = await stop(owner, 'organization', owner.orgId)
  await sweepOnce(depsWith())
  expect(await findApproval(world.database, approvalId)).toMatchObject({ status: 'pending' })
  expect(await sweptAt(id)).toBeNull()
})

test('nor before every open shared token is revoked: once it is lifted none can be charged', async () => {
  const owner = await world.newOrganization()
  const one = await world.register(owner)
  await world.fund(one, 100_000_000n)
  const input = { walletId: one.agent.walletId, amount: '3', token: 'USDC', merchant: PAYEE }
  const place = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
  type Placed = { createHold: { hold: { id: string } } }
  const { createHold } = await execute<Placed>(world.service.subgraphs.payments, owner, place, { input })
  const holds = world.database.collection<{ _id: string; stage: string }>('holds')
  const held = { _id: createHold.hold.id }
  await holds.updateOne(held, { $set: { sessionId: 'cs_1', capMinor: 300n } })
  const positions = world.database.collection<{ _id: string; day: { reserved: bigint } }>('positions')
  const position = { _id: walletRef(one.agent.walletId).id }
  const before = await positions.findOne(position)
  await positions.updateOne(position, { $set: { 'day.reserved': 0n } })
  const id = await stop(owner, 'organization', owner.orgId)
  await sweepOnce(depsWith())
  expect(await holds.findOne(held)).toMatchObject({ stage: 'created' })
  expect(await sweptAt(id)).toBeNull()
  await positions.updateOne(position, { $set: { 'day.reserved': BigInt(before?.day.reserved ?? 0n) } })
  await sweepOnce(depsWith())
  expect(await holds.findOne(held)).toMatchObject({ stage: 'voided', voidReason: 'kill_switch' })
  expect(await sweptAt(id)).not.toBeNull()
})
