/**
 * Gates 1 and 2 of every request: who calls, and whether there is room. Both are asked before the body is read, so that
 * a flood costs little and an emergency act behind it comes through. What is exempt from an empty bucket is small: a
 * body that is not is refused unread.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, invariant } from '../../subgraphs/shared/errors.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { readRootNames } from '../rootFields.ts'
import type { Credentials } from './credentials.ts'
import type { Act, RateHeaders, RateLimiter } from './rateLimit.ts'

const ANONYMOUS: Principal = { kind: 'anonymous' }
/** Enough for every token exchange and every emergency act. */
const SMALL_BODY_BYTES = 16 * 1024

/** Root fields of the graph which an empty bucket does not stop. */
export interface ExemptFields {
  readonly stops: ReadonlySet<string>
  readonly exchange: ReadonlySet<string>
}

export interface Admission {
  /** Before the body of a REST call. @throws DomainError authentication_error, rate_limited */
  admitRoute(request: FastifyRequest, reply: FastifyReply, route: AdmittedRoute): Promise<void>
  /** Before the body of a GraphQL request: only what could not be exempt is refused for its rate. */
  admitGraph(request: FastifyRequest): Promise<void>
  /** Once its document can be seen. */
  admitDocument(request: FastifyRequest, reply: FastifyReply): void
  principalOf(request: FastifyRequest): Principal
  /**
   * Before a body is parsed, which costs as much as it is long: strangers have to get by with little.
   * @throws DomainError payload_too_large
   */
  admitBody(request: FastifyRequest, bytes: number): void
}

interface AdmittedRoute {
  /** Whether the caller has to show credentials in its headers. */
  readonly isOpen: boolean
  readonly act: Act
  readonly createsPayment: boolean
}

export function createAdmission(deps: {
  readonly credentials: Credentials
  readonly rateLimiter: RateLimiter
  readonly exempt: ExemptFields
}): Admission {
  const { credentials, rateLimiter, exempt } = deps
  const admitted = new WeakMap<FastifyRequest, Principal>()

  /** Wrong credentials count against the address, so that guessing them has a price; good ones never pay it. */
  async function authenticate(request: FastifyRequest, who: 'requireCaller' | 'authenticate'): Promise<Principal> {
    try {
      return await credentials[who](request.headers)
    } catch (error) {
      rateLimiter.takeAnonymous(request.ip)
      throw error
    }
  }

  function principalOf(request: FastifyRequest): Principal {
    const principal = admitted.get(request)
    invariant(principal !== undefined, 'a request was not admitted')
    return principal
  }

  return {
    principalOf,
    admitBody(request, bytes) {
      const isStranger = (admitted.get(request) ?? ANONYMOUS).kind === 'anonymous'
      if (isStranger && bytes > SMALL_BODY_BYTES)
        throw new DomainError('payload_too_large', `Without credentials a body has at most ${SMALL_BODY_BYTES} bytes.`)
    },
    async admitRoute(request, reply, { isOpen, act, createsPayment }) {
      const principal = isOpen ? ANONYMOUS : await authenticate(request, 'requireCaller')
      const isExempt = act !== 'ordinary' && isSmall(request)
      tell(reply, rateLimiter.take(principal, request.ip, isExempt ? act : 'ordinary'))
      if (createsPayment) tell(reply, rateLimiter.takePayments(principal, 1))
      admitted.set(request, principal)
    },
    async admitGraph(request) {
      const principal = await authenticate(request, 'authenticate')
      const mayBeExempt = request.method === 'POST' && isSmall(request)
      if (!mayBeExempt && rateLimiter.isEmpty(principal, request.ip))
        rateLimiter.take(principal, request.ip, 'ordinary')
      admitted.set(request, principal)
    },
    admitDocument(request, reply) {
      tell(
        reply,
        rateLimiter.take(principalOf(request), request.ip, () => actOf(request.body, exempt)),
      )
    },
  }
}

/** Of a document that nobody validated yet: exempt is only what consists of nothing else. */
function actOf(body: unknown, { stops, exchange }: ExemptFields): Act {
  const { query, operationName } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const names = readRootNames(query, operationName)
  if (names === null || names.length === 0) return 'ordinary'
  if (names.every((name) => stops.has(name))) return { stops: names.length }
  return names.every((name) => exchange.has(name)) ? 'exchange' : 'ordinary'
}

function isSmall({ headers }: FastifyRequest): boolean {
  const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  return isEmpty || Number(headers['content-length']) <= SMALL_BODY_BYTES
}

function tell(reply: FastifyReply, headers: RateHeaders | null): void {
  if (headers !== null) reply.headers(headers)
}
