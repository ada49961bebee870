/**
 * Variables of an ad-hoc document, over HTTP and WebSocket, before a library reads them. It would make an error of each
 * wrong value, and quote in each of them what it stands in: a body that fits the bound on bodies could fill the memory.
 */
import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql'
import { DomainError } from '../subgraphs/shared/errors.ts'
import { LIMITS } from './limits.ts'
import { requireWellFormed } from './wellFormed.ts'

type Given = Readonly<Record<string, unknown>>

/** @throws DomainError invalid_request */
export function requireVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, variables: Given): void {
  requireFew(variables)
  requireWellFormed(variables, 'variables')
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 })
  if (errors?.[0] !== undefined) throw new DomainError('invalid_request', shorten(errors[0].message))
}

/** A message that quotes the caller is no longer than a person reads. */
export function shorten(message: string): string {
  return message.length <= MESSAGE_MAX ? message : `${message.slice(0, MESSAGE_MAX).toWellFormed()}…`
}

const MESSAGE_MAX = 500

function requireFew(variables: Given): void {
  const open: unknown[] = [variables]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = Object.values(next as object)
    count += inner.length
    if (count > LIMITS.values)
      throw new DomainError('invalid_request', `The variables are too large: values above ${LIMITS.values}.`)
    for (const one of inner) if (typeof one === 'object' && one !== null) open.push(one)
  }
}
