/**
 * Signature headers: specification 6.1 rule 2 (one header, one value, over the raw body) and beside it the three headers
 * of Standard Webhooks, which also cover id and time, so that a receiver can refuse an old delivery sent again.
 */
import { createHmac } from 'node:crypto'
import type { EventId } from '../../shared/ids.ts'

export interface SigningSecrets {
  /** Makes `X-Service-Signature`. */
  readonly primary: string
  /** All that are valid now: each adds a Standard Webhooks signature. */
  readonly all: readonly string[]
}

export function signatureHeaders(
  message: { readonly eventId: EventId; readonly body: string; readonly at: Date },
  secrets: SigningSecrets,
): Record<string, string> {
  const { eventId, body, at } = message
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.all.map(
    (secret) =>
      `v1,${createHmac('sha256', standardKey(secret)).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'x-service-signature': `sha256=${createHmac('sha256', secrets.primary).update(body).digest('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Standard Webhooks: a secret with this prefix is base64; any other is taken as it is. */
export const STANDARD_SECRET_PREFIX = 'whsec_'

export function standardKey(secret: string): Buffer {
  return secret.startsWith(STANDARD_SECRET_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret)
}
