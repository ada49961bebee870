/**
 * The requests of the Agentic Commerce Protocol, 2026-04-17: with bounds, and closed where the protocol closes its objects; of
 * open ones what has no name here is passed over. What is refused names its field as a JSONPath. The protocol's own schema forgot the quantity of a line, and earlier versions called the lines `items`: both are
 * taken.
 */
import { z } from 'zod'
import { ORDER_NOTES_MAX, PURCHASE_ORDER_NUMBER_MAX, QUANTITY_MAX } from '../../subgraphs/shared/acp.ts'
import { DomainError, type FieldProblem } from '../../subgraphs/shared/errors.ts'
import { LENGTH_MAX, LIST_MAX } from '../../subgraphs/shared/fields.ts'
import { PROBLEMS_MAX } from '../rest/readInput.ts'
import { shorten } from '../variables.ts'

/** Line breaks and tabs are fine in notes; other control characters only hide something. */
const text = (max = 300) =>
  z
    .string()
    .max(max)
    .refine((value) => !/[^\P{Cc}\n\r\t]/u.test(value), 'it holds control characters')
const list = <T extends z.ZodType>(item: T) => z.array(item).max(LIST_MAX)
const cents = z.int().min(0).max(1e12)
const instant = z.iso.datetime({ offset: true })
const currency = z.string().regex(/^[a-z]{3}$/i)

const address = z.strictObject({
  ...{ name: text(), line_one: text(), line_two: text().optional(), city: text(), state: text() },
  ...{ country: z.string().length(2), postal_code: text(), company: text().optional() },
})
/** Of a card: the protocol bounds it, and it has no company. */
const billingAddress = z.strictObject({
  ...{ name: text(256), line_one: text(60), line_two: text(60).optional(), city: text(60), state: text() },
  ...{ country: z.string().length(2), postal_code: text(20) },
})

const fulfillmentDetails = z.strictObject({
  ...{ name: text(256).optional(), phone_number: text(40).optional(), email: z.email().max(254).optional() },
  address: address.optional(),
})

const buyer = z.strictObject({
  ...{ first_name: text().optional(), last_name: text().optional(), full_name: text().optional() },
  ...{ email: z.email().max(254), phone_number: text(40).optional(), customer_id: text().optional() },
  account_type: z.enum(['guest', 'registered', 'business']).optional(),
  authentication_status: z.enum(['authenticated', 'guest', 'requires_signin']).optional(),
  company: z
    .strictObject({
      name: text(),
      tax_id: text().optional(),
      department: text().optional(),
      cost_center: text().optional(),
    })
    .optional(),
  loyalty: z
    .strictObject({ tier: text().optional(), points_balance: z.int().optional(), member_since: instant.optional() })
    .optional(),
  tax_exemption: z
    .strictObject({
      certificate_id: text(),
      certificate_type: z.enum(['resale', 'exempt_organization', 'government']),
      exempt_regions: list(text()).optional(),
      expires_at: instant.optional(),
    })
    .optional(),
})

/** With the id of the merchant and a colon before it. */
const ITEM_ID_MAX = 2 * LENGTH_MAX.id + 1

const line = z.strictObject({
  id: text(ITEM_ID_MAX).min(1),
  name: text().optional(),
  /** Told, never believed: prices are those of the merchant's feed. */
  unit_amount: cents.optional(),
  quantity: z.int().min(1).max(QUANTITY_MAX).optional(),
})
const lines = list(line).min(1)

const capabilities = z.strictObject({
  payment: z.strictObject({ handlers: list(z.record(z.string().max(100), z.unknown())) }).optional(),
  interventions: z
    .strictObject({
      supported: list(z.enum(['3ds', 'biometric', 'address_verification'])).optional(),
      required: list(z.enum(['3ds', 'biometric'])).optional(),
      enforcement: z.enum(['always', 'conditional', 'optional']).optional(),
      display_context: z.enum(['native', 'webview', 'modal', 'redirect']).optional(),
      redirect_context: z.enum(['in_app', 'external_browser', 'none']).optional(),
      max_redirects: z.int().min(0).optional(),
      max_interaction_depth: z.int().min(1).optional(),
    })
    .optional(),
  extensions: list(z.union([text(), z.record(z.string().max(100), z.unknown())])).optional(),
})

const fulfillmentGroup = z.strictObject({
  ...{ id: text(80), item_ids: list(text(80)) },
  destination_type: z.enum(['shipping', 'pickup', 'local_delivery', 'digital']),
  fulfillment_details: fulfillmentDetails.optional(),
  ...{ location_id: text(80).optional(), instructions: text(1_000).optional() },
})

/** Of a provider, who may add fields; taken and not kept. */
const affiliateAttribution = z.looseObject({ provider: text().min(1) })
const purchaseOrderNumber = text(PURCHASE_ORDER_NUMBER_MAX)
const orderNotes = text(ORDER_NOTES_MAX)
const metadata = z.record(z.string().max(64), z.unknown())
const discounts = z.strictObject({ codes: list(text(100)).optional() })

const stated = {
  buyer: buyer.optional(),
  line_items: lines.optional(),
  items: lines.optional(),
  fulfillment_details: fulfillmentDetails.optional(),
  fulfillment_groups: list(fulfillmentGroup).optional(),
  coupons: list(text(100)).optional(),
  discounts: discounts.optional(),
  order_notes: orderNotes.optional(),
}

const createSession = z.strictObject({
  ...stated,
  currency: currency.optional(),
  capabilities: capabilities.optional(),
  affiliate_attribution: affiliateAttribution.optional(),
  ...{ locale: text(35).optional(), timezone: text(64).optional(), quote_id: text(80).optional() },
  metadata: metadata.optional(),
})

