/**
 * Slow subscribers (reliability 7.2 row 25): clients subscribe over graphql-ws and stop reading, more than their connections hold,
 * while others read on. The others are told everything as soon as before, the memory of the service does not grow with what is not
 * read, and whoever reads again in time is told everything too, in order and once. With `--fault` a client is cut off that does not
 * read at once.
 */
import { WebSocket } from 'ws'
import { DEFAULT_SOCKET_LIMITS } from '../../gateway/subscriptions/socketLimits.ts'
import { quantile } from '../statistics.ts'
import { waitUntil } from '../waitUntil.ts'
import { bodyOf, openServedWorld, type ServedWorld } from './carriers/servedWorld.ts'
import type { ProofInput, ProofResult } from './proof.ts'

const STUCK = { ci: 6, full: 1_000 } as const
const QUICK = 4
const EVENTS = { ci: 30, full: 60 } as const
const ALONE = 8
/** Of the agent that each event is about, shown several times: what an event takes is some hundred kilobytes. */
const METADATA_BYTES = 15_000
const COPIES = { ci: 10, full: 3 } as const
const TOLD_WITHIN_MS = 60_000
const FAULT_WITHIN_MS = 3_000
/** Of the service and of the clients, which share a process: what the ring of one group holds is far less. */
const GROWTH_MAX_BYTES = 100 * 1024 * 1024
const SLOWER_MAX = 1.2
const CUT_MS = 1
/** So that a busy machine cuts nobody who reads again. */
const STALLED_MS = 600_000

export async function proveSlowSub({ size, fault }: ProofInput): Promise<ProofResult> {
  const limits = { ...DEFAULT_SOCKET_LIMITS }
  // All are one caller here, and connect at once.
  Object.assign(DEFAULT_SOCKET_LIMITS, { socketsMax: 1e6, messagesOfCaller: { burst: 1e6, perSecond: 1e6 } })
  Object.assign(DEFAULT_SOCKET_LIMITS, { stalledMs: fault ? CUT_MS : STALLED_MS })
  const served = await openServedWorld()
  const clients: Client[] = []
  try {
    const { admin, createAgent } = await served.createOrganization('Slow')
    const told = await createAgent({ capabilities: ['payments'], scope: 'agent:read' })
    const change = changesOf(served, told.agentId, admin as Headers)
    await change({ metadata: { text: 'x'.repeat(METADATA_BYTES) } })
    const open = async (count: number, headers: Headers) => {
      const opened = await Promise.all(Array.from({ length: count }, () => connect(served.url, headers, COPIES[size])))
      clients.push(...opened)
      return opened
    }
    const quick = await open(QUICK, admin as Headers)
    const alone: number[] = []
    for (let event = 0; event < ALONE; event++) alone.push(await tellAll(change, quick))
    const before = process.memoryUsage().rss
    const stuck = await open(STUCK[size], admin as Headers)
    for (const { socket } of stuck) socket.pause()
    const beside: number[] = []
    const events = EVENTS[size]
    for (let event = 0; event < events; event++) beside.push(await tellAll(change, quick))
    const growth = process.memoryUsage().rss - before
    for (const { socket } of stuck) socket.resume()
    const isTold = async () => stuck.every(({ names, closed }) => names.length >= events || closed !== null)
    await waitUntil('the others are told', isTold, fault ? FAULT_WITHIN_MS : TOLD_WITHIN_MS).catch(() => undefined)
    const expected = (quick[0]?.names ?? []).slice(-events)
    const breaches = [...stuck, ...quick].flatMap((client) => faultsOf(client, expected))
    const [aloneP95Ms, besideP95Ms] = [quantile(alone, 0.95), quantile(beside, 0.95)]
    if (growth > GROWTH_MAX_BYTES) breaches.push(`the process has grown by ${Math.round(growth / 1024 / 1024)} MiB`)
    if (size === 'full' && besideP95Ms > aloneP95Ms * SLOWER_MAX)
      breaches.push(`p95 is ${besideP95Ms.toFixed(1)} ms beside them, and ${aloneP95Ms.toFixed(1)} ms without`)
    const figures = { stuck: stuck.length, events, aloneP95Ms, besideP95Ms, grownMiB: growth / 1024 / 1024 }
    return { figures, breaches: [...new Set([...breaches, ...served.failures])] }
  } finally {
    Object.assign(DEFAULT_SOCKET_LIMITS, limits)
    for (const { socket } of clients) socket.terminate()
    await served.close()
  }
}

type Headers = Readonly<Record<string, string>>

interface Client {
  readonly socket: WebSocket
  /** Of the agent, as each event has told them. */
  readonly names: string[]
  closed: string | null
}

/** By hand: a client library reads whatever comes. Has subscribed when it resolves. */
async function connect(url: string, params: Headers, copies: number): Promise<Client> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws')
  const client: Client = { socket, names: [], closed: null }
  const shown = Array.from({ length: copies }, (_, index) => `m${index}: metadata`).join(' ')
  const query = `subscription { events(filter: { types: ["agent.updated"] }) { agent { name ${shown} } } }`
  const send = (message: object) => socket.send(JSON.stringify(message))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      client.closed = `${code} ${reason}`
      resolve()
    })
    socket.on('open', () => send({ type: 'connection_init', payload: { ...params, resume: {} } }))
    socket.on('message', (data: Buffer) => {
      const { type, payload } = JSON.parse(data.toString())
      if (type === 'connection_ack') send({ type: 'subscribe', id: '1', payload: { query } })
      // Where the subscription begins.
      if (type === 'ping') resolve()
      if (type === 'next') client.names.push(payload.data?.events.agent.name ?? JSON.stringify(payload.errors))
    })
  })
  return client
}

function changesOf({ send }: ServedWorld, agentId: string, caller: Headers) {
  let names = 0
  return async (change: object = { name: `Renamed ${++names}` }): Promise<void> => {
    const path = `/api/v2/agents/${agentId}`
    bodyOf(await send({ method: 'PATCH', path, caller, body: JSON.stringify(change) }))
  }
}

/** @returns how long it takes until each of them has it */
async function tellAll(change: () => Promise<void>, clients: readonly Client[]): Promise<number> {
  const before = clients.map(({ names }) => names.length)
  const began = performance.now()
  await change()
  const isTold = async () =>
    clients.every(({ names, closed }, at) => names.length > (before[at] ?? 0) || closed !== null)
  await waitUntil('they are told', isTold, TOLD_WITHIN_MS).catch(() => undefined)
  return performance.now() - began
}

function faultsOf({ names, closed }: Client, expected: readonly string[]): string[] {
  const own = names.slice(-expected.length)
  if (closed !== null) return [`a client that reads was cut off with ${closed}`]
  return own.join() === expected.join()
    ? []
    : [`a client was told ${own.length} of ${expected.length} events, or in another order`]
}
