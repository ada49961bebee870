/** What refusals of purchases tell. */
import { expect } from 'vitest'
import { purchase, toPay } from '../acpKeyed.ts'
import { call, conflict, field, made, type Row } from './row.ts'

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
