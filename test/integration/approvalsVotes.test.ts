// A given approval is a person's, and counts while that person may give it: what was taken from a stolen key, from a person who
// is suspended or who no longer decides, is taken from what waits for further approvals, and from what was approved in advance.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { OrganizationPrincipal, Role } from '../../subgraphs/shared/principal.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, PAYEE, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-votes-test')
}, 60_000)

afterAll(() => world.close())

const ROLES: readonly Role[] = ['approver']

/** With a key that is stored, unlike those of `owner.person`. */
async function hire({ orgId, person }: Owner, personId: string, roles = ROLES): Promise<OrganizationPrincipal> {
  const made = await world.service.subgraphs.agents.createOrganizationKey({ orgId, mode: 'test', roles, personId })
  return { ...person(personId, roles), keyId: made.keyId }
}

function change<T>(owner: Owner, name: string, more: object, select = '__typename'): Promise<T> {
  const source = `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${select} } }`
  return execute<T>(world.service.subgraphs.agents, owner.person('owner', ['admin']), source, { input: more })
}

/** Two have to approve. */
async function createOwner(): Promise<Owner> {
  const owner = await world.createOwner()
  await hire(owner, 'kim')
  const input = { id: owner.orgId, approvalQuorum: [{ minAmountUsd: '0', required: 2 }] }
  await change(owner, 'updateOrganization', input)
  return owner
}

const MIXER = '0x722122dF12D4e14e13Ac3b6895a86e84145b6967'

type Removal = (owner: Owner, approver: OrganizationPrincipal) => Promise<unknown>

const revoke: Removal = (owner, { keyId }) => change(owner, 'revokeOrganizationKey', { orgId: owner.orgId, keyId })
const suspend: Removal = (owner, { personId }) =>
  change(owner, 'suspendPerson', { orgId: owner.orgId, principalId: personId, reason: 'Left.' })
const replace = async (owner: Owner, { keyId }: OrganizationPrincipal, overlapSeconds: number) => {
  const { rotateOrganizationKey } = await change<{ rotateOrganizationKey: { record: { id: string } } }>(
    ...([owner, 'rotateOrganizationKey', { orgId: owner.orgId, keyId, overlapSeconds }, 'record { id }'] as const),
  )
  return rotateOrganizationKey.record.id as OrganizationPrincipal['keyId']
}

const REMOVALS: readonly (readonly [string, Removal])[] = [
  ['whose key was revoked', revoke],
  ['who is suspended', suspend],
  [
    'whose key only reads by now',
    (owner, { keyId }) => change(owner, 'updateOrganizationKey', { orgId: owner.orgId, keyId, roles: ['viewer'] }),
  ],
  [
    'whose key was replaced, and the new one revoked',
    async (owner, one) => revoke(owner, { ...one, keyId: await replace(owner, one, 0) }),
  ],
]

test.each(REMOVALS)('it is not one of a quorum, of a person %s', async (_how, remove) => {
  const owner = await createOwner()
  const jo = await hire(owner, 'jo')
  const { id, approvalId } = await world.pay(owner, '30')
  expect(await world.approve(jo, approvalId)).toMatchObject({ status: 'pending' })
  await remove(owner, jo)
  expect(await world.approve(owner.person('kim'), approvalId)).toMatchObject({ status: 'pending' })
  expect(await world.payment(id)).toMatchObject({ stage: 'awaiting_approval' })
  expect(await world.approve(owner.person('lee'), approvalId)).toMatchObject({ status: 'approved' })
  expect(await world.payment(id)).toMatchObject({ stage: 'queued' })
})

test.each(REMOVALS)('in advance it lets nothing pass any more, of a person %s', async (_how, remove) => {
  const owner = await world.createOwner()
  const jo = await hire(owner, 'jo')
  const asked = { walletId: owner.walletId, amount: '30', token: 'USDC', chain: 'base', to: PAYEE }
  const { id: approvalId } = await world.request(owner.agent, asked)
  expect(await world.approve(jo, approvalId)).toMatchObject({ status: 'approved' })
  await remove(owner, jo)
  await expect(world.pay(owner, '30', { approvalId })).rejects.toMatchObject({
    ...{ type: 'approval_required', details: { reason: 'approval_lapsed' } },
  })
  expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
})

