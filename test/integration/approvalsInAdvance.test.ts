// Approvals that are asked for before the spend (domain A.10), and callers that cannot wait: each is good for one spend.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, PAYEE, refusal, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'

let world: ApprovalsWorld
let shops = 0

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-advance-test')
}, 60_000)

afterAll(() => world.close())

const ask = (owner: Owner, amount = '30', more: object = {}) =>
  world.request(owner.agent, { walletId: owner.walletId, amount, token: 'USDC', chain: 'base', to: PAYEE, ...more })

async function given(owner: Owner, amount = '30', to = PAYEE): Promise<string> {
  const { id } = await ask(owner, amount, { to })
  await world.approve(owner.person('ann'), id)
  return id
}

async function reasonOf(act: Promise<unknown>): Promise<unknown> {
  const error = await act.catch((thrown: unknown) => thrown)
  return error instanceof DomainError ? error.details.reason : error
}

describe('in advance', () => {
  test('a request reserves nothing and names the requester', async () => {
    const owner = await world.createOwner()
    const asked = await ask(owner, '30', { comment: 'for the fair' })
    expect(asked).toMatchObject({ status: 'pending', reason: 'manual', subjectId: null, comment: 'for the fair' })
    expect(asked.requestedBy).toBe(owner.agent.agentId)
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
    expect((await world.events(owner)).at(-1)).toBe('approval.requested')
  })

  test('a kill switch and a missing route refuse it before anybody is asked', async () => {
    const owner = await world.createOwner()
    expect(await refusal(ask(owner, '30', { chain: 'polygon' }))).toBe('no_route')
    const source = `mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { replayed } }`
    const input = { scope: 'agent', targetId: owner.agent.agentId, reason: 'a test', reasonCode: 'security_incident' }
    await execute(world.service.subgraphs.mandates, owner.person('owner', ['admin']), source, { input })
    expect(await refusal(ask(owner))).toBe('kill_switch_active')
    expect(await world.list(owner.person('bob'))).toEqual([])
  })

  test('lets one matching spend pass, which the approval then names', async () => {
    const owner = await world.createOwner()
    const approvalId = await given(owner)
    const paid = await world.pay(owner, '30', { approvalId })
    expect(paid).toMatchObject({ stage: 'queued', approvalId })
    expect(await world.approval(approvalId)).toMatchObject({ status: 'approved', subjectId: paid.id })
    expect(await reasonOf(world.pay(owner, '30', { approvalId }))).toBe('approval_used')
  })

  test('twenty spends at once with one approval: one passes', async () => {
    const owner = await world.createOwner()
    const approvalId = await given(owner)
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => world.pay(owner, '30', { approvalId })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await world.limits(owner)).toMatchObject({ day: 30n * USD })
  })

  test('applies to exactly this spend: amount, destination, chain, token', async () => {
    const owner = await world.createOwner()
    const approvalId = await given(owner)
    const other = '0x00000000000000000000000000000000000000aa'
    for (const more of [{ amount: '30.01' }, { to: other }])
      expect(await reasonOf(world.pay(owner, '30', { approvalId, ...more }))).toBe('approval_does_not_match')
    expect(await world.pay(owner, '30', { approvalId, to: PAYEE.toLowerCase() })).toMatchObject({ stage: 'queued' })
  })

  test('below the threshold a wrong one lets nothing pass either, and says which field is wrong', async () => {
    const owner = await world.createOwner()
    const approvalId = await given(owner)
    const { id: pending } = await ask(owner, '1')
    for (const [wrong, code] of [
      ['apr_none', 'not_found'],
      [await given(await world.createOwner(), '1'), 'not_found'],
      [approvalId, 'approval_does_not_match'],
      [pending, 'approval_pending'],
    ] as const) {
      const error = await world.pay(owner, '1', { approvalId: wrong }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ details: { fields: [{ path: 'approval_id', code }] } })
    }
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
  })

  test('below the threshold it is not used up; a spend that lacks funds does not use it up either', async () => {
    const owner = await world.createOwner({}, 5n * USD)
    const approvalId = await given(owner)
    const unneeded = await given(owner, '1')
    for (let time = 0; time < 2; time++) await world.pay(owner, '1', { approvalId: unneeded })
    expect(await refusal(world.pay(owner, '30', { approvalId }))).toBe('insufficient_funds')
    await world.deposit(owner, 100n * USD)
    expect(await world.pay(owner, '30', { approvalId })).toMatchObject({ stage: 'queued' })
  })

  test('pending, denied, parked, foreign and malformed ones let nothing pass', async () => {
    const owner = await world.createOwner()
    const { id: pending } = await ask(owner)
    expect(await reasonOf(world.pay(owner, '30', { approvalId: pending }))).toBe('approval_pending')
    await world.deny(owner.person('ann'), pending)
    expect(await refusal(world.pay(owner, '30', { approvalId: pending }))).toBe('approval_denied')
    const parked = await world.pay(owner, '30')
    expect(await reasonOf(world.pay(owner, '30', { approvalId: parked.approvalId }))).toBe('approval_used')
    const foreign = await given(await world.createOwner())
    const { v } = await world.approval(foreign)
    expect(await refusal(world.pay(owner, '30', { approvalId: foreign }))).toBe('not_found')
    expect((await world.approval(foreign)).v).toBe(v)
    expect(await refusal(world.pay(owner, '30', { approvalId: 'apr_none' }))).toBe('not_found')
    expect(await refusal(world.pay(owner, '30', { approvalId: 'pay_1' }))).toBe('invalid_request')
    expect(await world.limits(owner)).toMatchObject({ day: 30n * USD })
    // Of another agent of the same organization: its outcome is not revealed either.
    const neighbour = { ...owner.agent, agentId: 'agt_other' as typeof owner.agent.agentId }
    await world.setWallet(owner, () => ({ agentId: neighbour.agentId }))
    expect(await refusal(world.pay(owner, '30', { approvalId: pending }, neighbour))).toBe('not_found')
  })

  test('still lets its spend pass after a review by compliance; one that another spend has used meanwhile is requested anew', async () => {
    const owner = await world.createOwner()
    const to = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b' // A mixer.
    const approvalId = await given(owner, '30', to)
    const clear = ({ id }: { id: string }) =>
      execute(
        world.service.subgraphs.payments,
        owner.person('reviewer', ['compliance']),
        'mutation ($input: DecideCaseInput!) { decideCase(input: $input) { replayed } }',
        { input: { caseId: id.replace('pay_', 'cas_'), decision: 'clear', comment: 'Looked at.' } },
      )
    const [first, second] = [
      await world.pay(owner, '30', { to, approvalId }),
      await world.pay(owner, '30', { to, approvalId }),
    ]
    expect([first.stage, second.stage]).toEqual(['awaiting_compliance_review', 'awaiting_compliance_review'])
    expect(await world.approval(approvalId)).toMatchObject({ status: 'approved', subjectId: null })
    await clear(first)
    expect(await world.payment(first.id)).toMatchObject({ stage: 'queued', approvalId })
    expect(await world.approval(approvalId)).toMatchObject({ status: 'approved', subjectId: first.id })
    await clear(second)
    const waiting = await world.payment(second.id)
    expect(waiting).toMatchObject({ stage: 'awaiting_approval' })
    expect(waiting.approvalId).not.toBe(approvalId)
    await world.approve(owner.person('ann'), waiting.approvalId ?? '')
    expect(await world.payment(second.id)).toMatchObject({ stage: 'queued', approvalId: waiting.approvalId })
    expect(await world.limits(owner)).toMatchObject({ day: 60n * USD })
  })

  test('bypasses no other gate', async () => {
    const owner = await world.createOwner({ maxPerTransaction: 20n * USD, approvalThreshold: 10n * USD })
    const approvalId = await given(owner)
    expect(await refusal(world.pay(owner, '30', { approvalId }))).toBe('policy_violation')
  })

  test('refuses malformed requests and callers without the right', async () => {
    const owner = await world.createOwner()
    for (const more of [{ expiresInSeconds: 60 }, { expiresInSeconds: 604_801 }, { amount: '-1' }, { to: null }])
      expect(await refusal(ask(owner, '30', more))).toBe('invalid_request')
    const without = { ...owner.agent, capabilities: ['payments'] } as const
    expect(await refusal(world.request(without, { walletId: owner.walletId, amount: '30', to: PAYEE }))).toBe(
      'capability_denied',
    )
    const foreign = await world.createOwner()
    expect(await refusal(ask(owner, '30', { walletId: foreign.walletId }))).toBe('not_found')
    expect(await refusal(ask(owner, '30', { walletId: 'wal_none' }))).toBe('not_found')
  })

  test('requesting twice with one key requests once', async () => {
    const owner = await world.createOwner()
    const first = await ask(owner, '30', { idempotencyKey: 'k' })
    expect((await ask(owner, '30', { idempotencyKey: 'k' })).id).toBe(first.id)
    expect(await refusal(ask(owner, '31', { idempotencyKey: 'k' }))).toBe('idempotency_mismatch')
  })
})

