/**
 * Validates the variables of an ad-hoc document, over HTTP and WebSocket, before graphql-js does. That would make an error of
 * each wrong value and quote its surroundings in each, so that a body of allowed size could fill the memory.
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
import { QUERY_LIMITS } from './queryCost.ts'
import { toSnake } from './rest/names.ts'
import { requireWellFormed } from './wellFormed.ts'

type VariableValues = Readonly<Record<string, unknown>>

/** @throws DomainError invalid_request */
export function requireVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: VariableValues,
): void {
  requireFewValues(variables)
  requireWellFormed(variables, 'variables')
  for (const definition of operation.variableDefinitions ?? []) {
    const { errors } = getVariableValues(schema, [definition], variables, { maxErrors: 1 })
    if (errors?.[0] !== undefined) throw refusal(shorten(errors[0].message), pathOf(schema, definition, variables))
  }
}

function refusal(message: string, path: string): DomainError {
  return new DomainError('invalid_request', message, { fields: [{ path, code: 'invalid_value', message }] })
}

/** Path of the first wrong value, in snake_case like all field paths of errors. */
function pathOf(schema: GraphQLSchema, { variable, type }: VariableDefinitionNode, variables: VariableValues): string {
  const name = variable.name.value
  const wanted = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined
  let wrong: readonly (string | number)[] | undefined
  try {
    if (wanted !== undefined)
      coerceInputValue(variables[name], wanted, (path) => {
        wrong = path
        throw new Error('the first error is enough')
      })
  } catch {
    // Reported by `wrong`.
  }
  const inner = (wrong ?? []).map((step) => (typeof step === 'number' ? `[${step}]` : `.${toSnake(step)}`)).join('')
  return shorten(name === 'input' && inner.startsWith('.') ? inner.slice(1) : `${toSnake(name)}${inner}`)
}

/** For messages that quote input. */
export function shorten(message: string): string {
  return message.length <= MESSAGE_MAX ? message : `${message.slice(0, MESSAGE_MAX).toWellFormed()}…`
}

const MESSAGE_MAX = 500

function requireFewValues(variables: VariableValues): void {
  const open: unknown[] = [variables]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = Object.values(next as object)
    count += inner.length
    if (count > QUERY_LIMITS.values)
      throw new DomainError('invalid_request', `The variables are too large: values above ${QUERY_LIMITS.values}.`)
    for (const value of inner) if (typeof value === 'object' && value !== null) open.push(value)
  }
}
