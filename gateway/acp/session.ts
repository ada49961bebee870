/**
 * A checkout session as the Agentic Commerce Protocol shows it. One session, one state machine: this is another view of the
 * session of specification 2.14.
 */
import { lineId, saidOf, toAcpOrder, total, type WireItem, type WireOrder } from '../../subgraphs/shared/acpOrder.ts'
import { DISCOUNT_EXTENSION, discountWarnings, rejectedDiscounts } from './discounts.ts'
import { PROTOCOL_VERSION } from './headers.ts'
import { readDetails } from './requests.ts'
import { TEST_CARD_BRANDS } from './testCards.ts'

/** A session in the wire form of our own interface (domain A.2). */
export interface WireCheckout {
  readonly session_id: string
  readonly url: string
  readonly status: 'open' | 'completed' | 'canceled' | 'expired'
  readonly items: readonly (WireItem & { readonly item_id: string })[]
  readonly total_amount_minor: number
  readonly currency: string
  readonly merchant: { readonly merchant_id: string; readonly domain: string }
  readonly expires_at: string
  readonly created_at: string
  readonly updated_at: string
  /** What requests said beside the lines. */
  readonly details: unknown
  readonly order: WireOrder | null
  /** Whether the last attempt to pay was declined. */
  readonly declined: boolean
  /** Waits for the payment processor. */
  readonly charge: object | null
  /** For which a token waits. */
  readonly pending_approval_id: string | null
}

const STATUSES = {
  open: 'ready_for_payment',
  completed: 'completed',
  canceled: 'canceled',
  expired: 'expired',
} as const satisfies Record<WireCheckout['status'], string>

/** @param baseUrl the service's own address, without a trailing slash */
export function toAcpSession(checkout: WireCheckout, baseUrl: string) {
  const { order, total_amount_minor: amount } = checkout
  const details = readDetails(checkout.details)
  const { buyer, fulfillment_details, fulfillment_groups, locale, timezone, quote_id, metadata } = details
  const destination = fulfillment_details?.address ?? null
  return {
    id: checkout.session_id,
    protocol: { version: PROTOCOL_VERSION },
    capabilities: {
      payment: { handlers: [walletHandler(checkout, baseUrl)] },
      interventions: { supported: [], required: [], enforcement: 'optional' },
      extensions: [DISCOUNT_EXTENSION],
    },
    ...given({ buyer, fulfillment_details, fulfillment_groups, locale, timezone, quote_id, metadata }),
    status: statusOf(checkout),
    currency: checkout.currency.toLowerCase(),
    line_items: checkout.items.map(toLine),
    fulfillment_options: [],
    totals: [
      total('items_base_amount', 'Items', amount),
      total('subtotal', 'Subtotal', amount),
      total('total', 'Total', amount),
    ],
    messages: [...messagesOf(checkout), ...(checkout.status === 'open' ? discountWarnings(details) : [])],
    links: [],
    ...rejectedDiscounts(details),
    ...{ created_at: checkout.created_at, updated_at: checkout.updated_at, expires_at: checkout.expires_at },
    continue_url: checkout.url,
    // Orders of earlier releases do not hold what was said of them.
    ...(order !== null && { order: { ...toAcpOrder({ ...order, destination }, baseUrl), ...saidOf(details) } }),
  }
}

function statusOf({ status, charge, pending_approval_id: pending }: WireCheckout): string {
  if (charge !== null) return 'complete_in_progress'
  return status === 'open' && pending !== null ? 'pending_approval' : STATUSES[status]
}

/** Without what was not given. */
function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

function toLine(item: WireCheckout['items'][number]) {
  const { product_id: id, title: name, quantity, unit_amount_minor: unitAmount, total_minor: amount } = item
  return {
    id: lineId(item),
    // As the client has sent it.
    item: { id: item.item_id, name, unit_amount: unitAmount },
    ...{ quantity, name, unit_amount: unitAmount, product_id: id, availability_status: 'in_stock' },
    totals: [
      total('items_base_amount', 'Items', amount),
      total('subtotal', 'Subtotal', amount),
      total('total', 'Total', amount),
    ],
  }
}

export const HANDLER_ID = 'agent_wallet'

/** The token of `delegate_payment` pays from the agent's wallet; the card that it asks for is a test card. */
function walletHandler({ merchant }: WireCheckout, baseUrl: string) {
  const spec = `${baseUrl}/api/v2/openapi.json`
  return {
    id: HANDLER_ID,
    name: 'dev.acp.tokenized.card',
    display_name: 'Wallet of the agent',
    version: '2026-01-22',
    spec,
    requires_delegate_payment: true,
    requires_pci_compliance: false,
    psp: 'agent_payment_service',
    config_schema: `${spec}#/components/schemas/AcpHandlerConfig`,
    instrument_schemas: [`${spec}#/components/schemas/AcpInstrument`],
    config: {
      ...{ merchant_id: merchant.merchant_id, psp: 'agent_payment_service', accepted_brands: TEST_CARD_BRANDS },
      ...{ supports_3ds: false, environment: 'sandbox' },
    },
    display_order: 0,
  }
}

function messagesOf({ status, declined, charge, pending_approval_id: pending }: WireCheckout): object[] {
  const content = (type: 'info' | 'error', text: string, rest: object = {}) => ({
    ...{ type, ...rest, content_type: 'plain', content: text },
  })
  switch (status) {
    case 'canceled':
      return [content('info', 'The checkout session was canceled.')]
    case 'expired':
      return [content('error', 'The checkout session has expired. Create another one.', { code: 'expired' })]
    case 'completed':
      return []
    case 'open':
      if (charge !== null) return [content('info', 'The charge has not ended yet. Read the session again.')]
      if (pending !== null)
        return [
          content('error', `Approval ${pending} is waited for. Then ask for the token with another Idempotency-Key.`, {
            ...{ code: 'approval_required', resolution: 'requires_buyer_review' },
          }),
        ]
      return declined
        ? [
            content('error', 'The last payment was declined. Ask for another token.', {
              ...{ code: 'payment_declined', resolution: 'recoverable' },
            }),
          ]
        : []
  }
}
