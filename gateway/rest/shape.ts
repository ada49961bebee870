/**
 * Shapes a GraphQL result into its REST body, compiled once from the document: names become snake_case, a connection becomes
 * `{data, has_more, next_cursor}`, and `xId: x { id }` becomes the id (specification 2).
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { invariant } from '../../subgraphs/shared/errors.ts'
import { toSnake } from './names.ts'
import { CAMEL_CASE, INLINED, JSON_NUMBERS, OMITTED_WHEN_NULL, ONE_OF } from './wireExceptions.ts'

/** What one selected field becomes; both the writer and the OpenAPI schema are made from it. */
export type Shape =
  | { readonly kind: 'leaf'; readonly scalar: string; readonly values: readonly string[] | null }
  /** Decimal text that REST writes as a JSON number. */
  | { readonly kind: 'number' }
  | { readonly kind: 'id' }
  | { readonly kind: 'list'; readonly of: Shape }
  /** The rows of a connection that is shown whole. */
  | { readonly kind: 'rows'; readonly of: Shape }
  | { readonly kind: 'page'; readonly of: Shape }
  | { readonly kind: 'object'; readonly name: string | null; readonly fields: readonly ShapeField[] }
  /** The value of the only field that is not null. */
  | { readonly kind: 'oneOf'; readonly fields: readonly ShapeField[] }

export interface ShapeField {
  /** Name in the GraphQL result. */
  readonly name: string
  /** The inlined field that holds it; null for fields of the object itself. */
  readonly parent: string | null
  readonly wire: string
  readonly nullable: boolean
  /** Omitted when null. */
  readonly optional: boolean
  readonly description: string
  readonly shape: Shape
}

export type Write = (value: unknown) => unknown

/** The shape of a whole operation: an object of its root fields. */
export function readShape(schema: GraphQLSchema, document: DocumentNode): Shape & { kind: 'object' } {
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  )
  invariant(operation !== undefined, 'a document without an operation')
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  )
  const root = schema.getRootType(operation.operation)
  invariant(root !== undefined && root !== null, `no root type of ${operation.operation}`)
  return readObject(root, operation.selectionSet, fragments)
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

function readObject(type: GraphQLObjectType, set: SelectionSetNode, fragments: Fragments): Shape & { kind: 'object' } {
  const only = set.selections.length === 1 ? set.selections[0] : undefined
  const name = only?.kind === Kind.FRAGMENT_SPREAD ? only.name.value : null
  const fields = flatten(set, fragments).map((field) => readField(type, field, fragments))
  const inlined = fields.find((field) => INLINED.has(`${type.name}.${field.name}`))
  if (inlined?.shape.kind !== 'object') return { kind: 'object', name, fields }
  return inlineFields(
    inlined.shape,
    inlined.name,
    fields.filter((field) => field !== inlined),
  )
}

/** A field of both keeps its position among the inlined ones. */
function inlineFields(inlined: Shape & { kind: 'object' }, parent: string, own: readonly ShapeField[]) {
  const byWire = new Map<string, ShapeField>(inlined.fields.map((field) => [field.wire, { ...field, parent }]))
  const name = own.every(({ wire }) => byWire.has(wire)) ? inlined.name : null
  for (const field of own) byWire.set(field.wire, field)
  return { kind: 'object', name, fields: [...byWire.values()] } as const
}

function flatten(set: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments.get(selection.name.value)?.selectionSet
    return inner === undefined ? [] : flatten(inner, fragments)
  })
}

function readField(type: GraphQLObjectType, field: FieldNode, fragments: Fragments): ShapeField {
  const definition = type.getFields()[field.name.value]
  invariant(definition !== undefined, `${type.name} has no field ${field.name.value}`)
  const name = field.alias?.value ?? field.name.value
  const coordinate = `${type.name}.${field.name.value}`
  return {
    name,
    parent: null,
    wire: CAMEL_CASE.has(coordinate) ? name : toSnake(name),
    nullable: !isNonNullType(definition.type),
    optional: OMITTED_WHEN_NULL.has(coordinate),
    description: definition.description ?? '',
    shape: JSON_NUMBERS.has(coordinate)
      ? { kind: 'number' }
      : readType(definition.type, name, field.selectionSet, fragments),
  }
}

function readType(
  type: GraphQLOutputType,
  name: string,
  set: SelectionSetNode | undefined,
  fragments: Fragments,
): Shape {
  if (isNonNullType(type)) return readType(type.ofType, name, set, fragments)
  if (isListType(type)) return { kind: 'list', of: readType(type.ofType, name, set, fragments) }
  if (isEnumType(type))
    return { kind: 'leaf', scalar: type.name, values: type.getValues().map(({ name: value }) => value) }
  if (!isObjectType(type)) return { kind: 'leaf', scalar: getNamedType(type).name, values: null }
  invariant(set !== undefined, `no selection of ${type.name}`)
  const object = readObject(type, set, fragments)
  if (ONE_OF.has(type.name)) return { kind: 'oneOf', fields: object.fields }
  if (/Id$/.test(name) && object.fields.length === 1 && object.fields[0]?.name === 'id') return { kind: 'id' }
  const [first, ...others] = object.fields
  if (first?.name === 'nodes' && first.shape.kind === 'list' && others.length === 0)
    return { kind: 'rows', of: first.shape.of }
  const edges = object.fields.find((field) => field.name === 'edges')?.shape
  if (edges?.kind !== 'list' || edges.of.kind !== 'object') return object
  const node = edges.of.fields.find((field) => field.name === 'node')
  return node === undefined ? object : { kind: 'page', of: node.shape }
}

/** Turns a shape into the function that writes it. */
export function compileWrite(shape: Shape): Write {
  const write = compilePresent(shape)
  return (value) => (value === null || value === undefined ? null : write(value))
}

function compilePresent(shape: Shape): Write {
  switch (shape.kind) {
    case 'leaf':
      return (value) => value
    case 'number':
      return Number
    case 'id':
      return (value) => (value as { id: unknown }).id
    case 'list': {
      const write = compileWrite(shape.of)
      return (value) => (value as unknown[]).map(write)
    }
    case 'rows': {
      const write = compileWrite(shape.of)
      return (value) => (value as { readonly nodes: unknown[] }).nodes.map(write)
    }
    case 'page':
      return compilePage(compileWrite(shape.of))
    case 'object': {
      const fields = shape.fields.map((field) => ({ ...field, write: compileWrite(field.shape) }))
      return (value) => {
        const row = value as Record<string, unknown>
        const out: Record<string, unknown> = {}
        for (const { name, parent, wire, optional, write } of fields) {
          const holder = parent === null ? row : (row[parent] as Record<string, unknown> | null)
          const written = write(holder?.[name])
          if (written !== null || !optional) out[wire] = written
        }
        return out
      }
    }
    case 'oneOf': {
      const fields = shape.fields.map(({ name, shape: of }) => ({ name, write: compileWrite(of) }))
      return (value) => {
        const row = value as Record<string, unknown>
        const present = fields.find(({ name }) => row[name] !== null)
        return present === undefined ? null : present.write(row[present.name])
      }
    }
  }
}

interface Connection {
  readonly edges: readonly { readonly node: unknown }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly resumeCursor?: string | null
}

function compilePage(write: Write): Write {
  return (value) => {
    const { edges, pageInfo, resumeCursor = pageInfo.hasNextPage ? pageInfo.endCursor : null } = value as Connection
    return {
      data: edges.map((edge) => write(edge.node)),
      has_more: pageInfo.hasNextPage,
      next_cursor: resumeCursor,
    }
  }
}
