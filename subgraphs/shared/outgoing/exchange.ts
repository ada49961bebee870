/**
 * One HTTP request to an address that somebody outside has chosen. Its name is resolved and each of its addresses checked for
 * every request, over whichever connection that goes. Redirects are not followed, and only the start of the response body is read.
 */
import type { Dispatcher } from 'undici'
import { type Connections, createConnections, type Target } from './connections.ts'
import { AddressRefused, parseReceiver, requireAllReach } from './receiverAddress.ts'
import type { ResolveHost } from './resolveHost.ts'

const BODY_MAX = 16 * 1024
/** Of everything that a receiver sends, the handshake, headers, interim responses and framing of the body included. */
const RECEIVED_BESIDE_MAX = 192 * 1024
/** Of a body: what is longer than the part that is kept may end by itself, and its connection with it. */
const BODY_READ_TIMES = 4
/** How it ends where the other side has closed the connection. */
const CLOSED: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

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
  /** Idle connections that are kept for later requests; none by default. */
  readonly keptMax?: number
  /** For tests: the only trusted certificate authority. */
  readonly ca?: string
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { timeoutMs, resolveHost, bodyMax = BODY_MAX, keptMax = 0 } = options
  const receivedMax = RECEIVED_BESIDE_MAX + BODY_READ_TIMES * bodyMax
  const connections = createConnections({ ...options, keptMax, receivedMax })

  return async ({ method, url: text, loopbackAllowed, headers, body }, stop) => {
    const startedAt = performance.now()
    const limit = limitTime(timeoutMs, stop)
    const response = createResponse(bodyMax)
    let error: string | null = null
    try {
      const { url, host, isLiteral, reaches } = parseReceiver(text, { loopbackAllowed })
      const addresses = isLiteral ? [] : await Promise.race([resolveHost(host), limit.over])
      if (!isLiteral) requireAllReach(addresses, reaches)
      const sent = { method, path: `${url.pathname}${url.search}`, headers, body: body ?? null, reset: keptMax === 0 }
      await send({ connections, target: { url, host, reaches, addresses }, sent, response, over: limit.over })
    } catch (reason) {
      if (stop.aborted) throw stop.reason
      error = limit.isLate() ? `No response within ${timeoutMs} ms.` : reasonOf(reason)
    } finally {
      limit.end()
    }
    return { error, durationMs: Math.round(performance.now() - startedAt), ...response.received() }
  }
}

/** Nothing of it is left once it ends: a signal of `AbortSignal.timeout` lives, and fires, long after most responses. */
function limitTime(timeoutMs: number, stop: AbortSignal) {
  const { promise: over, reject } = Promise.withResolvers<never>()
  over.catch(() => undefined)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(new Error('it takes too long'))
  }, timeoutMs)
  const onStop = () => reject(stop.reason)
  if (stop.aborted) onStop()
  else stop.addEventListener('abort', onStop, { once: true })
  return {
    /** Rejects then. */
    over,
    isLate: () => isLate,
    end() {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    },
  }
}

interface Sending {
  readonly connections: Connections
  readonly target: Target
  readonly sent: Dispatcher.DispatchOptions
  readonly response: Response
  /** Rejects when nobody waits for the response any more. */
  readonly over: Promise<never>
}

async function send(sending: Sending, isRepeated = false): Promise<void> {
  const { connections, target, sent, response, over } = sending
  const connection = isRepeated ? connections.open(target) : connections.take(target)
  over.catch(() => connections.end(connection))
  try {
    if (await dispatch(connection.client, sent, response)) connections.keep(connection)
    else connections.end(connection)
  } catch (error) {
    connections.end(connection)
    // The receiver closes what was idle for as long as it likes, and that shows only when the next request is sent.
    const isStale = connection.isKept && !response.hasBegun() && CLOSED.includes((error as { code?: unknown }).code)
    if (!isStale) throw error
    await send(sending, true)
  }
}

/**
 * A body that hangs, resets or never ends does not change the status that came before it.
 * @returns whether it has come to its end
 */
function dispatch(client: Dispatcher, sent: Dispatcher.DispatchOptions, response: Response): Promise<boolean> {
  return new Promise((resolve, reject) => {
    client.dispatch(sent, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => response.begin(statusCode),
      onResponseData(_controller, chunk) {
        if (!response.add(chunk)) resolve(false)
      },
      onResponseEnd() {
        response.end()
        resolve(true)
      },
      onResponseError(_controller, error) {
        if (response.hasBegun()) resolve(false)
        else reject(error)
      },
    })
  })
}

type Response = ReturnType<typeof createResponse>

/** What is kept of it. */
function createResponse(bodyMax: number) {
  const kept: Buffer[] = []
  let statusCode: number | null = null
  let [readBytes, keptBytes, hasEnded] = [0, 0, false]
  return {
    hasBegun: () => statusCode !== null,
    begin(status: number): void {
      // Not with an interim response.
      if (status >= 200) statusCode = status
    },
    /** @returns whether more is wanted */
    add(chunk: Buffer): boolean {
      readBytes += chunk.length
      const part = chunk.subarray(0, bodyMax - keptBytes)
      if (part.length > 0) kept.push(part)
      keptBytes += part.length
      return readBytes < BODY_READ_TIMES * bodyMax
    },
    end(): void {
      hasEnded = true
    },
    received: () => ({
      statusCode,
      body: keptBytes === 0 ? null : cutText(Buffer.concat(kept).toString(), bodyMax),
      isWhole: hasEnded && readBytes === keptBytes,
    }),
  }
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
