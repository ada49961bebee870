// Approvals under contention and against stops (domain 3, 5): whatever wins, money moves at most once and nothing stays
// reserved.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgentGates } from '../../subgraphs/agents/gates.ts'
import { mandateGates } from '../../subgraphs/mandates/gates.ts'
import { preSignGates } from '../../subgraphs/payments/gates.ts'
import type { ChainWork } from '../../subgraphs/payments/models/payments.ts'
import { LIST_FINDINGS } from '../../subgraphs/payments/rules/screening.ts'
import {
  dismissWithoutMandate,
  expireDueApprovals,
} from '../../subgraphs/payments/services/approvals/expireApprovals.ts'
import { completePaymentIntent } from '../../subgraphs/payments/settlement/intents/completePayment.ts'
import { createSettlementRules } from '../../subgraphs/payments/settlement/intents/preSignCheck.ts'
import { type NewSlot, storeSignedIntent } from '../../subgraphs/payments/settlement/intents/storeSigned.ts'
import { onlyTrusted } from '../../subgraphs/shared/kya.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, PAYEE, refusal, USD } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { until } from '../support/settlementWorld.ts'

const HOUR_MS = 3_600_000
const NOTHING = { day: 0n, month: 0n, closed: 0n }

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-races-test')
}, 60_000)

afterAll(() => world.close())

const sweep = () => expireDueApprovals(world.service)

async function stopAgent({ agent, person }: Owner): Promise<string> {
  const source = `mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { killSwitch { id } } }`
  const input = { scope: 'agent', targetId: agent.agentId, reason: 'a test', reasonCode: 'security_incident' }
  const answer = await execute<{ activateKillSwitch: { killSwitch: { id: string } } }>(
    world.service.subgraphs.mandates,
    person('owner', ['admin']),
    source,
    { input },
  )
  return answer.activateKillSwitch.killSwitch.id
}

describe('at once', () => {
  test('twenty approvers at once: one executes, the others get 409', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => world.approve(owner.person(`p${index}`), approvalId)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all) if (one.status === 'rejected') expect(one.reason.type).toBe('approval_not_pending')
    expect((await world.events(owner, id)).filter((type) => type === 'payment.accepted')).toHaveLength(1)
    expect(await world.balances(owner)).toEqual({ available: 970n * USD, inFlight: 30n * USD })
    expect((await world.approval(approvalId)).decisions).toHaveLength(1)
  })

  test('a quorum of two from twenty approvers at once has exactly two decisions', async () => {
    const owner = await world.createOwner({}, 20_000n * USD)
    const { id, approvalId } = await world.pay(owner, '10000')
    await Promise.allSettled(Array.from({ length: 20 }, (_, i) => world.approve(owner.person(`p${i}`), approvalId)))
    expect((await world.approval(approvalId)).decisions).toHaveLength(2)
    expect(await world.payment(id)).toMatchObject({ stage: 'queued' })
    expect(await world.balances(owner)).toEqual({ available: 10_000n * USD, inFlight: 10_000n * USD })
  })

  test('approve, deny, cancel and expiry at once: one wins, and the ledger agrees', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await world.createOwner()
      const { id, approvalId } = await world.pay(owner, '30')
      await Promise.allSettled([
        world.approve(owner.person('ann'), approvalId),
        world.deny(owner.person('bob'), approvalId),
        world.cancel(owner.agent, approvalId),
        sweep(),
      ])
      const { status } = await world.approval(approvalId)
      const isExecuted = status === 'approved'
      expect(isExecuted || ['denied', 'canceled'].includes(status)).toBe(true)
      expect(await world.payment(id)).toMatchObject({ stage: isExecuted ? 'queued' : 'failed' })
      expect((await world.limits(owner)).day).toBe(isExecuted ? 30n * USD : 0n)
      expect((await world.balances(owner)).inFlight).toBe(isExecuted ? 30n * USD : 0n)
    }
  })

  test('ten parked payments approved at once with funds for three: three continue, seven fail, nothing stays reserved', async () => {
    const owner = await world.createOwner({}, 100n * USD)
    const parked = await Promise.all(Array.from({ length: 10 }, () => world.pay(owner, '30')))
    await Promise.all(parked.map(({ approvalId }) => world.approve(owner.person('ann'), approvalId)))
    const rows = await Promise.all(parked.map(({ id }) => world.payment(id)))
    expect(rows.filter(({ stage }) => stage === 'queued')).toHaveLength(3)
    expect(rows.filter(({ failureCode }) => failureCode === 'insufficient_funds')).toHaveLength(7)
    expect(await world.limits(owner)).toMatchObject({ day: 90n * USD })
    expect(await world.balances(owner)).toEqual({ available: 10n * USD, inFlight: 90n * USD })
  })
})

