/**
 * Fencing (reliability 7.2 row 15): a process is stopped between two steps of settlement, beyond its lease; another holder
 * has taken the lease when it goes on. It must not store a signature any more, and what it has sent is not sent twice. Then
 * two processes are stopped in turn while agents pay: each payment is paid once, and the audit finds nothing. `--fault` lets
 * the clock of a process stand still while it is stopped, and the database answer late who has the lease, so that it does not
 * know that its own has run out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { LEASES, type LeaseRow, takeLease } from '../../subgraphs/payments/models/leases.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import { waitUntil } from '../waitUntil.ts'
import { findLosses, startLoad } from './load.ts'
import { openPayingCaller, type PayingCaller, waitForQuiet } from './payingCaller.ts'
import { openProcessWorld, type ProcessWorld, type ServiceProcess } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'

/** Before the bytes are stored: a process that goes on here has signed nothing, or nothing that anyone has. */
const STEPS = ['signed', 'simulated', 'authorized']
const TRIALS = { ci: 1, full: 200 } as const
const TURNS = { ci: 1, full: 50 } as const
const PAYMENTS = { ci: 16, full: 500 } as const
const LEASE = 'settle:test:base'
/** For how long a process stays stopped once another one has its lease: that one sends what waits. */
const STAYS_MS = 500
const HELD_MS = 60_000
const LATE_MS = 500
const WITHIN_MS = 30_000
const AMOUNT = '0.01'

export async function proveFencing({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openProcessWorld(2, fault ? { environment: { STANDING_CLOCK: 'true' }, testCommands: true } : {})
  const [service, other] = world.services as [ServiceProcess, ServiceProcess]
  const breaches: string[] = []
  const figures = { trials: 0, turns: 0, takeovers: 0, payments: 0 }
  try {
    const caller = await openPayingCaller(world, '1000')
    await other.kill()
    const trials = fault ? STEPS.length : TRIALS[size]
    for (; figures.trials < trials && !(fault && breaches.length > 0); figures.trials++) {
      const step = STEPS[figures.trials % STEPS.length] as string
      breaches.push(...(await tryStale({ world, service, caller, fault }, step, `trial-${figures.trials}`)))
    }
    if (fault) return { figures, breaches }
    await other.start()
    const urls = world.services.map(({ url }) => url)
    const load = startLoad(urls, caller, { total: PAYMENTS[size], random, lostShare: 0, fault: false })
    for (; figures.turns < TURNS[size]; figures.turns++) {
      await load.reach((figures.turns / TURNS[size]) * PAYMENTS[size])
      // The first holds the lease since the trials, and each turn passes it on.
      const taken = await stopUntilTaken(world, figures.turns % 2 === 0 ? service : other, STAYS_MS * random())
      if (taken) figures.takeovers += 1
      else breaches.push(`turn ${figures.turns}: nobody took the lease of a process that was stopped`)
    }
    const paymentIds = [...(await load.ended), ...(await acceptedBefore(world, figures.trials))]
    figures.payments = paymentIds.length
    breaches.push(...load.breaches)
    await waitForQuiet(world, WITHIN_MS * 4).catch((error: Error) => breaches.push(error.message))
    breaches.push(...(await findLosses(world, caller, paymentIds, PAYMENTS[size] + figures.trials)))
    breaches.push(...(await findSecondNonces(world)), ...(await world.audit()))
  } finally {
    // A stopped process handles no other signal.
    for (const one of world.services) await one.kill()
    await world.close()
  }
  return { figures, breaches }
}

interface Trial {
  readonly world: ProcessWorld
  readonly service: ServiceProcess
  readonly caller: PayingCaller
  readonly fault: boolean
}

/** The proof is the other holder, so that nobody settles the payment meanwhile. */
async function tryStale({ world, service, caller, fault }: Trial, step: string, key: string): Promise<string[]> {
  const { database } = world
  const paused = service.pauseAt(`settlement:${step}`)
  const { paymentId } = await caller.post(service.url, key, AMOUNT)
  await paused
  const lease = await waitUntil(
    'the lease runs out',
    () => takeLease(database, { id: LEASE, holder: 'proof', lifetimeMs: HELD_MS }),
    WITHIN_MS,
  )
  if (fault) await answerLate(database, { times: 3 })
  service.signal('SIGCONT')
  await sleep(LATE_MS)
  if (fault) await answerLate(database, 'off')
  const stored = await database
    .collection<{ subjectId: string; fence: number }>('accountNonces')
    .findOne({ subjectId: paymentId ?? '', 'bytes.0': { $exists: true } })
  await takeLease(database, { id: LEASE, holder: 'proof', lifetimeMs: 0 })
  const end = await waitUntil(
    'the payment is paid',
    () => database.collection<{ _id: string }>('payments').findOne({ _id: paymentId ?? '', status: 'completed' }),
    WITHIN_MS,
  ).catch((error: Error) => error.message)
  return [
    ...(stored === null ? [] : [`${step}: a signature was stored under ${stored.fence}, the lease is ${lease.fence}`]),
    ...(typeof end === 'string' ? [`${step}: ${end}`] : []),
  ]
}

/** Its lease runs out meanwhile, however long that is: a shorter stop would show nothing. @returns whether another one took it */
async function stopUntilTaken({ database }: ProcessWorld, stopped: ServiceProcess, staysMs: number): Promise<boolean> {
  const fence = async () => Number((await database.collection<LeaseRow>(LEASES).findOne({ _id: LEASE }))?.fence)
  stopped.signal('SIGSTOP')
  const before = await fence()
  const taken = await waitUntil('another one takes the lease', async () => (await fence()) > before, WITHIN_MS).catch(
    () => false,
  )
  await sleep(staysMs)
  stopped.signal('SIGCONT')
  return taken
}

/** Who asks for a lease. */
async function answerLate({ connection }: Database, mode: object | 'off'): Promise<void> {
  const data = {
    failCommands: ['findAndModify'],
    blockConnection: true,
    blockTimeMS: LATE_MS,
    namespace: 'prove.leases',
  }
  await connection.getClient().db('admin').command({ configureFailPoint: 'failCommand', mode, data })
}

async function acceptedBefore({ database }: ProcessWorld, count: number): Promise<string[]> {
  const rows = await database.collection<{ _id: string }>('payments').find({}).sort({ _id: 1 }).limit(count).toArray()
  return rows.map(({ _id }) => _id)
}

async function findSecondNonces({ database }: ProcessWorld): Promise<string[]> {
  const signed = await database
    .collection<{ subjectId: string; paymentIds?: readonly string[] }>('accountNonces')
    .find({ 'bytes.0.purpose': 'pay' })
    .toArray()
  const carried = signed.flatMap(({ subjectId, paymentIds }) => paymentIds ?? [subjectId])
  const counts = Map.groupBy(carried, (id) => id)
  return [...counts].filter(([, own]) => own.length > 1).map(([id, own]) => `${id} was signed for ${own.length} nonces`)
}
