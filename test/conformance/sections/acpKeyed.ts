/** The POSTs of purchases that have an effect, for the test that holds every one to its Idempotency-Key. */
import { insertPendingCharge } from '../../../scripts/prove/purchases/pendingCharge.ts'
import { done, openShop, type Scene, type TestAgent, textIn } from '../../support/scene.ts'

interface Of {
  readonly scene: Scene
  readonly agent: TestAgent
}

const ITEMS = [{ product_id: 'keyed', quantity: 1 }]
const PRODUCT = { product_id: 'keyed', title: 'A sheet', amount_minor: 10 }

/** One shop for all purchases of an organization. */
const shops = new Map<string, Promise<unknown>>()
async function itemsOf({ scene }: Of): Promise<typeof ITEMS> {
  const { orgId } = scene.organization
  const opened = shops.get(orgId) ?? openStocked(scene)
  shops.set(orgId, opened)
  await opened
  return ITEMS
}

async function openStocked(scene: Scene): Promise<void> {
  const { merchantId } = await openShop(scene)
  done(await scene.carrier.call('setProductFeed', { merchant_id: merchantId, products: [PRODUCT] }, scene.owner))
}

/** A checkout session, and what a shared token for it needs. */
export async function purchase(of: Of) {
  const { scene, agent } = of
  const { body } = done(await scene.carrier.call('createCheckout', { items: await itemsOf(of) }, agent.caller))
  return { agent_id: agent.agentId, session_id: textIn(body, 'session_id'), max_amount_minor: 10 }
}

export async function toPay(of: Of) {
  const cap = await purchase(of)
  const { body } = done(await of.scene.carrier.call('authorizeCheckout', cap, of.agent.caller))
  return { session_id: cap.session_id, token: textIn(body, 'shared_token') }
}

/** A charge whose processor has not answered. */
export async function toEnd(of: Of) {
  const { session_id } = await toPay(of)
  return { charge_id: await insertPendingCharge(of.scene.service.database, session_id), reason: 'Asked them.' }
}

const merchant = async ({ scene }: Of) => ({ merchant_id: (await openShop(scene)).merchantId })

async function itsKey(of: Of) {
  const owned = await merchant(of)
  const { body } = done(await of.scene.carrier.call('createMerchantKey', owned, of.scene.owner))
  return { ...owned, key_id: textIn(body, 'key_id') }
}

export const ACP_KEYED = {
  createMerchantKey: { input: merchant, other: { name: 'Another' } },
  rotateMerchantKey: { input: itsKey, other: { overlap_seconds: 61 } },
  revokeMerchantKey: { input: itsKey, other: { reason: 'Another.' } },
  rotateMerchantSecret: { input: merchant, other: { overlap_seconds: 0 } },
  createCheckout: {
    input: async (of: Of) => ({ items: await itemsOf(of) }),
    other: { items: [{ product_id: 'keyed', quantity: 2 }] },
  },
  cancelCheckout: { input: async (of: Of) => ({ id: (await purchase(of)).session_id }), other: {} },
  authorizeCheckout: { input: purchase, other: { max_amount_minor: 11 } },
  endCharge: { input: toEnd, other: { reason: 'Another.' } },
  payCheckout: { input: toPay, other: { token: `spt_${'A'.repeat(43)}` } },
} as const