describe('stops', () => {
  test('a kill switch dismisses what is parked', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    await stopAgent(owner)
    const row = await until('dismissed', async () => (await world.payment(id)).status === 'failed' && world.payment(id))
    expect(row).toMatchObject({ failureCode: 'kill_switch_active', failureDetails: { approval_id: approvalId } })
    expect(await world.approval(approvalId)).toMatchObject({ status: 'dismissed' })
    expect(await world.limits(owner)).toEqual(NOTHING)
    expect(await refusal(world.approve(owner.person('ann'), approvalId))).toBe('approval_not_pending')
    const asked = { walletId: owner.walletId, amount: '30', to: '0x000000000000000000000000000000000000dEaD' }
    expect(await refusal(world.request(owner.agent, asked))).toBe('kill_switch_active')
  })

  test('an approval races a kill switch: whichever is first, nothing is paid and nothing stays reserved', async () => {
    for (let round = 0; round < 8; round++) {
      const owner = await world.createOwner()
      const { id, approvalId } = await world.pay(owner, '30')
      await Promise.allSettled([world.approve(owner.person('ann'), approvalId), stopAgent(owner)])
      await until('ended', async () => (await world.payment(id)).status === 'failed')
      expect(await world.payment(id)).toMatchObject({ failureCode: 'kill_switch_active' })
      expect(['failed', 'dismissed']).toContain((await world.approval(approvalId)).status)
      expect(await world.limits(owner)).toEqual(NOTHING)
      expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
    }
  })

  test('revoking a mandate dismisses its parked payments', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    const mandateId = (await world.wallet(owner)).mandate?.mandateId
    const source = 'mutation ($input: RevokeMandateInput!) { revokeMandate(input: $input) { mandate { id } } }'
    const input = { id: mandateId, reason: 'a test' }
    await execute(world.service.subgraphs.mandates, owner.person('owner', ['admin']), source, { input })
    await until('dismissed', async () => (await world.payment(id)).status === 'failed')
    expect(await world.payment(id)).toMatchObject({ failureCode: 'mandate_revoked' })
    expect(await world.approval(approvalId)).toMatchObject({ status: 'dismissed' })
    expect(await world.limits(owner)).toEqual(NOTHING)
  })
})

describe('the end of the payment', () => {
  const rulesWith = (outcome: 'pass' | 'deny') =>
    createSettlementRules(
      preSignGates({
        ...createAgentGates(onlyTrusted([])),
        ...mandateGates,
      }),
      {
        check: () => (outcome === 'deny' ? [{ ...LIST_FINDINGS.sanctions, evidence: { list_version: 'test' } }] : []),
        isOutdated: () => false,
      },
    )
  const rules = rulesWith('pass')
  const work = {
    ...{ from: '0x', relayer: '0x', slot: 1, fence: 1, minedBlock: null, minedBlockHash: null },
    authorization: { nonce: '0x', validAfter: 0, validBefore: 0, signature: '0x' },
  } satisfies ChainWork
  const fees = { tip: 1n, maxFee: 2n, height: 1, at: new Date(0) }
  let nonce = 0
  const slot = (): NewSlot => ({
    ...{ account: 'test:base:0xR', nonce: ++nonce, fence: 1 },
    bytes: { hash: '0x1', raw: '0xr', purpose: 'pay', ...fees },
  })

  async function approved(): Promise<{ owner: Owner; id: string; approvalId: string | null }> {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    await world.approve(owner.person('ann'), approvalId)
    return { owner, id, approvalId }
  }

  test('completed is executed', async () => {
    const { id, approvalId } = await approved()
    await world.service.commit.submit(storeSignedIntent(rules, await world.payment(id), work, slot()))
    await world.service.commit.submit(
      completePaymentIntent(rules, await world.payment(id), { hash: '0x1', block: 1, blockHash: '0x2' }),
    )
    expect(await world.payment(id)).toMatchObject({ status: 'completed' })
    expect(await world.approval(approvalId)).toMatchObject({ status: 'executed' })
  })

  test('refused by the final check is failed', async () => {
    const { owner, id, approvalId } = await approved()
    const frozen = { source: 'manual', by: 'ann', reason: 'a test', at: world.clock.now() } as const
    await world.setWallet(owner, () => ({ frozen }))
    await world.service.commit.submit(storeSignedIntent(rules, await world.payment(id), work, slot()))
    expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'wallet_frozen' })
    expect(await world.approval(approvalId)).toMatchObject({ status: 'failed' })
    expect(await world.limits(owner)).toEqual(NOTHING)
  })

  test('a payment to a recipient that was sanctioned meanwhile is not signed', async () => {
    const { owner, id } = await approved()
    await world.service.commit.submit(storeSignedIntent(rulesWith('deny'), await world.payment(id), work, slot()))
    expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'compliance_denied' })
    expect(await world.limits(owner)).toEqual(NOTHING)
  })
})

