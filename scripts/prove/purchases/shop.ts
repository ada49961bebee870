/** Purchases of proofs, by the service's own operations: one shop, and what agents do there. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../../gateway/compose.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import { settleReservation } from '../../../subgraphs/shared/spendingLimits.ts'
import type { Chain, Token } from '../../../subgraphs/shared/tokens.ts'
import { PAYEE, type ProveOrganization } from '../organization.ts'
import { execute } from '../world.ts'

/** Of the one product, in cents. */
export const PRICE = 1
export const CENT_UNITS = 10_000n

const PAID_ON = ['base', 'ethereum', 'polygon'] as const satisfies Chain[]

const MERCHANT = 'mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }'
const FEED =
  'mutation ($input: SetProductFeedInput!) { setProductFeed(input: $input) { manifest { merchant { id } } } }'
const CHECKOUT = 'mutation ($input: CreateCheckoutInput!) { createCheckout(input: $input) { checkout { id } } }'
const UPDATE = 'mutation ($input: UpdateCheckoutInput!) { updateCheckout(input: $input) { checkout { id } } }'
const CANCEL = 'mutation ($input: CancelCheckoutInput!) { cancelCheckout(input: $input) { checkout { id } } }'
const AUTHORIZE =
  'mutation ($input: AuthorizeCheckoutInput!) { authorizeCheckout(input: $input) { sharedToken record { holdId } } }'
const REVOKE = 'mutation ($input: VoidHoldInput!) { voidHold(input: $input) { hold { id } } }'
const PAY = 'mutation ($input: PayCheckoutInput!) { payCheckout(input: $input) { order { id amountMinor } } }'

export async function openShop({ subgraphs: { commerce } }: Service, { admin }: ProveOrganization): Promise<void> {
  const form = { name: 'Shop', legalName: 'Shop Ltd', domain: 'shop.example' }
  const { createMerchant } = await execute<{ createMerchant: { merchant: { id: string } } }>(
    commerce,
    admin,
    MERCHANT,
    {
      input: { ...form, payoutAddresses: PAID_ON.map((chain) => ({ chain, address: PAYEE })) },
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

export interface PaidWith {
  readonly token: Token
  readonly chain: Chain
}

export interface IssuedToken {
  /** The shared token. */
  readonly secret: string
  readonly holdId: string
}

export async function authorize(
  { subgraphs }: Service,
  agent: AgentPrincipal,
  sessionId: string,
  maxAmountMinor: number,
  { token, chain }: PaidWith = { token: 'USDC', chain: 'base' },
): Promise<IssuedToken> {
  const { authorizeCheckout } = await execute<{
    authorizeCheckout: { sharedToken: string; record: { holdId: string } }
  }>(...([subgraphs.commerce, agent, AUTHORIZE] as const), {
    input: { agentId: agent.agentId, sessionId, maxAmountMinor, token, chain },
  })
  return { secret: authorizeCheckout.sharedToken, holdId: authorizeCheckout.record.holdId }
}

/** Before its time, by the organization. */
export async function revoke({ subgraphs }: Service, { admin }: ProveOrganization, holdId: string): Promise<void> {
  await execute(subgraphs.payments, admin, REVOKE, { input: { holdId } })
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

const TRIES_MAX = 100
const PAUSE_MS = 100

/** Where the machine has too much to do, a service says that nothing has happened: the same is asked again. */
export async function untilServed<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act()
    } catch (error) {
      const isBusy = error instanceof DomainError && error.type === 'service_unavailable'
      if (!isBusy || tries === TRIES_MAX) throw error
      await sleep(PAUSE_MS)
    }
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
