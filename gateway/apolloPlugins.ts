/**
 * Gives errors of Apollo's pipeline the service's error format. The libraries' own codes (parse, validation, bad variables)
 * stay; unexpected errors are masked and logged with their request id.
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
import { INTERNAL_ERROR, readRefusal, refusalOf, toExtensions, toGraphQLError } from './errors.ts'
import { requireVariables, shorten } from './variables.ts'

const CLIENT_ERROR_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** Unexpected errors leave without their message. */
function isMasked(error: GraphQLError): boolean {
  return readRefusal(error) === null && !CLIENT_ERROR_CODES.has(String(error.extensions?.code))
}

export function formatApolloError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const path = formatted.path === undefined ? {} : { path: formatted.path }
  const refusal = error instanceof GraphQLError ? readRefusal(error) : null
  if (refusal !== null)
    return { message: refusal.message, ...path, extensions: { ...toExtensions(refusal, requestIdOf(formatted)) } }
  const code = String(formatted.extensions?.code)
  if (!CLIENT_ERROR_CODES.has(code))
    return { message: INTERNAL_ERROR.message, ...path, extensions: { ...toExtensions(INTERNAL_ERROR, '') } }
  const message = shorten(formatted.message)
  const invalid = toExtensions({ type: 'invalid_request', message, details: {} }, '')
  return {
    ...formatted,
    message,
    extensions: { ...invalid, http_status: statusOf(error) ?? invalid.http_status, code },
  }
}

/** That of the response, where Apollo gives it another refusal than 400: 405 and 406. It answers stored documents with 200. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof GraphQLError)) return undefined
  const { status } = (error.extensions.http ?? {}) as { readonly status?: number }
  return status === undefined || status < 400 ? undefined : status
}

/** An error from building the context (wrong credentials) carries its id itself: Apollo skips the plugin below for it. */
function requestIdOf({ extensions }: GraphQLFormattedError): string {
  return typeof extensions?.request_id === 'string' ? extensions.request_id : ''
}

/** Logs unexpected errors, and adds the request id, which the formatter cannot know. */
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
) => Promise<void>

/** Refuses operations by their content and caller before they are planned. */
export function guardOperations(
  schema: GraphQLSchema,
  before: BeforeOperation | undefined,
  log: Log,
): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ operation, document, request, contextValue }) {
          if (operation === undefined) throw unresolvedOperation(request.operationName)
          try {
            requireVariables(schema, { operation, document }, request.variables ?? {})
            if (operation.operation === 'subscription') throw subscriptionOverHttp()
            await before?.(operation, document, contextValue)
          } catch (error) {
            throw toGraphQLError(refusalOf(error, contextValue.requestId, log), contextValue.requestId)
          }
        },
      }
    },
  }
}

/** Apollo's gateway would plan it and then fail. */
function subscriptionOverHttp(): DomainError {
  return new DomainError('invalid_request', 'Subscriptions run over WebSocket (graphql-ws) on this same path.', {
    reason: 'subscription_over_http',
  })
}

/** Without it the gateway's executor would fail with an unexpected error. */
function unresolvedOperation(operationName: string | undefined): GraphQLError {
  const message =
    operationName === undefined || operationName === ''
      ? 'The document has several operations: name the one to run in operationName.'
      : 'The document has no operation of this operationName.'
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } } })
}
