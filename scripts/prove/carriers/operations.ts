/**
 * Every operation that callers have, by its root field in the graph and by its REST route, as the documents of the service
 * tell: the OpenAPI document, the schema of the graph and the operations that routes execute. Each can be asked with input
 * that is as small as it may be, and with what the proof gives.
 */
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
} from 'graphql'
import { loadManifest } from '../../../gateway/rest/manifest.ts'
import type { Answer, Caller, HttpRequest, Send } from './client.ts'

export const SUPERGRAPH_SDL = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8')
export const API_SCHEMA: GraphQLSchema = Supergraph.build(SUPERGRAPH_SDL).apiSchema().toGraphQLJSSchema()

/** By the names of the graph; over REST the same values stand under their own names. */
export type Given = Readonly<Record<string, unknown>>

export interface Operation {
  readonly carrier: 'REST' | 'GraphQL'
  /** `GET /api/v2/payments`, or as `at`. */
  readonly name: string
  /** The root field, as `Query.payments`. */
  readonly at: string
  /** Takes an Idempotency-Key. */
  readonly isKeyed: boolean
  /** The wallet of the agent that calls pays: nobody else is let in, whoever else may call the root field. */
  readonly isOfAgents?: boolean
  /** Whether the carrier has a place for this input of the graph. */
  takes(input: string): boolean
  request(caller: Caller, given?: Given, key?: string): HttpRequest
}

export const ask = (send: Send, operation: Operation, ...input: Parameters<Operation['request']>): Promise<Answer> =>
  send(operation.request(...input))

const ROOTS = [API_SCHEMA.getQueryType(), API_SCHEMA.getMutationType()].filter(
  (type) => type !== null && type !== undefined,
)

/** @param selectionOf what is read of a result; default: nothing but its type */
export function graphOperations(selectionOf: (field: Field) => string = nothingOf): Operation[] {
  return ROOTS.flatMap((type) =>
    Object.values(type.getFields()).map((field) => graphOperation(type, field, selectionOf)),
  )
}

export type Field = GraphQLField<unknown, unknown>

const nothingOf = ({ type }: Field): string => (isLeafType(getNamedType(type)) ? '' : '{ __typename }')

/** The field of `Query.payments`. */
export function rootField(at: string): Field {
  const [type = '', name = ''] = at.split('.')
  const field = (API_SCHEMA.getType(type) as GraphQLObjectType | undefined)?.getFields()[name]
  if (field === undefined) throw new Error(`there is no ${at}`)
  return field
}

