/**
 * HTTP: request id, limits, routing, graceful stop. Every answer that is not the operation's own (unknown route, malformed
 * body, stopped service) leaves here in the error body of specification 7.
 */
import { fastifyApolloHandler } from '@as-integrations/fastify'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { DomainError, ERROR_TYPES, type ErrorType, type Refusal } from '../subgraphs/shared/errors.ts'
import { newId } from '../subgraphs/shared/ids.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import type { Admission } from './auth/admission.ts'
import { checkAgentHeader } from './auth/credentials.ts'
import type { GraphContext } from './auth/exchanges.ts'
import type { Authenticator } from './auth/ports.ts'
import type { RateLimiter } from './auth/rateLimit.ts'
import { mountDocuments } from './discovery/routes.ts'
import { errorHeaders, refusalOf, toGraphQLError, toPlainError } from './errors.ts'
import type { Metrics } from './metrics.ts'
import type { AnswerStore } from './rest/answers.ts'
import { createHandler, sendRefusal } from './rest/handle.ts'
import type { Route } from './rest/route.ts'
import type { Sockets } from './subscriptions/sockets.ts'
import type { Graph } from './supergraph.ts'

export interface ReadinessCheck {
  readonly name: string
  /** Throws while the service should get no traffic. */
  check(): Promise<void>
}

export interface ServerOptions {
  readonly graph: Graph
  readonly routes: readonly Route[]
  readonly admission: Admission
  readonly authenticator: Authenticator
  readonly rateLimiter: RateLimiter
  readonly answers: AnswerStore
  readonly sockets: Sockets
  readonly discovery: object
  readonly openApi: object
  readonly readiness: readonly ReadinessCheck[]
  readonly metrics: Metrics
  readonly log: Log
  /** Whose X-Forwarded-For says the caller's address: nobody's, that of so many hops, or of these addresses. */
  readonly trustProxy: false | number | readonly string[]
}

export interface HttpServer {
  readonly app: FastifyInstance
  /** What is really mounted, for the check against what is documented. */
  readonly mounted: readonly { readonly method: string; readonly url: string }[]
  listen(options: { readonly port: number; readonly host: string }): Promise<string>
  /** Readiness off, no new connections, running requests finish or are cut off at the deadline. */
  stop(deadlineMs: number): Promise<void>
}

const BODY_MAX_BYTES = 1024 * 1024
const REQUEST_ID = /^[A-Za-z0-9._:-]{8,128}$/

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name in metrics. */
    operation?: string
  }
}

export function createServer(options: ServerOptions): HttpServer {
  const { log, metrics, sockets, readiness } = options
  const life = { stopping: false }
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: trustOf(options.trustProxy),
    exposeHeadRoutes: false,
    // A request must be complete by then: who sends a byte a minute holds no connection.
    requestTimeout: 30_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId('request')
    },
    frameworkErrors: (error, request, reply) => void failed(error, request, reply, log),
  })
  const mounted: Mounted[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) mounted.push({ method: one, url })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    parseJson(String(body), done),
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (life.stopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config?.operation ?? 'other'
    metrics.observe(operation, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  app.setErrorHandler((error, request, reply) => failed(error, request, reply, log))

  for (const route of options.routes)
    app.route({
      method: route.row.method,
      url: route.row.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: route.row.operation },
      ...createHandler(options, route),
    })
  mountGraph(app, options)
  mountDocuments(app, options)
  mountOperations(app, readiness, metrics, life)
  refuseUnknown(app, mounted)
  sockets.attach(app.server)

  return {
    app,
    mounted,
    listen: (address) => app.listen(address),
    async stop(deadlineMs) {
      life.stopping = true
      const cut = setTimeout(() => app.server.closeAllConnections(), deadlineMs)
      await Promise.all([sockets.close(deadlineMs), app.close()])
      clearTimeout(cut)
    },
  }
}

