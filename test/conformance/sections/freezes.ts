/** Specification 3, 6.1 with domain 9.1: a frozen wallet spends nothing and receives everything; one event for each change. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../support/carriers.ts'
import {
  availableOf,
  done,
  eventsOf,
  fund,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  type Scene,
  type TestAgent,
  typesOf,
  until,
} from '../../support/scene.ts'

export function freezes(given: Given): void {
  describe('3, 6.1 freezing wallets', () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await openScene(given, 'Freezing')
    })
    const freeze = ({ walletId }: TestAgent, caller: Caller = scene.owner, reason: unknown = 'Looks odd.') =>
      scene.carrier.call('freezeWallet', { wallet_id: walletId, reason }, caller)
    const unfreeze = ({ walletId }: TestAgent, caller: Caller = scene.owner) =>
      scene.carrier.call('unfreezeWallet', { wallet_id: walletId, reason: 'Was nothing.' }, caller)
    const pay = ({ walletId, caller }: TestAgent, more: object = {}) =>
      scene.carrier.call(
        'createPayment',
        { wallet_id: walletId, to: newAddress(), amount: '1.00', token: 'USDC', ...more },
        caller,
      )
    const changes = ({ walletId }: TestAgent) => eventsOf(scene, walletId, ['wallet.frozen', 'wallet.unfrozen'])

    test('frozen it refuses every spend with 403 wallet_frozen, deposits and reads go on; unfrozen it pays', async () => {
      const agent = await openAgent(scene, { funds: '10' })
      const { body, status } = done(await freeze(agent))
      expect(status).toBe(200)
      const facts = { status: 'frozen', frozen_reason: 'Looks odd.', frozen_source: 'manual' }
      expect(body).toMatchObject({ wallet_id: agent.walletId, ...facts, frozen_by: expect.stringMatching(/^key_/) })
      const shown = await scene.carrier.call('getWallet', { wallet_id: agent.walletId }, agent.caller)
      expect(done(shown).body).toMatchObject({ ...facts, frozen_at: body.frozen_at })
      const transfer = { wallet_id: agent.walletId, amount: '1.00', merchant: newAddress() }
      const execution = { psp_domain: 'psp.example', amount: '1.00' }
      for (const answer of [
        await pay(agent),
        await scene.carrier.call('transfer', transfer, agent.caller),
        await scene.carrier.call('executeMandate', execution, agent.caller),
        await pay({ ...agent, caller: { ...scene.owner, agentId: agent.agentId } as never }),
      ])
        refused(answer, 403, 'wallet_frozen')
      await fund(scene, agent.walletId, '5')
      expect(await availableOf(scene.carrier, agent.walletId, agent.caller)).toBe(15)
      expect(done(await unfreeze(agent)).body).toMatchObject({ status: 'active', frozen_reason: null, frozen_at: null })
      expect(done(await pay(agent, { wait: 20 })).body.status).toBe('completed')
    })

    test('repeating is 200 and tells nobody: the first reason stands', async () => {
      const agent = await openAgent(scene)
      const { body } = done(await freeze(agent))
      const admin = await openPerson(scene, ['admin'])
      expect(done(await freeze(agent, admin, 'Another.')).body).toMatchObject({
        ...{ frozen_reason: 'Looks odd.', frozen_by: body.frozen_by, frozen_at: body.frozen_at },
      })
      for (let time = 0; time < 2; time++) done(await unfreeze(agent))
      const events = await changes(agent)
      expect(typesOf(events)).toEqual(['wallet.frozen', 'wallet.unfrozen'])
      const facts = { wallet_id: agent.walletId, agent_id: agent.agentId, source: 'manual', actor: body.frozen_by }
      expect(events.map(({ data }) => data)).toEqual([
        { ...facts, status: 'frozen', reason: 'Looks odd.', at: body.frozen_at },
        { ...facts, status: 'active', reason: 'Was nothing.', at: expect.stringMatching(/Z$/) },
      ])
    })

    test('an agent freezes its own wallet and cannot unfreeze it; others need the role admin', async () => {
      const [agent, other] = [await openAgent(scene), await openAgent(scene)]
      const foreign = await openScene(given, 'Not mine')
      for (const caller of [other.caller, foreign.owner]) refused(await freeze(agent, caller), 404, 'not_found')
      const clerk = await openPerson(scene, ['approver'])
      refused(await freeze(agent, clerk), 403, 'insufficient_scope', { required: 'admin' })
      refused(await unfreeze(agent, clerk), 403, 'insufficient_scope', { required: 'admin or compliance' })
      const officer = await openPerson(scene, ['compliance'])
      done(await freeze(agent))
      refused(await unfreeze(agent, officer), 403, 'insufficient_scope', { required: 'admin' })
      done(await unfreeze(agent))
      refusedField(await freeze(agent, scene.owner, '  '), 'reason')
      expect(done(await freeze(agent, agent.caller)).body).toMatchObject({ frozen_by: agent.agentId })
      const only = { reason: 'organization_only' }
      refused(await unfreeze(agent, agent.caller), 403, 'capability_denied', only)
      refused(await unfreeze(agent, foreign.owner), 404, 'not_found')
      refused(await pay(agent), 403, 'wallet_frozen')
      expect(typesOf(await changes(agent))).toEqual(['wallet.frozen', 'wallet.unfrozen', 'wallet.frozen'])
    })

    test('what waits for a person ends with the freeze, and its head-room comes back', async () => {
      const agent = await openAgent(scene)
      const { body } = done(await pay(agent, { amount: '30.00' }))
      done(await freeze(agent))
      const input = { payment_id: body.payment_id }
      const failed = await until(async () => {
        const now = done(await scene.carrier.call('getPayment', input, scene.owner)).body
        return now.status === 'failed' && now
      })
      expect(failed).toMatchObject({ failure_code: 'wallet_frozen' })
      const mandate = await scene.carrier.call('getMandate', { mandate_id: agent.mandateId }, scene.owner)
      expect(done(mandate).body).toMatchObject({ usage: { day: { reserved: '0.00' } } })
    })

    test('ten violations within ten minutes freeze it by policy; what was accepted before is paid', async () => {
      const agent = await openAgent(scene, { funds: '1' })
      const { body: accepted } = done(await pay(agent))
      const check = { wallet_id: agent.walletId, to: newAddress(), amount: '50.01' }
      for (let left = 9; left >= 0; left--) {
        // A dry run does not count.
        done(await scene.carrier.call('checkPolicy', check, agent.caller))
        const announced = { violations_left: left, violations_window_seconds: 600 }
        const answer = refused(await pay(agent, { amount: '50.01' }), 403, 'policy_violation', announced)
        expect(/the wallet is frozen now/.test(answer.refused?.message ?? '')).toBe(left === 0)
      }
      refused(await pay(agent), 403, 'wallet_frozen')
      const [event, ...more] = await changes(agent)
      expect(more).toEqual([])
      expect(event).toMatchObject({ type: 'wallet.frozen', data: { source: 'policy', status: 'frozen' } })
      const paid = { payment_id: accepted.payment_id, wait: 20 }
      expect(done(await scene.carrier.call('getPayment', paid, agent.caller)).body.status).toBe('completed')
      expect(done(await unfreeze(agent)).body.status).toBe('active')
      refused(await pay(agent), 402, 'insufficient_funds')
    })
  })
}
