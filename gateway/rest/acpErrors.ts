/**
 * A refusal in the form of the Agentic Commerce Protocol: flat, without the envelope of the service's own interface. Codes are
 * those of the protocol where it has one, else the service's own error type.
 */

import { ERROR_TYPES, type ErrorType, type FieldProblem, type Refusal } from '../../subgraphs/shared/errors.ts'
import { isCard } from '../logSecrets.ts'
import { shorten } from '../variables.ts'

export interface FlatError {
  readonly type: 'invalid_request' | 'rate_limit_exceeded' | 'processing_error' | 'service_unavailable'
  readonly code: string
  readonly message: string
  /** RFC 9535 JSONPath of the field. */
  readonly param?: string
  readonly supported_versions?: readonly string[]
}

/** `delegate`: delegate_payment, whose errors have a type of their own for rates. */
export type ErrorForm = 'checkout' | 'complete' | 'cancel' | 'delegate' | 'orderEvent'

/** Of the service's own interface. All else below `/acp` is asked for by clients of the protocol, or by nobody. */
const OWN_AREAS: ReadonlySet<string> = new Set([
  ...['manifest', 'checkout', 'authorize', 'pay', 'orders', 'charges', 'webhooks'],
])

/** The routes that answer so: chosen by the path alone, so that what is refused before routing has its form too. */
export function errorFormOf(url: string): ErrorForm | null {
  const [, base, area = '', , act] = (url.split('?')[0] ?? '').split('/')
  if (base !== 'acp') return null
  if (area === 'agentic_checkout') return 'orderEvent'
  if (area === 'agentic_commerce' || area === 'delegate_payment') return 'delegate'
  if (area === '' || OWN_AREAS.has(area)) return null
  return act === 'complete' || act === 'cancel' ? act : 'checkout'
}

export function toFlatError(refusal: Refusal, form: ErrorForm): { readonly status: number; readonly body: FlatError } {
  const { type, details } = refusal
  const [first] = (details.fields ?? []) as readonly FieldProblem[]
  const versions = details.supported_versions as readonly string[] | undefined
  return {
    status: statusOf(refusal, form, first),
    body: {
      type: typeOf(type, form),
      code: codeOf(refusal, first, form),
      message: messageOf(refusal, form),
      // What has another name is no field of the protocol's requests.
      ...(first?.path.startsWith('$') && { param: nameOf(first) }),
      ...(versions !== undefined && { supported_versions: versions }),
    },
  }
}

/** The protocol tells a card that cannot be read (400) from one that is refused for what it says. */
function statusOf(refusal: Refusal, form: ErrorForm, field: FieldProblem | undefined): number {
  if (form === 'cancel' && isFinal(refusal)) return 405
  return field?.code === 'refused_card' ? 422 : ERROR_TYPES[refusal.type].status
}

/** Whoever was not told that the session is paid would buy the same again: that is no declined payment. */
const PAID =
  'The session was paid with this token, which pays once. Nothing is paid again: read the session, its order is in it.'

function messageOf(refusal: Refusal, form: ErrorForm): string {
  if (refusal.type === 'shared_token_used' && form === 'complete') return PAID
  return sentenceOf(refusal) + nextStepOf(refusal)
}

/** What is said of a field alone begins with its name. */
function sentenceOf({ message, details }: Refusal): string {
  const [first] = (details.fields ?? []) as readonly FieldProblem[]
  if (first === undefined) return withoutCards(message)
  const text = message.startsWith(`${first.path}: `) ? message.slice(first.path.length + 2) : message
  // A field of an operation behind the protocol says nothing to its clients.
  const isShown = /^\$.|-/.test(first.path)
  const name = isShown ? nameOf(first).replace(/^\$\.?/, '') : 'The request'
  return (text === first.message ? `${name} ` : '') + withoutCards(text)
}

/** The protocol has no place for it but the message. */
const nextStepOf = ({ type, details: { approval_id: id } }: Refusal): string =>
  type === 'approval_required' && typeof id === 'string'
    ? ` Its approval is ${id}; then use another Idempotency-Key.`
    : ''

/** A session that is over cannot be canceled, which the protocol answers with 405. */
const isFinal = ({ type, details }: Refusal): boolean => type === 'conflict' && details.reason !== 'charge_pending'

function typeOf(type: ErrorType, form: ErrorForm): FlatError['type'] {
  const { status } = ERROR_TYPES[type]
  if (status === 429 && form === 'delegate') return 'rate_limit_exceeded'
  if (status === 503 || status === 504) return 'service_unavailable'
  return status >= 500 ? 'processing_error' : 'invalid_request'
}

const CODES: Partial<Readonly<Record<ErrorType, string>>> = {
  authentication_error: 'unauthorized',
  idempotency_in_progress: 'idempotency_in_flight',
  idempotency_mismatch: 'idempotency_conflict',
}

/** Why a payment that was asked for is not made; the message says which. */
const DECLINES: ReadonlySet<string> = new Set([
  ...['shared_token_invalid', 'shared_token_expired', 'amount_exceeds_cap', 'payment_declined'],
  ...['policy_violation', 'compliance_denied', 'insufficient_funds', 'wallet_frozen', 'no_route'],
  ...['mandate_missing', 'mandate_revoked', 'mandate_expired'],
])

/** As the examples of the protocol have them. */
const ITEM_CODES: Partial<Readonly<Record<string, string>>> = {
  ...{ out_of_stock: 'out_of_stock', unknown_product: 'invalid_item_id', ambiguous: 'invalid_item_id' },
}

const REASONS: ReadonlySet<unknown> = new Set([
  ...['missing_api_version', 'unsupported_api_version', 'idempotency_key_required', 'malformed_json'],
])

function codeOf({ type, details }: Refusal, field: FieldProblem | undefined, form: ErrorForm): string {
  if (type === 'rate_limited') return form === 'delegate' ? 'too_many_requests' : 'rate_limited'
  if (form === 'complete' && type === 'shared_token_used') return 'conflict'
  // A key that has ended is no wrong signature, and says so itself.
  if (form === 'orderEvent' && details.reason === 'signature_invalid') return 'invalid_signature'
  if (form === 'complete' && DECLINES.has(type)) return 'payment_declined'
  if (type !== 'invalid_request') return CODES[type] ?? type
  if (REASONS.has(details.reason)) return String(details.reason)
  if (field?.code === 'invalid_card' || field?.code === 'refused_card') return 'invalid_card'
  return ITEM_CODES[field?.code ?? ''] ?? (field?.code === 'required' ? 'missing' : 'invalid')
}

const DIGITS = /\d(?:[ -]?\d){11,}/g

/** A card number can stand where it does not belong, in the name of a field for one, and is never repeated, nor with a slip. */
const nameOf = ({ path }: FieldProblem): string => shorten(path).replace(DIGITS, '[digits]')

/** Elsewhere other long numbers are bounds and ids. */
const withoutCards = (text: string): string =>
  text.replace(DIGITS, (digits) => (isCard(digits.replace(/\D/g, '')) ? '[digits]' : digits))
