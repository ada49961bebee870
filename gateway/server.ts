/**
 * HTTP: request id, limits, routing, graceful stop. Errors outside any operation (unknown route, malformed body) get their
 * body of specification 7 here.
 */
import type { Readable } from 'node:stream'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { DomainError, type ErrorType, type Refusal } from '../subgraphs/shared/errors.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import type { AcpDeps } from './acp/call.ts'
import { buildAcpDiscovery } from './acp/discovery.ts'
import { mountOrderEvents } from './acp/orderEvents.ts'
import { mountAcp } from './acp/routes.ts'
import { type Admission, setRateHeaders } from './auth/admission.ts'
import type { Trust } from './auth/clientAddress.ts'
import { FORM_TYPE, readTokenForm } from './auth/oauthForm.ts'
import type { Authenticator } from './auth/ports.ts'
import type { RateLimiter } from './auth/rateLimit.ts'
import { type CorsRules, createCors } from './cors.ts'
import { mountDocuments } from './discovery/routes.ts'
import { refusalOf } from './errors.ts'
import {
  BACKLOG,
  createRawServer,
  DEFAULT_SERVER_LIMITS,
  guardServer,
  reportPortInUse,
  requestIdOf,
  respondToClientError,
  type ServerLimits,
} from './httpServer.ts'
import type { Metrics } from './metrics.ts'
import { type Mounted, matches, segmentsOf } from './mounted.ts'
import { mountGraph, sendGraphRefusal } from './mountGraph.ts'
import type { PageFacts } from './pages/home.ts'
import { mountPages } from './pages/routes.ts'
import { formatHealth, isHealthy, type Readiness } from './readiness.ts'
import { readJson } from './readJson.ts'
import { createEarlyRefusal } from './refuseEarly.ts'
import type { Replays } from './replays.ts'
import { createHandler } from './rest/handle.ts'
import { sendRefusal } from './rest/problem.ts'
import type { Route } from './rest/route.ts'
import { isExchange } from './rest/row.ts'
import type { Shedder } from './shedRequests.ts'
import { mountSignIn, type SignInDeps } from './signIn/routes.ts'
import type { Streaming } from './streaming.ts'
import { STREAM_TYPE } from './subscriptions/eventStreams.ts'
import { GRAPHQL_PATH, isSocketUpgrade } from './subscriptions/sockets.ts'
import type { Graph } from './supergraph.ts'

export interface ServerOptions extends Pick<Streaming, 'sockets' | 'streamRoutes' | 'graphStreams'> {
  readonly graph: Graph
  readonly routes: readonly Route[]
  readonly admission: Admission
  readonly authenticator: Authenticator
  readonly signIn: SignInDeps
  readonly rateLimiter: RateLimiter
  readonly shedder: Shedder
  readonly replays: Replays
  /** Null where its operations are not served. */
  readonly acp: Pick<AcpDeps, 'now' | 'baseUrl'> | null
  readonly pages: PageFacts
  readonly discovery: object
  readonly openApi: object
  readonly asyncApi: object
  readonly readiness: Readiness
  readonly metrics: Metrics
  readonly log: Log
  readonly trust: Trust
  readonly cors: CorsRules
  readonly limits?: Partial<ServerLimits>
}

export interface HttpServer {
  readonly app: FastifyInstance
  /** All mounted routes, to be compared with the documented ones. */
  readonly mounted: readonly { readonly method: string; readonly url: string }[]
  listen(options: { readonly port: number; readonly host: string }): Promise<string>
  /** Not ready, no new connections; running requests finish or are cut off at the deadline. */
  stop(deadlineMs: number): Promise<void>
}

const BODY_MAX_BYTES = 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name in metrics. */
    operation?: string
    /** Whether a body may be an OAuth form. */
    takesForm?: boolean
    /** Whether a body is passed on as the text that was signed. */
    isSigned?: boolean
    /** Whether it is of the table of REST. */
    isRow?: boolean
    /** Whether that row streams. */
    isStream?: boolean
    /** How long a body without credentials may be, where it is not as short as all others. */
    openBodyMaxBytes?: number
  }
}

