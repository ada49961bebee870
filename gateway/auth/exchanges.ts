/**
 * Rate limit of token exchanges in GraphQL documents, the same as on the token endpoint: a successful one counts for its
 * agent, a failed one for the address.
 */
import type { ApolloServerPlugin } from '@apollo/server'
import { type FieldNode, type GraphQLSchema, getArgumentValues, getVariableValues } from 'graphql'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { refusalOf, toExtensions, toGraphQLError } from '../errors.ts'
import { rootFieldsOf } from '../rootFields.ts'
import type { AdmittedExchange, RateHeaders, RateLimiter } from './rateLimit.ts'

/** The context of a request inside the gateway, with what subgraphs do not get. */
export interface GraphContext extends RequestContext {
  /** `left` after the whole document, where it counts as more than one request. An object, since Apollo clones the context. */
  readonly rate: { left: RateHeaders | null }
  readonly address: string
}

interface Exchange {
  readonly responseKey: string
  readonly admitted: AdmittedExchange
}

export function countExchanges(deps: {
  readonly rateLimiter: RateLimiter
  readonly isExchange: (rootField: string) => boolean
  readonly log: Log
}): ApolloServerPlugin<RequestContext> {
  const { rateLimiter, isExchange, log } = deps
  return {
    async requestDidStart() {
      let exchanges: Exchange[] = []
      let isValid = false
      return {
        async didResolveOperation({ document, operation, request, schema, contextValue }) {
          const { requestId } = contextValue
          isValid = true
          if (operation?.operation !== 'mutation') return
          const fields = (rootFieldsOf(document, operation) ?? []).filter(({ name }) => isExchange(name.value))
          if (fields.length === 0) return
          // With defaults, which may name the agent. Wrong variables are refused elsewhere.
          const variables = { ...request.variables }
          const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
            maxErrors: 1,
          })
          const { address } = contextValue as GraphContext
          try {
            for (const field of fields) {
              const { responseKey, agentId } = readExchange(field, schema, coerced)
              exchanges.push({ responseKey, admitted: rateLimiter.admitExchange(agentId, address) })
            }
          } catch (error) {
            for (const { admitted } of exchanges) admitted.dropped()
            exchanges = []
            throw toGraphQLError(refusalOf(error, requestId, log), requestId)
          }
        },
        async willSendResponse({ response, contextValue }) {
          // What does not validate was let in before it was known to be none.
          const { principal, address } = contextValue as GraphContext
          if (!isValid && principal.kind === 'anonymous') rateLimiter.failedDocument(address)
          if (response.body.kind !== 'single') return
          const { singleResult } = response.body
          for (const { responseKey, admitted } of exchanges) {
            if (singleResult.data?.[responseKey]) {
              admitted.succeeded()
              continue
            }
            try {
              admitted.failed()
            } catch (error) {
              const refusal = refusalOf(error, contextValue.requestId, log)
              const limited = {
                message: refusal.message,
                extensions: { ...toExtensions(refusal, contextValue.requestId) },
              }
              singleResult.errors = (singleResult.errors ?? []).map((failure) =>
                failure.path?.[0] === responseKey ? { ...failure, ...limited } : failure,
              )
            }
          }
        },
      }
    },
  }
}

function readExchange(field: FieldNode, schema: GraphQLSchema, variables: Record<string, unknown> = {}) {
  const responseKey = (field.alias ?? field.name).value
  const definition = schema.getMutationType()?.getFields()[field.name.value]
  try {
    const values = definition === undefined ? {} : getArgumentValues(definition, field, variables)
    const agentId = (values.input as { agentId?: unknown } | undefined)?.agentId
    return { responseKey, agentId: typeof agentId === 'string' ? agentId : '' }
  } catch {
    // Wrong arguments are refused on execution.
    return { responseKey, agentId: '' }
  }
}
