/** What only a WebSocket offers to abuse, and its limits: how many subscriptions, sockets and messages, and how large. */
import { WebSocket } from 'ws'
import type { Caller } from '../carriers/client.ts'
import { inParallel } from '../inParallel.ts'
import type { Limits } from './readmeLimits.ts'

interface RawSocket {
  readonly socket: WebSocket
  readonly messages: readonly string[]
  /** `1013 too many messages` */
  readonly closed: Promise<string>
  /** Whether it was let in. */
  readonly acknowledged: Promise<boolean>
}

const WITHIN_MS = 15_000
const CONNECTING_AT_ONCE = 20
const TRIES = 3
const SUBSCRIBE = { query: 'subscription { paymentEvents { id } }' }
/** The service asks every 12 seconds whether a client is still there, and ends it at the next time. */
const SILENT_MS = 30_000

function openRaw(url: string, caller: Caller, options: { autoPong?: boolean } = {}): RawSocket {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', options)
  const messages: string[] = []
  socket.on('error', () => undefined)
  socket.on('message', (data) => void messages.push(String(data)))
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { ...caller } })))
  const closed = new Promise<string>((resolve) => socket.on('close', (code, reason) => resolve(`${code} ${reason}`)))
  const acknowledged = new Promise<boolean>((resolve) => {
    socket.once('message', () => resolve(true))
    void closed.then(() => resolve(false))
  })
  return { socket, messages, closed, acknowledged }
}

/** On a machine that is too busy a socket may not authenticate in time. */
async function letIn(url: string, caller: Caller): Promise<RawSocket> {
  for (let tries = 1; ; tries++) {
    const one = openRaw(url, caller)
    if ((await one.acknowledged) || tries === TRIES) return one
  }
}

type Callers = () => Promise<Caller>

interface SocketAbuse {
  readonly name: string
  /** What it is closed with. */
  readonly ends: string
  send(socket: WebSocket): void
}

const ABUSES: readonly SocketAbuse[] = [
  {
    name: 'a batch of subscriptions',
    ends: '4400',
    send: (socket) =>
      socket.send(JSON.stringify([0, 1].map((id) => ({ type: 'subscribe', id: `${id}`, payload: SUBSCRIBE })))),
  },
  {
    name: 'a stored document',
    ends: '4400',
    send: (socket) => {
      const extensions = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } }
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { extensions } }))
    },
  },
  {
    name: 'a second subscription of the same id',
    ends: '4409',
    send: (socket) => {
      for (let n = 0; n < 2; n++) socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: SUBSCRIBE }))
    },
  },
  { name: 'bytes', ends: '4400', send: (socket) => socket.send(Buffer.alloc(1_000, 1)) },
  {
    name: 'a message in a thousand fragments',
    ends: '1008',
    send: (socket) => {
      for (let n = 0; n < 1_000; n++) socket.send(' ', { fin: n === 999 })
    },
  },
]

/** @returns how many were tried */
export async function tryAbusesOfSockets(url: string, callers: Callers, breaches: string[]): Promise<number> {
  for (const { name, ends, send } of ABUSES) {
    const one = await letIn(url, await callers())
    if (one.socket.extensions !== '') breaches.push(`a socket takes compressed messages: ${one.socket.extensions}`)
    send(one.socket)
    const end = await within(one.closed)
    one.socket.terminate()
    if (!end.startsWith(ends)) breaches.push(`${name} on a socket: ${end}, not closed with ${ends}`)
  }
  return ABUSES.length
}

/** Each limit is taken up to its figure, and not one above. @returns how many there are */
export async function holdSocketLimits(
  url: string,
  limits: Limits,
  callers: Callers,
  breaches: string[],
): Promise<number> {
  const expect = (what: string, isTrue: boolean) => {
    if (!isTrue) breaches.push(`README's limit of sockets does not hold: ${what}`)
  }
  await holdSubscriptions(url, limits, await callers(), expect)
  await holdSockets(url, limits, await callers(), expect)
  await holdMessages(url, limits, await callers(), expect)
  await holdMessagesOfCaller(url, limits, await callers(), expect)
  await holdSize(url, limits, await callers(), expect)
  return 5
}

type Expect = (what: string, isTrue: boolean) => void

async function holdSubscriptions(url: string, { subscriptions }: Limits, caller: Caller, expect: Expect) {
  const { socket, messages } = await letIn(url, caller)
  for (let n = 0; n <= subscriptions; n++)
    socket.send(JSON.stringify({ type: 'subscribe', id: `${n}`, payload: SUBSCRIBE }))
  await pong(socket, messages, 1)
  await until(() => messages.some((text) => text.includes('"error"')))
  const errors = messages.filter((text) => text.includes('"type":"error"'))
  expect(`${errors.length} of ${subscriptions + 1} subscriptions refused`, errors.length === 1)
  const says = `At most ${subscriptions} subscriptions`
  expect(`${says}: ${errors[0]}`, errors[0]?.includes(says) === true && errors[0].includes('"http_status":400'))
  socket.terminate()
}

