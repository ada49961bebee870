/**
 * Section 6, opt-in events: what is about to run out or to end is told once, when the threshold of the organization is passed, to
 * whoever names it, with data of its schema.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMisfits, type JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import type { Body } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  until,
} from '../../support/scene.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

const DEFAULTS = {
  ...{ wallet_low: '10.00', limit_percent: 80, gas_percent: 80, mandate_ends_hours: 72 },
  ...{ approval_ends_minutes: 60, endpoint_failures: 5 },
}
const MINUTE_MS = 60_000

export function alerts(given: Given): void {
  describe('6 alerts', () => {
    let scene: Scene
    let agent: TestAgent
    let receiver: WebhookReceiver
    beforeAll(async () => {
      scene = await openScene(given, 'Alerted')
      agent = await openAgent(scene, { funds: '30' })
      receiver = await startWebhookReceiver({ secret: 'a secret of a test' })
    })
    afterAll(() => receiver.stop())

    const call = (...asked: Parameters<Scene['carrier']['call']>) => scene.carrier.call(...asked)
    const set = (alert_thresholds: Body | null) =>
      call('updateOrganization', { org_id: scene.organization.orgId, alert_thresholds }, scene.owner)
    const pay = async () => {
      const payment = { wallet_id: agent.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      done(await call('createPayment', payment, agent.caller))
    }
    const told = async (type: string) => rowsIn(done(await call('listEvents', { types: [type] }, scene.owner)))
    const expectFits = async ({ type, data }: Body) => {
      const { body } = done(await call('eventSchema', { type }, scene.owner))
      const { $schema: _, ...schema } = (given.carrierName === 'rest' ? body : body.schema) as JsonSchema
      expect(findMisfits(data, schema, schema)).toEqual([])
    }

    test('the organization chooses its thresholds; what is left out stays, and null restores the default', async () => {
      const read = async () => {
        const { body } = done(await call('getOrganization', { org_id: scene.organization.orgId }, scene.owner))
        return body.alert_thresholds
      }
      expect(await read()).toEqual(DEFAULTS)
      done(await set({ limit_percent: 50 }))
      done(await set({ wallet_low: null, endpoint_failures: 2 }))
      expect(await read()).toEqual({ ...DEFAULTS, limit_percent: 50, wallet_low: null, endpoint_failures: 2 })
      done(await set({ limit_percent: null }))
      expect(await read()).toMatchObject({ limit_percent: 80, endpoint_failures: 2 })
      for (const [field, value] of [
        ['limit_percent', 100],
        ['gas_percent', 0],
        ['mandate_ends_hours', 721],
        ['wallet_low', '-1'],
      ])
        refusedField(await set({ [String(field)]: value }), `alert_thresholds.${field}`)
      done(await set(null))
      expect(await read()).toEqual(DEFAULTS)
      const own = { org_id: scene.organization.orgId, alert_thresholds: { limit_percent: 1 } }
      refused(await call('updateOrganization', own, agent.caller), 403, 'capability_denied')
    })

    test('a wallet that gets low and a limit that is nearly used are told once, by the payment that passes the threshold', async () => {
      const hook = { url: receiver.url, events: ['alert.*'], secret: 'a secret of a test' }
      done(await call('createWebhook', hook, scene.owner))
      done(
        await call(
          'createWebhook',
          { ...hook, url: `${receiver.url}/payments`, events: ['payment.completed'] },
          scene.owner,
        ),
      )
      done(await set({ wallet_low: '28.50', limit_percent: 2, gas_percent: 1 }))
      for (let count = 0; count < 4; count++) await pay()
      const low = await told('alert.wallet_low')
      expect(low.map(({ data }) => data)).toEqual([
        { wallet_id: agent.walletId, agent_id: agent.agentId, token: 'USDC', available: '28.00', threshold: '28.50' },
      ])
      const used = await told('alert.limit_used')
      expect(used.map(({ data }) => data)).toMatchObject([
        { wallet_id: agent.walletId, window: 'day', percent: 2, used_usd: '2.00', limit_usd: '100.00' },
      ])
      for (const event of [...low, ...used]) await expectFits(event)
      const typesAt = (end: string) =>
        receiver.received.flatMap(({ path, body }) => (path.endsWith(end) ? textIn(JSON.parse(body), 'type') : []))
      await until(async () => typesAt('/hook').includes('alert.wallet_low'))
      // Who does not name them is not told.
      expect(typesAt('/payments').filter((type) => type !== 'payment.completed')).toEqual([])
      const list = rowsIn(done(await call('listEvents', { types: ['alert.*'] }, agent.caller)))
      expect(list.map(({ type }) => type).toSorted()).toEqual(['alert.limit_used', 'alert.wallet_low'])
    })

    test('a limit is told of by default at 80 and at 100 %, once each', async () => {
      const own = await openScene(given, 'Limited')
      const { walletId, agentId, caller } = await openAgent(own, { funds: '12' })
      const mandate = { agent_id: agentId, wallet_id: walletId, policy: 'Max $10 per day.' }
      done(await call('createMandate', mandate, own.owner))
      const reached = async () =>
        rowsIn(done(await call('listEvents', { types: ['alert.limit_used'] }, own.owner))).map(({ data }) => {
          const { window, percent, used_usd } = data as Body
          return `${window}: ${percent} % with ${used_usd}`
        })
      for (const [amount, expected] of [
        ['7.99', []],
        ['0.01', ['day: 80 % with 8.00']],
        ['1.50', ['day: 80 % with 8.00']],
        ['0.50', ['day: 100 % with 10.00', 'day: 80 % with 8.00']],
      ] as const) {
        const payment = { wallet_id: walletId, to: newAddress(), amount, token: 'USDC' }
        done(await call('createPayment', payment, caller))
        expect(await reached()).toEqual(expected)
      }
    })

    test('a failing endpoint is told once for each run of failures', async () => {
      done(await set({ endpoint_failures: 2 }))
      const failing = await startWebhookReceiver({})
      failing.answer(500)
      const hook = { url: failing.url, events: ['order.unpaid'], secret: 'a secret of a test' }
      const { webhook_id } = done(await call('createWebhook', hook, scene.owner)).body
      const test = async () => textIn(done(await call('testWebhook', { webhook_id }, scene.owner)).body, 'delivery_id')
      const ofEndpoint = async () =>
        (await told('alert.endpoint_failing')).filter(({ resource_id }) => resource_id === webhook_id)
      for (let count = 1; count <= 3; count++) {
        await test()
        await failing.waitFor(count)
      }
      const [first = {}, ...others] = await until(ofEndpoint)
      expect(others).toEqual([])
      expect(first.data).toMatchObject({ failures_in_row: 2, error: 'The endpoint answered 500.' })
      await expectFits(first)
      const health = async () =>
        done(await call('getWebhook', { webhook_id }, scene.owner)).body.health as Record<string, unknown>
      await until(async () => (await health()).failures_in_row === 3)
      expect(await health()).toMatchObject({ state: 'failing' })
      failing.answer(200)
      await test()
      await until(async () => (await health()).state === 'healthy')
      failing.answer(500)
      for (let count = 0; count < 2; count++) await test()
      await until(async () => (await ofEndpoint()).length === 2)
      await failing.stop()
    })

    test('an approval and a mandate that are about to end are told before, once', async () => {
      const parked = { wallet_id: agent.walletId, to: newAddress(), amount: '26.00', token: 'USDC' }
      const { approval_id } = done(await call('createPayment', parked, agent.caller)).body
      const advance = async (change: Body) => done(await call('advanceTestClock', change, scene.owner))
      const endOf = async (operation: 'getApproval' | 'getMandate', id: Body) =>
        Date.parse(textIn(done(await call(operation, id, scene.owner)).body, 'expires_at'))
      const advanceTo = (at: number) => advance({ to: new Date(at).toISOString() })
      const end = await endOf('getApproval', { approval_id })
      await advanceTo(end - 61 * MINUTE_MS)
      expect(await told('alert.approval_ending')).toEqual([])
      await advanceTo(end - 59 * MINUTE_MS)
      await advance({ seconds: 60 })
      const [approval = {}, ...more] = await told('alert.approval_ending')
      expect([approval.resource_id, more]).toEqual([approval_id, []])
      await expectFits(approval)
      const mandateEnd = await endOf('getMandate', { mandate_id: agent.mandateId })
      await advanceTo(mandateEnd - 73 * 60 * MINUTE_MS)
      expect(await told('alert.mandate_ending')).toEqual([])
      await advanceTo(mandateEnd - 71 * 60 * MINUTE_MS)
      const [mandate = {}, ...others] = await told('alert.mandate_ending')
      expect([mandate.data, others]).toMatchObject([{ wallet_id: agent.walletId, agent_id: agent.agentId }, []])
      await expectFits(mandate)
      await advance({ seconds: 3_600 })
      expect(await told('alert.mandate_ending')).toHaveLength(1)
    })

    test('an endpoint that names them was told of each kind, once and signed', async () => {
      const kinds = ['wallet_low', 'limit_used', 'endpoint_failing', 'approval_ending', 'mandate_ending']
      const told = () => receiver.received.filter(({ path }) => path.endsWith('/hook'))
      const of = (name: string) => told().map(({ body }) => textIn(JSON.parse(body), name))
      await until(async () => kinds.every((kind) => of('type').includes(`alert.${kind}`)))
      expect(new Set(of('source_event_id')).size).toBe(told().length)
      expect(told().filter(({ verified }) => verified !== true)).toEqual([])
    })
  })
}
