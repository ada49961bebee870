/**
 * The federated graph over schema/supergraph.graphql: Apollo's pipeline for ad-hoc documents, and direct execution of the
 * service's own trusted documents (REST), which are planned once at boot. A plan of one fetch goes straight to its subgraph.
 */
import './telemetryOff.ts'
import { type ObjectType, operationFromDocument, type Schema, Supergraph } from '@apollo/federation-internals'
import { ApolloGateway, buildOperationContext, executeQueryPlan, type GraphQLDataSource } from '@apollo/gateway'
import { type QueryPlan, QueryPlanner } from '@apollo/query-planner'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql'
import { invariant } from '../subgraphs/shared/errors.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { apolloErrors, type BeforeOperation, formatApolloError, guardOperations } from './apolloPlugins.ts'
import type { PreparedFetch, SubgraphResult, SubgraphSource, Variables } from './datasource.ts'
import { toPlainErrors } from './errors.ts'
import { nameFieldsAsWritten } from './graphFieldNames.ts'
import { createLru } from './lru.ts'
import { QUERY_LIMITS, queryCostRule } from './queryCost.ts'

const PLANS_MAX = 500

export interface Graph {
  readonly server: ApolloServer<RequestContext>
  readonly apiSchema: GraphQLSchema
  /** Runs a document of the manifest; `variables` are not validated. */
  executeTrusted(operationName: string, variables: Variables, context: RequestContext): Promise<SubgraphResult>
  /** How each document of the manifest runs: one fetch, or a plan over several subgraphs. */
  trustedOperations(): ReadonlyMap<string, 'single' | 'plan'>
  readonly planner: Planner
  stop(): Promise<void>
}

/** Planning and plan execution outside Apollo's pipeline, which refuses subscriptions. */
export interface Planner {
  plan(document: DocumentNode): QueryPlan
  run(
    plan: QueryPlan,
    document: DocumentNode,
    variables: Variables,
    context: RequestContext,
    more?: Readonly<Record<string, GraphQLDataSource>>,
  ): Promise<SubgraphResult>
}

/**
 * @param operations the manifest: operation name -> document that defines exactly this operation
 * @throws Error naming every document of the manifest that does not fit the supergraph
 */
export async function createGraph(options: {
  readonly supergraphSdl: string
  readonly sources: readonly SubgraphSource[]
  readonly operations: ReadonlyMap<string, string>
  readonly introspection: boolean
  readonly log: Log
  /** May refuse an ad-hoc operation before it runs, by throwing. */
  readonly beforeOperation?: BeforeOperation
  readonly plugins?: readonly ApolloServerPlugin<RequestContext>[]
}): Promise<Graph> {
  const { supergraphSdl, log } = options
  const sources = new Map(options.sources.map((source) => [source.name, source]))
  const dataSources = Object.fromEntries(options.sources.map((source) => [source.name, toDataSource(source)]))

  const supergraph = Supergraph.build(supergraphSdl)
  const apiSchema = supergraph.apiSchema().toGraphQLJSSchema()
  const planner = createPlanner(supergraph, apiSchema, dataSources, log)
  const trusted = prepareManifest(options.operations, apiSchema, planner, sources)

  const gateway = new ApolloGateway({
    supergraphSdl,
    logger: toApolloLogger(log),
    queryPlannerConfig: { cache: createPlanCache() },
    buildService: ({ name }) => {
      const source = dataSources[name]
      invariant(source !== undefined, `no data source for the subgraph ${name}`)
      return source
    },
  })
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
  addIsOneOf(gateway)

  return {
    server,
    apiSchema,
    planner,
    executeTrusted(operationName, variables, context) {
      const operation = trusted.get(operationName)
      invariant(operation !== undefined, `no trusted document ${operationName}`)
      return operation.run(variables, context)
    },
    trustedOperations: () => new Map([...trusted].map(([name, { kind }]) => [name, kind])),
    async stop() {
      await server.stop()
      for (const source of sources.values()) await source.close()
    },
  }
}

/** graphql-js has the introspection field `isOneOf`, which the gateway's planner does not know yet. */
function addIsOneOf(gateway: ApolloGateway): void {
  const { apiSchema } = gateway as unknown as {
    apiSchema: Pick<Schema, 'type' | 'booleanType'> & { runWithBuiltInModificationAllowed(run: () => void): void }
  }
  const type = apiSchema.type('__Type') as ObjectType
  if (type.field('isOneOf') !== undefined) return
  apiSchema.runWithBuiltInModificationAllowed(() => type.addField('isOneOf', apiSchema.booleanType()))
}

interface PreparedOperation {
  readonly kind: 'single' | 'plan'
  readonly run: PreparedFetch
}

function prepareManifest(
  operations: ReadonlyMap<string, string>,
  apiSchema: GraphQLSchema,
  planner: Planner,
  sources: ReadonlyMap<string, SubgraphSource>,
): Map<string, PreparedOperation> {
  const prepared = new Map<string, PreparedOperation>()
  const problems: string[] = []
  for (const [name, text] of operations) {
    const document = parse(text, { noLocation: true })
    const errors = validate(apiSchema, document)
    problems.push(...errors.map((error) => `${name}: ${error.message}`))
    if (errors.length === 0) prepared.set(name, prepareOperation(text, document, planner, sources))
  }
  if (problems.length > 0) throw new Error(`trusted documents do not fit the supergraph:\n${problems.join('\n')}`)
  return prepared
}

function prepareOperation(
  text: string,
  document: DocumentNode,
  planner: Planner,
  sources: ReadonlyMap<string, SubgraphSource>,
): PreparedOperation {
  const plan = planner.plan(document)
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
  return { kind: 'plan', run: (variables, context) => planner.run(plan, document, variables, context) }
}

function createPlanner(
  supergraph: Supergraph,
  apiSchema: GraphQLSchema,
  dataSources: Readonly<Record<string, GraphQLDataSource>>,
  log: Log,
): Planner {
  const queryPlanner = new QueryPlanner(supergraph)
  const internalApiSchema = supergraph.apiSchema()
  const supergraphSchema = supergraph.schema.toGraphQLJSSchema()
  return {
    plan: (document) => queryPlanner.buildQueryPlan(operationFromDocument(internalApiSchema, document)),
    async run(plan, document, variables, context, more) {
      const result = await executeQueryPlan(
        plan,
        more === undefined ? dataSources : { ...dataSources, ...more },
        toGatewayRequest(variables, context, log),
        buildOperationContext({ schema: apiSchema, operationDocument: document }),
        supergraphSchema,
        internalApiSchema,
      )
      const data = (result.data ?? null) as Record<string, unknown> | null
      if (result.errors === undefined || result.errors.length === 0) return { data }
      return { data, errors: toPlainErrors(result.errors, 'gateway', context.requestId, log) }
    },
  }
}

type GatewayRequest = Parameters<typeof executeQueryPlan>[2]

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

/** Apollo's own cache measures every plan with JSON.stringify; counting entries is enough. */
function createPlanCache() {
  const plans = createLru<QueryPlan>(PLANS_MAX)
  return {
    get: async (key: string) => plans.get(key),
    set: async (key: string, plan: QueryPlan) => plans.set(key, plan),
    delete: async () => false,
    clear: () => plans.clear(),
  }
}

function toApolloLogger(log: Log) {
  return {
    debug() {},
    info() {},
    warn: (message?: unknown) => log.warn({}, String(message)),
    error: (message?: unknown) => log.error({}, String(message)),
  }
}
