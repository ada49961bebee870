/**
 * Validates the variables of an ad-hoc document, over HTTP and WebSocket, before graphql-js does. That would make an error of
 * each wrong value and quote its surroundings in each, so that a body of allowed size could fill the memory.
 */
import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isEnumType,
  isNonNullType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { DomainError } from '../subgraphs/shared/errors.ts'
import { requireWellFormed } from '../subgraphs/shared/wellFormed.ts'
import { QUERY_LIMITS } from './queryCost.ts'

type VariableValues = Readonly<Record<string, unknown>>

/**
 * @param document with the fragments of the operation
 * @throws DomainError invalid_request
 */
export function requireVariables(
  schema: GraphQLSchema,
  { operation, document }: { readonly operation: OperationDefinitionNode; readonly document: DocumentNode },
  variables: VariableValues,
): void {
  requireFewValues(variables)
  requireWellFormed(variables, 'variables')
  requireNoNull(schema, document, nullsOf(operation, variables))
  for (const definition of operation.variableDefinitions ?? []) {
    const { errors } = getVariableValues(schema, [definition], variables, { maxErrors: 1 })
    const message = errors?.[0]?.message
    if (message === undefined) continue
    const { path, kind } = wrongValue(schema, definition, variables)
    if (kind !== null) throw refusal(`Variable "$${path}" got invalid value: ${kind}`, path)
    throw refusal(shorten(message) + namesFor(schema, message), path)
  }
}

/** Those that have a default, which an explicit null takes the place of. */
const nullsOf = ({ variableDefinitions = [] }: OperationDefinitionNode, variables: VariableValues): Set<string> =>
  new Set(
    variableDefinitions
      .filter(({ variable, defaultValue }) => defaultValue !== undefined && variables[variable.name.value] === null)
      .map(({ variable }) => variable.name.value),
  )

/** GraphQL lets a variable with a default stand where null may not, and fails once it runs. */
function requireNoNull(schema: GraphQLSchema, document: DocumentNode, nulls: ReadonlySet<string>): void {
  if (nulls.size === 0) return
  const types = new TypeInfo(schema)
  const Variable = ({ name: { value } }: VariableNode) => {
    if (nulls.has(value) && isNonNullType(types.getInputType()))
      throw refusal(`Variable "$${value}" must not be null where it stands: leave it out to get its default.`, value)
  }
  visit(document, visitWithTypeInfo(types, { VariableDefinition: () => false, Variable }))
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

/** A value of a wrong kind, which follows: of a field that is text it may be a secret, written as a number. */
const WRONG_KIND = /^(\w+ cannot represent [a-z0-9 -]+): /

/** Path of the first wrong value, as the caller has named it, and what is wrong with its kind; null: its kind is right. */
function wrongValue(schema: GraphQLSchema, { variable, type }: VariableDefinitionNode, variables: VariableValues) {
  const name = variable.name.value
  const wanted = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined
  let steps: readonly (string | number)[] = []
  let kind: string | null = null
  try {
    if (wanted !== undefined)
      coerceInputValue(variables[name], wanted, (path, _value, { message }) => {
        // The message of the error alone, without the value.
        steps = [...path, ...(FIELD.exec(message)?.slice(1) ?? [])]
        kind = WRONG_KIND.test(message) ? withoutValue(message) : null
        throw new Error('the first error is enough')
      })
  } catch {
    // Reported by `steps`.
  }
  const path = shorten(name + steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join(''))
  return { path, kind }
}

function withoutValue(message: string): string {
  const kind = WRONG_KIND.exec(message)?.[1]
  return kind === undefined ? message : `${kind}.`
}

/** For messages that quote input. */
export function shorten(quoting: string): string {
  const message = withoutValue(quoting)
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
