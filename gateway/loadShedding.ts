/**
 * Turns requests away, before they cost anything, while the service cannot keep up: otherwise all of them would become so
 * late that their callers have given up, and stops would wait among them. A burst is let in; what is shed is a queue that
 * stands: for half a second not one request was fast, and many are in progress (the idea of CoDel, RFC 8289).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

type Kind = 'request' | 'stop'

export interface LoadShedding {
  isOverloaded(kind?: Kind): boolean
  begin(kind: Kind): void
  /** @param tookMs null where it does not tell how busy the service is */
  end(kind: Kind, tookMs: number | null): void
}

export function createLoadShedding(bounds: LoadBounds, now: () => number = () => performance.now()): LoadShedding {
  const running = { request: 0, stop: 0 }
  let began = now()
  /** Of this interval; null until one has ended. */
  let fastestMs: number | null = null
  let isStanding = false

  function roll(): void {
    if (now() < began + bounds.intervalMs) return
    // Where nothing has ended although much is in progress, nothing was fast.
    isStanding = fastestMs === null ? running.request >= bounds.requestsMin : fastestMs > bounds.slowMs
    fastestMs = null
    began = now()
  }

  return {
    isOverloaded(kind = 'request') {
      roll()
      if (kind === 'stop') return running.stop >= bounds.stopsMax
      return running.request >= bounds.requestsMax || (isStanding && running.request >= bounds.requestsMin)
    },
    begin(kind) {
      running[kind] += 1
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

/** Counts requests, and refuses those that need no body to be told from emergency acts. */
export function shedLoad(app: FastifyInstance, shedding: LoadShedding): void {
  const begun = new WeakMap<FastifyRequest, Kind>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { operation, isStop, mayBeStop } = request.routeOptions.config
    if (operation === undefined) return done()
    const kind = isStop ? 'stop' : 'request'
    if (mayBeStop !== true && shedding.isOverloaded(kind)) return done(overloaded())
    begun.set(request, kind)
    shedding.begin(kind)
    return done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const kind = begun.get(request)
    if (kind !== undefined) shedding.end(kind, tellingMs(request, reply))
    done()
  })
}

/** What a caller asked to wait for, and refusals, say nothing. */
function tellingMs({ query }: FastifyRequest, reply: FastifyReply): number | null {
  const isWaiting = (query as { readonly wait?: unknown } | undefined)?.wait !== undefined
  return isWaiting || reply.statusCode === 503 ? null : reply.elapsedTime
}

export function overloaded(): DomainError {
  return new DomainError(
    'service_unavailable',
    'The service has more to do than it can. Nothing was done; try again.',
    {
      ...{ reason: 'overloaded', retry_after_ms: 1_000, retryable: true },
    },
  )
}
