/** The attacking thread: a number of connections per second, each aborted or malformed in a random way, and some slow ones. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createRandom } from '../proof.ts'
import { type Attack, holdBody, holdHeaders, holdSocket, nextAttack, perform } from './connections.ts'

export interface AttackOrder {
  readonly seed: number
  readonly gatewayPort: number
  readonly subgraphPort: number
  readonly connections: number
  readonly perSecond: number
  readonly slowHeaders: number
  readonly slowBodies: number
  readonly silentSockets: number
}

export interface AttackReport {
  readonly connections: number
  /** Connections on which the service sent anything. */
  readonly answered: number
  /** Longest lifetime of a slow connection. */
  readonly slowestEndedMs: number
  readonly breaches: readonly string[]
}

/** Added to the service's own timeouts below, for a busy machine. */
const SLACK_MS = 5_000
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
const SOCKET_MS = 10_000
const GATEWAY_SHARE = 0.7
/** Slow connections of each kind. */
const OPENED_PER_SECOND = 30

if (parentPort !== null) parentPort.postMessage(await attack(workerData as AttackOrder))

async function attack(order: AttackOrder): Promise<AttackReport> {
  const random = createRandom(order.seed)
  const breaches: string[] = []
  const lifetimesMs: number[] = []
  const hold = (what: string, count: number, boundMs: number, open: (port: number) => Promise<number>) =>
    Array.from({ length: count }, async (_, index) => {
      await sleep((index * 1_000) / OPENED_PER_SECOND)
      const isSubgraph = what !== 'socket' && index % 2 === 1
      const livedMs = await open(isSubgraph ? order.subgraphPort : order.gatewayPort)
      lifetimesMs.push(livedMs)
      if (livedMs > boundMs + SLACK_MS) breaches.push(`a slow ${what} was held for ${Math.round(livedMs)} ms`)
    })
  const slow = [
    ...hold('head', order.slowHeaders, HEADERS_MS, holdHeaders),
    ...hold('body', order.slowBodies, REQUEST_MS, holdBody),
    ...hold('socket', order.silentSockets, SOCKET_MS, holdSocket),
  ]
  let answered = 0
  const running = new Set<Promise<void>>()
  const began = performance.now()
  for (let n = 0; n < order.connections; n++) {
    await sleep(Math.max(0, began + (n * 1_000) / order.perSecond - performance.now()))
    const port = random() < GATEWAY_SHARE ? order.gatewayPort : order.subgraphPort
    const chosen: Attack = nextAttack(random)
    const one = perform(port, chosen).then((bytesReceived) => {
      if (bytesReceived > 0) answered += 1
      running.delete(one)
    })
    running.add(one)
  }
  await Promise.all([...running, ...slow])
  return {
    connections: order.connections + slow.length,
    answered,
    slowestEndedMs: Math.max(0, ...lifetimesMs),
    breaches: breaches.slice(0, 10),
  }
}
