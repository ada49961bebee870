/** Hostile connections: what each sends and how it ends. */
import { connect, type Socket } from 'node:net'

export interface Attack {
  readonly bytes: Buffer
  /** After the bytes: wait for the service, reset, or close our half of the connection. */
  readonly end: 'wait' | 'reset' | 'half-close'
  /** In how many packets the bytes are sent; 0: all at once. */
  readonly pieces: number
}

type Random = () => number

const CLOSE_AFTER_MS = 1_500
const DRIP_MS = 250
const TARGETS = [
  '/',
  '//',
  '///',
  '/\\',
  '/graphql',
  '/graphql?',
  '/graphql/',
  '*',
  'http://[',
  '/%',
  '/%00',
  '/livez',
  '/api/v2/payments',
]
const METHODS = ['GET', 'POST', 'PUT', 'QUERY', 'CONNECT', 'OPTIONS', 'TRACE', 'PRI', 'FLY', 'get', '']
const PROTOCOLS = ['websocket', 'WebSocket', 'h2c', 'TLS/1.0', 'websocket, h2c', '\t']
const HEADERS = [
  'content-length: 5',
  'content-length: 5\r\ncontent-length: 6',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked\r\ncontent-length: 3',
  'transfer-encoding: gzip, chunked',
  'expect: 100-continue',
  'expect: nothing',
  'content-type: application/json',
  'authorization: Bearer x\u0000y',
  'x-api-key: sk_test_guess',
  'x-gateway-principal: a.b',
  'cookie',
  ': empty',
  'bare\nline: 1',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: graphql-transport-ws',
]
const BODIES = [
  '',
  '{',
  '{}',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '{"query":"{me{id}}"}',
  '\u0000'.repeat(64),
  '"\\ud800"',
]

export function nextAttack(random: Random): Attack {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const end = pick(['wait', 'wait', 'reset', 'half-close'] as const)
  const pieces = random() < 0.2 ? 1 + Math.floor(random() * 40) : 0
  return { bytes: pick([noise, request, upgrade, upgradedNoise, otherProtocol])(random, pick), end, pieces }
}

type Pick = <T>(values: readonly T[]) => T

function noise(random: Random): Buffer {
  return Buffer.from(Array.from({ length: Math.floor(random() * 400) }, () => Math.floor(random() * 256)))
}

function request(random: Random, pick: Pick): Buffer {
  const headers = Array.from({ length: Math.floor(random() * 4) }, () => pick(HEADERS))
  const host = random() < 0.8 ? ['host: a'] : []
  const long = random() < 0.05 ? [`x: ${'y'.repeat(20_000)}`] : []
  const version = pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', ''])
  const text = [`${pick(METHODS)} ${pick(TARGETS)} ${version}`, ...host, ...headers, ...long].join('\r\n')
  // Sometimes truncated.
  const whole = `${text}\r\n\r\n${pick(BODIES)}`
  return Buffer.from(random() < 0.3 ? whole.slice(0, Math.floor(random() * whole.length)) : whole, 'latin1')
}

function upgrade(_random: Random, pick: Pick): Buffer {
  return Buffer.from(upgradeOf(pick(METHODS.slice(0, 3)), pick(TARGETS), pick(PROTOCOLS)))
}

/** A valid handshake, then bytes that are no WebSocket frames. */
function upgradedNoise(random: Random): Buffer {
  return Buffer.concat([Buffer.from(upgradeOf('GET', '/graphql', 'websocket')), noise(random)])
}

function otherProtocol(_random: Random, pick: Pick): Buffer {
  return pick([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from('16030100a5010000a1', 'hex'),
    Buffer.from('\r\n\r\n\r\n'),
    Buffer.from('SSH-2.0-x\r\n'),
    Buffer.alloc(0),
  ])
}

function upgradeOf(method: string, target: string, protocol: string): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'host: a',
    'connection: upgrade',
    `upgrade: ${protocol}`,
    HEADERS.at(-1),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** @returns the number of bytes received */
export function perform(port: number, { bytes, end, pieces }: Attack): Promise<number> {
  return new Promise((resolve) => {
    let bytesReceived = 0
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => {
      send(socket, bytes, pieces, () => {
        if (end === 'reset') socket.resetAndDestroy()
        else if (end === 'half-close') socket.end()
      })
    })
    // How long the service keeps a connection open is tested by the slow ones; these would only pile up.
    const patience = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS)
    socket.on('data', (chunk) => {
      bytesReceived += chunk.length
    })
    socket.on('end', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(bytesReceived)
    })
  })
}

function send(socket: Socket, bytes: Buffer, pieces: number, then: () => void): void {
  if (pieces === 0 || bytes.length === 0) return void socket.write(bytes, then)
  const size = Math.ceil(bytes.length / pieces)
  let sent = 0
  const next = () => {
    if (socket.destroyed) return
    if (sent >= bytes.length) return then()
    socket.write(bytes.subarray(sent, sent + size))
    sent += size
    setTimeout(next, 5)
  }
  next()
}

const POST = 'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n'

export const holdHeaders = (port: number): Promise<number> => hold(port, 'GET / HTTP/1.1\r\nhost: a\r\nx: ', 'y')
export const holdBody = (port: number): Promise<number> => hold(port, POST, ' ')
/** Neither authenticates nor responds to a close frame. */
export const holdSocket = (port: number): Promise<number> => hold(port, upgradeOf('GET', '/graphql', 'websocket'), null)

/** @returns milliseconds until the service closed it */
function hold(port: number, first: string, drip: string | null): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(first))
    const timer = drip === null ? undefined : setInterval(() => socket.write(drip), DRIP_MS)
    socket.resume()
    socket.on('error', () => undefined)
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - began)
    })
  })
}
