/**
 * graphql-ws on /graphql: authenticated at connection_init and checked again periodically, bounded in subscriptions, messages
 * and buffered results. A client that takes nothing for too long is closed with the cursor after which to resume.
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql'
import { CloseCode, type Context } from 'graphql-ws'
import { type Extra, useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../subgraphs/shared/clock.ts'
import type { ErrorType, Refusal } from '../../subgraphs/shared/errors.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { Principal, RequestContext } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { addressOf, type Trust } from '../auth/clientAddress.ts'
import type { Credentials, Headers } from '../auth/credentials.ts'
import type { RateLimiter } from '../auth/rateLimit.ts'
import type { SubgraphResult } from '../datasource.ts'
import { type PlainError, refusalOf, socketError, toGraphQLError, toPlainError } from '../errors.ts'
import { ignore, respondAndEnd } from '../httpServer.ts'
import { type CallerWatch, type Standings, watchCaller } from './callerWatch.ts'
import type { Delivery } from './delivery.ts'
import { isPassing } from './joining.ts'
import { createMeter, type Meter } from './meter.ts'
import type { OpenCallers, OpenPlace } from './openCallers.ts'
import { createPendingSockets } from './pendingSockets.ts'
import { goesOn, readResumePoint, startFrame } from './resume.ts'
import { headersOf } from './socketCaller.ts'
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from './socketLimits.ts'
import { pushed, within } from './streams.ts'
import type { Subscriber } from './subscriber.ts'

export interface Sockets {
  /** Handles upgrades that `isSocketUpgrade` accepts. */
  attach(server: Server): void
  count(): number
  /** Closes every socket with 1001 (going away), and terminates those still open at the deadline. */
  close(deadlineMs: number): Promise<void>
}

type SocketState = {
  principal?: Principal
  watch?: CallerWatch
  place?: OpenPlace
  /** Operations that were cut off and are counted with this connection. */
  goneOn?: number
}

type SocketContext = Context<Record<string, unknown> | undefined, Extra & SocketState>

/** WebSocket close codes: those of graphql-ws for credentials, the registered one for clients that exceed a bound. */
const CLOSE_CODES = {
  unauthorized: CloseCode.Unauthorized,
  forbidden: CloseCode.Forbidden,
  tryAgainLater: 1013,
} as const
/** Anything else may pass. */
const REFUSED: Readonly<Partial<Record<ErrorType, number>>> = {
  authentication_error: CLOSE_CODES.unauthorized,
  capability_denied: CLOSE_CODES.forbidden,
}
const FRAGMENTS_MAX = 64

export const GRAPHQL_PATH = '/graphql'

/** Any other Upgrade header is ignored, as RFC 9110 allows. */
export function isSocketUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?')[0] === GRAPHQL_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

