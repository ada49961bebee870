/**
 * Signature headers: that of specification 6.1 rule 2 (over the raw body), and the three headers of Standard Webhooks, which also
 * cover id and time, so that a receiver can detect replayed deliveries. An endpoint that is told in the vocabulary of the Agentic
 * Commerce Protocol gets that protocol's header beside them.
 */
import { createHmac } from 'node:crypto'
import type { EventId } from '../../shared/ids.ts'
import type { WebhookFormat } from '../models/webhooks.ts'

export interface SigningSecrets {
  /** Signs `X-Service-Signature`. */
  readonly primary: string
  /** All valid secrets: each adds a Standard Webhooks signature. */
  readonly all: readonly string[]
}

interface Message {
  readonly eventId: EventId
  readonly body: string
  readonly at: Date
  readonly format?: WebhookFormat | undefined
}

export function signatureHeaders(message: Message, secrets: SigningSecrets): Record<string, string> {
  const { eventId, body, at, format } = message
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
    ...(format === 'acp' && { 'merchant-signature': merchantSignature(timestamp, body, secrets.primary) }),
  }
}

/** Of the Agentic Commerce Protocol: over time and body, with the secret as it is written. */
function merchantSignature(timestamp: string, body: string, secret: string): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Standard Webhooks: after this prefix the secret is base64. */
export const STANDARD_SECRET_PREFIX = 'whsec_'

export function standardKey(secret: string): Buffer {
  return secret.startsWith(STANDARD_SECRET_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret)
}
