/**
 * Isolation of webhook endpoints (reliability 7.2 row 18): beside 99 hostile endpoints of 24 kinds, for each of which more waits
 * all the time than it takes, a good one gets at least 90 % of what it gets alone: one in an organization of its own, and at the
 * same time one in an organization of hostile ones. By the median of some rounds. At ci size, on a machine that others use too,
 * what it gets alone is measured at the same time, in another database, and it must get most of that. `--fault` lets all endpoints
 * share one slot.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { median, quantile } from '../statistics.ts'
import { waitUntil } from '../waitUntil.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { HOSTILE_KINDS, type HostileReceivers, startHostileReceivers } from './webhooks/hostileReceivers.ts'
import { type ProofReceiver, startProofReceiver } from './webhooks/receiver.ts'
import { openWebhookWorld, type WebhookProcess, type WebhookWorld } from './webhooks/world.ts'

const DELIVERIES = { ci: 24, full: 2_000 } as const
const ROUNDS = { ci: 3, full: 5 } as const
const LEAST_SHARE = { ci: 0.6, full: 0.9 } as const
const TIMES_P99_MAX = 2
const HOSTILE = 99
const ORGANIZATIONS = 11
/** Of each hostile one: at first, and then one more from time to time. */
const BACKLOG = 6
const FEED_MS = 2_000
/** Attempts at hostile ones that hang, at most moments of the measurement. */
const LEAST_OPEN = 2
const BURST_MS = 500
/** More than hanging ones end in that time. */
const HANGING_IN_BURST = 12
/** Of the good receivers: as of some at a distance, so that their slots decide and not this machine, however busy that is. */
const ANSWER_MS = { ci: 200, full: 40 } as const
const TIMEOUT_MS = 2_000
const GROWTH_MAX_BYTES = 50 * 1024 * 1024
/** What has not come by then counts as never; with the fault most never comes. */
const WITHIN_MS = 30_000
const FAULT_WITHIN_MS = 8_000
const LOOK_MS = 5
/** What the good ones are told of, and the hostile ones are not. */
const TYPE = 'payment.failed'

interface Measured {
  readonly perSecond: number
  readonly p99Ms: number
}

/** Of both good ones. */
type Round = readonly Measured[]

interface Sending {
  readonly world: WebhookWorld
  readonly sender: WebhookProcess
  readonly good: readonly ProofReceiver[]
  readonly count: number
}

