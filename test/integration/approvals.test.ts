// Approvals over a real replica set (domain 3): parking, every decision and every end, one by one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadRates } from '../../subgraphs/payments/index.ts'
import { type ApprovalsWorld, openApprovalsWorld, PAYEE, refusal, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { callRest, type RequestHeaders } from '../support/restClient.ts'

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-test')
}, 60_000)

afterAll(() => world.close())

describe('parking', () => {
  test('reserves the limits and nothing else, and requests the approval in the same commit', async () => {
    const owner = await world.createOwner()
    const before = await world.events(owner)
    const paid = await world.pay(owner, '30')
    expect(paid).toMatchObject({
      status: 'pending',
      stage: 'awaiting_approval',
      approvalId: expect.stringMatching(/^apr_/),
    })
    expect(await world.limits(owner)).toEqual({ day: 30n * USD, month: 30n * USD, closed: 0n })
    expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
    expect((await world.events(owner)).slice(before.length)).toEqual(['approval.requested'])
    expect(await world.approval(paid.approvalId)).toMatchObject({
      ...{ status: 'pending', subjectId: paid.id, reason: 'above_threshold', requiredApprovals: 1, isParked: true },
      ...{ requestedBy: { kind: 'agent', agentId: owner.agent.agentId }, agentId: owner.agent.agentId },
    })
  })

  test('the threshold itself needs no approval; one smallest unit above it does', async () => {
    const owner = await world.createOwner()
    expect(await world.pay(owner, '25')).toMatchObject({ stage: 'queued', approvalId: null })
    expect(await world.pay(owner, '25.000001')).toMatchObject({ stage: 'awaiting_approval' })
  })

  test('funds are not required: a parked payment may wait for a deposit', async () => {
    const owner = await world.createOwner({}, 0n)
    expect(await world.pay(owner, '30')).toMatchObject({ stage: 'awaiting_approval' })
  })

  test('whoever decides sees whether the wallet has the money now, until it is decided', async () => {
    const owner = await world.createOwner({}, 40n * USD)
    const covered = async (id: string | null) => {
      const source = 'query ($id: ID!) { approval(id: $id) { fundsAvailable } }'
      const { payments } = world.service.subgraphs
      const by = { ...owner.agent, capabilities: ['approvals'] as const }
      return (await execute<{ approval: { fundsAvailable: boolean | null } }>(payments, by, source, { id })).approval
        .fundsAvailable
    }
    const [first, exact] = [await world.pay(owner, '40.000001'), await world.pay(owner, '40')]
    expect([await covered(first.approvalId), await covered(exact.approvalId)]).toEqual([false, true])
    await world.pay(owner, '0.000001')
    expect(await covered(exact.approvalId)).toBe(false)
    await world.deposit(owner, USD)
    expect([await covered(first.approvalId), await covered(exact.approvalId)]).toEqual([true, true])
    await world.deny(owner.person('second'), first.approvalId)
    expect(await covered(first.approvalId)).toBeNull()
  })

  test('transfers and mandate executions are parked too', async () => {
    const owner = await world.createOwner()
    expect(await world.transfer(owner, '30')).toMatchObject({ stage: 'awaiting_approval' })
  })

  test('ten parked requests together never exceed the daily limit', async () => {
    const owner = await world.createOwner({ dailyLimit: 100n * USD })
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => world.pay(owner, '30')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await world.limits(owner)).toMatchObject({ day: 90n * USD })
  })

  test('the same key parks once', async () => {
    const owner = await world.createOwner()
    const first = await world.pay(owner, '30', { idempotencyKey: 'k' })
    const again = await world.pay(owner, '30', { idempotencyKey: 'k' })
    expect(again.id).toBe(first.id)
    expect(await world.limits(owner)).toMatchObject({ day: 30n * USD })
  })

  test('REST responds 202 with approval_id and Location, and decides; the graph joins payment and approval', async () => {
    const owner = await world.createOwner()
    const call = async (path: string, body: object, headers: RequestHeaders = {}) => {
      const keyed = { 'x-api-key': owner.key, ...headers }
      const response = await callRest(world.url, `POST /api/v2${path}`, keyed, body)
      return { ...response, location: response.headers.get('location') }
    }
    const input = { wallet_id: owner.walletId, to: PAYEE, amount: '30', token: 'USDC' }
    const parked = await call('/payments', input, { 'x-agent-id': owner.agent.agentId })
    expect(parked).toMatchObject({ status: 202, body: { status: 'pending', stage: 'awaiting_approval' } })
    expect(parked.location).toBe(`/api/v2/payments/${parked.body.payment_id}`)
    // The key that asked is the only one of this organization: four eyes need another person.
    const own = await call(`/approvals/${parked.body.approval_id}/approve`, {})
    expect(own).toMatchObject({ status: 403, body: { error: { type: 'self_approval_forbidden' } } })
    const canceled = await call(`/approvals/${parked.body.approval_id}/cancel`, { comment: 'no longer' })
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', amount_usd: '30.00' } })
    const query = `query ($id: ID!) { payment(id: $id) { failureCode approval { status amountUsd payment { id } } } }`
    const joined = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': owner.key, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { id: parked.body.payment_id } }),
    })
    const approval = { status: 'canceled', amountUsd: '30.00', payment: { id: parked.body.payment_id } }
    expect(await joined.json()).toEqual({ data: { payment: { failureCode: 'canceled', approval } } })
    const asked = await call('/approvals', { wallet_id: owner.walletId, to: PAYEE, amount: '30' })
    expect(asked).toMatchObject({ status: 201, body: { status: 'pending', reason: 'manual', subject_id: null } })
    expect(asked.location).toBe(`/api/v2/approvals/${asked.body.approval_id}`)
  })
})