const updateSession = z.strictObject({
  ...stated,
  selected_fulfillment_options: list(
    z.strictObject({
      type: z.enum(['shipping', 'digital', 'pickup', 'local_delivery']),
      ...{ option_id: text(80), item_ids: list(text(80)) },
    }),
  ).optional(),
})

const completeSession = z.strictObject({
  buyer: buyer.optional(),
  payment_data: z.strictObject({
    handler_id: text(80),
    instrument: z.object({
      type: text(40),
      credential: z.object({ type: text(40), token: text(200).min(1) }),
    }),
    billing_address: address.optional(),
    purchase_order_number: purchaseOrderNumber.optional(),
    payment_terms: z.enum(['immediate', 'net_15', 'net_30', 'net_60', 'net_90']).optional(),
    due_date: instant.optional(),
    approval_required: z.boolean().optional(),
  }),
  authentication_result: z.record(z.string().max(100), z.unknown()).optional(),
  affiliate_attribution: affiliateAttribution.optional(),
  risk_signals: z
    .strictObject({
      ...{ ip_address: text(60).optional(), user_agent: text(1_000).optional(), accept_language: text().optional() },
      ...{ session_id: text().optional(), device_fingerprint: text(1_000).optional() },
    })
    .optional(),
  marketing_consents: list(z.strictObject({ channel: text(40), opted_in: z.boolean() })).optional(),
  order_notes: orderNotes.optional(),
})

const cancelSession = z.object({
  intent_trace: z
    .object({
      // Its list may grow, and no cancellation fails for that.
      reason_code: text(80).min(1),
      trace_summary: text(500).optional(),
      metadata: z.record(z.string().max(64), z.union([text(), z.number(), z.boolean()])).optional(),
    })
    .optional(),
})

const textMap = z.record(z.string().max(64), text(500))

const delegatePayment = z.strictObject({
  payment_method: z.strictObject({
    type: z.literal('card'),
    card_number_type: z.enum(['fpan', 'network_token']),
    number: z.string().regex(/^\d{12,19}$/),
    exp_month: z
      .string()
      .regex(/^(0?[1-9]|1[0-2])$/)
      .optional(),
    exp_year: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    name: text(256).optional(),
    cvc: z
      .string()
      .regex(/^\d{3,4}$/)
      .optional(),
    cryptogram: text().optional(),
    eci_value: text(2).optional(),
    checks_performed: list(z.enum(['avs', 'cvv', 'ani', 'auth0'])).optional(),
    iin: z
      .string()
      .regex(/^\d{6,8}$/)
      .optional(),
    display_card_funding_type: z.enum(['credit', 'debit', 'prepaid']),
    ...{ display_brand: text(40).optional(), display_wallet_type: text(40).optional() },
    display_last4: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    virtual: z.boolean().optional(),
    metadata: textMap,
  }),
  allowance: z.strictObject({
    reason: z.literal('one_time'),
    max_amount: cents.min(1),
    currency: z.string().regex(/^[a-z]{3}$/),
    checkout_session_id: text(80),
    merchant_id: text(256),
    expires_at: instant,
  }),
  billing_address: billingAddress.optional(),
  risk_signals: list(
    z.strictObject({
      type: z.literal('card_testing'),
      score: z.int(),
      action: z.enum(['blocked', 'manual_review', 'authorized']),
    }),
  ),
  metadata: textMap,
})

export const REQUESTS = { createSession, updateSession, completeSession, cancelSession, delegatePayment }

export type AcpRequest<K extends keyof typeof REQUESTS> = z.output<(typeof REQUESTS)[K]>

/** What a session keeps beside its lines, as the protocol's requests say it. */
const KEPT = createSession
  .omit({ ...{ line_items: true, items: true, currency: true, capabilities: true, affiliate_attribution: true } })
  .extend({ purchase_order_number: purchaseOrderNumber.optional() })

export type SessionDetails = z.output<typeof KEPT>

/** Without what is not in the form of the protocol: over the graph they may be any JSON. */
export function readDetails(details: unknown): SessionDetails {
  const said = Object(details ?? {}) as Readonly<Record<string, unknown>>
  const read = Object.entries(KEPT.shape).map(([name, form]) => [name, form.safeParse(said[name]).data] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as SessionDetails
}

/** @throws DomainError invalid_request, whose fields name JSONPaths */
export function readRequest<K extends keyof typeof REQUESTS>(name: K, body: unknown): AcpRequest<K> {
  const read = REQUESTS[name].safeParse(body ?? {})
  if (read.success) return read.data as AcpRequest<K>
  const problems = read.error.issues
    .slice(0, PROBLEMS_MAX)
    .flatMap(problemsOf)
    .slice(0, PROBLEMS_MAX)
    .map((problem) => ({ ...problem, path: shorten(problem.path) }))
  const [first] = problems
  throw new DomainError('invalid_request', `${first?.path ?? '$'}: ${first?.message ?? 'is invalid'}`, {
    fields: problems,
  })
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = pathOf(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      ...{ code: 'unknown_field', message: 'is not a field of this request.' },
    }))
  // Of a card the protocol has a code of its own.
  const isCard = issue.path[0] === 'payment_method'
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('undefined')
  if (isMissing) return [{ path, code: isCard ? 'invalid_card' : 'required', message: 'is required.' }]
  return [{ path, code: isCard ? 'invalid_card' : 'invalid_value', message: `is not valid: ${issue.message}.` }]
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((so, step) => {
    if (typeof step === 'number') return `${so}[${step}]`
    return /^[A-Za-z_]\w*$/.test(String(step)) ? `${so}.${String(step)}` : `${so}[${JSON.stringify(String(step))}]`
  }, '$')
}
