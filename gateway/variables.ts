/**
 * Validates the variables of an ad-hoc document, over HTTP and WebSocket, before graphql-js does. That would make an error of
 * each wrong value and quote its surroundings in each, so that a body of allowed size could fill the memory.
 */
import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isEnumType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import { DomainError } from '../subgraphs/shared/errors.ts'
import { QUERY_LIMITS } from './queryCost.ts'
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
    const message = errors?.[0]?.message
    if (message !== undefined)
      throw refusal(shorten(message) + namesFor(schema, message), pathOf(schema, definition, variables))
  }
}

function refusal(message: string, path: string): DomainError {
  return new DomainError('invalid_request', message, { fields: [{ path, code: 'invalid_value', message }] })
}

/** The names that an enumeration has, where graphql-js does not come near one. */
function namesFor(schema: GraphQLSchema, message: string): string {
  const type = schema.getType(/ does not exist in "(\w+)" enum\.$/.exec(message)?.[1] ?? '')
  if (!isEnumType(type)) return ''
  return ` Use one of: ${type
    .getValues()
    .map(({ name }) => name)
    .join(', ')}.`
}

/**
 * graphql-js reports a field that is missing, or that the type does not have, at its object. Only ever read from the start of
 * a message: what a caller has written follows, and might look like many such beginnings.
 */
const FIELD = /^Field "(\w+)" (?:of required type|is not defined by type) "/

/** Path of the first wrong value, as the caller has named it. */
function pathOf(schema: GraphQLSchema, { variable, type }: VariableDefinitionNode, variables: VariableValues): string {
  const name = variable.name.value
  const wanted = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined
  let steps: readonly (string | number)[] = []
  try {
    if (wanted !== undefined)
      coerceInputValue(variables[name], wanted, (path, _value, { message }) => {
        // The message of the error alone, without the value.
        steps = [...path, ...(FIELD.exec(message)?.slice(1) ?? [])]
        throw new Error('the first error is enough')
      })
  } catch {
    // Reported by `steps`.
  }
  return shorten(name + steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join(''))
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
