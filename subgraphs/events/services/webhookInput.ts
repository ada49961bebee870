/** Parses the fields of a webhook endpoint (specification 2.12). */
import { ACP_EVENT_TYPES, acpEventOf } from '../../shared/acpOrder.ts'
import { invalidField, notFound } from '../../shared/errors.ts'
import { LIST_MAX } from '../../shared/fields.ts'
import { isId, type MerchantId } from '../../shared/ids.ts'
import { AddressRefused, parseReceiver, requireAllReach } from '../../shared/outgoing/receiverAddress.ts'
import { type Caller, type Mode, owns } from '../../shared/principal.ts'
import type { WebhookFormat } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { isTypePattern } from '../rules/eventTypes.ts'
import { STANDARD_SECRET_PREFIX, standardKey } from './signatures.ts'

const SECRET_LENGTH_MIN = 16
const SECRET_LENGTH_MAX = 256
/** Length of the key that a Standard Webhooks secret encodes. */
const SECRET_BYTES_MIN = 16
const SECRET_BYTES_MAX = 64
const LOOKUP_TIMEOUT_MS = 3_000

/** Said with every refusal, because whoever is refused chooses another one at once. */
const HOW_TO_MAKE_ONE =
  'A good one: whsec_ and the base64 of 32 random bytes, as `echo whsec_$(openssl rand -base64 32)` prints it.'

/**
 * 16 to 256 characters; after `whsec_` the base64 of 16 to 64 bytes, because those bytes are the key. Anybody could sign events
 * with a key that can be guessed.
 */
export function parseSecret(value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw invalidField('secret', 'required', `is required. ${HOW_TO_MAKE_ONE}`)
  // UTF-8 cannot encode an unpaired surrogate, so the receiver would sign with another key.
  if (!value.isWellFormed()) throw invalidField('secret', 'not_text', `must be well-formed Unicode. ${HOW_TO_MAKE_ONE}`)
  const { length } = [...value]
  if (length > SECRET_LENGTH_MAX)
    throw invalidField('secret', 'too_long', `must have at most ${SECRET_LENGTH_MAX} characters. ${HOW_TO_MAKE_ONE}`)
  if (value.startsWith(STANDARD_SECRET_PREFIX)) requireStandardKey(value)
  else if (length < SECRET_LENGTH_MIN)
    throw invalidField('secret', 'too_short', `must have at least ${SECRET_LENGTH_MIN} characters. ${HOW_TO_MAKE_ONE}`)
  return value
}

function requireStandardKey(secret: string): void {
  const key = standardKey(secret)
  const written = secret.slice(STANDARD_SECRET_PREFIX.length).replace(/={1,2}$/, '')
  // Decoding ignores other characters, so the text has to survive a round trip.
  if (key.toString('base64').replace(/=+$/, '') !== written)
    throw invalidField('secret', 'not_base64', `must be base64 after ${STANDARD_SECRET_PREFIX}. ${HOW_TO_MAKE_ONE}`)
  if (key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX)
    throw invalidField(
      'secret',
      key.length < SECRET_BYTES_MIN ? 'too_short' : 'too_long',
      `must hold ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes as base64 after ${STANDARD_SECRET_PREFIX}. ${HOW_TO_MAKE_ONE}`,
    )
}

/**
 * Only listed types are sent, so an empty list is refused, and a type that the format of the endpoint has no word for. A family
 * (`payment.*`) and `*` stay as they are, and cover types that are added later.
 */
export function parseEventTypes(value: unknown, format: WebhookFormat | null | undefined): readonly string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalidField('events', 'required', 'must list at least one event type.')
  for (const [index, type] of value.slice(0, LIST_MAX).entries()) {
    if (!isTypePattern(type))
      throw invalidField(
        `events[${index}]`,
        'unknown_event_type',
        'is neither an event type, nor a family as payment.*, nor * for all; GET /api/v2/event-types lists them.',
      )
    if (format === 'acp' && acpEventOf(type) === null)
      throw invalidField(
        `events[${index}]`,
        'not_in_format',
        `is no event of an order: an endpoint of the format acp gets ${ACP_EVENT_TYPES.join(', ')}.`,
      )
  }
  if (value.length > LIST_MAX) throw invalidField('events', 'too_many', `must list at most ${LIST_MAX} event types.`)
  return [...new Set(value as string[])]
}

/** Null: the events of all are sent. @throws DomainError not_found: no merchant of the caller's organization */
export async function requireMerchant(
  { merchants }: Pick<ServiceDeps, 'merchants'>,
  caller: Caller,
  value: unknown,
): Promise<MerchantId | null> {
  if (value === null || value === undefined) return null
  const owner = isId('merchant', value) ? await merchants.findOwner(value) : null
  if (owner === null || !owns(caller, owner, { sharedInOrganization: true })) throw notFound('merchant')
  return value as MerchantId
}

/**
 * Refuses addresses that attempts would refuse. A name that does not resolve yet is accepted: every attempt resolves it again.
 */
export async function parseUrl(
  deps: Pick<ServiceDeps, 'allowLoopbackReceivers' | 'resolveHost'>,
  mode: Mode,
  value: unknown,
): Promise<string> {
  if (typeof value !== 'string' || value === '') throw invalidField('url', 'required', 'is required.')
  try {
    const receiver = parseReceiver(value, { loopbackAllowed: deps.allowLoopbackReceivers && mode === 'test' })
    const addresses = receiver.isLiteral ? null : await resolveInTime(deps, receiver.host)
    if (addresses !== null) requireAllReach(addresses, receiver.reaches)
    return receiver.url.href
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidField('url', error.code, error.message)
    throw error
  }
}

async function resolveInTime(deps: Pick<ServiceDeps, 'resolveHost'>, host: string) {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LOOKUP_TIMEOUT_MS, null)
  })
  const lookup = deps.resolveHost(host).then(
    (addresses) => (addresses.length === 0 ? null : addresses),
    () => null,
  )
  return Promise.race([lookup, timeout]).finally(() => clearTimeout(timer))
}
