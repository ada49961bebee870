/** What a fetch of entities sends of each: the fields that the plan requires, as `executeQueryPlan` of Apollo's gateway picks them. */
import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from 'graphql'
import { mergeInto } from './mergeInto.ts'
import type { Raw } from './shapeResponse.ts'

/** @returns null: the entity lacks a field, so that it cannot be asked for */
export type Represent = (entity: Raw) => Raw | null

type Pick = (entity: Raw, into: Raw) => boolean

/** @param schema the supergraph's, with what the API hides */
export function compileRepresentation(selections: readonly QueryPlanSelectionNode[], schema: GraphQLSchema): Represent {
  const picks = selections.map((selection) => compilePick(selection, schema))
  return (entity) => {
    const representation: Raw = {}
    for (const pick of picks) if (!pick(entity, representation)) return null
    return representation
  }
}

function compilePick(selection: QueryPlanSelectionNode, schema: GraphQLSchema): Pick {
  if (selection.kind === 'Field') {
    const name = selection.alias ?? selection.name
    const inner = selection.selections === undefined ? null : compileRepresentation(selection.selections, schema)
    const read = (value: unknown) => (inner === null || value === null ? value : inner(value as Raw))
    return (entity, into) => {
      if (!Object.hasOwn(entity, name) || entity[name] === undefined) return false
      const value = entity[name]
      into[name] = Array.isArray(value) ? value.map(read) : read(value)
      return true
    }
  }
  const { typeCondition } = selection
  if (typeCondition === undefined) return () => true
  const represent = compileRepresentation(selection.selections, schema)
  const applies = typeCheck(schema, typeCondition)
  return (entity, into) => {
    if (applies(entity.__typename)) mergeInto(into, represent(entity))
    return true
  }
}

/** Whether an object of this type name is of the type. */
export function typeCheck(schema: GraphQLSchema, condition: string): (name: unknown) => boolean {
  const expected = schema.getType(condition)
  return (name) => {
    if (name === condition) return true
    if (typeof name !== 'string' || !isAbstractType(expected)) return false
    const type = schema.getType(name)
    return (isObjectType(type) || isInterfaceType(type)) && schema.isSubType(expected, type)
  }
}
