/** Sockets of a small graph on a real port, and clients of them that say and record each frame. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ClientOptions, WebSocket } from 'ws'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../../gateway/auth/callerLimits.ts'
import { createCredentials } from '../../../gateway/auth/credentials.ts'
import type { Authenticator } from '../../../gateway/auth/ports.ts'
import { createRateLimiter } from '../../../gateway/auth/rateLimit.ts'
import { createSessionCookie } from '../../../gateway/auth/sessionCookie.ts'
import type { Standings } from '../../../gateway/subscriptions/callerWatch.ts'
import { createOpenCallers } from '../../../gateway/subscriptions/openCallers.ts'
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from '../../../gateway/subscriptions/socketLimits.ts'
import { createSockets, type Sockets } from '../../../gateway/subscriptions/sockets.ts'
import { createSubscriber, type Subscriber } from '../../../gateway/subscriptions/subscriber.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'
import { authenticator, createFixtureGraph, silentLog } from './fixture.ts'

interface SocketOptions {
  readonly verify?: Authenticator['verifyAccessToken']
  readonly rates?: Partial<RateLimits>
  readonly standings?: Standings
  readonly subscribe?: Subscriber['subscribe'] | undefined
  readonly log?: Log
}

interface Listening {
  readonly server: Server
  readonly sockets: Sockets
  readonly url: string
  /** The ends of the service, in the order in which they were opened. */
  readonly connections: readonly Socket[]
}

const open: Listening[] = []

export async function closeSockets(): Promise<void> {
  for (const { server, sockets } of open.splice(0)) {
    await sockets.close(1000)
    server.close()
  }
}

export async function openSockets(
  limits: Partial<SocketLimits> = {},
  { verify = authenticator.verifyAccessToken, rates = {}, standings, subscribe, log = silentLog }: SocketOptions = {},
): Promise<Listening> {
  const { graph, payments } = await createFixtureGraph()
  const { apiSchema, planner } = graph
  const sources = new Map([['payments', payments.subscribe]])
  const sockets = createSockets({
    subscriber: { ...createSubscriber({ apiSchema, planner, sources }), ...(subscribe && { subscribe }) },
    credentials: createCredentials(
      {
        ...authenticator,
        verifyAccessToken: verify,
        verifyEnrolmentKey: async () => ({ kind: 'enrolment', orgId: 'org_1', mode: 'test', keyId: 'key_2' }),
      },
      createSessionCookie('https://pay.example'),
    ),
    rateLimiter: createRateLimiter({ ...DEFAULT_RATE_LIMITS, ...rates }, systemClock),
    trust: () => false,
    standings: standings ?? { watch: () => () => undefined },
    openCallers: createOpenCallers({ ...DEFAULT_SOCKET_LIMITS, ...limits }),
    clock: systemClock,
    ...{ log, limits },
  })
  const server = createServer()
  const connections: Socket[] = []
  server.on('connection', (socket) => void connections.push(socket))
  sockets.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  const listening = { server, sockets, url, connections }
  open.push(listening)
  return listening
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Of what is still reachable. */
export function memoryHeld(): { heapUsed: number; arrayBuffers: number } {
  collectGarbage()
  return process.memoryUsage()
}

export interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** A client that records what it gets, and how it was closed. */
export function connect(
  url: string,
  init: object | null = { authorization: 'Bearer agent-1' },
  { protocols = ['graphql-transport-ws'], ...options }: ClientOptions & { protocols?: string[] } = {},
) {
  const socket = new WebSocket(url, protocols, options)
  const messages: Message[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  const waiting: (() => void)[] = []
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    for (const wake of waiting.splice(0)) wake()
  })
  const send = (message: object) => socket.send(JSON.stringify(message))
  if (init !== null) socket.on('open', () => send({ type: 'connection_init', payload: init }))
  async function until(type: string, count = 1): Promise<Message[]> {
    for (;;) {
      const found = messages.filter((message) => message.type === type)
      if (found.length >= count) return found
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  const subscribe = (id: string, query: string) => send({ type: 'subscribe', id, payload: { query } })
  return { socket, closed, until, subscribe, send, messages }
}
