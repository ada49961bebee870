/**
 * An event as a webhook endpoint gets it: the same envelope, headers and signatures (specification 2.13 and 6.1). A listener is one
 * endpoint: `event_id` follows from its secret and the event, so that an event that comes again has the same one.
 */
import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LoggedEvent } from './eventStream.ts'
import { wrongUsage } from './failure.ts'

export interface Delivery {
  readonly event_id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the receiver has answered; null: nothing. */
export interface Forwarded {
  readonly status: number | null
  readonly duration_ms: number
  readonly error: string | null
}

const SECRET_PREFIX = 'whsec_'
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 26
/** As the service waits. */
const TIMEOUT_MS = 10_000

export function createDelivery(event: LoggedEvent, secret: string, attempt: number, now = new Date()): Delivery {
  const { source_event_id, type, created_at, data, cursor, wallet_seq } = event
  const digest = createHmac('sha256', secret).update(source_event_id).digest()
  const id = Array.from(digest.subarray(0, ID_LENGTH), (byte) => ALPHABET[byte & 31]).join('')
  const event_id = `evt_${id}`
  const body = JSON.stringify({
    ...{ event_id, type, created_at, data, source_event_id, cursor },
    ...(wallet_seq > 0 && { wallet_seq }),
  })
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const standard = createHmac('sha256', standardKey(secret)).update(`${event_id}.${timestamp}.${body}`)
  return {
    ...{ event_id, body },
    headers: {
      'content-type': 'application/json',
      'user-agent': 'agent-payment-service-webhooks/2',
      'x-service-attempt': `dlv_${id}.${attempt}`,
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'webhook-id': event_id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${standard.digest('base64')}`,
    },
  }
}

/** Of a secret with the prefix the base64 behind it, of any other its text. */
const standardKey = (secret: string): Buffer =>
  secret.startsWith(SECRET_PREFIX) ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64') : Buffer.from(secret)

/** Never rejects. */
export function forward(url: string, { headers, body }: Delivery, signal?: AbortSignal): Promise<Forwarded> {
  const { protocol, origin, path } = parseForwardUrl(url)
  const began = performance.now()
  return new Promise((resolve) => {
    const end = (status: number | null, error: string | null) =>
      resolve({ status, duration_ms: Math.round(performance.now() - began), error })
    const stop = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])])
    const send = protocol === 'https:' ? requestHttps : requestHttp
    const request = send(origin, { method: 'POST', path, headers, signal: stop }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      const isTaken = statusCode >= 200 && statusCode < 300
      response.once('close', () => end(statusCode, isTaken ? null : `The receiver answered ${statusCode}.`))
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      const reason = stop.aborted ? `no answer within ${TIMEOUT_MS / 1_000} s` : (error.code ?? error.message)
      end(null, `Not received: ${reason}.`)
    })
    request.end(body)
  })
}

/** The path with its query is sent byte for byte, which a parsed URL would not keep. @throws CommandFailure */
export function parseForwardUrl(text: string): { protocol: string; origin: string; path: string } {
  const [, authority = '', path = ''] = /^(https?:\/\/[^/?#\s]+)([^#\s]*)$/i.exec(text) ?? []
  if (!URL.canParse(authority)) throw wrongUsage('--forward-to is an address like http://127.0.0.1:3000/hook.')
  const { protocol, origin, username } = new URL(authority)
  if (username !== '') throw wrongUsage('--forward-to has no place for a name and password.')
  return { protocol, origin, path: path.startsWith('/') ? path : `/${path}` }
}
