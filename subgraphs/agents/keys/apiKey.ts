/**
 * API keys: prefix, public part, 256 secret bits and a checksum. The public part finds the row, only an HMAC of the
 * whole key is stored, and the checksum refuses a mistyped key without asking the database (reliability 5.4).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base32, type KeyId } from '../../shared/ids.ts'

const API_KEY_PREFIXES = {
  ...{ agent: 'sk_agent_', test: 'sk_test_', live: 'sk_live_' },
  ...{ enrolment: 'sk_enrol_', merchant: 'sk_merchant_' },
} as const
export type ApiKeyKind = keyof typeof API_KEY_PREFIXES

export interface ApiKey {
  readonly kind: ApiKeyKind
  /** Id of the row: `key_` and the public part. */
  readonly keyId: KeyId
  /** The whole key; shown once and never stored. */
  readonly text: string
}

const FORM = /^(sk_(?:agent|test|live|enrol|merchant)_)([0-9a-hjkmnp-tv-z]{16})_([0-9a-hjkmnp-tv-z]{52})([0-9a-f]{8})$/

export function createApiKey(kind: ApiKeyKind): ApiKey {
  const publicPart = base32(randomBytes(10))
  const body = `${API_KEY_PREFIXES[kind]}${publicPart}_${base32(randomBytes(32))}`
  return { kind, keyId: `key_${publicPart}`, text: `${body}${checksum(body)}` }
}

/** Null for text that is not in the format of a key, or has a wrong checksum. */
export function parseApiKey(text: string): ApiKey | null {
  const match = FORM.exec(text)
  if (match === null || checksum(text.slice(0, -8)) !== match[4]) return null
  const kinds = Object.keys(API_KEY_PREFIXES) as ApiKeyKind[]
  const kind = kinds.find((one) => API_KEY_PREFIXES[one] === match[1])
  return kind === undefined ? null : { kind, keyId: `key_${match[2]}`, text }
}

/** Only this HMAC of a secret is stored. */
export function hashSecret(pepper: Uint8Array, text: string): string {
  return createHmac('sha256', pepper).update(text).digest('base64url')
}

/** In constant time. */
export function matchesHash(pepper: Uint8Array, text: string, storedHash: string): boolean {
  const actual = createHmac('sha256', pepper).update(text).digest()
  const stored = Buffer.from(storedHash, 'base64url')
  return actual.length === stored.length && timingSafeEqual(actual, stored)
}

export function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0')
}
