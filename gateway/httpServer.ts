/**
 * Protection of every HTTP server of the service: bounds on connections and on the time in which a request has to arrive, an
 * error listener on every socket, and a response to requests that the HTTP parser rejects.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorType } from '../subgraphs/shared/errors.ts'
import { newId } from '../subgraphs/shared/ids.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { toRestBody } from './errors.ts'

export interface ServerLimits {
  /** From connecting, or the first byte of a further request, to the end of the headers. */
  readonly headersMs: number
  /** The same to the end of the body. */
  readonly requestMs: number
  /** How often the two are checked. */
  readonly checkMs: number
  /** Without a byte in either direction; longer than any response may take. */
  readonly silenceMs: number
  readonly connectionsMax: number
  /** Null behind a proxy, where all come from one address. */
  readonly connectionsPerAddressMax: number | null
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 29_000,
  checkMs: 500,
  silenceMs: 330_000,
  connectionsMax: 8_192,
  connectionsPerAddressMax: 2_048,
}

/** Connections that wait to be accepted; beyond it a client's SYN is dropped and repeated seconds later. */
export const BACKLOG = 4_096

/** @param isUpgrade which requests leave HTTP; every other Upgrade header is ignored, as RFC 9110 allows */
export function serverOptions(
  limits: ServerLimits = DEFAULT_SERVER_LIMITS,
  isUpgrade: (request: IncomingMessage) => boolean = () => false,
): ServerOptions {
  return {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    shouldUpgradeCallback: isUpgrade,
    // Otherwise of two Authorization headers the second vanishes, which may be the one that a proxy before us has looked at.
    joinDuplicateHeaders: true,
  }
}

const KEEP_ALIVE_MS = 72_000

export function createRawServer(
  limits: ServerLimits,
  isUpgrade: (request: IncomingMessage) => boolean,
  handle: RequestListener,
): Server {
  const server = createServer(serverOptions(limits, isUpgrade), handle)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{8,128}$/

/** The caller's own, where it has the form of one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : newId('request')
}

/** To be called before the server listens. */
export function guardServer(server: Server, log: Log, limits: ServerLimits = DEFAULT_SERVER_LIMITS): void {
  const open = new Map<string, number>()
  const { connectionsPerAddressMax } = limits
  server.maxConnections = limits.connectionsMax
  server.setTimeout(limits.silenceMs)
  // Prepended: a reset while the socket has no error listener would end the process.
  server.prependListener('connection', (socket) => {
    socket.on('error', ignore)
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    if (connectionsPerAddressMax !== null && count > connectionsPerAddressMax) socket.destroy()
  })
  // Without file descriptors a connection cannot be accepted; open ones go on. Failing to listen rejects `listen` instead.
  server.on('error', (error) => {
    if (server.listening) log.warn({ err: error }, 'a port failed')
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', ignore)
    respondAndEnd(socket, 405, 'method_not_allowed', 'This is no proxy.')
  })
}

/** Turns EADDRINUSE into an error that names the setting. */
export async function reportPortInUse<T>(setting: 'PORT' | 'METRICS_PORT', listening: Promise<T>): Promise<T> {
  try {
    return await listening
  } catch (error) {
    const { code, address, port } = error as Error & { code?: string; address?: string; port?: number }
    if (code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} of ${address} is taken. End what listens there, or set ${setting} to another port.`, {
      cause: error,
    })
  }
}

interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
}

/** Responds to requests that the HTTP parser rejects. */
export function respondToClientError(error: ParserError, socket: Duplex): void {
  socket.on('error', ignore)
  const isRequest = error.code !== 'HPE_INVALID_METHOD' || /^[A-Z]+ \S+ HTTP\//.test(String(error.rawPacket))
  const [status, type, message] = (isRequest ? PARSER_ERRORS[error.code ?? ''] : undefined) ?? MALFORMED
  // The client would take this for the response that it waits for, or append it to one that is half sent.
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) socket.destroy()
  else respondAndEnd(socket, status, type, message)
}

export function ignore(): void {}

const MALFORMED = [400, 'invalid_request', 'This is not an HTTP request.'] as const
const PARSER_ERRORS: Readonly<Record<string, readonly [number, ErrorType, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_request', 'The request did not arrive in time.'],
  // One type has one status (specification 7), so neither 414 nor 431.
  HPE_HEADER_OVERFLOW: [
    413,
    'payload_too_large',
    'The path with its query and the headers have at most 16 KiB together. Send fewer or shorter values.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'The chunk extensions are too large.'],
  HPE_INVALID_METHOD: [405, 'method_not_allowed', 'There is no such method.'],
}
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  503: 'Service Unavailable',
}

/** The error body of specification 7 on a bare socket. */
export function respondAndEnd(socket: Duplex, status: number, type: ErrorType, message: string): void {
  const requestId = newId('request')
  const body = JSON.stringify(toRestBody({ type, message, details: {} }, requestId))
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...(status === 405 ? ['allow: GET, HEAD, POST, PUT, PATCH, DELETE'] : []),
    'connection: close',
  ]
  // Destroyed once it is written, without waiting for the other side to close.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Node keeps the response in progress on the socket. */
function isResponding(socket: Duplex): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: { headersSent: boolean; req: IncomingMessage } | null }
  return response !== undefined && response !== null && (response.headersSent || response.req.complete)
}
