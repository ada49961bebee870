// Four eyes are of two people (domain 3): nobody approves under a second name, in a strict organization nor with a common maker.
// A file of its own, because twenty seconds after its first look at the chain the world takes it for unreachable.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentId, WalletId } from '../../subgraphs/shared/ids.ts'
import type { Principal, Role } from '../../subgraphs/shared/principal.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-independence-test')
}, 60_000)
afterAll(() => world.close())

type Person = Awaited<ReturnType<typeof principalOf>>
const principalOf = (key: string) => world.service.subgraphs.agents.authenticator.verifyOrganizationKey(key)
const mutate = async <T>(by: Principal, field: string, type: string, input: object, select: string): Promise<T> => {
  const source = `mutation ($input: ${type}!) { ${field}(input: $input) { ${select} } }`
  const answer = await execute<Record<string, T>>(world.service.subgraphs.agents, by, source, { input })
  return answer[field] as T
}
const makeKey = async (by: Person, name: string, roles: readonly Role[]): Promise<Person> => {
  const input = { orgId: by.orgId, name, roles }
  const { apiKey } = await mutate<{ apiKey: string }>(
    ...([by, 'createOrganizationKey', 'CreateOrganizationKeyInput', input, 'apiKey'] as const),
  )
  return principalOf(apiKey)
}
/** By the operator's command, as for the people who are there first. */
const person = async ({ orgId }: Owner, name: string, roles: readonly Role[] = ['approver']): Promise<Person> => {
  const made = await world.service.subgraphs.agents.createOrganizationKey({ orgId, mode: 'test', roles, name })
  return principalOf(made.key)
}
const beStrict = (by: Person, strictApprovals: boolean) =>
  mutate(by, 'updateOrganization', 'UpdateOrganizationInput', { id: by.orgId, strictApprovals }, 'organization { id }')
const refusedAs = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown as DomainError,
  )
  if (error?.type !== 'self_approval_forbidden') throw error ?? new Error('it was approved')
  const { reason, can_decide } = error.details as { reason: string; can_decide: { name: string }[] }
  return [reason, can_decide.map(({ name }) => name).toSorted()]
}
const park = async (owner: Owner, by: Principal) => (await world.pay(owner, '30', {}, by)).approvalId

test('nobody approves with a key that the requester has made, nor the requester’s maker; the refusal names who can', async () => {
  const owner = await world.createOwner()
  const admin = await principalOf(owner.key)
  const puppet = await makeKey(admin, 'Puppet', ['admin'])
  const second = await makeKey(puppet, 'Second puppet', ['approver'])
  for (const approver of [puppet, second])
    expect(await refusedAs(world.approve(approver, await park(owner, admin)))).toEqual(['requester_key', []])
  expect(await refusedAs(world.approve(admin, await park(owner, second)))).toEqual(['requester_key', []])
  const jo = await person(owner, 'Jo')
  const approvalId = await park(owner, admin)
  expect(await refusedAs(world.approve(puppet, approvalId))).toEqual(['requester_key', ['Jo']])
  expect(await world.approve(jo, approvalId)).toMatchObject({ status: 'approved' })
  // What denies lets nothing pass.
  expect(await world.deny(puppet, await park(owner, admin))).toMatchObject({ status: 'denied' })
})

test('who replaces the key of another person has that key; who replaces the own one does not shake it off', async () => {
  const owner = await world.createOwner()
  const admin = await principalOf(owner.key)
  const rotate = async (by: Person, { orgId, keyId }: Person) => {
    const { apiKey } = await mutate<{ apiKey: string }>(
      ...([by, 'rotateOrganizationKey', 'RotateOrganizationKeyInput', { orgId, keyId }, 'apiKey'] as const),
    )
    return principalOf(apiKey)
  }
  const jo = await person(owner, 'Jo', ['admin'])
  // Jo still has the old one.
  const taken = await rotate(admin, jo)
  expect(await refusedAs(world.approve(taken, await park(owner, admin)))).toEqual(['requester_key', ['Jo']])
  const puppet = await makeKey(admin, 'Puppet', ['admin'])
  const renewed = await rotate(puppet, puppet)
  expect(await refusedAs(world.approve(renewed, await park(owner, admin)))).toEqual(['requester_key', ['Jo']])
  const kim = await person(owner, 'Kim', ['admin'])
  expect(await world.approve(await rotate(kim, kim), await park(owner, admin))).toMatchObject({ status: 'approved' })
})

