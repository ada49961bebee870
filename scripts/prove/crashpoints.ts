/**
 * Crash points (reliability 7.2 row 2): the service kills itself at every step of accepting and settling a payment, or the
 * delivery of a conversion, once each, also while it recovers from the last death. The caller repeats its request with the same
 * key until it is answered. Each request has one payment, each is paid once, each conversion has taken its dollars once, and the audit
 * finds nothing, to the cent and the unit. So it is with each step of a conversion, of deposits and holds, of the treasury and of
 * purchases; at the small size with one of each, by chance. `--fault` lets the caller forget its key.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../waitUntil.ts'
import { CENTS, type ConvertingCaller, FUNDED_CENTS, openConvertingCaller, UNITS } from './convertingCaller.ts'
import { countBatches } from './countBatches.ts'
import { crashConversions, findDifference, type Holdings } from './crashConversions.ts'
import { crashPurchases, openPurchases } from './crashPurchases.ts'
import { type Crashed, crashHolds, crashOutside, crashTreasury } from './crashTreasury.ts'
import { openPayingCaller, type PayingCaller, waitForQuiet } from './payingCaller.ts'
import { openProcessWorld, type ProcessWorld, type ServiceProcess } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'

/** The first is certain to be that of the acceptance: nothing else is committed yet. */
const OF_THE_COMMIT = [
  ...['afterCommit', 'beforeRead:idempotency', 'afterReads', 'beforeWrite:positions', 'beforeWrite:payments'],
  ...['beforeWrite:journals', 'beforeWrite:events', 'beforeWrite:idempotency', 'beforeCommit'],
  ...['beforeWrite:quotes'],
].map((step) => `commit:${step}`)
/** Without those of a second attempt, which a reverted transfer needs. */
const OF_SETTLEMENT = [
  ...['authorized', 'simulated', 'signed', 'stored', 'sent', 'accepted', 'blockRead', 'blockApplied', 'cursorSaved'],
].map((step) => `settlement:${step}`)
/** At the small size. */
const SHORT = ['commit:afterCommit', 'settlement:stored']
/** Requests sent at once, so that settlement has batches to die with. */
const TOGETHER = 3
const AMOUNT = '0.01'
const AMOUNT_UNITS = 10_000n
const FUNDED = '1000'
const FUNDED_UNITS = 1_000_000_000n
const CRASH_WITHIN_MS = 60_000
const END_MS = 60_000

