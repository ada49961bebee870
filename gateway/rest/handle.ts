/**
 * The one handler of every row: caller, rate, variables, operation, answer. Carries gates 1 to 4 of a spend and the wire
 * side of idempotency; what may be refused for better reasons is the operation's matter.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_TYPES, notFound, type Refusal } from '../../subgraphs/shared/errors.ts'
import { callerId, type KeyMark, type Principal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { Admission } from '../auth/admission.ts'
import { checkAgentHeader, readBearer } from '../auth/credentials.ts'
import type { RateLimiter } from '../auth/rateLimit.ts'
import type { SubgraphResult } from '../datasource.ts'
import { errorHeaders, refusalOf, toRefusalOf, toRestBody } from '../errors.ts'
import { credentialOf, type Repeats } from '../replays.ts'
import type { Graph } from '../supergraph.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { toSnake } from './names.ts'
import type { Route } from './route.ts'
import type { RestRow } from './row.ts'

export interface RestDeps {
  readonly graph: Pick<Graph, 'executeTrusted'>
  readonly admission: Admission
  readonly rateLimiter: RateLimiter
  readonly repeats: Repeats
  readonly log: Log
}

export interface Handler {
  /** Before the body is read. */
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  readonly preHandler?: Handler['onRequest']
  readonly onSend?: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>
}

export function createHandler(deps: RestDeps, route: Route): Handler {
  const { row } = route
  const deprecation = deprecationHeaders(row)
  const admitted = {
    isOpen: route.access.public,
    act: row.emergency === true ? { stops: 1 } : isExchange(row) ? 'exchange' : 'ordinary',
    createsPayment: row.createsPayment === true,
  } as const
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(reply, refusalOf(error, request.id, deps.log), request.id)
  return {
    async onRequest(request, reply) {
      reply.header('cache-control', 'no-store')
      if (deprecation !== null) reply.headers(deprecation)
      try {
        await deps.admission.admitRoute(request, reply, admitted)
        return undefined
      } catch (error) {
        return refuse(error, request, reply)
      }
    },
    async handler(request, reply) {
      try {
        return await answer(deps, route, request, reply)
      } catch (error) {
        return refuse(error, request, reply)
      }
    },
    ...(isExchange(row) ? countExchange(deps) : {}),
  }
}

/** A good exchange counts for its agent, a bad one for the address: that is known only when it is answered. */
function countExchange({ rateLimiter, log }: RestDeps): Pick<Handler, 'preHandler' | 'onSend'> {
  const agentOf = (body: unknown) => {
    const id = (body as { readonly agent_id?: unknown } | null | undefined)?.agent_id
    return typeof id === 'string' ? id : ''
  }
  return {
    async preHandler(request, reply) {
      try {
        rateLimiter.requireExchange(agentOf(request.body))
        return undefined
      } catch (error) {
        return sendRefusal(reply, refusalOf(error, request.id, log), request.id)
      }
    },
    async onSend(request, reply, payload) {
      const { statusCode } = reply
      try {
        if (statusCode < 300) rateLimiter.exchanged(agentOf(request.body))
        else if (statusCode < 500 && statusCode !== 429) rateLimiter.takeAnonymous(request.ip)
        return payload
      } catch (error) {
        const refusal = refusalOf(error, request.id, log)
        const body = JSON.stringify(toRestBody(refusal, request.id))
        reply.code(ERROR_TYPES[refusal.type].status).headers(errorHeaders(refusal)).removeHeader('www-authenticate')
        reply.header('content-length', Buffer.byteLength(body))
        return body
      }
    },
  }
}

const isExchange = (row: RestRow): boolean => row.credential === 'agentKey'

