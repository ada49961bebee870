/**
 * Which pages of other origins may call the service from a browser (CORS): those that the configuration names, and in
 * development every page of this machine. Decided before routing, so that refusals under load can be read there too.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopback } from './auth/sessionCookie.ts'

export interface CorsRules {
  /** Exact origins; they may use the cookie of a session too. */
  readonly origins: readonly string[]
  /** Whether pages of this machine may call, whatever their port, with keys and tokens. */
  readonly allowsLoopback: boolean
}

export interface Cors {
  /** @returns whether the request was the question of a browser, which is answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = [
  ...['Authorization', 'X-API-Key', 'X-Agent-Id', 'Content-Type', 'Accept', 'Idempotency-Key', 'X-Request-Id'],
  ...['X-Requested-With', 'Last-Event-ID', 'API-Version', 'Request-Id', 'Apollo-Require-Preflight'],
].join(', ')
const RESPONSE_HEADERS = [
  ...['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Idempotency-Replayed', 'Location'],
  ...['WWW-Authenticate', 'GraphQL-Cost', 'Deprecation', 'Sunset', 'ETag'],
  ...['API-Version', 'Idempotent-Replayed', 'Idempotency-Key', 'Request-Id'],
].join(', ')
/** How long a browser keeps the answer: what Chromium allows at most. */
const MAX_AGE_SECONDS = 7_200

export function createCors({ origins, allowsLoopback }: CorsRules): Cors {
  const named = new Set(origins)
  const isAllowed = (origin: string) => named.has(origin) || (allowsLoopback && isLoopbackOrigin(origin))
  return {
    answer(request, response) {
      const { origin } = request.headers
      // Caches keep the answers to different origins apart, and those to none.
      response.setHeader('vary', 'Origin')
      if (origin === undefined || !isAllowed(origin)) return false
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-credentials', 'true')
      if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
        response.setHeader('access-control-expose-headers', RESPONSE_HEADERS)
        return false
      }
      response.writeHead(204, {
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': String(MAX_AGE_SECONDS),
        'content-length': '0',
      })
      response.end()
      return true
    },
  }
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, origin: own } = new URL(origin)
  return own === origin && protocol === 'http:' && isLoopback(hostname)
}