export async function proveCrashpoints({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const purchases = await openPurchases()
  const world = await openProcessWorld(1, purchases)
  const breaches: string[] = []
  try {
    const caller = await openPayingCaller(world, FUNDED)
    const converting = await openConvertingCaller(world, caller.walletId)
    const paid = await crashPayments(world, { size, fault, caller, converting }, breaches)
    const conversions = await endAll(world, { payments: paid.payments, converting, fault }, breaches)
    const batches = await countBatches(world.database)
    if (batches === 0) breaches.push('no payments shared a transaction')
    const before: Holdings = {
      cents: FUNDED_CENTS - conversions * CENTS,
      units: FUNDED_UNITS - BigInt(paid.payments) * AMOUNT_UNITS + BigInt(conversions) * UNITS,
    }
    const wrong = fault ? null : await findDifference(world, caller.walletId, before)
    if (wrong !== null) breaches.push(wrong)
    const crashed = fault ? null : await crashMore(world, { size, seed, caller, converting, before, purchases })
    breaches.push(...(crashed?.breaches ?? []), ...(await world.audit()))
    return { figures: { ...paid, conversions, batches, ...crashed?.figures }, breaches }
  } finally {
    await world.close()
    await purchases.close()
  }
}

/** What is not a payment of the first part, one kind after the other. */
async function crashMore(
  world: ProcessWorld,
  input: Pick<Crashing, 'size' | 'caller' | 'converting'> & {
    readonly seed: number
    readonly before: Holdings
    readonly purchases: Awaited<ReturnType<typeof openPurchases>>
  },
): Promise<ProofResult> {
  const { size, seed, caller, converting, before } = input
  const { walletId, agentId } = caller
  const converted = await crashConversions(world, { size, caller: converting, walletId, before })
  const each = { size, walletId, random: createRandom(seed) }
  const holds = await crashHolds(world, each)
  const treasury = await crashTreasury(world, { ...each, cents: before.cents - converted.delivered * CENTS })
  const bought = await crashPurchases(world, { ...input, agentId })
  const outside = await crashOutside(world, each)
  const all: readonly (readonly [string, Crashed])[] = [
    ['hold', holds],
    ['treasury', treasury],
    ['outside', outside],
  ]
  const { deaths: conversionDeaths, delivered, givenBack } = converted
  return {
    figures: {
      ...{ conversionDeaths, delivered, givenBack, purchaseDeaths: bought.deaths },
      ...Object.fromEntries(
        all.flatMap(([name, { deaths, steps }]) => [
          [`${name}Steps`, steps],
          [`${name}Deaths`, deaths],
        ]),
      ),
      leastDeaths: Math.min(...all.map(([, { leastDeaths }]) => leastDeaths)),
    },
    breaches: [...converted.breaches, ...bought.breaches, ...all.flatMap(([, { breaches }]) => breaches)],
  }
}

interface Crashing {
  readonly size: ProofInput['size']
  readonly fault: boolean
  readonly caller: PayingCaller
  readonly converting: ConvertingCaller
}

/** Payments and conversions at once, and a death at each point. */
async function crashPayments(
  world: ProcessWorld,
  { size, fault, caller, converting }: Crashing,
  breaches: string[],
): Promise<{ readonly deaths: number; readonly payments: number }> {
  const service = world.services[0] as ServiceProcess
  let [payments, deaths] = [0, 0]
  let waiting: string[] = []
  let converted: string[] = []
  const all = size === 'ci' ? SHORT : [...OF_THE_COMMIT, ...OF_SETTLEMENT]
  const points = fault ? all.slice(0, 1) : all
  for (const point of points) {
    // It makes good the last death, and dies again.
    service.crashAt = point
    await service.restart()
    for (let index = 0; index < TOGETHER; index++) waiting.push(`crash-${point}-${index}`)
    // The fault forgets what was accepted: the first that is committed has to be a payment.
    if (!fault) converted.push(`convert-${point}`)
    const begun = Promise.all(converted.map((one) => converting.convert(service.url, one)))
    const answers = Promise.all(waiting.map((one) => isAnswered(caller, service.url, one)))
    const died = await Promise.race([service.ended().then(() => true), sleep(CRASH_WITHIN_MS, false)])
    if (died) deaths += 1
    else breaches.push(`${point} was never reached`)
    payments += TOGETHER
    const answered = await answers
    const done = await begun
    converted = converted.filter((_, index) => !done[index])
    // A caller that forgets its key sends the request anew.
    waiting = waiting.filter((_, index) => !answered[index]).map((one) => (fault ? `${one}-again` : one))
  }
  service.crashAt = null
  await service.restart()
  const answer = (key: string, isDone: () => Promise<boolean>) =>
    waitUntil(`${key} is answered`, isDone, END_MS).catch((error: Error) => breaches.push(error.message))
  for (const key of waiting) await answer(key, () => isAnswered(caller, service.url, key))
  for (const key of converted) await answer(key, () => converting.convert(service.url, key))
  await waitForQuiet(world, END_MS).catch((error: Error) => breaches.push(error.message))
  return { deaths, payments }
}

/** @returns how many conversions were delivered */
async function endAll(
  { database }: ProcessWorld,
  { payments, converting, fault }: { payments: number; converting: ConvertingCaller; fault: boolean },
  breaches: string[],
): Promise<number> {
  const ended = await database.collection<Ended>('payments').find({}).toArray()
  const rows = ended.filter(({ quoteId }) => quoteId === undefined)
  const conversions = ended.length - rows.length
  const executed = await database.collection('quotes').countDocuments({ status: 'executed' })
  const { size: answered } = converting.executed
  if (executed !== conversions || answered !== conversions || (conversions === 0 && !fault))
    breaches.push(`${answered} conversions were answered, ${executed} quotes executed, with ${conversions} deliveries`)
  if (rows.length !== payments) breaches.push(`${payments} requests made ${rows.length} payments`)
  const open = ended.filter(({ status }) => status !== 'completed').length
  if (open > 0) breaches.push(`${open} payments are not completed`)
  return conversions
}

interface Ended {
  readonly status: string
  readonly quoteId?: string
}

const isAnswered = (caller: PayingCaller, url: string, key: string): Promise<boolean> =>
  caller.post(url, key, AMOUNT).then(
    ({ status }) => status === 201,
    () => false,
  )
