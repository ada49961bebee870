/**
 * Verifies deliveries to a webhook endpoint, in Node, browsers and workers, with nothing but WebCrypto.
 *
 *     const event = await verifyWebhook({ body, headers, secret })
 *
 * `webhook-signature` covers id, time and body (Standard Webhooks), so a delivery that somebody has recorded is refused once it
 * is five minutes old; within them remember `event_id` against repeats.
 */

const TOLERANCE_SECONDS = 300
/** Two secrets sign at most; what comes beyond a few is not looked at. */
const SIGNATURES_MAX = 10
const PREFIX = 'whsec_'

/** Why a delivery is not from the service: `code` says it for programs. */
export class WebhookRefused extends Error {
  constructor(code, message) {
    super(message)
    this.name = 'WebhookRefused'
    this.code = code
  }
}

/**
 * @param {object} delivery
 * @param {string | Uint8Array} delivery.body as it arrived, before it is parsed
 * @param {Headers | Record<string, string | string[] | undefined>} delivery.headers
 * @param {string | readonly string[]} delivery.secret the whole text, `whsec_` included; while it is rotated both may be given
 * @param {number} [delivery.toleranceSeconds] how much older or newer than now a delivery may be, 300 by default
 * @param {Date} [delivery.now] the time of the receiver
 * @returns the envelope: `event_id`, `type`, `created_at`, `data` and others
 * @throws {WebhookRefused} missing_header, wrong_time or wrong_signature
 */
export async function verifyWebhook({ body, headers, secret, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }) {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ', SIGNATURES_MAX)
  const age = Math.floor(now.getTime() / 1000) - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (!(Math.abs(age) <= toleranceSeconds))
    throw new WebhookRefused('wrong_time', 'webhook-timestamp is not the time of the receiver.')
  const raw = bytesOf(body)
  const signed = join(bytesOf(`${id}.${timestamp}.`), raw)
  const given = signatures.flatMap((one) => (one.startsWith('v1,') ? (fromBase64(one.slice('v1,'.length)) ?? []) : []))
  for (const one of [secret].flat())
    for (const signature of given)
      if (await isHmac(standardKey(one), signature, signed)) return JSON.parse(new TextDecoder().decode(raw))
  throw new WebhookRefused('wrong_signature', 'No signature of webhook-signature is by this secret, over this body.')
}

/**
 * The check of `X-Service-Signature` alone, which covers the body and no time: for receivers that know no other header.
 *
 * @param {string | Uint8Array} body as it arrived, before it is parsed
 * @param {string | string[] | null | undefined} header the value of `X-Service-Signature`
 * @param {string} secret the whole text, `whsec_` included
 * @returns {Promise<boolean>}
 */
export async function isServiceSignature(body, header, secret) {
  const [, hex] = /^sha256=((?:[0-9a-f]{2}){32})$/.exec(String(header)) ?? []
  if (hex === undefined) return false
  const signature = Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16))
  return isHmac(bytesOf(secret), signature, bytesOf(body))
}

/** WebCrypto compares in constant time. */
async function isHmac(bytes, signature, signed) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, signature, signed)
}

/** Of a secret with the prefix the base64 behind it, of any other its text. */
function standardKey(secret) {
  const key = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : bytesOf(secret)
  if (key === null || key.length === 0) throw new TypeError('The secret is no webhook secret.')
  return key
}

function headerOf(headers, name) {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookRefused('missing_header', `The header ${name} is missing, or was sent more than once.`)
}

const bytesOf = (body) => (typeof body === 'string' ? new TextEncoder().encode(body) : body)

function join(one, other) {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
