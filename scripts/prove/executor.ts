/**
 * The compiled executor (gateway/executor) against Apollo's: random operations over the service's own supergraph and over one with
 * what is hard to compile, each subgraph answering with values, nulls and errors. Data are equal to the order of their keys, and
 * so are errors and what is wrong with values. `--fault` compares answers whose shape forgets type conditions.
 */
import { readFileSync } from 'node:fs'
import { composeServices } from '@apollo/composition'
import { operationFromDocument } from '@apollo/federation-internals'
import { type DocumentNode, type GraphQLError, parse, validate } from 'graphql'
import { SUBGRAPHS } from '../../gateway/config.ts'
import {
  type CompiledOperation,
  type CompiledResult,
  compileOperation,
} from '../../gateway/executor/compileOperation.ts'
import { Unsupported } from '../../gateway/executor/unsupported.ts'
import { createStockExecutor, type GatewayRequest } from '../../gateway/planner.ts'
import { type Composed, readSupergraph } from '../../gateway/readSupergraph.ts'
import { readContract } from '../../subgraphs/shared/contract.ts'
import { HARD_GRAPH } from './executor/hardGraph.ts'
import { createMockSource } from './executor/mockSubgraphs.ts'
import { createOperations, type RandomOperation } from './executor/randomOperations.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'

const COUNT = { ci: 200, full: 20_000 } as const
const SHOWN = 5
const CONDITIONS = / @(?:skip|include)\(if: [^)]*\)/g
const CONTEXT = { requestId: 'req_1', principal: { kind: 'anonymous' }, loaders: new Map() } as const

interface Graph {
  readonly composed: Composed
  readonly sources: ReadonlyMap<string, ReturnType<typeof createMockSource>>
}

export async function proveExecutor({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const figures = { operations: 0, fallbacks: 0, withErrors: 0, withInvalidValues: 0 }
  const breaches: string[] = []
  for (const graph of [ownGraph(), hardGraph()]) {
    const next = createOperations(graph.composed.apiSchema, random)
    const compare = createComparison(graph, fault)
    for (let count = 0; count < COUNT[size] / 2 && (!fault || breaches.length === 0); ) {
      const operation = next()
      const document = parse(operation.text, { noLocation: true })
      if (validate(graph.composed.apiSchema, document).length > 0) continue
      count += 1
      figures.operations += 1
      const compared = await compare(operation, document)
      if (compared === 'fallback') figures.fallbacks += 1
      else {
        if (compared.stock.errors !== undefined) figures.withErrors += 1
        if (compared.stock.extensions !== undefined) figures.withInvalidValues += 1
        if (compared.difference !== null && breaches.length < SHOWN)
          breaches.push(`${operation.text} ${JSON.stringify(operation.variables)}: ${compared.difference}`)
      }
    }
  }
  return { figures, breaches }
}

function createComparison({ composed, sources }: Graph, fault: boolean) {
  const stock = createStockExecutor(composed, sources)
  const apiSchema = composed.supergraph.apiSchema()
  return async ({ text, variables }: RandomOperation, document: DocumentNode) => {
    const plan = composed.queryPlanner.buildQueryPlan(operationFromDocument(apiSchema, document))
    const shaped = fault ? parse(text.replaceAll(CONDITIONS, ''), { noLocation: true }) : document
    const parts = { plan, document: shaped, operationName: undefined, composed, sources, isTrusted: false }
    const compiled = orUnsupported(() => compileOperation(parts))
    if (compiled === null) return 'fallback' as const
    const request = { request: { variables }, context: CONTEXT, metrics: {}, logger: console }
    const expected = (await stock(plan, document, request as unknown as GatewayRequest)) as CompiledResult
    const difference = differenceOf(expected, await compiled(variables, CONTEXT as never))
    return { stock: expected, difference }
  }
}

function orUnsupported(compile: () => CompiledOperation): CompiledOperation | null {
  try {
    return compile()
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

function differenceOf(expected: CompiledResult, found: CompiledResult): string | null {
  const parts = [
    ['data', JSON.stringify(expected.data), JSON.stringify(found.data)],
    ['errors', listed(expected.errors), listed(found.errors)],
    ['values', listed(expected.extensions?.valueCompletion), listed(found.extensions?.valueCompletion)],
  ] as const
  const different = parts.find(([, one, other]) => one !== other)
  return different === undefined ? null : `${different[0]}: ${different[1]} is ${different[2]}`
}

const textOf = ({ message, path, extensions }: GraphQLError): string => JSON.stringify([path, message, extensions])

/** Fetches side by side may fail in any order. */
const listed = (errors: readonly GraphQLError[] = []): string => JSON.stringify(errors.map(textOf).toSorted())

function ownGraph(): Graph {
  const composed = readSupergraph(readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8'))
  const sources = SUBGRAPHS.map((name) => [name, createMockSource(name, readContract(name).typeDefs)] as const)
  return { composed, sources: new Map(sources) }
}

function hardGraph(): Graph {
  const parts = Object.entries(HARD_GRAPH)
  const { supergraphSdl, errors } = composeServices(
    parts.map(([name, typeDefs]) => ({ name, typeDefs, url: `http://${name}.invalid` })),
  )
  if (supergraphSdl === undefined) throw new Error(String(errors))
  return {
    composed: readSupergraph(supergraphSdl),
    sources: new Map(parts.map(([name, typeDefs]) => [name, createMockSource(name, typeDefs)])),
  }
}
