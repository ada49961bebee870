/**
 * Gates 1 and 2 of every request: authentication and rate limits. Both run before the body is read, so that a flood costs
 * little and an emergency act behind it gets through. What is exempt from an empty bucket has a small body; a larger one is
 * refused unread.
 */
import { type Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, invariant } from '../../subgraphs/shared/errors.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { readDocument } from '../requestDocument.ts'
import { readRootNames } from '../rootFields.ts'
import type { Shedder } from '../shedRequests.ts'
import { ANONYMOUS, type Credentials } from './credentials.ts'
import type { Act, RateHeaders, RateLimiter } from './rateLimit.ts'
import { signatureIn } from './signature.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom its credentials name, and until when they were good, in ms since the request began. */
    admitted: { readonly principal: Principal; readonly atMs: number } | null
  }
}

/** Enough for every token exchange and every emergency act. */
const SMALL_BODY_BYTES = 16 * 1024
/** Whoever was admitted longer ago may have lost their credentials since. */
const ANSWERED_WITHIN_MS = 1_000
/** Most bodies come with their headers. */
const CONFIRMED_AFTER_MS = 100

/** How root fields count: which are exempt from an empty bucket, and which count as several requests. */
export interface CountedFields {
  readonly stops: ReadonlySet<string>
  readonly exchange: ReadonlySet<string>
  readonly costs: ReadonlyMap<string, number>
  /** What lasts, or undoes a stop: whoever may do it is asked for again at once before it is done. */
  readonly lasting: ReadonlySet<string>
}

