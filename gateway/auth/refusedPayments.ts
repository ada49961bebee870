/** Payments in GraphQL documents whose input is refused use up nothing of the rate limit (domain 0.1, gate 4), as over REST. */
import type { ApolloServerPlugin } from '@apollo/server'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import { rootFieldsOf } from '../rootFields.ts'
import type { RateLimiter } from './rateLimit.ts'

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
          // Of the payment itself: what fails below it was asked of one that was made.
          const own = errors.filter(
            ({ path, extensions }) => path?.length === 1 && extensions?.type === 'invalid_request',
          )
          const refused = new Set(own.map(({ path }) => path?.[0]))
          const payments = rootFieldsOf(document, operation)?.filter(({ name }) => deps.isPayment(name.value)) ?? []
          const count = payments.filter(({ alias, name }) => refused.has((alias ?? name).value)).length
          if (count > 0) deps.rateLimiter.returnPayments(principal, count, performance.now() - startedAt)
        },
      }
    },
  }
}
