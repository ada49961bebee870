/**
 * WebSockets on /graphql: authenticated at connection_init and checked again periodically, bounded in subscriptions, messages
 * and what waits for them. A client that takes nothing for too long is told after which cursor to resume.
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
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
import { refusalOf, socketError, toPlainError } from '../errors.ts'
import { ignore, respondAndEnd } from '../httpServer.ts'
import { type CallerWatch, type Standings, watchCaller } from './callerWatch.ts'
import { type Connection, type Params, type Session, speak } from './connection.ts'
import { createMeter } from './meter.ts'
import type { OpenCallers, OpenPlace } from './openCallers.ts'
import type { Asked, Begun } from './operations.ts'
import { createPendingSockets } from './pendingSockets.ts'
import { CLOSE_CODES, PROTOCOL } from './protocol.ts'
import { readResumePoint } from './resume.ts'
import { headersOf } from './socketCaller.ts'
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from './socketLimits.ts'
import type { Subscriber } from './subscriber.ts'

export interface Sockets {
  /** Handles upgrades that `isSocketUpgrade` accepts. */
  attach(server: Server): void
  count(): number
  /** Closes every socket with 1001 (going away), and terminates those still open at the deadline. */
  close(deadlineMs: number): Promise<void>
}

/** Of a connection that was acknowledged. */
interface Caller {
  readonly principal: Principal
  readonly address: string
  /** Of its connectionParams, which may be large, only this is kept, and what the credentials are. */
  readonly resume: unknown
  readonly place: OpenPlace
  readonly watch: CallerWatch
  /** Operations that were cut off and are counted with this connection. */
  goneOn: number
}

