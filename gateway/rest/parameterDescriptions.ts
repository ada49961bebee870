/** What OpenAPI tells of query parameters: what the graph tells of the arguments and input fields that they set. */
import {
  type GraphQLInputFieldMap,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { PAGE_DEFAULT, PAGE_MAX } from '../../subgraphs/shared/connections.ts'

/** REST goes through a list in one direction, and has its own names for an order. */
const OF_REST: Readonly<Record<string, string>> = {
  limit: `At most this many, 1 to ${PAGE_MAX}; ${PAGE_DEFAULT} by default.`,
  after: 'Only what comes after this cursor.',
  order: 'What comes first; the newest by default.',
}

export function parameterDescriptions(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  inputFields: GraphQLInputFieldMap,
): (parameter: { readonly wire: string; readonly name: string }) => string | undefined {
  const described = new Map<string, string | null | undefined>()
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  for (const root of operation.selectionSet.selections) {
    if (root.kind !== Kind.FIELD) continue
    const known = fields[root.name.value]?.args ?? []
    for (const { name, value } of root.arguments ?? []) {
      const argument = known.find((one) => one.name === name.value)
      if (value.kind === Kind.VARIABLE) described.set(value.name.value, argument?.description)
      if (value.kind !== Kind.OBJECT) continue
      const of = argument === undefined ? undefined : getNamedType(argument.type)
      for (const { name: inner, value: set } of value.fields)
        if (set.kind === Kind.VARIABLE && isInputObjectType(of))
          described.set(set.name.value, of.getFields()[inner.value]?.description)
    }
  }
  return ({ wire, name }) => OF_REST[wire] ?? described.get(name) ?? inputFields[name]?.description ?? undefined
}

/** What the id of a path belongs to, where its name does not say it. */
const OF_PATHS: Readonly<Record<string, string>> = {
  id: 'Id of the resource.',
  payment_token: 'Id of the payment over ACH.',
  token: 'Id of the resource.',
  tx_hash: 'Hash of a transaction on a chain.',
  type: 'Type of an event.',
}

export const describePathParameter = (name: string): string =>
  OF_PATHS[name] ?? `Id of the ${name.replace(/_(id|token)$/, '').replaceAll('_', ' ')}.`
