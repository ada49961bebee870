/** One WebSocket of a caller, in the protocol graphql-transport-ws. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Caller } from './client.ts'

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

export interface Socket {
  /** 'open' once it was accepted, else why not: an error, or the code of the close. */
  subscribe(query: string, variables?: object): Promise<string>
  /** What was sent to subscriptions. */
  readonly received: readonly unknown[]
  close(): Promise<void>
}

const WITHIN_MS = 15_000
const GRACE_MS = 50
const MARKER = 'subscription { paymentEvents(walletId: "wal_00000000000000000000000000") { id } }'

export async function connectSocket(url: string, caller: Caller): Promise<Socket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws')
  const received: unknown[] = []
  let closed: string | null = null
  let wake: (() => void)[] = []
  const messages: Message[] = []
  const notify = () => {
    for (const one of wake) one()
    wake = []
  }
  const ended = new Promise<void>((resolve) =>
    socket.on('close', (code, reason) => {
      closed = `closed ${code} ${reason}`
      notify()
      resolve()
    }),
  )
  socket.on('error', () => undefined)
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message
    if (message.type === 'next') received.push(message.payload)
    messages.push(message)
    notify()
  })
  const send = (message: object) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))
  socket.on('open', () => send({ type: 'connection_init', payload: { ...caller } }))

  async function until(isIt: (message: Message) => boolean): Promise<Message | null> {
    const deadline = AbortSignal.timeout(WITHIN_MS)
    deadline.addEventListener('abort', notify)
    for (;;) {
      const found = messages.find(isIt)
      if (found !== undefined) return found
      if (closed !== null) return null
      if (deadline.aborted) throw new Error('a socket does not answer')
      await new Promise<void>((resolve) => wake.push(resolve))
    }
  }

  let subscriptions = 0
  await until(({ type }) => type === 'connection_ack')
  return {
    received,
    async subscribe(query, variables = {}) {
      const id = String(subscriptions++)
      messages.length = 0
      send({ type: 'subscribe', id, payload: { query, variables } })
      // One that is refused as late as any can be: nothing tells that a subscription was accepted.
      const marker = `${id}-after`
      send({ type: 'subscribe', id: marker, payload: { query: MARKER } })
      const isEnd = (message: Message, of: string) => message.id === of && message.type !== 'next'
      await until((message) => isEnd(message, marker) || isEnd(message, id))
      await sleep(GRACE_MS)
      if (closed !== null) return closed
      const end = messages.find((message) => isEnd(message, id))
      const refusal = messages.find((message) => message.id === id)?.payload
      return end === undefined ? 'open' : `${end.type} ${JSON.stringify(end.payload ?? refusal)}`
    },
    async close() {
      socket.close()
      await ended
    },
  }
}
