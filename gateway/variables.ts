/**
 * Variables of an ad-hoc document, over HTTP and WebSocket, before a library reads them. It would make an error of each
 * wrong value, and quote in each of them what it stands in: a body that fits the bound on bodies could fill the memory.
 */
import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import { DomainError } from '../subgraphs/shared/errors.ts'
import { LIMITS } from './queryCost.ts'
import { toSnake } from './rest/names.ts'
import { requireWellFormed } from './wellFormed.ts'

type Given = Readonly<Record<string, unknown>>

/** @throws DomainError invalid_request */
export function requireVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, variables: Given): void {
  requireFew(variables)
  requireWellFormed(variables, 'variables')
  for (const definition of operation.variableDefinitions ?? []) {
    const { errors } = getVariableValues(schema, [definition], variables, { maxErrors: 1 })
    if (errors?.[0] !== undefined) throw refusal(shorten(errors[0].message), pathOf(schema, definition, variables))
  }
}

function refusal(message: string, path: string): DomainError {
  return new DomainError('invalid_request', message, { fields: [{ path, code: 'invalid_value', message }] })
}

/** Where the first wrong value stands, in the names in which every refusal tells it. */
function pathOf(schema: GraphQLSchema, { variable, type }: VariableDefinitionNode, variables: Given): string {
  const name = variable.name.value
  const wanted = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined
  let found: readonly (string | number)[] | undefined
  try {
    if (wanted !== undefined)
      coerceInputValue(variables[name], wanted, (path) => {
        found = path
        throw new Error('the first one is enough')
      })
  } catch {
    // Told by `found`.
  }
  const inner = (found ?? []).map((step) => (typeof step === 'number' ? `[${step}]` : `.${toSnake(step)}`)).join('')
  return shorten(name === 'input' && inner.startsWith('.') ? inner.slice(1) : `${toSnake(name)}${inner}`)
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
