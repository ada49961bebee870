/**
 * Counts requests while the service works for them, and turns away those for which it has no time. While a body is on its way
 * nothing is done for it, and who sends slowly, or hangs up, must not keep others out; nor must who only waits for a payment.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../subgraphs/shared/errors.ts'
import type { Pause } from '../subgraphs/shared/principal.ts'
import type { Kind, LoadShedding, Probe } from './loadShedding.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** While it is known to the shedder. A field, because entries of a WeakMap cost the garbage collector more. */
    load: Counted | null
  }
  interface FastifyContextConfig {
    /** An emergency act. */
    isStop?: boolean
    /** Whether there is room for it is asked once its caller, or its body, is known. */
    isJudgedLater?: boolean
  }
}

export interface Shedder extends Pick<LoadShedding, 'isClosed'> {
  /** Once it is known who calls, and whether it is an emergency act. @throws DomainError service_unavailable */
  requireRoom(request: FastifyRequest, isKnown: boolean): void
  /** For what the request only waits for: meanwhile it is not in progress. */
  pauseOf(request: FastifyRequest, reply: FastifyReply): Pause
  /** @param knowsCaller whether the request came with good credentials */
  attach(app: FastifyInstance, knowsCaller: (request: FastifyRequest) => boolean): void
}

/** One request while it is known here. */
interface Counted {
  readonly kind: Kind
  /** Whether it takes a place: an emergency act only of a known caller, because strangers must not fill its places. */
  counts: boolean
  isRunning: boolean
  /** Waits that have not ended. */
  pauses: number
  pausedAtMs: number
  pausedMs: number
  probe: Probe | null
}

export function createShedder(shedding: LoadShedding): Shedder {
  function begin({ load: one }: FastifyRequest): void {
    if (one === null || one.isRunning || !one.counts) return
    one.isRunning = true
    shedding.begin(one.kind)
  }
  function end({ load: one }: FastifyRequest, tookMs: number | null): void {
    if (one === null || !one.isRunning) return
    one.isRunning = false
    shedding.end(one.kind, tookMs)
  }

  /** Its own place does not stand in its way. */
  function admit(request: FastifyRequest, isKnown: boolean): void {
    const { load: one } = request
    end(request, null)
    const admitted = shedding.admit(kindOf(request), isKnown)
    if (admitted === null) throw overloaded()
    if (one !== null) {
      one.probe = admitted.probe
      one.counts ||= isKnown
    }
    begin(request)
  }

  return {
    isClosed: shedding.isClosed,
    requireRoom: admit,
    pauseOf: (request, reply) => async (wait) => {
      const { load: one } = request
      if (one === null) return wait()
      if (one.pauses++ === 0) {
        one.pausedAtMs = reply.elapsedTime
        // What was to do until now tells how busy the service is; the probe must not be kept for as long as it waits.
        end(request, one.pausedAtMs - one.pausedMs)
      }
      try {
        return await wait()
      } finally {
        if (--one.pauses === 0) {
          one.pausedMs += reply.elapsedTime - one.pausedAtMs
          begin(request)
        }
      }
    },
    attach(app, knowsCaller) {
      app.decorateRequest('load', null)
      app.addHook('onRequest', async (request) => {
        const { operation, isJudgedLater, isStop } = request.routeOptions.config
        if (operation === undefined) return
        if (!isJudgedLater) admit(request, false)
        const kind = isStop ? 'stop' : 'request'
        const counts = kind === 'request'
        request.load = { kind, counts, isRunning: false, pauses: 0, pausedAtMs: 0, pausedMs: 0, probe: null }
        begin(request)
      })
      app.addHook('preParsing', async (request) => end(request, null))
      app.addHook('preValidation', async (request) => begin(request))
      // Not onResponse, which does not come when the caller has hung up.
      app.addHook('onSend', (request, reply, payload, done) => {
        // How fast a request was refused tells nothing, nor does what strangers get without any work.
        const tells = knowsCaller(request) && !UNTRIED.has(reply.statusCode)
        const { load: one } = request
        end(request, tells ? reply.elapsedTime - (one?.pausedMs ?? 0) : null)
        if (!tells && one?.probe != null) shedding.release(one.probe)
        // A part of it may still wait, where the rest has decided the response.
        request.load = null
        done(null, payload)
      })
    },
  }
}

const kindOf = (request: FastifyRequest): Kind => (request.routeOptions.config.isStop ? 'stop' : 'request')

/** Statuses of what was refused before anything was tried. */
const UNTRIED: ReadonlySet<number> = new Set([429, 503])

export function overloaded(): DomainError {
  return new DomainError(
    'service_unavailable',
    'The service has more to do than it can. Nothing was done; try again.',
    {
      ...{ reason: 'overloaded', retry_after_ms: 1_000, retryable: true },
    },
  )
}
