/** Domain 2.2, A.8: cards are issued to verified agents, changed by those who may, and their numbers are nowhere. */
import { beforeAll, describe, expect, test } from 'vitest'
import { issue, openCardAgent, WIDE } from '../../support/cardScene.ts'
import type { Body, Caller, Input } from '../../support/carriers.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  typesOf,
  until,
  verifyAgent,
} from '../../support/scene.ts'

export function cards(given: Given): void {
  describe('A.8 cards', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Cards')
      agent = await openCardAgent(scene)
    })
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)

    test('an issued card shows its last four digits and no more, and expires in 36 months', async () => {
      const input = { wallet_id: agent.walletId, limit_per_tx: 50, limit_daily: '100.50', memo: 'Travel' }
      const graph = { ...input, limit_per_tx: '50' }
      const answer = await call('issueCard', given.carrierName === 'rest' ? input : graph, agent.caller)
      const { body } = created(scene, answer, 201, `/api/v2/cards/${answer.body.card_id}`)
      const last = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 36, 1))
      expect(body).toMatchObject({
        ...{ card_id: expect.stringMatching(/^crd_/), wallet_id: agent.walletId, agent_id: agent.agentId },
        ...{ type: 'virtual', status: 'active', network: 'VISA', last_four: expect.stringMatching(/^\d{4}$/) },
        masked_pan: `•••• •••• •••• ${body.last_four}`,
        ...{ exp_month: String(last.getUTCMonth() + 1).padStart(2, '0'), exp_year: String(last.getUTCFullYear()) },
        ...{ limit_per_tx: 50, limit_daily: 100.5, limit_monthly: null, spent_today: 0, spent_this_month: 0 },
        ...{ allowed_categories: [], blocked_categories: [], locked_merchant: null, memo: 'Travel' },
        financial_account_token: expect.stringMatching(/^fa_/),
      })
      expect(done(await call('getCard', { card_id: body.card_id }, scene.owner)).body).toEqual(body)
      const [event] = await eventsOf(scene, body.card_id, ['card.created'])
      expect(event?.data).toMatchObject({
        ...{ card_id: body.card_id, last_four: body.last_four, status: 'active' },
        ...{ limit_per_tx: '50.00', limit_daily: '100.50', limit_monthly: null },
      })
    })

    test('fields that are wrong are all named', async () => {
      const wallet_id = agent.walletId
      const wrong = { type: 'merchant_locked', allowed_categories: ['nothing'], limit_daily: '-1' }
      const answer = await call('issueCard', { wallet_id, ...wrong }, agent.caller)
      for (const field of ['locked_merchant', 'allowed_categories', 'limit_daily']) refusedField(answer, field)
      refusedField(
        await call('issueCard', { wallet_id, locked_merchant: 'shop.example' }, agent.caller),
        'locked_merchant',
      )
      const named = await issue(scene, agent, { blocked_categories: ['travel'], allowed_categories: ['fuel'] })
      expect(named.blocked_categories).toContain('lodging')
    })

    test('who is not verified has no card, nor one without an account, nor a foreign or frozen wallet', async () => {
      const unverified = await openAgent(scene, { capabilities: ['cards', 'wallets'] })
      const { walletId: wallet_id } = unverified
      refused(await call('issueCard', { wallet_id }, unverified.caller), 403, 'compliance_denied', {
        reason: 'kya_incomplete',
      })
      const incapable = await openAgent(scene, { capabilities: ['wallets'] })
      refused(await call('issueCard', { wallet_id: incapable.walletId }, incapable.caller), 403, 'capability_denied', {
        capability: 'cards',
      })
      refused(await call('issueCard', { wallet_id: agent.walletId }, unverified.caller), 404, 'not_found')
      const bare = await openScene(given, 'Cards without an account')
      const early = await openAgent(bare, { capabilities: ['cards'] })
      await verifyAgent(bare, early)
      refused(await call('issueCard', { wallet_id: early.walletId }, bare.owner), 409, 'conflict', {
        reason: 'issuing_account_not_open',
      })
      const cold = await openCardAgent(scene)
      done(await call('freezeWallet', { wallet_id: cold.walletId, reason: 'Lost.' }, scene.owner))
      refused(await call('issueCard', { wallet_id: cold.walletId }, scene.owner), 403, 'wallet_frozen')
    })

    test('lists are filtered, and an agent sees its own alone', async () => {
      const other = await openCardAgent(scene)
      const one = await issue(scene, other)
      const two = await issue(scene, other, { type: 'single_use' })
      done(await call('freezeCard', { card_id: one.card_id }, other.caller))
      const list = async (input: Input, by: Caller = scene.owner) =>
        rowsIn(done(await call('listCards', input, by))).map(({ card_id }) => card_id)
      const wallet_id = other.walletId
      expect(await list({ wallet_id })).toEqual([two.card_id, one.card_id])
      expect(await list({ wallet_id, status: 'frozen' })).toEqual([one.card_id])
      expect(await list({ wallet_id, type: 'single_use' })).toEqual([two.card_id])
      expect(await list({ limit: 1 }, other.caller)).toEqual([two.card_id])
      expect(await list({ wallet_id }, agent.caller)).toEqual([])
      refused(await call('getCard', { card_id: one.card_id }, agent.caller), 404, 'not_found')
      refused(await call('listCardTransactions', { card_id: one.card_id }, agent.caller), 404, 'not_found')
      refused(await call('freezeCard', { card_id: one.card_id }, agent.caller), 404, 'not_found')
    })

    test('an agent lowers the limits of the organization, and raises none of them', async () => {
      const { card_id } = await issue(scene, agent, { limit_daily: '100', limit_monthly: '500' })
      const change = (limits: object, by: Caller = agent.caller) => call('changeCardLimits', { card_id, ...limits }, by)
      expect(done(await change({ limit_daily: '80' })).body).toMatchObject({ limit_daily: 80, limit_monthly: 500 })
      expect(done(await change({ limit_daily: '100', limit_per_tx: '0' })).body).toMatchObject({ limit_per_tx: 0 })
      expect(done(await change({ limit_per_tx: null })).body).toMatchObject({ limit_per_tx: null, limit_daily: 100 })
      refused(await change({ limit_daily: '100.01' }), 403, 'capability_denied')
      refused(await change({ limit_monthly: null }), 403, 'capability_denied')
      expect(done(await change({ limit_monthly: null }, scene.owner)).body).toMatchObject({ limit_monthly: null })
      refusedField(await change({}), 'limit_per_tx')
      refusedField(await change({ limit_daily: '1.005' }), 'limit_daily')
    })

    test('an agent freezes its card and unfreezes what it has frozen itself', async () => {
      const { card_id } = await issue(scene, agent)
      const act = (operation: 'freezeCard' | 'unfreezeCard' | 'cancelCard', by: Caller = agent.caller) =>
        call(operation, { card_id, reason: 'Lost.' }, by)
      const frozen = done(await act('freezeCard')).body
      expect(frozen).toMatchObject({ status: 'frozen', status_reason: 'Lost.', frozen_at: expect.stringMatching(/Z$/) })
      expect(done(await act('freezeCard')).body).toEqual(frozen)
      expect(done(await act('unfreezeCard')).body).toMatchObject({ status: 'active', frozen_at: null })
      done(await act('freezeCard'))
      done(await act('freezeCard', scene.owner))
      refused(await act('unfreezeCard'), 403, 'capability_denied', { frozen_by: 'organization' })
      expect(done(await act('unfreezeCard', scene.owner)).body.status).toBe('active')
      const canceled = done(await act('cancelCard')).body
      expect(canceled).toMatchObject({ status: 'canceled', canceled_at: expect.stringMatching(/Z$/) })
      expect(done(await act('cancelCard')).body).toEqual(canceled)
      for (const operation of ['freezeCard', 'unfreezeCard'] as const)
        refused(await act(operation, scene.owner), 409, 'conflict', { reason: 'card_canceled' })
      refused(await call('changeCardLimits', { card_id, limit_daily: '1' }, scene.owner), 409, 'conflict')
      const types = typesOf(await eventsOf(scene, card_id))
      expect(types).toEqual(['card.created', ...Array(6).fill('card.updated')].slice(0, types.length))
    })

    test('a kill switch on the rail declines, refuses new cards and freezes those there are, for good', async () => {
      const stopped = await openScene(given, 'Stopped cards')
      const holder = await openCardAgent(stopped, WIDE)
      const { card_id } = await issue(stopped, holder)
      const stop = { scope: 'rail', target_id: 'card', reason: 'Drill.', reason_code: 'test' }
      const { switch_id } = done(await call('activateSwitch', stop, stopped.owner)).body
      refused(await call('issueCard', { wallet_id: holder.walletId }, stopped.owner), 403, 'kill_switch_active')
      const declined = done(await call('authorizeCard', { card_id, amount_minor: 100 }, stopped.owner)).body
      expect(['PROGRAM_SUSPENDED', 'CARD_PAUSED']).toContain(declined.decline_reason)
      const card = await until(async () => {
        const { body } = done(await call('getCard', { card_id }, stopped.owner))
        return body.status === 'frozen' && body
      })
      expect(card.status_reason).toBe('kill_switch')
      const counted = await until(async () => {
        const [row] = rowsIn(done(await call('listSwitches', { scope: 'rail' }, stopped.owner)))
        return (row?.affected as Body | null) ?? undefined
      })
      expect(counted).toMatchObject({ cards: 1 })
      const second = await openPerson(stopped, ['admin'])
      done(await call('deactivateSwitch', { switch_id, reason: 'Over.' }, second))
      expect(done(await call('getCard', { card_id }, stopped.owner)).body.status).toBe('frozen')
      refused(await call('unfreezeCard', { card_id }, holder.caller), 403, 'capability_denied')
      expect(done(await call('unfreezeCard', { card_id }, stopped.owner)).body.status).toBe('active')
    })
  })
}
