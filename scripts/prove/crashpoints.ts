/**
 * Crash points (reliability 7.2 row 2): the service kills itself at every step of accepting and settling a payment, once
 * each, also while it recovers from the last death. The caller repeats its request with the same key until it is answered.
 * Each request has one payment, each is paid once, and the audit finds nothing. So it is with each step of the treasury. `--fault` lets the caller forget its key.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../waitUntil.ts'
import { countBatches } from './countBatches.ts'
import { crashTreasury } from './crashTreasury.ts'
import { openPayingCaller, type PayingCaller, waitForQuiet } from './payingCaller.ts'
import { openProcessWorld, type ServiceProcess } from './processWorld.ts'
import type { ProofInput, ProofResult } from './proof.ts'

/** The first is certain to be that of the acceptance: nothing else is committed yet. */
const OF_THE_COMMIT = [
  ...['afterCommit', 'beforeRead:idempotency', 'afterReads', 'beforeWrite:positions', 'beforeWrite:payments'],
  ...['beforeWrite:journals', 'beforeWrite:events', 'beforeWrite:idempotency', 'beforeCommit'],
].map((step) => `commit:${step}`)
/** Without those of a second attempt, which a reverted transfer needs. */
const OF_SETTLEMENT = [
  ...['authorized', 'simulated', 'signed', 'stored', 'sent', 'accepted', 'blockRead', 'blockApplied', 'cursorSaved'],
].map((step) => `settlement:${step}`)
/** At the small size. */
const SHORT = [
  ...['commit:afterCommit', 'commit:beforeCommit'],
  ...['settlement:stored', 'settlement:sent', 'settlement:accepted', 'settlement:blockApplied'],
]
const ROUNDS = { ci: 1, full: 10 } as const
/** Requests sent at once, so that settlement has batches to die with. */
const TOGETHER = 3
const AMOUNT = '0.01'
const CRASH_WITHIN_MS = 60_000
const END_MS = 60_000

export async function proveCrashpoints({ size, fault }: ProofInput): Promise<ProofResult> {
  const world = await openProcessWorld(1)
  const service = world.services[0] as ServiceProcess
  const breaches: string[] = []
  let payments = 0
  let deaths = 0
  let batches = 0
  let treasury: Awaited<ReturnType<typeof crashTreasury>> | null = null
  let waiting: string[] = []
  try {
    const caller = await openPayingCaller(world, '1000')
    const all = size === 'ci' ? SHORT : [...OF_THE_COMMIT, ...OF_SETTLEMENT]
    const points = fault ? all.slice(0, 1) : all
    for (let round = 0; round < ROUNDS[size]; round++)
      for (const point of points) {
        // It makes good the last death, and dies again.
        service.crashAt = point
        await service.restart()
        for (let index = 0; index < TOGETHER; index++) waiting.push(`crash-${round}-${point}-${index}`)
        const answers = Promise.all(waiting.map((one) => isAnswered(caller, service.url, one)))
        const died = await Promise.race([service.ended().then(() => true), sleep(CRASH_WITHIN_MS, false)])
        if (died) deaths += 1
        else breaches.push(`${point} was never reached`)
        payments += TOGETHER
        const answered = await answers
        // A caller that forgets its key sends the request anew.
        waiting = waiting.filter((_, index) => !answered[index]).map((one) => (fault ? `${one}-again` : one))
      }
    service.crashAt = null
    await service.restart()
    for (const key of waiting)
      await waitUntil(`${key} is answered`, () => isAnswered(caller, service.url, key), END_MS).catch((error: Error) =>
        breaches.push(error.message),
      )
    await waitForQuiet(world, END_MS).catch((error: Error) => breaches.push(error.message))
    const rows = await world.database.collection<{ status: string }>('payments').find({}).toArray()
    if (rows.length !== payments) breaches.push(`${payments} requests made ${rows.length} payments`)
    const open = rows.filter(({ status }) => status !== 'completed').length
    if (open > 0) breaches.push(`${open} payments are not completed`)
    batches = await countBatches(world.database)
    if (batches === 0) breaches.push('no payments shared a transaction')
    if (!fault) {
      treasury = await crashTreasury(world, { size, ...caller })
      breaches.push(...treasury.breaches)
    }
    breaches.push(...(await world.audit()))
  } finally {
    await world.close()
  }
  const ofTreasury = { treasurySteps: treasury?.steps ?? 0, treasuryDeaths: treasury?.deaths ?? 0 }
  return { figures: { deaths, payments, batches, ...ofTreasury }, breaches }
}

const isAnswered = (caller: PayingCaller, url: string, key: string): Promise<boolean> =>
  caller.post(url, key, AMOUNT).then(
    ({ status }) => status === 201,
    () => false,
  )
