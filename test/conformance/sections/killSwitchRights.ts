/** Specification 5.9 with domain 5, A.12: who may set a kill switch and who may lift it, and who sees it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  tokenOf,
} from '../../support/scene.ts'
import { OPERATORS } from '../../support/startService.ts'

const [ALICE, BOB]: [Caller, Caller] = [{ apiKey: OPERATORS.alice }, { apiKey: OPERATORS.bob }]

export function killSwitchRights(given: Given): void {
  describe('5.9 rights over kill switches', () => {
    let scene: Scene
    let agent: TestAgent
    let second: Caller
    beforeAll(async () => {
      scene = await openScene(given, 'Stoppers')
      agent = await openAgent(scene)
      second = await openPerson(scene, ['admin'])
    })
    const activate = (scope: string, target_id: unknown, more: object = {}, caller: Caller = scene.owner) =>
      scene.carrier.call('activateSwitch', { scope, target_id, reason: 'Drill.', reason_code: 'test', ...more }, caller)
    const lift = ({ switch_id }: Body, caller: Caller = second) =>
      scene.carrier.call('deactivateSwitch', { switch_id, reason: 'Over.' }, caller)
    const pay = ({ walletId, caller }: TestAgent) =>
      scene.carrier.call(
        'createPayment',
        { wallet_id: walletId, to: newAddress(), amount: '1.00', token: 'USDC' },
        caller,
      )
    /** The wallet is empty: the last gate refuses. */
    const passes = async (of: TestAgent) => void refused(await pay(of), 402, 'insufficient_funds')

    test('a broad stop is lifted by another person only, a narrow one also by who set it', async () => {
      const personId = `both_${scene.organization.orgId.slice(4)}`
      const [key, otherKey] = [
        await openPerson(scene, ['admin'], personId),
        await openPerson(scene, ['admin'], personId),
      ]
      const self = scene.organization.orgId
      for (const [scope, on] of [
        ...[['rail', 'onchain'] as const, ['chain', 'base'] as const, ['token', 'USDC'] as const],
        ...[['protocol', 'ap2'] as const, ['organization', self] as const],
      ]) {
        const { body } = done(await activate(scope, on, {}, key))
        for (const caller of [key, otherKey]) {
          const { refused: why } = refused(await lift(body, caller), 403, 'self_approval_forbidden')
          expect(why?.message).toContain('another administrator')
        }
        refused(await lift(body, agent.caller), 403, 'capability_denied')
        expect(done(await lift(body)).body.state).toBe('inactive')
      }
      for (const [scope, on] of [
        ...[['capability', 'cards'] as const, ['merchant', 'shop.example'] as const],
        ...[['wallet', agent.walletId] as const, ['agent', agent.agentId] as const],
      ]) {
        const { body } = done(await activate(scope, on, {}, key))
        expect(done(await lift(body, key)).body.state, scope).toBe('inactive')
      }
      await passes(agent)
    })

    test('of two administrators of whom one has made the key of the other neither lifts a broad stop of the other', async () => {
      const maker = await openPerson(scene, ['admin'])
      const form = { org_id: scene.organization.orgId, name: 'A second name', roles: ['admin'] }
      const made = { apiKey: textIn(done(await scene.carrier.call('createKey', form, maker)).body, 'api_key') }
      for (const [one, other] of [
        [maker, made],
        [made, maker],
      ] as const) {
        const { body } = done(await activate('organization', scene.organization.orgId, {}, one))
        refused(await lift(body, other), 403, 'self_approval_forbidden')
        done(await lift(body))
      }
    })

    test('an agent stops itself, nothing else, and never lets itself go', async () => {
      const [of, sibling] = [await openAgent(scene, { capabilities: ['payments'] }), await openAgent(scene)]
      refused(await activate('agent', sibling.agentId, {}, of.caller), 404, 'not_found')
      for (const [scope, on] of [['wallet', of.walletId] as const, ['organization', scene.organization.orgId] as const])
        refused(await activate(scope, on, {}, of.caller), 403, 'capability_denied')
      const reader = { token: await tokenOf(scene.carrier, of, 'agent:read') }
      refused(await activate('agent', of.agentId, {}, reader), 403, 'insufficient_scope')
      const { body } = done(await activate('agent', of.agentId, {}, of.caller))
      expect(body).toMatchObject({ activated_by: of.agentId })
      refused(await pay(of), 403, 'kill_switch_active', { scope: 'agent', target_id: of.agentId })
      await passes(sibling)
      refused(await lift(body, of.caller), 403, 'capability_denied', { reason: 'organization_only' })
      done(await lift(body, scene.owner))
      await passes(of)
    })

    test('the list has every switch that was set, filtered; strangers see none and lift none', async () => {
      const of = await openAgent(scene)
      const { body } = done(await activate('agent', of.agentId))
      const list = async (input: object, caller: Caller = scene.owner) =>
        rowsIn(done(await scene.carrier.call('listSwitches', { ...input }, caller))).map((row) => row.switch_id)
      expect(await list({ target_id: of.agentId })).toEqual([body.switch_id])
      expect(await list({ state: 'active', scope: 'agent' })).toContain(body.switch_id)
      expect(await list({ state: 'inactive', scope: 'agent' })).not.toContain(body.switch_id)
      const foreign = await openScene(given, 'Others')
      expect(await list({}, foreign.owner)).toEqual([])
      expect(await list({ target_id: of.agentId }, ALICE)).toEqual([])
      for (const caller of [foreign.owner, ALICE]) refused(await lift(body, caller), 404, 'not_found')
      refused(await scene.carrier.call('listSwitches', {}, of.caller), 403, 'capability_denied')
      done(await lift(body))
      const [newest] = await list({ state: 'inactive' })
      expect(newest).toBe(body.switch_id)
    })

    test('who may not, and what is no switch', async () => {
      const foreign = await openScene(given, 'Targets')
      const theirs = await openAgent(foreign)
      const clerk = await openPerson(scene, ['approver'])
      refused(await activate('chain', 'base', {}, clerk), 403, 'insufficient_scope', { required: 'admin' })
      refused(await activate('global', '*'), 403, 'insufficient_scope', { required: 'operator' })
      for (const [scope, on] of [
        ...[['agent', theirs.agentId] as const, ['wallet', theirs.walletId] as const],
        ...[
          ['organization', foreign.organization.orgId] as const,
          ['merchant', 'mrc_00000000000000000000000000'] as const,
        ],
      ])
        refused(await activate(scope, on), 404, 'not_found')
      refused(await activate('chain', 'Base'), 422, 'no_route', { reason: 'unknown_chain', hint: 'base' })
      refusedField(await activate('token', 'DOGE'), 'target_id')
      refusedField(await activate('merchant', 'no domain'), 'target_id')
      refusedField(await activate('chain', 'base', { reason: ' ' }), 'reason')
      if (given.carrierName === 'rest') {
        refusedField(await activate('planet', 'base'), 'scope')
        refusedField(await activate('chain', 'base', { reason_code: 'mood' }), 'reason_code')
        refusedField(await scene.carrier.call('previewSwitch', { scope: 'chain' }, scene.owner), 'target_id')
      }
      await passes(agent)
    })

    test('the platform stops everybody without saying why; another operator lets go', async () => {
      const foreign = await openScene(given, 'Everybody')
      const theirs = await openAgent(foreign)
      refused(await activate('wallet', agent.walletId, {}, ALICE), 403, 'insufficient_scope', { required: 'admin' })
      const { body } = done(await activate('global', '*', { reason: 'Secret.' }, ALICE))
      try {
        expect(body).toMatchObject({ scope: 'global', target_id: '*', org_id: null, reason: 'Secret.' })
        for (const one of [agent, theirs]) {
          const { text } = refused(await pay(one), 403, 'kill_switch_active', { scope: 'global' })
          expect(text).not.toContain('Secret.')
        }
        const effective = await scene.carrier.call('effectiveSwitches', {}, scene.owner)
        expect(done(effective).body).toMatchObject({ blocked: true, switches: [{ level: 'platform', reason: null }] })
        refused(await lift(body, ALICE), 403, 'self_approval_forbidden')
        refused(await lift(body, second), 404, 'not_found')
      } finally {
        done(await lift(body, BOB))
      }
      for (const one of [agent, theirs]) await passes(one)
    })
  })
}
