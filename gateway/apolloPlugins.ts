/**
 * Gives errors of Apollo's pipeline the form that every error of the service has. The libraries' own codes (parse,
 * validation, bad variables) stay; what nobody planned is masked and logged with its request id.
 */
import type { ApolloServerPlugin } from '@apollo/server'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { DomainError } from '../subgraphs/shared/errors.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { MASKED, readRefusal, refusalOf, toExtensions, toGraphQLError } from './errors.ts'
import { requireVariables, shorten } from './variables.ts'

const CALLERS_FAULT = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** What a caller gets without its own message, because nobody planned it. */
function isMasked(error: GraphQLError): boolean {
  return readRefusal(error) === null && !CALLERS_FAULT.has(String(error.extensions?.code))
}

export function formatApolloError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const place = formatted.path === undefined ? {} : { path: formatted.path }
  const refusal = error instanceof GraphQLError ? readRefusal(error) : null
  if (refusal !== null)
    return { message: refusal.message, ...place, extensions: { ...toExtensions(refusal, requestIdOf(formatted)) } }
  const code = String(formatted.extensions?.code)
  if (!CALLERS_FAULT.has(code))
    return { message: MASKED.message, ...place, extensions: { ...toExtensions(MASKED, '') } }
  const message = shorten(formatted.message)
  const invalid = { type: 'invalid_request', message, details: {} } as const
  return { ...formatted, message, extensions: { ...toExtensions(invalid, ''), code } }
}

/** What refuses a whole request (wrong credentials) brings its id: for such answers the plugin below is not asked. */
function requestIdOf({ extensions }: GraphQLFormattedError): string {
  return typeof extensions?.request_id === 'string' ? extensions.request_id : ''
}

/** The formatter above has no context: the request id comes in here. */
export function apolloErrors(log: Log): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          for (const error of errors)
            if (isMasked(error))
              log.error(
                { request_id: contextValue.requestId, path: error.path, err: error.originalError ?? error },
                'unexpected failure',
              )
        },
        async willSendResponse({ response, contextValue }) {
          if (response.body.kind !== 'single') return
          const { singleResult } = response.body
          if (singleResult.errors === undefined) return
          singleResult.errors = singleResult.errors.map((error) => ({
            ...error,
            extensions: { ...error.extensions, request_id: contextValue.requestId },
          }))
        },
      }
    },
  }
}

export type BeforeOperation = (
  operation: OperationDefinitionNode,
  document: DocumentNode,
  context: RequestContext,
) => void

/** Refusals that depend on what is asked and by whom, before anything is planned. */
export function guardOperations(
  schema: GraphQLSchema,
  before: BeforeOperation | undefined,
  log: Log,
): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ operation, document, request, contextValue }) {
          if (operation === undefined) throw unresolved(request.operationName)
          try {
            requireVariables(schema, operation, request.variables ?? {})
            if (operation.operation === 'subscription') throw overSocketsOnly()
            before?.(operation, document, contextValue)
          } catch (error) {
            throw toGraphQLError(refusalOf(error, contextValue.requestId, log), contextValue.requestId)
          }
        },
      }
    },
  }
}

/** The gateway would plan it and then fail. */
function overSocketsOnly(): DomainError {
  return new DomainError('invalid_request', 'Subscriptions run over WebSocket (graphql-ws) on this same path.', {
    reason: 'subscription_over_http',
  })
}

/** The gateway's executor would fail over it. */
function unresolved(operationName: string | undefined): GraphQLError {
  const message =
    operationName === undefined || operationName === ''
      ? 'The document has several operations: name the one to run in operationName.'
      : 'The document has no operation of this operationName.'
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } } })
}
