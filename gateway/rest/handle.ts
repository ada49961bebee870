/**
 * The handler of every row: caller, rate limit, variables, operation, response. Gates 1 to 4 of a spend, and replays of keyed
 * requests.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accessRefusal } from '../../subgraphs/shared/access.ts'
import { ERROR_TYPES, notFound, type Refusal } from '../../subgraphs/shared/errors.ts'
import {
  callerId,
  credentialOf,
  type KeyMark,
  type Principal,
  type RequestContext,
} from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { type Admission, setRateHeaders } from '../auth/admission.ts'
import { isBasic, type TokenRequest, toOAuthError } from '../auth/oauthForm.ts'
import type { AdmittedExchange, RateLimiter } from '../auth/rateLimit.ts'
import type { SubgraphResult, Variables } from '../datasource.ts'
import { errorHeaders, refusalOf, toRestBody } from '../errors.ts'
import type { Replays } from '../replays.ts'
import type { Shedder } from '../shedRequests.ts'
import type { Graph } from '../supergraph.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { toSnake } from './names.ts'
import { JSON_TYPE, sendRefusal, unlessRefused, writeBody, writeRefusal } from './problem.ts'
import { isForm, requestFactsOf } from './requestFacts.ts'
import type { Route } from './route.ts'
import { isExchange, LINES_TYPE, mayPark, type RestRow } from './row.ts'
import { replaceRefusal, type StreamRoute } from './streamRoute.ts'

export interface RestDeps {
  readonly graph: Pick<Graph, 'executeTrusted'>
  readonly admission: Admission
  readonly rateLimiter: RateLimiter
  readonly shedder: Pick<Shedder, 'pauseOf'>
  readonly replays: Replays
  readonly streamRoutes: ReadonlyMap<string, StreamRoute>
  readonly log: Log
}

export interface Handler {
  /** Before the body is read. */
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** Once the body is read. */
  readonly preHandler?: Handler['onRequest']
  readonly onSend?: Admission['returnRefused']
}

export function createHandler(deps: RestDeps, route: Route): Handler {
  const { row } = route
  const deprecation = deprecationHeaders(row)
  const admitted = {
    isPublic: route.access.public,
    isSigned: row.signedBody !== undefined,
    act: row.emergency === true ? { stops: 1 } : isExchange(row) ? 'exchange' : 'ordinary',
    ...{ createsPayment: row.createsPayment === true, isLasting: route.access.proof, cost: row.cost ?? 1 },
  } as const
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(reply, refusalOf(error, request.id, deps.log), request.id)
  const passing = unlessRefused(deps.log)
  return {
    onRequest: passing((request, reply) => {
      reply.header('cache-control', 'no-store')
      if (deprecation !== null) reply.headers(deprecation)
      return deps.admission.admitRoute(request, reply, admitted)
    }),
    async handler(request, reply) {
      try {
        const confirming = deps.admission.confirmRoute(request, reply, admitted)
        if (confirming !== undefined) await confirming
        return await respond(deps, route, request, reply)
      } catch (error) {
        return refuse(error, request, reply)
      }
    },
    ...(isExchange(row) ? countExchange(deps) : {}),
    ...(row.createsPayment ? { onSend: deps.admission.returnRefused } : {}),
    ...(row.streams ? { onSend: replaceRefusal } : {}),
  }
}

/** A successful exchange counts for its agent, a failed one for the address, as far as that may still be looked at. */
function countExchange({ rateLimiter, log }: RestDeps): Pick<Handler, 'preHandler' | 'onSend'> {
  const admitted = new WeakMap<FastifyRequest, AdmittedExchange>()
  const agentOf = (body: unknown) => {
    const id = (body as { readonly agent_id?: unknown } | null | undefined)?.agent_id
    return typeof id === 'string' ? id : ''
  }
  return {
    preHandler: unlessRefused(log)(async (request) => {
      admitted.set(request, rateLimiter.admitExchange(agentOf(request.body), request.ip))
    }),
    onSend: (request, reply, payload, done) => done(null, counted(request, reply, payload)),
  }

  function counted(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const { statusCode } = reply
    try {
      const exchange = admitted.get(request)
      if (statusCode < 300) setRateHeaders(reply, exchange?.succeeded() ?? null)
      else if (statusCode >= 500 || statusCode === 429) exchange?.dropped()
      else setRateHeaders(reply, exchange === undefined ? rateLimiter.takeAnonymous(request.ip) : exchange.failed())
      return isForm(request) && statusCode >= 400 ? toOAuthResponse(request, reply, String(payload)) : payload
    } catch (error) {
      const refusal = refusalOf(error, request.id, log)
      const body = writeRefusal(reply, refusal, request.id)
      reply.removeHeader('www-authenticate')
      if (isForm(request)) return toOAuthResponse(request, reply, body)
      reply.header('content-length', Buffer.byteLength(body))
      return body
    }
  }
}

