/** Domain A.10: approvals that are asked for in advance, and who sees which. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller, Operation } from '../../support/carriers.ts'
import {
  created,
  done,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  pastMidnight,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals']

export function approvalsInAdvance(given: Given): void {
  describe('A.10 approvals in advance', () => {
    let scene: Scene
    let agent: TestAgent
    let approver: Caller
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'In advance')
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
    const ask = (of: TestAgent, more: object = {}, by: Caller = of.caller) =>
      scene.carrier.call('requestApproval', { wallet_id: of.walletId, amount: '30.00', ...more }, by)
    const fresh = (funds?: string) =>
      openAgent(scene, { capabilities: CAPABILITIES, ...(funds !== undefined && { funds }) })

    test('asked for in advance it lets exactly one spend pass, and only the one it is for', async () => {
      const of = await fresh('80')
      const to = newAddress()
      const answer = await ask(of, { to, comment: 'For the chairs.', expires_in_seconds: 3_600 })
      const { body } = created(scene, answer, 201, `/api/v2/approvals/${answer.body.approval_id}`)
      expect(body).toMatchObject({
        ...{ status: 'pending', reason: 'manual', subject_id: null, comment: 'For the chairs.', amount_usd: '30.00' },
      })
      expect(Date.parse(String(body.expires_at)) - Date.parse(String(body.created_at))).toBe(3_600_000)
      expect(await reserved(of)).toBe('0.00')
      const { approval_id } = body
      const spend = (more: object = {}) => pay(of, { to, approval_id, ...more })
      const required = (reason: string) => ({ reason, approval_id })
      refused(await spend(), 403, 'approval_required', required('approval_pending'))
      expect(done(await decide('approve', body)).body.status).toBe('approved')
      for (const other of [{ amount: '30.01' }, { to: newAddress() }])
        refused(await spend(other), 403, 'approval_required', required('approval_does_not_match'))
      const together = await Promise.all([spend(), spend()])
      const [paid, ...more] = together.filter((one) => one.refused === null)
      expect(more).toEqual([])
      for (const one of together.filter(({ refused: refusal }) => refusal !== null))
        refused(one, 403, 'approval_required', required('approval_used'))
      expect(await payment(paid?.body ?? {}, 20)).toMatchObject({ status: 'completed', approval_id })
      refused(await spend(), 403, 'approval_required', required('approval_used'))
      await until(async () => (await approval(body)).status === 'executed')
      expect(await approval(body)).toMatchObject({ subject_id: paid?.body.payment_id })
    })

    test('a denied one lets nothing pass, and a wrong request is named', async () => {
      const to = newAddress()
      const { body } = done(await ask(agent, { to }))
      done(await decide('deny', body))
      refused(await pay(agent, { to, approval_id: body.approval_id }), 403, 'approval_denied')
      for (const seconds of [3_599, 604_801])
        refusedField(await ask(agent, { to, expires_in_seconds: seconds }), 'expires_in_seconds')
      refusedField(await ask(agent, { to, amount: '0' }), 'amount')
      refusedField(await pay(agent, { approval_id: 'nonsense' }), 'approval_id')
      refused(await pay(agent, { approval_id: 'apr_00000000000000000000000000' }), 404, 'not_found')
    })

    test('an agent lists and reads its own, its organization all, nobody else any', async () => {
      const [of, sibling] = [await fresh(), await fresh()]
      const foreign = await openScene(given, 'No approvals')
      const { body } = done(await ask(of, { to: newAddress() }))
      const { body: next } = done(await ask(of, { to: newAddress() }))
      const list = async (caller: Caller, more: object = {}) =>
        rowsIn(done(await scene.carrier.call('listApprovals', { ...more }, caller))).map((row) => row.approval_id)
      expect(await list(of.caller)).toEqual([next.approval_id, body.approval_id])
      expect(await list(sibling.caller, { agent_id: of.agentId })).toEqual([])
      expect(await list(foreign.owner)).toEqual([])
      expect(await list(scene.owner, { agent_id: of.agentId, status: 'pending' })).toHaveLength(2)
      done(await decide('deny', body))
      expect(await list(scene.owner, { agent_id: of.agentId, status: 'denied' })).toEqual([body.approval_id])
      expect(await list(approver, { agent_id: of.agentId, subject_type: 'payment', limit: 1 })).toHaveLength(1)
      expect(done(await decide('getApproval', body, of.caller)).body).toEqual(await approval(body))
      for (const caller of [sibling.caller, foreign.owner])
        refused(await decide('getApproval', body, caller), 404, 'not_found')
      for (const operation of ['approve', 'deny', 'cancelApproval'] as const)
        refused(await decide(operation, next, foreign.owner), 404, 'not_found')
      expect(await approval(next)).toMatchObject({ status: 'pending' })
    })
  })
}
