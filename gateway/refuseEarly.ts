/**
 * Turns away REST requests while the service has more to do than it can, before routing and hooks: what is refused that way
 * costs a small part of what an accepted request costs, so five times as many as it can take leave the service its capacity.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_TYPES, toRefusal } from '../subgraphs/shared/errors.ts'
import { errorHeaders, toRestBody } from './errors.ts'
import { requestIdOf } from './httpServer.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import { acceptsProblem, JSON_TYPE, PROBLEM_TYPE, toProblem } from './rest/problem.ts'
import type { Route } from './rest/route.ts'
import { overloaded, type Shedder } from './shedRequests.ts'

export interface EarlyRefusalDeps {
  readonly routes: readonly Pick<Route, 'row'>[]
  readonly shedder: Pick<Shedder, 'isClosed'>
  readonly metrics: Pick<Metrics, 'observe'>
  readonly readiness: Pick<Readiness, 'isStopping'>
}

export interface EarlyRefusal {
  /** @returns whether the request was refused */
  refuse(request: IncomingMessage, response: ServerResponse): boolean
}

export function createEarlyRefusal({ routes, shedder, metrics, readiness }: EarlyRefusalDeps): EarlyRefusal {
  const mayRefuse = sheddable(routes)
  const refusal = toRefusal(overloaded())
  const { status } = ERROR_TYPES[refusal.type]
  const headers = { ...errorHeaders(refusal), 'cache-control': 'no-store' }
  // The same for all but its id.
  const [before = '', after = ''] = JSON.stringify(toRestBody(refusal, '\0')).split('\\u0000')
  return {
    refuse(request, response) {
      if (!mayRefuse(request) || !shedder.isClosed()) return false
      const id = requestIdOf(request)
      const plain = before + id + after
      const [type, body] = acceptsProblem(request) ? [PROBLEM_TYPE, toProblem(status, plain)] : [JSON_TYPE, plain]
      const own = { 'x-request-id': id, 'content-type': type, 'content-length': Buffer.byteLength(body) }
      const close = readiness.isStopping() ? { connection: 'close' } : {}
      response.writeHead(status, { ...headers, ...own, ...close })
      response.end(body)
      metrics.observe('overloaded', status, 0)
      return true
    },
  }
}

/** Requests to the paths of operations, but for those that stop money. */
function sheddable(routes: EarlyRefusalDeps['routes']): (request: IncomingMessage) => boolean {
  const bases = [...new Set(routes.map(({ row: { path } }) => path.slice(0, path.indexOf('/', 1) + 1)))]
  const stops = routes.flatMap(({ row }) =>
    row.emergency === true ? `${row.method} ${row.path.replace(/\{\w+\}/g, '[^/?]+')}` : [],
  )
  const stop = stops.length === 0 ? null : new RegExp(`^(?:${stops.join('|')})(?:\\?|$)`)
  return ({ method, url = '' }) => bases.some((base) => url.startsWith(base)) && stop?.test(`${method} ${url}`) !== true
}
