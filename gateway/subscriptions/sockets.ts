/**
 * graphql-ws on /graphql: authenticated at connection_init and again while it lasts, bounded in subscriptions and in what
 * waits for a slow reader, who is told the cursor after which to resume.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import type { Context } from 'graphql-ws'
import { type Extra, useServer } from 'graphql-ws/use/ws'
import { decodeJwt } from 'jose'
import { WebSocketServer } from 'ws'
import type { Clock } from '../../subgraphs/shared/clock.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import { callerId, type Principal, type RequestContext } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { Credentials, Headers } from '../auth/credentials.ts'
import { MASKED, readRefusal, refusalOf, toPlainError } from '../errors.ts'
import { boundedStream, mapStream, type QueueBounds } from './streams.ts'
import type { Delivery, Subscriber } from './subscriber.ts'

export interface SocketLimits {
  readonly initTimeoutMs: number
  readonly subscriptionsMax: number
  /** Open at once for one agent or organization. */
  readonly socketsMax: number
  readonly queue: QueueBounds
  /** How often the standing of the caller is checked again. */
  readonly recheckMs: number
  readonly messageMaxBytes: number
}

export const DEFAULT_SOCKET_LIMITS: SocketLimits = {
  initTimeoutMs: 3_000,
  subscriptionsMax: 20,
  socketsMax: 100,
  queue: { itemsMax: 256, bytesMax: 1024 * 1024 },
  recheckMs: 30_000,
  messageMaxBytes: 64 * 1024,
}

export interface Sockets {
  /** Takes over upgrades of this path. */
  attach(server: Server): void
  count(): number
  /** Closes every socket with 1001, and ends those that have not answered at the deadline. */
  close(deadlineMs: number): Promise<void>
}

type SocketState = {
  principal?: Principal
  headers?: Headers
  recheck?: NodeJS.Timeout
  /** Under which name this socket counts. */
  caller?: string
}

type SocketContext = Context<Record<string, unknown> | undefined, Extra & SocketState>

const UNAUTHORIZED = 4401
const FORBIDDEN = 4403
/** RFC 6455: the other side shall try again later. */
const TRY_AGAIN_LATER = 1013
const PATH = '/graphql'

