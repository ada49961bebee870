/**
 * Domain 2.1, A.7: a hold locks money and limits, is captured once, whole or in part, or voided, and ends in the ledger
 * exactly once, whatever happens at the same time.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openPerson,
  openScene,
  openShop,
  pastMidnight,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  typesOf,
  until,
} from '../../support/scene.ts'

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'holds', 'approvals']

export function holds(given: Given): void {
  describe('A.7 holds', () => {
    let scene: Scene
    let shop: { domain: string; merchantId: string; address: string }
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Holds')
      shop = await openShop(scene)
    })
    const fresh = (funds = '50.00') => openAgent(scene, { capabilities: CAPABILITIES, funds })
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const place = ({ walletId, caller }: TestAgent, more: object = {}, by: Caller = caller) =>
      call('createHold', { wallet_id: walletId, amount: '20.00', token: 'USDC', merchant: shop.domain, ...more }, by)
    const capture = ({ hold_id }: Body, by: Caller, more: object = {}) => call('captureHold', { hold_id, ...more }, by)
    const hold = async ({ hold_id }: Body) => done(await call('getHold', { hold_id }, scene.owner)).body
    const money = async ({ walletId }: TestAgent) => {
      const { body } = done(await call('balances', { wallet_id: walletId }, scene.owner))
      const [usdc] = (body.balances as Body[]).filter(({ token, chain }) => token === 'USDC' && chain === 'base')
      return { available: Number(usdc?.available), held: Number(usdc?.held), inFlight: Number(usdc?.in_flight) }
    }
    const day = async ({ mandateId }: TestAgent) => {
      const { body } = done(await call('getMandate', { mandate_id: mandateId }, scene.owner))
      const { reserved, spent } = (body.usage as { day: Body }).day
      return { reserved: Number(reserved), spent: Number(spent) }
    }
    const completed = (paymentId: unknown) =>
      until(async () => {
        const { body } = done(await call('getPayment', { payment_id: paymentId }, scene.owner))
        return body.status === 'completed' && body
      })

    test('created: money and limits are locked for a week, and the hold is announced', async () => {
      const agent = await fresh()
      const answer = await place(agent, { purpose: 'Room', metadata: { room: 7 } })
      const { body } = created(scene, answer, 201, `/api/v2/holds/${answer.body.hold_id}`)
      expect(body).toMatchObject({
        ...{ hold_id: expect.stringMatching(/^hld_/), wallet_id: agent.walletId, agent_id: agent.agentId },
        ...{ mandate_id: agent.mandateId, mandate_version: 1, token: 'USDC', chain: 'base' },
        ...{ merchant: shop.domain, status: 'created', purpose: 'Room', metadata: { room: 7 }, payment_id: null },
        ...{ void_reason: null, captured_at: null, voided_at: null },
      })
      expect([body.amount, body.captured_amount, body.released_amount].map(Number)).toEqual([20, 0, 0])
      expect(Date.parse(String(body.expires_at)) - Date.parse(String(body.created_at))).toBe(604_800_000)
      expect(await money(agent)).toEqual({ available: 30, held: 20, inFlight: 0 })
      expect(await day(agent)).toEqual({ reserved: 20, spent: 0 })
      const [event, ...more] = await eventsOf(scene, body.hold_id)
      expect([event?.type, more]).toEqual(['hold.created', []])
      expect(event?.data).toMatchObject({ hold_id: body.hold_id, wallet_id: agent.walletId, status: 'created' })
      expect(rowsIn(await call('listHolds', { wallet_id: agent.walletId, status: 'created' }, agent.caller))).toEqual([
        await hold(body),
      ])
      expect(rowsIn(await call('listHolds', { wallet_id: agent.walletId, status: 'voided' }, agent.caller))).toEqual([])
    })

    test('a capture of a part pays it, and gives the rest back to wallet and limits at once', async () => {
      const agent = await fresh()
      const placed = done(await place(agent)).body
      const { body } = done(await capture(placed, agent.caller, { amount: '12.50' }))
      expect(body).toMatchObject({ status: 'captured', payment_id: expect.stringMatching(/^pay_/) })
      expect([body.amount, body.captured_amount, body.released_amount].map(Number)).toEqual([20, 12.5, 7.5])
      expect(await money(agent)).toMatchObject({ available: 37.5, held: 0 })
      const { reserved, spent } = await day(agent)
      expect(reserved + spent).toBe(12.5)
      const payment = await completed(body.payment_id)
      expect(payment).toMatchObject({ hold_id: placed.hold_id, merchant: shop.domain })
      expect(String(payment.to).toLowerCase()).toBe(shop.address)
      expect(Number(payment.amount)).toBe(12.5)
      expect(await money(agent)).toEqual({ available: 37.5, held: 0, inFlight: 0 })
      expect(await day(agent)).toEqual({ reserved: 0, spent: 12.5 })
      const events = await eventsOf(scene, placed.hold_id)
      expect(typesOf(events)).toEqual(['hold.created', 'hold.captured'])
      expect(events[1]?.data).toMatchObject({ status: 'captured', payment_id: body.payment_id })
      refused(await capture(placed, agent.caller), 409, 'hold_not_capturable', { status: 'captured' })
      refused(await call('voidHold', { hold_id: placed.hold_id }, agent.caller), 409, 'hold_not_voidable')
    })

    test('voided: everything is available again; a second end is refused', async () => {
      const agent = await fresh()
      const placed = done(await place(agent)).body
      const { body } = done(await call('voidHold', { hold_id: placed.hold_id, reason: 'Guest left' }, agent.caller))
      expect(body).toMatchObject({ status: 'voided', void_reason: 'requested', void_note: 'Guest left' })
      expect(Number(body.released_amount)).toBe(20)
      expect(await money(agent)).toEqual({ available: 50, held: 0, inFlight: 0 })
      expect(await day(agent)).toEqual({ reserved: 0, spent: 0 })
      expect(typesOf(await eventsOf(scene, placed.hold_id))).toEqual(['hold.created', 'hold.voided'])
      refused(await call('voidHold', { hold_id: placed.hold_id }, agent.caller), 409, 'hold_not_voidable')
      refused(await capture(placed, agent.caller), 409, 'hold_not_capturable', { void_reason: 'requested' })
    })

    test('whatever ends it at the same time, it ends once', async () => {
      const agent = await fresh()
      const placed = done(await place(agent)).body
      const acts = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? capture(placed, agent.caller, { amount: '5.00' })
          : call('voidHold', { hold_id: placed.hold_id }, agent.caller),
      )
      const answers = await Promise.all(acts)
      expect(answers.filter((answer) => answer.refused === null)).toHaveLength(1)
      const { status, payment_id } = await hold(placed)
      if (status === 'captured') await completed(payment_id)
      const paid = status === 'captured' ? 5 : 0
      expect(await money(agent)).toEqual({ available: 50 - paid, held: 0, inFlight: 0 })
      expect(await day(agent)).toEqual({ reserved: 0, spent: paid })
    })

    test('a capture needs no more than the hold, and only its merchant is paid', async () => {
      const agent = await fresh()
      const placed = done(await place(agent)).body
      refusedField(await capture(placed, agent.caller, { amount: '20.01' }), 'amount')
      refusedField(await capture(placed, agent.caller, { amount: '0' }), 'amount')
      refusedField(await capture(placed, agent.caller, { to: newAddress() }), 'to')
      done(await call('voidHold', { hold_id: placed.hold_id }, agent.caller))
      refused(await place(agent, { merchant: newDomain() }), 422, 'no_route', { reason: 'unknown_merchant' })
    })

    test('money that is held cannot be spent, and the limits count the hold', async () => {
      const agent = await fresh('30.00')
      const placed = done(await place(agent)).body
      const pay = { wallet_id: agent.walletId, to: newAddress(), amount: '15.00', token: 'USDC' }
      refused(await call('createPayment', pay, agent.caller), 402, 'insufficient_funds', {
        reason: 'balance_locked_by_hold',
      })
      done(await call('voidHold', { hold_id: placed.hold_id }, agent.caller))
    })

    test('above the threshold it waits for a person: 202, no hold until it is approved', async () => {
      const approver = await openPerson(scene, ['approver'])
      const approvalOf = ({ body }: { body: Body }) => (body.approval ?? body) as Body
      const [agent, other] = [await fresh(), await fresh()]
      const answer = done(await place(agent, { amount: '30.00' }))
      if (given.carrierName === 'rest') expect(answer.status).toBe(202)
      const asked = approvalOf(answer)
      expect(asked).toMatchObject({ subject_type: 'hold', status: 'pending' })
      expect(await money(agent)).toEqual({ available: 50, held: 0, inFlight: 0 })
      expect(await day(agent)).toEqual({ reserved: 30, spent: 0 })
      expect(rowsIn(await call('listHolds', {}, agent.caller))).toEqual([])
      refused(await call('getHold', { hold_id: asked.subject_id }, agent.caller), 404, 'not_found')
      refused(await capture({ hold_id: asked.subject_id }, agent.caller), 404, 'not_found')

      const approved = done(await call('approve', { approval_id: asked.approval_id }, approver)).body
      expect(approved).toMatchObject({ status: 'executed', subject_id: asked.subject_id })
      expect(await hold({ hold_id: asked.subject_id })).toMatchObject({ status: 'created' })
      expect(await money(agent)).toEqual({ available: 20, held: 30, inFlight: 0 })
      expect(await day(agent)).toEqual({ reserved: 30, spent: 0 })
      done(await call('voidHold', { hold_id: asked.subject_id }, scene.owner))
      expect(await day(agent)).toEqual({ reserved: 0, spent: 0 })

      const denied = approvalOf(done(await place(other, { amount: '30.00' })))
      done(await call('deny', { approval_id: denied.approval_id }, approver))
      expect(await day(other)).toEqual({ reserved: 0, spent: 0 })
      refused(await call('getHold', { hold_id: denied.subject_id }, scene.owner), 404, 'not_found')
    })

    test('a frozen wallet and a kill switch stop the capture, and never the void', async () => {
      const agent = await fresh()
      const [first, second] = [
        done(await place(agent, { amount: '10.00' })).body,
        done(await place(agent, { amount: '10.00' })).body,
      ]
      done(await call('freezeWallet', { wallet_id: agent.walletId, reason: 'Look' }, scene.owner))
      refused(await capture(first, agent.caller), 403, 'wallet_frozen')
      done(await call('voidHold', { hold_id: first.hold_id }, agent.caller))
      done(await call('unfreezeWallet', { wallet_id: agent.walletId, reason: 'Looked' }, scene.owner))
      const stop = { scope: 'agent', target_id: agent.agentId, reason: 'Stop', reason_code: 'test' }
      done(await call('activateSwitch', stop, scene.owner))
      refused(await capture(second, agent.caller), 403, 'kill_switch_active')
      refused(
        await call('extendHold', { hold_id: second.hold_id, expires_in_seconds: 2_000_000 }, agent.caller),
        403,
        'kill_switch_active',
      )
      expect(await hold(second)).toMatchObject({ status: 'created' })
      done(await call('voidHold', { hold_id: second.hold_id }, agent.caller))
      expect(await money(agent)).toEqual({ available: 50, held: 0, inFlight: 0 })
    })

    test('its owner who asks for it before is told of its approval, and others are told nothing', async () => {
      const [agent, approver] = [await fresh(), await openPerson(scene, ['approver'])]
      const { body } = done(await place(agent, { amount: '26.00' }))
      const { approval_id } = (body.approval ?? body) as Body
      const { subject_id: hold_id } = done(await call('getApproval', { approval_id }, scene.owner)).body
      const read = (by: Caller = agent.caller) => call('getHold', { hold_id }, by)
      const waiting = { reason: 'awaiting_approval', approval_id }
      for (const by of [agent.caller, scene.owner]) refused(await read(by), 404, 'not_found', waiting)
      const nothing = { resource: 'hold', retryable: false, doc_url: '/guides/errors#not_found' }
      expect((await read((await fresh()).caller)).refused?.details).toEqual(nothing)
      done(await call('deny', { approval_id }, approver))
      refused(await read(), 404, 'not_found', { reason: 'not_approved', approval_id })
    })

    test('the revocation of its mandate voids it, and dismisses one that is parked', async () => {
      const agent = await fresh()
      const placed = done(await place(agent)).body
      const answer = done(await place(agent, { amount: '26.00' })).body
      const parked = (answer.approval ?? answer) as Body
      done(await call('revokeMandate', { mandate_id: agent.mandateId, reason: 'Over' }, scene.owner))
      await until(async () => (await hold(placed)).status === 'voided')
      expect(await hold(placed)).toMatchObject({ void_reason: 'mandate_revoked' })
      await until(async () => {
        const { body } = done(await call('getApproval', { approval_id: parked.approval_id }, scene.owner))
        return body.status === 'dismissed'
      })
      expect(await money(agent)).toEqual({ available: 50, held: 0, inFlight: 0 })
    })

    test('an organization that honors open holds: they outlive their mandate until they expire, and no longer', async () => {
      const own = await openScene(given, 'Honoring')
      const org_id = own.organization.orgId
      type Call = Parameters<Scene['carrier']['call']>
      const ask = (operation: Call[0], input: Call[1], by: Caller = own.owner) => own.carrier.call(operation, input, by)
      const honor = (honor_open_holds: unknown, by?: Caller) =>
        ask('setHoldSettings', { org_id, honor_open_holds }, by ?? own.owner)
      const settings = async (by: Caller = own.owner) => done(await ask('holdSettings', { org_id }, by)).body
      expect(await settings()).toEqual({ org_id, honor_open_holds: false })
      refused(
        await honor(true, { apiKey: await own.service.createKey(org_id, { roles: [] }) }),
        403,
        'insufficient_scope',
      )
      refused(await honor(true, scene.owner), 404, 'not_found')
      refused(await ask('holdSettings', { org_id }, scene.owner), 404, 'not_found')
      expect(done(await honor(true)).body).toEqual({ org_id, honor_open_holds: true })

      const agent = await openAgent(own, { capabilities: CAPABILITIES, funds: '50.00' })
      expect(await settings(agent.caller)).toEqual({ org_id, honor_open_holds: true })
      const live = await own.service.createKey(org_id, { roles: ['admin'], mode: 'live' })
      expect(await settings({ apiKey: live })).toEqual({ org_id, honor_open_holds: false })
      const { domain } = await openShop(own)
      const input = { wallet_id: agent.walletId, amount: '10.00', token: 'USDC', merchant: domain }
      const [first, second] = [
        done(await ask('createHold', input, agent.caller)).body,
        done(await ask('createHold', input, agent.caller)).body,
      ]
      done(await ask('revokeMandate', { mandate_id: agent.mandateId, reason: 'Over' }))
      refused(await ask('createHold', input, agent.caller), 403, 'mandate_revoked')
      const later = { hold_id: first.hold_id, expires_in_seconds: 2_000_000 }
      refused(await ask('extendHold', later, agent.caller), 403, 'mandate_revoked')
      const { body } = done(await ask('captureHold', { hold_id: first.hold_id, amount: '4.00' }, agent.caller))
      await until(
        async () => done(await ask('getPayment', { payment_id: body.payment_id })).body.status === 'completed',
      )
      expect(done(await ask('getHold', { hold_id: second.hold_id })).body).toMatchObject({ status: 'created' })

      done(await honor(false))
      await until(async () => done(await ask('getHold', { hold_id: second.hold_id })).body.status === 'voided')
      expect(done(await ask('getHold', { hold_id: second.hold_id })).body).toMatchObject({
        void_reason: 'mandate_revoked',
      })
    }, 60_000)

    test('extended to 30 days after it was placed at the most, and only later', async () => {
      const agent = await fresh()
      const placed = done(await place(agent, { expires_in_seconds: 60 })).body
      const extend = (seconds: number, by: Caller = agent.caller) =>
        call('extendHold', { hold_id: placed.hold_id, expires_in_seconds: seconds }, by)
      refusedField(await extend(59), 'expires_in_seconds')
      refusedField(await extend(2_592_001), 'expires_in_seconds')
      const { body } = done(await extend(86_400))
      expect(Date.parse(String(body.expires_at))).toBeGreaterThan(Date.parse(String(placed.expires_at)) + 86_000_000)
      refusedField(await extend(3_600), 'expires_in_seconds')
      done(await call('voidHold', { hold_id: placed.hold_id }, agent.caller))
      refused(await extend(172_800), 409, 'conflict', { status: 'voided' })
    })

    test('a key places, captures and voids once', async () => {
      const agent = await fresh()
      const input = { wallet_id: agent.walletId, amount: '10.00', token: 'USDC', merchant: shop.domain }
      const twice = async (...[operation, what]: [Parameters<Scene['carrier']['call']>[0], Body]) => {
        const options = { idempotencyKey: `${operation}-${agent.agentId}` }
        const first = done(await scene.carrier.call(operation, what, agent.caller, options))
        const second = done(await scene.carrier.call(operation, what, agent.caller, options))
        expect([first.replayed, second.replayed]).toEqual([false, true])
        expect(second.body).toMatchObject({ hold_id: first.body.hold_id })
        return first.body
      }
      const placed = await twice('createHold', input)
      const ended = await twice('captureHold', { hold_id: placed.hold_id })
      await completed(ended.payment_id)
      expect(await money(agent)).toEqual({ available: 40, held: 0, inFlight: 0 })
      const next = done(await place(agent, { amount: '10.00' })).body
      await twice('voidHold', { hold_id: next.hold_id })
    })

    test('another agent, another organization and an agent without the capability have no part in it', async () => {
      const [agent, sibling] = [await fresh(), await fresh()]
      const plain = await openAgent(scene, { capabilities: ['payments', 'wallets'] })
      const stranger = await openScene(given, 'Strangers')
      const placed = done(await place(agent)).body
      for (const by of [sibling.caller, stranger.owner]) {
        refused(await call('getHold', { hold_id: placed.hold_id }, by), 404, 'not_found')
        refused(await capture(placed, by), 404, 'not_found')
        refused(await call('voidHold', { hold_id: placed.hold_id }, by), 404, 'not_found')
      }
      expect(rowsIn(await call('listHolds', {}, sibling.caller))).toEqual([])
      refused(await place(plain), 403, 'capability_denied', { capability: 'holds' })
      refused(await capture(placed, plain.caller), 403, 'capability_denied')
      done(await capture(placed, scene.owner))
    })
  })
}