export async function proveIsolation({ size, fault }: ProofInput): Promise<ProofResult> {
  const closing: (() => Promise<unknown>)[] = []
  const rounds = fault ? 1 : ROUNDS[size]
  try {
    const hostile = await startHostileReceivers()
    const quiet = await openSending(size, closing)
    const sending = await openSending(size, closing, { resolveHost: hostile.resolveHost, ...(fault && { slots: 1 }) })
    // Last in, first out: what waits for them need not be waited for.
    closing.push(hostile.close)
    const measureAlone = () => deliver(quiet, quiet.good.map(quiet.world.newOrganization), WITHIN_MS)
    const alone: Round[] = []
    for (let n = 0; n < rounds && size === 'full'; n++) alone.push(await measureAlone())
    const before = memory()
    const feed = await openHostile(sending, hostile)
    closing.push(feed.stop)
    if (!fault) await waitUntil('hostile ones hang', async () => hostile.open() >= LEAST_OPEN)
    if (!fault) await firstAttempts(sending.world)
    const [beside, open]: [Round[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++) {
      const owners = [sending.world.newOrganization(), feed.owners[n] as OrganizationPrincipal]
      const measuring = deliver(sending, owners, fault ? FAULT_WITHIN_MS : WITHIN_MS, () => open.push(hostile.open()))
      if (size === 'ci') alone.push(await measureAlone())
      beside.push(await measuring)
    }
    return compare({ size, alone: middle(alone), beside: middle(beside), open, growth: memory() - before })
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/** A process with a database and good receivers of its own. */
async function openSending(
  size: ProofInput['size'],
  closing: (() => Promise<unknown>)[],
  { resolveHost, slots }: { readonly resolveHost?: HostileReceivers['resolveHost']; readonly slots?: number } = {},
): Promise<Sending> {
  const good = [await startProofReceiver(), await startProofReceiver()]
  for (const one of good) one.waitMs = ANSWER_MS[size]
  closing.push(() => Promise.all(good.map((one) => one.close())))
  const world = await openWebhookWorld()
  closing.push(world.close)
  const delivery = { timeoutMs: TIMEOUT_MS, pollMs: 200, ...(slots !== undefined && { slots }) }
  const sender = await world.open({ delivery, ...(resolveHost && { resolveHost }) })
  sender.start()
  return { world, sender, good, count: DELIVERIES[size] }
}

/** Until those that fail at once have done so: how much of a burst the machine makes in a second is not what is measured. */
async function firstAttempts({ database }: WebhookWorld): Promise<void> {
  const open = () => database.collection('deliveries').countDocuments({ attemptsMade: 0 })
  let last = Number.POSITIVE_INFINITY
  const isCalm = async () => {
    await sleep(BURST_MS)
    const [before, now] = [last, await open()]
    last = now
    return before - now < HANGING_IN_BURST
  }
  await waitUntil('those that fail at once have failed', isCalm)
}

/** Of each of both good ones, over all rounds. */
const middle = (rounds: readonly Round[]): Round =>
  (rounds[0] ?? []).map((_, index) => {
    const all = rounds.map((round) => round[index] as Measured)
    return { perSecond: median(all.map((one) => one.perSecond)), p99Ms: median(all.map((one) => one.p99Ms)) }
  })

function compare({ size, alone, beside, open, growth }: Compared): ProofResult {
  const shares = beside.map(({ perSecond }, index) => perSecond / (alone[index] as Measured).perSecond)
  const times = beside.map(({ p99Ms }, index) => p99Ms / (alone[index] as Measured).p99Ms)
  const [share, shareAmong] = shares as [number, number]
  const least = LEAST_SHARE[size]
  const hanging = open.length === 0 ? 0 : median(open)
  const names = ['in an organization of its own', 'in an organization of hostile ones']
  return {
    figures: {
      ...{ kinds: HOSTILE_KINDS.length, hostile: HOSTILE, deliveries: DELIVERIES[size] },
      ...{ sharePercent: share * 100, shareAmongHostilePercent: shareAmong * 100, timesP99: Math.max(...times) },
      ...{ alonePerSecond: alone[0]?.perSecond ?? 0, besidePerSecond: beside[0]?.perSecond ?? 0 },
      ...{ hostileOpen: hanging, growthMegabytes: growth / 1024 / 1024 },
    },
    breaches: [
      ...names.flatMap((name, index) => {
        const own = Number(shares[index])
        return own < least ? [`one ${name} gets ${(own * 100).toFixed(0)} % of its throughput`] : []
      }),
      // At ci size a single pause of the machine decides it.
      ...(size === 'full' && Math.max(...times) > TIMES_P99_MAX
        ? [`p99 is ${Math.max(...times).toFixed(1)} times that alone`]
        : []),
      ...(hanging >= LEAST_OPEN ? [] : ['too few hostile ones had an attempt under way, so nothing is shown']),
      ...(growth > GROWTH_MAX_BYTES ? [`memory has grown by ${(growth / 1024 / 1024).toFixed(0)} MB`] : []),
    ],
  }
}

interface Compared {
  readonly size: ProofInput['size']
  readonly alone: Round
  readonly beside: Round
  /** Attempts that hang, whenever it was looked. */
  readonly open: readonly number[]
  readonly growth: number
}

/** Of what is in use: what only waits to be collected is no growth. */
function memory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** To a new endpoint of each owner at once. */
async function deliver(
  { world, sender, good, count }: Sending,
  owners: readonly OrganizationPrincipal[],
  withinMs: number,
  onLook: () => void = () => undefined,
): Promise<Round> {
  const ids = await Promise.all(
    owners.map((owner, index) => sender.register(owner, { url: (good[index] as ProofReceiver).url, type: TYPE })),
  )
  for (const { received } of good) received.length = 0
  const began = performance.now()
  await Promise.all(owners.map(({ orgId }) => world.commit(sender, orgId, count, TYPE)))
  while (good.some(({ received }) => received.length < count) && performance.now() - began < withinMs) {
    await sleep(LOOK_MS)
    onLook()
  }
  return ids.map((_, index) => {
    const waits = (good[index] as ProofReceiver).received.slice(0, count).map(({ at }) => at - began)
    const isAll = waits.length === count
    const perSecond = (waits.length * 1_000) / (isAll ? Math.max(...waits) : withinMs)
    return { perSecond, p99Ms: isAll ? quantile(waits, 0.99) : withinMs }
  })
}

interface Feed {
  readonly owners: readonly OrganizationPrincipal[]
  stop(): Promise<void>
}

/** Each with more than it may have in flight, and more as long as this goes on: none of them ever takes it well. */
async function openHostile({ world, sender }: Sending, hostile: HostileReceivers): Promise<Feed> {
  const each = Math.ceil(HOSTILE / ORGANIZATIONS)
  const owners = Array.from({ length: ORGANIZATIONS }, () => world.newOrganization())
  for (const [index, owner] of owners.entries()) {
    const numbers = Array.from({ length: each }, (_, n) => index * each + n).filter((number) => number < HOSTILE)
    await Promise.all(numbers.map((number) => sender.register(owner, { url: hostile.urlOf(number) })))
    await world.commit(sender, owner.orgId, BACKLOG)
  }
  const stopping = new AbortController()
  const fed = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(owners.map(({ orgId }) => world.commit(sender, orgId, 1)))
      await sleep(FEED_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    owners,
    async stop() {
      stopping.abort()
      await fed
    },
  }
}
