/**
 * Turns away REST requests while the service has more to do than it can, before routing and hooks: what is refused that way
 * costs a small part of what an accepted request costs, so five times as many as it can take leave the service its capacity.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_TYPES, toRefusal } from '../subgraphs/shared/errors.ts'
import { errorHeaders, toRestBody } from './errors.ts'
import { requestIdOf } from './httpServer.ts'
import type { Metrics } from './metrics.ts'
import { type Mounted, matches, segmentsOf } from './mounted.ts'
import type { Readiness } from './readiness.ts'
import { errorFormOf, toFlatError } from './rest/acpErrors.ts'
import { acceptsProblem, JSON_TYPE, PROBLEM_TYPE, toProblem } from './rest/problem.ts'
import { overloaded, type Shedder } from './shedRequests.ts'
import { comeAgain, STREAM_TYPE } from './subscriptions/eventStreams.ts'

const RETRY_MS = 1_000

export interface EarlyRefusalDeps {
  /** Grows until the server listens. */
  readonly mounted: readonly Mounted[]
  readonly shedder: Pick<Shedder, 'isClosed'>
  readonly metrics: Pick<Metrics, 'observe'>
  readonly readiness: Pick<Readiness, 'isStopping'>
}

export interface EarlyRefusal {
  /** @returns whether the request was refused */
  refuse(request: IncomingMessage, response: ServerResponse): boolean
}

export function createEarlyRefusal({ mounted, shedder, metrics, readiness }: EarlyRefusalDeps): EarlyRefusal {
  let isSheddable: ((request: IncomingMessage) => boolean) | undefined
  const refusal = toRefusal(overloaded())
  const { status } = ERROR_TYPES[refusal.type]
  const headers = { ...errorHeaders(refusal), 'cache-control': 'no-store' }
  // The same for all but its id.
  const [before = '', after = ''] = JSON.stringify(toRestBody(refusal, '\0')).split('\\u0000')
  function bodyOf(request: IncomingMessage, id: string): readonly [type: string, body: string] {
    const form = errorFormOf(request.url ?? '')
    if (form !== null) return [JSON_TYPE, JSON.stringify(toFlatError(refusal, form).body)]
    const plain = before + id + after
    return acceptsProblem(request) ? [PROBLEM_TYPE, toProblem(status, plain)] : [JSON_TYPE, plain]
  }
  return {
    refuse(request, response) {
      // Asked first: while there is room nothing else is done.
      if (!shedder.isClosed()) return false
      isSheddable ??= sheddable(mounted)
      if (!isSheddable(request)) return false
      const id = requestIdOf(request)
      const stream = isOfStream(mounted, request) ? comeAgain(request.headers, status, RETRY_MS) : null
      const [sent, type, body] = stream === null ? [status, ...bodyOf(request, id)] : [200, STREAM_TYPE, stream]
      const own = { 'x-request-id': id, 'content-type': type, 'content-length': Buffer.byteLength(body) }
      const close = readiness.isStopping() ? { connection: 'close' } : {}
      response.writeHead(sent, { ...headers, ...own, ...close })
      response.end(body)
      metrics.observe('overloaded', status, 0)
      return true
    },
  }
}

function isOfStream(mounted: readonly Mounted[], { method, url = '' }: IncomingMessage): boolean {
  const segments = segmentsOf(url)
  return mounted.some((row) => row.isStream && row.method === method && matches(row, segments))
}

/** Requests to the paths of operations, but for those that stop money. */
function sheddable(mounted: readonly Mounted[]): (request: IncomingMessage) => boolean {
  const rows = mounted.filter(({ isRow }) => isRow)
  const bases = new Set(rows.map(({ url }) => segmentsOf(url)[1]))
  const stops = rows.filter(({ isStop }) => isStop)
  return ({ method, url = '' }) => {
    const segments = segmentsOf(url)
    return bases.has(segments[1]) && !stops.some((row) => row.method === method && matches(row, segments))
  }
}
