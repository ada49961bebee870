/** Runs one operation against a subgraph in process, as a given caller. */
import { createRequire } from 'node:module'
import type { GraphQLSchema } from 'graphql'
import type { Principal } from '../../subgraphs/shared/principal.ts'

// The test runner resolves graphql's ES build and Apollo its CommonJS build; only one of them accepts Apollo's schemas.
const { graphql } = createRequire(import.meta.url)('graphql') as typeof import('graphql')

/** One operation as a principal, in process; a refusal is thrown as the DomainError it is. */
export async function execute<T>(
  { schema }: { readonly schema: GraphQLSchema },
  principal: Principal,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<T> {
  const contextValue = { principal, requestId: 'req_test', loaders: new Map() }
  const { data, errors } = await graphql({ schema, source, variableValues, contextValue })
  if (errors?.[0] !== undefined) throw errors[0].originalError ?? errors[0]
  return JSON.parse(JSON.stringify(data)) as T
}
