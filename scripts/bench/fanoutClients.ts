/**
 * Subscribers over graphql-ws, in a process of their own so that their CPU time is not counted as the server's. They speak the
 * protocol by hand: a client library would take more time than what is measured. Tells the parent process when all are subscribed,
 * and when the result of an event has come to all of them.
 */
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'

/** The first message. */
export interface FanoutOrder {
  readonly url: string
  readonly clients: number
  readonly events: number
  readonly params: Readonly<Record<string, string>>
  readonly query: string
}

export type FanoutTold =
  | { readonly subscribed: true }
  /** When an event came to each client, as milliseconds since the epoch. */
  | { readonly arrivals: readonly number[] }

/** Handshakes at once. */
const AT_ONCE = 50

process.on('message', (order: FanoutOrder) => {
  run(order).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))

async function run({ url, clients, events, params, query }: FanoutOrder): Promise<void> {
  const arrivals: number[][] = Array.from({ length: events }, () => [])
  let left = events
  let done = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    done = resolve
  })

  function open(): Promise<WebSocket> {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    let told = 0
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', (code, reason) => reject(new Error(`closed with ${code} ${reason}`)))
      socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: params })))
      socket.on('message', (data: Buffer) => {
        const text = data.toString()
        if (text.includes('"type":"next"')) {
          const own = arrivals[told++] ?? []
          own.push(performance.timeOrigin + performance.now())
          if (own.length < clients) return
          process.send?.({ arrivals: own } satisfies FanoutTold)
          left -= 1
          if (left === 0) done()
        } else if (text.includes('"connection_ack"')) {
          // As the client of graphql-ws chooses it: no two have the same.
          socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), payload: { query } }))
          resolve(socket)
        } else if (text.includes('"type":"error"')) reject(new Error(text))
      })
    })
  }

  const sockets: WebSocket[] = []
  while (sockets.length < clients) {
    const size = Math.min(AT_ONCE, clients - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: size }, open))))
  }
  process.send?.({ subscribed: true } satisfies FanoutTold)
  await ended
  for (const socket of sockets) socket.removeAllListeners('close').terminate()
}
