/**
 * A query plan as closures over its fetches, made once for an operation. Fetches of entities send each distinct representation
 * once. What a fetch returns is merged into the data of earlier ones; what fails is kept with its path in the answer.
 */

import type { Operation } from '@apollo/federation-internals'
import { evaluateCondition, type FetchNode, type PlanNode, type ResponsePath } from '@apollo/query-planner'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { invariant } from '../../subgraphs/shared/errors.ts'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import type { PreparedFetch, SubgraphResult, SubgraphSource, Variables } from '../datasource.ts'
import { answerError, pathsOf } from './fetchErrors.ts'
import { mergeInto } from './mergeInto.ts'
import { compileRepresentation, type Represent } from './representations.ts'
import { compileRewrites, type Rewrite } from './rewrites.ts'
import type { Raw } from './shapeResponse.ts'
import { Unsupported } from './unsupported.ts'

/** One execution. */
export interface Run {
  readonly data: Raw
  readonly errors: GraphQLError[]
  readonly variables: Variables
  readonly context: RequestContext
  /** Results that are there already, by the name that stands in the plan for their subgraph. */
  readonly given: Readonly<Record<string, SubgraphResult>>
}

export type Step = (run: Run) => Promise<void> | undefined

export interface PlanParts {
  readonly operation: Operation
  readonly supergraphSchema: GraphQLSchema
  readonly sources: ReadonlyMap<string, SubgraphSource>
  /** A document of the service itself, and none of a caller. */
  readonly isTrusted: boolean
}

/** @throws Unsupported */
export function compilePlan(node: PlanNode, parts: PlanParts, path: ResponsePath = []): Step {
  switch (node.kind) {
    case 'Fetch':
      return compileFetch(node, parts, path)
    case 'Sequence':
      return inSequence(node.nodes.map((one) => compilePlan(one, parts, path)))
    case 'Parallel': {
      const steps = node.nodes.map((one) => compilePlan(one, parts, path))
      return async (run) => void (await Promise.all(steps.map((step) => step(run))))
    }
    case 'Flatten':
      return compilePlan(node.node, parts, [...path, ...node.path])
    case 'Condition': {
      const { variableDefinitions } = parts.operation
      const [yes, no] = [node.ifClause, node.elseClause].map((one) => one && compilePlan(one, parts, path))
      return (run) => (evaluateCondition(node, variableDefinitions, run.variables) ? yes : no)?.(run)
    }
    case 'Defer':
      throw new Unsupported('defer')
  }
}

function inSequence(steps: readonly Step[]): Step {
  return async (run) => {
    for (const step of steps) await step(run)
  }
}

function compileFetch(node: FetchNode, parts: PlanParts, path: ResponsePath): Step {
  if (node.contextRewrites) throw new Unsupported('context')
  const send = compileSend(node, parts)
  const load =
    node.requires === undefined ? fetchFields(node, send, path, parts) : fetchEntities(node, send, path, parts)
  return async (run) => {
    const entities = path.length === 0 ? [run.data] : entitiesAt(run.data, path)
    if (entities.length === 0) return
    try {
      await load(run, entities)
    } catch (error) {
      run.errors.push(failureOf(error))
    }
  }
}

/** Masked and logged like every failure. */
function failureOf(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError('A part of the answer could not be read.', { originalError })
}

type Send = (run: Run, representations: readonly Raw[] | null) => Promise<SubgraphResult> | SubgraphResult
type Fetch = (run: Run, entities: readonly Raw[]) => Promise<void>

function compileSend(node: FetchNode, { sources, isTrusted }: PlanParts): Send {
  const { serviceName, operation, variableUsages = [] } = node
  if (node.requires !== undefined && variableUsages.includes('representations')) throw new Unsupported('variable name')
  const source = sources.get(serviceName)
  const send = source === undefined ? null : sendTo(source, operation, isTrusted)
  return ({ variables, context, given }, representations) => {
    const present = given[serviceName]
    if (present !== undefined) return present
    invariant(send !== null, `no data source for the subgraph ${serviceName}`)
    const used: Record<string, unknown> = Object.create(null)
    for (const name of variableUsages)
      if (Object.hasOwn(variables, name) && variables[name] !== undefined) used[name] = variables[name]
    if (representations !== null) used.representations = representations
    return send(used, context)
  }
}

