/**
 * One HTTP request to an address that somebody outside has chosen, over a new connection: a pooled one would skip the address
 * checks, and a request would be lost when the receiver closes it at that moment. The address is checked before anything is
 * sent, the TLS handshake included. Redirects are not followed, and only the start of the response body is read.
 */
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent, type buildConnector, type Dispatcher, request } from 'undici'
import { AddressRefused, parseReceiver, type Reach, requireAllReach, requireReach } from './receiverAddress.ts'
import type { ResolveHost } from './resolveHost.ts'

const BODY_MAX = 16 * 1024
/** Of everything that a receiver sends, the handshake, headers, interim responses and framing of the body included. */
const RECEIVED_BESIDE_MAX = 192 * 1024
/** Of a body: what is longer than the part that is kept may end by itself, and its connection with it. */
const BODY_READ_TIMES = 4

interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly loopbackAllowed: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ExchangeResult {
  /** Null: there was no response. */
  readonly statusCode: number | null
  /** Why there was none. */
  readonly error: string | null
  readonly durationMs: number
  /** The start of the body as text; null: it is empty. */
  readonly body: string | null
  /** Whether that is the whole body. */
  readonly isWhole: boolean
}

/** Never rejects, except with the reason of `signal` when that aborts it. */
export type Exchange = (sent: OutgoingRequest, signal: AbortSignal) => Promise<ExchangeResult>

interface ExchangeOptions {
  readonly resolveHost: ResolveHost
  /** For the whole response. */
  readonly timeoutMs: number
  /** Bytes of the body that are kept, 16 KiB by default. */
  readonly bodyMax?: number
  /** For tests: the only trusted certificate authority. */
  readonly ca?: string
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { timeoutMs, bodyMax = BODY_MAX } = options
  const agents: Record<Reach, Agent> = { public: agentFor('public', options), loopback: agentFor('loopback', options) }

  return async ({ method, url: text, loopbackAllowed, headers, body }, stop) => {
    const startedAt = performance.now()
    const { signal, isLate, end } = limitTime(timeoutMs, stop)
    const durationMs = () => Math.round(performance.now() - startedAt)
    try {
      const { url, reaches } = parseReceiver(text, { loopbackAllowed })
      const dispatcher = agents[reaches.includes('loopback') ? 'loopback' : 'public']
      const sent = { method, headers, ...(body === undefined ? {} : { body }), signal, dispatcher, reset: true }
      const response = await request(url, sent)
      const received = await readStart(response.body, bodyMax)
      return { statusCode: response.statusCode, error: null, durationMs: durationMs(), ...received }
    } catch (error) {
      if (stop.aborted) throw stop.reason
      const reason = isLate() ? `No response within ${timeoutMs} ms.` : reasonOf(error)
      return { statusCode: null, error: reason, durationMs: durationMs(), body: null, isWhole: false }
    } finally {
      end()
    }
  }
}

/** Nothing of it is left once it ends: a signal of `AbortSignal.timeout` lives, and fires, long after most responses. */
function limitTime(timeoutMs: number, stop: AbortSignal) {
  const over = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    over.abort()
  }, timeoutMs)
  const onStop = () => over.abort(stop.reason)
  if (stop.aborted) onStop()
  else stop.addEventListener('abort', onStop, { once: true })
  return {
    signal: over.signal,
    isLate: () => isLate,
    end() {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    },
  }
}

function agentFor(reach: Reach, options: ExchangeOptions): Agent {
  return new Agent({
    connect: connectorFor(reach, options),
    allowH2: false,
    pipelining: 0,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  })
}

function connectorFor(reach: Reach, options: ExchangeOptions): buildConnector.connector {
  const receivedMax = RECEIVED_BESIDE_MAX + BODY_READ_TIMES * (options.bodyMax ?? BODY_MAX)
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
        return limitReceived(socket, receivedMax)
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
function limitReceived(socket: Socket, receivedMax: number): void {
  // After the client's own listeners, which are the first to read.
  setImmediate(() =>
    socket.on('readable', () => {
      if (socket.bytesRead <= receivedMax) return
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
async function readStart(
  body: Dispatcher.ResponseData['body'],
  bodyMax: number,
): Promise<Pick<ExchangeResult, 'body' | 'isWhole'>> {
  const kept: Buffer[] = []
  let readBytes = 0
  let keptBytes = 0
  let hasEnded = false
  body.on('error', () => undefined)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      readBytes += chunk.length
      const part = chunk.subarray(0, bodyMax - keptBytes)
      if (part.length > 0) kept.push(part)
      keptBytes += part.length
      if (readBytes >= BODY_READ_TIMES * bodyMax) break
    }
    hasEnded = readBytes < BODY_READ_TIMES * bodyMax
  } catch {
    // The part read so far is what is kept.
  }
  const text = keptBytes === 0 ? null : cutText(Buffer.concat(kept).toString(), bodyMax)
  return { body: text, isWhole: hasEnded && readBytes === keptBytes }
}

/** Decoding may lengthen it: replacement characters can be longer than the bytes that they replace. */
function cutText(text: string, bytesMax: number): string {
  return Buffer.byteLength(text) <= bytesMax
    ? text
    : Buffer.from(text)
        .subarray(0, bytesMax - 3)
        .toString()
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return `Not sent: the address ${error.message}`
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `No response: ${code}.` : 'No response: the connection failed.'
}