/** Anything else may pass. */
const REFUSED: Readonly<Partial<Record<ErrorType, number>>> = {
  authentication_error: CLOSE_CODES.unauthorized,
  // Several credentials: they stay as wrong as they are.
  invalid_request: CLOSE_CODES.unauthorized,
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
  readonly credentials: Credentials
  readonly rateLimiter: RateLimiter
  readonly trust: Trust
  readonly standings: Standings
  readonly openCallers: OpenCallers
  readonly clock: Clock
  readonly log: Log
  readonly limits?: Partial<SocketLimits>
}): Sockets {
  const { subscriber, credentials, rateLimiter, trust, standings, openCallers, clock, log } = options
  const limits = { ...DEFAULT_SOCKET_LIMITS, ...options.limits }
  const watching = { credentials, standings, clock, log, limits }
  const sockets = new WebSocketServer({
    ...{ noServer: true, autoPong: false, maxPayload: limits.messageMaxBytes, maxFragments: FRAGMENTS_MAX },
    ...{ closeTimeout: limits.closeTimeoutMs, handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL },
  })
  const pending = createPendingSockets({ max: limits.pendingMax, withinMs: limits.pendingMs })
  const connections = new Set<Connection>()
  let isStopping = false

  function openSession(socket: WebSocket, request: IncomingMessage, connection: Connection): Session {
    const meter = createMeter(limits.messages)
    let caller: Caller | null = null
    return {
      countFrame: () => meter.take() && caller?.place.meter.take() !== false,
      async connect(params) {
        caller = await admit(connection, request, params)
        if (caller !== null) pending.admit(socket)
        return caller !== null
      },
      async begin(asked) {
        await caller?.watch.recheck()
        // Nothing is told of an operation that ended with its connection.
        if (caller === null || !connection.isOpen()) return { errors: [] }
        return begin(caller, asked)
      },
      closed() {
        connections.delete(connection)
        caller?.watch.stop()
        caller?.place.leave()
      },
    }
  }

  /** Null: it is closed. */
  async function admit(connection: Connection, request: IncomingMessage, params: Params): Promise<Caller | null> {
    const headers = headersOf(params, request)
    const address = addressOf(request, trust)
    let principal: Principal
    try {
      principal = await authenticate(headers, address)
    } catch (error) {
      const { type, details } = refusalOf(error, newId('request'), log)
      connection.close(REFUSED[type] ?? CLOSE_CODES.tryAgainLater, String(details.reason ?? type))
      return null
    }
    // Else nobody would leave its place.
    if (!connection.isOpen()) return null
    const place = openCallers.enter(principal)
    if (place === null) {
      connection.close(CLOSE_CODES.tryAgainLater, 'too many sockets')
      return null
    }
    const end = (reason: string) => connection.close(CLOSE_CODES.forbidden, reason)
    try {
      const watch = watchCaller(watching, { headers, principal, use: 'socket', end })
      return { principal, address, resume: params?.resume, place, watch, goneOn: 0 }
    } catch (error) {
      place.leave()
      throw error
    }
  }

  /** As on every route: wrong credentials count against the address, which limits guessing. */
  async function authenticate(headers: Headers, address: string): Promise<Principal> {
    let principal: Principal
    try {
      principal = await credentials.requireCaller(headers, 'socket')
    } catch (error) {
      rateLimiter.takeAnonymous(address)
      throw error
    }
    await rateLimiter.take(principal, address, 'ordinary')
    return principal
  }

  async function begin(caller: Caller, { id, payload, onPosition }: Asked): Promise<Begun> {
    const { principal, address } = caller
    const requestId = newId('request')
    const variables = payload.variables ?? {}
    let document: ReturnType<Subscriber['read']>
    let resume: string | null
    try {
      const { cursor, wasCutOff } = readResumePoint(caller.resume, id, payload.extensions)
      if (!isCounted(caller, wasCutOff)) await rateLimiter.take(principal, address, 'ordinary')
      document = subscriber.read(payload.query, variables)
      resume = cursor
    } catch (error) {
      return { errors: [toPlainError(refusalOf(error, requestId, log), requestId)] }
    }
    if (!('kind' in document)) return { errors: document.map((error) => socketError(error, log)) }
    const context: RequestContext = { requestId, principal, onPosition, loaders: new Map() }
    try {
      const begun = await subscriber.subscribe(document, variables, context, resume)
      return 'next' in begun ? { stream: begun } : { result: begun }
    } catch (error) {
      return { result: refusedWith(refusalOf(error, requestId, log), requestId) }
    }
  }

  /** What was cut off is counted with its connection, as far as one may carry: all that reconnect at once must not be refused. */
  function isCounted(caller: Caller, wasCutOff: boolean): boolean {
    if (!wasCutOff || caller.goneOn >= limits.subscriptionsMax) return false
    caller.goneOn += 1
    return true
  }

  function onOpened(socket: WebSocket, request: IncomingMessage): void {
    pending.add(socket)
    const open = (connection: Connection) => openSession(socket, request, connection)
    connections.add(speak(socket, { stream: request.socket, limits, log, open }))
  }

  return {
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // First: a reset without an error listener would end the process.
        socket.on('error', ignore)
        // Node before 24.9 has no shouldUpgradeCallback.
        if (!isSocketUpgrade(request)) return respondAndEnd(socket, 404, 'not_found', 'No such route.')
        if (isStopping) return respondAndEnd(socket, 503, 'service_unavailable', 'The service stops.')
        return sockets.handleUpgrade(request, socket, head, (client) => onOpened(client, request))
      })
    },
    count: () => sockets.clients.size,
    async close(deadlineMs) {
      isStopping = true
      const cut = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
      }, deadlineMs)
      for (const connection of connections) connection.close(CLOSE_CODES.goingAway, 'Going away')
      await Promise.all(
        Array.from(sockets.clients, (client) => new Promise((resolve) => client.once('close', resolve))),
      )
      clearTimeout(cut)
    },
  }
}

/** One operation is refused; the others of its socket go on. */
const refusedWith = (refusal: Refusal, requestId: string): SubgraphResult => ({
  data: null,
  errors: [toPlainError(refusal, requestId)],
})
