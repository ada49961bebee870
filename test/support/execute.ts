/** Runs one operation against a subgraph in process, as a given caller. */
import { type GraphQLSchema, graphql } from 'graphql'
import type { Principal } from '../../subgraphs/shared/principal.ts'

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
