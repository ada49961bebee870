/**
 * Turns requests away, before they cost anything, while the service cannot keep up: otherwise all of them would become so
 * late that their callers have given up, and stops would wait among them. A burst is let in; what is shed is a queue that
 * stands: for half a second not one request was fast (the idea of CoDel, RFC 8289). So many may be in progress then as end in
 * that time, and more again once one is fast.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../subgraphs/shared/errors.ts'

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

type Kind = 'request' | 'stop'

export interface LoadShedding {
  /** Asked once for each request: while a queue stands, one of an interval is let in all the same, and shows whether it is over. */
  isOverloaded(kind?: Kind): boolean
  begin(kind: Kind): void
  /** @param tookMs null where it does not tell how busy the service is */
  end(kind: Kind, tookMs: number | null): void
}

export function createLoadShedding(bounds: LoadBounds, now: () => number = () => performance.now()): LoadShedding {
  const running = { request: 0, stop: 0 }
  let began = now()
  let limit = bounds.requestsMax
  /** Of this interval; null until one has ended. */
  let fastestMs: number | null = null
  let mostRunning = 0
  let hasProbed = false

  function roll(): void {
    if (now() < began + bounds.intervalMs) return
    limit = Math.max(bounds.requestsMin, Math.min(bounds.requestsMax, nextLimit()))
    fastestMs = null
    mostRunning = running.request
    hasProbed = false
    began = now()
  }

  function nextLimit(): number {
    // Where nothing has ended although much is in progress, nothing was fast.
    if (fastestMs === null) return running.request < bounds.requestsMin ? bounds.requestsMax : bounds.requestsMin
    if (fastestMs > bounds.slowMs) return Math.floor((Math.min(limit, mostRunning) * bounds.slowMs) / fastestMs)
    // Those in progress may wait for something slow that is no concern of others.
    return Math.max(limit * GROWTH, running.request + bounds.requestsMin)
  }

  return {
    isOverloaded(kind = 'request') {
      roll()
      if (kind === 'stop') return running.stop >= bounds.stopsMax
      if (running.request < limit) return false
      const isProbe = !hasProbed && running.request < bounds.requestsMax
      hasProbed = true
      return !isProbe
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
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An emergency act. */
    isStop?: boolean
    /** Only its body tells whether it is an emergency act. */
    mayBeStop?: boolean
  }
}

/**
 * Counts requests while the service works for them, and refuses those that need no body to be told from emergency acts. While
 * a body is on its way nothing is done for it, and who sends slowly, or hangs up, must not keep others out.
 * @param knowsCaller whether the request came with good credentials
 * @param hasJudged whether it was let in before
 */
export function shedLoad(
  app: FastifyInstance,
  shedding: LoadShedding,
  knowsCaller: (request: FastifyRequest) => boolean,
  hasJudged: (request: FastifyRequest['raw']) => boolean,
): void {
  const kinds = new WeakMap<FastifyRequest, Kind>()
  const counted = new WeakSet<FastifyRequest>()
  function begin(request: FastifyRequest): void {
    const kind = kinds.get(request)
    if (kind === undefined || counted.has(request)) return
    counted.add(request)
    shedding.begin(kind)
  }
  function end(request: FastifyRequest, tookMs: number | null): void {
    const kind = kinds.get(request)
    if (kind !== undefined && counted.delete(request)) shedding.end(kind, tookMs)
  }

  app.addHook('onRequest', async (request) => {
    const { operation, isStop, mayBeStop } = request.routeOptions.config
    if (operation === undefined) return
    const kind = isStop ? 'stop' : 'request'
    if (mayBeStop !== true && !hasJudged(request.raw) && shedding.isOverloaded(kind)) throw overloaded()
    // Most of its time it does nothing.
    if (isWaiting(request)) return
    kinds.set(request, kind)
    begin(request)
  })
  app.addHook('preParsing', async (request) => end(request, null))
  app.addHook('preValidation', async (request) => begin(request))
  // Not onResponse, which does not come when the caller has hung up.
  app.addHook('onSend', (request, reply, payload, done) => {
    // How fast a request was refused tells nothing, nor does what strangers get without any work.
    const tells = knowsCaller(request) && !UNTRIED.has(reply.statusCode)
    end(request, tells ? reply.elapsedTime : null)
    done(null, payload)
  })
}

/** Statuses of what was refused before anything was tried. */
const UNTRIED: ReadonlySet<number> = new Set([429, 503])

const isWaiting = ({ query }: FastifyRequest): boolean =>
  (query as { readonly wait?: unknown } | undefined)?.wait !== undefined

export function overloaded(): DomainError {
  return new DomainError(
    'service_unavailable',
    'The service has more to do than it can. Nothing was done; try again.',
    {
      ...{ reason: 'overloaded', retry_after_ms: 1_000, retryable: true },
    },
  )
}
