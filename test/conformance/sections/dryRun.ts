/** Specification 2.15: the dry run answers what a payment would meet, reserves nothing and tells nobody. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  availableOf,
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

export function dryRun(given: Given): void {
  describe('2.15 dry run', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Asking')
      agent = await openAgent(scene, { funds: '10' })
    })
    const check = (changes: object, caller: object = agent.caller) =>
      scene.carrier.call('checkPolicy', { wallet_id: agent.walletId, to: newAddress(), ...changes }, caller)

    test('the five fields, and allowed', async () => {
      const to = newAddress()
      const { body, status } = done(await check({ amount: '5.00', to }))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ...{ allowed: true, amount: 5, merchant: to, limitPerTx: 50, message: expect.stringMatching(/\S/) },
        ...{ outcome: 'allow', mandate_id: agent.mandateId, mandate_version: 1, usd_amount: '5.00' },
      })
    })

    test('200 when it would be refused, with the reason and every rule', async () => {
      const { body, status } = done(await check({ amount: '50.01' }))
      expect([status, body.allowed, body.outcome]).toEqual([200, false, 'deny'])
      expect(body.message).toMatch(/50\.01.*50\.00/)
      const failed = (body.rules as { passed: boolean; reason: string }[]).filter(({ passed }) => !passed)
      expect(failed.map(({ reason }) => reason)).toContain('per_transaction_limit_exceeded')
    })

    test('above the threshold it says that a human has to approve', async () => {
      expect(done(await check({ amount: '25.01' })).body).toMatchObject({
        allowed: false,
        outcome: 'approval_required',
      })
      expect(done(await check({ amount: '25.00' })).body).toMatchObject({ allowed: true, outcome: 'allow' })
    })

    test('any number of them reserves nothing and emits nothing', async () => {
      const events = () => scene.carrier.call('listEvents', { wallet_id: agent.walletId }, agent.caller)
      const before = rowsIn(done(await events())).length
      const available = await availableOf(scene.carrier, agent.walletId, agent.caller)
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => check({ amount: n < 10 ? '25' : '60' })))
      for (const answer of answers) done(answer)
      const { body } = done(await check({ amount: '25' }))
      expect(body).toMatchObject({ allowed: true, remaining: { day: '100.00', month: '1000.00' } })
      expect(await availableOf(scene.carrier, agent.walletId, agent.caller)).toBe(available)
      expect(rowsIn(done(await events()))).toHaveLength(before)
      // One line for all that a caller asks about a wallet in a minute (domain 6.9).
      const asked = { operation: 'checkPolicy', subject_id: agent.walletId }
      const own = async () => rowsIn(done(await scene.carrier.call('listAudit', asked, scene.owner))).length
      await expect.poll(own).toBeGreaterThan(0)
      expect(await own()).toBeLessThan(10)
    })

    test('it can ask about another instant, and about an agent instead of a wallet', async () => {
      const at = new Date(Date.now() + 91 * 86_400_000).toISOString()
      expect(done(await check({ amount: '5.00', at })).body).toMatchObject({ allowed: false, evaluated_at: at })
      const byAgent = { amount: '5', wallet_id: undefined, agent_id: agent.agentId }
      expect(done(await check(byAgent, scene.owner)).body).toMatchObject({ mandate_id: agent.mandateId })
    })

    test('of every instant that it takes, all times it tells are RFC 3339', async () => {
      for (const at of ['0002-01-01T00:00:00.000Z', '0050-06-15T12:00:00.000Z', '9998-12-30T23:59:59.999Z']) {
        const { body } = done(await check({ amount: '5.00', at }))
        expect(body).toMatchObject({ evaluated_at: at })
        expect(JSON.stringify(body)).not.toMatch(/[+-]0\d{5}-/)
        const [window] = JSON.stringify(body).match(/"start":"[^"]+"/) ?? []
        expect(window, 'the window around it').toContain(at.slice(0, 4))
      }
    })

    test('a wrong amount or instant is still 400', async () => {
      refusedField(await check({ amount: '0' }), 'amount')
      refusedField(await check({ amount: '5', at: 'tomorrow' }), 'at')
      for (const at of ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
        refusedField(await check({ amount: '5', at }), 'at')
    })
  })
}