function toOAuthResponse({ body: sent, headers }: FastifyRequest, reply: FastifyReply, payload: string): string {
  const { error } = JSON.parse(payload) as ReturnType<typeof toRestBody>
  const isRefresh = (sent as TokenRequest | undefined)?.grant_type === 'refresh_token'
  const { status, body } = toOAuthError(error, reply.statusCode, isRefresh)
  reply.code(status).removeHeader('www-authenticate')
  if (status === 401 && isBasic(headers.authorization)) reply.header('www-authenticate', 'Basic realm="token endpoint"')
  const text = JSON.stringify(body)
  reply.headers({ 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(text) })
  return text
}

async function respond(
  deps: RestDeps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { row } = route
  const principal = deps.admission.principalOf(request)
  const header = readIdempotencyKey(request.headers['idempotency-key'])
  const key = route.keyed ? header : null
  const variables = route.variables({
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    requestFacts: requestFactsOf(row, principal, request, key),
  })
  const keys: KeyMark[] = []
  const pause = deps.shedder.pauseOf(request, reply)
  const context = { principal, requestId: request.id, address: request.ip, loaders: new Map(), keys, pause }
  const streaming = deps.streamRoutes.get(row.operation)
  if (streaming !== undefined) {
    const opened = await streaming.open({ principal, headers: request.headers, context }, variables)
    if ('pipe' in opened) return reply.headers(streaming.headers).send(opened)
    return send(reply, toResponse(route, opened, request.id, null))
  }
  const result = await deps.graph.executeTrusted(row.operation, variables, context)
  if (row.method === 'GET') await deps.admission.confirmReader(request, reply)
  const [mark = null] = keys
  if (row.lines !== undefined && result.errors === undefined)
    return reply
      .header('content-type', LINES_TYPE)
      .send(Readable.from(linesOf(deps, route, { request, variables, context, first: result }), { objectMode: false }))
  const response = toResponse(route, result, request.id, mark)
  if (mark?.replayed)
    return send(
      reply.header('idempotency-replayed', 'true'),
      await replay(deps, route, response, { ...context, legacyId: legacyResponseId(principal, row, request.url, key) }),
    )
  if (mark !== null && response.isStorable) {
    const { status, body, location } = response
    const stored = { form: FORM, credential: credentialOf(principal), status, body, location }
    await deps.replays.store(keys, stored, row.shownOnce !== undefined)
  }
  return send(reply, response)
}

interface Started {
  readonly request: FastifyRequest
  readonly variables: Variables
  readonly context: RequestContext
  readonly first: SubgraphResult
}

/**
 * Page after page, each read when the one before has been sent, for whom the credentials name by then: a slow reader reads on
 * no longer than they are good. What fails after the first page cuts the response off, so that nobody takes a part for the
 * whole.
 */
async function* linesOf({ graph, admission }: RestDeps, { row, root }: Route, start: Started): AsyncGenerator<string> {
  const { field, next } = row.lines as NonNullable<RestRow['lines']>
  let result = start.first
  for (;;) {
    const page = result.data?.[root] as Readonly<Record<string, unknown>> | null | undefined
    if (page == null) throw new Error(`${row.operation}: ${result.errors?.[0]?.message ?? 'no page'}`)
    for (const line of page[field] as readonly string[]) yield `${line}\n`
    if (page[next] === null) return
    const principal = await admission.readmit(start.request)
    const context = { ...start.context, principal, loaders: new Map() }
    result = await graph.executeTrusted(row.operation, { ...start.variables, after: page[next] }, context)
  }
}