export function createSockets(options: {
  readonly subscriber: Subscriber
  readonly apiSchema: GraphQLSchema
  readonly credentials: Credentials
  readonly clock: Clock
  readonly log: Log
  readonly limits?: Partial<SocketLimits>
}): Sockets {
  const { subscriber, apiSchema, credentials, clock, log } = options
  const limits = { ...DEFAULT_SOCKET_LIMITS, ...options.limits }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageMaxBytes })

  const carrier = useServer<Record<string, unknown> | undefined, SocketState>(
    {
      connectionInitWaitTimeout: limits.initTimeoutMs,
      onConnect: (context) => connect(context),
      onSubscribe: async (context, _id, payload) => {
        if (Object.keys(context.subscriptions).length > limits.subscriptionsMax)
          return [new GraphQLError(`At most ${limits.subscriptionsMax} subscriptions on one socket.`)]
        const document = subscriber.read(String(payload.query))
        if (!('kind' in document)) return document
        const contextValue = {
          requestId: newId('request'),
          principal: context.extra.principal,
          socket: context.extra.socket,
        }
        return { schema: apiSchema, document, variableValues: payload.variables ?? {}, contextValue }
      },
      subscribe: async (args) => {
        const { socket, ...rest } = args.contextValue as RequestContext & Pick<Extra, 'socket'>
        const context: RequestContext = { ...rest, loaders: new Map() }
        const variables = (args.variableValues ?? {}) as Record<string, unknown>
        const stream = await subscriber.subscribe(args.document, variables, context)
        if (!('next' in stream)) return stream as never
        const bounded = boundedStream<Delivery>(stream, limits.queue, sizeOf, (last) => {
          socket.close(TRY_AGAIN_LATER, closeReason(last?.cursor ?? null))
        })
        return mapStream(bounded, (delivery) => delivery.result) as never
      },
      // Results are plain already; the library would ask its errors for `toJSON`.
      onNext: (_context, _id, _payload, _args, result) => result as never,
      onError: (_context, _id, _payload, errors) => errors.map((error) => plainError(error, log)) as never,
      onClose: ({ extra }) => {
        clearInterval(extra.recheck)
        if (extra.caller !== undefined) count(extra.caller, -1)
      },
      isProd: true,
    },
    sockets,
  )

  let disposed: Promise<void> | undefined
  const open = new Map<string, number>()

  function count(caller: string, change: number): number {
    const now = (open.get(caller) ?? 0) + change
    if (now === 0) open.delete(caller)
    else open.set(caller, now)
    return now
  }

  async function connect(context: SocketContext): Promise<boolean> {
    const { extra } = context
    const headers = headersOf(context.connectionParams, extra.request)
    let principal: Principal
    try {
      principal = await credentials.requireCaller(headers)
    } catch (error) {
      const refusal = refusalOf(error, newId('request'), log)
      extra.socket.close(UNAUTHORIZED, String(refusal.details.reason ?? refusal.type))
      return false
    }
    // Gone while it was looked at: its end has been counted already.
    if (extra.socket.readyState !== extra.socket.OPEN) return false
    extra.principal = principal
    if (principal.kind === 'agent' || principal.kind === 'organization') {
      extra.caller = callerId(principal)
      if (count(extra.caller, 1) > limits.socketsMax) {
        extra.socket.close(TRY_AGAIN_LATER, 'too many sockets')
        return false
      }
    }
    extra.recheck = setInterval(() => void recheck(extra, headers), limits.recheckMs)
    closeAtExpiry(extra, headers)
    return true
  }

  /** Only the last stretch is timed: before it the next recheck comes first. */
  function closeAtExpiry({ socket }: Extra, headers: Headers): void {
    const leftMs = expiryMs(headers) - clock.now().getTime()
    if (leftMs < limits.recheckMs)
      setTimeout(() => socket.close(FORBIDDEN, 'token_expired'), Math.max(0, leftMs)).unref()
  }

  async function recheck(extra: Extra & SocketState, headers: Headers): Promise<void> {
    try {
      await credentials.requireCaller(headers)
    } catch (error) {
      const refusal = refusalOf(error, newId('request'), log)
      // A database that is away for a moment is no reason to send every reader off.
      if (refusal.type === 'authentication_error') extra.socket.close(FORBIDDEN, String(refusal.details.reason))
      return
    }
    closeAtExpiry(extra, headers)
  }

  return {
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH)
          return socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
        return sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
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

/** connectionParams first: browsers cannot set headers on a socket. */
function headersOf(params: Record<string, unknown> | undefined, request: IncomingMessage): Headers {
  const given = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  if (given.authorization !== undefined || given['x-api-key'] !== undefined)
    return { authorization: given.authorization, 'x-api-key': given['x-api-key'] }
  return request.headers
}

/** When the access token ends; never for an organization key. */
function expiryMs(headers: Headers): number {
  const token = typeof headers.authorization === 'string' ? headers.authorization.replace(/^Bearer +/i, '') : ''
  if (token.startsWith('sk_') || token === '') return Number.POSITIVE_INFINITY
  try {
    return (decodeJwt(token).exp ?? Number.POSITIVE_INFINITY) * 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function sizeOf(delivery: Delivery): number {
  return JSON.stringify(delivery.result).length
}

/** At most 123 bytes fit into a close frame. */
function closeReason(cursor: string | null): string {
  return cursor === null ? 'too slow' : `too slow, resume after ${cursor}`.slice(0, 120)
}

function plainError(error: GraphQLError, log: Log): object {
  const requestId = newId('request')
  const refusal = readRefusal(error)
  if (refusal !== null) return toPlainError(refusal, requestId)
  if (error.originalError === undefined)
    return toPlainError({ type: 'invalid_request', message: error.message, details: {} }, requestId)
  log.error({ request_id: requestId, err: error.originalError }, 'subscription failed')
  return toPlainError(MASKED, requestId)
}
