/**
 * Shapes what subgraphs returned into the answer of an operation: aliases, fragments, type conditions, `__typename`, validity of
 * leaf values and null propagation, as `computeResponse` of Apollo's gateway does. What depends on the operation alone is worked
 * out once: which fields an object of a type has (each with all its selections), and what is checked of each leaf.
 */
import {
  type CompositeType,
  ERRORS,
  isCompositeType,
  isCustomScalarType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isSubtype,
  type Operation,
  type OutputType,
  type Selection,
  type SelectionSet,
  type Type,
} from '@apollo/federation-internals'
import type { GraphQLError } from 'graphql'
import { conditionOf, type Include } from './conditions.ts'

export type Raw = Record<string, unknown>

/** @returns null: a null that may not be has reached the root */
export type Shape = (input: Raw, problems: GraphQLError[]) => Raw | null

/** A null with a problem behind it, which its non-null parent does not report again. */
const FAILED = Symbol('failed')
/** A null where none may be: its parent becomes null. */
const INVALID = Symbol('invalid')

interface State {
  readonly path: (string | number)[]
  readonly problems: GraphQLError[]
}

type Complete = (value: unknown, state: State) => unknown
/** @returns false: the object is null */
type WriteField = (input: Raw, output: Raw, state: State) => boolean
type ObjectFields = (input: Raw) => readonly WriteField[] | null

interface CollectedField {
  readonly selection: Selection & { readonly kind: 'FieldSelection' }
  /** Named in problems. */
  readonly parent: CompositeType
  readonly selectionSets: SelectionSet[]
}