describe('decisions', () => {
  test('one approval executes: funds and limits are reserved, the payment continues, events are in order', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    const approved = await world.approve(owner.person('ann'), approvalId, { comment: 'fine' })
    expect(approved).toMatchObject({
      status: 'approved',
      decisions: [{ decidedBy: 'key_ann', decision: 'approve', comment: 'fine' }],
    })
    expect(await world.payment(id)).toMatchObject({ status: 'pending', stage: 'queued', approvalId })
    expect(await world.limits(owner)).toEqual({ day: 30n * USD, month: 30n * USD, closed: 0n })
    expect(await world.balances(owner)).toEqual({ available: 970n * USD, inFlight: 30n * USD })
    expect((await world.events(owner)).slice(-3)).toEqual([
      'approval.requested',
      'approval.resolved',
      'payment.accepted',
    ])
  })

  test('from 10,000 USD two people have to agree, and two keys of one person are one', async () => {
    const owner = await world.createOwner({}, 20_000n * USD)
    const { id, approvalId } = await world.pay(owner, '10000')
    expect(await world.approve(owner.person('ann'), approvalId)).toMatchObject({
      status: 'pending',
      requiredApprovals: 2,
    })
    expect(await world.payment(id)).toMatchObject({ stage: 'awaiting_approval' })
    const otherKey = { ...owner.person('ann'), keyId: 'key_ann_2' } as const
    expect(await refusal(world.approve(otherKey, approvalId))).toBe('approval_already_decided')
    expect(await world.approve(owner.person('bob', ['admin']), approvalId)).toMatchObject({ status: 'approved' })
    expect(await world.payment(id)).toMatchObject({ stage: 'queued' })
  })

  test('a spend that at the current rate needs more approvers is not executed', async () => {
    const owner = await world.createOwner()
    const { clock } = world
    const { database } = world.service
    const load = (rate: string) => loadRates({ database, clock }, [{ rate, source: 'test' }])
    await load('1.0800')
    const euros = { token: 'EURC' }
    const parked = await world.pay(owner, '9200', euros)
    const inAdvance = await world.request(owner.agent, {
      walletId: owner.walletId,
      amount: '9200',
      to: PAYEE,
      ...euros,
    })
    expect(await world.approve(owner.person('ann'), inAdvance.id)).toMatchObject({ status: 'approved' })
    clock.advance(1)
    await load('1.0900')
    expect(await world.approve(owner.person('ann'), parked.approvalId)).toMatchObject({ status: 'dismissed' })
    expect(await world.payment(parked.id)).toMatchObject({ status: 'failed', failureCode: 'conflict' })
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
    expect(await refusal(world.pay(owner, '9200', { ...euros, approvalId: inAdvance.id }))).toBe('approval_required')
    await database.collection('fxRates').deleteMany({})
  })

  test('from 10,000 USD a person has to agree whatever the mandate says', async () => {
    const owner = await world.createOwner({ approvalThreshold: null }, 20_000n * USD)
    expect(await world.pay(owner, '9999.99')).toMatchObject({ stage: 'queued' })
    const { approvalId } = await world.pay(owner, '10000')
    expect(await world.approval(approvalId)).toMatchObject({ reason: 'compliance_review' })
  })

  test('four eyes: no agent, no requester, no key without the role, no other organization', async () => {
    const owner = await world.createOwner()
    const { approvalId } = await world.pay(owner, '30')
    expect(await refusal(world.approve(owner.agent, approvalId))).toBe('self_approval_forbidden')
    const admin = { ...owner.agent, scope: 'agent:admin' } as const
    expect(await refusal(world.deny(admin, approvalId))).toBe('self_approval_forbidden')
    expect(await refusal(world.approve({ ...owner.agent, agentId: 'agt_other' }, approvalId))).toBe('capability_denied')
    expect(await refusal(world.approve(owner.person('ann', []), approvalId))).toBe('insufficient_scope')
    expect(await refusal(world.approve(owner.person('ann', ['compliance']), approvalId))).toBe('insufficient_scope')
    const foreign = await world.createOwner()
    expect(await refusal(world.approve(foreign.person('ann'), approvalId))).toBe('not_found')
    expect(await refusal(world.approve({ ...owner.person('ann'), mode: 'live' }, approvalId))).toBe('not_found')
    const { approvalId: byPerson } = await world.pay(owner, '30', {}, owner.person('ann'))
    expect(await refusal(world.approve(owner.person('ann'), byPerson))).toBe('self_approval_forbidden')
    expect(await world.approve(owner.person('bob'), byPerson)).toMatchObject({ status: 'approved' })
  })

  test('a denial is final: the payment fails, the limits are released, the comment is shown', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    expect(await world.deny(owner.person('ann'), approvalId, { comment: 'too much' })).toMatchObject({
      status: 'denied',
    })
    const row = await world.payment(id)
    expect(row).toMatchObject({ status: 'failed', stage: 'failed', failureCode: 'approval_denied' })
    expect(row.failureMessage).toContain('too much')
    expect(await world.limits(owner)).toEqual({ day: 0n, month: 0n, closed: 0n })
    expect((await world.events(owner)).slice(-2)).toEqual(['approval.resolved', 'payment.failed'])
    expect(await refusal(world.deny(owner.person('ann'), approvalId))).toBe('approval_already_decided')
    expect(await refusal(world.approve(owner.person('bob'), approvalId))).toBe('approval_not_pending')
    expect(await refusal(world.cancel(owner.agent, approvalId))).toBe('approval_not_pending')
  })

  test('only the requester cancels', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    expect(await refusal(world.cancel(owner.person('ann', ['admin']), approvalId))).toBe('capability_denied')
    expect(await world.cancel(owner.agent, approvalId)).toMatchObject({ status: 'canceled' })
    expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'canceled' })
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
  })

  test('a repeated decision with the same key returns the same response', async () => {
    const owner = await world.createOwner()
    const { approvalId } = await world.pay(owner, '30')
    const first = await world.approve(owner.person('ann'), approvalId, { idempotencyKey: 'k' })
    expect(await world.approve(owner.person('ann'), approvalId, { idempotencyKey: 'k' })).toEqual(first)
  })
})