describe('callers that cannot wait', () => {
  async function createShop(owner: Owner, payout = PAYEE): Promise<{ id: string; domain: string }> {
    const input = {
      ...{ name: 'Shop', legalName: 'Shop GmbH', domain: `shop-${shops++}.example` },
      payoutAddresses: [{ chain: 'base', address: payout }],
    }
    const source =
      'mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id domain } } }'
    const answer = await execute<{ createMerchant: { merchant: { id: string; domain: string } } }>(
      world.service.subgraphs.commerce,
      owner.person('owner', ['admin']),
      source,
      { input },
    )
    return answer.createMerchant.merchant
  }

  test('park=false is refused with the approval to wait for; once that is approved, the same call passes once', async () => {
    const owner = await world.createOwner()
    const { domain: pspDomain } = await createShop(owner)
    const error = await world.executeMandate(owner, '30', { pspDomain, park: false }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ type: 'approval_required', details: { approval_id: expect.stringMatching(/^apr_/) } })
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
    const approvalId = String((error as DomainError).details.approval_id)
    expect(await world.approval(approvalId)).toMatchObject({
      status: 'pending',
      reason: 'above_threshold',
      subjectId: null,
    })
    await world.approve(owner.person('ann'), approvalId)
    const more = { pspDomain, park: false, approvalId }
    expect(await world.executeMandate(owner, '30', more)).toMatchObject({ stage: 'queued', approvalId })
    expect(await reasonOf(world.executeMandate(owner, '30', more))).toBe('approval_used')
  })

  test('without it a mandate execution is parked', async () => {
    const owner = await world.createOwner()
    const { domain: pspDomain } = await createShop(owner)
    expect(await world.executeMandate(owner, '30', { pspDomain })).toMatchObject({ stage: 'awaiting_approval' })
  })

  test('a merchant that is paid at another address meanwhile: what was approved is not what would be paid', async () => {
    const owner = await world.createOwner()
    const { id, domain } = await createShop(owner)
    const byName = await world.pay(owner, '30', { to: domain })
    const byAddress = await world.pay(owner, '30')
    const source = 'mutation ($input: UpdateMerchantInput!) { updateMerchant(input: $input) { merchant { id } } }'
    const payoutAddresses = [{ chain: 'base', address: '0x00000000000000000000000000000000000000aa' }]
    await execute(world.service.subgraphs.commerce, owner.person('owner', ['admin']), source, {
      input: { id, payoutAddresses },
    })
    for (const { id: paymentId, approvalId } of [byName, byAddress]) {
      expect(await world.approve(owner.person('ann'), approvalId)).toMatchObject({ status: 'dismissed' })
      expect(await world.payment(paymentId)).toMatchObject({ status: 'failed', failureCode: 'conflict' })
    }
    expect(await world.limits(owner)).toMatchObject({ day: 0n })
  })
})

describe('reading', () => {
  test('an agent sees its own approvals, an organization all of its own, nobody else any', async () => {
    const owner = await world.createOwner()
    const { id: first } = await ask(owner)
    const { approvalId: second } = await world.pay(owner, '30')
    await world.deny(owner.person('ann'), first)
    expect(await world.list(owner.agent)).toEqual([second, first])
    expect(await world.list(owner.person('bob', []))).toEqual([second, first])
    expect(await world.list(owner.person('bob'), '(statuses: [denied])')).toEqual([first])
    expect(await world.list(owner.person('bob'), '(agentId: "agt_other")')).toEqual([])
    expect(await world.list({ ...owner.agent, agentId: 'agt_other' })).toEqual([])
    expect(await world.list((await world.createOwner()).person('ann'))).toEqual([])
    expect(await refusal(world.list({ ...owner.agent, capabilities: ['payments'] }))).toBe('capability_denied')
    expect(await world.list(owner.agent, '(first: 1)')).toEqual([second])
  })
})
