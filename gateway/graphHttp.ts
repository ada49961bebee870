/** Passes one GraphQL request over HTTP to Apollo, after the bounds on its document. */
import { type ApolloServer, HeaderMap } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, invariant } from '../subgraphs/shared/errors.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import type { GraphContext } from './auth/exchanges.ts'
import { findExcess, QUERY_LIMITS } from './queryCost.ts'
import { readDocument } from './requestDocument.ts'
import { readRootNames } from './rootFields.ts'

export function createGraphHandler(
  server: ApolloServer<RequestContext>,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<GraphContext>,
  confirmReader: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const headers = new HeaderMap()
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined && value !== '') headers.set(name, [value].flat().join(', '))
    const { method, url, body } = request
    // Not with `new URL`, which would need the Host header.
    const start = url.indexOf('?')
    const search = start < 0 ? '' : url.slice(start).replace(/#.*$/, '')
    const { query, operationName } = (body ?? { query: new URLSearchParams(search).get('query') }) as Sent
    if (typeof query === 'string') requireSmall(request, query)
    let rate: GraphContext['rate'] = { left: null }
    const response = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers, search, body },
      async context() {
        const context = await contextOf(request, reply)
        rate = context.rate
        return context
      },
    })
    const isRead = readRootNames(readDocument(request, query), operationName) === null
    if (isRead) await confirmReader(request, reply)
    if (rate.left !== null) reply.headers(rate.left)
    for (const [name, value] of response.headers) reply.header(name, value)
    invariant(response.body.kind === 'complete', 'incremental delivery is off')
    return reply.code(response.status ?? 200).send(response.body.string)
  }
}

interface Sent {
  readonly query?: unknown
  readonly operationName?: unknown
}

/** @throws DomainError payload_too_large, invalid_request */
function requireSmall(request: FastifyRequest, query: string): void {
  if (query.length > QUERY_LIMITS.text)
    throw new DomainError('payload_too_large', `The document is longer than ${QUERY_LIMITS.text} characters.`)
  const excess = findExcess(readDocument(request, query))
  if (excess !== null) throw new DomainError('invalid_request', excess)
}
