/** What a caller holds open: a socket of the graph, and a stream of events. Each tells when the service has closed it. */
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { waitUntil } from '../../waitUntil.ts'

type Headers = Readonly<Record<string, string>>

export interface Listener {
  readonly name: string
  /** When it was closed, null if it is still open then. */
  closedWithin(ms: number): Promise<number | null>
}

export async function openSocket(name: string, url: string, headers: Headers): Promise<Listener> {
  let closedAt: number | null = null
  class Browser extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers })
    }
  }
  const client = createClient({
    ...{ url: `${url.replace(/^http/, 'ws')}/graphql`, webSocketImpl: 'cookie' in headers ? Browser : WebSocket },
    connectionParams: 'cookie' in headers ? {} : { ...headers },
    ...{ lazy: false, retryAttempts: 0, onNonLazyError: () => undefined },
  })
  client.on('closed', () => {
    closedAt = performance.now()
  })
  await new Promise((resolve) => client.on('connected', resolve))
  return {
    name,
    async closedWithin(ms) {
      await waitUntil('a socket closes', async () => closedAt !== null, ms).catch(() => undefined)
      const at = closedAt
      await client.dispose()
      return at
    },
  }
}

export async function openStream(name: string, url: string, headers: Headers): Promise<Listener> {
  let closedAt: number | null = null
  const stop = new AbortController()
  const response = await fetch(`${url}/api/v2/events/stream`, { headers, signal: stop.signal })
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  const read = async () => {
    for await (const _ of response.body ?? []);
  }
  const ended = read()
    .catch(() => undefined)
    .then(() => {
      closedAt = performance.now()
    })
  return {
    name,
    async closedWithin(ms) {
      await waitUntil('a stream closes', async () => closedAt !== null, ms).catch(() => undefined)
      const at = closedAt
      stop.abort()
      await ended
      return at
    },
  }
}