export function createSockets(options: {
  readonly subscriber: Subscriber
  readonly apiSchema: GraphQLSchema
  readonly credentials: Credentials
  readonly rateLimiter: RateLimiter
  readonly trust: Trust
  readonly standings: Standings
  readonly openCallers: OpenCallers
  readonly clock: Clock
  readonly log: Log
  readonly limits?: Partial<SocketLimits>
}): Sockets {
  const { subscriber, apiSchema, credentials, rateLimiter, trust, standings, openCallers, clock, log } = options
  const limits = { ...DEFAULT_SOCKET_LIMITS, ...options.limits }
  const watching = { credentials, standings, clock, log, limits }
  const bounds = {
    maxPayload: limits.messageMaxBytes,
    maxFragments: FRAGMENTS_MAX,
    closeTimeout: limits.closeTimeoutMs,
  }
  const sockets = new WebSocketServer({ noServer: true, ...bounds })
  const pending = createPendingSockets({ max: limits.pendingMax, withinMs: limits.pendingMs })

  const carrier = useServer<Record<string, unknown> | undefined, SocketState>(
    {
      connectionInitWaitTimeout: limits.initTimeoutMs,
      onConnect: (context) => connect(context),
      onSubscribe: async (context, id, payload) => {
        // Before waiting: each counts those sent before it, not those sent meanwhile.
        if (Object.keys(context.subscriptions).length > limits.subscriptionsMax)
          return [new GraphQLError(`At most ${limits.subscriptionsMax} subscriptions on one socket.`)]
        await context.extra.watch?.recheck()
        const { principal, request, socket } = context.extra
        if (socket.readyState !== socket.OPEN) return [new GraphQLError('The caller is refused.')]
        let document: ReturnType<Subscriber['read']>
        let resume: string | null
        try {
          const { cursor, wasCutOff } = readResumePoint(context.connectionParams, id, payload.extensions)
          if (principal !== undefined && !isCounted(context, wasCutOff))
            await rateLimiter.take(principal, addressOf(request, trust), 'ordinary')
          document = subscriber.read(String(payload.query), payload.variables ?? {})
          resume = cursor
        } catch (error) {
          const requestId = newId('request')
          return [toGraphQLError(refusalOf(error, requestId, log), requestId)]
        }
        if (!('kind' in document)) return document
        const own = { socket, id, resume, onPosition: tell(context, id) }
        const contextValue = { requestId: newId('request'), principal, ...own }
        return { schema: apiSchema, document, variableValues: payload.variables ?? {}, contextValue }
      },
      subscribe: async (args) => {
        const { socket, id, resume, ...rest } = args.contextValue as RequestContext & Pick<Extra, 'socket'> & Resuming
        let last: string | null = null
        const onPosition = (cursor: string) => {
          last = cursor
          rest.onPosition?.(cursor)
        }
        const context: RequestContext = { ...rest, onPosition, loaders: new Map() }
        const variables = (args.variableValues ?? {}) as Record<string, unknown>
        const stream = await subscriber
          .subscribe(args.document, variables, context, resume)
          .catch((error: unknown) => refusedWith(refusalOf(error, context.requestId, log), context.requestId))
        if (!('next' in stream)) return stream as unknown as ExecutionResult
        return pushed<Delivery>(stream, async ({ text, cursor }) => {
          const onStalled = () => socket.close(CLOSE_CODES.tryAgainLater, closeReason(last))
          await within(limits.stalledMs, sendText(socket as WebSocket, nextFrame(id, text)), onStalled)
          last = cursor
        })
      },
      // Of refusals only. Results are plain objects; the library would call `toJSON` of their errors.
      onNext: (context, _id, _payload, _args, result) => {
        cutIfPassing(context, (result as unknown as SubgraphResult).errors ?? [])
        return result as FormattedExecutionResult
      },
      onError: (context, _id, _payload, errors) => {
        const told = errors.map((error) => socketError(error, log))
        cutIfPassing(context, told)
        return told
      },
      onClose: ({ extra }) => {
        extra.watch?.stop()
        extra.place?.leave()
      },
      isProd: true,
    },
    sockets,
  )

  let disposed: Promise<void> | undefined
  /** Socket -> meter of its caller. */
  const sharedMeters = new WeakMap<object, Meter>()

  async function connect(context: SocketContext): Promise<boolean> {
    const { extra } = context
    const headers = headersOf(context.connectionParams, extra.request)
    let principal: Principal
    try {
      principal = await authenticate(headers, extra.request)
    } catch (error) {
      const refusal = refusalOf(error, newId('request'), log)
      extra.socket.close(
        REFUSED[refusal.type] ?? CLOSE_CODES.tryAgainLater,
        String(refusal.details.reason ?? refusal.type),
      )
      return false
    }
    // Closed meanwhile: `onClose` has run already.
    if (extra.socket.readyState !== extra.socket.OPEN) return false
    extra.principal = principal
    const place = openCallers.enter(principal)
    if (place === null) {
      extra.socket.close(CLOSE_CODES.tryAgainLater, 'too many sockets')
      return false
    }
    extra.place = place
    sharedMeters.set(extra.socket, place.meter)
    pending.admit(extra.socket as WebSocket)
    const end = (reason: string) => extra.socket.close(CLOSE_CODES.forbidden, reason)
    extra.watch = watchCaller(watching, { headers, principal, use: 'socket', end })
    return true
  }

  /** What was cut off is counted with its connection, as far as one may carry: all that reconnect at once must not be refused. */
  function isCounted({ extra }: SocketContext, wasCutOff: boolean): boolean {
    const { goneOn = 0 } = extra
    if (!wasCutOff || goneOn >= limits.subscriptionsMax) return false
    extra.goneOn = goneOn + 1
    return true
  }

  /** As on every route: wrong credentials count against the address, which limits guessing. */
  async function authenticate(headers: Headers, request: IncomingMessage): Promise<Principal> {
    let principal: Principal
    try {
      principal = await credentials.requireCaller(headers, 'socket')
    } catch (error) {
      rateLimiter.takeAnonymous(addressOf(request, trust))
      throw error
    }
    await rateLimiter.take(principal, addressOf(request, trust), 'ordinary')
    return principal
  }

  function onOpened(client: WebSocket, request: IncomingMessage): void {
    const own = createMeter(limits.messages)
    const onFrame = () => {
      if (own.take() && sharedMeters.get(client)?.take() !== false) return
      client.close(CLOSE_CODES.tryAgainLater, 'too many messages')
      // Further frames are not read; the close timeout ends the socket.
      client.pause()
    }
    for (const kind of ['message', 'ping', 'pong'] as const) client.on(kind, onFrame)
    pending.add(client)
    sockets.emit('connection', client, request)
    // graphql-ws listens once and prints the error. Malformed frames are the client's fault, and ws closes the socket.
    client.removeAllListeners('error')
    client.on('error', ignore)
  }

  return {
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // First: a reset without an error listener would end the process.
        socket.on('error', ignore)
        // Node before 24.9 has no shouldUpgradeCallback.
        if (!isSocketUpgrade(request)) return respondAndEnd(socket, 404, 'not_found', 'No such route.')
        if (disposed !== undefined) return respondAndEnd(socket, 503, 'service_unavailable', 'The service stops.')
        return sockets.handleUpgrade(request, socket, head, (client) => onOpened(client, request))
      })
    },
    count: () => sockets.clients.size,
    async close(deadlineMs) {
      const cut = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
      }, deadlineMs)
      disposed ??= Promise.resolve(carrier.dispose())
      await disposed
      clearTimeout(cut)
    },
  }
}

