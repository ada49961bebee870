/**
 * Domain A.11b, A.14: a merchant's own key. With it a merchant keeps its feed, reads its orders and reports what becomes of them,
 * unsigned, and does nothing else. Revoked, it opens nothing from then on, not even what was under way.
 */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalServer, startLocalServer } from '../../../scripts/localServer.ts'
import { type Body, type Caller, headersOf, postGraph, send } from '../../support/carriers.ts'
import { reportOrder, tellOfOrder } from '../../support/orderEvents.ts'
import {
  done,
  eventsOf,
  type Given,
  openAgent,
  openScene,
  openShop,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  until,
} from '../../support/scene.ts'

const ONLY = { reason: 'merchant_only' }
const INK = { product_id: 'ink', title: 'Ink', amount_minor: 300 }

/** Feeds at the merchants' own addresses; one that hangs answers when it is told to. */
async function startFeeds() {
  const hanging: (() => void)[] = []
  const server: LocalServer = await startLocalServer((incoming, response) => {
    const answer = () => void response.end(JSON.stringify({ products: [{ ...INK, product_id: 'fetched' }] }))
    if (incoming.url === '/hangs') hanging.push(answer)
    else answer()
  })
  return {
    ...server,
    hanging,
    answerAll: () => {
      for (const answer of hanging.splice(0)) answer()
    },
  }
}

