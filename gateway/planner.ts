/**
 * Plans operations over the supergraph and executes the plans: compiled where the compiler supports them (gateway/executor), else
 * on Apollo's executor, which is counted. Apollo's pipeline, trusted documents and subscriptions run their plans here alike.
 */
import './telemetryOff.ts'
import { operationFromDocument } from '@apollo/federation-internals'
import type { executeQueryPlan, GraphQLDataSource } from '@apollo/gateway'
import type { QueryPlan } from '@apollo/query-planner'
import { type DocumentNode, GraphQLError } from 'graphql'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import type { SubgraphResult, SubgraphSource, Variables } from './datasource.ts'
import { toPlainErrors } from './errors.ts'
import { type CompiledOperation, compileOperation } from './executor/compileOperation.ts'
import { Unsupported } from './executor/unsupported.ts'
import type { Composed } from './readSupergraph.ts'

export type GatewayRequest = Parameters<typeof executeQueryPlan>[2]
type GatewayResult = Awaited<ReturnType<typeof executeQueryPlan>>
/** Results that are there already, by the name that stands in the plan for their subgraph. */
type Given = Readonly<Record<string, SubgraphResult>>

export interface Planner {
  plan(document: DocumentNode, operationName?: string): QueryPlan
  /** Compiles a plan at boot. @returns false: it will run on Apollo's executor */
  compile(plan: QueryPlan, document: DocumentNode): boolean
  /** @returns errors as they are shown */
  run(
    plan: QueryPlan,
    document: DocumentNode,
    variables: Variables,
    context: RequestContext,
    given?: Given,
  ): Promise<SubgraphResult>
  /** @returns errors as the execution makes them, for Apollo's pipeline to show */
  execute(plan: QueryPlan, document: DocumentNode, request: GatewayRequest): Promise<GatewayResult>
  /** How often plans ran on Apollo's executor, by the reason. */
  fallbacks(): ReadonlyMap<string, number>
}

export function createPlanner(composed: Composed, sources: ReadonlyMap<string, SubgraphSource>, log: Log): Planner {
  const { supergraph, queryPlanner } = composed
  const internalApiSchema = supergraph.apiSchema()
  const stock = createStockExecutor(composed, sources)
  const compiled = new WeakMap<QueryPlan, CompiledOperation | Unsupported>()
  const fallbacks = new Map<string, number>()

  function compile(plan: QueryPlan, document: DocumentNode, operationName: string | undefined, isTrusted: boolean) {
    const known = compiled.get(plan)
    if (known !== undefined) return known
    const made = tryCompile(() => compileOperation({ plan, document, operationName, composed, sources, isTrusted }))
    compiled.set(plan, made)
    return made
  }

  async function execute(plan: QueryPlan, document: DocumentNode, request: GatewayRequest, given?: Given) {
    const { operationName, variables = {} } = request.request
    const operation = compile(plan, document, operationName ?? undefined, false)
    if (!(operation instanceof Unsupported)) return await operation(variables, request.context as RequestContext, given)
    fallbacks.set(operation.reason, (fallbacks.get(operation.reason) ?? 0) + 1)
    return await stock(plan, document, request, given)
  }

  return {
    plan: (document, operationName) =>
      queryPlanner.buildQueryPlan(
        operationFromDocument(internalApiSchema, document, operationName === undefined ? {} : { operationName }),
      ),
    compile: (plan, document) => !(compile(plan, document, undefined, true) instanceof Unsupported),
    async run(plan, document, variables, context, given) {
      const result = await execute(plan, document, toGatewayRequest(variables, context, log), given)
      const data = (result.data ?? null) as Record<string, unknown> | null
      const errors = (result.errors?.length ?? 0) > 0 ? result.errors : invalidValuesOf(result)
      if (errors === undefined) return { data }
      return { data, errors: toPlainErrors(errors, 'gateway', context.requestId, log) }
    },
    execute: async (plan, document, request) => (await execute(plan, document, request)) as GatewayResult,
    fallbacks: () => fallbacks,
  }
}

/** A subgraph that returns what its schema does not allow has failed. */
function invalidValuesOf({ extensions }: GatewayResult): readonly GraphQLError[] | undefined {
  const found = extensions?.valueCompletion as readonly GraphQLError[] | undefined
  return found?.map(({ message, path }) => {
    const originalError = new Error(message)
    return new GraphQLError(message, { originalError, ...(path !== undefined && { path }) })
  })
}

function tryCompile(compile: () => CompiledOperation): CompiledOperation | Unsupported {
  try {
    return compile()
  } catch (error) {
    if (error instanceof Unsupported) return error
    throw error
  }
}

/**
 * Apollo's own: for what is not compiled, and for tests that compare the two. It is loaded when it is first needed, since that
 * is rare and takes as long as a twentieth of a start.
 */
export function createStockExecutor(
  { supergraph, apiSchema, supergraphSchema }: Composed,
  sources: ReadonlyMap<string, SubgraphSource>,
) {
  const dataSources = Object.fromEntries([...sources].map(([name, source]) => [name, toDataSource(source)]))
  return async (plan: QueryPlan, document: DocumentNode, request: GatewayRequest, given: Given = {}) => {
    const { buildOperationContext, executeQueryPlan } = await import('@apollo/gateway')
    const { operationName } = request.request
    const operation = buildOperationContext({
      ...{ schema: apiSchema, operationDocument: document },
      ...(operationName != null && { operationName }),
    })
    const present = Object.entries(given).map(([name, result]) => [name, { process: async () => result }])
    const all = { ...dataSources, ...Object.fromEntries(present) }
    return await executeQueryPlan(plan, all, request, operation, supergraphSchema, supergraph.apiSchema())
  }
}

/** The parts of Apollo's request context that plan execution reads. */
function toGatewayRequest(variables: Variables, context: RequestContext, log: Log): GatewayRequest {
  const request = { request: { variables }, context, metrics: {}, logger: toApolloLogger(log) }
  return request as unknown as GatewayRequest
}

function toDataSource(source: SubgraphSource): GraphQLDataSource {
  return {
    async process({ request, context }) {
      return await source.execute(request.query ?? '', request.variables ?? {}, context as RequestContext)
    },
  }
}

export function toApolloLogger(log: Log) {
  return {
    debug() {},
    info() {},
    warn: (message?: unknown) => log.warn({}, String(message)),
    error: (message?: unknown) => log.error({}, String(message)),
  }
}
