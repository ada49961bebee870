// What is parked is executed with the rights that its requester has by then (domain 3: gates 5 to 12 run again): an agent
// that may no longer pay is not paid for by an approval, a cleared case or a hold that was asked for before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { Capability } from '../../subgraphs/shared/principal.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, PAYEE, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-rights-test')
}, 60_000)

afterAll(() => world.close())

const MIXER = '0x722122dF12D4e14e13Ac3b6895a86e84145b6967'

async function allow({ agent, person }: Owner, capabilities: readonly Capability[]): Promise<void> {
  const source = 'mutation ($input: UpdateAgentInput!) { updateAgent(input: $input) { agent { id } } }'
  const input = { id: agent.agentId, capabilities }
  await execute(world.service.subgraphs.agents, person('owner', ['admin']), source, { input })
}

async function clear({ person }: Owner, paymentId: string): Promise<void> {
  const source = 'mutation ($input: DecideCaseInput!) { decideCase(input: $input) { complianceCase { status } } }'
  const input = { caseId: paymentId.replace('pay_', 'cas_'), decision: 'clear', comment: 'Looked at.' }
  await execute(world.service.subgraphs.payments, person('reviewer', ['compliance']), source, { input })
}

async function parkHold({ agent, walletId }: Owner): Promise<string> {
  const source = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { approval { id } } }'
  const input = { walletId, amount: '30', token: 'USDC', merchant: PAYEE }
  const holder = { ...agent, capabilities: ['holds'] as const }
  const { createHold } = await execute<{ createHold: { approval: { id: string } } }>(
    ...([world.service.subgraphs.payments, holder, source, { input }] as const),
  )
  return createHold.approval.id
}

test('an approval, and a cleared case, pay nothing for an agent whose capability was taken meanwhile', async () => {
  const owner = await world.createOwner()
  await allow(owner, ['payments', 'wallets', 'holds'])
  const [paid, hold, cased] = [
    await world.pay(owner, '30'),
    await parkHold(owner),
    await world.pay(owner, '1', { to: MIXER }),
  ]
  await allow(owner, ['wallets'])
  expect(await world.approve(owner.person('second'), paid.approvalId)).toMatchObject({ status: 'failed' })
  expect(await world.approve(owner.person('second'), hold)).toMatchObject({ status: 'failed' })
  await clear(owner, cased.id)
  for (const { id } of [paid, cased])
    expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'capability_denied' })
  expect(await world.limits(owner)).toEqual({ day: 0n, month: 0n, closed: 0n })
  expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
})

test('and go through once it has the capability again', async () => {
  const owner = await world.createOwner()
  const paid = await world.pay(owner, '30')
  await allow(owner, ['wallets'])
  await allow(owner, ['payments'])
  expect(await world.approve(owner.person('second'), paid.approvalId)).toMatchObject({ status: 'approved' })
})

test('nothing is accepted by an approval after the capability was taken, however close they come', async () => {
  const owner = await world.createOwner({}, 10_000n * USD)
  for (let round = 0; round < 15; round++) {
    await allow(owner, ['payments', 'wallets'])
    const { id, approvalId } = await world.pay(owner, '26')
    const pause = new Promise((resolve) => setTimeout(resolve, round % 5))
    await Promise.all([world.approve(owner.person('second'), approvalId), pause.then(() => allow(owner, ['wallets']))])
    const events = world.service.database.collection<EventRow>('events')
    const cursorOf = async (filter: object) =>
      (
        await events
          .find({ orgId: owner.orgId, ...filter })
          .sort({ cursor: -1 })
          .limit(1)
          .next()
      )?.cursor ?? 0n
    const accepted = await cursorOf({ type: 'payment.accepted', resourceId: id })
    const taken = await cursorOf({ type: 'agent.updated' })
    expect(accepted < taken, `round ${round}: ${accepted} ${taken}`).toBe(true)
  }
})
