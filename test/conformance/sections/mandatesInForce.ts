/**
 * Specification 2.6, 2.7, 4.4: the mandate in force under payments. Every way to spend meets the same mandate and the same
 * counters, which live on whatever becomes of its versions; what is only asked (preview, simulation) changes nothing.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Body } from '../../support/carriers.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  newAddress,
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
  textIn,
  typesOf,
  until,
} from '../../support/scene.ts'

interface Limit {
  readonly limit: string | null
  readonly spent: string
  readonly reserved: string
  readonly remaining: string | null
  readonly resets_at: string
}
interface Usage {
  readonly day: Limit
  readonly month: Limit
}

export function mandatesInForce(given: Given): void {
  describe('2.6, 4.4 mandates in force', () => {
    let scene: Scene
    let shop: Awaited<ReturnType<typeof openShop>>
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'In force')
      shop = await openShop(scene)
    })
    const pay = ({ walletId, caller }: TestAgent, amount: string, more: object = {}) =>
      scene.carrier.call(
        'createPayment',
        { wallet_id: walletId, to: newAddress(), amount, token: 'USDC', ...more },
        caller,
      )
    const execute = ({ caller }: TestAgent, amount: string, more: object = {}) =>
      scene.carrier.call('executeMandate', { psp_domain: shop.domain, amount, ...more }, caller)
    const transfer = ({ walletId, caller }: TestAgent, amount: string) =>
      scene.carrier.call('transfer', { wallet_id: walletId, amount, merchant: newAddress() }, caller)
    const everyWay = async (agent: TestAgent): Promise<readonly Answer[]> => [
      await pay(agent, '1.00'),
      await transfer(agent, '1.00'),
      await execute(agent, '1.00'),
    ]
    const update = async (mandate_id: unknown, policy: string) =>
      done(await scene.carrier.call('updateMandate', { mandate_id, policy }, scene.owner)).body
    const create = async (agent: TestAgent, policy: string, more: object = {}) => {
      const input = { agent_id: agent.agentId, wallet_id: agent.walletId, policy, ...more }
      return done(await scene.carrier.call('createMandate', input, scene.owner)).body
    }
    const read = async (mandate_id: unknown) =>
      done(await scene.carrier.call('getMandate', { mandate_id }, scene.owner)).body
    const usageOf = async (mandate_id: unknown) => (await read(mandate_id)).usage as Usage
    const simulate = (walletId: string, more: object) =>
      scene.carrier.call('simulatePolicy', { wallet_id: walletId, ...more }, scene.owner)

    test('revoked: every way to spend is 403 mandate_revoked and leaves no payment', async () => {
      const agent = await openAgent(scene)
      done(await scene.carrier.call('revokeMandate', { mandate_id: agent.mandateId }, scene.owner))
      for (const answer of await everyWay(agent))
        refused(answer, 403, 'mandate_revoked', { mandate_id: agent.mandateId })
      expect(rowsIn(done(await scene.carrier.call('listPayments', {}, agent.caller)))).toEqual([])
      const input = { wallet_id: agent.walletId, amount: '1.00', to: newAddress() }
      const dryRun = done(await scene.carrier.call('checkPolicy', input, agent.caller)).body
      expect(dryRun).toMatchObject({ allowed: false, outcome: 'deny', error_type: 'mandate_revoked' })
      await create(agent, 'Max $40 per transaction.')
      refused(await pay(agent, '1.00'), 402, 'insufficient_funds')
    })

    test('expired: from its very end on 403 mandate_expired, and it cannot be brought back', async () => {
      const agent = await openAgent(scene)
      const end = scene.service.clock.now().getTime() + 1_000
      const { mandate_id } = await create(agent, 'Max $40 per transaction.', {
        expires_at: new Date(end).toISOString(),
      })
      refused(await pay(agent, '1.00'), 402, 'insufficient_funds')
      await until(async () => scene.service.clock.now().getTime() >= end)
      for (const answer of await everyWay(agent)) refused(answer, 403, 'mandate_expired', { mandate_id })
      expect(await read(mandate_id)).toMatchObject({ status: 'expired', expires_at: new Date(end).toISOString() })
      const late = { mandate_id, policy: 'Max $40 per transaction.' }
      for (const operation of ['updateMandate', 'revokeMandate'] as const) {
        const input = operation === 'updateMandate' ? late : { mandate_id }
        const answer = await scene.carrier.call(operation, input, scene.owner)
        refused(answer, 409, 'conflict', { reason: 'mandate_expired' })
      }
    })

    test('a simulation answers with times of RFC 3339 alone: 400 names what leaves no such time', async () => {
      const agent = await openAgent(scene)
      const ask = (more: object) => simulate(agent.walletId, { policy: 'Max $1 per day.', ...more })
      for (const until of ['0000-06-01T00:00:00Z', '0001-01-15T00:00:00Z']) refusedField(await ask({ until }), 'until')
      refusedField(await ask({ until: '9999-12-31T23:59:59Z', from: '0000-12-31T23:59:59Z' }), 'from')
      const from = '0001-01-01T00:00:00.000Z'
      for (const [until, more] of [
        ['0001-01-31T00:00:00.000Z', {}],
        ['0001-01-15T00:00:00.000Z', { from }],
      ] as const)
        expect(done(await ask({ until, ...more })).body).toMatchObject({ from, until })
    })

    test('missing: a wallet that no mandate is for is 403 mandate_missing', async () => {
      const wallet_id = await scene.service.createUnboundWallet(scene.organization.orgId)
      const input = { wallet_id, amount: '1.00', merchant: newAddress() }
      refused(await scene.carrier.call('transfer', input, scene.owner), 403, 'mandate_missing')
    })

    test('the version in force when it was decided stands on the payment', async () => {
      const agent = await openAgent(scene, { funds: '10' })
      expect(done(await pay(agent, '1.00')).body.mandate_version).toBe(1)
      await update(agent.mandateId, 'Max $2 per transaction.')
      expect(done(await pay(agent, '2.00')).body).toMatchObject({ mandate_id: agent.mandateId, mandate_version: 2 })
      const exceeded = { reason: 'per_transaction_limit_exceeded', limit: '2.00', mandate_version: 2 }
      for (const answer of [await pay(agent, '2.01'), await transfer(agent, '2.01'), await execute(agent, '2.01')])
        refused(answer, 403, 'policy_violation', exceeded)
    })

    test('the counters survive an update and a new mandate', async () => {
      const agent = await openAgent(scene, { funds: '60' })
      done(await pay(agent, '20.00'))
      await update(agent.mandateId, 'Max $30 per day.')
      const exceeded = { reason: 'daily_limit_exceeded', limit: '30.00', remaining: '10.00' }
      refused(await pay(agent, '10.01'), 403, 'policy_violation', exceeded)
      const at = async (mandate: unknown, version: number) => {
        const { body } = done(await scene.carrier.call('getMandate', { mandate_id: mandate, version }, scene.owner))
        const { limit, spent, reserved, remaining } = (body.usage as Usage).day
        return { limit, used: Number(spent) + Number(reserved), remaining }
      }
      // A superseded version is held against its own limit, with what the wallet has used under whichever version.
      expect(await at(agent.mandateId, 1)).toEqual({ limit: '100.00', used: 20, remaining: '80.00' })
      expect(await at(agent.mandateId, 2)).toEqual({ limit: '30.00', used: 20, remaining: '10.00' })
      const { mandate_id } = await create(agent, 'Max $35 per day.')
      expect(await at(agent.mandateId, 1)).toMatchObject({ used: 20, remaining: '80.00' })
      const wallet = done(await scene.carrier.call('getWallet', { wallet_id: agent.walletId }, scene.owner)).body
      expect((wallet.usage as Usage).day).toMatchObject({ limit: '35.00', remaining: '15.00' })
      refused(await pay(agent, '15.01'), 403, 'policy_violation', { limit: '35.00', remaining: '15.00', mandate_id })
      done(await pay(agent, '15.00'))
      expect((await usageOf(mandate_id)).day).toMatchObject({ limit: '35.00', remaining: '0.00' })
    })

    test('live usage is what enforcement counts: completed is spent, the rest reserved, at most nothing remains', async () => {
      const agent = await openAgent(scene, { funds: '60' })
      done(await pay(agent, '20.00', { wait: 20 }))
      const parked = done(await pay(agent, '30.00')).body
      const usage = await usageOf(agent.mandateId)
      expect(usage).toMatchObject({
        day: { limit: '100.00', spent: '20.00', reserved: '30.00', remaining: '50.00' },
        month: { limit: '1000.00', spent: '20.00', reserved: '30.00', remaining: '950.00' },
      })
      const wallet = await scene.carrier.call('getWallet', { wallet_id: agent.walletId }, agent.caller)
      expect(done(wallet).body.usage).toEqual(usage)
      const input = { wallet_id: agent.walletId, amount: '1.00', to: newAddress() }
      const dryRun = done(await scene.carrier.call('checkPolicy', input, agent.caller)).body
      expect(dryRun.remaining).toEqual({ day: '50.00', month: '950.00' })
      await update(agent.mandateId, 'Max $70 per day.')
      const exceeded = { reason: 'daily_limit_exceeded', remaining: '20.00', resets_at: usage.day.resets_at }
      refused(await pay(agent, '20.01'), 403, 'policy_violation', exceeded)
      expect((await usageOf(agent.mandateId)).day.remaining).toBe('20.00')
      done(await scene.carrier.call('cancelApproval', { approval_id: parked.approval_id }, agent.caller))
      expect((await usageOf(agent.mandateId)).day).toMatchObject({ reserved: '0.00', remaining: '50.00' })
      await update(agent.mandateId, 'Max $10 per day.')
      expect((await usageOf(agent.mandateId)).day).toMatchObject({ spent: '20.00', remaining: '0.00' })
    })

    test('a preview shows rules, spans and changes, and stores nothing', async () => {
      const agent = await openAgent(scene)
      const policy = 'At most $40 for each transaction; no gambling, approval required over $30.'
      const before = await read(agent.mandateId)
      const preview = (more: object) => scene.carrier.call('previewPolicy', { policy, ...more }, agent.caller)
      const { body, status } = done(await preview({ mandate_id: agent.mandateId }))
      expect(status).toBe(200)
      expect(body.policy).toMatchObject({ max_per_transaction: 40, approval_threshold: 30, daily_limit: null })
      for (const span of body.spans as { start: number; end: number; text: string; field: string }[]) {
        expect(policy.slice(span.start, span.end)).toBe(span.text)
        expect(Object.keys(body.policy as object)).toContain(span.field)
      }
      expect(body.changes).toContainEqual({ field: 'daily_limit', before: 100, after: null, change: 'looser' })
      expect((body.notes as Body[]).map(({ code }) => code)).toEqual(expect.arrayContaining(['unlimited', 'looser']))
      const again = done(await preview({ policy: body.canonical_text })).body
      expect(again).toMatchObject({ policy: body.policy, canonical_text: body.canonical_text, changes: [] })
      expect(await read(agent.mandateId)).toEqual(before)
      expect(typesOf(await eventsOf(scene, agent.mandateId))).toEqual(['mandate.created'])
    })

    test('a simulation holds a policy against the real payments of a wallet, and changes nothing', async () => {
      const agent = await openAgent(scene, { funds: '60' })
      for (const amount of ['5.00', '20.00', '4.00']) done(await pay(agent, amount))
      const { body, status } = done(await simulate(agent.walletId, { policy: 'Max $10 per transaction, $8 per day.' }))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ...{ wallet_id: agent.walletId, payments: 3, changed: 2, limit_timezone: 'UTC' },
        before: { allowed: 3, approval_required: 0, denied: 0 },
        after: { allowed: 1, approval_required: 0, denied: 2 },
      })
      const page = body.changes as { data: Body[]; has_more: boolean }
      expect(page.data).toMatchObject([
        { before: 'allow', after: 'deny', reason: 'per_transaction_limit_exceeded', usd_amount: '20.00' },
        { before: 'allow', after: 'deny', reason: 'daily_limit_exceeded', usd_amount: '4.00' },
      ])
      expect(page.has_more).toBe(false)
      for (const first of [0, 101])
        refusedField(await simulate(agent.walletId, { policy: 'Max $8 per day.', first }), 'first')
      const asked = done(await simulate(agent.walletId, { policy: 'Require approval above $10.' })).body
      expect(asked.after).toEqual({ allowed: 2, approval_required: 1, denied: 0 })
      const same = { mandate_id: agent.mandateId, version: 1 }
      expect(done(await simulate(agent.walletId, same)).body).toMatchObject({ changed: 0 })
      expect(await read(agent.mandateId)).toMatchObject({ version: 1, usage: { day: { remaining: '71.00' } } })
      refusedField(await simulate(agent.walletId, {}), 'policy')
      const foreign = await openScene(given, 'Curious')
      const theirs = { wallet_id: agent.walletId, policy: 'Max $1 per day.' }
      refused(await scene.carrier.call('simulatePolicy', theirs, foreign.owner), 404, 'not_found')
    })

    describe('4.4 execute', () => {
      let agent: TestAgent
      beforeAll(async () => {
        agent = await openAgent(scene, { funds: '80' })
      })

      test('pays the domain from the own wallet in USDC on base, and answers payment_id and status', async () => {
        const answer = await execute(agent, '5.00', { purpose: 'Subscription' })
        const { body } = created(scene, answer, 201, `/api/v2/payments/${answer.body.payment_id}`)
        expect(body).toMatchObject({ payment_id: expect.stringMatching(/^pay_/), status: 'pending', approval_id: null })
        const input = { payment_id: body.payment_id, wait: 20 }
        expect(done(await scene.carrier.call('getPayment', input, agent.caller)).body).toMatchObject({
          ...{ status: 'completed', merchant: shop.domain, amount: '5.00', token: 'USDC', chain: 'base' },
          ...{ purpose: 'Subscription', wallet_id: agent.walletId, mandate_id: agent.mandateId },
        })
      })

      test('an organization names the wallet; wait holds the answer until it is completed', async () => {
        const input = { psp_domain: `https://${shop.domain}/pay`, amount: '1.00', wallet_id: agent.walletId, wait: 20 }
        expect(done(await scene.carrier.call('executeMandate', input, scene.owner)).body).toMatchObject({
          ...{ status: 'completed', stage: 'completed', tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
        })
        refusedField(
          await scene.carrier.call('executeMandate', { psp_domain: shop.domain, amount: '1' }, scene.owner),
          'wallet_id',
        )
      })

      test('one key executes once', async () => {
        const call = () =>
          scene.carrier.call('executeMandate', { psp_domain: shop.domain, amount: '1.00' }, agent.caller, {
            idempotencyKey: 'one execution',
          })
        const answers = await Promise.all([call(), call(), call()])
        expect(new Set(answers.map((answer) => done(answer).body.payment_id)).size).toBe(1)
        expect((await call()).replayed).toBe(true)
      })

      test('no domain is 400, one that nobody registered 422, and the mandate holds', async () => {
        refusedField(await execute(agent, '1.00', { psp_domain: 'psp' }), 'psp_domain')
        refusedField(await execute(agent, '0'), 'amount')
        refused(await execute(agent, '1.00', { psp_domain: 'nobody.example' }), 422, 'no_route')
        refused(await execute(agent, '50.01'), 403, 'policy_violation', { reason: 'per_transaction_limit_exceeded' })
      })

      test('park=false does not wait for a person: 403 approval_required names the approval, which lets it pass once', async () => {
        const refusal = refused(await execute(agent, '26.00', { park: false }), 403, 'approval_required', {
          ...{ threshold: '25.00', actual: '26.00', approval_id: expect.stringMatching(/^apr_/) },
        })
        const approval_id = textIn(refusal.refused?.details ?? {}, 'approval_id')
        const approver = await openPerson(scene, ['approver'])
        expect(done(await scene.carrier.call('approve', { approval_id }, approver)).body.status).toBe('approved')
        const passed = done(await execute(agent, '26.00', { park: false, approval_id, wait: 20 })).body
        expect(passed).toMatchObject({ status: 'completed', approval_id })
        refused(await execute(agent, '26.00', { park: false, approval_id }), 403, 'approval_required', {
          reason: 'approval_used',
        })
      })
    })
  })
}
