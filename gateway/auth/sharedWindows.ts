/**
 * Windows of one minute whose budget all processes share: each leases portions of it from the database, ahead of need, and
 * counts requests against what it holds. Leases of one window never add up to more than its limit, whatever fails: a process
 * that dies takes what it holds with it until the window ends. So that the first requests of a caller do not wait for a lease,
 * each process lets in a few on credit, which its first lease pays back. Only where nothing is left to pay it with, or the
 * database does not answer, it stays: all processes together let in at most so many more, each of them in each window.
 */
import { createLru, type Lru } from '../lru.ts'

/** One limit of one caller. */
interface Limited {
  readonly name: string
  readonly key: string
  readonly perMinute: number
  /** A limit that changes has a higher one each time. */
  readonly version: number
}

/** A request for more of a window's budget. */
export interface LeaseWish {
  /** Of the window. */
  readonly id: string
  readonly holder: string
  /** As this process knows it; that of the highest version holds for all. */
  readonly limit: number
  readonly version: number
  /** At least so much, if the budget has it. */
  readonly amount: number
}

export interface Lease {
  /** All that the holder has ever got of this window, so that a response that was lost is made up for by the next. */
  readonly granted: number
  /** By all holders together. */
  readonly leased: number
  /** Of the window: a later one than this process wished with, if another knows it already. */
  readonly limit: number
  readonly version: number
}

export interface LeaseStore {
  /** @returns by holder */
  lease(wishes: readonly LeaseWish[]): Promise<ReadonlyMap<string, Lease>>
}

/** What this process has of one window. */
export interface Share {
  readonly id: string
  /** A new one for each share: one that was evicted must not be handed out again. */
  readonly holder: string
  limit: number
  version: number
  readonly window: number
  readonly endsAtMs: number
  granted: number
  used: number
  /** What may be used before the first lease of this window has arrived. */
  credit: number
  /** By all processes, as far as this one knows. */
  leased: number
  /** With so few left, more is leased. */
  low: number
  /** Of those who wait for the next command. */
  wanted: number
  asked: Promise<void> | null
  isUnderWay: boolean
  failedUntil: number
  /** Of the window that follows. */
  next: Share | null
}

/** What the next command leases. */
interface Collecting {
  readonly shares: Share[]
  readonly sent: PromiseWithResolvers<void>
  readonly timer: NodeJS.Timeout
  /** It is sent as soon as the one before has its response. */
  hasBegun: boolean
}

export interface SharedWindows {
  /** Of the window in which this moment lies. */
  shareOf(limited: Limited, nowMs: number): Share
  draw(share: Share, limited: Limited, cost: number, nowMs: number): void
  /** Undoes a draw. @param sinceMs when it was drawn, or before: of an earlier window nothing is given back */
  giveBack(share: Share, cost: number, sinceMs: number): void
  /** Whether the database may still grant more of it, and answers. */
  isLeasable(share: Share): boolean
  /** Leases more with the next command, which another lease that is needed now sends. */
  expect(share: Share, cost: number): void
  /** Of what is collected nothing is leased, unless somebody waits for it. */
  close(): void
  /** Resolves when more is leased, it is known that there is no more, or it has taken too long. */
  lease(share: Share, cost: number): Promise<void>
}

const MINUTE_MS = 60_000
/** On credit, in each process and window: at most so many, and no more than this part of the limit. */
const CREDIT_MAX = 4
const CREDIT_PART = 30
/** So long before a window ends, callers lease of the next. */
const AHEAD_MS = 5_000
/** In which callers' leases of the next window, which are not urgent, come together in one command. */
const COLLECT_MS = 250
/** Longest wait of a request for a lease; later ones are refused at once. */
const LEASE_WAIT_MS = 2_000
/** After a failure. */
const ASK_AGAIN_MS = 1_000
/** For each kind of limit. Who is evicted leases again. */
const SHARES_MAX = 20_000

