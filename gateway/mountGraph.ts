/** The route of GraphQL over HTTP: queries and mutations by Apollo, subscriptions as server-sent events. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_TYPES, type Refusal } from '../subgraphs/shared/errors.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import type { Admission } from './auth/admission.ts'
import { checkAgentHeader } from './auth/credentials.ts'
import type { GraphContext } from './auth/exchanges.ts'
import { errorHeaders, refusalOf, toGraphQLError, toPlainError } from './errors.ts'
import { createGraphHandler } from './graphHttp.ts'
import type { Shedder } from './shedRequests.ts'
import type { Streaming } from './streaming.ts'
import { GRAPHQL_PATH } from './subscriptions/sockets.ts'
import type { Graph } from './supergraph.ts'

interface GraphRouteDeps extends Pick<Streaming, 'graphStreams'> {
  readonly graph: Graph
  readonly admission: Admission
  readonly shedder: Shedder
  readonly log: Log
}

export function mountGraph(
  app: FastifyInstance,
  { graph, admission, shedder, graphStreams, log }: GraphRouteDeps,
): void {
  const contextOf = (request: FastifyRequest, reply: FastifyReply): GraphContext => {
    const principal = admission.principalOf(request)
    checkAgentHeader(principal, request.headers['x-agent-id'], false)
    return {
      ...{ principal, requestId: request.id, address: request.ip, loaders: new Map(), keys: [] },
      ...{ rate: { left: null }, pause: shedder.pauseOf(request, reply) },
      confirm: () => admission.confirmField(request, reply, principal),
    }
  }
  const contextOfApollo = async (request: FastifyRequest, reply: FastifyReply): Promise<GraphContext> => {
    try {
      return contextOf(request, reply)
    } catch (error) {
      throw toGraphQLError(refusalOf(error, request.id, log), request.id)
    }
  }
  const run = createGraphHandler(graph.server, contextOfApollo, admission.confirmReader)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!graphStreams.isAsked(request)) return run(request, reply)
    try {
      return await graphStreams.respond(request, reply, contextOf(request, reply))
    } catch (error) {
      return sendGraphRefusal(reply, refusalOf(error, request.id, log), request.id)
    }
  }
  const admitting =
    (admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        reply.header('cache-control', 'no-store')
        await admit(request, reply)
        return undefined
      } catch (error) {
        return sendGraphRefusal(reply, refusalOf(error, request.id, log), request.id)
      }
    }
  // What Apollo refuses before it builds a context (no query, a batch, a form post) has no request id yet.
  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) =>
    typeof payload === 'string' && reply.statusCode >= 400
      ? payload.replaceAll('"request_id":""', `"request_id":"${request.id}"`)
      : payload
  app.route({
    ...{ method: ['GET', 'POST'], url: GRAPHQL_PATH, config: { operation: 'graphql', isJudgedLater: true } },
    onRequest: admitting(admission.admitGraph),
    preHandler: admitting(admission.admitDocument),
    ...{ handler, onSend },
  })
}

/** Refuses a whole request in the format of GraphQL. */
export function sendGraphRefusal(reply: FastifyReply, refusal: Refusal, requestId: string): FastifyReply {
  const body = { errors: [toPlainError(refusal, requestId)] }
  return reply.code(ERROR_TYPES[refusal.type].status).headers(errorHeaders(refusal)).send(body)
}
