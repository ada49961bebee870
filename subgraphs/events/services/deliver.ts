/**
 * One POST to a webhook endpoint over a new connection: a pooled one would skip the address checks, and an attempt would be
 * lost when the receiver closes it at that moment. The address is checked before anything is sent, the TLS handshake included.
 * Redirects are not followed, and only the start of the response body is read.
 */
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent, type buildConnector, type Dispatcher, request } from 'undici'
import type { ResolveHost } from '../ports.ts'
import { AddressRefused, parseReceiver, type Reach, requireAllReach, requireReach } from './receiverAddress.ts'

export const TIMEOUT_MS = 10_000
const BODY_READ_MAX = 64 * 1024
const EXCERPT_MAX = 16 * 1024
/** Of everything that a receiver sends, the handshake, headers, interim responses and framing of the body included. */
const RECEIVED_MAX = 256 * 1024

interface Post {
  readonly url: string
  readonly loopbackAllowed: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostResult {
  readonly succeeded: boolean
  readonly statusCode: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly responseExcerpt: string | null
}

/** Never rejects, except with the reason of `signal` when that aborts it. */
export type Deliver = (post: Post, signal: AbortSignal) => Promise<PostResult>

/** @param options.ca for tests: the only trusted certificate authority */
export function createDeliver(options: { resolveHost: ResolveHost; timeoutMs: number; ca?: string }): Deliver {
  const { timeoutMs } = options
  const agents: Record<Reach, Agent> = { public: agentFor('public', options), loopback: agentFor('loopback', options) }

  return async (post, stop) => {
    const startedAt = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([timeout, stop])
    const result = (statusCode: number | null, error: string | null, responseExcerpt: string | null): PostResult => ({
      succeeded: error === null,
      statusCode,
      durationMs: Math.round(performance.now() - startedAt),
      error,
      responseExcerpt,
    })
    try {
      const { url, reaches } = parseReceiver(post.url, { loopbackAllowed: post.loopbackAllowed })
      const dispatcher = agents[reaches.includes('loopback') ? 'loopback' : 'public']
      const { headers, body } = post
      const response = await request(url, { method: 'POST', headers, body, signal, dispatcher, reset: true })
      const { statusCode } = response
      const excerpt = await readExcerpt(response.body)
      const succeeded = statusCode >= 200 && statusCode < 300
      return result(statusCode, succeeded ? null : `The endpoint answered ${statusCode}.`, excerpt)
    } catch (error) {
      if (stop.aborted) throw stop.reason
      return result(null, timeout.aborted ? `No response within ${timeoutMs} ms.` : reasonOf(error), null)
    }
  }
}

function agentFor(reach: Reach, options: { resolveHost: ResolveHost; timeoutMs: number; ca?: string }): Agent {
  return new Agent({
    connect: connectorFor(reach, options),
    allowH2: false,
    pipelining: 0,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  })
}

function connectorFor(
  reach: Reach,
  options: { resolveHost: ResolveHost; timeoutMs: number; ca?: string },
): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const secure = protocol === 'https:'
    let socket: Socket
    let isDone = false
    const finish = (error: Error | null) => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      if (error === null) {
        callback(null, socket)
        return limitReceived(socket)
      }
      socket?.destroy()
      callback(error, null)
    }
    const timer = setTimeout(() => finish(new Error('connecting took too long')), options.timeoutMs)
    try {
      if (isIP(host) !== 0) requireReach(host, [reach])
    } catch (error) {
      return finish(error as Error)
    }
    const tcp = connectTcp({
      host,
      port: Number(port) || (secure ? 443 : 80),
      lookup: guardedLookup(reach, options.resolveHost),
      noDelay: true,
    })
    socket = tcp
    tcp.on('error', finish)
    tcp.once('connect', () => {
      try {
        requireReach(tcp.remoteAddress ?? '', [reach])
      } catch (error) {
        return finish(error as Error)
      }
      if (!secure) return finish(null)
      const servername = isIP(host) === 0 ? host : ''
      const ca = options.ca === undefined ? {} : { ca: options.ca }
      const tls = connectTls({ socket: tcp, host, servername, ALPNProtocols: ['http/1.1'], ...ca })
      socket = tls
      tls.on('error', finish)
      tls.once('secureConnect', () => finish(null))
    })
  }
}

/** What is no body, such as interim responses, has no end by itself, and reading it costs as much as the receiver likes. */
function limitReceived(socket: Socket): void {
  // After the client's own listeners, which are the first to read.
  setImmediate(() =>
    socket.on('readable', () => {
      if (socket.bytesRead <= RECEIVED_MAX) return
      socket.destroy(Object.assign(new Error('the response is too large'), { code: 'RESPONSE_TOO_LARGE' }))
    }),
  )
}

/** Checks all addresses, then passes exactly these on: no second lookup can replace them (DNS rebinding). */
function guardedLookup(reach: Reach, resolve: ResolveHost): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    resolve(hostname).then(
      (addresses) => {
        try {
          requireAllReach(addresses, [reach])
        } catch (error) {
          return callback(error as Error, '', 0)
        }
        const [first] = addresses
        if (lookupOptions.all === true) callback(null, [...addresses])
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: Error) => callback(error, '', 0),
    )
  }
}

/** A body that hangs, resets or never ends does not change the status that came before it. */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const kept: Buffer[] = []
  let readBytes = 0
  let keptBytes = 0
  body.on('error', () => undefined)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      readBytes += chunk.length
      const part = chunk.subarray(0, EXCERPT_MAX - keptBytes)
      if (part.length > 0) kept.push(part)
      keptBytes += part.length
      if (readBytes >= BODY_READ_MAX) break
    }
  } catch {
    // The part read so far is the excerpt.
  }
  return keptBytes === 0 ? null : cutText(Buffer.concat(kept).toString())
}

/** Decoding may lengthen it: replacement characters can be longer than the bytes that they replace. */
function cutText(text: string): string {
  return Buffer.byteLength(text) <= EXCERPT_MAX
    ? text
    : Buffer.from(text)
        .subarray(0, EXCERPT_MAX - 3)
        .toString()
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return `Not sent: the address ${error.message}`
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `No response: ${code}.` : 'No response: the connection failed.'
}
