/**
 * Events (reliability 7.2 row 17): agents pay while processes of the service and the database die at random (kill -9), and clients
 * read every event of the organization from each process, over graphql-ws and server-sent events, and an endpoint of all events gets
 * them. In the end each payment has its events, each client was told every event of the log after its beginning, in its order and
 * once, and so was the endpoint, in any order. With `--fault` clients that
 * were cut off do not say where they were. What an election of the database does to events `failover` shows.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { findLosses, startLoad } from './load.ts'
import { openPayingCaller, registerEndpoint, waitForQuiet } from './payingCaller.ts'
import { openTwoProcesses, type Part, type ProcessWorld } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { type Asked, askAt, findGaps } from './resume/gaps.ts'
import { type Reader, readSocket, readSse } from './resume/readers.ts'
import { openWatchedEndpoint, type WatchedEndpoint } from './webhooks/watchedEndpoint.ts'

const PAYMENTS = { ci: 24, full: 1_000 } as const
const KILLS = { ci: 3, full: 20 } as const
const FAULT_SIZE = [16, 1] as const
const DOWN_MS = 300
const END_MS = 120_000
const TOLD_WITHIN_MS = 15_000
const FAULT_TOLD_WITHIN_MS = 500

export async function proveEvents({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const [payments, kills] = fault ? FAULT_SIZE : [PAYMENTS[size], KILLS[size]]
  const world = await openTwoProcesses(size)
  const readers: Reader[] = []
  let stopLoad = (): void => undefined
  let endpoint: WatchedEndpoint | null = null
  try {
    const caller = await openPayingCaller(world, '1000')
    endpoint = await openWatchedEndpoint(world.database, (hook) => registerEndpoint(world, hook))
    const asked: Asked = { name: 'the organization', headers: { 'x-api-key': world.adminKey }, types: null }
    for (const { url, name } of world.services)
      for (const [kind, open] of [['graphql-ws', readSocket] as const, ['SSE', readSse] as const])
        readers.push(open({ ...asked, name: `a client of ${name} over ${kind}`, url, resumes: !fault }))
    const urls = world.services.map(({ url }) => url)
    const load = startLoad(urls, caller, { total: payments, random, lostShare: 0, fault: false })
    stopLoad = load.stop
    for (let kill = 0; kill < kills; kill++) {
      await load.reach(((kill + 0.5) / kills) * payments)
      const part = pick(world, kill, random)
      const at = performance.now()
      await part.kill()
      await sleep(DOWN_MS * random())
      await part.start()
      await load.answeredAfter(at)
    }
    const paymentIds = await load.ended
    const breaches = [...load.breaches]
    await waitForQuiet(world, END_MS).catch((error: Error) => breaches.push(error.message))
    breaches.push(...(await findLosses(world, caller, paymentIds, payments)), ...(await findUntold(world, paymentIds)))
    const withinMs = fault ? FAULT_TOLD_WITHIN_MS : TOLD_WITHIN_MS
    // One after the other: an organization may not read many lists at once.
    for (const reader of readers)
      breaches.push(...(await findGaps(askAt(`${world.services[0]?.url}`), reader, asked, withinMs)))
    breaches.push(...(await endpoint.auditDelivered(world, kills)))
    const told = readers.reduce((sum, reader) => sum + reader.told.length, 0)
    const delivered = endpoint.told(caller.walletId)
    return { figures: { payments, kills, readers: readers.length, told, delivered }, breaches }
  } finally {
    stopLoad()
    await Promise.all(readers.map((reader) => reader.stop()))
    await endpoint?.close()
    await world.close()
  }
}

/** Each part dies at least once, as long as there are enough kills. */
function pick({ services, mongod }: ProcessWorld, kill: number, random: () => number): Part {
  const parts: readonly Part[] = [services[0] as Part, mongod, services[1] as Part]
  return parts[kill < parts.length ? kill : Math.floor(random() * parts.length)] as Part
}

/** Payments whose acceptance or end no event tells. */
async function findUntold({ database }: ProcessWorld, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await database
    .collection<{ _id: string; resourceId: string; type: string }>('events')
    .find({ resourceId: { $in: [...paymentIds] } }, { projection: { resourceId: 1, type: 1 } })
    .toArray()
  const types = Map.groupBy(rows, ({ resourceId }) => resourceId)
  return paymentIds.flatMap((id) => {
    const told = (types.get(id) ?? []).map(({ type }) => type).toSorted()
    const isTold = told.join() === 'payment.accepted,payment.completed,payment.pending'
    return isTold ? [] : [`${id} has the events ${told.join() || 'of nothing'}`]
  })
}
