/**
 * Receivers as they should not be, of 24 kinds (reliability 6): a server of raw bytes, one with TLS, and names that do not lead
 * anywhere soon. Which kind an endpoint is, its path or its name says.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostAddress } from '../../../subgraphs/shared/outgoing/resolveHost.ts'

type Misbehave = (socket: Socket) => void

const head = (status: string, headers = ''): string => `HTTP/1.1 ${status}\r\n${headers}\r\n`
const OK = '200 OK'
const redirect = (status: string): Misbehave => answer(head(status, 'location: http://127.0.0.1:9/inside\r\n'))

/** Complete, and closed. */
function answer(text: string): Misbehave {
  return (socket) => void socket.end(text)
}

/** Without an end, as fast as it is read. */
const endless =
  (start: string, part: string): Misbehave =>
  (socket) => {
    socket.write(start)
    const go = () => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', go)
    go()
  }

/** A byte from time to time. */
const slowly =
  (start: string, text: string): Misbehave =>
  async (socket) => {
    socket.write(start)
    for (const byte of text.repeat(1_000)) {
      if (socket.destroyed) return
      socket.write(byte)
      await sleep(100)
    }
  }

const BY_PATH: Readonly<Record<string, Misbehave>> = {
  'never-answers': () => undefined,
  'slow-head': slowly('', 'HTTP/1.1 200 OK\r\nx-slow: 1\r\n'),
  'slow-body': slowly(head(OK, 'content-length: 100000\r\n'), 'x'),
  'endless-body': endless(head(OK, 'transfer-encoding: chunked\r\n'), `4000\r\n${'x'.repeat(0x4000)}\r\n`),
  'endless-chunk-extension': endless(`${head(OK, 'transfer-encoding: chunked\r\n')}2\r\nok\r\n1;`, 'x'.repeat(2_000)),
  'ten-gigabytes': (socket) => void socket.write(`${head(OK, 'content-length: 10000000000\r\n')}start`),
  'gzip-bomb': endless(
    head(OK, 'content-encoding: gzip\r\ntransfer-encoding: chunked\r\n'),
    `400\r\n${'\0'.repeat(0x400)}\r\n`,
  ),
  'header-flood': endless('HTTP/1.1 200 OK\r\n', `x-flood: ${'x'.repeat(1_000)}\r\n`),
  'interim-flood': endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
  'reset-at-once': (socket) => void socket.resetAndDestroy(),
  'reset-mid-body': (socket) => {
    socket.write(`${head(OK, 'content-length: 1000\r\n')}half`)
    setTimeout(() => socket.resetAndDestroy(), 20)
  },
  'closes-at-once': (socket) => void socket.end(),
  'no-http': answer('220 mail.prove.test ESMTP\r\n'),
  'redirect-301': redirect('301 Moved Permanently'),
  'redirect-302': redirect('302 Found'),
  'redirect-307': redirect('307 Temporary Redirect'),
  'redirect-308': redirect('308 Permanent Redirect'),
  'retry-after-ten-years': answer(head('429 Too Many Requests', 'retry-after: 315360000\r\ncontent-length: 0\r\n')),
  'server-error': answer(head('500 Internal Server Error', 'content-length: 0\r\n')),
  gone: answer(head('410 Gone', 'content-length: 0\r\n')),
}
/** The handshake: never answered, or answered with what is no certificate. */
const BY_TLS: Readonly<Record<string, Misbehave>> = {
  'tls-stall': () => undefined,
  'bad-certificate': answer('\x15\x03\x01\x00\x02\x02\x28'),
}
const BY_NAME: Readonly<Record<string, () => Promise<readonly HostAddress[]>>> = {
  'nowhere.prove.test': async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  },
  'slow.prove.test': async () => {
    await sleep(60_000, undefined, { ref: false })
    return []
  },
}

export const HOSTILE_KINDS = [...Object.keys(BY_PATH), ...Object.keys(BY_TLS), ...Object.keys(BY_NAME)]

export interface HostileReceivers {
  /** Of the kind with this number, counted round. */
  urlOf(number: number): string
  resolveHost(hostname: string): Promise<readonly HostAddress[]>
  /** Connections that are open: of attempts under way. */
  open(): number
  close(): Promise<void>
}

export async function startHostileReceivers(): Promise<HostileReceivers> {
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  async function listen(misbehave: (socket: Socket, first: string) => void): Promise<number> {
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => undefined)
      socket.once('data', (first) => {
        socket.on('data', () => undefined)
        misbehave(socket, first.toString('latin1'))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  const plain = await listen((socket, first) => BY_PATH[/^POST \/(\S+)/.exec(first)?.[1] ?? '']?.(socket))
  const tls = new Map<string, number>()
  for (const [kind, misbehave] of Object.entries(BY_TLS)) tls.set(kind, await listen(misbehave))
  return {
    urlOf(number) {
      const kind = HOSTILE_KINDS[number % HOSTILE_KINDS.length] as string
      if (Object.hasOwn(BY_NAME, kind)) return `https://${kind}/hook`
      return tls.has(kind) ? `https://127.0.0.1:${tls.get(kind)}/hook` : `http://127.0.0.1:${plain}/${kind}`
    },
    async resolveHost(hostname) {
      return BY_NAME[hostname]?.() ?? []
    },
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      for (const server of servers) await new Promise((resolve) => server.close(resolve))
    },
  }
}