// Last, because they move the clock of the whole file.
describe('time', () => {
  /** To this hour of a later day in UTC, the zone of the limits here, whose next day is of the same month. */
  function goTo(hour: number): void {
    const now = world.clock.now()
    const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
    const isLast =
      new Date(Date.UTC(year, month, day + 1)).getUTCMonth() !== new Date(Date.UTC(year, month, day + 2)).getUTCMonth()
    world.clock.advance(Date.UTC(year, month, day + (isLast ? 2 : 1), hour) - now.getTime())
  }

  test('nobody decides in time: the sweep expires it, and the reservation is released from the day it was made', async () => {
    goTo(12)
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    expect(await sweep()).toBe(0)
    world.clock.advance(24 * HOUR_MS)
    // Opens the window of the new day, so that the old one is a closed window with a reservation.
    await world.pay(owner, '10')
    expect(await world.limits(owner)).toMatchObject({ day: 10n * USD, closed: 30n * USD })
    expect(await sweep()).toBeGreaterThanOrEqual(1)
    expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'approval_expired' })
    expect(await world.approval(approvalId)).toMatchObject({ status: 'expired' })
    expect(await world.limits(owner)).toEqual({ day: 10n * USD, month: 10n * USD, closed: 0n })
    expect(await sweep()).toBe(0)
  })

  test('one sweep expires all that are due, and two concurrent sweeps expire each once', async () => {
    const owner = await world.createOwner()
    // A deposit that leaves again within an hour would be reviewed (domain 4.4).
    world.clock.advance(HOUR_MS)
    const parked = await Promise.all(Array.from({ length: 130 }, () => world.pay(owner, '30')))
    expect(await world.limits(owner)).toMatchObject({ day: 3_900n * USD })
    world.clock.advance(24 * HOUR_MS)
    const [first, second] = await Promise.all([sweep(), sweep()])
    expect(first + second).toBeGreaterThanOrEqual(parked.length)
    expect((await world.limits(owner)).closed).toBe(0n)
    const events = await world.events(owner)
    expect(events.filter((type) => type === 'approval.resolved')).toHaveLength(parked.length)
    expect(events.filter((type) => type === 'payment.failed')).toHaveLength(parked.length)
  })

  test('expiry is checked in the decision: before any sweep it is refused and expired there', async () => {
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    world.clock.advance(24 * HOUR_MS)
    expect(await refusal(world.approve(owner.person('ann'), approvalId))).toBe('approval_expired')
    expect(await world.payment(id)).toMatchObject({ status: 'failed', failureCode: 'approval_expired' })
    expect(await world.limits(owner)).toEqual(NOTHING)
    expect(await refusal(world.approve(owner.person('ann'), approvalId))).toBe('approval_expired')
    const events = await world.events(owner)
    expect(events.filter((type) => type === 'approval.resolved')).toHaveLength(1)
  })

  test('an approval in advance expires, approved or not', async () => {
    const owner = await world.createOwner()
    const to = '0x000000000000000000000000000000000000dEaD'
    const input = { walletId: owner.walletId, amount: '30', token: 'USDC', chain: 'base', to, expiresInSeconds: 3_600 }
    const { id: approvalId } = await world.request(owner.agent, input)
    await world.approve(owner.person('ann'), approvalId)
    world.clock.advance(HOUR_MS)
    expect(await refusal(world.pay(owner, '30', { approvalId }))).toBe('approval_expired')
  })

  test('a payment parked one day and executed the next counts on the new day only', async () => {
    goTo(22)
    const owner = await world.createOwner()
    const { id, approvalId } = await world.pay(owner, '30')
    const { dayKey } = await world.payment(id)
    world.clock.advance(3 * HOUR_MS)
    await world.approve(owner.person('ann'), approvalId)
    const row = await world.payment(id)
    expect(row).toMatchObject({ stage: 'queued' })
    expect(row.dayKey > dayKey).toBe(true)
    expect(await world.limits(owner)).toEqual({ day: 30n * USD, month: 30n * USD, closed: 0n })
    expect((await world.wallet(owner)).day?.key).toBe(row.dayKey)
  })

  test('the limit of the new day is used up: it fails, and the reservation of the old day is released', async () => {
    goTo(22)
    const owner = await world.createOwner({ dailyLimit: 100n * USD })
    const { id, approvalId } = await world.pay(owner, '30')
    world.clock.advance(3 * HOUR_MS)
    for (const amount of ['20', '20', '20', '20']) await world.pay(owner, amount)
    expect(await world.approve(owner.person('ann'), approvalId)).toMatchObject({ status: 'failed' })
    const row = await world.payment(id)
    expect(row).toMatchObject({ status: 'failed', failureCode: 'policy_violation' })
    expect(row.failureDetails).toMatchObject({ reason: 'daily_limit_exceeded' })
    expect(await world.limits(owner)).toMatchObject({ day: 80n * USD, closed: 0n })
  })
})

