/**
 * The price of a token exchange inside a GraphQL document, the same as on the token endpoint: a good one counts for its
 * agent, a bad one for the address.
 */
import type { ApolloServerPlugin } from '@apollo/server'
import { type FieldNode, type GraphQLSchema, getArgumentValues, getVariableValues } from 'graphql'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { refusalOf, toExtensions, toGraphQLError } from '../errors.ts'
import { rootFieldsOf } from '../rootFields.ts'
import type { RateLimiter } from './rateLimit.ts'

/** What the gateway knows of a call beside what subgraphs are told. */
export interface GraphContext extends RequestContext {
  readonly address: string
}

interface Exchange {
  readonly answeredAs: string
  readonly agentId: string
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
      return {
        async didResolveOperation({ document, operation, request, schema, contextValue: { requestId } }) {
          if (operation?.operation !== 'mutation') return
          const fields = (rootFieldsOf(document, operation) ?? []).filter(({ name }) => isExchange(name.value))
          if (fields.length === 0) return
          // With their defaults, which may name the agent too. Others refuse what is wrong with them.
          const variables = { ...request.variables }
          const given = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 })
          exchanges = fields.map((field) => readExchange(field, schema, given.coerced))
          try {
            for (const { agentId } of exchanges) rateLimiter.requireExchange(agentId)
          } catch (error) {
            exchanges = []
            throw toGraphQLError(refusalOf(error, requestId, log), requestId)
          }
        },
        async willSendResponse({ response, contextValue }) {
          if (response.body.kind !== 'single') return
          const { singleResult } = response.body
          for (const { answeredAs, agentId } of exchanges) {
            if (singleResult.data?.[answeredAs]) {
              rateLimiter.exchanged(agentId)
              continue
            }
            try {
              rateLimiter.takeAnonymous((contextValue as GraphContext).address)
            } catch (error) {
              const refusal = refusalOf(error, contextValue.requestId, log)
              const told = {
                message: refusal.message,
                extensions: { ...toExtensions(refusal, contextValue.requestId) },
              }
              singleResult.errors = (singleResult.errors ?? []).map((one) =>
                one.path?.[0] === answeredAs ? { ...one, ...told } : one,
              )
            }
          }
        },
      }
    },
  }
}

function readExchange(field: FieldNode, schema: GraphQLSchema, variables: Record<string, unknown> = {}): Exchange {
  const answeredAs = (field.alias ?? field.name).value
  const definition = schema.getMutationType()?.getFields()[field.name.value]
  try {
    const values = definition === undefined ? {} : getArgumentValues(definition, field, variables)
    const agentId = (values.input as { agentId?: unknown } | undefined)?.agentId
    return { answeredAs, agentId: typeof agentId === 'string' ? agentId : '' }
  } catch {
    // Arguments that do not fit are refused by whoever executes them.
    return { answeredAs, agentId: '' }
  }
}