const FORM = 'rest'

/**
 * The stored response, or the current one when none is stored. A secret is shown to its first credential only, while that
 * may still make one.
 */
async function replay(
  { replays }: RestDeps,
  { row: { shownOnce }, access }: Route,
  current: RestResponse,
  request: { readonly principal: Principal; readonly keys: readonly KeyMark[]; readonly legacyId: string },
): Promise<RestResponse> {
  const { principal, keys, legacyId } = request
  const first = await replays.findFirst(keys, FORM, { legacyId })
  if (first === null) return current
  const { status, body, location, credential } = first
  const isOther =
    (credential !== null && credential !== credentialOf(principal)) || accessRefusal(principal, access) !== null
  const isHidden = shownOnce !== undefined && status < 300 && isOther
  const shown = isHidden ? JSON.stringify({ ...JSON.parse(body), [toSnake(shownOnce)]: null }) : body
  return { ...current, status, body: shown, location }
}

/** Earlier versions stored responses under caller, method and path; those rows expire within a day. */
function legacyResponseId(principal: Principal, { method }: RestRow, url: string, key: string | null): string {
  const caller = principal.kind === 'agent' || principal.kind === 'organization' ? callerId(principal) : principal.kind
  return `${caller}:${method} ${url.split('?')[0]}:${key}`
}

interface RestResponse {
  readonly status: number
  readonly body: string
  readonly location: string | null
  readonly headers: Readonly<Record<string, string>>
  /** Whether it may be stored under the key: only if the commit has recorded the outcome. */
  readonly isStorable: boolean
}

const NO_HEADERS = {}

function toResponse(route: Route, result: SubgraphResult, requestId: string, mark: KeyMark | null): RestResponse {
  const { row } = route
  const { success = 200 } = row
  const value = result.data?.[route.root] ?? null
  const first = result.errors?.[0]
  // A write that succeeded is a success, even if a detail of its result failed; a read is complete or refused.
  if (first !== undefined && (value === null || row.method === 'GET'))
    return toErrorResponse({ message: first.message, ...first.extensions }, requestId)
  if (success === 204) return { status: 204, body: '', location: null, headers: NO_HEADERS, isStorable: true }
  const body = route.body(value)
  if (body === null) return toErrorResponse(notFound(route.root), requestId)
  const isParked = row.isParked?.(body) ?? (typeof body.stage === 'string' && body.stage.startsWith('awaiting_'))
  // A replay gets the first status, whatever the resource's state is now.
  const parked = mayPark(row) && (mark?.replayed ? mark.outcome === 'parked' : isParked)
  const existed = row.existing !== undefined && (value as Record<string, unknown>)[row.existing] === true
  return {
    status: existed ? 200 : parked && (success === 201 || row.isParked !== undefined) ? 202 : success,
    body: JSON.stringify(body),
    location: row.location?.(body) ?? null,
    headers: NO_HEADERS,
    isStorable: true,
  }
}

function toErrorResponse(refusal: Refusal, requestId: string): RestResponse {
  return {
    status: ERROR_TYPES[refusal.type].status,
    body: JSON.stringify(toRestBody(refusal, requestId)),
    ...{ location: null, headers: errorHeaders(refusal) },
    isStorable: refusal.details.key_kept_until !== undefined,
  }
}

function send(
  reply: FastifyReply,
  { status, body, location, headers }: Omit<RestResponse, 'headers' | 'isStorable'> & Partial<RestResponse>,
): FastifyReply {
  reply.code(status)
  if (headers !== undefined && headers !== NO_HEADERS) reply.headers(headers)
  if (location !== null) reply.header('location', location)
  if (status === 204) return reply.send()
  return reply.send(writeBody(reply, status, body))
}

/** RFC 9745 and RFC 8594. */
function deprecationHeaders(row: RestRow): Record<string, string> | null {
  if (row.deprecated === undefined) return null
  const { since, sunset } = row.deprecated
  return { deprecation: `@${Math.floor(Date.parse(since) / 1000)}`, sunset: new Date(sunset).toUTCString() }
}
