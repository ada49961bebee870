// What is parked is executed with the rights that its requester has by then (domain 3: gates 5 to 12 run again): an agent
// that may no longer pay is not paid for by an approval, a cleared case or a hold that was asked for before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { Capability, OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
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

/** With a key that is stored, unlike those of `owner.person`. */
async function hire({ orgId, person }: Owner, personId: string): Promise<OrganizationPrincipal> {
  const { agents } = world.service.subgraphs
  const made = await agents.createOrganizationKey({ orgId, mode: 'test', roles: ['admin'], personId })
  return { ...person(personId, ['admin']), keyId: made.keyId }
}

function change(owner: Owner, name: 'revokeOrganizationKey' | 'suspendPerson' | 'updateOrganizationKey', more: object) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
  const source = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`
  const input = { orgId: owner.orgId, ...more }
  return execute(world.service.subgraphs.agents, owner.person('owner', ['admin']), source, { input })
}

const revoke = (owner: Owner, { keyId }: OrganizationPrincipal) => change(owner, 'revokeOrganizationKey', { keyId })

const REMOVALS: readonly (readonly [string, (owner: Owner, buyer: OrganizationPrincipal) => Promise<unknown>])[] = [
  ['whose only key was revoked', revoke],
  [
    'who is suspended',
    (owner, { personId }) => change(owner, 'suspendPerson', { principalId: personId, reason: 'Left.' }),
  ],
]

test.each(REMOVALS)('nobody is paid for by an approval or a cleared case for a person %s', async (_how, remove) => {
  const owner = await world.createOwner()
  const buyer = await hire(owner, 'buyer')
  const paid = await world.pay(owner, '30', {}, buyer)
  const cased = await world.pay(owner, '1', { to: MIXER }, buyer)
  await remove(owner, buyer)
  expect(await world.approve(owner.person('second'), paid.approvalId)).toMatchObject({ status: 'dismissed' })
  await clear(owner, cased.id)
  for (const { id } of [paid, cased])
    expect(await world.payment(id)).toMatchObject({
      ...{ status: 'failed', failureCode: 'authentication_error', failureDetails: { reason: 'requester_removed' } },
    })
  expect(await world.limits(owner)).toEqual({ day: 0n, month: 0n, closed: 0n })
  expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
})

test('nor for one whose key only reads by now', async () => {
  const owner = await world.createOwner()
  const buyer = await hire(owner, 'buyer')
  const paid = await world.pay(owner, '30', {}, buyer)
  await change(owner, 'updateOrganizationKey', { keyId: buyer.keyId, roles: ['viewer'] })
  expect(await world.approve(owner.person('second'), paid.approvalId)).toMatchObject({ status: 'failed' })
  expect(await world.payment(paid.id)).toMatchObject({ status: 'failed', failureCode: 'insufficient_scope' })
})

test('a person whose key was replaced by another is the same person', async () => {
  const owner = await world.createOwner()
  const buyer = await hire(owner, 'buyer')
  const paid = await world.pay(owner, '30', {}, buyer)
  await hire(owner, 'buyer')
  await revoke(owner, buyer)
  expect(await world.approve(owner.person('second'), paid.approvalId)).toMatchObject({ status: 'approved' })
})

test('nothing is accepted by an approval after the person was removed, however close they come', async () => {
  const owner = await world.createOwner({}, 10_000n * USD)
  for (let round = 0; round < 6; round++) {
    const buyer = await hire(owner, `buyer-${round}`)
    const { id, approvalId } = await world.pay(owner, '26', {}, buyer)
    const pause = new Promise((resolve) => setTimeout(resolve, round % 5))
    await Promise.all([world.approve(owner.person('second'), approvalId), pause.then(() => revoke(owner, buyer))])
    const accepted = await cursorOf(owner, { type: 'payment.accepted', resourceId: id })
    const removed = await cursorOf(owner, { type: 'api_key.revoked', resourceId: buyer.keyId })
    expect(removed > 0n && accepted < removed, `round ${round}: ${accepted} ${removed}`).toBe(true)
  }
})

async function cursorOf({ orgId }: Owner, filter: object): Promise<bigint> {
  const events = world.service.database.collection<EventRow>('events').find({ orgId, ...filter })
  return BigInt((await events.sort({ cursor: -1 }).limit(1).next())?.cursor ?? 0)
}

test('nothing is accepted by an approval after the capability was taken, however close they come', async () => {
  const owner = await world.createOwner({}, 10_000n * USD)
  for (let round = 0; round < 15; round++) {
    await allow(owner, ['payments', 'wallets'])
    const { id, approvalId } = await world.pay(owner, '26')
    const pause = new Promise((resolve) => setTimeout(resolve, round % 5))
    await Promise.all([world.approve(owner.person('second'), approvalId), pause.then(() => allow(owner, ['wallets']))])
    const accepted = await cursorOf(owner, { type: 'payment.accepted', resourceId: id })
    const taken = await cursorOf(owner, { type: 'agent.updated' })
    expect(accepted < taken, `round ${round}: ${accepted} ${taken}`).toBe(true)
  }
})
