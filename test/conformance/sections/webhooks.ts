/** Specification 2.12, 2.13, 6.1: subscriptions, and deliveries that a receiver can verify and tell apart. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  openShop,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  until,
} from '../../support/scene.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

const SECRET = 'a signing secret ✓'
const CATALOGUE = [
  ...['payment.completed', 'payment.failed', 'payment.pending', 'wallet.created', 'wallet.frozen', 'wallet.unfrozen'],
  ...['policy.violated', 'hold.created', 'hold.captured', 'hold.voided', 'compliance.flagged'],
  ...['checkout.completed', 'order.fulfilled', 'order.refunded'],
]
const WRONG: readonly (readonly [field: string, why: string, value: unknown])[] = [
  ['url', 'not https', 'http://example.com/hook'],
  ['url', 'a private address', 'https://10.1.2.3/hook'],
  ['url', 'a link-local address', 'https://169.254.169.254/latest'],
  ['url', 'credentials in it', 'https://user:pass@example.com/'],
  ['url', 'no url', 'nonsense'],
  ['events', 'none', []],
  ['events', 'unknown', ['payment.imagined']],
  ['secret', 'empty', ''],
  ['secret', 'too long', 's'.repeat(257)],
  ['secret', 'too short', 's'.repeat(15)],
  ['secret', 'a prefix alone', 'whsec_'],
]

export function webhooks(given: Given): void {
  describe('2.12, 2.13, 6.1 webhooks', () => {
    let scene: Scene
    let agent: TestAgent
    const receivers: WebhookReceiver[] = []
    beforeAll(async () => {
      scene = await openScene(given, 'Listening')
      agent = await openAgent(scene, { funds: '30' })
    })
    afterAll(() => Promise.all(receivers.map((one) => one.stop())))

    async function receiver(): Promise<WebhookReceiver> {
      const one = await startWebhookReceiver({ secret: SECRET })
      receivers.push(one)
      return one
    }
    const create = (changes: Body, caller: Caller = scene.owner) =>
      scene.carrier.call(
        'createWebhook',
        { url: 'https://example.com/hook', events: ['payment.completed'], secret: SECRET, ...changes },
        caller,
      )
    const pay = async () => {
      const payment = { wallet_id: agent.walletId, to: newAddress(), amount: '1.00', token: 'USDC', wait: 20 }
      return done(await scene.carrier.call('createPayment', payment, agent.caller)).body
    }
    const deliveries = async (webhookId: unknown, filter: object = {}) =>
      rowsIn(done(await scene.carrier.call('listDeliveries', { webhook_id: webhookId, ...filter }, scene.owner)))

    test('the secret is shown once, at creation', async () => {
      const answer = done(await create({ description: 'Mine', metadata: { keepThis: 'Case' } }))
      expect(answer.body).toMatchObject({
        ...{ webhook_id: expect.stringMatching(/^whk_/), url: 'https://example.com/hook', secret: SECRET },
        ...{ events: ['payment.completed'], status: 'active', metadata: { keepThis: 'Case' } },
      })
      if (scene.carrier.name === 'rest') expect(answer.status).toBe(201)
      const read = done(await scene.carrier.call('getWebhook', { webhook_id: answer.body.webhook_id }, scene.owner))
      const list = done(await scene.carrier.call('listWebhooks', {}, scene.owner))
      for (const { text } of [read, list]) expect(text).not.toContain(JSON.stringify(SECRET).slice(1, -1))
    })

    test('an endpoint shows the merchant whose events alone it is sent, until it is sent those of all again', async () => {
      const { merchantId } = await openShop(scene)
      const { webhook_id } = done(await create({ events: ['checkout.completed'], merchant_id: merchantId })).body
      const read = async () => done(await scene.carrier.call('getWebhook', { webhook_id }, scene.owner)).body
      expect(await read()).toMatchObject({ merchant_id: merchantId })
      const update = (merchant_id: string | null) =>
        scene.carrier.call('updateWebhook', { webhook_id, merchant_id }, scene.owner)
      refused(await update('mrc_unknown'), 404, 'not_found')
      refused(await create({ merchant_id: 'mrc_unknown' }), 404, 'not_found')
      done(await update(null))
      expect(await read()).toMatchObject({ merchant_id: null })
    })

    test.each(WRONG)('a wrong %s is refused by its name: %s', async (field, _why, value) => {
      refusedField(await create({ [field]: value }), field)
    })

    test('a refused secret is told how to make a good one, which is taken', async () => {
      const answer = await create({ secret: 'too short' })
      refusedField(answer, 'secret')
      expect(answer.text).toContain('`echo whsec_$(openssl rand -base64 32)`')
      const made = `whsec_${randomBytes(32).toString('base64')}`
      expect(done(await create({ secret: made })).body.secret).toBe(made)
    })

    test('a payment is told with the envelope of 2.13, signed over the raw body; unlisted types are not sent', async () => {
      const { url, waitFor, received, envelopes } = await receiver()
      done(await create({ url, events: ['payment.pending', 'payment.completed'] }))
      const payment = await pay()
      await waitFor(2)
      expect(received.map(({ verified }) => verified)).toEqual([true, true])
      for (const { headers } of received) {
        expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
        expect(headers['content-type']).toMatch(/^application\/json/)
      }
      const told = envelopes().toSorted((a, b) => b.type.localeCompare(a.type))
      expect(told.map(({ type }) => type)).toEqual(['payment.pending', 'payment.completed'])
      for (const envelope of told) {
        expect(envelope.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(envelope.data).toMatchObject({
          ...{ payment_id: payment.payment_id, wallet_id: agent.walletId, amount: '1.00', token: 'USDC' },
          ...{ chain: 'base', tx_hash: payment.tx_hash },
        })
      }
      expect(told.map(({ data }) => data.status)).toEqual(['pending', 'completed'])
      expect(new Set(told.map(({ event_id }) => event_id)).size).toBe(2)
    })

    test('event_id names the delivery, source_event_id the event of the log; both find it', async () => {
      const { url, waitFor, envelopes } = await receiver()
      const { body } = done(await create({ url }))
      await pay()
      await waitFor(1)
      const [told] = envelopes()
      const ids = [told?.event_id, told?.source_event_id]
      for (const id of ids) {
        const event = done(await scene.carrier.call('getEvent', { event_id: id }, scene.owner)).body
        expect(event).toMatchObject({ source_event_id: told?.source_event_id, type: told?.type, data: told?.data })
        expect(event.deliveries).toContainEqual(
          expect.objectContaining({ webhook_id: body.webhook_id, event_id: ids[0] }),
        )
      }
    })

    test('a failed attempt is planned again after one minute; a manual retry sends the same bytes', async () => {
      const { url, waitFor, answer, received } = await receiver()
      answer(500)
      const webhookId = done(await create({ url })).body.webhook_id
      await pay()
      await waitFor(1)
      const [row = {}] = await until(() => deliveries(webhookId, { status: 'pending_retry' }))
      const [first] = row.attempts as Body[]
      expect(first).toMatchObject({ number: 1, status_code: 500, manual: false })
      expect(Date.parse(String(row.next_attempt_at)) - Date.parse(String(first?.at))).toBe(60_000)

      answer(204)
      const input = { webhook_id: webhookId, delivery_id: row.delivery_id }
      const asked = done(await scene.carrier.call('retryDelivery', input, scene.owner))
      if (scene.carrier.name === 'rest') expect(asked.status).toBe(202)
      await waitFor(2)
      const delivered = await until(async () => {
        const { body } = done(await scene.carrier.call('getDelivery', input, scene.owner))
        return body.status === 'delivered' && body
      })
      expect(delivered.attempts).toMatchObject([{ status_code: 500 }, { number: 2, status_code: 204, manual: true }])
      expect(received[1]?.body).toBe(received[0]?.body)
      expect(delivered.event_id).toBe(JSON.parse(received[0]?.body ?? '{}').event_id)
    })

    test('what an endpoint has missed is sent since an instant, once, and counted; its health tells how it goes', async () => {
      const { url, waitFor, answer, received } = await receiver()
      answer(503)
      const webhook = done(await create({ url, events: ['payment.*'] })).body
      expect(webhook.health).toMatchObject({ state: 'healthy', success_rate: null, failures_in_row: 0 })
      const webhook_id = webhook.webhook_id
      const health = async () =>
        done(await scene.carrier.call('getWebhook', { webhook_id }, scene.owner)).body.health as Body
      const since = webhook.created_at
      await pay()
      await waitFor(3)
      const failing = await until(async () => {
        const told = await health()
        return told.failures_in_row === 3 && told
      })
      expect(failing).toMatchObject({
        ...{ success_rate: 0, last_failure: { status_code: 503, error: expect.any(String) }, last_success_at: null },
        next_attempt_at: expect.any(String),
      })

      answer(200)
      const replay = (change: Body = {}) =>
        scene.carrier.call('replayWebhook', { webhook_id, since, ...change }, scene.owner)
      const one = done(await replay({ types: ['payment.accepted'] }))
      if (scene.carrier.name === 'rest') expect(one.status).toBe(202)
      expect(one.body).toMatchObject({ scheduled: 1, delivered: 0, under_way: 0, complete: true, next_cursor: null })
      expect(one.body.replay_id).toMatch(/^rpl_/)
      await waitFor(4)
      await until(async () => (await deliveries(webhook_id, { status: 'delivered' })).length === 1)
      expect(done(await replay()).body).toMatchObject({ scheduled: 2, delivered: 1, complete: true })
      await until(async () => (await deliveries(webhook_id, { status: 'delivered' })).length === 3)
      expect(done(await replay()).body).toMatchObject({ scheduled: 0, delivered: 3 })
      expect(received.length).toBe(6)
      expect(await health()).toMatchObject({ state: 'healthy', success_rate: 1, failures_in_row: 0 })
      expect(await deliveries(webhook_id, { created_from: since, type: 'payment.accepted' })).toHaveLength(1)
      expect(await deliveries(webhook_id, { created_until: since })).toEqual([])

      refusedField(await replay({ since: 'yesterday' }), 'since')
      refusedField(await replay({ types: ['payment.imagined'] }), 'types[0]')
      refusedField(await replay({ after: 'nonsense' }), 'after')
      done(await scene.carrier.call('updateWebhook', { webhook_id, status: 'disabled' }, scene.owner))
      refused(await replay(), 409, 'conflict', { reason: 'webhook_disabled' })
    })

    test('a test delivery carries a sample that is marked', async () => {
      const { url, waitFor, envelopes } = await receiver()
      const webhookId = done(await create({ url })).body.webhook_id
      const asked = { webhook_id: webhookId, type: 'payment.failed' }
      const { body } = done(await scene.carrier.call('testWebhook', asked, scene.owner))
      expect(body).toMatchObject({ webhook_id: webhookId, type: 'payment.failed', test: true })
      await waitFor(1)
      expect(envelopes()).toMatchObject([{ type: 'payment.failed', event_id: body.event_id, data: { test: true } }])
    })

    test('a rotated secret signs from then on, and is shown once', async () => {
      const { url, waitFor, received } = await startWebhookReceiver({ secret: 'the new signing one' }).then((one) => {
        receivers.push(one)
        return one
      })
      const webhookId = done(await create({ url })).body.webhook_id
      const input = { webhook_id: webhookId, secret: 'the new signing one', overlap_seconds: 60 }
      const { body } = done(await scene.carrier.call('rotateSecret', input, scene.owner))
      expect(body).toMatchObject({ webhook_id: webhookId, secret: 'the new signing one' })
      done(await scene.carrier.call('testWebhook', { webhook_id: webhookId }, scene.owner))
      await waitFor(1)
      expect(received[0]?.verified).toBe(true)
      // Another one would end the first, which receivers may still have.
      refused(await scene.carrier.call('rotateSecret', { webhook_id: webhookId }, scene.owner), 409, 'conflict', {
        ...{ reason: 'secret_overlap', previous_secret_expires_at: body.previous_secret_expires_at },
      })
      const ending = { webhook_id: webhookId, overlap_seconds: 0 }
      done(await scene.carrier.call('rotateSecret', ending, scene.owner))
    })

    test('a disabled endpoint gets nothing, an enabled one what it missed, a deleted one is gone', async () => {
      const { url, waitFor, received } = await receiver()
      const webhookId = done(await create({ url })).body.webhook_id
      const set = (status: string) =>
        scene.carrier.call('updateWebhook', { webhook_id: webhookId, status }, scene.owner)
      expect(done(await set('disabled')).body.status).toBe('disabled')
      await pay()
      expect(received).toEqual([])
      expect(done(await set('active')).body.status).toBe('active')
      await waitFor(1)
      const gone = done(await scene.carrier.call('deleteWebhook', { webhook_id: webhookId }, scene.owner))
      if (scene.carrier.name === 'rest') expect([gone.status, gone.text]).toEqual([204, ''])
      const read = await scene.carrier.call('getWebhook', { webhook_id: webhookId }, scene.owner)
      refused(read, 404, 'not_found', { resource: 'webhook' })
    })

    test('an agent with agent:admin has endpoints of its own, which hear of its own wallet only', async () => {
      const admin = await openAgent(scene, { scope: 'agent:admin' })
      const { url, waitFor, received, envelopes } = await receiver()
      done(await create({ url, events: ['payment.failed', 'payment.completed'] }, admin.caller))
      await pay()
      const own = { wallet_id: admin.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      refused(await scene.carrier.call('createPayment', own, admin.caller), 402, 'insufficient_funds')
      await waitFor(1)
      expect(received).toHaveLength(1)
      expect(envelopes()[0]?.data.wallet_id).toBe(admin.walletId)
    })

    test('the catalogue has every event of the specification, with a schema for its data', async () => {
      const rows = rowsIn(done(await scene.carrier.call('eventTypes', {}, agent.caller)))
      const standard = rows.filter(({ opt_in }) => opt_in !== true)
      expect(standard.map(({ type }) => type).sort()).toEqual(CATALOGUE.toSorted())
      for (const row of rows) {
        textIn(row, 'description')
        expect(row.schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      }
    })
  })
}
