/**
 * Connections to addresses that somebody outside has chosen. Each goes to an address of one answer of the name servers, all of
 * which were checked, and to no other. An idle one is kept for a moment, for requests to the same origin while its name has the
 * same addresses; a pool that knows origins alone would pass by the check of the addresses.
 */
import { Client } from 'undici'
import { createConnector, type ReceivedLimit } from './guardedConnector.ts'
import type { Reach } from './receiverAddress.ts'
import type { HostAddress } from './resolveHost.ts'

const IDLE_MS = 4_000

export interface Target {
  readonly url: URL
  /** Without brackets. */
  readonly host: string
  readonly reaches: readonly Reach[]
  /** Of the name; none for an address. */
  readonly addresses: readonly HostAddress[]
}

interface Connection {
  readonly client: Client
  readonly key: string
  readonly limit: ReceivedLimit
  /** Whether it has brought a whole response. */
  isKept: boolean
}

export interface Connections {
  /** An idle one, or else a new one. */
  take(target: Target): Connection
  open(target: Target): Connection
  /** For later requests, after a whole response. */
  keep(connection: Connection): void
  /** Whatever is under way. */
  end(connection: Connection): void
}

interface Options {
  readonly timeoutMs: number
  /** Of a request, in bytes. */
  readonly receivedMax: number
  /** Idle ones, to all targets together. */
  readonly keptMax: number
  readonly ca?: string
}

export function createConnections(options: Options): Connections {
  const { timeoutMs, keptMax } = options
  /** By key, the one that was used last at the end. */
  const idle = new Map<string, Connection[]>()
  let count = 0

  function open(target: Target): Connection {
    const limit: ReceivedLimit = { socket: null, before: 0 }
    const client = new Client(target.url.origin, {
      ...{ connect: createConnector(target, options, limit), allowH2: false, pipelining: 1 },
      ...{ headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
      ...{ keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS },
    })
    const connection: Connection = { client, key: keyOf(target), limit, isKept: false }
    client.on('disconnect', () => {
      if (forget(connection)) end(connection)
    })
    return connection
  }

  /** @returns whether it was idle */
  function forget(connection: Connection): boolean {
    const own = idle.get(connection.key) ?? []
    const index = own.lastIndexOf(connection)
    if (index === -1) return false
    own.splice(index, 1)
    if (own.length === 0) idle.delete(connection.key)
    count -= 1
    return true
  }

  function end(connection: Connection): void {
    void connection.client.destroy()
  }

  return {
    open,
    end,
    take(target) {
      const connection = idle.get(keyOf(target))?.at(-1)
      if (connection === undefined) return open(target)
      forget(connection)
      connection.limit.before = connection.limit.socket?.bytesRead ?? 0
      return connection
    },
    keep(connection) {
      if (keptMax === 0) return end(connection)
      connection.isKept = true
      const own = idle.get(connection.key) ?? []
      idle.delete(connection.key)
      idle.set(connection.key, own)
      own.push(connection)
      count += 1
      if (count <= keptMax) return
      const [oldest] = idle.values().next().value ?? []
      if (oldest !== undefined && forget(oldest)) end(oldest)
    },
  }
}

const keyOf = ({ url, reaches, addresses }: Target): string =>
  [url.origin, ...reaches, ...addresses.map(({ address }) => address).toSorted()].join(' ')
