/**
 * Kill -9 (reliability 7.2 row 1): agents pay while processes die at random: the service's, the database and the chain's
 * node, which forgets its last second. Callers repeat an unanswered request with the same key. In the end each request has
 * one payment, each is paid once, and the audit finds nothing. `--fault` lets callers forget their keys.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { countBatches } from './countBatches.ts'
import { openPayingCaller, type PayingCaller, waitForQuiet } from './payingCaller.ts'
import { openProcessWorld, type Part, type ProcessWorld } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'

const PAYMENTS = { ci: 100, full: 1_000 } as const
const KILLS = { ci: 5, full: 20 } as const
const CALLERS = 8
const AMOUNT = '0.01'
/** How many responses a caller loses by itself. */
const LOST_SHARE = 0.15
const LOST_WITHIN_MS = 60
const PAUSE_MS = 100
const DOWN_MS = 400
const END_MS = 120_000
const RECOVERY_P95_MS = 5_000

export async function proveKill9({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openProcessWorld(2)
  try {
    const caller = await openPayingCaller(world, '1000')
    const load = startLoad(world, caller, { total: PAYMENTS[size], random, fault })
    const killed: Record<string, number> = {}
    const recoveries: number[] = []
    for (let kill = 0; kill < KILLS[size]; kill++) {
      await load.reach(((kill + 0.5) / KILLS[size]) * PAYMENTS[size])
      const part = pick(world, kill, random)
      killed[part.name] = (killed[part.name] ?? 0) + 1
      const at = performance.now()
      await part.kill()
      await sleep(DOWN_MS * random())
      await part.start()
      await load.answeredAfter(at)
      recoveries.push(performance.now() - at)
    }
    const paymentIds = await load.ended
    const breaches = [...load.breaches]
    await waitForQuiet(world, END_MS).catch((error: Error) => breaches.push(error.message))
    breaches.push(...(await findLosses(world, caller, paymentIds, PAYMENTS[size])), ...(await world.audit()))
    const p95 = quantile(recoveries, 0.95)
    // On a busy machine the time of a start says nothing.
    if (size === 'full' && p95 > RECOVERY_P95_MS) breaches.push(`recovery p95 is ${Math.round(p95)} ms`)
    const repeats = load.counts.sent - PAYMENTS[size]
    const batches = await countBatches(world.database)
    if (batches === 0) breaches.push('no payments shared a transaction')
    return {
      figures: { payments: PAYMENTS[size], kills: KILLS[size], ...killed, repeats, batches, recoveryP95Ms: p95 },
      breaches,
    }
  } finally {
    await world.close()
  }
}

/** Each part dies at least once, in any order, as long as there are enough kills. */
function pick({ services, chain, mongod }: ProcessWorld, kill: number, random: () => number): Part {
  const parts: readonly Part[] = [services[0] as Part, chain, mongod, services[1] as Part]
  return parts[kill < parts.length ? kill : Math.floor(random() * parts.length)] as Part
}

interface Load {
  /** Of the payments that were answered, each once. */
  readonly ended: Promise<string[]>
  readonly breaches: string[]
  readonly counts: { sent: number; answered: number }
  /** Waits until so many requests were answered. */
  reach(answered: number): Promise<void>
  /** Waits for a response to a request that was sent after this instant. */
  answeredAfter(at: number): Promise<void>
}

function startLoad(
  { services }: ProcessWorld,
  caller: PayingCaller,
  { total, random, fault }: { readonly total: number; readonly random: () => number; readonly fault: boolean },
): Load {
  const counts = { sent: 0, answered: 0 }
  const breaches: string[] = []
  let next = 0
  let lastSentOfAnswered = 0

  async function payUntilAnswered(index: number): Promise<string> {
    for (let tries = 0; ; tries++) {
      const sentAt = performance.now()
      counts.sent += 1
      const { url } = services[Math.floor(random() * services.length)] as { url: string }
      const isLost = random() < LOST_SHARE
      const signal = isLost ? AbortSignal.timeout(1 + Math.floor(random() * LOST_WITHIN_MS)) : undefined
      const key = fault ? `pay-${index}-${tries}` : `pay-${index}`
      const answer = await caller.post(url, key, AMOUNT, signal).catch(() => null)
      if (answer?.status === 201 && answer.paymentId !== null) {
        lastSentOfAnswered = Math.max(lastSentOfAnswered, sentAt)
        counts.answered += 1
        return answer.paymentId
      }
      const isRefused = answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 429
      if (isRefused) breaches.push(`payment ${index} is refused: ${answer.text.slice(0, 200)}`)
      if (isRefused) return ''
      await sleep(PAUSE_MS)
    }
  }

  async function runCaller(): Promise<string[]> {
    const ids: string[] = []
    while (next < total) ids.push(await payUntilAnswered(next++))
    return ids
  }

  const until = async (isTrue: () => boolean) => {
    while (!isTrue() && counts.answered < total) await sleep(5)
  }
  return {
    ended: Promise.all(Array.from({ length: CALLERS }, runCaller)).then((all) => all.flat()),
    breaches,
    counts,
    reach: (answered) => until(() => counts.answered >= answered),
    answeredAfter: (at) => until(() => lastSentOfAnswered > at),
  }
}

async function findLosses(
  { database }: ProcessWorld,
  { walletId }: PayingCaller,
  paymentIds: readonly string[],
  total: number,
): Promise<string[]> {
  const rows = await database
    .collection<{ _id: string; status: string; walletId: string }>('payments')
    .find({ walletId })
    .project<{ _id: string; status: string }>({ status: 1 })
    .toArray()
  const found = new Map(rows.map(({ _id, status }) => [_id, status]))
  return [
    ...(rows.length === total ? [] : [`${total} requests made ${rows.length} payments`]),
    ...(new Set(paymentIds).size === total ? [] : ['two requests got the same payment']),
    ...paymentIds
      .filter((id) => found.get(id) !== 'completed')
      .map((id) => `${id} was acknowledged and is ${found.get(id) ?? 'lost'}`),
  ]
}