describe('every gate is evaluated again', () => {
  test('without funds: payment and approval fail, nothing stays reserved', async () => {
    const owner = await world.createOwner({}, 40n * USD)
    const { id, approvalId } = await world.pay(owner, '30')
    await world.pay(owner, '20')
    expect(await world.approve(owner.person('ann'), approvalId)).toMatchObject({ status: 'failed' })
    expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'insufficient_funds' })
    expect(await world.limits(owner)).toMatchObject({ day: 20n * USD })
    expect((await world.events(owner)).slice(-2)).toEqual(['approval.resolved', 'payment.failed'])
  })

  test('the current mandate decides: limits that were lowered meanwhile refuse', async () => {
    const owner = await world.createOwner({ dailyLimit: 100n * USD })
    const { id, approvalId } = await world.pay(owner, '60')
    await world.setWallet(owner, ({ mandate }) => {
      if (mandate === null) return {}
      const policy = { ...mandate.policy, dailyLimit: 50n * USD }
      return { mandate: { ...mandate, version: 2, policy } }
    })
    expect(await world.approve(owner.person('ann'), approvalId)).toMatchObject({ status: 'failed' })
    expect(await world.payment(id)).toMatchObject({ failureCode: 'policy_violation' })
    expect(await world.limits(owner)).toEqual({ day: 0n, month: 0n, closed: 0n })
  })

  test('its own reservation does not count against it', async () => {
    const owner = await world.createOwner({ dailyLimit: 50n * USD })
    const { id, approvalId } = await world.pay(owner, '50')
    await world.approve(owner.person('ann'), approvalId)
    expect(await world.payment(id)).toMatchObject({ stage: 'queued' })
    expect(await world.limits(owner)).toMatchObject({ day: 50n * USD })
  })

  test('a frozen wallet and a suspended agent refuse', async () => {
    const owner = await world.createOwner()
    const first = await world.pay(owner, '30')
    const second = await world.pay(owner, '30')
    await world.setWallet(owner, () => ({ agentStatus: 'suspended' }))
    expect(await world.approve(owner.person('ann'), first.approvalId)).toMatchObject({ status: 'failed' })
    const frozen = { source: 'manual', by: 'ann', reason: 'a test', at: world.clock.now() } as const
    await world.setWallet(owner, () => ({ agentStatus: 'active', frozen }))
    await world.approve(owner.person('ann'), second.approvalId)
    expect(await world.payment(second.id)).toMatchObject({ failureCode: 'wallet_frozen' })
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
  })

  test('another agent at the wallet is another subject: dismissed', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30', {}, owner.person('ann'))
    await world.setWallet(owner, () => ({ agentId: 'agt_other' }))
    expect(await world.approve(owner.person('bob'), approvalId)).toMatchObject({ status: 'dismissed' })
    expect(await world.payment(id)).toMatchObject({
      ...{ status: 'failed', failureCode: 'conflict' },
      failureDetails: { reason: 'subject_changed' },
    })
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
  })
})
