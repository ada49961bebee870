/** A proxy for one TCP service that a proof can cut, slow down and tear, as Toxiproxy does. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * down: connections are closed. reset: so are those that are open, by a reset. timeout: nothing arrives, nothing is closed.
 * latency: everything is late. bandwidth: little at a time. slicer: torn into small parts. limit: closed after some bytes.
 * slowClose: an end arrives late.
 */
export const TOXICS = ['down', 'reset', 'timeout', 'latency', 'bandwidth', 'slicer', 'limit', 'slowClose'] as const
type Toxic = (typeof TOXICS)[number]

export interface TcpProxy {
  readonly port: number
  /** Null: everything passes. Connections that lost something are closed with the toxic's end. */
  set(toxic: Toxic | null): void
  close(): Promise<void>
}

const LATENCY_MS = 150
const BYTES_PER_MS = 50
const SLICE_BYTES = 64
const SLICES_PER_MS = 8
const LIMIT_BYTES = 4_096
const CLOSE_LATE_MS = 300

interface Link {
  readonly ends: readonly [Socket, Socket]
  passed: number
  hasLost: boolean
}

export async function openTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const links = new Set<Link>()
  let toxic: Toxic | null = null

  function end(link: Link, how: 'destroy' | 'resetAndDestroy' = 'destroy'): void {
    links.delete(link)
    for (const socket of link.ends) socket[how]()
  }

  /** @returns whether the part may pass, after the time that it takes */
  async function delay(link: Link, bytes: number): Promise<boolean> {
    if (toxic === 'timeout') link.hasLost = true
    if (toxic === 'latency') await sleep(LATENCY_MS)
    if (toxic === 'bandwidth') await sleep(bytes / BYTES_PER_MS)
    link.passed += bytes
    if (toxic === 'limit' && link.passed > LIMIT_BYTES) end(link)
    return !link.hasLost
  }

  async function pass(link: Link, to: Socket, chunk: Buffer): Promise<void> {
    if (!(await delay(link, chunk.length))) return
    const size = toxic === 'slicer' ? SLICE_BYTES : chunk.length
    for (let start = 0, slices = 1; start < chunk.length && to.writable; start += size, slices++) {
      to.write(chunk.subarray(start, start + size))
      if (size === SLICE_BYTES && slices % SLICES_PER_MS === 0) await sleep(1)
    }
  }

  function join(link: Link, from: Socket, to: Socket): void {
    let last: Promise<unknown> = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      from.pause()
      last = last.then(() => pass(link, to, chunk)).then(() => from.resume())
    })
    from.on('error', () => end(link))
    from.on('close', () => {
      last = last.then(() => (toxic === 'slowClose' ? sleep(CLOSE_LATE_MS) : undefined)).then(() => end(link))
    })
  }

  const server = createServer((socket) => {
    if (toxic === 'down' || toxic === 'reset') return void socket.destroy()
    const upstream = connect(target)
    const link: Link = { ends: [socket, upstream], passed: 0, hasLost: false }
    links.add(link)
    join(link, socket, upstream)
    join(link, upstream, socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      toxic = next
      if (next === 'down') for (const link of links) end(link)
      if (next === 'reset') for (const link of links) end(link, 'resetAndDestroy')
      for (const link of links) {
        if (link.hasLost) end(link)
        link.passed = 0
      }
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const link of links) end(link)
      await closed
    },
  }
}
