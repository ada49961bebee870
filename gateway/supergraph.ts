/**
 * The federated graph over schema/supergraph.graphql: Apollo's pipeline for ad-hoc documents, and direct execution of the
 * service's own trusted documents (REST), which are planned once at boot. A plan of one fetch goes straight to its subgraph.
 */
import './telemetryOff.ts'
import type { QueryPlan } from '@apollo/query-planner'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { type DocumentNode, type GraphQLSchema, getOperationAST, getVariableValues, parse, validate } from 'graphql'
import { invariant } from '../subgraphs/shared/errors.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { apolloErrors, type BeforeOperation, formatApolloError, guardOperations } from './apolloPlugins.ts'
import type { PreparedFetch, SubgraphResult, SubgraphSource, Variables } from './datasource.ts'
import { nameFieldsAsWritten } from './graphFieldNames.ts'
import { createLru } from './lru.ts'
import { createPlanner, type Planner, toApolloLogger } from './planner.ts'
import { QUERY_LIMITS, queryCostRule } from './queryCost.ts'
import { type Composed, type PlannedDocument, readSupergraph } from './readSupergraph.ts'

const PLANS_MAX = 200

export interface Graph {
  readonly server: ApolloServer<RequestContext>
  readonly apiSchema: GraphQLSchema
  /** Runs a document of the manifest; `variables` are not validated. */
  executeTrusted(operationName: string, variables: Variables, context: RequestContext): Promise<SubgraphResult>
  trustedOperations(): ReadonlyMap<string, OperationKind>
  readonly planner: Planner
  stop(): Promise<void>
}

/**
 * @param operations the manifest: operation name -> document that defines exactly this operation
 * @throws Error naming every document of the manifest that does not fit the supergraph, unless it is planned at its first use
 */
export async function createGraph(options: {
  readonly supergraphSdl: string
  readonly sources: readonly SubgraphSource[]
  readonly operations: ReadonlyMap<string, string>
  readonly introspection: boolean
  /** Plans each document of the manifest when it is first used, for processes that live for seconds only. */
  readonly plansAtFirstUse?: boolean
  readonly log: Log
  /** May refuse an ad-hoc operation before it runs, by throwing. */
  readonly beforeOperation?: BeforeOperation
  readonly plugins?: readonly ApolloServerPlugin<RequestContext>[]
}): Promise<Graph> {
  const { supergraphSdl, log } = options
  const sources = new Map(options.sources.map((source) => [source.name, source]))
  const composed = readSupergraph(supergraphSdl)
  const { apiSchema } = composed
  const planner = createPlanner(composed, sources, log)
  const trusted = readManifest(options.operations, composed, planner, sources, log)
  if (options.plansAtFirstUse !== true) prepareAll(trusted)

  const gateway = createExecutor({ supergraphSdl, apiSchema, planner })
  const server = new ApolloServer<RequestContext>({
    gateway,
    introspection: options.introspection,
    nodeEnv: 'production',
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    maxRecursiveSelections: true,
    validationRules: [queryCostRule],
    validationOptions: { maxErrors: QUERY_LIMITS.errors },
    parseOptions: { maxTokens: QUERY_LIMITS.tokens },
    logger: toApolloLogger(log),
    formatError: formatApolloError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      apolloErrors(log),
      guardOperations(apiSchema, options.beforeOperation, log),
      nameFieldsAsWritten(apiSchema),
      ...(options.plugins ?? []),
    ],
  })
  await server.start()

  return {
    server,
    apiSchema,
    planner,
    executeTrusted(operationName, variables, context) {
      const operation = trusted.get(operationName)?.() ?? null
      invariant(operation !== null, `no trusted document ${operationName}`)
      return operation.run(variables, context)
    },
    trustedOperations: () =>
      new Map(
        [...trusted].flatMap(([name, prepare]) => {
          const operation = prepare()
          return operation === null ? [] : [[name, operation.kind]]
        }),
      ),
    async stop() {
      await server.stop()
      for (const source of sources.values()) await source.close()
    },
  }
}

/**
 * Ad-hoc documents, as ApolloGateway executes them: it would build, validate and query-plan the same supergraph a second time,
 * which is a third of the time that the service takes to start.
 */
