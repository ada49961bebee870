/** Everything that pushes: sockets, server-sent events of REST and of GraphQL, over one subscriber and one count of places. */

import type { Trust } from './auth/clientAddress.ts'
import type { RateLimiter } from './auth/rateLimit.ts'
import type { SubscribeInProcess } from './datasource.ts'
import type { RestDeps } from './rest/handle.ts'
import type { Route } from './rest/route.ts'
import { createStreamRoute } from './rest/streamRoute.ts'
import type { CallerWatchDeps } from './subscriptions/callerWatch.ts'
import { createEventStreams, type EventStreams } from './subscriptions/eventStreams.ts'
import { createGraphStreams, type GraphStreams } from './subscriptions/graphStreams.ts'
import { createOpenCallers } from './subscriptions/openCallers.ts'
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from './subscriptions/socketLimits.ts'
import { createSockets, type Sockets } from './subscriptions/sockets.ts'
import { createSubscriber } from './subscriptions/subscriber.ts'
import type { Graph } from './supergraph.ts'

interface StreamingDeps extends Omit<CallerWatchDeps, 'limits'> {
  readonly graph: Pick<Graph, 'apiSchema' | 'planner'>
  readonly subscriptionSources: ReadonlyMap<string, SubscribeInProcess>
  readonly rateLimiter: RateLimiter
  readonly trust: Trust
  readonly routes: readonly Route[]
  /** Name -> document. */
  readonly operations: ReadonlyMap<string, string>
  readonly socketLimits?: Partial<SocketLimits>
}

export interface Streaming extends Pick<RestDeps, 'streamRoutes'> {
  readonly sockets: Sockets
  readonly streams: EventStreams
  readonly graphStreams: GraphStreams
}

export function createStreaming({ graph, socketLimits, ...deps }: StreamingDeps): Streaming {
  const { apiSchema, planner } = graph
  const limits = { ...DEFAULT_SOCKET_LIMITS, ...socketLimits }
  const openCallers = createOpenCallers(limits)
  const subscriber = createSubscriber({ apiSchema, planner, sources: deps.subscriptionSources })
  const shared = { ...deps, subscriber, openCallers, limits }
  const streams = createEventStreams(shared)
  const streaming = deps.routes.filter(({ row }) => row.streams === true)
  return {
    sockets: createSockets(shared),
    streams,
    graphStreams: createGraphStreams(subscriber, streams),
    streamRoutes: new Map(
      streaming.map((route) => {
        const { operation } = route.row
        return [operation, createStreamRoute(route, deps.operations.get(operation) ?? '', streams)] as const
      }),
    ),
  }
}
