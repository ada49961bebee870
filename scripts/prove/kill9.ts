/**
 * Kill -9 (reliability 7.2 row 1): agents pay while processes die at random: the service's, the database and the chain's
 * node, which forgets its last second. Callers repeat an unanswered request with the same key. In the end each request has
 * one payment, each is paid once, an endpoint of all events was told each of them, and the audit finds nothing. `--fault` lets callers forget their keys.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { countBatches } from './countBatches.ts'
import { findLosses, startLoad } from './load.ts'
import { openPayingCaller, registerEndpoint, waitForQuiet } from './payingCaller.ts'
import { openTwoProcesses, type Part, type ProcessWorld } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openWatchedEndpoint, type WatchedEndpoint } from './webhooks/watchedEndpoint.ts'

const PAYMENTS = { ci: 100, full: 1_000 } as const
const KILLS = { ci: 5, full: 20 } as const
/** Payments and kills that are enough to be noticed. */
const FAULT_SIZE = [40, 1] as const
/** How many responses a caller loses by itself. */
const LOST_SHARE = 0.15
const DOWN_MS = 400
const END_MS = 120_000
const SETTLED_POLL_MS = 50
const RECOVERY_P95_MS = 5_000

export async function proveKill9({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const [payments, kills] = fault ? FAULT_SIZE : [PAYMENTS[size], KILLS[size]]
  const world = await openTwoProcesses(size)
  let stopLoad = (): void => undefined
  let isOver = false
  let endpoint: WatchedEndpoint | null = null
  try {
    const caller = await openPayingCaller(world, '1000')
    endpoint = await openWatchedEndpoint(world.database, (hook) => registerEndpoint(world, hook))
    const urls = world.services.map(({ url }) => url)
    const load = startLoad(urls, caller, { total: payments, random, lostShare: LOST_SHARE, fault })
    stopLoad = load.stop
    const killed: Record<string, number> = {}
    const recoveries: number[] = []
    const silences: number[] = []
    const settling: Promise<number[]>[] = []
    const longestMs: Record<string, number> = {}
    for (let kill = 0; kill < kills; kill++) {
      await load.reach(((kill + 0.5) / kills) * payments)
      const part = pick(world, kill, random)
      killed[part.name] = (killed[part.name] ?? 0) + 1
      const at = performance.now()
      settling.push(untilSettled(world, new Date(), () => isOver))
      await part.kill()
      const silence = load.answeredAfter(at).then(() => performance.now() - at)
      await sleep(DOWN_MS * random())
      await part.start()
      silences.push(await silence)
      const tookMs = performance.now() - at
      recoveries.push(tookMs)
      longestMs[`${part.name} ms`] = Math.max(longestMs[`${part.name} ms`] ?? 0, tookMs)
    }
    const paymentIds = await load.ended
    const breaches = [...load.breaches]
    await waitForQuiet(world, END_MS).catch((error: Error) => breaches.push(error.message))
    const losses = await findLosses(world, caller, paymentIds, payments)
    breaches.push(...losses, ...(await endpoint.auditDelivered(world, kills)))
    isOver = true
    const p95 = quantile(recoveries, 0.95)
    const settled = (await Promise.all(settling)).flat()
    const [callersWaitP95Ms, settlesAgainP95Ms] = [quantile(silences, 0.95), quantile(settled, 0.95)]
    const recovery = { recoveryP95Ms: p95, callersWaitP95Ms, settlesAgainP95Ms }
    // On a busy machine the time of a start says nothing.
    if (size === 'full' && p95 > RECOVERY_P95_MS) breaches.push(`recovery p95 is ${Math.round(p95)} ms`)
    const repeats = load.counts.sent - payments
    const batches = await countBatches(world.database)
    if (batches === 0) breaches.push('no payments shared a transaction')
    return {
      figures: {
        payments,
        kills,
        delivered: endpoint.told(caller.walletId),
        ...killed,
        repeats,
        batches,
        ...recovery,
        ...longestMs,
      },
      breaches,
    }
  } finally {
    // Otherwise they would go on for ever where it was aborted.
    isOver = true
    stopLoad()
    await endpoint?.close()
    await world.close()
  }
}

/** How long it takes until a payment that was accepted after this instant is completed; none if it never is. */
async function untilSettled({ database }: ProcessWorld, from: Date, isOver: () => boolean): Promise<number[]> {
  const began = performance.now()
  const paid = { status: 'completed', createdAt: { $gt: from } }
  while (!isOver()) {
    const found = await database
      .collection('payments')
      .findOne(paid)
      .catch(() => null)
    if (found !== null) return [performance.now() - began]
    await sleep(SETTLED_POLL_MS)
  }
  return []
}

/** Each part dies at least once, in any order, as long as there are enough kills. */
function pick({ services, chain, mongod }: ProcessWorld, kill: number, random: () => number): Part {
  const parts: readonly Part[] = [services[0] as Part, chain, mongod, services[1] as Part]
  return parts[kill < parts.length ? kill : Math.floor(random() * parts.length)] as Part
}