/** One operation is refused; the others of its socket go on. */
const refusedWith = (refusal: Refusal, requestId: string): SubgraphResult => ({
  data: null,
  errors: [toPlainError(refusal, requestId)],
})

/**
 * Client libraries end an operation for good that gets an error, and connect again when they are cut off. So a refusal that passes
 * cuts off those that go on by themselves: nothing is sent on a socket that closes.
 */
function cutIfPassing({ connectionParams, extra }: SocketContext, errors: readonly PlainError[]): void {
  const passing = errors.find(isPassing)
  if (passing === undefined || !goesOn(connectionParams)) return
  extra.socket.close(CLOSE_CODES.tryAgainLater, String(passing.extensions.details.reason ?? passing.extensions.type))
}

/** From where a subscription goes on, where its client says so. */
interface Resuming {
  readonly id: string
  readonly resume: string | null
}

/** Clients that resume are told where a subscription begins, since they may be cut off before its first event. */
function tell({ connectionParams, extra }: SocketContext, id: string): ((cursor: string) => void) | undefined {
  if (!goesOn(connectionParams)) return undefined
  return (cursor) => (extra.socket as WebSocket).send(startFrame(id, cursor))
}

/** The result was written as text already, for everybody who gets it. */
const nextFrame = (id: string, text: string): string => `{"id":${JSON.stringify(id)},"type":"next","payload":${text}}`

/** Until the connection has taken it, or is gone. */
function sendText(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => socket.send(text, () => resolve()))
}

/** A close frame has at most 123 bytes. */
function closeReason(cursor: string | null): string {
  return cursor === null ? 'too slow' : `too slow, resume after ${cursor}`.slice(0, 120)
}
