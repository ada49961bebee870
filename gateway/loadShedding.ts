/**
 * Turns requests away, before they cost anything, while the service cannot keep up: otherwise all of them would become so
 * late that their callers have given up, and stops would wait among them. A burst is let in; what is shed is a queue that
 * stands: for half a second not one request was fast (the idea of CoDel, RFC 8289). So many may be in progress then as end in
 * that time, and more again once one is fast.
 */
export interface LoadBounds {
  /** So many may be in progress, however slow they are. */
  readonly requestsMin: number
  /** No more than so many, however fast they are. */
  readonly requestsMax: number
  /** A queue stands if the fastest request of an interval took longer. */
  readonly slowMs: number
  readonly intervalMs: number
  /** Emergency acts in progress; they are counted by themselves. */
  readonly stopsMax: number
}

export const DEFAULT_LOAD_BOUNDS: LoadBounds = {
  requestsMin: 128,
  requestsMax: 4_096,
  slowMs: 500,
  intervalMs: 500,
  stopsMax: 512,
}

/** From one interval to the next, while requests are fast. */
const GROWTH = 1.25

export type Kind = 'request' | 'stop'

/** Let in while a queue stands, to show whether it is over. */
export type Probe = object

export interface LoadShedding {
  /** Before it is known who calls: full, and somebody shows already whether the queue is over. */
  isClosed(kind?: Kind): boolean
  /**
   * Asked once for each request: while a queue stands, one known caller of an interval is let in all the same.
   * @returns null: turned away
   */
  admit(kind: Kind, isKnown: boolean): { readonly probe: Probe | null } | null
  begin(kind: Kind): void
  /** @param tookMs null where it does not tell how busy the service is */
  end(kind: Kind, tookMs: number | null): void
  /** It has ended without telling anything: another may take its place. */
  release(probe: Probe): void
}

export function createLoadShedding(bounds: LoadBounds, now: () => number = () => performance.now()): LoadShedding {
  const running = { request: 0, stop: 0 }
  let began = now()
  let limit = bounds.requestsMax
  /** Of this interval; null until one has ended. */
  let fastestMs: number | null = null
  let mostRunning = 0
  /** That of this interval. */
  let probe: Probe | null = null

  function roll(): void {
    if (now() < began + bounds.intervalMs) return
    limit = Math.max(bounds.requestsMin, Math.min(bounds.requestsMax, nextLimit()))
    fastestMs = null
    mostRunning = running.request
    probe = null
    began = now()
  }

  function nextLimit(): number {
    // Where nothing has ended although much is in progress, nothing was fast.
    if (fastestMs === null) return running.request < bounds.requestsMin ? bounds.requestsMax : bounds.requestsMin
    if (fastestMs > bounds.slowMs) return Math.floor((Math.min(limit, mostRunning) * bounds.slowMs) / fastestMs)
    // Those in progress may wait for something slow that is no concern of others.
    return Math.max(limit * GROWTH, running.request + bounds.requestsMin)
  }

  function isFull(kind: Kind): boolean {
    roll()
    return kind === 'stop' ? running.stop >= bounds.stopsMax : running.request >= limit
  }

  const takesProbe = (kind: Kind) => kind === 'request' && probe === null && running.request < bounds.requestsMax

  return {
    isClosed: (kind = 'request') => isFull(kind) && !takesProbe(kind),
    admit(kind, isKnown) {
      if (!isFull(kind)) return { probe: null }
      if (!isKnown || !takesProbe(kind)) return null
      probe = {}
      return { probe }
    },
    begin(kind) {
      running[kind] += 1
      mostRunning = Math.max(mostRunning, running.request)
    },
    end(kind, tookMs) {
      running[kind] -= 1
      if (kind === 'request' && tookMs !== null) fastestMs = Math.min(fastestMs ?? tookMs, tookMs)
      roll()
    },
    release(ended) {
      if (probe === ended) probe = null
    },
  }
}
