/**
 * Crash points of conversions (domain 1.9): the service kills itself while a quote is executed, while its tokens are on their way, and
 * while their end is booked, of a delivery that arrives and of one that the token refuses, before it is sent or on the chain. The
 * caller repeats its request with the same key. Each takes its dollars once and brings its tokens once, or gives the dollars
 * back. On a slow machine the minute of a quote is over before that of a death: it has taken nothing, and another goes on.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { hotWalletId } from '../../subgraphs/shared/conversions.ts'
import { waitUntil } from '../waitUntil.ts'
import { refuseSender, TOKEN_ROWS, type TokenRow } from './chains/tokenRows.ts'
import { CENTS, type ConvertingCaller, isExpired, UNITS } from './convertingCaller.ts'
import type { ProcessWorld, ServiceProcess } from './processWorld.ts'

interface Case {
  /** Where the service dies, one after the other: the first while it is executed. */
  readonly points: readonly string[]
  /** From the first death on the token takes nothing from the treasury. */
  readonly isRefused?: boolean
}

const commit = (step: string) => `commit:${step}`
const settlement = (step: string) => `settlement:${step}`
const written = (name: string) => commit(`beforeWrite:${name}`)
/** Only the end of a delivery writes a quote that is executed. */
const ENDING = written('quotes')

/** Of the commit that takes the dollars and queues the delivery. */
const EXECUTION: readonly Case[] = [
  ...['beforeCommit', 'afterCommit', 'afterReads', 'beforeRead:quotes'].map(commit),
  ...['quotes', 'positions', 'journals', 'payments', 'events', 'idempotency'].map(written),
].map((point) => ({ points: [point] }))
const DELIVERY: readonly Case[] = [
  ...['authorized', 'simulated', 'signed', 'stored', 'sent', 'accepted', 'blockRead', 'blockApplied', 'cursorSaved'],
].map((step) => ({ points: [settlement(step)] }))
const arrives = (...points: string[]): Case => ({ points: [settlement('sent'), ...points] })
const ARRIVAL: readonly Case[] = [
  arrives(ENDING, commit('afterCommit')),
  ...[arrives(written('positions')), arrives(written('journals')), arrives(written('events'))],
]
const failsAfter = (step: string, ...points: string[]): Case => ({
  ...{ points: [settlement(step), ...points], isRefused: true },
})
/** Nothing is signed of the first, and the others are refused by the chain. */
const FAILURE: readonly Case[] = [
  failsAfter('authorized', ENDING, commit('afterCommit')),
  failsAfter('stored', ENDING, commit('afterCommit')),
  ...[failsAfter('authorized', written('journals')), failsAfter('stored', written('events'))],
]
const EACH: readonly Case[] = [...EXECUTION, ...DELIVERY, ...ARRIVAL, ...FAILURE]
const CASES = {
  ci: [arrives(ENDING)],
  full: EACH,
} as const satisfies Record<string, readonly Case[]>
const WITHIN_MS = 60_000

export interface CrashedConversions {
  readonly deaths: number
  readonly delivered: number
  readonly givenBack: number
  readonly breaches: string[]
}

interface Scene {
  readonly world: ProcessWorld
  readonly service: ServiceProcess
  readonly caller: ConvertingCaller
  readonly usdc: TokenRow
  readonly hot: string
  readonly breaches: string[]
}

/** What the organization has, in cents of the account for cards and in units of the wallet. */
export interface Holdings {
  readonly cents: number
  readonly units: bigint
}

export async function crashConversions(
  world: ProcessWorld,
  input: {
    readonly size: 'ci' | 'full'
    readonly caller: ConvertingCaller
    readonly walletId: string
    readonly before: Holdings
  },
): Promise<CrashedConversions> {
  const { size, caller, walletId } = input
  const service = world.services[0] as ServiceProcess
  const scene = { ...(await openScene(world)), service, caller }
  const { breaches } = scene
  let [deaths, delivered, givenBack] = [0, 0, 0]
  let { cents, units } = input.before
  for (const [index, one] of CASES[size].entries()) {
    const { isRefused = false }: Case = one
    const key = `case-${index}`
    const conversion = { key, quoteId: await quoteOf(scene, key) }
    deaths += await crashIn(scene, one, conversion)
    await waitForEnd(scene, conversion.quoteId, isRefused)
    if (isRefused) givenBack += 1
    else {
      delivered += 1
      cents -= CENTS
      units += UNITS
    }
    const wrong = await findDifference(world, walletId, { cents, units })
    if (wrong !== null) breaches.push(`after ${one.points}${isRefused ? ', refused' : ''}: ${wrong}`)
    // Each counts by itself.
    if (wrong !== null) ({ cents, units } = await readHoldings(world, walletId))
  }
  return { deaths, delivered, givenBack, breaches }
}

