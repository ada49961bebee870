/**
 * Connects to the addresses that were checked, and checks what it is connected to before anything is sent, the TLS handshake
 * included: no second lookup can lead elsewhere (DNS rebinding).
 */
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { type Reach, requireReach } from './receiverAddress.ts'
import type { HostAddress } from './resolveHost.ts'

interface Target {
  /** Without brackets. */
  readonly host: string
  readonly reaches: readonly Reach[]
  /** Of the name; none for an address. */
  readonly addresses: readonly HostAddress[]
}

interface Options {
  readonly timeoutMs: number
  readonly receivedMax: number
  readonly ca?: string
}

/** What a connection has received before its present request. */
export interface ReceivedLimit {
  socket: Socket | null
  before: number
}

export function createConnector(
  { host, reaches, addresses }: Target,
  { timeoutMs, receivedMax, ca }: Options,
  limit: ReceivedLimit,
): buildConnector.connector {
  return ({ port, protocol }, callback) => {
    const secure = protocol === 'https:'
    const tcp = connectTcp({
      host,
      port: Number(port) || (secure ? 443 : 80),
      lookup: pinnedLookup(addresses),
      noDelay: true,
    })
    let socket: Socket = tcp
    let isDone = false
    const finish = (error: Error | null) => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      if (error === null) {
        Object.assign(limit, { socket, before: 0 } satisfies ReceivedLimit)
        callback(null, socket)
        return limitReceived(socket, limit, receivedMax)
      }
      socket.destroy()
      callback(error, null)
    }
    const timer = setTimeout(() => finish(new Error('connecting took too long')), timeoutMs)
    tcp.on('error', finish)
    tcp.once('connect', () => {
      try {
        requireReach(tcp.remoteAddress ?? '', reaches)
      } catch (error) {
        return finish(error as Error)
      }
      if (!secure) return finish(null)
      const servername = isIP(host) === 0 ? host : ''
      const trusted = ca === undefined ? {} : { ca }
      const tls = connectTls({ socket: tcp, host, servername, ALPNProtocols: ['http/1.1'], ...trusted })
      socket = tls
      tls.on('error', finish)
      tls.once('secureConnect', () => finish(null))
    })
  }
}

/** What is no body, such as interim responses, has no end by itself, and reading it costs as much as the receiver likes. */
function limitReceived(socket: Socket, limit: ReceivedLimit, receivedMax: number): void {
  // After the client's own listeners, which are the first to read.
  setImmediate(() =>
    socket.on('readable', () => {
      if (socket.bytesRead - limit.before <= receivedMax) return
      socket.destroy(Object.assign(new Error('the response is too large'), { code: 'RESPONSE_TOO_LARGE' }))
    }),
  )
}

function pinnedLookup(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}
