/**
 * One subgraph as a process of its own: the same execution and error mapping as in process, behind the gateway's signature.
 * Everything else is 404.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GraphQLSchema } from 'graphql'
import type { Clock } from '../subgraphs/shared/clock.ts'
import { DomainError } from '../subgraphs/shared/errors.ts'
import type { KeyMark } from '../subgraphs/shared/principal.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { createCallVerifier, SIGNATURE_HEADER } from './auth/gatewaySignature.ts'
import { createLocalSource } from './datasource.ts'
import {
  BACKLOG,
  DEFAULT_SERVER_LIMITS,
  guardServer,
  reportPortInUse,
  respondToClientError,
  type ServerLimits,
  serverOptions,
} from './httpServer.ts'

const BODY_MAX_BYTES = 4 * 1024 * 1024

export interface ServedSubgraph {
  readonly url: string
  /** Running calls may finish until the deadline. */
  close(deadlineMs: number): Promise<void>
}

export async function serveSubgraph(options: {
  readonly schema: GraphQLSchema
  readonly name: string
  readonly secret: string
  readonly port: number
  readonly host?: string
  readonly clock: Clock
  readonly log: Log
  readonly limits?: Partial<ServerLimits>
}): Promise<ServedSubgraph> {
  const { name, secret, clock, log, schema } = options
  // Its callers are gateways, each of which holds many connections.
  const limits = { ...DEFAULT_SERVER_LIMITS, connectionsPerAddressMax: null, ...options.limits }
  const source = createLocalSource({ name, schema, log })
  const verifier = createCallVerifier(secret, name)
  const server = createServer(serverOptions(limits), (request, response) => {
    respond(request, response).catch((error: unknown) => {
      // The caller disconnected: nobody to respond to, and not a failure.
      if (request.destroyed && !request.complete) return
      log.error({ subgraph: name, err: error }, 'subgraph call failed')
      send(response, 500, { errors: [] })
    })
  })
  guardServer(server, log, limits)
  server.on('clientError', respondToClientError)

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/graphql') return send(response, 404, {})
    const body = await readBody(request)
    if (body === null) return send(response, 413, {})
    const header = request.headers[SIGNATURE_HEADER]
    const caller = verifier.verify(typeof header === 'string' ? header : undefined, body, clock.now().getTime())
    if (caller === null) return send(response, 401, {})
    const { query, variables } = JSON.parse(body)
    const { principal, requestId, address, expiresAtMs } = caller
    const confirm = () => {
      if (clock.now().getTime() >= expiresAtMs) throw beganTooLate()
      return undefined
    }
    try {
      const keys: KeyMark[] = []
      const context = { principal, requestId, address, loaders: new Map(), keys, confirm }
      const result = await source.execute(query, variables, context)
      send(response, 200, keys.length === 0 ? result : { ...result, extensions: { keys } })
    } catch (error) {
      log.error({ request_id: requestId, subgraph: name, err: error }, 'subgraph call failed')
      send(response, 500, { errors: [] })
    }
  }

  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host ?? '127.0.0.1', backlog: BACKLOG }, resolve)
  })
  await reportPortInUse('PORT', listening)
  const { address, port } = server.address() as AddressInfo
  return {
    url: `http://${address}:${port}/graphql`,
    close: (deadlineMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), deadlineMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** Of a root field after others: by then the signature says nothing of the caller any more. */
function beganTooLate(): DomainError {
  const message = 'This began too long after it was asked for, and nothing of it was done. Send it by itself.'
  return new DomainError('service_unavailable', message, { reason: 'began_too_late', retryable: true })
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  // Refused unread: leaving the loop below would destroy the connection before the response.
  if (Number(request.headers['content-length']) > BODY_MAX_BYTES) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