test('two people of whom one has made the key of the other are not two of a quorum', async () => {
  const owner = await world.createOwner()
  const admin = await principalOf(owner.key)
  const puppet = await makeKey(admin, 'Puppet', ['approver'])
  const approvalQuorum = [{ minAmountUsd: '0', required: 2 }]
  await mutate(
    admin,
    'updateOrganization',
    'UpdateOrganizationInput',
    { id: owner.orgId, approvalQuorum },
    'organization { id }',
  )
  const approvalId = await park(owner, owner.agent)
  expect(await world.approve(admin, approvalId)).toMatchObject({ status: 'pending' })
  expect(await refusedAs(world.approve(puppet, approvalId))).toEqual(['approver_key', []])
  expect(await world.approve(await person(owner, 'Jo'), approvalId)).toMatchObject({ status: 'approved' })
  // Also where both decide at once.
  const other = await park(owner, owner.agent)
  const both = await Promise.allSettled([world.approve(admin, other), world.approve(puppet, other)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('strict: people whose keys one person has made are one, and whoever made the agent or its key does not approve', async () => {
  const owner = await world.createOwner()
  const admin = await principalOf(owner.key)
  const [ann, bob] = [await makeKey(admin, 'Ann', ['approver']), await makeKey(admin, 'Bob', ['approver'])]
  expect(await world.approve(bob, await park(owner, ann))).toMatchObject({ status: 'approved' })
  const jo = await person(owner, 'Jo', ['admin'])
  const kim = await person(owner, 'Kim')
  const input = { name: 'payer', capabilities: ['payments'], ownerOrgId: owner.orgId }
  const made = await mutate<{ agent: { id: AgentId; wallet: { id: WalletId } } }>(
    ...([admin, 'registerAgent', 'RegisterAgentInput', input, 'agent { id wallet { id } }'] as const),
  )
  const { id: agentId, wallet } = made.agent
  const agent = { ...owner.agent, agentId, walletId: wallet.id }
  const own: Owner = { ...owner, agent, walletId: wallet.id }
  await world.deposit(own, 1_000n * USD)
  const [first, second, third] = [await park(own, agent), await park(own, agent), await park(own, agent)]
  expect(await world.approve(admin, first)).toMatchObject({ status: 'approved' })

  await beStrict(jo, true)
  expect(await refusedAs(world.approve(bob, await park(owner, ann)))).toEqual(['requester_key', ['Jo', 'Kim']])
  for (const approver of [admin, ann])
    expect(await refusedAs(world.approve(approver, second))).toEqual(['agent_maker', ['Jo', 'Kim']])
  expect(await world.approve(jo, second)).toMatchObject({ status: 'approved' })
  await mutate(jo, 'rotateAgentKey', 'RotateAgentKeyInput', { id: agentId }, 'apiKey')
  expect(await refusedAs(world.approve(jo, third))).toEqual(['agent_maker', ['Kim']])
  expect(await world.approve(kim, third)).toMatchObject({ status: 'approved' })

  // What was parked while it was strict is decided so: no administrator eases it for what waits already.
  const parked = await park(owner, ann)
  await beStrict(jo, false)
  expect(await refusedAs(world.approve(bob, parked))).toEqual(['requester_key', ['Jo', 'Kim']])
  expect(await world.approve(jo, parked)).toMatchObject({ status: 'approved' })
  expect(await world.approve(bob, await park(owner, ann))).toMatchObject({ status: 'approved' })
})

test('an approval names who may still give it, by the same rule, while it is pending, and to nobody but people', async () => {
  const owner = await world.createOwner()
  const admin = await principalOf(owner.key)
  const puppet = await makeKey(admin, 'Puppet', ['approver'])
  await makeKey(admin, 'Reader', ['viewer'])
  const [jo, kim] = [await person(owner, 'Jo'), await person(owner, 'Kim')]
  const approvalQuorum = [{ minAmountUsd: '0', required: 2 }]
  const select = 'organization { id }'
  await mutate(
    ...([admin, 'updateOrganization', 'UpdateOrganizationInput', { id: owner.orgId, approvalQuorum }, select] as const),
  )
  const deciders = async (by: Principal, ids: readonly (string | null)[]) => {
    const source = `query { ${ids.map((id, n) => `a${n}: approval(id: "${id}") { deciders { personId name } }`).join(' ')} }`
    const { payments } = world.service.subgraphs
    const found = await execute<Record<string, { deciders: { name: string }[] | null }>>(payments, by, source, {})
    return Object.values(found).map((one) => one.deciders?.map(({ name }) => name).toSorted() ?? null)
  }
  const [ofAdmin, ofAgent] = [await park(owner, admin), await park(owner, owner.agent)]
  const [ofPerson = [], all = []] = await deciders(admin, [ofAdmin, ofAgent])
  expect(ofPerson).toEqual(['Jo', 'Kim'])
  expect(all).toEqual(expect.arrayContaining(['Jo', 'Kim', 'Puppet']))
  expect(all).not.toContain('Reader')
  await world.approve(jo, ofAdmin)
  expect(await deciders(puppet, [ofAdmin])).toEqual([['Kim']])
  await world.approve(kim, ofAdmin)
  expect(await deciders(admin, [ofAdmin])).toEqual([null])
  expect(await deciders({ ...owner.agent, capabilities: ['approvals'] }, [ofAgent])).toEqual([null])
  await beStrict(admin, true)
  expect(await deciders(jo, [await park(owner, puppet)])).toEqual([['Jo', 'Kim']])
})

test('keys from before makers were stored are judged by the keys that made them', async () => {
  const owner = await world.createOwner()
  const admin = await principalOf(owner.key)
  const puppet = await makeKey(admin, 'Puppet', ['admin'])
  const second = await makeKey(puppet, 'Second puppet', ['approver'])
  await world.service.database.collection('apiKeys').updateMany({ orgId: owner.orgId }, { $unset: { makers: 1 } })
  expect(await refusedAs(world.approve(second, await park(owner, admin)))).toEqual(['requester_key', []])
})
