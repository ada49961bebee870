/** What refusals of purchases tell. */
import { expect } from 'vitest'
import { openShop } from '../../../support/scene.ts'
import { purchase, toPay } from '../acpKeyed.ts'
import { call, conflict, field, made, type Row, type World } from './row.ts'

const SHEET = { title: 'A sheet', amount_minor: 10 }
const lineOf = (product_id: string) => ({ product_id, quantity: 1 })

/** A merchant that sells it alone. @returns its id */
async function stock(world: World, product: object): Promise<string> {
  const { merchantId: merchant_id } = await openShop(world.scene)
  await made(world, 'setProductFeed', { merchant_id, products: [product] })
  return merchant_id
}

export const PURCHASES: readonly Row[] = [
  [
    'a product that nobody sells',
    (world) => call(world, 'createCheckout', { items: [{ product_id: 'none', quantity: 1 }] }, world.agent.caller),
    field('items[0].product_id', 'unknown_product', /not in the manifest of an active merchant/),
  ],
  [
    'a checkout that was canceled is paid for',
    async (world) => {
      const cap = await purchase(world)
      await made(world, 'cancelCheckout', { id: cap.session_id }, world.agent.caller)
      return call(world, 'authorizeCheckout', cap, world.agent.caller)
    },
    conflict('checkout_not_open', { status: 'canceled' }, /is canceled\. Create a new one/),
  ],
  [
    'a token under both of its names',
    async (world) => {
      const { session_id, token } = await toPay(world)
      return call(world, 'payCheckout', { session_id, token, payment_token: token }, world.agent.caller)
    },
    field('payment_token', 'given_twice', /is another name of token: give one of them/),
  ],
  [
    'a product that is out of stock',
    async (world) => {
      await stock(world, { ...SHEET, product_id: 'gone', availability: 'out_of_stock' })
      return call(world, 'createCheckout', { items: [lineOf('gone')] }, world.agent.caller)
    },
    field('items[0].product_id', 'out_of_stock', /is out of stock/),
  ],
  [
    'products of two merchants',
    async (world) => {
      await purchase(world)
      await stock(world, { ...SHEET, product_id: 'elsewhere' })
      const items = [lineOf('keyed'), lineOf('elsewhere')]
      return call(world, 'createCheckout', { items }, world.agent.caller)
    },
    field('items', 'several_merchants', /make a checkout session for each/),
  ],
  [
    'a product that two merchants sell, of whom none is named',
    async (world) => {
      const product = { ...SHEET, product_id: 'twice' }
      const [merchant_id] = [await stock(world, product), await stock(world, product)]
      const items = [lineOf('twice')]
      const of = await made(world, 'createCheckout', { items, merchant_id }, world.agent.caller)
      expect(of.merchant).toMatchObject({ merchant_id })
      return call(world, 'createCheckout', { items }, world.agent.caller)
    },
    field('items[0].product_id', 'ambiguous', /several merchants: write mrc_\w+:twice or mrc_\w+:twice/),
  ],
  [
    'one shared token more than a checkout may have',
    async (world) => {
      const cap = { ...(await purchase(world)), max_amount_minor: 1 }
      for (let token = 0; token < 20; token++) await made(world, 'authorizeCheckout', cap, world.agent.caller)
      return call(world, 'authorizeCheckout', cap, world.agent.caller)
    },
    conflict('too_many_tokens', { limit: 20 }, /has at most 20 shared tokens\. Create a new one/),
  ],
  [
    'another token for a checkout that was paid',
    async (world) => {
      const { session_id, token } = await toPay(world)
      await made(world, 'payCheckout', { session_id, payment_token: token }, world.agent.caller)
      const cap = { agent_id: world.agent.agentId, session_id, max_amount_minor: 10 }
      return call(world, 'authorizeCheckout', cap, world.agent.caller)
    },
    // Not that another should be made: whoever was not told would buy twice.
    conflict('checkout_not_open', { status: 'completed' }, /is completed\. Its order ord_\w+ is paid: read that\./),
  ],
  [
    'a chain on which the service does not pay',
    async (world) => {
      const cap = { ...(await purchase(world)), token: 'EURC', chain: 'ethereum' }
      return call(world, 'authorizeCheckout', cap, world.agent.caller)
    },
    { status: 422, type: 'no_route', details: { reason: 'chain_not_configured', hint: 'base' }, says: /base/ },
  ],
  [
    'a price above the cap',
    async (world) => {
      const { session_id, token } = await toPay(world)
      const items = [{ product_id: 'keyed', quantity: 2 }]
      await made(world, 'updateCheckout', { id: session_id, items }, world.agent.caller)
      return call(world, 'payCheckout', { session_id, token }, world.agent.caller)
    },
    {
      ...{ status: 403, type: 'amount_exceeds_cap', details: { cap_minor: 10, amount_minor: 20 } },
      says: /costs 20 cents, and the shared token may take 10\. Authorize a new one/,
    },
  ],
  [
    'a token that has paid',
    async (world) => {
      const paid = await toPay(world)
      await made(world, 'payCheckout', paid, world.agent.caller)
      return call(world, 'payCheckout', paid, world.agent.caller)
    },
    {
      ...{ status: 409, type: 'shared_token_used', details: { payment_id: expect.stringMatching(/^pay_/) } },
      says: /was used: it pays once/,
    },
  ],
  [
    'a token of another checkout',
    async (world) => {
      const [{ token }, { session_id }] = [await toPay(world), await purchase(world)]
      return call(world, 'payCheckout', { session_id, token }, world.agent.caller)
    },
    {
      ...{ status: 402, type: 'shared_token_invalid', details: { reason: 'unknown_token' } },
      says: /No such shared token of this checkout session\. Authorize one/,
    },
  ],
]
