/** Who is at the other end of a socket: where its credentials are, and when they end. */
import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import type { Headers } from '../auth/credentials.ts'

/** connectionParams first: browsers cannot set headers on a socket. */
export function headersOf(params: Record<string, unknown> | undefined, request: IncomingMessage): Headers {
  const given = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  if (given.authorization !== undefined || given['x-api-key'] !== undefined)
    return { authorization: given.authorization, 'x-api-key': given['x-api-key'] }
  return request.headers
}

/** When the access token ends; never for an organization key. */
export function expiryMs(headers: Headers): number {
  const token = typeof headers.authorization === 'string' ? headers.authorization.replace(/^Bearer +/i, '') : ''
  if (token.startsWith('sk_') || token === '') return Number.POSITIVE_INFINITY
  try {
    return (decodeJwt(token).exp ?? Number.POSITIVE_INFINITY) * 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
