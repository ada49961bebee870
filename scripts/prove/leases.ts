/**
 * Leases of deliveries: several processes serve the same endpoints, each delivery is sent once, and at most four at once to an
 * endpoint, by all of them together. One process dies in the middle of its attempts: other endpoints are served at once, and once
 * its leases have ended the rest is, of which only what was under way is sent again. `--fault` lets the clock of the
 * leases of one process run an hour ahead, so that it takes what others are sending.
 */
import type { DeliveryRow } from '../../subgraphs/events/models/deliveries.ts'
import { waitUntil } from '../waitUntil.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { eventIdOf, type ProofReceiver, startProofReceiver } from './webhooks/receiver.ts'
import { openWebhookWorld, type WebhookWorld } from './webhooks/world.ts'

const DELIVERIES = { ci: 120, full: 3_000 } as const
const PROCESSES = 3
const POLL_MS = 10
/** Beyond the timeout of an attempt and the margin of its lease. */
const LEASE_MS = 60_000
/** At one endpoint. */
const IN_FLIGHT_MAX = 4
const HOUR_MS = 3_600_000
const WITHIN_MS = 120_000

export async function proveLeases({ size, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWebhookWorld()
  const receiver = await startProofReceiver()
  try {
    const shared = await sendShared(world, receiver, { count: DELIVERIES[size], fault })
    if (fault) return { figures: { deliveries: DELIVERIES[size] }, breaches: shared }
    const died = await sendAfterDeath(world, receiver)
    const figures = { deliveries: DELIVERIES[size], inFlight: died.inFlight, sentAgain: died.sentAgain }
    return { figures, breaches: [...shared, ...died.breaches] }
  } finally {
    await world.close()
    await receiver.close()
  }
}

async function sendShared(
  world: WebhookWorld,
  receiver: ProofReceiver,
  { count, fault }: { readonly count: number; readonly fault: boolean },
): Promise<string[]> {
  const ahead = { now: () => new Date(Date.now() + HOUR_MS) }
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) =>
      world.open({ delivery: { pollMs: POLL_MS, ...(fault && index === 0 && { leaseClock: ahead }) } }),
    ),
  )
  const [first] = processes as [(typeof processes)[0]]
  const owner = world.newOrganization()
  receiver.waitMs = 15
  await first.register(owner, { url: receiver.url })
  for (const process of processes) process.start()
  await world.commit(first, owner.orgId, count)
  for (const process of processes) process.wake(owner.orgId)
  await delivered(world, count)
  for (const process of processes) await process.stop()
  const { most } = receiver.load
  const above = most > IN_FLIGHT_MAX ? [`${most} attempts at one endpoint were under way at once`] : []
  return [...above, ...findRepeated(receiver, 0)]
}

/** A receiver that does not answer has as many attempts as an endpoint may have; their process dies, and another one goes on. */
async function sendAfterDeath(world: WebhookWorld, receiver: ProofReceiver) {
  receiver.received.length = 0
  receiver.waitMs = 0
  receiver.status = null
  const first = await world.open({ delivery: { pollMs: POLL_MS } })
  const [owner, other] = [world.newOrganization(), world.newOrganization()]
  for (const one of [owner, other]) await first.register(one, { url: receiver.url })
  first.start()
  const count = 12
  const before = await world.database.collection('deliveries').countDocuments({ status: 'delivered' })
  // An endpoint that has answered once may have as many as any.
  receiver.status = 200
  await world.commit(first, owner.orgId, 1)
  await delivered(world, before + 1)
  receiver.status = null
  await world.commit(first, owner.orgId, count)
  await waitUntil('attempts are running', async () => receiver.received.length === 1 + IN_FLIGHT_MAX)
  await first.die()
  receiver.status = 200
  const inFlight = receiver.received.length - 1
  let machine = Date.now()
  const second = await world.open({
    delivery: { pollMs: POLL_MS, leaseClock: { now: () => new Date(machine) } },
  })
  second.start()
  await world.commit(second, other.orgId, count)
  await delivered(world, before + 1 + count)
  const early = findRepeated(receiver, 0).map((breach) => `before its lease has ended: ${breach}`)
  machine += LEASE_MS
  await delivered(world, before + 1 + 2 * count)
  await second.stop()
  const sentAgain = receiver.received.length - 2 * count - 1
  return { inFlight, sentAgain, breaches: [...early, ...findRepeated(receiver, inFlight)] }
}

function delivered(world: WebhookWorld, count: number): Promise<unknown> {
  const rows = world.database.collection<DeliveryRow>('deliveries')
  const isDone = async () => (await rows.countDocuments({ status: 'delivered' })) >= count
  return waitUntil(`${count} are delivered`, isDone, WITHIN_MS)
}

function findRepeated({ received }: ProofReceiver, allowed: number): string[] {
  const ids = new Set(received.map(eventIdOf))
  const repeated = received.length - ids.size
  return repeated > allowed ? [`${repeated} deliveries were sent more than once; allowed are ${allowed}`] : []
}