export function createServer(options: ServerOptions): HttpServer {
  const { log, metrics, sockets, readiness } = options
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits }
  const mounted: Mounted[] = []
  const cors = createCors(options.cors)
  const early = createEarlyRefusal({ ...options, mounted })
  const app = fastify({
    serverFactory: (handle) =>
      createRawServer(limits, isSocketUpgrade, (request, response) => {
        if (!cors.answer(request, response) && !early.refuse(request, response)) handle(request, response)
      }),
    clientErrorHandler: respondToClientError,
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: options.trust,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply, log),
  })
  app.decorateRequest('admitted', null)
  app.decorateRequest('document', null)
  const refuseUnknown = createUnknownRefusal(mounted, options)
  app.addHook('onRoute', ({ method, url, config }) => {
    const { isStop = false, isRow = false, isStream = false } = config ?? {}
    for (const name of [method].flat()) mounted.push({ method: name, url, isStop, isRow, isStream })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const read = readJson(body)
    return request.routeOptions.config.isSigned === true ? { payload: body.toString() } : read
  })
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.config.takesForm !== true)
      throw new DomainError('unsupported_media_type', 'Send the body as application/json.')
    return readTokenForm(body, request.headers.authorization)
  })
  // Synchronous: a stream that fails before its reader listens would end the process.
  app.addHook('preParsing', (request, _reply, body, done) => {
    try {
      done(null, options.admission.limitBody(request, body as Readable))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Here rather than in the not-found handler: fastify would demand a body for some methods first.
    if (!METHODS.some((method) => method === request.method)) return void refuseUnknown(request, reply)
    if (readiness.isStopping()) reply.header('connection', 'close')
    done()
  })
  options.shedder.attach(app, options.admission.knowsCaller)
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config?.operation ?? 'other'
    const seconds = reply.elapsedTime / 1000
    if (reply.getHeader('content-type') === STREAM_TYPE) metrics.observeStream(operation, seconds)
    else metrics.observe(operation, reply.statusCode, seconds)
    // Logged for every 500, so that the request id that a caller quotes is found.
    if (reply.statusCode === 500)
      log.error({ request_id: request.id, operation, method: request.method }, 'responded with 500')
    done()
  })
  app.setErrorHandler((error, request, reply) => handleError(error, request, reply, log))

  for (const route of options.routes)
    app.route({
      method: route.row.method,
      url: route.row.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        operation: route.row.operation,
        takesForm: isExchange(route.row),
        isSigned: route.row.signedBody !== undefined,
        ...{ isStop: route.row.emergency === true, isRow: true, isJudgedLater: true },
        isStream: route.row.streams === true,
      },
      ...createHandler(options, route),
    })
  if (options.acp !== null) {
    mountAcp(app, { ...options, ...options.acp })
    mountOrderEvents(app, options)
  }
  mountGraph(app, options)
  mountSignIn(app, options.signIn)
  mountDocuments(app, { ...options, acpDiscovery: options.acp && buildAcpDiscovery(options.acp.baseUrl) })
  mountPages(app, options.pages)
  mountHealth(app, readiness)
  app.setNotFoundHandler(refuseUnknown)
  guardServer(app.server, log, limits)
  sockets.attach(app.server)

  return {
    app,
    mounted,
    listen: (address) => reportPortInUse('PORT', app.listen({ ...address, backlog: BACKLOG })),
    async stop(deadlineMs) {
      readiness.stop()
      const cut = setTimeout(() => app.server.closeAllConnections(), deadlineMs)
      await Promise.all([sockets.close(deadlineMs), app.close()])
      clearTimeout(cut)
    },
  }
}

/** Public, without details; those are on the metrics port. */
function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  const send = (reply: FastifyReply, results: Awaited<ReturnType<Readiness['runChecks']>>) =>
    reply
      .code(isHealthy(results) ? 200 : 503)
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(formatHealth(results, false))
  app.get('/livez', async (_request, reply) => send(reply, []))
  app.get('/readyz', async (_request, reply) => send(reply, await readiness.runChecks()))
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The router matches path and method together; for 405 the path alone is matched here. */
function createUnknownRefusal(
  mounted: readonly Mounted[],
  { rateLimiter, log }: Pick<ServerOptions, 'rateLimiter' | 'log'>,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (request, reply) => {
    try {
      setRateHeaders(reply, rateLimiter.takeAnonymous(request.ip))
    } catch (error) {
      return sendRefusal(reply, refusalOf(error, request.id, log), request.id)
    }
    const segments = segmentsOf(request.url)
    const allowed = METHODS.filter((method) =>
      mounted.some((route) => route.method === method && matches(route, segments)),
    )
    if (allowed.length === 0)
      return sendRefusal(
        reply,
        newRefusal('not_found', 'No such route. /api/v2/openapi.json lists them.', { resource: 'route' }),
        request.id,
      )
    reply.header('allow', allowed.join(', '))
    return sendRefusal(reply, newRefusal('method_not_allowed', `Use ${allowed.join(' or ')} here.`), request.id)
  }
}

function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const refusal = frameworkRefusal(error) ?? refusalOf(error, request.id, log)
  const isGraph = request.routeOptions.url === GRAPHQL_PATH
  return (isGraph ? sendGraphRefusal : sendRefusal)(reply, refusal, request.id)
}

const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ErrorType, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', `The body is larger than ${BODY_MAX_BYTES} bytes.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'Content-Length is not the length of the body.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The path cannot be decoded.'],
  // No identifier is that long.
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'No such route.'],
}

function frameworkRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error.name === 'DomainError') return null
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  const known = FRAMEWORK_ERRORS[code]
  if (known !== undefined) return newRefusal(known[0], known[1])
  // Fastify's other 4xx errors, an aborted body among them, are the client's.
  return statusCode >= 400 && statusCode < 500 ? newRefusal('invalid_request', 'The request cannot be read.') : null
}

function newRefusal(type: ErrorType, message: string, details: Record<string, unknown> = {}): Refusal {
  return { type, message, details }
}