async function openScene(world: ProcessWorld): Promise<Pick<Scene, 'world' | 'usdc' | 'hot' | 'breaches'>> {
  const usdc = TOKEN_ROWS.find(({ chain, token }) => chain === 'base' && token === 'USDC')
  const keys = world.database.collection<{ _id: string; address: string }>('walletKeys')
  const hot = await keys.findOne({ _id: hotWalletId('test') })
  if (usdc === undefined || hot === null) throw new Error('nothing was converted before')
  return { world, usdc, hot: hot.address, breaches: [] }
}

/** The quote that is to be executed, and the key of that request; others take their place when its minute is over. */
interface Conversion {
  key: string
  quoteId: string
}

/** @returns how often the service has died */
async function crashIn(scene: Scene, { points, isRefused = false }: Case, conversion: Conversion): Promise<number> {
  const { service, world, usdc, hot, breaches } = scene
  let deaths = 0
  for (const [index, point] of points.entries()) {
    service.crashAt = point
    await service.restart()
    const answered = execute(scene, conversion)
    const died = await Promise.race([service.ended().then(() => true), sleep(WITHIN_MS, false)])
    if (died) deaths += 1
    else breaches.push(`${point} of ${points} was never reached`)
    await answered
    if (isRefused && index === 0) await refuseSender(world, usdc, hot, true)
  }
  service.crashAt = null
  await service.restart()
  await waitUntil(`${conversion.key} is answered`, () => execute(scene, conversion), WITHIN_MS).catch((error: Error) =>
    breaches.push(error.message),
  )
  return deaths
}

/** @returns whether it was answered: while the service is down, it is not */
async function execute(scene: Scene, conversion: Conversion): Promise<boolean> {
  const { caller, service } = scene
  try {
    await caller.execute(service.url, conversion.key, conversion.quoteId)
    return true
  } catch (error) {
    if (!isExpired(error)) return false
  }
  const key = `${conversion.key}-again`
  const quoteId = await caller.quote(service.url, `${key}-quote`).catch(() => null)
  if (quoteId === null) return false
  Object.assign(conversion, { key, quoteId })
  return execute(scene, conversion)
}

async function quoteOf({ caller, service }: Scene, key: string): Promise<string> {
  const asked = () => caller.quote(service.url, `${key}-quote`).catch(() => null)
  return (await waitUntil(`${key} is answered`, asked, WITHIN_MS)) as string
}

/** Delivered, or given back; then the token takes from the treasury again. */
async function waitForEnd({ world, usdc, hot, breaches }: Scene, quoteId: string, isRefused: boolean): Promise<void> {
  type Quote = { _id: string; status: string; deliveredAt: Date | null }
  const quotes = world.database.collection<Quote>('quotes')
  await waitUntil(
    `${quoteId} ${isRefused ? 'is given back' : 'is delivered'}`,
    async () => {
      const quote = await quotes.findOne({ _id: quoteId })
      const isOver = isRefused ? quote?.status === 'canceled' : quote?.deliveredAt != null
      const pending = await world.database.collection('payments').countDocuments({ status: 'pending' })
      return isOver && pending + (await world.database.collection('settlementTasks').countDocuments({})) === 0
    },
    WITHIN_MS,
  ).catch((error: Error) => breaches.push(error.message))
  if (isRefused) await refuseSender(world, usdc, hot, false)
}

/** Null: the organization has exactly this, and nothing is on its way. */
export async function findDifference(world: ProcessWorld, walletId: string, wanted: Holdings): Promise<string | null> {
  let found = await readHoldings(world, walletId)
  const isRight = () => found.cents === wanted.cents && found.units === wanted.units && found.inFlight === 0
  // A deposit is credited after the payment has ended.
  await waitUntil(
    'what arrives is credited',
    async () => {
      found = await readHoldings(world, walletId)
      return isRight()
    },
    5_000,
  ).catch(() => undefined)
  if (isRight()) return null
  return `${found.cents} cents, ${found.inFlight} of them on their way, and ${found.units} units instead of ${wanted.cents} and ${wanted.units}`
}

async function readHoldings({ database }: ProcessWorld, walletId: string): Promise<Holdings & { inFlight: number }> {
  type Account = { readonly _id: string; readonly type: string }
  type Position = {
    readonly accounts?: Readonly<Record<string, { readonly available: bigint }>>
    readonly totals?: Readonly<Record<string, bigint>>
    readonly balances?: Readonly<Record<string, { readonly available: bigint }>>
  }
  const positions = database.collection<Position>('positions')
  const [issuing, usd, wallet] = await Promise.all([
    database.collection<Account>('financialAccounts').findOne({ type: 'ISSUING' }),
    positions.findOne({ 'totals.conversionInFlight': { $exists: true } }),
    positions.findOne({ walletId }),
  ])
  return {
    cents: Number(usd?.accounts?.[issuing?._id ?? '']?.available ?? 0n),
    units: BigInt(wallet?.balances?.['base:USDC']?.available ?? 0n),
    inFlight: Number(usd?.totals?.conversionInFlight ?? 0n),
  }
}
