/** One GraphQL request over HTTP, handed to Apollo as it came: nothing of it is parsed that a caller could make unreadable. */
import { type ApolloServer, HeaderMap } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, invariant } from '../subgraphs/shared/errors.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import { findExcessIn, LIMITS } from './queryCost.ts'

export function createGraphHandler(
  server: ApolloServer<RequestContext>,
  contextOf: (request: FastifyRequest) => Promise<RequestContext>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const headers = new HeaderMap()
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined && value !== '') headers.set(name, [value].flat().join(', '))
    const { method, url, body } = request
    // Not by the Host header, which may be missing or anything.
    const at = url.indexOf('?')
    const search = at < 0 ? '' : url.slice(at).replace(/#.*$/, '')
    const { query } = (body ?? { query: new URLSearchParams(search).get('query') }) as { readonly query?: unknown }
    if (typeof query === 'string') requireSmall(query)
    const answer = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers, search, body },
      context: () => contextOf(request),
    })
    for (const [name, value] of answer.headers) reply.header(name, value)
    invariant(answer.body.kind === 'complete', 'answers come whole')
    return reply.code(answer.status ?? 200).send(answer.body.string)
  }
}

/** @throws DomainError payload_too_large, invalid_request */
function requireSmall(query: string): void {
  if (query.length > LIMITS.text)
    throw new DomainError('payload_too_large', `The document is longer than ${LIMITS.text} characters.`)
  const excess = findExcessIn(query)
  if (excess !== null) throw new DomainError('invalid_request', excess)
}
