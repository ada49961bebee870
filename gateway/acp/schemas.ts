/**
 * The answers of the Agentic Commerce Protocol as JSON Schemas of our own, written from the protocol's published facts
 * (2026-04-17): closed objects, for the OpenAPI document and for the tests of every answer.
 */
import { PROTOCOL_VERSION } from './headers.ts'

type Schema = Readonly<Record<string, unknown>>

const TEXT = { type: 'string' }
const URI = { type: 'string', format: 'uri' }
const TIME = { type: 'string', format: 'date-time' }
const INTEGER = { type: 'integer' }
const COUNT = { type: 'integer', minimum: 0 }
const CURRENCY = { type: 'string', pattern: '^[a-z]{3}$' }
const BOOLEAN = { type: 'boolean' }
const ANY_OBJECT = { type: 'object', additionalProperties: true }
const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values })
const list = (items: Schema) => ({ type: 'array', items })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const maybe = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, TEXT]))

function closed(required: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  }
}

const open = (required: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema => ({
  ...closed(required, optional),
  additionalProperties: true,
})

const ADDRESS = closed(
  { name: TEXT, line_one: TEXT, city: TEXT, state: TEXT, country: TEXT, postal_code: TEXT },
  maybe(['line_two', 'company']),
)

const BUYER = closed(
  { email: { type: 'string', format: 'email' } },
  {
    ...maybe(['first_name', 'last_name', 'full_name', 'phone_number', 'customer_id']),
    account_type: oneOf('guest', 'registered', 'business'),
    authentication_status: oneOf('authenticated', 'guest', 'requires_signin'),
    company: closed({ name: TEXT }, maybe(['tax_id', 'department', 'cost_center'])),
    loyalty: closed({}, { tier: TEXT, points_balance: INTEGER, member_since: TEXT }),
    tax_exemption: closed(
      { certificate_id: TEXT, certificate_type: oneOf('resale', 'exempt_organization', 'government') },
      { exempt_regions: list(TEXT), expires_at: TEXT },
    ),
  },
)

const FULFILLMENT_DETAILS = closed(
  {},
  { name: TEXT, phone_number: TEXT, email: { type: 'string', format: 'email' }, address: ref('AcpAddress') },
)

const TOTAL = closed(
  {
    type: oneOf(
      ...['items_base_amount', 'items_discount', 'subtotal', 'discount', 'fulfillment', 'tax', 'fee', 'gift_wrap'],
      ...['tip', 'store_credit', 'total', 'amount_refunded'],
    ),
    ...{ display_text: TEXT, amount: INTEGER },
  },
  { description: TEXT },
)

const LINE_ITEM = closed(
  {
    id: TEXT,
    item: closed({ id: TEXT }, { name: TEXT, unit_amount: INTEGER }),
    quantity: { type: 'integer', minimum: 1 },
    totals: list(ref('AcpTotal')),
  },
  {
    ...{ name: TEXT, unit_amount: INTEGER, product_id: TEXT },
    availability_status: oneOf('in_stock', 'low_stock', 'out_of_stock', 'backorder', 'pre_order'),
  },
)

const HANDLER = closed(
  {
    ...{ id: TEXT, name: { type: 'string', pattern: '^[a-z]+([.][a-z_]+)+$' } },
    version: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    ...{ spec: URI, requires_delegate_payment: BOOLEAN, requires_pci_compliance: BOOLEAN, psp: TEXT },
    ...{ config_schema: URI, instrument_schemas: list(URI), config: ref('AcpHandlerConfig') },
  },
  { display_name: TEXT, display_order: INTEGER },
)

const HANDLER_CONFIG = closed({
  ...{ merchant_id: TEXT, psp: TEXT, accepted_brands: list(TEXT), supports_3ds: BOOLEAN },
  environment: oneOf('sandbox', 'production'),
})

/** What `payment_data.instrument` has to be; more may be in it, and is not read. */
const INSTRUMENT = open({ type: TEXT, credential: open({ type: TEXT, token: TEXT }) })

const message = (type: string, code?: Schema) =>
  closed(
    { type: { const: type }, ...(code && { code }), content_type: oneOf('plain', 'markdown'), content: TEXT },
    {
      severity: oneOf('info', 'low', 'medium', 'high', 'critical'),
      resolution: oneOf('recoverable', 'requires_buyer_input', 'requires_buyer_review'),
      param: TEXT,
    },
  )

const MESSAGE_ERROR_CODES = oneOf(
  ...['missing', 'invalid', 'out_of_stock', 'payment_declined', 'requires_sign_in', 'requires_3ds', 'low_stock'],
  ...['quantity_exceeded', 'coupon_invalid', 'coupon_expired', 'minimum_not_met', 'maximum_exceeded'],
  ...['region_restricted', 'age_verification_required', 'approval_required', 'unsupported', 'not_found', 'conflict'],
  ...['rate_limited', 'expired', 'intervention_required'],
)

const DISCOUNT_CODES = oneOf(
  ...['discount_code_expired', 'discount_code_invalid', 'discount_code_already_applied'],
  ...['discount_code_combination_disallowed', 'discount_code_minimum_not_met', 'discount_code_user_not_logged_in'],
  ...['discount_code_user_ineligible', 'discount_code_usage_limit_reached'],
)

const SESSION_REQUIRED = {
  id: TEXT,
  capabilities: closed(
    {},
    {
      payment: closed({ handlers: list(HANDLER) }),
      interventions: closed(
        {},
        { supported: list(TEXT), required: list(TEXT), enforcement: oneOf('always', 'conditional', 'optional') },
      ),
      extensions: list(closed({ name: TEXT }, { extends: list({ type: 'string', pattern: '^[$][.]' }) })),
    },
  ),
  status: oneOf(
    ...['incomplete', 'not_ready_for_payment', 'requires_escalation', 'authentication_required', 'ready_for_payment'],
    ...['pending_approval', 'complete_in_progress', 'completed', 'canceled', 'in_progress', 'expired'],
  ),
  currency: CURRENCY,
  line_items: list(LINE_ITEM),
  fulfillment_options: list(closed({})),
  totals: list(ref('AcpTotal')),
  messages: list({
    anyOf: [message('info'), message('warning', DISCOUNT_CODES), message('error', MESSAGE_ERROR_CODES)],
  }),
  links: list(closed({ type: TEXT, url: URI }, { title: TEXT })),
}

const SESSION_OPTIONAL = {
  protocol: closed({ version: { const: PROTOCOL_VERSION } }),
  ...{ buyer: BUYER, fulfillment_details: FULFILLMENT_DETAILS },
  fulfillment_groups: list(
    closed(
      {
        ...{ id: TEXT, item_ids: list(TEXT) },
        destination_type: oneOf('shipping', 'pickup', 'local_delivery', 'digital'),
      },
      { fulfillment_details: FULFILLMENT_DETAILS, location_id: TEXT, instructions: TEXT },
    ),
  ),
  ...{ locale: TEXT, timezone: TEXT, quote_id: TEXT, metadata: ANY_OBJECT },
  discounts: closed(
    {},
    {
      codes: list(TEXT),
      applied: list(closed({})),
      rejected: list(closed({ code: TEXT, reason: DISCOUNT_CODES }, { message: TEXT })),
    },
  ),
  ...{ created_at: TIME, updated_at: TIME, expires_at: TIME, continue_url: URI },
}

const LINE_REFERENCES = list(closed({ id: TEXT, quantity: { type: 'integer', minimum: 1 } }))

const ORDER = closed(
  { id: TEXT, checkout_session_id: TEXT, permalink_url: URI },
  {
    type: { const: 'order' },
    ...{ client_reference_id: TEXT, confirmation: closed({}, { order_notes: TEXT }) },
    status: oneOf('created', 'confirmed', 'manual_review', 'processing', 'shipped', 'completed', 'canceled'),
    line_items: list(
      closed(
        {
          id: TEXT,
          title: TEXT,
          quantity: closed({ ordered: { type: 'integer', minimum: 1 }, current: COUNT }, { fulfilled: COUNT }),
        },
        {
          ...{ product_id: TEXT, unit_price: INTEGER, subtotal: INTEGER },
          status: oneOf('processing', 'partial', 'fulfilled', 'removed'),
        },
      ),
    ),
    fulfillments: list(
      closed(
        { id: TEXT, type: oneOf('shipping', 'pickup', 'digital') },
        {
          status: oneOf(
            ...['pending', 'processing', 'shipped', 'in_transit', 'out_for_delivery', 'ready_for_pickup', 'delivered'],
            ...['failed', 'canceled'],
          ),
          ...{ line_items: LINE_REFERENCES, carrier: TEXT, tracking_number: TEXT, destination: ref('AcpAddress') },
          events: list(closed({ id: TEXT, type: oneOf('processing', 'shipped', 'delivered'), occurred_at: TIME })),
        },
      ),
    ),
    adjustments: list(
      closed(
        { id: TEXT, type: { const: 'refund' }, occurred_at: TIME, status: oneOf('pending', 'completed', 'failed') },
        { amount: INTEGER, currency: CURRENCY },
      ),
    ),
    totals: list(ref('AcpTotal')),
  },
)

/** Of the whole order that a merchant tells, what is read. */
const TOLD_ORDER = open(
  { checkout_session_id: TEXT },
  {
    ...{ id: TEXT, status: TEXT },
    line_items: list(open({}, maybe(['status']))),
    fulfillments: list(open({ id: TEXT }, maybe(['status', 'carrier', 'tracking_number']))),
    adjustments: list(
      open({ id: TEXT, type: TEXT, status: TEXT }, { amount: { type: 'integer', minimum: 1 }, currency: TEXT }),
    ),
  },
)

const ERROR = closed(
  {
    type: oneOf('invalid_request', 'rate_limit_exceeded', 'processing_error', 'service_unavailable'),
    ...{ code: TEXT, message: TEXT },
  },
  { param: { type: 'string', pattern: '^[$]' }, supported_versions: list(TEXT) },
)

const DISCOVERY = closed({
  protocol: closed({ name: { const: 'acp' }, version: TEXT, supported_versions: list(TEXT) }),
  api_base_url: URI,
  transports: list(oneOf('rest', 'mcp')),
  capabilities: closed(
    { services: list(oneOf('checkout', 'orders', 'delegate_payment', 'carts')) },
    { extensions: list(closed({ name: TEXT })), supported_currencies: list(CURRENCY), supported_locales: list(TEXT) },
  ),
})

export const ACP_SCHEMAS = {
  AcpAddress: ADDRESS,
  AcpTotal: TOTAL,
  AcpOrder: ORDER,
  AcpHandlerConfig: HANDLER_CONFIG,
  AcpInstrument: INSTRUMENT,
  AcpCheckoutSession: closed(SESSION_REQUIRED, { ...SESSION_OPTIONAL, order: ref('AcpOrder') }),
  AcpCheckoutSessionWithOrder: closed({ ...SESSION_REQUIRED, order: ref('AcpOrder') }, SESSION_OPTIONAL),
  AcpDelegatedPayment: closed({ id: TEXT, created: TIME, metadata: { type: 'object', additionalProperties: TEXT } }),
  AcpOrderEvent: closed({ type: oneOf('order_create', 'order_update'), data: ref('AcpOrder') }),
  AcpToldOrderEvent: open({ type: TEXT, data: TOLD_ORDER }),
  AcpReceived: closed({ received: { const: true } }, { request_id: TEXT }),
  AcpDiscovery: DISCOVERY,
  AcpError: ERROR,
} as const satisfies Readonly<Record<string, Schema>>