/** @param store null where this process alone serves: it has the whole of each window */
export function createSharedWindows(store: LeaseStore | null, onFailure: (error: unknown) => void): SharedWindows {
  const kinds = new Map<string, Lru<Share>>()
  const self = Math.floor(Math.random() * 36 ** 6).toString(36)
  let holders = 0
  /** Of the next command. */
  let collecting: Collecting | null = null
  let running: Promise<void> = Promise.resolve()

  function newShare({ name, key, perMinute, version }: Limited, window: number, offsetMs: number): Share {
    holders += 1
    const credit = store === null ? 0 : Math.min(CREDIT_MAX, Math.floor(perMinute / CREDIT_PART))
    return {
      id: `${name}:${key}:${window}`,
      holder: `${self}-${holders.toString(36)}`,
      ...{ limit: perMinute, version, window, endsAtMs: (window + 1) * MINUTE_MS - offsetMs },
      ...{ granted: store === null ? perMinute : 0, used: 0, leased: store === null ? perMinute : 0 },
      // It is leased at once with the first request on credit.
      ...{ credit, low: credit, wanted: 0, asked: null, isUnderWay: false, failedUntil: 0, next: null },
    }
  }

  /** All that ask while a command is under way share the next one. */
  function ask(share: Share, cost: number): Promise<void> {
    const asked = collect(share, cost)
    if (collecting !== null) begin(collecting)
    return asked
  }

  /** For the next command, with which there is time. */
  function collect(share: Share, cost: number): Promise<void> {
    // What is under way may be enough; who still lacks something then asks again.
    if (!share.isUnderWay) share.wanted += cost
    if (share.asked !== null) return share.asked
    collecting ??= newCollecting()
    collecting.shares.push(share)
    share.asked = collecting.sent.promise
    return share.asked
  }

  function newCollecting(): Collecting {
    const timer = setTimeout(() => begin(one), COLLECT_MS).unref()
    const one: Collecting = { shares: [], sent: Promise.withResolvers(), timer, hasBegun: false }
    return one
  }

  function begin(one: Collecting): void {
    if (one.hasBegun) return
    one.hasBegun = true
    clearTimeout(one.timer)
    running = running.then(async () => {
      collecting = null
      await send(one.shares)
      one.sent.resolve()
    })
  }

  async function send(shares: readonly Share[]): Promise<void> {
    const wishes = shares.map(({ id, holder, limit, version, wanted, used, granted }) => ({
      ...{ id, holder, limit, version },
      // With what was let in on credit.
      amount: wanted + Math.max(0, used - granted),
    }))
    for (const share of shares) Object.assign(share, { wanted: 0, isUnderWay: true })
    try {
      const leases = await (store as LeaseStore).lease(wishes)
      for (const share of shares) {
        const lease = leases.get(share.holder)
        if (lease === undefined) continue
        follow(share, lease.limit, lease.version)
        take(share, lease)
      }
    } catch (error) {
      for (const share of shares) share.failedUntil = performance.now() + ASK_AGAIN_MS
      onFailure(error)
    }
    for (const share of shares) Object.assign(share, { asked: null, isUnderWay: false })
  }

  /** A lower limit: what is left of earlier leases is worth nothing any more, since others may hold as much. */
  function follow(share: Share, limit: number, version: number): void {
    if (version <= share.version) return
    if (store === null) Object.assign(share, { granted: limit, leased: limit })
    else if (limit < share.limit) share.used = Math.max(share.used, share.granted + share.credit)
    Object.assign(share, { limit, version })
  }

  return {
    shareOf(limited, nowMs) {
      const { name, key, perMinute, version } = limited
      const shares = kinds.get(name) ?? createLru<Share>(SHARES_MAX)
      kinds.set(name, shares)
      const known = shares.get(key)
      if (known !== undefined && nowMs < known.endsAtMs && nowMs >= known.endsAtMs - MINUTE_MS) {
        follow(known, perMinute, version)
        return known
      }
      const offsetMs = offsetOf(key)
      const window = Math.floor((nowMs + offsetMs) / MINUTE_MS)
      const share = known?.next?.window === window ? known.next : newShare(limited, window, offsetMs)
      follow(share, perMinute, version)
      shares.set(key, share)
      return share
    },
    draw(share, limited, cost, nowMs) {
      share.used += cost
      if (store === null) return
      const now = performance.now()
      if (heldBy(share) <= share.low && !isDrained(share) && share.asked === null && now > share.failedUntil)
        void ask(share, 0)
      if (share.next === null && nowMs > share.endsAtMs - AHEAD_MS) {
        share.next = newShare(limited, share.window + 1, (share.window + 1) * MINUTE_MS - share.endsAtMs)
        void collect(share.next, 0)
      }
    },
    giveBack(share, cost, sinceMs) {
      if (sinceMs >= share.endsAtMs - MINUTE_MS) share.used = Math.max(0, share.used - cost)
    },
    isLeasable(share) {
      return !isDrained(share) && performance.now() > share.failedUntil
    },
    close() {
      clearTimeout(collecting?.timer)
    },
    expect(share, cost) {
      void collect(share, cost)
    },
    async lease(share, cost) {
      let timer: NodeJS.Timeout | undefined
      // A turn of the event loop later: what arrived while this process was busy is read first.
      const late = new Promise<true>((resolve) => {
        timer = setTimeout(() => setImmediate(resolve, true), LEASE_WAIT_MS)
      })
      const isLate = await Promise.race([ask(share, cost).then(() => false), late])
      clearTimeout(timer)
      if (isLate) share.failedUntil = performance.now() + ASK_AGAIN_MS
    },
  }
}

/** What this process may still grant without asking. */
export const heldBy = ({ granted, credit, used }: Share): number => granted + credit - used

/** What is left for the caller, as far as this process knows. */
export const leftOf = ({ limit, leased, granted, used }: Share): number => limit - leased + granted - used

/** Nothing of the budget is left to lease. */
export const isDrained = ({ leased, limit }: Share): boolean => leased >= limit

function take(share: Share, lease: Lease): void {
  // A failover of the database may have forgotten what this process holds already.
  const more = Math.max(0, lease.granted - share.granted)
  share.granted += more
  share.credit = 0
  // Granted before the limit was lowered, and forfeited as what had arrived by then.
  if (lease.version < share.version && lease.limit > share.limit) share.used += more
  share.leased = lease.leased
  share.failedUntil = 0
  share.low = Math.floor(more / 2)
}

/** Windows of different callers begin at different times, so that their leases do not come all at once. */
function offsetOf(key: string): number {
  let mixed = 0
  for (let index = 0; index < key.length; index++) mixed = (Math.imul(mixed, 31) + key.charCodeAt(index)) | 0
  return (mixed >>> 0) % MINUTE_MS
}