export interface Admission {
  /** Before the body of a REST request is read. @throws DomainError authentication_error, service_unavailable, rate_limited */
  admitRoute(request: FastifyRequest, reply: FastifyReply, route: AdmittedRoute): Promise<void>
  /** Before the body of a GraphQL request is read: only what cannot be exempt is refused for its rate. */
  admitGraph(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Once the body of a REST request is read, which its sender may have held back for as long as a body may take: what has been
   * taken from its credentials meanwhile is taken from it too.
   * @throws DomainError authentication_error
   */
  confirmRoute(
    request: FastifyRequest,
    reply: FastifyReply,
    route: Pick<AdmittedRoute, 'isLasting'>,
  ): Promise<void> | undefined
  /** Once the document is read: as one request. The same as `confirmRoute`. */
  admitDocument(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Once the document is validated: what its root fields count beyond one request, so that no document does more than as many
   * requests could.
   * @returns headers with what is left; null: as it was when the document was read
   * @throws DomainError rate_limited
   */
  admitFields(principal: Principal, address: string, fields: readonly string[]): Promise<RateHeaders | null>
  /**
   * The same for a root field of a document, which may begin long after those before it.
   * @param known whom the document began with. Undefined: it still is, and nothing has to be asked again
   */
  confirmField(request: FastifyRequest, reply: FastifyReply, known: Principal): Promise<Principal> | undefined
  /** Before the response to a payment: one whose input is refused uses up nothing (domain 0.1, gate 4). */
  returnRefused(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void
  /**
   * Before the response to what only reads, where it took long, such as one that has waited for the end of a payment. What changes
   * something is always told what became of it.
   * @throws DomainError authentication_error
   */
  confirmReader(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
  principalOf(request: FastifyRequest): Principal
  /** Whom its credentials name now, for a response that takes long. @throws DomainError authentication_error */
  readmit(request: FastifyRequest): Promise<Principal>
  /** Whether it was admitted with good credentials. */
  knowsCaller(request: FastifyRequest): boolean
  /**
   * The body of a request, before it is read: from an anonymous caller no more than a small one is.
   * @throws DomainError payload_too_large, also while it is read
   */
  limitBody(request: FastifyRequest, body: Readable): Readable
}

interface AdmittedRoute {
  /** Whether it needs no credentials in its headers. */
  readonly isPublic: boolean
  /** Whether its body is signed: then credentials in its headers are looked at where it is not. */
  readonly isSigned?: boolean
  readonly act: Act
  readonly createsPayment: boolean
  readonly isLasting: boolean
  /** As so many requests it counts. */
  readonly cost: number
}

export function createAdmission(deps: {
  readonly credentials: Credentials
  readonly rateLimiter: RateLimiter
  readonly shedder: Pick<Shedder, 'requireRoom'>
  readonly counted: CountedFields
}): Admission {
  const { credentials, rateLimiter, shedder, counted } = deps

  function admit(request: FastifyRequest, reply: FastifyReply, principal: Principal): void {
    request.admitted = { principal, atMs: reply.elapsedTime }
  }

  const sinceMs = (request: FastifyRequest, reply: FastifyReply) => reply.elapsedTime - (request.admitted?.atMs ?? 0)

  /** Undefined where nothing has to be asked again; `isLasting` is asked only where it decides, because it may parse a document. */
  function confirm(request: FastifyRequest, reply: FastifyReply, isLasting: () => boolean): Promise<void> | undefined {
    if (isRead(request.method) || !knowsCaller(request)) return undefined
    if (sinceMs(request, reply) <= CONFIRMED_AFTER_MS && !isLasting()) return undefined
    return authenticateAgain(request, reply)
  }

  async function authenticateAgain(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    admit(request, reply, await authenticate(request, reply, 'requireCaller'))
  }

  /** Wrong credentials count against the address, which limits guessing; valid ones from the same address do not. */
  async function authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    who: 'requireCaller' | 'authenticate',
  ): Promise<Principal> {
    try {
      return await credentials[who](request.headers, isRead(request.method) ? 'read' : 'change')
    } catch (error) {
      setRateHeaders(reply, rateLimiter.takeAnonymous(request.ip))
      throw error
    }
  }

  function principalOf(request: FastifyRequest): Principal {
    const { admitted } = request
    invariant(admitted != null, 'a request was not admitted')
    return admitted.principal
  }

  const knowsCaller = (request: FastifyRequest) => isKnown(request.admitted?.principal ?? ANONYMOUS)

  return {
    principalOf,
    readmit: ({ headers, method }) => credentials.requireCaller(headers, isRead(method) ? 'read' : 'change'),
    knowsCaller,
    returnRefused({ admitted }, reply, payload, done) {
      if (reply.statusCode === 400 && admitted !== null)
        rateLimiter.returnPayments(admitted.principal, 1, reply.elapsedTime)
      done(null, payload)
    },
    limitBody(request, body) {
      if (knowsCaller(request)) return body
      const { openBodyMaxBytes: max = SMALL_BODY_BYTES } = request.routeOptions.config ?? {}
      const length = request.headers['content-length']
      if (length === undefined) return limitStream(body, max)
      if (Number(length) > max) throw tooLarge(max)
      return body
    },
    async admitRoute(request, reply, { isPublic, isSigned = false, act, createsPayment, cost }) {
      const isProven = isPublic && (!isSigned || signatureIn(request.headers) !== '')
      const who = isPublic ? 'authenticate' : 'requireCaller'
      const principal = isProven ? ANONYMOUS : await authenticate(request, reply, who)
      shedder.requireRoom(request, isKnown(principal))
      const isExempt = act !== 'ordinary' && isSmall(request)
      // Most are counted at once, and then nothing is waited for.
      const taken = rateLimiter.take(principal, request.ip, isExempt ? act : 'ordinary', { cost })
      if (createsPayment && taken instanceof Promise) rateLimiter.expectPayments(principal)
      setRateHeaders(reply, taken instanceof Promise ? await taken : taken)
      const payment = createsPayment ? rateLimiter.takePayments(principal, 1) : null
      setRateHeaders(reply, payment instanceof Promise ? await payment : payment)
      admit(request, reply, principal)
    },
    confirmField(request, reply, known) {
      const confirming = confirm(request, reply, () => false)
      if (confirming !== undefined) return confirming.then(() => principalOf(request))
      // A field before this one has asked, and what it was told holds for all that follow.
      const now = principalOf(request)
      return now === known ? undefined : Promise.resolve(now)
    },
    confirmRoute: (request, reply, { isLasting }) => confirm(request, reply, () => isLasting),
    confirmReader: (request, reply) =>
      knowsCaller(request) && sinceMs(request, reply) > ANSWERED_WITHIN_MS
        ? authenticateAgain(request, reply)
        : undefined,
    async admitGraph(request, reply) {
      const principal = await authenticate(request, reply, 'authenticate')
      if (!mayBeExempt(request)) {
        shedder.requireRoom(request, isKnown(principal))
        await rateLimiter.requireRoom(principal, request.ip)
      }
      admit(request, reply, principal)
    },
    async admitDocument(request, reply) {
      // Read once, and only where something asks for it.
      let read: readonly string[] | null = null
      const names = () => {
        read ??= rootNamesOf(request)
        return read
      }
      await confirm(request, reply, () => names().some((name) => counted.lasting.has(name)))
      const act = () => actOf(names(), counted)
      const principal = principalOf(request)
      if (mayBeExempt(request) && typeof act() !== 'object') shedder.requireRoom(request, isKnown(principal))
      setRateHeaders(reply, await rateLimiter.take(principal, request.ip, act))
    },
    async admitFields(principal, address, fields) {
      const further = fields.reduce((sum, field) => sum + (counted.costs.get(field) ?? 1), -1)
      // What is exempt has been counted with the document, and is never held up by its own number.
      if (further <= 0 || actOf(fields, counted) !== 'ordinary') return null
      return rateLimiter.take(principal, address, 'ordinary', { cost: further, drawn: 1 })
    },
  }
}

const isKnown = ({ kind }: Principal): boolean => kind !== 'anonymous'

/** A GraphQL request of which only the document tells; it is judged once, before its body is read or after. */
const mayBeExempt = (request: FastifyRequest): boolean => request.method === 'POST' && isSmall(request)

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

function tooLarge(max: number): DomainError {
  return new DomainError('payload_too_large', `Without credentials a body has at most ${max} bytes.`)
}

/** Of unknown length. The source is not destroyed at the bound, because the refusal leaves by the same connection. */
function limitStream(body: Readable, max: number): Readable {
  let bytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      next(bytes > max ? tooLarge(max) : null, chunk)
    },
  })
  // Nobody may read it yet, and an error that nobody hears ends the process.
  limited.on('error', () => undefined)
  body.once('error', (error) => limited.destroy(error))
  return body.pipe(limited)
}

/** Of a document that is not validated yet. */
function rootNamesOf(request: FastifyRequest): readonly string[] {
  const { query, operationName } = (request.body ?? {}) as Readonly<Record<string, unknown>>
  return readRootNames(readDocument(request, query), operationName) ?? []
}

/** Root fields are exempt only all together. */
function actOf(names: readonly string[], { stops, exchange }: CountedFields): Act {
  if (names.length === 0) return 'ordinary'
  if (names.every((name) => stops.has(name))) return { stops: names.length }
  return names.every((name) => exchange.has(name)) ? 'exchange' : 'ordinary'
}

function isSmall({ headers }: FastifyRequest): boolean {
  const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  return isEmpty || Number(headers['content-length']) <= SMALL_BODY_BYTES
}

export function setRateHeaders(reply: FastifyReply, headers: RateHeaders | null): void {
  if (headers !== null) reply.headers(headers)
}
