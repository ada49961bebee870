/** Domain A.2 and 3: an organization reads and changes itself; how many people have to approve is its own rule. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  type Scene,
} from '../../support/scene.ts'

const DEFAULT = [
  { min_amount_usd: '0.00', required: 1 },
  { min_amount_usd: '10000.00', required: 2 },
]

export function organizations(given: Given): void {
  describe('A.2 the organization', () => {
    let scene: Scene
    let org: { readonly org_id: string }
    beforeAll(async () => {
      scene = await openScene(given, 'Own')
      org = { org_id: scene.organization.orgId }
    })
    const read = async (by: Caller = scene.owner) => done(await scene.carrier.call('getOrganization', org, by)).body
    const update = (changes: object, by: Caller = scene.owner) =>
      scene.carrier.call('updateOrganization', { ...org, ...changes }, by)

    test('its keys read it whole, its agents without its rules, another organization not at all', async () => {
      const before = await read()
      expect(before).toMatchObject({
        ...org,
        name: 'Own',
        status: 'active',
        mode: 'test',
        approval_quorum: DEFAULT,
        strict_approvals: false,
        withdrawal_approvals: true,
        limits: { requests_per_minute: expect.any(Number), payments_per_agent_per_minute: expect.any(Number) },
      })
      expect(before.did).toMatch(/^did:key:z6Mk/)
      const agent = await openAgent(scene)
      expect(await read(agent.caller)).toMatchObject({
        name: 'Own',
        approval_quorum: null,
        strict_approvals: null,
        withdrawal_approvals: null,
        policy_template: null,
        limits: before.limits,
      })
      const foreign = await openScene(given, 'Not theirs')
      refused(await scene.carrier.call('getOrganization', org, foreign.owner), 404, 'not_found')
      refused(await update({ name: 'Mine now' }, foreign.owner), 404, 'not_found')
    })

    test('an administrator changes what is given', async () => {
      const before = await read()
      const rules = { strict_approvals: true, withdrawal_approvals: false }
      const changes = { name: 'Renamed', limit_timezone: 'Europe/Berlin', ...rules }
      expect(done(await update(changes)).body).toEqual({ ...before, ...changes })
      expect(await read()).toEqual({ ...before, ...changes })
      const approver = await openPerson(scene, ['approver'])
      refused(await update({ name: 'x' }, approver), 403, 'insufficient_scope', { required: 'admin' })
    })

    const rule = (min_amount_usd: string, required: number) => ({ min_amount_usd, required })
    test.each([
      [{ name: '' }, 'name'],
      [{ limit_timezone: 'Mars/Base' }, 'limit_timezone'],
      [{ approval_quorum: [] }, 'approval_quorum'],
      [{ approval_quorum: [rule('5', 1)] }, 'approval_quorum.0.min_amount_usd'],
      [{ approval_quorum: [rule('0', 0)] }, 'approval_quorum.0.required'],
      // More people than the organization has who can approve.
      [{ approval_quorum: [rule('0', 1), rule('5', 9)] }, 'approval_quorum.1.required'],
      [{ approval_quorum: [rule('0', 1), rule('0', 2)] }, 'approval_quorum.1.min_amount_usd'],
      [{ approval_quorum: [rule('0', 1), rule('-1', 2)] }, 'approval_quorum.1.min_amount_usd'],
    ])('%j names the field', async (changes, field) => {
      refusedField(await update(changes), field)
    })

    test('nothing to change is refused', async () => {
      refused(await update({}), 400, 'invalid_request', { reason: 'nothing_to_change' })
    })

    test('while it is suspended it reads and does nothing else, and its agents get no token', async () => {
      const own = await openScene(given, 'Unpaid')
      const { agentId: agent_id, apiKey: api_key, walletId: wallet_id, caller } = await openAgent(own)
      await own.service.suspend(own.organization.orgId)
      const suspended = { reason: 'organization_suspended' }
      const spend = { wallet_id, to: newAddress(), amount: '1.00', token: 'USDC' }
      const call = own.carrier.call
      refused(await call('createPayment', spend, caller), 403, 'capability_denied', suspended)
      refused(await call('updateAgent', { agent_id, name: 'x' }, own.owner), 403, 'capability_denied', suspended)
      refused(await call('token', { agent_id, api_key }, {}), 401, 'authentication_error', suspended)
      expect(done(await call('me', {}, caller)).body.agent_id).toBe(agent_id)
      done(await call('freezeWallet', { wallet_id, reason: 'Drill.' }, own.owner))
    })

    test('its own quorum decides what is requested from then on, and an approval never passes a stricter one', async () => {
      const { carrier, owner } = scene
      const agent = await openAgent(scene, { funds: '100' })
      const [first, second] = await Promise.all([openPerson(scene, ['approver']), openPerson(scene, ['approver'])])
      const spend = { wallet_id: agent.walletId, to: newAddress(), amount: '30.00', token: 'USDC' }
      const park = async () => done(await carrier.call('createPayment', spend, agent.caller)).body
      const approve = async (id: unknown, by: Caller) =>
        done(await carrier.call('approve', { approval_id: id }, by)).body
      const earlier = await park()
      const strict = { approval_quorum: [rule('0', 1), rule('20.00', 2)] }
      expect(done(await update(strict)).body.approval_quorum).toEqual([rule('0.00', 1), rule('20.00', 2)])
      expect(await approve(earlier.approval_id, first)).toMatchObject({ required_approvals: 1, status: 'dismissed' })
      const later = await park()
      expect(await approve(later.approval_id, first)).toMatchObject({ required_approvals: 2, status: 'pending' })
      expect((await approve(later.approval_id, second)).status).not.toBe('pending')
      const paid = { payment_id: later.payment_id, wait: 20 }
      expect(done(await carrier.call('getPayment', paid, owner)).body.status).toBe('completed')
      expect(done(await update({ approval_quorum: null })).body.approval_quorum).toEqual(DEFAULT)
      expect(await approve((await park()).approval_id, first)).toMatchObject({ required_approvals: 1 })
    })
  })
}
