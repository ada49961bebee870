/** Specification 5 rule 5, 6.1, 8: what only time brings. Runs when nothing is on its way any more: a day passes here. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done, type Given, openAgent, openScene, refused, type Scene, textIn, until } from '../../support/scene.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

const MINUTE = 60_000
/** After the attempt before: the table of specification 6.1. */
const DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 24 * 60 * MINUTE]

export function clock(given: Given): void {
  describe('what time brings', () => {
    let scene: Scene
    let receiver: WebhookReceiver
    beforeAll(async () => {
      scene = await openScene(given, 'Waiting')
      receiver = await startWebhookReceiver({ secret: 'patience-patience' })
    })
    afterAll(() => receiver.stop())

    test('8: an access token ends after 3600 seconds, its refresh token does not', async () => {
      const agent = await openAgent(scene)
      const exchange = { agent_id: agent.agentId, api_key: agent.apiKey }
      const { body } = done(await scene.carrier.call('token', exchange, {}))
      const token = textIn(body, 'access_token')
      scene.service.clock.advance(59 * MINUTE)
      done(await scene.carrier.call('me', {}, { token }))
      scene.service.clock.advance(MINUTE)
      const late = await scene.carrier.call('me', {}, { token })
      refused(late, 401, 'authentication_error', { reason: 'token_expired' })
      expect(late.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      const refresh = { grant_type: 'refresh_token', agent_id: agent.agentId, refresh_token: body.refresh_token }
      const renewed = done(await scene.carrier.call('token', refresh, {})).body
      done(await scene.carrier.call('me', {}, { token: textIn(renewed, 'access_token') }))
    })

    test('6.1: five retries at the written delays, the same bytes each time, then failed; a manual retry still delivers', async () => {
      receiver.answer(503)
      const hook = { url: receiver.url, events: ['payment.completed'], secret: 'patience-patience' }
      const { webhook_id } = done(await scene.carrier.call('createWebhook', hook, scene.owner)).body
      const { body } = done(await scene.carrier.call('testWebhook', { webhook_id }, scene.owner))
      const input = { webhook_id, delivery_id: body.delivery_id }
      const attempted = (attempts: number) =>
        until(async () => {
          const now = done(await scene.carrier.call('getDelivery', input, scene.owner)).body
          return (now.attempts as unknown[]).length === attempts && now
        })

      for (const [index, delayMs] of DELAYS_MS.entries()) {
        const delivery = await attempted(index + 1)
        const [attempt] = (delivery.attempts as { at: string }[]).slice(-1)
        expect(delivery.status).toBe('pending_retry')
        expect(Date.parse(textIn(delivery, 'next_attempt_at')) - Date.parse(attempt?.at ?? '')).toBe(delayMs)
        scene.service.clock.advance(delayMs)
      }
      expect(await attempted(6)).toMatchObject({ status: 'failed', next_attempt_at: null })
      expect(new Set(receiver.received.map((one) => one.body)).size).toBe(1)
      expect(receiver.received.map(({ verified }) => verified)).toEqual(Array(6).fill(true))

      receiver.answer(200)
      done(await scene.carrier.call('retryDelivery', input, scene.owner))
      expect(await attempted(7)).toMatchObject({ status: 'delivered', event_id: body.event_id })
    })
  })
}