export function merchantKeys(given: Given): void {
  describe('A.14 the key of a merchant', () => {
    let scene: Scene
    let agent: TestAgent
    let feeds: Awaited<ReturnType<typeof startFeeds>>
    beforeAll(async () => {
      scene = await openScene(given, 'Merchants with keys')
      agent = await openAgent(scene, { funds: '50.00' })
      feeds = await startFeeds()
    })
    afterAll(() => feeds.close())
    const call = (operation: Parameters<Scene['carrier']['call']>[0], input: Body, by: Caller = scene.owner) =>
      scene.carrier.call(operation, input, by)
    const openKeyed = async (more: Body = {}) => {
      const { merchantId } = await openShop(scene)
      const { body: record } = done(await call('createMerchantKey', { merchant_id: merchantId, ...more }))
      const at = { merchant_id: merchantId, key_id: textIn(record, 'key_id') }
      const by = { apiKey: textIn(record, 'api_key') }
      const sell = (products: readonly Body[] = [INK], caller: Caller = by) =>
        call('setProductFeed', { merchant_id: merchantId, products }, caller)
      return { merchantId, record, at, by, sell }
    }
    const buy = async (merchant_id: string) => {
      const items = [{ product_id: 'ink', quantity: 1 }]
      const { session_id } = done(await call('createCheckout', { items, merchant_id }, agent.caller)).body
      const cap = { agent_id: agent.agentId, session_id, max_amount_minor: 300 }
      const { shared_token: token } = done(await call('authorizeCheckout', cap, agent.caller)).body
      return done(await call('payCheckout', { session_id, token }, agent.caller)).body
    }
    const isDead = async (by: Caller) => {
      const answer = refused(await call('listOrders', {}, by), 401, 'authentication_error', {
        reason: 'invalid_api_key',
      })
      expect(answer.refused?.message).toContain('revoked or replaced')
    }
    const sold = async (merchant: string) =>
      (done(await call('productManifest', { merchant })).body.product_feed as Body[]).map(
        ({ product_id }) => product_id,
      )

    test('an administrator makes it; it is shown once, listed, named in its event, and is no person', async () => {
      const { record, at, by } = await openKeyed({ name: 'Ann Lee' })
      expect(by.apiKey).toMatch(/^sk_merchant_/)
      expect(record).toMatchObject({ ...at, name: 'Ann Lee', mode: 'test', status: 'active', last_used_at: null })
      const { api_key: _, last_used_at: __, ...shown } = record
      done(await call('listOrders', {}, by))
      const listed = done(await call('listMerchantKeys', { merchant_id: at.merchant_id, status: ['active'] }))
      expect(rowsIn(listed)).toMatchObject([shown])
      expect(listed.text).not.toContain(by.apiKey)
      // Other processes know it once it is stored, after ten seconds at most.
      if (scene.service.topology === 'in process') expect(rowsIn(listed)[0]?.last_used_at).toMatch(/Z$/)
      const [told] = await eventsOf(scene, at.key_id)
      expect(told).toMatchObject({ type: 'merchant_key.created', data: { ...at, name: 'Ann Lee' } })
      const org = { org_id: scene.organization.orgId }
      const person = done(await call('createKey', { ...org, name: 'Ann Lee', roles: [] })).body
      expect(rowsIn(done(await call('listKeys', org))).map(({ key_id }) => key_id)).not.toContain(at.key_id)
      done(await call('suspendPerson', { ...org, principal_id: person.principal_id, reason: 'On leave.' }))
      done(await call('listOrders', {}, by))
      for (const other of [by, agent.caller, { apiKey: await scene.service.createKey(org.org_id, { roles: [] }) }])
        expect((await call('createMerchantKey', { merchant_id: at.merchant_id }, other)).status).toBe(403)
    })

    test('with it a merchant sets and imports its own feed, and no other', async () => {
      const [{ by, sell, merchantId, at }, other] = [await openKeyed(), await openKeyed()]
      const answer = done(await sell())
      expect(answer.body).toMatchObject({
        product_feed: [{ product_id: 'ink' }],
        merchant: { merchant_id: merchantId },
      })
      expect(await sold(merchantId)).toEqual(['ink'])
      done(await call('importProductFeed', { merchant_id: merchantId, url: feeds.url }, by))
      expect(await sold(merchantId)).toEqual(['fetched'])
      refused(await call('setProductFeed', { merchant_id: other.merchantId, products: [] }, by), 404, 'not_found')
      const foreign = { merchant_id: other.merchantId, url: feeds.url }
      refused(await call('importProductFeed', foreign, by), 404, 'not_found')
      const [line] = rowsIn(done(await call('listAudit', { operation: 'importProductFeed', actor: at.key_id })))
      expect(line?.actor).toMatchObject({ kind: 'merchant', merchant_id: merchantId, person_id: null })
    })

    test('it is shown its name and domain, and nothing that the organization notes beside them', async () => {
      const { by, merchantId } = await openKeyed()
      const noted = { mcc: '5812', country: 'US', metadata: { note: 'slow' } }
      const { body: row } = done(await call('updateMerchant', { merchant_id: merchantId, ...noted }))
      const fields = 'name domain legalName mcc category country payoutAddresses { address } metadata'
      const document = `mutation ($input: SetProductFeedInput!) { setProductFeed(input: $input) { manifest { merchant { ${fields} } } } }`
      const set = (caller: Caller) =>
        postGraph(scene.service.url, document, { input: { merchantId, products: [] } }, caller)
      const shown = async (caller: Caller) =>
        ((await set(caller)).body.data as Record<string, { manifest: { merchant: Body } }>).setProductFeed?.manifest
          .merchant
      expect(await shown(scene.owner)).toMatchObject({ ...noted, legalName: row.legal_name })
      expect(await shown(by)).toEqual({
        ...{ name: row.name, domain: row.domain, legalName: '', mcc: null, category: 'uncategorized', country: null },
        ...{ payoutAddresses: [], metadata: null },
      })
    })

    test('a feed that is what it was before leaves no line in the audit log, and outdates nothing', async () => {
      const { sell, merchantId, at, by } = await openKeyed()
      done(await sell())
      const rows = scene.service.database.collection<{ _id: string; feedVersion?: number }>('merchants')
      const state = async () => {
        const lines = rowsIn(done(await call('listAudit', { actor: at.key_id }))).length
        return [(await rows.findOne({ _id: merchantId }))?.feedVersion, lines]
      }
      const before = await state()
      expect(done(await sell()).body.product_feed).toMatchObject([{ product_id: 'ink' }])
      expect(await state()).toEqual(before)
      done(await sell([]))
      done(await call('importProductFeed', { merchant_id: merchantId, url: feeds.url }, by))
      expect(await state()).toEqual([Number(before[0]) + 2, Number(before[1]) + 2])
    })

    test('what is signed is the act of whoever has signed it, whatever key is sent beside it', async () => {
      const [shop, other] = [await openKeyed(), await openKeyed()]
      done(await shop.sell())
      const { order_id } = await buy(shop.merchantId)
      const { body } = done(await call('rotateMerchantSecret', { merchant_id: shop.merchantId }))
      const event = { event_id: 'signed', type: 'order.fulfilled', data: { order_id } }
      done(await tellOfOrder(scene.carrier, event, textIn(body, 'secret'), undefined, other.by))
      expect(done(await call('getOrder', { id: order_id })).body.status).toBe('fulfilled')
      expect(rowsIn(done(await call('listAudit', { actor: other.at.key_id })))).toEqual([])
    })

    test('it reads its own orders and not who has bought, and reports what becomes of them once', async () => {
      const [shop, other] = [await openKeyed(), await openKeyed()]
      for (const { sell } of [shop, other]) done(await sell())
      const [{ order_id }, foreign] = [await buy(shop.merchantId), await buy(other.merchantId)]
      expect(rowsIn(done(await call('listOrders', {}, shop.by))).map((one) => one.order_id)).toEqual([order_id])
      const page = '{ orders { nodes { id } edges { node { id } } totalCount } }'
      expect((await postGraph(scene.service.url, page, {}, shop.by)).body).toEqual({
        data: { orders: { nodes: [{ id: order_id }], edges: [{ node: { id: order_id } }], totalCount: 1 } },
      })
      const read = done(await call('getOrder', { id: order_id }, shop.by))
      expect(read.body).toMatchObject({ order_id, status: 'confirmed', amount_minor: 300 })
      expect(read.text).not.toContain(agent.agentId)
      refused(await call('getOrder', { id: foreign.order_id }, shop.by), 404, 'not_found')
      refused(await call('listOrders', { agent_id: agent.agentId }, shop.by), 403, 'capability_denied', ONLY)
      for (const edge of ['agent { name }', 'payment { walletId }', 'checkout { agentId }', 'merchant { metadata }']) {
        const document = `query ($id: ID!) { order(id: $id) { id ${edge} } }`
        const told = await postGraph(scene.service.url, document, { id: order_id }, shop.by)
        refused(told, 403, 'capability_denied', ONLY)
      }
      const event = { event_id: 'sent', type: 'order.fulfilled', data: { order_id, fulfillment: { carrier: 'Post' } } }
      refused(await reportOrder(scene.carrier, event, other.by), 404, 'not_found')
      refused(await reportOrder(scene.carrier, { ...event, merchant_id: other.merchantId }, shop.by), 404, 'not_found')
      refused(await reportOrder(scene.carrier, event, scene.owner), 401, 'authentication_error')
      expect(done(await reportOrder(scene.carrier, event, shop.by)).body).toEqual({ received: true, duplicate: false })
      const lines = async () => rowsIn(done(await call('listAudit', { actor: shop.at.key_id, outcome: 'done' })))
      const before = await lines()
      expect(before[0]).toMatchObject({ type: 'order.fulfilled', actor: { merchant_id: shop.merchantId } })
      expect(done(await reportOrder(scene.carrier, event, shop.by)).body).toEqual({ received: true, duplicate: true })
      expect(await lines()).toEqual(before)
      const { session_id } = done(await call('getOrder', { id: order_id }, shop.by)).body
      const refund = { id: 'back', type: 'refund', status: 'completed', amount: 100 }
      const data = { id: order_id, checkout_session_id: session_id, status: 'shipped', adjustments: [refund] }
      const headers = { 'content-type': 'application/json', ...headersOf(shop.by) }
      const sent = { method: 'POST', headers, body: JSON.stringify({ type: 'order_update', data }) }
      const url = `${scene.service.url}/acp/agentic_checkout/webhooks/order_events`
      expect((await send(url, sent)).body).toMatchObject({ received: true })
      expect(done(await call('getOrder', { id: order_id }, shop.by)).body.refunded_amount_minor).toBe(100)
    })

    test('of a merchant that is blocked it keeps no feed, and reads and reports its orders all the same', async () => {
      const { by, sell, merchantId } = await openKeyed()
      done(await sell())
      const { order_id } = await buy(merchantId)
      done(await call('updateMerchant', { merchant_id: merchantId, status: 'blocked' }))
      const imported = { merchant_id: merchantId, url: feeds.url }
      for (const told of [await sell([]), await call('importProductFeed', imported, by)])
        refused(told, 403, 'capability_denied', { reason: 'merchant_blocked' })
      expect(rowsIn(done(await call('listOrders', {}, by))).map((one) => one.order_id)).toEqual([order_id])
      const event = { event_id: 'sent', type: 'order.fulfilled', data: { order_id } }
      expect(done(await reportOrder(scene.carrier, event, by)).body).toEqual({ received: true, duplicate: false })
      done(await sell([{ ...INK, amount_minor: 400 }], scene.owner))
      done(await call('updateMerchant', { merchant_id: merchantId, status: 'active' }))
      done(await sell([]))
    })

    test('it opens nothing else: 403 merchant_only, which says what it can do', async () => {
      const { by, at } = await openKeyed()
      const { merchant_id } = at
      const asked: readonly (readonly [Parameters<typeof call>[0], Body])[] = [
        ...(['me', 'listAgents', 'listWallets', 'listPayments', 'listMerchants', 'listEvents'] as const).map(
          (one) => [one, {}] as const,
        ),
        ...(['productManifest', 'listCheckouts', 'createWallet'] as const).map((one) => [one, {}] as const),
        ...(['getMerchant', 'listMerchantKeys', 'createMerchantKey', 'rotateMerchantSecret'] as const).map(
          (one) => [one, { merchant_id }] as const,
        ),
        ['revokeMerchantKey', at],
        ['listKeys', { org_id: scene.organization.orgId }],
        ['createCheckout', { items: [{ product_id: 'ink', quantity: 1 }] }],
      ]
      for (const [operation, input] of asked) {
        const { refused: told } = refused(await call(operation, input, by), 403, 'capability_denied', ONLY)
        expect(told?.message).toContain('product feed')
      }
    })

    test('a replaced key works for the overlap only, and a revoked one is dead at once and says so', async () => {
      const { by, at } = await openKeyed()
      const { body } = done(await call('rotateMerchantKey', at))
      const next = { apiKey: textIn(body, 'api_key') }
      for (const one of [by, next]) done(await call('listOrders', {}, one))
      refused(await call('rotateMerchantKey', at), 409, 'conflict', { reason: 'key_ended' })
      const again = { ...at, key_id: body.key_id, overlap_seconds: 0 }
      const last = { apiKey: textIn(done(await call('rotateMerchantKey', again)).body, 'api_key') }
      await isDead(next)
      done(await call('revokeMerchantKey', { ...at, reason: 'Lost.' }))
      await isDead(by)
      const event = { event_id: 'e', type: 'order.fulfilled', data: { order_id: 'ord_unknown' } }
      const told = refused(await reportOrder(scene.carrier, event, by), 401, 'authentication_error')
      expect(told.refused?.message).toContain('revoked or replaced')
      const headers = { 'content-type': 'application/json', ...headersOf(by) }
      const url = `${scene.service.url}/acp/agentic_checkout/webhooks/order_events`
      const flat = await send(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ type: 'order_update', data: {} }),
      })
      expect([flat.status, flat.body.code]).toEqual([401, 'unauthorized'])
      done(await call('listOrders', {}, last))
      const { merchantId } = await openShop(scene)
      refused(await call('revokeMerchantKey', { ...at, merchant_id: merchantId }), 404, 'not_found')
    })

    test('revoked while its feed is fetched, it replaces nothing', async () => {
      const { by, at, merchantId, sell } = await openKeyed()
      done(await sell())
      const fetching = call('importProductFeed', { merchant_id: merchantId, url: `${feeds.url}/hangs` }, by)
      await until(async () => feeds.hanging)
      done(await call('revokeMerchantKey', at))
      feeds.answerAll()
      refused(await fetching, 401, 'authentication_error', { reason: 'invalid_api_key' })
      expect(await sold(merchantId)).toEqual(['ink'])
    })

    test('a merchant whose address hangs takes no turns of another merchant, nor of the organization', async () => {
      const [slow, other] = [await openKeyed(), await openKeyed()]
      const load = (merchant_id: string, url: string, by: Caller) => call('importProductFeed', { merchant_id, url }, by)
      const hang = () => load(slow.merchantId, `${feeds.url}/hangs`, slow.by)
      const hanging = [hang(), hang(), hang()]
      await until(async () => feeds.hanging)
      done(await load(other.merchantId, feeds.url, other.by))
      done(await load(other.merchantId, feeds.url, scene.owner))
      // Nor of the organization for the feed of that merchant; what it sets itself waits behind what it has begun.
      done(await load(slow.merchantId, feeds.url, scene.owner))
      if (scene.service.topology === 'in process') {
        const setting = [slow.sell(), slow.sell([]), slow.sell()]
        for (const answer of await Promise.all(setting)) refused(answer, 429, 'rate_limited', { bucket: 'feeds' })
      }
      let isOver = false
      const over = Promise.all(hanging).then(() => {
        isOver = true
      })
      await until(async () => {
        feeds.answerAll()
        return isOver
      })
      await over
    })

    if (given.carrierName === 'rest')
      test('an order event that is held back does not outlive the key', async () => {
        const { by, at, merchantId, sell } = await openKeyed()
        done(await sell())
        const { order_id } = await buy(merchantId)
        const event = JSON.stringify({ event_id: 'late', type: 'order.fulfilled', data: { order_id } })
        const headers = { 'content-type': 'application/json', 'content-length': event.length, ...headersOf(by) }
        const outgoing = request(`${scene.service.url}/acp/webhooks`, { method: 'POST', headers })
        const answered = new Promise<number>((resolve, reject) => {
          outgoing.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
        })
        outgoing.write(event.slice(0, 10))
        // It was admitted by then: the key has been used.
        if (scene.service.topology === 'in process') {
          const used = async () => rowsIn(await call('listMerchantKeys', { merchant_id: merchantId }))[0]?.last_used_at
          await until(async () => (await used()) !== null)
        }
        done(await call('revokeMerchantKey', at))
        outgoing.end(event.slice(10))
        expect(await answered).toBe(401)
        expect(done(await call('getOrder', { id: order_id })).body.status).toBe('confirmed')
      })
  })
}
