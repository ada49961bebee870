/**
 * The cookie of a browser's session, and the rule against requests that another site makes a browser send (CSRF): what
 * changes something must come from a page of this service, by its Origin, or carry a header that other sites cannot add
 * without being asked for permission first. A WebSocket, which any site may open, needs the Origin.
 */
import { DomainError } from '../../subgraphs/shared/errors.ts'

/** How a request uses its credentials. */
export type Use = 'read' | 'change' | 'socket'

type Headers = Readonly<Record<string, unknown>>

export interface Cookie {
  readonly name: string
  /** Null without the cookie. @throws DomainError invalid_request: it is sent twice */
  read(headers: Headers): string | null
  /** As Set-Cookie. @param seconds that it lives */
  write(value: string, seconds: number): string
  /** As Set-Cookie: the browser forgets it. */
  readonly cleared: string
}

export interface SessionCookie extends Cookie {
  /** @throws DomainError capability_denied (reason cross_site_request) */
  requireOwnPage(headers: Headers, use: Use): void
}

/** Its value does not matter. */
const CSRF_HEADER = 'x-requested-with'

/**
 * @param baseUrl the service's own address: browsers send the cookie to it alone
 * @param others whose pages may use it beside those of the service
 */
export function createSessionCookie(baseUrl: string, others: readonly string[] = []): SessionCookie {
  const { origin } = new URL(baseUrl)
  const own: ReadonlySet<unknown> = new Set([origin, ...others])
  return {
    ...createCookie(baseUrl, 'session', 'Strict'),
    requireOwnPage(headers, use) {
      const from = headers.origin
      if (own.has(from)) return
      if (from === undefined && use === 'read') return
      if (from === undefined && use === 'change' && headers[CSRF_HEADER] !== undefined) return
      throw new DomainError(
        'capability_denied',
        use === 'socket'
          ? `With a cookie a socket needs the Origin ${origin}.`
          : `With a cookie a request that changes something needs the Origin ${origin}, or without one the header X-Requested-With.`,
        { reason: 'cross_site_request' },
      )
    },
  }
}

/** What a sign-in has to remember until the browser comes back from the issuer, which is another site: so it is Lax. */
export const createSignInCookie = (baseUrl: string): Cookie => createCookie(baseUrl, 'sign-in', 'Lax')

function createCookie(baseUrl: string, label: string, sameSite: 'Strict' | 'Lax'): Cookie {
  const { protocol, hostname } = new URL(baseUrl)
  // Browsers take no Secure cookie from a plain address; on this machine alone nobody listens in between.
  const isPlain = protocol === 'http:' && isLoopback(hostname)
  // With this prefix no other host, such as a subdomain, can have set it. On this machine all ports share their cookies.
  const name = isPlain ? `payment-service-${label}` : `__Host-${label}`
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isPlain ? '' : '; Secure'}`
  return {
    name,
    read(headers) {
      const pairs = typeof headers.cookie === 'string' ? headers.cookie.split(';') : []
      const values = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${name}=`))
      if (values.length > 1)
        throw new DomainError('invalid_request', `The cookie ${name} is sent twice.`, {
          reason: 'ambiguous_credentials',
        })
      return values[0]?.slice(name.length + 1) ?? null
    },
    write: (value, seconds) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    cleared: `${name}=; Max-Age=0; ${attributes}`,
  }
}

/** By a URL's host name. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Plain HTTP to this machine alone. */
export const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
