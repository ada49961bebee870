/** Purchases of proofs, by the service's own operations: one shop, and what agents do there. */
import type { Service } from '../../../gateway/compose.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import { settleReservation } from '../../../subgraphs/shared/spendingLimits.ts'
import type { Token } from '../../../subgraphs/shared/tokens.ts'
import { PAYEE, type ProveOrganization } from '../organization.ts'
import { execute } from '../world.ts'

/** Of the one product, in cents. */
export const PRICE = 1
export const CENT_UNITS = 10_000n

const MERCHANT = 'mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }'
const FEED =
  'mutation ($input: SetProductFeedInput!) { setProductFeed(input: $input) { manifest { merchant { id } } } }'
const CHECKOUT = 'mutation ($input: CreateCheckoutInput!) { createCheckout(input: $input) { checkout { id } } }'
const UPDATE = 'mutation ($input: UpdateCheckoutInput!) { updateCheckout(input: $input) { checkout { id } } }'
const CANCEL = 'mutation ($input: CancelCheckoutInput!) { cancelCheckout(input: $input) { checkout { id } } }'
const AUTHORIZE = 'mutation ($input: AuthorizeCheckoutInput!) { authorizeCheckout(input: $input) { sharedToken } }'
const PAY = 'mutation ($input: PayCheckoutInput!) { payCheckout(input: $input) { order { id amountMinor } } }'

export async function openShop({ subgraphs: { commerce } }: Service, { admin }: ProveOrganization): Promise<void> {
  const form = { name: 'Shop', legalName: 'Shop Ltd', domain: 'shop.example' }
  const { createMerchant } = await execute<{ createMerchant: { merchant: { id: string } } }>(
    commerce,
    admin,
    MERCHANT,
    {
      input: { ...form, payoutAddresses: [{ chain: 'base', address: PAYEE }] },
    },
  )
  const products = [{ productId: 'sheet', title: 'A sheet', amountMinor: PRICE }]
  await execute(commerce, admin, FEED, { input: { merchantId: createMerchant.merchant.id, products } })
}

const itemsOf = (quantity: number) => [{ productId: 'sheet', quantity }]

/** @returns the id of the session */
export async function checkout({ subgraphs }: Service, agent: AgentPrincipal, quantity: number): Promise<string> {
  const { createCheckout } = await execute<{ createCheckout: { checkout: { id: string } } }>(
    ...([subgraphs.commerce, agent, CHECKOUT] as const),
    { input: { items: itemsOf(quantity) } },
  )
  return createCheckout.checkout.id
}

export async function change({ subgraphs }: Service, agent: AgentPrincipal, id: string, quantity: number) {
  await execute(subgraphs.commerce, agent, UPDATE, { input: { id, items: itemsOf(quantity) } })
}

export async function cancel({ subgraphs }: Service, agent: AgentPrincipal, id: string): Promise<void> {
  await execute(subgraphs.commerce, agent, CANCEL, { input: { id } })
}

/** @returns the shared token */
export async function authorize(
  { subgraphs }: Service,
  agent: AgentPrincipal,
  sessionId: string,
  maxAmountMinor: number,
  token: Token = 'USDC',
): Promise<string> {
  const { authorizeCheckout } = await execute<{ authorizeCheckout: { sharedToken: string } }>(
    ...([subgraphs.commerce, agent, AUTHORIZE] as const),
    { input: { agentId: agent.agentId, sessionId, maxAmountMinor, token } },
  )
  return authorizeCheckout.sharedToken
}

/** @returns what was charged, in cents */
export async function payWith(
  { subgraphs }: Service,
  agent: AgentPrincipal,
  sessionId: string,
  token: string,
): Promise<number> {
  const { payCheckout } = await execute<{ payCheckout: { order: { amountMinor: number } } }>(
    ...([subgraphs.commerce, agent, PAY] as const),
    { input: { sessionId, token } },
  )
  return payCheckout.order.amountMinor
}

/** As if the chain had mined what was charged. */
export async function completeAll({ database, commit }: Service): Promise<void> {
  const rows = await database.collection<PaymentRow>('payments').find({ status: 'pending' }).toArray()
  for (const row of rows)
    await commit.submit(
      completePaymentIntent({ settleLimits: settleReservation }, row, {
        ...{ hash: `0x${row._id}`, block: 1, blockHash: row._id },
      }),
    )
}
