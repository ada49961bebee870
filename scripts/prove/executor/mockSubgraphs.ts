/**
 * Subgraphs whose every field answers by itself, the same whenever it is asked of the same object: values, nulls where they may
 * be and where they may not, errors, entities that come up again, and enum values that the API hides.
 */
import { buildSubgraphSchema } from '@apollo/subgraph'
import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { createLocalSource } from '../../../gateway/datasource.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'

interface MockObject {
  readonly __typename: string
  readonly [field: string]: unknown
}

/** Where the values of an object come from; entities of one id have the same in every subgraph. */
const KEY = '$key'
const IDS = 3
const quiet = { info() {}, warn() {}, error() {} }

export function createMockSource(name: string, typeDefs: DocumentNode) {
  const schema = buildSubgraphSchema(typeDefs)
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (isAbstractType(type)) type.resolveType = (object: MockObject) => concreteName(schema, object)
    if (!isObjectType(type)) continue
    type.isTypeOf = undefined
    for (const field of Object.values(type.getFields())) {
      if (field.name === '_entities' || field.name === '_service') continue
      field.resolve = (parent: MockObject | undefined, args) =>
        resolve(schema, type, parent, field.name, field.type, args)
    }
  }
  return createLocalSource({ name, schema, log: quiet })
}

/** Another subgraph may know an entity by its interface alone. */
function concreteName(schema: GraphQLSchema, { __typename, id }: MockObject): string {
  const type = schema.getType(__typename)
  return isAbstractType(type) ? pick(schema.getPossibleTypes(type), String(id)).name : __typename
}

function resolve(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  parent: MockObject | undefined,
  field: string,
  wanted: GraphQLOutputType,
  args: object,
): unknown {
  if (parent !== undefined && parent[field] !== undefined) return parent[field]
  const key = `${keyOf(parent, type)}.${field}${JSON.stringify(args)}`
  if (hash(`${key}!`) % 150 === 0) throw new DomainError('not_found', `nothing at ${field}`)
  return makeValue(schema, wanted, key)
}

const keyOf = (parent: MockObject | undefined, { name }: GraphQLObjectType): string =>
  parent === undefined ? name : typeof parent.id === 'string' ? `${name}:${parent.id}` : String(parent[KEY] ?? name)

function makeValue(schema: GraphQLSchema, type: GraphQLOutputType, key: string): unknown {
  if (isNonNullType(type)) return hash(`${key}?`) % 200 === 0 ? null : makeValue(schema, type.ofType, `${key}+`)
  if (hash(`${key}?`) % 8 === 0) return null
  if (isListType(type))
    return Array.from({ length: hash(key) % 4 }, (_, index) => makeValue(schema, type.ofType, `${key}[${index}]`))
  if (isEnumType(type)) return pick(type.getValues(), key).value
  if (type instanceof GraphQLScalarType) return scalarOf(type.name, key)
  const object = isAbstractType(type) ? pick(schema.getPossibleTypes(type), key) : type
  // Few ids, so that one entity comes up at several places.
  const id = 'id' in object.getFields() ? { id: `${object.name}_${hash(key) % IDS}` } : {}
  return { __typename: object.name, [KEY]: key, ...id }
}

function scalarOf(name: string, key: string): unknown {
  const number = hash(key)
  if (name === 'Int') return number % 1_000
  if (name === 'Float') return (number % 1_000) / 8
  if (name === 'Boolean') return number % 2 === 0
  if (name === 'JSON') return { constructor: { value: number % 10 }, list: [number % 3, null] }
  return `${name} ${number % 100}`
}

const pick = <T>(from: readonly T[], key: string): T => from[hash(key) % from.length] as T

/** FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return (state ^ (state >>> 15)) >>> 0
}
