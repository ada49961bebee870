/**
 * Errors name fields in the names of REST (`expires_at`). Over GraphQL they name them as the caller wrote them
 * (`input.expiresAt`): by the arguments of the root field, as far as their types say; keys of the caller's own JSON stay.
 */
import type { ApolloServerPlugin } from '@apollo/server'
import {
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import type { FieldProblem } from '../subgraphs/shared/errors.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import { toCamel, toSnake } from './rest/names.ts'
import { rootFieldsOf } from './rootFields.ts'

/** Before plugins that store responses. */
export function nameFieldsAsWritten(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response, document, operation }) {
          if (response.body.kind !== 'single' || document === undefined || operation === undefined) return
          const { singleResult } = response.body
          const { errors } = singleResult
          if (errors !== undefined)
            singleResult.errors = errors.map((error) => rename(error, schema, document, operation))
        },
      }
    },
  }
}

function rename(
  error: GraphQLFormattedError,
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): GraphQLFormattedError {
  const details = error.extensions?.details as { readonly fields?: readonly FieldProblem[] } | undefined
  const [root, ...inner] = error.path ?? []
  if (root === undefined || !Array.isArray(details?.fields)) return error
  const given = inner.length > 0 ? null : argumentsOf(schema, document, operation, String(root))
  const written = (path: string) => (given === null ? toCamel(path) : writtenPath(given, path))
  const fields = details.fields.map((field: FieldProblem) => ({ ...field, path: written(field.path) }))
  const named = details.fields.find(({ path }: FieldProblem) => error.message.startsWith(`${path}: `))
  const message = named === undefined ? error.message : written(named.path) + error.message.slice(named.path.length)
  return { ...error, message, extensions: { ...error.extensions, details: { ...details, fields } } }
}

type Names = ReadonlyMap<string, GraphQLInputType>

/** @param root the name of the field in the response */
function argumentsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  root: string,
): Names {
  const field = rootFieldsOf(document, operation)?.find(({ name, alias }) => (alias ?? name).value === root)
  const declared = schema.getRootType(operation.operation)?.getFields()[field?.name.value ?? '']
  return new Map(declared?.args.map(({ name, type }) => [name, type] as const))
}

/** @param path in the names of REST, which knows no argument `input` */
export function writtenPath(given: Names, path: string): string {
  const input = given.get('input')
  const first = /^[^.[]*/.exec(path)?.[0] ?? ''
  const isInside = input !== undefined && first !== 'input' && nameIn(given, first) === undefined
  const inside = isInside ? translate(fieldsOf(input), path) : null
  return inside === null ? (translate(given, path) ?? path) : `input.${inside}`
}

/** Null: its first step is none of these. */
function translate(names: Names, path: string): string | null {
  const [step = '', index = '', rest = ''] = /^([^.[]*)((?:\[\d+\])*)\.?(.*)$/s.exec(path)?.slice(1) ?? []
  const name = nameIn(names, step)
  if (name === undefined) return null
  const inner = translate(fieldsOf(names.get(name) as GraphQLInputType), rest) ?? rest
  return `${name}${index}${inner === '' ? '' : `.${inner}`}`
}

const nameIn = (names: Names, step: string): string | undefined =>
  names.keys().find((name) => name === step || toSnake(name) === step)

/** None of a scalar: what is in it has names of its own. */
function fieldsOf(type: GraphQLInputType): Names {
  const named = getNamedType(type)
  return new Map(
    isInputObjectType(named) ? Object.values(named.getFields()).map((field) => [field.name, field.type] as const) : [],
  )
}
