/**
 * An operation with its query plan, compiled once: the plan as closures over its fetches, and the answer's shape as one function
 * for each combination of the variables that `@skip` and `@include` name. Equal to `executeQueryPlan` of Apollo's gateway, which
 * interprets both at every request; what is not compiled is thrown as `Unsupported` and runs there.
 */
import { type Operation, operationFromDocument, type SelectionSet } from '@apollo/federation-internals'
import type { QueryPlan } from '@apollo/query-planner'
import { type DocumentNode, GraphQLError } from 'graphql'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import type { SubgraphSource, Variables } from '../datasource.ts'
import { createLru } from '../lru.ts'
import type { Composed } from '../readSupergraph.ts'
import { compilePlan, type Run } from './compilePlan.ts'
import { conditionOf, includeBy, variablesOf } from './conditions.ts'
import { compileShape, type Raw, type Shape } from './shapeResponse.ts'
import { Unsupported } from './unsupported.ts'

export interface CompiledResult {
  readonly data?: Raw | null
  readonly errors?: readonly GraphQLError[]
  /** Nulls and values that the schema does not allow, when nothing else went wrong. */
  readonly extensions?: { readonly valueCompletion: readonly GraphQLError[] }
}

export type CompiledOperation = (
  variables: Variables,
  context: RequestContext,
  given?: Run['given'],
) => Promise<CompiledResult>

/** Each variable doubles the number of shapes, and a shape of a long document takes 100 KB. */
const CONDITIONS_MAX = 4
const SHAPES_MAX = 2

/** @throws Unsupported */
export function compileOperation(options: {
  readonly plan: QueryPlan
  readonly document: DocumentNode
  readonly operationName: string | undefined
  readonly composed: Composed
  readonly sources: ReadonlyMap<string, SubgraphSource>
  readonly isTrusted: boolean
}): CompiledOperation {
  const { plan, document, operationName, composed, sources, isTrusted } = options
  const { node } = plan
  if (node?.kind === 'Subscription') throw new Unsupported('subscription')
  const naming = operationName === undefined ? {} : { operationName }
  const operation = operationFromDocument(composed.supergraph.apiSchema(), document, { ...naming, validate: false })
  const shapeFor = shapesOf(operation)
  const { supergraphSchema } = composed
  const step = node === undefined ? null : compilePlan(node, { operation, supergraphSchema, sources, isTrusted })
  return async (variables, context, given = {}) => {
    const run: Run = { data: {}, errors: [], variables, context, given }
    await step?.(run)
    const problems: GraphQLError[] = []
    try {
      const data = shapeFor(variables)(run.data, problems)
      if (run.errors.length > 0) return { errors: run.errors, data }
      return problems.length > 0 ? { extensions: { valueCompletion: problems }, data } : { data }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return {
        errors: [error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error })],
      }
    }
  }
}

/** @returns the shape for variables: there is one for each combination of those that decide about selections */
function shapesOf(operation: Operation): (variables: Variables) => Shape {
  const names = [...conditionVariables(operation.selectionSet, new Set<string>())]
  if (names.length > CONDITIONS_MAX) throw new Unsupported('conditions')
  const defaults = operation.collectDefaultedVariableValues()
  const shapes = createLru<Shape>(SHAPES_MAX)
  return (variables) => {
    const values = Object.fromEntries(
      names.map((name) => [name, (own(variables, name) ?? own(defaults, name)) === true]),
    )
    const key = names.map((name) => (values[name] ? '1' : '0')).join('')
    const known = shapes.get(key)
    if (known !== undefined) return known
    const shape = compileShape(operation, includeBy(values))
    shapes.set(key, shape)
    return shape
  }
}

const own = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

function conditionVariables(set: SelectionSet, into: Set<string>): Set<string> {
  for (const selection of set.selections()) {
    for (const name of variablesOf(conditionOf(selection))) into.add(name)
    if (selection.kind === 'FieldSelection') {
      const { element } = selection
      if (element.definition.isSchemaIntrospectionField()) throw new Unsupported('introspection')
      if (element.responseName() === '__proto__') throw new Unsupported('response name')
    }
    if (selection.selectionSet !== undefined) conditionVariables(selection.selectionSet, into)
  }
  return into
}
