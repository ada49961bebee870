/**
 * Rewrites of a plan: fields that a subgraph returned under another name because two would conflict there, and the type name that
 * a subgraph knows an entity by. As Apollo's gateway applies them.
 */
import type { FetchDataRewrite } from '@apollo/query-planner'
import type { GraphQLSchema } from 'graphql'
import { typeCheck } from './representations.ts'
import type { Raw } from './shapeResponse.ts'

export type Rewrite = (value: unknown) => void

const FRAGMENT = '... on '

/** @param schema the supergraph's, with what the API hides */
export function compileRewrites(
  rewrites: readonly FetchDataRewrite[] | undefined,
  schema: GraphQLSchema,
): Rewrite | null {
  if (rewrites === undefined || rewrites.length === 0) return null
  const each = rewrites.map((one) => compileRewrite(one, schema))
  return (value) => {
    for (const rewrite of each) rewrite(value)
  }
}

function compileRewrite(rewrite: FetchDataRewrite, schema: GraphQLSchema): Rewrite {
  const field = rewrite.path.at(-1)
  if (field === undefined) return () => undefined
  const apply =
    rewrite.kind === 'ValueSetter' ? setValue(field, rewrite.setValueTo) : renameKey(field, rewrite.renameKeyTo)
  return rewrite.path.slice(0, -1).reduceRight((next, step) => moveInto(step, next, schema), onObjects(apply))
}

/** Of lists, however nested, and of nothing that is no object. */
function onObjects(apply: (object: Raw) => void): Rewrite {
  return function visit(value) {
    if (Array.isArray(value)) for (const one of value) visit(one)
    else if (typeof value === 'object' && value !== null) apply(value as Raw)
  }
}

function moveInto(step: string, next: Rewrite, schema: GraphQLSchema): Rewrite {
  if (!step.startsWith(FRAGMENT))
    return onObjects((object) => next(Object.hasOwn(object, step) ? object[step] : undefined))
  const applies = typeCheck(schema, step.slice(FRAGMENT.length))
  return onObjects((object) => {
    if (!object.__typename || applies(object.__typename)) next(object)
  })
}

const setValue = (field: string, value: unknown) => (object: Raw) => {
  object[field] = value
}

const renameKey = (field: string, name: string) => (object: Raw) => {
  const value = Object.hasOwn(object, field) ? object[field] : undefined
  if (!value) return
  object[name] = value
  object[field] = undefined
}
