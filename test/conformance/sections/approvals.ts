/**
 * Domain 3, A.10 with specification 5: a spend above the threshold waits for another person. What is approved runs to its
 * end on the chain with every gate asked again; every other end gives the head-room back; a decision is final.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller, Operation } from '../../support/carriers.ts'
import {
  availableOf,
  BENEFICIARY,
  created,
  done,
  eventsOf,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  openShop,
  pastMidnight,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
  typesOf,
  until,
  verifyAgent,
} from '../../support/scene.ts'

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals']

export function approvals(given: Given): void {
  describe('A.10 approvals', () => {
    let scene: Scene
    let agent: TestAgent
    let approver: Caller
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Approvals')
      agent = await openAgent(scene, { capabilities: CAPABILITIES })
      approver = await openPerson(scene, ['approver'])
    })
    const pay = ({ walletId, caller }: TestAgent, more: object = {}, by: Caller = caller) =>
      scene.carrier.call(
        'createPayment',
        { wallet_id: walletId, to: newAddress(), amount: '30.00', token: 'USDC', ...more },
        by,
      )
    const decide = (operation: Operation, { approval_id }: Body, by: Caller = approver, more: object = {}) =>
      scene.carrier.call(operation, { approval_id, ...more }, by)
    const payment = async ({ payment_id }: Body, wait = 0) =>
      done(await scene.carrier.call('getPayment', { payment_id, wait }, scene.owner)).body
    const approval = async ({ approval_id }: Body) =>
      done(await scene.carrier.call('getApproval', { approval_id }, scene.owner)).body
    const reserved = async ({ mandateId }: TestAgent) => {
      const { body } = done(await scene.carrier.call('getMandate', { mandate_id: mandateId }, scene.owner))
      return (body.usage as { day: { reserved: string } }).day.reserved
    }
    const fresh = (funds?: string) =>
      openAgent(scene, { capabilities: CAPABILITIES, ...(funds !== undefined && { funds }) })

    test('wait holds no answer while a person has to decide, for creating and for reading', async () => {
      // Longer than the caller's own patience: an answer that were held would be given up.
      const wait = 30
      const { body } = done(await pay(await fresh(), { wait }))
      expect(body.stage).toBe('awaiting_approval')
      expect((await payment(body, wait)).stage).toBe('awaiting_approval')
    })

    test('above the threshold a payment is parked: 202, its approval, head-room and no funds', async () => {
      const of = await fresh()
      refused(await pay(of, { amount: '25.00' }), 402, 'insufficient_funds')
      const to = newAddress()
      const answer = await pay(of, { amount: '25.01', to, purpose: 'Chairs' })
      const { body } = created(scene, answer, 202, `/api/v2/payments/${answer.body.payment_id}`)
      expect(body).toMatchObject({
        ...{
          status: 'pending',
          stage: 'awaiting_approval',
          approval_id: expect.stringMatching(/^apr_/),
          tx_hash: null,
        },
      })
      const asked = await approval(body)
      expect(asked).toMatchObject({
        ...{ status: 'pending', subject_type: 'payment', subject_id: body.payment_id, reason: 'above_threshold' },
        ...{ requested_by: of.agentId, agent_id: of.agentId, wallet_id: of.walletId, mandate_id: of.mandateId },
        ...{ org_id: scene.organization.orgId, amount_usd: '25.01', required_approvals: 1, decisions: [] },
        ...{ mandate_version: 1, resolved_at: null, subject_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ...{ purpose: 'Chairs', chain: 'base', token: 'USDC', amount: '25.01' },
      })
      expect(String(asked.to).toLowerCase()).toBe(to)
      expect(Date.parse(String(asked.expires_at)) - Date.parse(String(asked.created_at))).toBe(86_400_000)
      expect(await reserved(of)).toBe('25.01')
      const [event, ...more] = await eventsOf(scene, body.approval_id)
      expect(more).toEqual([])
      expect(event).toMatchObject({
        type: 'approval.requested',
        data: { approval_id: body.approval_id, subject_id: body.payment_id, status: 'pending', amount_usd: '25.01' },
      })
      expect(await eventsOf(scene, body.payment_id)).toEqual([])
      done(await decide('cancelApproval', body, of.caller))
    })

    test('transfers and mandate executions are parked too', async () => {
      const of = await fresh()
      const shop = await openShop(scene)
      const input = { wallet_id: of.walletId, amount: '30.00', merchant: newAddress() }
      const transfer = await scene.carrier.call('transfer', input, of.caller)
      const execution = await scene.carrier.call(
        'executeMandate',
        { psp_domain: shop.domain, amount: '30.00' },
        of.caller,
      )
      for (const answer of [transfer, execution]) {
        const location = `/api/v2/payments/${answer.body.payment_id}`
        const { body } = created(scene, answer, 202, location)
        expect(body).toMatchObject({ status: 'pending', stage: 'awaiting_approval' })
        done(await decide('deny', body))
      }
      expect(transfer.body).toMatchObject({ success: true, tx_id: transfer.body.payment_id })
    })

    test('together parked payments never break the daily limit', async () => {
      const of = await fresh()
      const answers = await Promise.all(Array.from({ length: 6 }, () => pay(of)))
      const parked = answers.filter((answer) => answer.refused === null)
      expect(parked).toHaveLength(3)
      for (const answer of answers.filter((one) => one.refused !== null))
        refused(answer, 403, 'policy_violation', { reason: 'daily_limit_exceeded', remaining: '10.00' })
      for (const { body } of parked) done(await decide('deny', body))
      expect(await reserved(of)).toBe('0.00')
    })

    test('approved by another person it runs to its end on the chain, and the log tells it in order', async () => {
      const of = await fresh('40')
      const { body } = done(await pay(of))
      expect(await availableOf(scene.carrier, of.walletId, scene.owner)).toBe(40)
      const approved = done(await decide('approve', body, approver, { comment: 'Fine.' }))
      expect([approved.status, approved.body.status]).toEqual([200, 'approved'])
      expect(approved.body.decisions).toMatchObject([
        {
          ...{ decision: 'approve', comment: 'Fine.', decided_by: expect.stringMatching(/^key_/) },
          person: { person_id: expect.stringMatching(/^person_/) },
        },
      ])
      expect(await payment(body, 20)).toMatchObject({
        ...{ status: 'completed', stage: 'completed', approval_id: body.approval_id },
        tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
      expect(await until(async () => (await approval(body)).status === 'executed')).toBe(true)
      expect(await availableOf(scene.carrier, of.walletId, scene.owner)).toBe(10)
      const log = await scene.carrier.call('listEvents', { wallet_id: of.walletId, order: 'oldest_first' }, of.caller)
      const told = typesOf(rowsIn(done(log))).filter((type) => /^(approval|payment)\./.test(String(type)))
      expect(told).toEqual([
        ...['approval.requested', 'approval.resolved', 'payment.accepted', 'payment.pending', 'payment.completed'],
      ])
      const resolved = await eventsOf(scene, body.approval_id, ['approval.resolved'])
      expect(resolved.map(({ data }) => data)).toMatchObject([{ status: 'approved', subject_id: body.payment_id }])
    })

    test('denied it fails with approval_denied and the comment, and the head-room comes back', async () => {
      const of = await fresh()
      const { body } = done(await pay(of))
      expect(await reserved(of)).toBe('30.00')
      const { body: denied } = done(await decide('deny', body, approver, { comment: 'Too much.' }))
      expect(denied).toMatchObject({ status: 'denied', resolved_at: expect.stringMatching(/Z$/) })
      const failed = await payment(body)
      expect(failed).toMatchObject({ status: 'failed', stage: 'failed', failure_code: 'approval_denied' })
      expect(failed.failure_message).toMatch(/Too much\./)
      expect(await reserved(of)).toBe('0.00')
      const [event, ...more] = await eventsOf(scene, body.payment_id)
      expect(more).toEqual([])
      expect(event).toMatchObject({ type: 'payment.failed', data: { failure_code: 'approval_denied' } })
      expect(event?.data).not.toHaveProperty('tx_hash')
      const resolved = await eventsOf(scene, body.approval_id, ['approval.resolved'])
      expect(resolved.map(({ data }) => data)).toMatchObject([{ status: 'denied' }])
    })

    test('only the requester cancels; the payment fails as canceled', async () => {
      const { body } = done(await pay(agent))
      refused(await decide('cancelApproval', body, scene.owner), 403, 'capability_denied')
      expect(done(await decide('cancelApproval', body, agent.caller)).body.status).toBe('canceled')
      expect(await payment(body)).toMatchObject({ status: 'failed', failure_code: 'canceled' })
      expect(typesOf(await eventsOf(scene, body.payment_id))).toEqual(['payment.failed'])
      const late = await decide('cancelApproval', body, agent.caller)
      refused(late, 409, 'approval_not_pending', { status: 'canceled' })
    })

    test('four eyes: who asked never decides, with no key: 403 self_approval_forbidden', async () => {
      const personId = `person_${scene.organization.orgId.slice(4)}`
      const [ann, annAgain] = [
        await openPerson(scene, ['admin'], personId),
        await openPerson(scene, ['admin'], personId),
      ]
      const { body } = done(await pay(agent, {}, { ...ann, agentId: agent.agentId }))
      for (const operation of ['approve', 'deny'] as const)
        for (const caller of [ann, annAgain])
          refused(await decide(operation, body, caller), 403, 'self_approval_forbidden')
      expect(await approval(body)).toMatchObject({ status: 'pending', decisions: [] })
      expect(done(await decide('cancelApproval', body, ann)).body.status).toBe('canceled')
    })

    test('agents never decide, whatever their scope: 403', async () => {
      const of = await openAgent(scene, { capabilities: CAPABILITIES, scope: 'agent:admin' })
      const { body } = done(await pay(of))
      for (const operation of ['approve', 'deny'] as const) {
        refused(await decide(operation, body, of.caller), 403, 'self_approval_forbidden')
        refused(await decide(operation, body, agent.caller), 403, 'capability_denied')
      }
      done(await decide('cancelApproval', body, of.caller))
    })

    test('a key that is neither approver nor admin is 403 insufficient_scope', async () => {
      const { body } = done(await pay(agent))
      for (const roles of [[], ['compliance']] as const)
        refused(await decide('approve', body, await openPerson(scene, roles)), 403, 'insufficient_scope', {
          required: 'approver',
        })
      expect(done(await decide('deny', body, await openPerson(scene, ['admin']))).body.status).toBe('denied')
    })

    test('a decision is final: the same person again, and anybody after the end, is 409', async () => {
      const { body } = done(await pay(agent))
      done(await decide('deny', body))
      const colleague = await openPerson(scene, ['approver'])
      for (const operation of ['approve', 'deny'] as const) {
        refused(await decide(operation, body), 409, 'approval_already_decided', { status: 'denied' })
        refused(await decide(operation, body, colleague), 409, 'approval_not_pending', { status: 'denied' })
      }
    })

    test('of people who decide at the same moment exactly one does', async () => {
      const { body } = done(await pay(agent))
      const people = await Promise.all([1, 2, 3, 4].map(() => openPerson(scene, ['approver'])))
      const answers = await Promise.all(people.map((one) => decide('deny', body, one)))
      expect(answers.filter((answer) => answer.refused === null)).toHaveLength(1)
      for (const answer of answers.filter((one) => one.refused !== null)) refused(answer, 409, 'approval_not_pending')
      expect(typesOf(await eventsOf(scene, body.payment_id))).toEqual(['payment.failed'])
    })

    test('from 10,000 USD two people have to agree; two keys of one person are one', async () => {
      const of = await fresh()
      await verifyAgent(scene, of)
      const input = { mandate_id: of.mandateId, policy: 'Require approval above $10.' }
      done(await scene.carrier.call('updateMandate', input, scene.owner))
      const { body } = done(await pay(of, { amount: '10000.00', beneficiary: BENEFICIARY }))
      const personId = `twice_${of.agentId.slice(4)}`
      const first = await openPerson(scene, ['approver'], personId)
      expect(done(await decide('approve', body, first)).body).toMatchObject({
        status: 'pending',
        required_approvals: 2,
      })
      const sameHuman = await openPerson(scene, ['approver'], personId)
      refused(await decide('approve', body, sameHuman), 409, 'approval_already_decided')
      // Every gate is asked again, and the wallet is empty.
      expect(done(await decide('approve', body)).body).toMatchObject({ status: 'failed', decisions: [{}, {}] })
      expect(await payment(body)).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' })
      expect(await reserved(of)).toBe('0.00')
    })

    test('the mandate of now decides: what was lowered meanwhile refuses', async () => {
      const of = await fresh()
      const { body } = done(await pay(of))
      const input = { mandate_id: of.mandateId, policy: 'Max $20 per transaction, require approval above $10.' }
      done(await scene.carrier.call('updateMandate', input, scene.owner))
      expect(done(await decide('approve', body)).body.status).toBe('failed')
      expect(await payment(body)).toMatchObject({ status: 'failed', failure_code: 'policy_violation' })
    })

    test('a revoked mandate dismisses what waits under it', async () => {
      const of = await fresh()
      const { body } = done(await pay(of))
      done(await scene.carrier.call('revokeMandate', { mandate_id: of.mandateId }, scene.owner))
      expect(await until(async () => (await approval(body)).status === 'dismissed')).toBe(true)
      expect(await payment(body)).toMatchObject({ status: 'failed', failure_code: 'mandate_revoked' })
      expect(await reserved(of)).toBe('0.00')
      const resolved = await eventsOf(scene, body.approval_id, ['approval.resolved'])
      expect(resolved.map(({ data }) => data)).toMatchObject([{ status: 'dismissed' }])
      refused(await decide('approve', body), 409, 'approval_not_pending', { status: 'dismissed' })
    })
  })
}