function createExecutor(options: {
  readonly supergraphSdl: string
  readonly apiSchema: GraphQLSchema
  readonly planner: Planner
}): NonNullable<ConstructorParameters<typeof ApolloServer<RequestContext>>[0]['gateway']> {
  const { supergraphSdl, apiSchema, planner } = options
  const plans = createLru<QueryPlan>(PLANS_MAX)
  const findPlan = (document: DocumentNode, key: string, operationName: string | undefined) => {
    const known = plans.get(key)
    if (known !== undefined) return known
    const plan = planner.plan(document, operationName)
    plans.set(key, plan)
    return plan
  }
  return {
    onSchemaLoadOrUpdate(listen) {
      listen({ apiSchema, coreSupergraphSdl: supergraphSdl })
      return () => undefined
    },
    load: async () => ({
      async executor(requestContext) {
        const { request, document, queryHash, operation } = requestContext
        const variables = request.variables ?? {}
        const { errors } = getVariableValues(apiSchema, operation.variableDefinitions ?? [], variables)
        if (errors !== undefined && errors.length > 0) return { errors }
        const plan = findPlan(document, `${queryHash} ${request.operationName ?? ''}`, request.operationName)
        return await planner.execute(plan, document, requestContext)
      },
    }),
    async stop() {},
  }
}

/** How a document of the manifest runs: one fetch, a compiled plan over several subgraphs, or on Apollo's own executor. */
type OperationKind = 'single' | 'plan' | 'stock'

interface PreparedOperation {
  readonly kind: OperationKind
  readonly run: PreparedFetch
}

/**
 * Prepares its document at the first call. Null: a subscription, which is run for each of its events.
 * @throws AggregateError when it does not fit the supergraph
 */
type Preparation = () => PreparedOperation | null

function readManifest(
  operations: ReadonlyMap<string, string>,
  { apiSchema, planned }: Composed,
  planner: Planner,
  sources: ReadonlyMap<string, SubgraphSource>,
  log: Log,
): Map<string, Preparation> {
  const plan = (text: string): PlannedDocument | null => {
    const known = planned.get(text)
    if (known !== undefined) return known
    const document = parse(text, { noLocation: true })
    const errors = validate(apiSchema, document)
    if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '))
    if (getOperationAST(document)?.operation === 'subscription') return null
    const made = { document, plan: planner.plan(document) }
    planned.set(text, made)
    return made
  }
  const prepare = (name: string, text: string): PreparedOperation | null => {
    const made = plan(text)
    if (made === null) return null
    const operation = prepareOperation(text, made, planner, sources)
    if (operation.kind === 'stock') log.warn({ operation: name }, 'a trusted document is not compiled')
    return operation
  }
  return new Map(
    [...operations].map(([name, text]) => {
      let prepared: PreparedOperation | null = null
      return [name, () => (prepared ??= prepare(name, text))]
    }),
  )
}

/** @throws Error naming every document of the manifest that does not fit the supergraph */
function prepareAll(operations: ReadonlyMap<string, Preparation>): void {
  const problems: string[] = []
  for (const [name, prepare] of operations) {
    try {
      prepare()
    } catch (error) {
      if (!(error instanceof AggregateError)) throw error
      problems.push(...error.errors.map(({ message }: Error) => `${name}: ${message}`))
    }
  }
  if (problems.length > 0) throw new Error(`trusted documents do not fit the supergraph:\n${problems.join('\n')}`)
}

function prepareOperation(
  text: string,
  { document, plan }: PlannedDocument,
  planner: Planner,
  sources: ReadonlyMap<string, SubgraphSource>,
): PreparedOperation {
  const { node } = plan
  const source = node?.kind === 'Fetch' ? sources.get(node.serviceName) : undefined
  // Without added keys, rewrites or type names the fetch's result has the document's shape already.
  if (
    source !== undefined &&
    node?.kind === 'Fetch' &&
    node.inputRewrites === undefined &&
    node.outputRewrites === undefined &&
    node.contextRewrites === undefined &&
    (text.includes('__typename') || !node.operation.includes('__typename'))
  )
    return { kind: 'single', run: source.prepare(node.operation) }
  const isCompiled = planner.compile(plan, document)
  return {
    kind: isCompiled ? 'plan' : 'stock',
    run: (variables, context) => planner.run(plan, document, variables, context),
  }
}
