/** Specification 7 PolicyViolationError with domain 6.2, 6.10: what the built-in template refuses, and with which figures. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  done,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openScene,
  pastMidnight,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

interface Violation {
  readonly reason: string
}

export function policies(given: Given): void {
  describe('6.10, 7 policy refusals', () => {
    let scene: Scene
    let casino: unknown
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Policies')
      casino = (await register('7995')).merchant_id
    })
    async function register(mcc: string) {
      const form = { name: 'Shop', legal_name: 'Shop', domain: newDomain(), mcc }
      const payout = { payout_addresses: [{ chain: 'base', address: newAddress() }] }
      return done(await scene.carrier.call('createMerchant', { ...form, ...payout }, scene.owner)).body
    }
    const pay = ({ walletId, caller }: TestAgent, amount: string, to: unknown = newAddress()) =>
      scene.carrier.call('createPayment', { wallet_id: walletId, to, amount, token: 'USDC' }, caller)
    const violations = async ({ walletId, caller }: TestAgent) =>
      rowsIn(done(await scene.carrier.call('listEvents', { wallet_id: walletId, types: ['policy.violated'] }, caller)))
    const reasonsOf = (details: unknown) =>
      (details as { violations: Violation[] }).violations.map(({ reason }) => reason)

    test('above the limit of one transaction: the rule, its limit and the amount; no payment is left', async () => {
      const agent = await openAgent(scene)
      const answer = refused(await pay(agent, '50.01'), 403, 'policy_violation', {
        ...{ rule: 'per_transaction', reason: 'per_transaction_limit_exceeded', limit: '50.00', actual: '50.01' },
        ...{ mandate_id: agent.mandateId, mandate_version: 1 },
      })
      expect(answer.refused?.message).toMatch(/50\.01.*50\.00/)
      expect(rowsIn(done(await scene.carrier.call('listPayments', {}, agent.caller)))).toEqual([])
    })

    test('every denied attempt is told once, with its figures', async () => {
      const agent = await openAgent(scene)
      refused(await pay(agent, '60'), 403, 'policy_violation')
      const [event, ...more] = await violations(agent)
      expect(more).toEqual([])
      expect(event?.data).toMatchObject({
        ...{ wallet_id: agent.walletId, agent_id: agent.agentId, mandate_id: agent.mandateId, mandate_version: 1 },
        ...{ rule: 'per_transaction', reason: 'per_transaction_limit_exceeded', amount: '60.00', token: 'USDC' },
        ...{ chain: 'base', occurred_at: expect.stringMatching(/Z$/) },
      })
    })

    test('a merchant of a blocked category, by its MCC', async () => {
      const agent = await openAgent(scene)
      refused(await pay(agent, '1.00', casino), 403, 'policy_violation', { reason: 'category_blocked' })
    })

    test.each([
      ['monthly_limit', 'monthly_limit_exceeded', 'Max $50 per transaction, $20 per month'],
      ['merchant_allowed', 'merchant_not_allowed', 'Only other.example'],
      ['category_allowed', 'category_not_allowed', 'Only travel'],
      ['time_window', 'outside_time_window', `Only ${inTwoDays()} 9am-5pm UTC`],
    ])('%s: what it does not allow is refused with %s, over every way to pay', async (rule, reason, policy) => {
      const agent = await openAgent(scene)
      const { agentId: agent_id, walletId: wallet_id, caller } = agent
      done(await scene.carrier.call('createMandate', { agent_id, wallet_id, policy }, scene.owner))
      const { domain } = await register('5734')
      const amounts = { amount: '20.01', token: 'USDC' }
      for (const [operation, input] of [
        ['createPayment', { ...amounts, wallet_id, to: domain }],
        ['transfer', { ...amounts, wallet_id, merchant: domain }],
        ['executeMandate', { ...amounts, psp_domain: domain }],
      ] as const)
        refused(await scene.carrier.call(operation, input, caller), 403, 'policy_violation', { rule, reason })
      expect(rowsIn(done(await scene.carrier.call('listPayments', {}, caller)))).toEqual([])
    })

    test('the daily limit: equality passes, a cent more is refused with what remains', async () => {
      const agent = await openAgent(scene, { funds: '110' })
      for (let n = 0; n < 3; n++) done(await pay(agent, '25.00'))
      const over = { rule: 'daily_limit', reason: 'daily_limit_exceeded', limit: '100.00', remaining: '25.00' }
      refused(await pay(agent, '25.01'), 403, 'policy_violation', over)
      done(await pay(agent, '25.00'))
      const full = { ...over, remaining: '0.00', resets_at: expect.stringMatching(/T00:00:00\.000Z$/) }
      refused(await pay(agent, '0.01'), 403, 'policy_violation', full)
    })

    test('parallel payments cannot together break the daily limit', async () => {
      const agent = await openAgent(scene, { funds: '110' })
      const answers = await Promise.all(Array.from({ length: 8 }, () => pay(agent, '25.00')))
      expect(answers.filter((answer) => answer.refused === null)).toHaveLength(4)
      for (const answer of answers.filter((one) => one.refused !== null))
        refused(answer, 403, 'policy_violation', { reason: 'daily_limit_exceeded' })
    })

    test('all violations are listed, the first of the rule order gives the answer', async () => {
      const agent = await openAgent(scene)
      const answer = refused(await pay(agent, '500', casino), 403, 'policy_violation', { reason: 'category_blocked' })
      const all = ['category_blocked', 'per_transaction_limit_exceeded', 'daily_limit_exceeded']
      expect(reasonsOf(answer.refused?.details)).toEqual(all)
    })

    test('a failed payment gives its head-room back', async () => {
      const agent = await openAgent(scene)
      for (let n = 0; n < 6; n++) refused(await pay(agent, '25.00'), 402, 'insufficient_funds')
      const { body } = done(
        await scene.carrier.call(
          'checkPolicy',
          { wallet_id: agent.walletId, amount: '25', to: newAddress() },
          agent.caller,
        ),
      )
      expect(body).toMatchObject({ allowed: true, remaining: { day: '100.00' } })
    })

    test('policy comes before funds: a poor wallet above its limit is 403, not 402', async () => {
      refused(await pay(await openAgent(scene), '50.01'), 403, 'policy_violation')
    })

    test('a sanctioned address is 403 compliance_denied, before funds', async () => {
      const agent = await openAgent(scene)
      const details = { reason: 'sanctions_hit' }
      refused(await pay(agent, '1.00', SANCTIONED), 403, 'compliance_denied', details)
    })
  })
}

/** A weekday that is not now anywhere. */
const inTwoDays = () =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(Date.now() + 2 * 86_400_000)

/** On the list that the service screens against. */
const SANCTIONED = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'