test('after a freeze by policy the sweep dismisses parked payments and releases their reservations', async () => {
  const owner = await world.createOwner({ maxPerTransaction: 50n * USD })
  const parked = await world.pay(owner, '30')
  for (let attempt = 0; attempt < 10; attempt++) {
    world.clock.advance(1_000)
    await refusal(world.pay(owner, '9999'))
  }
  expect(await refusal(world.pay(owner, '5'))).toBe('wallet_frozen')
  const deps = world.service
  expect(await dismissWithoutMandate(deps)).toBe(1)
  expect(await dismissWithoutMandate(deps)).toBe(0)
  expect(await world.approval(parked.approvalId)).toMatchObject({ status: 'dismissed' })
  expect(await world.limits(owner)).toEqual({ day: 0n, month: 0n, closed: 0n })
})

describe('holds', () => {
  test('one that was approved for an address is not made without it: the merchant could be given another one later', async () => {
    const owner = await world.createOwner()
    const admin = owner.person('owner', ['admin'])
    const { commerce, payments } = world.service.subgraphs
    const merchant = { name: 'Inn', legalName: 'Inn Ltd.', domain: 'inn.example.com', category: 'software' }
    const source = 'mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }'
    const payoutAddresses = [{ chain: 'base', address: PAYEE }]
    const made = await execute<{ createMerchant: { merchant: { id: string } } }>(commerce, admin, source, {
      input: { ...merchant, payoutAddresses },
    })
    const create = `mutation ($input: CreateHoldInput!) { createHold(input: $input) { approval { id } } }`
    const input = { walletId: owner.walletId, amount: '30', token: 'USDC', merchant: merchant.domain }
    const placed = await execute<{ createHold: { approval: { id: string } } }>(payments, admin, create, { input })
    const approvalId = placed.createHold.approval.id
    const change = 'mutation ($input: UpdateMerchantInput!) { updateMerchant(input: $input) { merchant { id } } }'
    await execute(commerce, admin, change, {
      input: { id: made.createMerchant.merchant.id, payoutAddresses: [] },
    })
    await world.approve(owner.person('ann'), approvalId)
    expect(await world.approval(approvalId)).toMatchObject({ status: 'dismissed' })
    expect(await world.balances(owner)).toEqual({ available: 1_000n * USD, inFlight: 0n })
    expect(await world.limits(owner)).toEqual(NOTHING)
  })
})