/**
 * graphql-jit makes source code of a document, literals of callers included, so it compiles the service's own documents alone. It
 * also leaves out a fragment whose first spread is skipped, where it is spread once more.
 */
function sendTo(source: SubgraphSource, operation: string, isTrusted: boolean): PreparedFetch {
  if (isTrusted && !/@(?:skip|include)\b/.test(operation)) return source.prepare(operation)
  return (variables, context) => source.execute(operation, variables, context)
}

function fetchFields(node: FetchNode, send: Send, path: ResponsePath, { supergraphSchema }: PlanParts): Fetch {
  const rewrite = compileRewrites(node.outputRewrites, supergraphSchema)
  return async (run, entities) => {
    const { data, errors } = await send(run, null)
    for (const error of errors ?? []) run.errors.push(answerError(error, node.serviceName, below(path, error.path)))
    if (data) rewrite?.(data)
    for (const entity of entities) mergeInto(entity, data)
  }
}

const below = (path: ResponsePath, inner: readonly (string | number)[] | undefined) => inner && [...path, ...inner]

function fetchEntities(node: FetchNode, send: Send, path: ResponsePath, { supergraphSchema }: PlanParts): Fetch {
  const { serviceName, requires = [] } = node
  const represent = compileRepresentation(requires, supergraphSchema)
  const rewriteInput = compileRewrites(node.inputRewrites, supergraphSchema)
  const rewriteOutput = compileRewrites(node.outputRewrites, supergraphSchema)
  return async (run, entities) => {
    const { representations, owners } = distinct(entities, represent, rewriteInput)
    if (representations.length === 0) return
    const { data, errors } = await send(run, representations)
    if (errors !== undefined && errors.length > 0) {
      const paths = pathsOf(run.data, path)
      for (const error of errors) {
        const [, index, ...rest] = error.path ?? []
        if (typeof index !== 'number')
          run.errors.push(
            answerError(error, serviceName, error.path && [...(path as (string | number)[]), ...error.path]),
          )
        else
          for (const owner of owners[index] ?? [])
            run.errors.push(answerError(error, serviceName, [...(paths[owner] ?? []), ...rest]))
      }
    }
    if (!data) return
    const received = data._entities
    if (!Array.isArray(received)) throw new Error('Expected "data._entities" in response to be an array')
    if (received.length !== representations.length)
      throw new Error(`Expected "data._entities" to contain ${representations.length} elements`)
    for (const [index, one] of received.entries()) {
      const [first = 0, ...others] = owners[index] ?? []
      // Before it is rewritten: the type is named as this gateway knows it.
      if (one && !one.__typename) one.__typename = entities[first]?.__typename
      rewriteOutput?.(one)
      for (const owner of [first, ...others]) mergeInto(entities[owner] as Raw, one)
    }
  }
}

/** Each representation once, with the places of the entities that it stands for. */
function distinct(entities: readonly Raw[], represent: Represent, rewrite: Rewrite | null) {
  const representations: Raw[] = []
  const owners: number[][] = []
  const places = new Map<string, number>()
  for (const [index, entity] of entities.entries()) {
    const representation = represent(entity)
    if (!representation?.__typename) continue
    rewrite?.(representation)
    const key = entities.length === 1 ? '' : JSON.stringify(representation)
    const known = places.get(key)
    if (known !== undefined) {
      owners[known]?.push(index)
      continue
    }
    places.set(key, representations.length)
    representations.push(representation)
    owners.push([index])
  }
  return { representations, owners }
}

/** Of nested lists in their order, without nulls. */
function entitiesAt(root: Raw, path: ResponsePath): Raw[] {
  const found: Raw[] = []
  const visit = (value: unknown, depth: number): void => {
    if (value === undefined || value === null) return
    if (depth === path.length) {
      if (Array.isArray(value)) for (const one of value) visit(one, depth)
      else found.push(value as Raw)
      return
    }
    const step = path[depth] as string
    if (step === '@') {
      for (const one of value as unknown[]) visit(one, depth + 1)
      return
    }
    invariant(!Array.isArray(value), `unexpected array in result for path element ${step}`)
    visit(Object.hasOwn(value as Raw, step) ? (value as Raw)[step] : undefined, depth + 1)
  }
  visit(root, 0)
  return found
}
