/** Payments whose input is refused use up nothing of the rate limit of payments (domain 0.1, gate 4). */
import type { ApolloServerPlugin } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import { rootFieldsOf } from '../rootFields.ts'
import type { Admission } from './admission.ts'
import type { RateLimiter } from './rateLimit.ts'

/** Over REST, before the response is sent; also where the body could not be read. */
export function returnRefusedPayment(admission: Pick<Admission, 'returnPayment'>) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode === 400) admission.returnPayment(request, reply.elapsedTime)
    return payload
  }
}

/** In GraphQL documents. */
export function returnRefusedPayments(deps: {
  readonly rateLimiter: Pick<RateLimiter, 'returnPayments'>
  readonly isPayment: (rootField: string) => boolean
}): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      const startedAt = performance.now()
      return {
        async willSendResponse({ response, document, operation, contextValue: { principal } }) {
          if (response.body.kind !== 'single' || document === undefined || operation?.operation !== 'mutation') return
          const { errors = [] } = response.body.singleResult
          const refused = new Set(
            errors.filter(({ extensions }) => extensions?.type === 'invalid_request').map(({ path }) => path?.[0]),
          )
          const payments = rootFieldsOf(document, operation)?.filter(({ name }) => deps.isPayment(name.value)) ?? []
          const count = payments.filter(({ alias, name }) => refused.has((alias ?? name).value)).length
          if (count > 0) deps.rateLimiter.returnPayments(principal, count, performance.now() - startedAt)
        },
      }
    },
  }
}
