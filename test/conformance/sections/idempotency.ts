/** Specification 2.10 with domain 7.3: one Idempotency-Key makes one payment, however often and from wherever it is sent. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createCarrier } from '../../support/carriers.ts'
import {
  availableOf,
  done,
  fund,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

const COPIES = 50

export function idempotency(given: Given): void {
  describe('7.3 idempotency of payments', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Repeating')
      agent = await openAgent(scene, { funds: '40' })
    })
    const form = (to = newAddress(), amount = '1.00') => ({ wallet_id: agent.walletId, to, amount, token: 'USDC' })
    const pay = (input: object, idempotencyKey: string, payer = agent, carrier = scene.carrier) =>
      carrier.call('createPayment', { ...input }, payer.caller, { idempotencyKey })
    const paymentsOf = async ({ caller }: TestAgent) =>
      rowsIn(done(await scene.carrier.call('listPayments', { limit: 100 }, caller)))

    test('a repeat gets the same answer and says so', async () => {
      const input = form()
      const first = done(await pay(input, 'repeat'))
      expect(first.replayed).toBe(false)
      const again = done(await pay(input, 'repeat'))
      expect(again.replayed).toBe(true)
      expect(again.body.payment_id).toBe(first.body.payment_id)
      if (scene.carrier.name !== 'rest') return
      expect([again.status, again.text]).toEqual([201, first.text])
      expect(again.headers.get('location')).toBe(first.headers.get('location'))
    })

    test('wait is not part of what is asked for, the order of fields neither', async () => {
      const input = form()
      const first = done(await pay(input, 'order'))
      const turned = Object.fromEntries(Object.entries(input).reverse())
      expect(done(await pay({ ...turned, wait: 0 }, 'order')).body.payment_id).toBe(first.body.payment_id)
    })

    test('the same key for anything else is 422 idempotency_mismatch', async () => {
      const input = form()
      done(await pay(input, 'mismatch'))
      for (const other of [
        { ...input, amount: '2.00' },
        { ...input, to: newAddress() },
        { ...input, purpose: 'x' },
      ])
        refused(await pay(other, 'mismatch'), 422, 'idempotency_mismatch')
    })

    test(`${COPIES} copies at once make one payment and take its amount once`, async () => {
      const before = (await paymentsOf(agent)).length
      const available = await availableOf(scene.carrier, agent.walletId, agent.caller)
      const input = form(newAddress(), '3.00')
      const answers = await Promise.all(Array.from({ length: COPIES }, () => pay(input, 'parallel')))
      const ids = new Set(answers.map((answer) => done(answer).body.payment_id))
      expect(ids.size).toBe(1)
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(await paymentsOf(agent)).toHaveLength(before + 1)
      expect(await availableOf(scene.carrier, agent.walletId, agent.caller)).toBeCloseTo(available - 3, 6)
    })

    test('a key whose payment failed with 402 never makes another, money or not', async () => {
      const poor = await openAgent(scene)
      const input = { ...form(), wallet_id: poor.walletId }
      const first = refused(await pay(input, 'poor', poor), 402, 'insufficient_funds')
      await fund(scene, poor.walletId, '10')
      const again = refused(await pay(input, 'poor', poor), 402, 'insufficient_funds')
      expect(again.refused?.details).toMatchObject(first.refused?.details ?? {})
      if (scene.carrier.name === 'rest') expect([again.text, again.replayed]).toEqual([first.text, true])
      expect(await paymentsOf(poor)).toHaveLength(1)
      done(await pay(input, 'a new key', poor))
    })

    test('a refused input consumes no key', async () => {
      const input = form()
      refusedField(await pay({ ...input, amount: '0' }, 'shape'), 'amount')
      expect(done(await pay(input, 'shape')).replayed).toBe(false)
    })

    test('a refusal by the policy is kept for its key', async () => {
      const first = refused(await pay(form(newAddress(), '50.01'), 'too much'), 403, 'policy_violation')
      refused(await pay(form(newAddress(), '1.00'), 'too much'), 422, 'idempotency_mismatch')
      expect(first.refused?.details).not.toHaveProperty('payment_id')
    })

    test('keys are the caller’s own: another agent uses the same one freely', async () => {
      const other = await openAgent(scene, { funds: '5' })
      const mine = done(await pay(form(), 'shared'))
      const theirs = done(await pay({ ...form(), wallet_id: other.walletId }, 'shared', other))
      expect(theirs.body.payment_id).not.toBe(mine.body.payment_id)
    })

    test('a key holds over both carriers', async () => {
      const input = form()
      const first = done(await pay(input, 'carriers'))
      for (const name of ['rest', 'graphql'] as const) {
        const again = done(await pay(input, 'carriers', agent, createCarrier(name, scene.service)))
        expect([again.body.payment_id, again.replayed]).toEqual([first.body.payment_id, true])
      }
    })

    test('a key of more than 255 characters is 400', async () => {
      refused(await pay(form(), 'k'.repeat(256)), 400, 'invalid_request')
    })
  })
}
