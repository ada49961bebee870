/** Specification 2.14, 5 rule 6: what purchases are joined with in the graph, from either side, for their owner alone. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, postGraph } from '../../support/carriers.ts'
import { done, type Given, openAgent, openScene, openShop, type Scene, type TestAgent } from '../../support/scene.ts'

const ROW = 'nodes { id } totalCount'
const TOKEN = 'status agent { id } merchant { id } checkout { id } order { id } payment { id }'

export function graphOfPurchases(given: Given): void {
  describe('the graph of purchases', () => {
    let scene: Scene
    let agent: TestAgent
    let sibling: TestAgent
    /** Of the paid session, of its order and payment, of the merchant, and of a session that is open. */
    let id: Readonly<Record<'paid' | 'order' | 'payment' | 'merchant' | 'open' | 'agent', string>>

    beforeAll(async () => {
      scene = await openScene(given, 'The graph of purchases')
      const { merchantId: merchant } = await openShop(scene)
      const products = [{ product_id: 'pen', title: 'A pen', amount_minor: 199 }]
      done(await scene.carrier.call('setProductFeed', { merchant_id: merchant, products }, scene.owner))
      agent = await openAgent(scene, { funds: '10.00' })
      sibling = await openAgent(scene)
      const call = async (operation: Parameters<Scene['carrier']['call']>[0], input: Body) =>
        done(await scene.carrier.call(operation, input, agent.caller)).body
      const authorized = async () => {
        const { session_id } = await call('createCheckout', { items: [{ product_id: 'pen', quantity: 1 }] })
        const cap = { agent_id: agent.agentId, session_id, max_amount_minor: 199 }
        const tokens = [await call('authorizeCheckout', cap), await call('authorizeCheckout', cap)]
        return { session_id, token: tokens[1]?.shared_token }
      }
      const paid = await authorized()
      const { order_id, payment_id } = await call('payCheckout', paid)
      const { session_id: open } = await authorized()
      id = {
        ...{ paid: String(paid.session_id), order: String(order_id), payment: String(payment_id), merchant },
        ...{ open: String(open), agent: agent.agentId },
      }
    })

    const ask = (query: string, by: Caller): Promise<Answer> => postGraph(scene.service.url, `{ ${query} }`, {}, by)
    const read = async (query: string, by: Caller = agent.caller) => done(await ask(query, by)).body.data as Body

    test('leads from an order, a session, its tokens and a payment to each other', async () => {
      const joined = { checkout: { id: id.paid }, payment: { id: id.payment }, order: { id: id.order } }
      for (const by of [agent.caller, scene.owner]) {
        const { order, checkout, payment, open } = await read(
          `order(id: "${id.order}") { checkout { id } payment { id order { id } } merchant { id } agent { id } }
          checkout(id: "${id.paid}") { agent { id } merchant { id } order { id } sharedTokens { ${TOKEN} } }
          payment(id: "${id.payment}") { checkout { id order { id } } order { id status } merchant { id } sharedToken { ${TOKEN} } }
          open: checkout(id: "${id.open}") { order { id } sharedTokens { ${TOKEN} } }`,
          by,
        )
        expect(order).toEqual({
          ...{ checkout: joined.checkout, payment: { id: id.payment, order: joined.order } },
          ...{ merchant: { id: id.merchant }, agent: { id: id.agent } },
        })
        const seller = { agent: { id: id.agent }, merchant: { id: id.merchant } }
        // Two tokens of one session: one has paid, and the order is its alone.
        expect(checkout).toEqual({
          ...{ ...seller, order: joined.order },
          sharedTokens: [
            { ...seller, status: 'revoked', checkout: joined.checkout, order: null, payment: null },
            { ...seller, status: 'used', ...joined },
          ],
        })
        expect(payment).toEqual({
          ...{ checkout: { id: id.paid, order: joined.order }, order: { id: id.order, status: 'confirmed' } },
          merchant: { id: id.merchant },
          sharedToken: { ...seller, status: 'used', ...joined },
        })
        const unpaid = { ...seller, status: 'open', checkout: { id: id.open }, order: null, payment: null }
        expect(open).toEqual({ order: null, sharedTokens: [unpaid, unpaid] })
      }
    })

    test('lists the orders, sessions and tokens of an agent, and the orders and sessions of a merchant, in pages', async () => {
      const query = `agent(id: "${id.agent}") { checkouts(first: 1) { nodes { id } totalCount pageInfo { hasNextPage } }
          done: checkouts(statuses: [completed]) { ${ROW} } orders { ${ROW} } none: orders(statuses: [refunded]) { ${ROW} }
          sharedTokens(first: 3) { nodes { status } totalCount pageInfo { hasNextPage } }
          spent: sharedTokens(statuses: [used]) { nodes { payment { id } } totalCount }
          revoked: sharedTokens(statuses: [revoked, expired]) { nodes { checkout { id } } } }
        merchant(id: "${id.merchant}") { orders { ${ROW} } checkouts(statuses: [completed]) { ${ROW} } }`
      for (const by of [agent.caller, scene.owner])
        expect(await read(query, by)).toEqual({
          agent: {
            checkouts: { nodes: [{ id: id.open }], totalCount: 2, pageInfo: { hasNextPage: true } },
            ...{ done: { nodes: [{ id: id.paid }], totalCount: 1 }, none: { nodes: [], totalCount: 0 } },
            orders: { nodes: [{ id: id.order }], totalCount: 1 },
            sharedTokens: {
              nodes: [{ status: 'open' }, { status: 'open' }, { status: 'used' }],
              ...{ totalCount: 4, pageInfo: { hasNextPage: true } },
            },
            spent: { nodes: [{ payment: { id: id.payment } }], totalCount: 1 },
            revoked: { nodes: [{ checkout: { id: id.paid } }] },
          },
          merchant: {
            orders: { nodes: [{ id: id.order }], totalCount: 1 },
            checkouts: { nodes: [{ id: id.paid }], totalCount: 1 },
          },
        })
    })

    test('shows a sibling none of them behind the merchant that both buy from', async () => {
      const none = { nodes: [], totalCount: 0 }
      const query = `merchant(id: "${id.merchant}") { orders { ${ROW} } checkouts { ${ROW} } }`
      expect(await read(query, sibling.caller)).toEqual({
        merchant: { orders: none, checkouts: none },
      })
    })

    test('ends for strangers where it begins', async () => {
      const foreign = await openScene(given, 'A stranger to purchases')
      const stranger = await openAgent(foreign)
      const live = await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' })
      const ways = [
        `agent(id: "${id.agent}") { orders { ${ROW} } checkouts { ${ROW} } sharedTokens { totalCount } }`,
        `payment(id: "${id.payment}") { order { id } checkout { id } sharedToken { status } }`,
        `order(id: "${id.order}") { checkout { id } payment { id } }`,
        `checkout(id: "${id.paid}") { sharedTokens { ${TOKEN} } }`,
        `merchant(id: "${id.merchant}") { orders { ${ROW} } }`,
      ]
      for (const by of [sibling.caller, stranger.caller, foreign.owner, { apiKey: live }])
        for (const way of ways.slice(0, by === sibling.caller ? -1 : undefined)) {
          const { refused, text } = await ask(way, by)
          expect([way, refused?.status]).toEqual([way, 404])
          for (const secret of [id.open, 'mrc_']) expect(text).not.toContain(secret)
        }
    })

    test('shows an agent that may not pay its order, and neither session nor payment', async () => {
      const { agentId } = agent
      const set = async (...capabilities: string[]) =>
        done(await scene.carrier.call('updateAgent', { agent_id: agentId, capabilities }, scene.owner))
      await set('wallets')
      const query = `order(id: "${id.order}") { status checkout { id } payment { status } agent { id } }`
      const answer = await ask(query, agent.caller)
      await set('payments', 'wallets', 'mandates')
      expect(answer.body.data, answer.text).toEqual({
        order: { status: 'confirmed', checkout: null, payment: null, agent: { id: agentId } },
      })
    })
  })
}