test.each(REMOVALS)('what it has cleared is paid by no approval any more, of a person %s', async (_how, remove) => {
  const owner = await world.createOwner()
  const reviewer = await hire(owner, 'jo', ['compliance'])
  const decide = async (by: OrganizationPrincipal, paymentId: string) => {
    const source = 'mutation ($input: DecideCaseInput!) { decideCase(input: $input) { complianceCase { status } } }'
    const input = { caseId: paymentId.replace('pay_', 'cas_'), decision: 'clear', comment: 'Looked at.' }
    await execute(world.service.subgraphs.payments, by, source, { input })
    return String((await world.payment(paymentId)).approvalId)
  }
  const [kept, paid] = [await world.pay(owner, '30', { to: MIXER }), await world.pay(owner, '31', { to: MIXER })]
  const still = await decide(owner.person('reviewer', ['compliance']), kept.id)
  const approvalId = await decide(reviewer, paid.id)
  await remove(owner, reviewer)
  expect(await world.approve(owner.person('kim'), approvalId)).toMatchObject({ status: 'dismissed' })
  expect(await world.payment(paid.id)).toMatchObject({ status: 'failed', failureDetails: { reason: 'review_lapsed' } })
  expect(await world.approve(owner.person('kim'), still)).toMatchObject({ status: 'approved' })
})

test('whoever has a new key gives it once more, and a key that was only replaced takes nothing away', async () => {
  const owner = await createOwner()
  const [jo, kim] = [await hire(owner, 'jo'), await hire(owner, 'kim')]
  const { approvalId } = await world.pay(owner, '30')
  await world.approve(jo, approvalId)
  await revoke(owner, jo)
  const again = await hire(owner, 'jo')
  expect(await world.approve(again, approvalId)).toMatchObject({ status: 'pending' })
  await replace(owner, again, 0)
  expect(await world.approve(kim, approvalId)).toMatchObject({ status: 'approved' })
})

test('it says of which approvals this is so', async () => {
  const owner = await createOwner()
  const jo = await hire(owner, 'jo')
  const { approvalId } = await world.pay(owner, '30')
  await world.approve(jo, approvalId)
  await revoke(owner, jo)
  const shown = async () => {
    const source = 'query ($id: ID!) { approval(id: $id) { decisions { decidedBy counts } deciders { personId } } }'
    const by = owner.person('kim')
    const { approval } = await execute<{ approval: { decisions: object[]; deciders: { personId: string }[] } }>(
      ...([world.service.subgraphs.payments, by, source, { id: approvalId }] as const),
    )
    return approval
  }
  expect((await shown()).decisions).toEqual([{ decidedBy: jo.keyId, counts: false }])
  await hire(owner, 'jo')
  expect((await shown()).deciders).toContainEqual({ personId: 'jo' })
})

test('a page of approvals asks for the keys of all its votes together, however many there are', async () => {
  const owner = await createOwner()
  const by = [await hire(owner, 'jo'), await hire(owner, 'kim'), await hire(owner, 'lee')] as const
  const many = 12
  for (let index = 0; index < many; index++) {
    const { approvalId } = await world.pay(owner, '30')
    await world.approve(by[index % by.length] ?? by[0], approvalId)
  }
  const database = world.service.database.connection.db
  await database?.command({ profile: 2 })
  const source = '{ approvals { nodes { decisions { counts } deciders { personId } } } }'
  const asked = await execute<{ approvals: { nodes: { decisions: object[] }[] } }>(
    ...([world.service.subgraphs.payments, by[0], source] as const),
  )
  await database?.command({ profile: 0 })
  expect(asked.approvals.nodes.map(({ decisions }) => decisions)).toEqual(Array(many).fill([{ counts: true }]))
  const finds = { op: 'query', ns: `${database?.databaseName}.apiKeys` }
  expect(await database?.collection('system.profile').countDocuments(finds)).toBeLessThan(many)
})

test('nothing is accepted on it after it was taken, however close they come', async () => {
  const owner = await createOwner()
  for (let round = 0; round < 6; round++) {
    const jo = await hire(owner, `jo-${round}`)
    const { id, approvalId } = await world.pay(owner, '26')
    await world.approve(jo, approvalId)
    const pause = new Promise((resolve) => setTimeout(resolve, round % 5))
    await Promise.all([world.approve(owner.person('kim'), approvalId), pause.then(() => revoke(owner, jo))])
    const accepted = await cursorOf(owner, { type: 'payment.accepted', resourceId: id })
    const revoked = await cursorOf(owner, { type: 'api_key.revoked', resourceId: jo.keyId })
    expect(revoked > 0n && accepted < revoked, `round ${round}: ${accepted} ${revoked}`).toBe(true)
  }
})

async function cursorOf({ orgId }: Owner, filter: object): Promise<bigint> {
  const events = world.service.database.collection<EventRow>('events').find({ orgId, ...filter })
  return BigInt((await events.sort({ cursor: -1 }).limit(1).next())?.cursor ?? 0)
}
