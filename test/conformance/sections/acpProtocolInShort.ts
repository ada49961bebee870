/** protocols.md 2: one purchase by a client of the Agentic Commerce Protocol, where the subgraphs are behind HTTP too. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { findMisfits, type JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { type Body, send } from '../../support/carriers.ts'
import { done, type Given, openAgent, openScene, openShop, type Scene, type TestAgent } from '../../support/scene.ts'

const SESSIONS = 'checkout_sessions'
const DELEGATE = 'agentic_commerce/delegate_payment'

export function acpProtocolInShort(given: Given): void {
  describe('protocols 2, the public ACP in short', () => {
    let scene: Scene
    let agent: TestAgent
    let merchant: string
    beforeAll(async () => {
      scene = await openScene(given, 'Protocol in short')
      merchant = (await openShop(scene)).merchantId
      const products = [{ product_id: 'book', title: 'A book', amount_minor: 500 }]
      done(await scene.carrier.call('setProductFeed', { merchant_id: merchant, products }, scene.owner))
      agent = await openAgent(scene, { funds: '20.00' })
    })

    const ask = (path: string, body?: object, key: string = randomUUID()) =>
      send(`${scene.service.url}/acp/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...{ authorization: `Bearer ${agent.caller.token}`, 'api-version': '2026-04-17' },
          ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })

    test('a session is made, paid once with a token, and read with its order', async () => {
      const document = (await send(`${scene.service.url}/api/v2/openapi.json`)).body as JsonSchema
      const fits = ({ status, text, body }: Awaited<ReturnType<typeof ask>>, wanted: number, schema: string): Body => {
        expect(status, text).toBe(wanted)
        expect(findMisfits(body, { $ref: `#/components/schemas/${schema}` }, document)).toEqual([])
        return body
      }
      const wanted = { line_items: [{ id: 'book' }], currency: 'usd', capabilities: {}, discounts: { codes: ['TEN'] } }
      const session = fits(await ask(SESSIONS, wanted), 201, 'AcpCheckoutSession')
      expect(session).toMatchObject({ status: 'ready_for_payment', messages: [{ param: '$.discounts.codes[0]' }] })
      const card = (number: string) => ({
        payment_method: {
          ...{ type: 'card', card_number_type: 'fpan', number, metadata: {} },
          display_card_funding_type: 'credit',
        },
        allowance: {
          ...{ reason: 'one_time', max_amount: 500, currency: 'usd', checkout_session_id: session.id },
          ...{ merchant_id: merchant, expires_at: '2099-01-01T00:00:00Z' },
        },
        ...{ risk_signals: [], metadata: {} },
      })
      expect(fits(await ask(DELEGATE, card('4539578763621486')), 422, 'AcpError')).toMatchObject({
        code: 'invalid_card',
      })
      const { id: token } = fits(await ask(DELEGATE, card('4242424242424242')), 201, 'AcpDelegatedPayment')
      const instrument = { type: 'card', credential: { type: 'spt', token } }
      const complete = () =>
        ask(`${SESSIONS}/${session.id}/complete`, { payment_data: { handler_id: 'agent_wallet', instrument } }, 'once')
      const paid = fits(await complete(), 200, 'AcpCheckoutSessionWithOrder')
      const again = await complete()
      expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([paid, 'true'])
      const read = fits(await ask(`${SESSIONS}/${session.id}`), 200, 'AcpCheckoutSession')
      expect(read).toMatchObject({ status: 'completed', order: { id: (paid.order as Body).id } })
    })
  })
}