function graphOperation(type: GraphQLObjectType, field: Field, selectionOf: (field: Field) => string): Operation {
  const at = `${type.name}.${field.name}`
  const kind = type === API_SCHEMA.getMutationType() ? 'mutation' : 'query'
  const inInput = inputFieldsOf(field.args)
  const selection = selectionOf(field)
  return {
    ...{ carrier: 'GraphQL', name: at, at, isKeyed: inInput.includes('idempotencyKey') },
    takes: (input) => inInput.includes(input) || field.args.some(({ name }) => name === input),
    request(caller, given = {}, key) {
      const args = field.args.filter((arg) => isRequiredArgument(arg) || arg.name in given)
      const keyed = key === undefined ? given : { ...given, idempotencyKey: key }
      const values = args.map(({ name, type: of }) => [name, sampleOf(of, name === 'input' ? keyed : given[name])])
      const head = args.length === 0 ? '' : `(${args.map(({ name, type: of }) => `$${name}: ${of}`).join(', ')})`
      const passed = args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`
      const query = `${kind} ${head} { ${field.name}${passed} ${selection} }`
      return graphRequest(caller, query, Object.fromEntries(values))
    },
  }
}

export function graphRequest(caller: Caller, query: string, variables: object = {}): HttpRequest {
  return { method: 'POST', path: '/graphql', caller, body: JSON.stringify({ query, variables }) }
}

function inputFieldsOf(args: readonly GraphQLArgument[]): string[] {
  const type = args.find(({ name }) => name === 'input')?.type
  const nullable = type && getNullableType(type)
  return isInputObjectType(nullable) ? Object.keys(nullable.getFields()) : []
}

const SCALARS: Readonly<Record<string, unknown>> = {
  ...{ ID: 'x', String: 'x', Int: 1, Float: 1, Boolean: true, JSON: {} },
  ...{ Decimal: '1.00', Cents: 1, DateTime: '2026-01-01T00:00:00.000Z' },
}

export function sampleOf(type: GraphQLInputType, given: unknown): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return Array.isArray(given) ? given : [sampleOf(nullable.ofType, given)]
  if (isEnumType(nullable)) {
    const values = nullable.getValues().map(({ name }) => name)
    return values.find((name) => name.toLowerCase() === given) ?? values[0]
  }
  if (!isInputObjectType(nullable)) return given ?? SCALARS[nullable.name]
  const names = (given ?? {}) as Given
  const fields = Object.values(nullable.getFields())
  const wanted = fields.filter((field) => isRequiredInputField(field) || field.name in names)
  return Object.fromEntries(wanted.map((field) => [field.name, sampleOf(field.type, names[field.name])]))
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
}

/** One operation of the OpenAPI document. */
export interface Documented {
  readonly operationId: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<
    Record<string, { $ref?: string; content?: Readonly<Record<string, { schema: Schema }>> }>
  >
}

export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
}

export type RestOperation = Operation & {
  readonly document: Documented
  readonly method: HttpRequest['method']
  readonly path: string
}

/** Those of the graph. @param agentId sent as X-Agent-Id where that is required and the caller is no agent */
export async function restOperations(send: Send, agentId: string): Promise<RestOperation[]> {
  const { body } = await send({ method: 'GET', path: '/api/v2/openapi.json', caller: {} })
  const manifest = loadManifest()
  return Object.entries((body as unknown as OpenApi).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, document]) => {
      // What is of another protocol alone is no operation of the graph.
      if (!path.startsWith('/api/') && !manifest.has(document.operationId)) return []
      // A stream has no end that could be waited for.
      if (manifest.get(document.operationId)?.startsWith('subscription') === true) return []
      const at = rootOf(manifest.get(document.operationId) ?? '')
      return restOperation(path, method.toUpperCase() as HttpRequest['method'], document, { at, agentId })
    }),
  )
}

export function rootOf(document: string): string {
  const [operation] = parse(document).definitions
  const root = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined
  if (operation?.kind !== Kind.OPERATION_DEFINITION || root?.kind !== Kind.FIELD)
    throw new Error('an operation of the OpenAPI document is not in the manifest')
  return `${operation.operation === 'mutation' ? 'Mutation' : 'Query'}.${root.name.value}`
}

function restOperation(
  path: string,
  method: HttpRequest['method'],
  document: Documented,
  { at, agentId }: { at: string; agentId: string },
): RestOperation {
  const { parameters, requestBody } = document
  const schema = requestBody?.content['application/json'].schema
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const inQuery = parameters.filter((one) => one.in === 'query')
  const needsAgent = parameters.some(({ name }) => name === 'X-Agent-Id')
  const inputs = inputsOf(at)
  /** The graph calls the id of the resource itself `id`, and what banks call a token an id where it names a list. */
  const graphName = (wire: string) => (inputs.includes(argumentOf(wire)) ? argumentOf(wire) : 'id')
  const argumentOf = (wire: string) => {
    const name = toCamel(wire)
    return inputs.includes(name) ? name : name.replace(/Token$/, 'Id')
  }
  const wires = [...inQuery.map(({ name }) => argumentOf(name)), ...Object.keys(schema?.properties ?? {}).map(toCamel)]
  const names = [...inPath.map(graphName), ...wires]
  return {
    ...{ carrier: 'REST', name: `${method} ${path}`, at, document, method, path },
    isKeyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
    takes: (input) => names.includes(input),
    request(caller, given = {}, key) {
      const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(`${given[graphName(name)] ?? 'x'}`),
      )
      const query = new URLSearchParams()
      for (const { name, required, schema: of } of inQuery) {
        const value = given[argumentOf(name)]
        if (required || value !== undefined) query.append(name, `${sampleJson(of, value)}`)
      }
      const headers = {
        ...(needsAgent && { 'x-agent-id': subjectOf(caller) ?? `${given.agentId ?? agentId}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      }
      return {
        ...{ method, path: query.size === 0 ? target : `${target}?${query}`, caller, headers },
        ...(schema !== undefined && { body: JSON.stringify(sampleJson(schema, given)) }),
      }
    },
  }
}

function inputsOf(at: string): string[] {
  const { args } = rootField(at)
  return [...args.map(({ name }) => name), ...inputFieldsOf(args)]
}

/** The agent of an access token; null for any other credential. */
function subjectOf({ authorization = '' }: Caller): string | null {
  const [, claims] = authorization.split('.')
  return claims === undefined ? null : (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
}

function sampleJson(of: Schema, given: unknown): unknown {
  if (of.properties !== undefined) {
    const names = (given ?? {}) as Given
    const wanted = Object.keys(of.properties).filter((name) => of.required?.includes(name) || toCamel(name) in names)
    return Object.fromEntries(
      wanted.map((name) => [name, sampleJson(of.properties?.[name] ?? {}, names[toCamel(name)])]),
    )
  }
  if (Array.isArray(given) && of.items !== undefined) return given.map((one) => sampleJson(of.items ?? {}, one))
  if (given !== undefined) return given
  if (of.enum !== undefined) return of.enum[0]
  if (of.format === 'date-time') return SCALARS.DateTime
  switch (of.type) {
    case 'array':
      return [sampleJson(of.items ?? {}, undefined)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'string':
      return of.description?.startsWith('A decimal number') ? '1.00' : 'x'
    default:
      return Array.isArray(of.type) ? '1.00' : {}
  }
}

export const toCamel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
