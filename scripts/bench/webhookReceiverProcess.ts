/**
 * A receiver of webhooks that answers after a millisecond, in a process of its own, so that its CPU time is not counted as the
 * service's. Tells its address, and on each message what has come since the last one.
 */
import { readBody, startLocalServer } from '../localServer.ts'

/** When the delivery of a payment came, in milliseconds since 1970. */
export type Arrivals = readonly (readonly [paymentId: string, at: number])[]

const ANSWER_MS = 1

let arrived: [string, number][] = []
const server = await startLocalServer(async (request, response) => {
  const body = (await readBody(request)).toString()
  arrived.push([/"payment_id":"([^"]+)"/.exec(body)?.[1] ?? '', performance.timeOrigin + performance.now()])
  setTimeout(() => response.writeHead(200).end(), ANSWER_MS)
})
process.on('message', () => {
  process.send?.(arrived satisfies Arrivals)
  arrived = []
})
process.on('disconnect', () => process.exit(0))
process.send?.(server.url)