/** @param include whether a selection with `@skip` or `@include` is part of it */
export function compileShape(operation: Operation, include: Include): Shape {
  const schema = operation.schema()
  const root = schema.schemaDefinition.rootType(operation.rootKind)
  if (root === undefined) throw new Error(`the schema has no ${operation.rootKind}`)
  const rootFields = compileObject([operation.selectionSet], root)

  function compileObject(selectionSets: readonly SelectionSet[], declared: CompositeType): ObjectFields {
    const known = new Map<string, readonly WriteField[] | null>()
    return (input) => {
      const name = typenameOf(input)
      const found = known.get(name)
      if (found !== undefined) return found
      const type = name === '' ? declared : schema.type(name)
      const isKnown = type !== undefined && isCompositeType(type)
      const fields = isKnown ? compileFields(selectionSets, type, name === '' ? null : type) : null
      // Subgraphs name types of the schema; what else they may say is not remembered.
      if (isKnown) known.set(name, fields)
      return fields
    }
  }

  function compileFields(
    selectionSets: readonly SelectionSet[],
    declared: CompositeType,
    actual: CompositeType | null,
  ): readonly WriteField[] {
    const collected = new Map<string, CollectedField>()
    for (const set of selectionSets) collect(set, declared, actual, collected)
    return [...collected].map(([name, field]) => compileField(name, field))
  }

  /** @param actual as the subgraph named it; without it type conditions are decided by the type that is declared */
  function collect(
    set: SelectionSet,
    parent: CompositeType,
    actual: CompositeType | null,
    into: Map<string, CollectedField>,
  ): void {
    for (const selection of set.selections()) {
      if (!include(conditionOf(selection))) continue
      if (selection.kind === 'FieldSelection') {
        const name = selection.element.responseName()
        const known = into.get(name) ?? { selection, parent, selectionSets: [] }
        if (selection.selectionSet !== undefined) known.selectionSets.push(selection.selectionSet)
        into.set(name, known)
        continue
      }
      const { typeCondition } = selection.element
      if (typeCondition === undefined || isSubtype(typeCondition, actual ?? parent))
        collect(selection.selectionSet, typeCondition ?? parent, actual, into)
    }
  }

  function compileField(name: string, { selection, parent, selectionSets }: CollectedField): WriteField {
    if (selection.element.name === '__typename') return writeTypename(name, parent)
    const type = selection.element.definition.type as OutputType
    const complete = compileValue(type, selectionSets, parent)
    const read =
      name in {} ? (input: Raw) => (Object.hasOwn(input, name) ? input[name] : null) : (input: Raw) => input[name]
    return (input, output, state) => {
      state.path.push(name)
      const value = complete(read(input) ?? null, state)
      state.path.pop()
      output[name] = value === FAILED || value === INVALID ? null : value
      return value !== INVALID
    }
  }

  function writeTypename(name: string, parent: CompositeType): WriteField {
    return (input, output) => {
      const given = (Object.hasOwn(input, name) ? input[name] : null) ?? input.__typename
      const type = typeof given === 'string' ? (schema.type(given) ?? parent) : parent
      if (!isObjectType(type)) return false
      output[name] = type.name
      return true
    }
  }

  function compileValue(type: Type, selectionSets: readonly SelectionSet[], parent: CompositeType): Complete {
    if (isNonNullType(type)) return refuseNull(compileValue(type.ofType, selectionSets, parent), type.ofType, parent)
    if (isListType(type)) return compileList(compileValue(type.ofType, selectionSets, parent), type)
    if (isCompositeType(type)) return compileComposite(type, selectionSets, parent)
    return compileLeaf(type, parent)
  }

  function refuseNull(inner: Complete, type: Type, parent: CompositeType): Complete {
    return (value, state) => {
      const completed = inner(value, state)
      if (completed !== null && completed !== FAILED) return completed
      if (completed === null)
        report(state, `Cannot return null for non-nullable ${describe(state.path, type, parent)}.`)
      return INVALID
    }
  }

  function compileList(element: Complete, type: Type): Complete {
    return (value, state) => {
      if (value === null) return null
      if (!Array.isArray(value)) throw new Error(`Invalid non-list value returned by subgraph for list type ${type}`)
      let isInvalid = false
      const completed = new Array<unknown>(value.length)
      for (let index = 0; index < value.length; index++) {
        state.path.push(index)
        const one = element(value[index] ?? null, state)
        state.path.pop()
        isInvalid ||= one === INVALID
        completed[index] = one === INVALID || one === FAILED ? null : one
      }
      return isInvalid ? FAILED : completed
    }
  }

  function compileComposite(
    type: CompositeType,
    selectionSets: readonly SelectionSet[],
    parent: CompositeType,
  ): Complete {
    const fieldsOf = compileObject(selectionSets, type)
    return (value, state) => {
      if (value === null) return null
      if (typeof value !== 'object') throw new Error(`Invalid non-object value returned by subgraph for type ${type}`)
      const fields = fieldsOf(value as Raw)
      if (fields === null) {
        report(state, `Invalid __typename found for object at ${describe(state.path, type, parent)}.`)
        return FAILED
      }
      return write(fields, value as Raw, state) ?? FAILED
    }
  }

  function compileLeaf(type: Type, parent: CompositeType): Complete {
    const isValid = leafCheck(type)
    return (value, state) => {
      if (value === null || isValid(value)) return value
      report(state, `Invalid value found for ${describe(state.path, type, parent)}.`)
      return FAILED
    }
  }

  function leafCheck(type: Type): (value: unknown) => boolean {
    if (isCustomScalarType(type)) return () => true
    if (isEnumType(type)) {
      const values = new Set(type.values.map(({ name }) => name))
      return (value) => typeof value === 'string' && values.has(value)
    }
    if (type === schema.booleanType()) return (value) => typeof value === 'boolean'
    if (type === schema.intType()) return isWhole
    if (type === schema.floatType()) return (value) => typeof value === 'number' && Number.isFinite(value)
    if (type === schema.idType()) return (value) => typeof value === 'string' || isWhole(value)
    return (value) => typeof value === 'string'
  }

  return (input, problems) => {
    const fields = rootFields(input)
    return fields === null ? null : write(fields, input, { path: [], problems })
  }
}

function write(fields: readonly WriteField[], input: Raw, state: State): Raw | null {
  const output: Raw = {}
  for (const field of fields) if (!field(input, output, state)) return null
  return output
}

function typenameOf(input: Raw): string {
  const name = input.__typename
  if (name === undefined || name === null) return ''
  if (typeof name !== 'string') throw new Error('Invalid non-string value for __typename')
  return name
}

/** As Apollo's gateway counts them: whole, and not in exponent notation. */
const isWhole = (value: unknown): boolean => typeof value === 'number' && /^-?(0|[1-9][0-9]*)$/.test(String(value))

function describe(path: readonly (string | number)[], type: Type, parent: CompositeType): string {
  const last = path.at(-1)
  return typeof last === 'string' ? `field ${parent}.${last}` : `array element of type ${type} at index ${last}`
}

const report = ({ path, problems }: State, message: string): void =>
  void problems.push(ERRORS.INVALID_GRAPHQL.err(message, { path: [...path] }))
