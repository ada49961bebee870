/**
 * The retry schedule (specification 6.1), on a clock that the proof moves: every attempt is made in the instant in which it is due,
 * none before, and after the fifth retry none at all. `--fault` lets the worker's clock run a second
 * ahead once the first attempts are made.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryRow } from '../../subgraphs/events/models/deliveries.ts'
import { waitUntil } from '../waitUntil.ts'
import { createManualClock } from './manualClock.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { startProofReceiver } from './webhooks/receiver.ts'
import { openWebhookWorld } from './webhooks/world.ts'

const DELIVERIES = { ci: 8, full: 500 } as const
const MINUTE_MS = 60_000
/** As the specification writes it, not as the service does. */
const DELAYS_MS = [1, 5, 30, 120, 1_440].map((minutes) => minutes * MINUTE_MS)
const POLL_MS = 10
/** How often a worker looks before it is believed that it has nothing to do, and how long what it has found may be on its way. */
const LOOKS = 3
const ON_ITS_WAY_MS = 30

export async function proveSchedule({ size, fault }: ProofInput): Promise<ProofResult> {
  const clock = createManualClock(new Date('2026-01-05T09:30:00.000Z'))
  const world = await openWebhookWorld({ clock })
  const receiver = await startProofReceiver()
  const breaches: string[] = []
  try {
    let aheadMs = 0
    let looks = 0
    const ahead = {
      now() {
        looks += 1
        return new Date(clock.now().getTime() + aheadMs)
      },
    }
    const looked = async () => {
      const until = looks + LOOKS
      await waitUntil('the worker has looked', async () => looks >= until)
      await sleep(ON_ITS_WAY_MS)
    }
    const process = await world.open({ delivery: { pollMs: POLL_MS }, clock: ahead })
    const owner = world.newOrganization()
    receiver.status = 500
    await process.register(owner, { url: receiver.url })
    process.start()
    const count = DELIVERIES[size]
    await world.commit(process, owner.orgId, count)
    const rows = world.database.collection<DeliveryRow>('deliveries')
    const attempted = (attempts: number) =>
      waitUntil(
        `${attempts} attempts each`,
        async () => (await rows.countDocuments({ attemptsMade: attempts })) === count,
      )
    await attempted(1)
    if (fault) aheadMs = 1_000
    for (const [index, delayMs] of DELAYS_MS.entries()) {
      const before = receiver.received.length
      clock.advance(delayMs - 1)
      await looked()
      const early = receiver.received.length - before
      if (early > 0) breaches.push(`retry ${index + 1}: ${early} attempts came before they were due`)
      if (fault && early > 0) break
      clock.advance(1)
      await attempted(index + 2)
    }
    if (breaches.length === 0) breaches.push(...(await findLate(rows.find({}).toArray())), ...(await findMore()))
    return { figures: { deliveries: count, attempts: receiver.received.length }, breaches }

    async function findMore(): Promise<string[]> {
      clock.advance(30 * 1_440 * MINUTE_MS)
      await looked()
      const more = receiver.received.length - count * (DELAYS_MS.length + 1)
      return more === 0 ? [] : [`${more} attempts came after the last`]
    }
  } finally {
    await world.close()
    await receiver.close()
  }
}

async function findLate(all: Promise<DeliveryRow[]>): Promise<string[]> {
  return (await all).flatMap(({ _id, status, attempts, nextAttemptAt }) => {
    const waits = attempts.slice(1).map(({ at }, index) => at.getTime() - Number(attempts[index]?.at.getTime()))
    const isExact = waits.length === DELAYS_MS.length && waits.every((wait, index) => wait === DELAYS_MS[index])
    return [
      ...(isExact ? [] : [`${_id}: its attempts waited ${waits.join(', ')} ms`]),
      ...(status === 'failed' && nextAttemptAt === null ? [] : [`${_id}: it is ${status} after the last attempt`]),
    ]
  })
}
