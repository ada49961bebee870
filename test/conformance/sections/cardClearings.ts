/** Domain 2.3, 8.4: what merchants do after an authorization returns exactly what it held, to money and limits. */
import { beforeAll, describe, expect, test } from 'vitest'
import { cardMoney, dayOf, fundCards, issue, openCardAgent, transactionIdOf } from '../../support/cardScene.ts'
import type { Body } from '../../support/carriers.ts'
import {
  done,
  type Given,
  openScene,
  pastMidnight,
  refused,
  refusedField,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

export function cardClearings(given: Given): void {
  describe('2.3 clearings, voids and returns', () => {
    let scene: Scene
    let agent: TestAgent
    let card: Body
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Card clearings')
      agent = await openCardAgent(scene)
      card = await issue(scene, agent)
      await fundCards(scene, card, 200_00)
    })
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const ask = async (amount_minor: number, more: object = {}) =>
      done(await call('authorizeCard', { card_id: card.card_id, amount_minor, ...more }, scene.owner)).body
    const on = (operation: 'clearCard' | 'voidCard' | 'returnCard', of: Body, more: object = {}) =>
      call(operation, { card_id: card.card_id, card_transaction_id: transactionIdOf(of), ...more }, agent.caller)
    const spentToday = async () => (await dayOf(scene, agent)).spent

    test('less is cleared: the rest is available again, and counts no more', async () => {
      const [before, day] = [await cardMoney(scene), await dayOf(scene, agent)]
      const asked = await ask(20_00)
      const cleared = done(await on('clearCard', asked, { amount_minor: 15_00 })).body
      expect(cleared).toMatchObject({ status: 'SETTLED', cleared_amount_minor: 15_00, billing_amount_minor: 15_00 })
      expect(await cardMoney(scene)).toEqual({ ...before, available: before.available - 15_00 })
      expect(await dayOf(scene, agent)).toEqual({ reserved: day.reserved, spent: day.spent + 15 })
      refused(await on('clearCard', asked), 409, 'conflict', { status: 'SETTLED' })
      refused(await on('voidCard', asked), 409, 'conflict', { status: 'SETTLED' })
    })

    test('a fifth more where the amount is known only afterwards, and nowhere else', async () => {
      refused(await on('clearCard', await ask(10_00, { mcc: '5734' }), { amount_minor: 10_01 }), 409, 'conflict', {
        ...{ reason: 'amount_too_large', amount_minor_max: 10_00 },
      })
      const day = await spentToday()
      for (const mcc of ['5812', '7011', '3351', '5541']) {
        const asked = await ask(1_00, { mcc })
        refused(await on('clearCard', asked, { amount_minor: 1_21 }), 409, 'conflict', { amount_minor_max: 1_20 })
        expect(done(await on('clearCard', asked, { amount_minor: 1_20 })).body.cleared_amount_minor).toBe(1_20)
      }
      expect(await spentToday()).toBeCloseTo(day + 4.8)
    })

    test('a void gives back a part, then all', async () => {
      const [before, day] = [await cardMoney(scene), await dayOf(scene, agent)]
      const asked = await ask(10_00)
      expect(done(await on('voidCard', asked, { amount_minor: 4_00 })).body).toMatchObject({
        ...{ status: 'PENDING', amount_minor: 6_00, billing_amount_minor: 6_00 },
      })
      refused(await on('voidCard', asked, { amount_minor: 6_01 }), 409, 'conflict')
      expect(done(await on('voidCard', asked)).body.status).toBe('VOIDED')
      expect([await cardMoney(scene), await dayOf(scene, agent)]).toEqual([before, day])
      refused(await on('voidCard', asked), 409, 'conflict', { status: 'VOIDED' })
      refused(await on('returnCard', asked), 409, 'conflict', { status: 'VOIDED' })
    })

    test('what is returned is available and counts no more, up to what was cleared', async () => {
      const [before, day] = [await cardMoney(scene), await spentToday()]
      const asked = await ask(10_00, { status: 'FINANCIAL_AUTHORIZATION' })
      expect(done(await on('returnCard', asked, { amount_minor: 4_00 })).body).toMatchObject({
        ...{ status: 'SETTLED', refunded_amount_minor: 4_00 },
      })
      refused(await on('returnCard', asked, { amount_minor: 6_01 }), 409, 'conflict', { amount_minor_max: 6_00 })
      expect(done(await on('returnCard', asked)).body.refunded_amount_minor).toBe(10_00)
      expect([await cardMoney(scene), await spentToday()]).toEqual([before, day])
      refused(await on('returnCard', asked), 409, 'conflict')
    })

    test('what a merchant forces is recorded, flagged, and makes a deficit that stops the card until it is repaid', async () => {
      const { available } = await cardMoney(scene)
      const input = { card_id: card.card_id, amount_minor: available + 5_00 }
      refusedField(await call('clearCard', { card_id: card.card_id }, agent.caller), 'amount_minor')
      const forced = done(await call('clearCard', input, agent.caller)).body
      expect(forced).toMatchObject({
        kind: 'FORCE_POST',
        status: 'SETTLED',
        force_post: true,
        amount_minor: input.amount_minor,
      })
      expect(await cardMoney(scene)).toMatchObject({ available: 0, deficit: 5_00 })
      expect((await ask(1)).decline_reason).toBe('INSUFFICIENT_FUNDS')
      done(await on('returnCard', forced, { amount_minor: 7_00 }))
      expect(await cardMoney(scene)).toMatchObject({ available: 2_00, deficit: 0 })
    })

    test('authorizations outlive their card', async () => {
      const other = await issue(scene, agent)
      await fundCards(scene, other, 10_00)
      const asked = done(await call('authorizeCard', { card_id: other.card_id, amount_minor: 5_00 }, agent.caller)).body
      done(await call('cancelCard', { card_id: other.card_id }, agent.caller))
      const named = { card_id: other.card_id, card_transaction_id: transactionIdOf(asked) }
      refused(await call('clearCard', { ...named, card_id: card.card_id }, agent.caller), 404, 'not_found')
      expect(done(await call('clearCard', named, agent.caller)).body.status).toBe('SETTLED')
    })
  })
}