/** Fastify takes a bare number for nobody. */
function trustOf(trusted: ServerOptions['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return trusted === false ? false : [...trusted]
}

function mountGraph(app: FastifyInstance, { graph, admission, log }: ServerOptions): void {
  const handler = fastifyApolloHandler<RequestContext>(graph.server, {
    context: async (request): Promise<GraphContext> => {
      try {
        const principal = admission.principalOf(request)
        checkAgentHeader(principal, request.headers['x-agent-id'], false)
        return { principal, requestId: request.id, loaders: new Map(), address: request.ip }
      } catch (error) {
        throw toGraphQLError(refusalOf(error, request.id, log), request.id)
      }
    },
  })
  const admitting =
    (admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        reply.header('cache-control', 'no-store')
        await admit(request, reply)
        return undefined
      } catch (error) {
        const refusal = refusalOf(error, request.id, log)
        const body = { errors: [toPlainError(refusal, request.id)] }
        return reply.code(ERROR_TYPES[refusal.type].status).headers(errorHeaders(refusal)).send(body)
      }
    }
  // What Apollo refuses before it asks for a context (no query, a batch, a forged form) has no request id yet.
  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) =>
    typeof payload === 'string' && reply.statusCode >= 400
      ? payload.replaceAll('"request_id":""', `"request_id":"${request.id}"`)
      : payload
  app.route({
    ...{ method: ['GET', 'POST'], url: '/graphql', config: { operation: 'graphql' } },
    onRequest: admitting(admission.admitGraph),
    preHandler: admitting(admission.admitDocument),
    ...{ handler, onSend },
  })
}

function mountOperations(
  app: FastifyInstance,
  readiness: readonly ReadinessCheck[],
  metrics: Metrics,
  life: { readonly stopping: boolean },
): void {
  app.get('/livez', async (request, reply) => answerHealth(request, reply, [{ name: 'process', error: null }]))
  app.get('/readyz', async (request, reply) => {
    const results = await Promise.all(
      readiness.map(async ({ name, check }) => ({
        name,
        error: await check().then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.name : 'failed'),
        ),
      })),
    )
    return answerHealth(request, reply, [{ name: 'running', error: life.stopping ? 'stopping' : null }, ...results])
  })
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}

function answerHealth(
  request: FastifyRequest,
  reply: FastifyReply,
  results: readonly { readonly name: string; readonly error: string | null }[],
): FastifyReply {
  const isWell = results.every((result) => result.error === null)
  const verbose = Object.hasOwn(request.query as object, 'verbose')
  const lines = verbose ? results.map(({ name, error }) => `${name} ${error ?? 'ok'}`) : []
  return reply
    .code(isWell ? 200 : 503)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`${[...lines, isWell ? 'ok' : 'not ready'].join('\n')}\n`)
}

interface Mounted {
  readonly method: string
  readonly url: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The router finds a path only under its method: for 405 the paths are matched here. */
function refuseUnknown(app: FastifyInstance, mounted: readonly Mounted[]): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const segments = path.split('/')
    const allowed = METHODS.filter((method) =>
      mounted.some((one) => one.method === method && matches(one.url, segments)),
    )
    if (allowed.length === 0)
      return sendRefusal(reply, refusal('not_found', 'No such route.', { resource: 'route' }), request.id)
    reply.header('allow', allowed.join(', '))
    return sendRefusal(reply, refusal('method_not_allowed', `Use ${allowed.join(' or ')} here.`), request.id)
  })
}

function matches(pattern: string, segments: readonly string[]): boolean {
  const parts = pattern.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part === segments[index] || (part.startsWith(':') && segments[index] !== ''))
  )
}

function failed(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  return sendRefusal(reply, frameworkRefusal(error) ?? refusalOf(error, request.id, log), request.id)
}

const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ErrorType, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', `The body is larger than ${BODY_MAX_BYTES} bytes.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'Content-Length is not the length of the body.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The path cannot be decoded.'],
  // No identifier is that long, so nothing has it.
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'No such route.'],
}

function frameworkRefusal(error: unknown): Refusal | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = FRAMEWORK_ERRORS[code]
  return known === undefined ? null : refusal(known[0], known[1])
}

function refusal(type: ErrorType, message: string, details: Record<string, unknown> = {}): Refusal {
  return { type, message, details }
}

function parseJson(text: string, done: (error: Error | null, body?: unknown) => void): void {
  let body: unknown
  try {
    body = text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    done(new DomainError('invalid_request', 'The body is not JSON.', { reason: 'malformed_json' }))
    return
  }
  done(null, body)
}
