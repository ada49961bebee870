/**
 * What a subscription costs without this service: graphql-ws over one schema of graphql-js, as its documentation sets it up, whose
 * subscribers each run their own selection with two joins from memory.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSchema } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'

const SCHEMA = `
scalar JSON
type Agent { id: ID! name: String }
type Wallet { id: ID! sequence: Int! }
type Event { type: String! cursor: String! data: JSON! agent: Agent wallet: Wallet }
type Query { event: Event }
type Subscription { events: Event! }`

interface PlainServer {
  readonly url: string
  publish(number: number): void
  close(): Promise<void>
}

export async function openPlainServer(): Promise<PlainServer> {
  const subscribers = new Set<(event: object) => void>()

  async function* events(): AsyncGenerator<object> {
    const waiting: object[] = []
    let wake = (): void => undefined
    const take = (event: object) => {
      waiting.push(event)
      wake()
    }
    subscribers.add(take)
    try {
      for (;;) {
        const event = waiting.shift()
        if (event !== undefined) yield { events: event }
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      subscribers.delete(take)
    }
  }

  const server = createServer()
  const sockets = new WebSocketServer({ server, path: '/graphql' })
  const carrier = useServer({ schema: buildSchema(SCHEMA), roots: { subscription: { events } } }, sockets)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    publish(number) {
      const event = {
        ...{ type: 'deposit.credited', cursor: `cursor-${number}` },
        data: { deposit_id: `dep_${number}`, amount: '1.00', token: 'USDC', chain: 'base', status: 'credited' },
        agent: async () => ({ id: 'agt_1', name: 'Bench' }),
        wallet: async () => ({ id: 'wal_1', sequence: number }),
      }
      for (const take of subscribers) take(event)
    },
    async close() {
      await carrier.dispose()
      for (const client of sockets.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
