/**
 * Specification 5.9 with domain 5, A.12: a kill switch blocks execution whatever the token and the mandate say. An empty
 * wallet shows it: stopped it is 403 before anything is asked, let go it is 402 at the last gate.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Body, Caller } from '../../support/carriers.ts'
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
  openShop,
  refused,
  refusedField,
  type Scene,
  type TestAgent,
  tokenOf,
  typesOf,
  until,
} from '../../support/scene.ts'

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals']

type Way = 'createPayment' | 'transfer' | 'executeMandate'
const WAYS: readonly Way[] = ['createPayment', 'transfer', 'executeMandate']

export function killSwitches(given: Given): void {
  describe('5.9 kill switches', () => {
    let scene: Scene
    let agent: TestAgent
    let shop: Awaited<ReturnType<typeof openShop>>
    let second: Caller
    beforeAll(async () => {
      scene = await openScene(given, 'Stopping')
      agent = await openAgent(scene, { capabilities: CAPABILITIES })
      shop = await openShop(scene)
      second = await openPerson(scene, ['admin'])
    })
    const activate = (scope: string, target_id: unknown, more: object = {}, caller: Caller = scene.owner) =>
      scene.carrier.call('activateSwitch', { scope, target_id, reason: 'Drill.', reason_code: 'test', ...more }, caller)
    const lift = ({ switch_id }: Body, caller: Caller = second) =>
      scene.carrier.call('deactivateSwitch', { switch_id, reason: 'Over.' }, caller)
    const spend = (way: Way, of: TestAgent = agent): Promise<Answer> => {
      const inputs = {
        createPayment: { wallet_id: of.walletId, to: shop.domain, amount: '1.00', token: 'USDC' },
        transfer: { wallet_id: of.walletId, merchant: shop.domain, amount: '1.00' },
        executeMandate: { psp_domain: shop.domain, amount: '1.00' },
      }
      return scene.carrier.call(way, inputs[way], of.caller)
    }
    const passes = async (way: Way, of?: TestAgent) => void refused(await spend(way, of), 402, 'insufficient_funds')
    const effective = async (input: object, caller: Caller = scene.owner) =>
      done(await scene.carrier.call('effectiveSwitches', { ...input }, caller)).body as {
        blocked: boolean
        switches: Body[]
      }
    const target = (name: string) =>
      ({
        ...{ onchain: 'onchain', base: 'base', USDC: 'USDC', payments: 'payments', wallets: 'wallets' },
        ...{ self: scene.organization.orgId, merchant: shop.merchantId, domain: shop.domain },
        ...{ wallet: agent.walletId, agent: agent.agentId },
      })[name] ?? name

    test.each([
      ['rail', 'onchain', WAYS],
      ['chain', 'base', WAYS],
      ['token', 'USDC', WAYS],
      ['organization', 'self', WAYS],
      ['capability', 'payments', ['createPayment', 'executeMandate']],
      ['capability', 'wallets', ['transfer']],
      ['merchant', 'merchant', WAYS],
      ['merchant', 'domain', WAYS],
      ['wallet', 'wallet', WAYS],
      ['agent', 'agent', WAYS],
    ] as const)(
      'a switch on %s %s stops what it matches, and nothing once it is lifted',
      async (scope, name, stopped) => {
        const { body, status } = done(await activate(scope, target(name)))
        if (given.carrierName === 'rest') expect(status).toBe(201)
        expect(body).toMatchObject({
          ...{ switch_id: expect.stringMatching(/^kil_/), scope, target_id: target(name), state: 'active' },
          ...{ org_id: scene.organization.orgId, reason: 'Drill.', reason_code: 'test', deactivated_at: null },
          ...{ activated_by: expect.stringMatching(/^key_/), affected: null },
        })
        const details = {
          ...{ switch_id: body.switch_id, scope, target_id: target(name), activated_at: body.activated_at },
          reason: 'Drill.',
        }
        for (const way of WAYS) {
          if (!(stopped as readonly Way[]).includes(way)) await passes(way)
          else refused(await spend(way), 403, 'kill_switch_active', details)
        }
        expect(done(await lift(body)).body).toMatchObject({
          ...{ state: 'inactive', deactivate_reason: 'Over.', deactivated_by: expect.stringMatching(/^key_/) },
        })
        for (const way of WAYS) await passes(way)
        const events = await eventsOf(scene, body.switch_id)
        expect(typesOf(events)).toEqual(['kill_switch.activated', 'kill_switch.deactivated'])
        expect(events[0]?.data).toMatchObject({
          ...{ switch_id: body.switch_id, scope, target_id: target(name), reason: 'Drill.' },
        })
      },
    )

    test('a switch on something else stops nothing', async () => {
      const other = await openAgent(scene)
      for (const [scope, on] of [
        ...[['rail', 'card'] as const, ['chain', 'polygon'] as const, ['token', 'EURC'] as const],
        ...[['protocol', 'x402'] as const, ['capability', 'cards'] as const, ['merchant', 'other.example'] as const],
        ...[['wallet', other.walletId] as const, ['agent', other.agentId] as const],
      ]) {
        const { body } = done(await activate(scope, on))
        for (const way of WAYS) await passes(way)
        done(await lift(body))
      }
    })

    test('a live token and a good mandate do not help; the dry run says so; reads and deposits go on', async () => {
      const of = await openAgent(scene, { capabilities: CAPABILITIES })
      const { body } = done(await activate('agent', of.agentId))
      const exchange = { agentId: of.agentId, apiKey: of.apiKey }
      const token = await tokenOf(scene.carrier, exchange)
      refused(await spend('createPayment', { ...of, caller: { ...of.caller, token } }), 403, 'kill_switch_active')
      const input = { wallet_id: of.walletId, amount: '1.00', to: newAddress() }
      const dryRun = done(await scene.carrier.call('checkPolicy', input, of.caller)).body
      expect(dryRun).toMatchObject({ allowed: false, error_type: 'kill_switch_active' })
      refused(await scene.carrier.call('requestApproval', input, of.caller), 403, 'kill_switch_active')
      done(await scene.carrier.call('me', {}, of.caller))
      await fund(scene, of.walletId, '2')
      expect(await availableOf(scene.carrier, of.walletId, of.caller)).toBe(2)
      done(await lift(body))
      done(await spend('createPayment', of))
    })

    test('activation happens once: a repeat is 200 with the same switch, also at the same moment', async () => {
      const of = await openAgent(scene)
      const answers = await Promise.all(Array.from({ length: 4 }, () => activate('wallet', of.walletId)))
      answers.push(await activate('wallet', of.walletId, { reason: 'Another.' }, second))
      const [first, ...others] = new Set(answers.map((answer) => done(answer).body.switch_id))
      expect(others).toEqual([])
      const statuses = answers.map(({ status }) => status).sort()
      if (given.carrierName === 'rest') expect(statuses).toEqual([200, 200, 200, 200, 201])
      expect(answers.at(-1)?.body).toMatchObject({ reason: 'Drill.' })
      expect(typesOf(await eventsOf(scene, first))).toEqual(['kill_switch.activated'])
      const { body } = done(await lift({ switch_id: first }))
      expect(done(await lift({ switch_id: first }, scene.owner)).body).toEqual(body)
      expect(typesOf(await eventsOf(scene, first, ['kill_switch.deactivated']))).toHaveLength(1)
      const again = done(await activate('wallet', of.walletId)).body
      expect(again.switch_id).not.toBe(first)
      done(await lift(again))
    })

    test('of several switches the broadest is named first; effective shows them in that order', async () => {
      const set: Body[] = []
      for (const [scope, on] of [
        ['agent', agent.agentId] as const,
        ['wallet', agent.walletId] as const,
        ['chain', 'base'] as const,
      ])
        set.unshift(done(await activate(scope, on)).body)
      refused(await spend('createPayment'), 403, 'kill_switch_active', { scope: 'chain', switch_id: set[0]?.switch_id })
      const ids = set.map(({ switch_id }) => switch_id)
      const all = { agent_id: agent.agentId, wallet_id: agent.walletId, chain: 'base' }
      const asked = await effective(all)
      expect(asked).toMatchObject({ blocked: true, switches: [{ level: 'organization', reason: 'Drill.' }, {}, {}] })
      expect(asked.switches.map(({ switch_id }) => switch_id)).toEqual(ids)
      // An agent asks about a call of its own without naming itself.
      const own = await effective({}, agent.caller)
      expect(own.switches.map(({ scope }) => scope)).toEqual(['wallet', 'agent'])
      expect(await effective({ chain: 'polygon', token: 'EURC' })).toEqual({ blocked: false, switches: [] })
      const other = await openAgent(scene)
      expect(await effective({}, other.caller)).toEqual({ blocked: false, switches: [] })
      for (const input of [{ agent_id: agent.agentId }, { wallet_id: agent.walletId }])
        refused(await scene.carrier.call('effectiveSwitches', input, other.caller), 404, 'not_found')
      for (const body of set) done(await lift(body))
      expect(await effective(all)).toEqual({ blocked: false, switches: [] })
    })

    test('what waits for a person is dismissed, and does not run again', async () => {
      const of = await openAgent(scene)
      const input = { wallet_id: of.walletId, to: newAddress(), amount: '30.00', token: 'USDC' }
      const parked = done(await scene.carrier.call('createPayment', input, of.caller)).body
      const on = { scope: 'wallet', target_id: of.walletId }
      const preview = await scene.carrier.call('previewSwitch', on, scene.owner)
      expect(done(preview).body).toEqual({ queued: 0, parked: 1, broadcast: 0, cards: 0 })
      const { body } = done(await activate('wallet', of.walletId))
      expect(body.affected).toBeNull()
      const read = async () =>
        done(await scene.carrier.call('getPayment', { payment_id: parked.payment_id }, scene.owner)).body
      await until(async () => (await read()).status === 'failed')
      expect(await read()).toMatchObject({ failure_code: 'kill_switch_active' })
      const approval = await scene.carrier.call('getApproval', { approval_id: parked.approval_id }, scene.owner)
      expect(done(approval).body).toMatchObject({ status: 'dismissed' })
      expect(typesOf(await eventsOf(scene, parked.payment_id))).toEqual(['payment.failed'])
      const mandate = await scene.carrier.call('getMandate', { mandate_id: of.mandateId }, scene.owner)
      expect(done(mandate).body).toMatchObject({ usage: { day: { reserved: '0.00' } } })
      done(await lift(body))
      expect(await read()).toMatchObject({ status: 'failed' })
    })

    test('raced by payments: after the answer none is accepted, nothing stays reserved, and nobody else waits', async () => {
      const [of, bystander] = [await openAgent(scene, { funds: '20' }), await openAgent(scene, { funds: '20' })]
      const late: unknown[] = []
      let isSet = false
      const payments = Array.from({ length: 40 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 3))
        const wasSet = isSet
        const answer = await spend('createPayment', of)
        if (wasSet && answer.refused?.type !== 'kill_switch_active') late.push(answer.text)
        return answer
      })
      await new Promise((resolve) => setTimeout(resolve, 40))
      const { body } = done(await activate('agent', of.agentId))
      isSet = true
      const accepted = (await Promise.all(payments)).filter((answer) => answer.refused === null)
      expect(late).toEqual([])
      const { caller } = bystander
      const untouched = { wallet_id: bystander.walletId, to: shop.domain, amount: '1.00', token: 'USDC', wait: 5 }
      expect(done(await scene.carrier.call('createPayment', untouched, caller)).body.status).toBe('completed')
      const stage = async ({ body: { payment_id } }: Answer) =>
        done(await scene.carrier.call('getPayment', { payment_id, wait: 20 }, scene.owner)).body
      for (const one of await Promise.all(accepted.map(stage)))
        if (one.status === 'failed') expect(one.failure_code).toBe('kill_switch_active')
        else expect(one.status).toBe('completed')
      const mandate = await scene.carrier.call('getMandate', { mandate_id: of.mandateId }, scene.owner)
      expect(done(mandate).body).toMatchObject({ usage: { day: { reserved: '0.00' } } })
      done(await lift(body))
    })

    test('with an end it stops nothing from then on, and is closed', async () => {
      const of = await openAgent(scene)
      const end = scene.service.clock.now().getTime() + 1_000
      const auto_deactivate_at = new Date(end).toISOString()
      const { body } = done(await activate('agent', of.agentId, { auto_deactivate_at }))
      refused(await spend('createPayment', of), 403, 'kill_switch_active')
      await until(async () => scene.service.clock.now().getTime() >= end)
      await passes('createPayment', of)
      await until(async () => (await eventsOf(scene, body.switch_id, ['kill_switch.deactivated'])).length === 1)
      const past = new Date(end).toISOString()
      refusedField(await activate('agent', of.agentId, { auto_deactivate_at: past }), 'auto_deactivate_at')
    })
  })
}