async function holdSockets(url: string, { sockets }: Limits, caller: Caller, expect: Expect) {
  const numbers = Array.from({ length: sockets }, (_, n) => n)
  const open = await inParallel(CONNECTING_AT_ONCE, numbers, async () => {
    const one = openRaw(url, caller)
    return { ...one, isIn: await one.acknowledged }
  })
  const refused = open.filter(({ isIn }) => !isIn).length
  expect(`${refused} of ${sockets} sockets refused`, refused === 0)
  const further = await within(openRaw(url, caller).closed)
  expect(`one socket more: ${further}`, further === '1013 too many sockets')
  open[0]?.socket.close()
  await open[0]?.closed
  const next = openRaw(url, caller)
  expect('the place of a closed socket is not free', await next.acknowledged)
  for (const { socket } of [...open, next]) socket.terminate()
  await Promise.all([...open, next].map(({ closed }) => closed))
}

const PING = '{"type":"ping"}'

/** All at once: its first message was `connection_init`. */
async function holdMessages(url: string, { messages: burst }: Limits, caller: Caller, expect: Expect) {
  const { socket, messages, closed } = await letIn(url, caller)
  for (let n = 1; n < burst; n++) socket.send(PING)
  await pong(socket, messages, burst - 1)
  expect(`${burst} messages at once`, socket.readyState === WebSocket.OPEN)
  // More than what has come back meanwhile.
  for (let n = 0; n < 4 * burst; n++) socket.send(PING)
  expect(`more messages: ${await within(closed)}`, (await within(closed)) === '1013 too many messages')
  socket.terminate()
}

async function holdMessagesOfCaller(url: string, limits: Limits, caller: Caller, expect: Expect) {
  const each = Math.floor(limits.messages * 0.9)
  const count = Math.floor(limits.messagesOfCaller / each)
  const open = Array.from({ length: count }, () => openRaw(url, caller))
  for (const { acknowledged } of open) await acknowledged
  for (const { socket } of open) for (let n = 0; n < each; n++) socket.send(PING)
  await until(() => open.every(({ messages }) => messages.length > each))
  expect(
    'messages of a caller',
    open.every(({ socket }) => socket.readyState === WebSocket.OPEN),
  )
  // Each of these is within what one socket may send, and all of them are more than the caller may by now.
  const more = Array.from({ length: 4 * count }, () => openRaw(url, caller))
  await Promise.all(more.map(({ acknowledged }) => acknowledged))
  for (const { socket } of more) for (let n = 0; n < each; n++) socket.send(PING)
  const end = await within(Promise.race(more.map(({ closed }) => closed)))
  expect(`more messages of a caller: ${end}`, end === '1013 too many messages')
  for (const { socket } of [...open, ...more]) socket.terminate()
}

async function holdSize(url: string, { message }: Limits, caller: Caller, expect: Expect) {
  const { socket, messages, closed } = await letIn(url, caller)
  const padded = (length: number) => PING + ' '.repeat(length - PING.length)
  socket.send(padded(message))
  await pong(socket, messages, 1)
  expect(
    `a message of ${message} bytes`,
    messages.some((text) => text.includes('pong')),
  )
  socket.send(padded(message + 1))
  expect(`a message of a byte more: ${await within(closed)}`, (await within(closed)).startsWith('1009'))
  socket.terminate()
}

/** Authenticated, and gone without a word: to be found out. @returns how long it was held, null: it was not ended */
export async function holdSilentSocket(url: string, caller: Caller): Promise<number | null> {
  const { socket, closed, acknowledged } = openRaw(url, caller, { autoPong: false })
  await acknowledged
  const began = performance.now()
  const end = await within(closed, SILENT_MS)
  socket.terminate()
  return end === NEVER ? null : performance.now() - began
}

const NEVER = 'still open'

function within(closed: Promise<string>, ms = WITHIN_MS): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(NEVER), ms)
  void closed.then(resolve)
  return promise.finally(() => clearTimeout(timer))
}

/** Waits until so many messages came back, the acknowledgement aside. */
async function pong(socket: WebSocket, messages: readonly string[], count: number): Promise<void> {
  if (count === 1) socket.send(PING)
  await until(
    () => messages.filter((text) => text.includes('"pong"')).length >= count || socket.readyState !== WebSocket.OPEN,
  )
}

const POLL_MS = 10
async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!isTrue() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