/** Any refusal outside an operation too: unknown route, malformed body. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, requestId: string): FastifyReply {
  return (
    reply
      .code(ERROR_TYPES[refusal.type].status)
      .headers(errorHeaders(refusal))
      // A path that cannot be decoded is refused before any hook runs.
      .header('x-request-id', requestId)
      .header('content-type', JSON_TYPE)
      .send(JSON.stringify(toRestBody(refusal, requestId)))
  )
}

const JSON_TYPE = 'application/json; charset=utf-8'

async function answer(
  deps: RestDeps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { row } = route
  const { headers } = request
  const principal = deps.admission.principalOf(request)
  const header = readIdempotencyKey(headers['idempotency-key'])
  const key = route.keyed ? header : null
  const variables = route.variables({
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    requestFacts: requestFactsOf(row, principal, request, key),
  })
  const keys: KeyMark[] = []
  const context = { principal, requestId: request.id, loaders: new Map(), keys }
  const result = await deps.graph.executeTrusted(row.operation, variables, context)
  const [mark = null] = keys
  const made = toResponse(route, result, request.id, mark)
  if (mark?.replayed)
    return send(
      reply.header('idempotency-replayed', 'true'),
      await repeat(deps, route, made, { ...context, earlierId: earlierAnswerId(principal, row, request.url, key) }),
    )
  if (mark !== null && made.kept) {
    const { status, body, location } = made
    const answered = { form: FORM, credential: credentialOf(principal), status, body, location }
    await deps.repeats.keep(keys, answered, row.shownOnce !== undefined)
  }
  return send(reply, made)
}

const FORM = 'rest'

/** The first answer if it is still there; what it shows once, to whoever it was shown to. */
async function repeat(
  { repeats }: RestDeps,
  { row: { shownOnce } }: Route,
  made: Answer,
  given: { readonly principal: Principal; readonly keys: readonly KeyMark[]; readonly earlierId: string },
): Promise<Answer> {
  const { principal, keys, earlierId } = given
  const first = await repeats.findFirst(keys, FORM, earlierId)
  if (first === null) return made
  const { status, body, location, credential } = first
  const isOther = credential !== null && credential !== credentialOf(principal)
  const isHidden = shownOnce !== undefined && status < 300 && isOther
  const shown = isHidden ? JSON.stringify({ ...JSON.parse(body), [toSnake(shownOnce)]: null }) : body
  return { ...made, status, body: shown, location }
}

/** Answers that an earlier version kept stand under caller, method and path; they live for a day like all others. */
function earlierAnswerId(principal: Principal, { method }: RestRow, url: string, key: string | null): string {
  const caller = principal.kind === 'agent' || principal.kind === 'organization' ? callerId(principal) : principal.kind
  return `${caller}:${method} ${url.split('?')[0]}:${key}`
}

function requestFactsOf(
  row: RestRow,
  principal: Principal,
  request: FastifyRequest,
  key: string | null,
): Readonly<Record<string, string>> {
  const isRequired = row.agentHeader === 'required'
  const agentId = checkAgentHeader(principal, request.headers['x-agent-id'], isRequired)
  const apiKey = row.credential === 'agentKey' ? readBearer(request.headers) : null
  return {
    ...(key !== null && { idempotencyKey: key }),
    ...(isRequired && agentId !== null && { agentId }),
    ...(apiKey !== null && { apiKey }),
  }
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly location: string | null
  readonly headers: Readonly<Record<string, string>>
  /** Whether it may be the first answer of a key: what the commit has kept, and not what failed after it. */
  readonly kept: boolean
}

const NO_HEADERS = {}

function toResponse(route: Route, result: SubgraphResult, requestId: string, mark: KeyMark | null): Answer {
  const { row } = route
  const value = result.data?.[route.root] ?? null
  const first = result.errors?.[0]
  // What a write has made stands, although a detail of its answer may have failed; a read is whole or refused.
  if (first !== undefined && (value === null || row.method === 'GET')) return toRefused(toRefusalOf(first), requestId)
  if (row.success === 204) return { status: 204, body: '', location: null, headers: NO_HEADERS, kept: true }
  const body = route.body(value)
  if (body === null) return toRefused(notFound(route.root), requestId)
  const isParked = typeof body.stage === 'string' && body.stage.startsWith('awaiting_')
  // A repeat gets the first status, whatever has become of the resource.
  const parked = row.waits === true && (mark?.replayed ? mark.outcome === 'parked' : isParked)
  const existed = row.existing !== undefined && (value as Record<string, unknown>)[row.existing] === true
  return {
    status: existed ? 200 : parked && row.success === 201 ? 202 : row.success,
    body: JSON.stringify(body),
    location: row.location?.(body) ?? null,
    headers: NO_HEADERS,
    kept: true,
  }
}

function toRefused(refusal: Refusal, requestId: string): Answer {
  return {
    status: ERROR_TYPES[refusal.type].status,
    body: JSON.stringify(toRestBody(refusal, requestId)),
    location: null,
    headers: errorHeaders(refusal),
    kept: refusal.details.key_kept_until !== undefined,
  }
}

function send(
  reply: FastifyReply,
  { status, body, location, headers }: Pick<Answer, 'status' | 'body' | 'location'> & { headers?: Answer['headers'] },
): FastifyReply {
  reply.code(status)
  if (headers !== undefined && headers !== NO_HEADERS) reply.headers(headers)
  if (location !== null) reply.header('location', location)
  if (status === 204) return reply.send()
  return reply.header('content-type', JSON_TYPE).send(body)
}

/** RFC 9745 and RFC 8594. */
function deprecationHeaders(row: RestRow): Record<string, string> | null {
  if (row.deprecated === undefined) return null
  const { since, sunset } = row.deprecated
  return { deprecation: `@${Math.floor(Date.parse(since) / 1000)}`, sunset: new Date(sunset).toUTCString() }
}
