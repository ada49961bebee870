/**
 * Wires everything between the socket and the subgraphs into one server that can listen and stop.
 */
import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, parse } from 'graphql'
import { accessRefusal, type Declarations, declaredAt } from '../subgraphs/shared/access.ts'
import type { Clock } from '../subgraphs/shared/clock.ts'
import { readDeclarations } from '../subgraphs/shared/contract.ts'
import { DomainError } from '../subgraphs/shared/errors.ts'
import type { OrgId } from '../subgraphs/shared/ids.ts'
import { CAPABILITIES, missingCredentials, type Principal } from '../subgraphs/shared/principal.ts'
import type { OwnRateLimits } from '../subgraphs/shared/rateLimits.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { addAcp } from './acp/openapi.ts'
import { ACP_OPERATION } from './acp/routes.ts'
import { type CountedFields, createAdmission } from './auth/admission.ts'
import { DEFAULT_RATE_LIMITS, type RateLimits } from './auth/callerLimits.ts'
import { createTrust, type TrustedProxies } from './auth/clientAddress.ts'
import { createCredentials } from './auth/credentials.ts'
import { countExchanges, type GraphContext } from './auth/exchanges.ts'
import type { OperatorKey } from './auth/operatorKeys.ts'
import { createOrganizationLimits } from './auth/organizationLimits.ts'
import type { Authenticator } from './auth/ports.ts'
import { createRateLimiter } from './auth/rateLimit.ts'
import { returnRefusedPayments } from './auth/refusedPayments.ts'
import { createSessionCookie } from './auth/sessionCookie.ts'
import type { LeaseStore } from './auth/sharedWindows.ts'
import type { CorsRules } from './cors.ts'
import type { SubgraphSource, SubscribeInProcess } from './datasource.ts'
import { buildDiscovery } from './discovery/document.ts'
import { replayResponses } from './graphReplays.ts'
import type { ServerLimits } from './httpServer.ts'
import { createLoadShedding, DEFAULT_LOAD_BOUNDS, type LoadBounds } from './loadShedding.ts'
import { createMetrics, type GaugeSource, type Metrics } from './metrics.ts'
import type { Planner } from './planner.ts'
import { findStopExcess, QUERY_LIMITS, tallyOf } from './queryCost.ts'
import { createReadiness, type Readiness, type ReadinessCheck } from './readiness.ts'
import { createReplays } from './replays.ts'
import { buildAsyncApi } from './rest/asyncApi.ts'
import { loadManifest } from './rest/manifest.ts'
import { addTags } from './rest/openApiTags.ts'
import { addWebhooks, type EventTypeEntry } from './rest/openApiWebhooks.ts'
import { buildOpenApi } from './rest/openapi.ts'
import { compileRoute, type Route } from './rest/route.ts'
import type { RestRow } from './rest/row.ts'
import { V2_ROWS } from './rest/v2.ts'
import { rootFieldsOf } from './rootFields.ts'
import { createServer, type HttpServer } from './server.ts'
import { createShedder } from './shedRequests.ts'
import { addSignIn } from './signIn/document.ts'
import type { SignInDeps } from './signIn/routes.ts'
import type { ResponseStore } from './storedResponses.ts'
import { createStreaming } from './streaming.ts'
import type { Standings } from './subscriptions/callerWatch.ts'
import type { SocketLimits } from './subscriptions/socketLimits.ts'
import { createGraph, type Graph } from './supergraph.ts'

export interface GatewayOptions {
  /** Text of schema/supergraph.graphql. */
  readonly supergraphSdl: string
  /** One for each subgraph of the supergraph, in process or over HTTP. */
  readonly sources: readonly SubgraphSource[]
  /** Subgraph name -> subscribe of its local source; subscriptions always run in process. */
  readonly subscriptionSources: ReadonlyMap<string, SubscribeInProcess>
  readonly authenticator: Authenticator
  readonly signIn: Pick<SignInDeps, 'browserSessions' | 'openId' | 'flowCookie'>
  readonly standings: Standings
  /** People who may stop the whole service. */
  readonly operators?: readonly OperatorKey[]
  readonly responses: ResponseStore
  readonly clock: Clock
  readonly log: Log
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  readonly version: string
  /** The event catalogue, to be described. */
  readonly eventTypes?: readonly EventTypeEntry[]
  readonly supportedChains: readonly string[]
  readonly introspection: boolean
  /** See `createGraph`. */
  readonly plansAtFirstUse?: boolean
  readonly trustProxy?: TrustedProxies
  /** Absent: pages of this service alone. */
  readonly cors?: CorsRules
  readonly rateLimits?: Partial<RateLimits>
  /** Those that an organization has of its own; null: as everybody. */
  readonly ownRateLimits?: (orgId: OrgId) => Promise<OwnRateLimits | null>
  /** Budgets of rate limits that processes share; null: this process alone serves. */
  readonly rateLeases?: LeaseStore | null
  readonly socketLimits?: Partial<SocketLimits>
  readonly serverLimits?: Partial<ServerLimits>
  readonly loadBounds?: Partial<LoadBounds>
  readonly readiness?: readonly ReadinessCheck[]
  readonly gauges?: readonly GaugeSource[]
  /** For tests; the product serves V2_ROWS with the manifest of its folder. */
  readonly rows?: readonly RestRow[]
  readonly operations?: ReadonlyMap<string, string>
}

export interface Gateway extends HttpServer {
  readonly graph: Graph
  readonly metrics: Metrics
  readonly readiness: Readiness
}

/** @throws Error when a document of the manifest does not fit the supergraph */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { supergraphSdl, sources, introspection, authenticator, responses, clock, log, baseUrl } = options
  const operations = options.operations ?? loadManifest()
  const [rows, hasAcp] = [options.rows ?? V2_ROWS, operations.has(ACP_OPERATION)]
  const cors = options.cors ?? { origins: [], allowsLoopback: false }
  const cookie = createSessionCookie(baseUrl, cors.origins)
  const organizationLimits = createOrganizationLimits(options.ownRateLimits ?? (async () => null), (err) =>
    log.warn({ err }, 'the rate limits of an organization could not be read'),
  )
  const credentials = createCredentials(authenticator, cookie, options.operators, organizationLimits)
  const rateLimiter = createRateLimiter(
    { ...DEFAULT_RATE_LIMITS, ...options.rateLimits },
    clock,
    options.rateLeases ?? null,
    (err) => log.warn({ err }, 'no lease of rate limits'),
    organizationLimits.find,
  )
  const replays = createReplays(responses, clock)
  const callers = readDeclarations(parse(supergraphSdl))
  const graph = await createGraph({
    ...{ supergraphSdl, sources, operations, introspection, log },
    plansAtFirstUse: options.plansAtFirstUse ?? false,
    beforeOperation: async (operation, document, context) => {
      const { principal, address, rate } = context as GraphContext
      if (principal.kind === 'anonymous') requirePublicFields(document, operation, publicRoots)
      const fields = (rootFieldsOf(document, operation) ?? []).map(({ name }) => name.value)
      const tally = tallyOf(operation, document, graph.apiSchema)
      const excess = fields.length > 0 && fields.every((name) => counted.stops.has(name)) ? findStopExcess(tally) : null
      if (excess !== null) throw new DomainError('invalid_request', excess, { reason: 'stop_too_large' })
      const left = await admission.admitFields(principal, address, fields)
      const { rows } = tally
      rate.left = { ...left, 'graphql-cost': `rows=${rows}, max=${QUERY_LIMITS.rows}` }
      await rateLimiter.takePayments(principal, countPayments(operation, paymentRoots))
    },
    plugins: [
      countExchanges({ rateLimiter, isExchange: (field) => counted.exchange.has(field), log }),
      replayResponses(replays, (field) => showsOnce.has(field), mayCall(callers)),
      returnRefusedPayments({ rateLimiter, isPayment: (field) => paymentRoots.has(field) }),
    ],
  })
  const routes = rows.map((row) => compileRoute(row, operations.get(row.operation) ?? '', graph.apiSchema, callers))
  const showsOnce = rootsOf(routes, (row) => row.shownOnce !== undefined)
  const paymentRoots = rootsOf(routes, (row) => row.createsPayment === true)
  const publicRoots = new Set(routes.filter(({ access }) => access.public).map(({ root }) => root))
  const counted = countedFields(routes)
  const shedder = createShedder(createLoadShedding({ ...DEFAULT_LOAD_BOUNDS, ...options.loadBounds }))
  const admission = createAdmission({ credentials, rateLimiter, shedder, counted })
  const trust = createTrust(options.trustProxy ?? false)
  const streaming = createStreaming({ ...options, ...{ graph, operations, routes, credentials, rateLimiter, trust } })
  const discovery = buildDiscovery({
    ...{ baseUrl, protocols: [], mcpServer: null },
    capabilities: capabilitiesOf(routes),
    supportedChains: options.supportedChains,
    deprecations: rows.flatMap(({ deprecated, path, method }) =>
      deprecated === undefined ? [] : [{ path, method, ...deprecated }],
    ),
  })
  const metrics = createMetrics([...(options.gauges ?? []), countFallbacks(graph.planner)])
  const readiness = createReadiness(options.readiness ?? [])
  const server = createServer({
    ...{ graph, routes, admission, shedder, authenticator, replays, log, discovery, rateLimiter },
    ...streaming,
    signIn: { ...options.signIn, cookie, credentials, rateLimiter, log },
    ...{ acp: hasAcp ? { now: () => clock.now(), baseUrl } : null, readiness },
    pages: { ...options, introspection },
    openApi: describe(routes, options, hasAcp, cookie.name),
    asyncApi: buildAsyncApi(options.eventTypes ?? [], options),
    metrics,
    ...{ trust, cors },
    limits: {
      // Behind a proxy all connections come from one address.
      ...(options.trustProxy !== undefined && options.trustProxy !== false && { connectionsPerAddressMax: null }),
      ...options.serverLimits,
    },
  })
  return {
    ...server,
    graph,
    metrics,
    readiness,
    async stop(deadlineMs) {
      streaming.streams.close()
      await server.stop(deadlineMs)
      rateLimiter.close()
      await graph.stop()
    },
  }
}

/** All routes: those of the table, and those beside the graph. */
function describe(
  routes: readonly Route[],
  { baseUrl, version, eventTypes = [] }: GatewayOptions,
  hasAcp: boolean,
  cookieName: string,
): object {
  const table = addWebhooks(buildOpenApi(routes, { apiBase: `${baseUrl}/api/v2`, version }), eventTypes)
  return addTags(addSignIn(hasAcp ? addAcp(table) : table, cookieName))
}

const mayCall = (callers: Declarations) => (field: string, principal: Principal) =>
  accessRefusal(principal, declaredAt(callers, `Mutation.${field}`)) === null

/** Capabilities that some route asks for, in the order of specification 5. */
function capabilitiesOf(routes: readonly Route[]): readonly string[] {
  const named = new Set<string>(routes.flatMap(({ access }) => access.agent?.capabilities ?? []))
  return Object.keys(CAPABILITIES).filter((capability) => named.has(capability))
}

/**
 * Anonymous callers are refused before their document is planned, which would cost far more than the refusal.
 * @throws DomainError authentication_error
 */
function requirePublicFields(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  roots: ReadonlySet<string>,
): void {
  const isPublic = ({ name }: FieldNode) => roots.has(name.value) || name.value.startsWith('__')
  if (rootFieldsOf(document, operation)?.every(isPublic) !== true) throw missingCredentials()
}

/** A fragment on the root counts as the most root fields that a document may have. */
function countPayments({ operation, selectionSet }: OperationDefinitionNode, roots: ReadonlySet<string>): number {
  if (operation !== 'mutation') return 0
  const counts = selectionSet.selections.map((selection): number => {
    if (selection.kind !== Kind.FIELD) return QUERY_LIMITS.rootFields
    return roots.has(selection.name.value) ? 1 : 0
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

function countedFields(routes: readonly Route[]): CountedFields {
  return {
    stops: rootsOf(routes, (row) => row.emergency === true),
    exchange: rootsOf(routes, (row) => row.credential === 'agentKey'),
    costs: new Map(routes.map(({ root, row }) => [root, row.cost ?? 1])),
    lasting: new Set(routes.filter(({ access }) => access.proof).map(({ root }) => root)),
  }
}

/** Root fields of matching rows: what a row declares holds for the operation in any GraphQL document too. */
function rootsOf(routes: readonly Route[], matches: (row: RestRow) => boolean): ReadonlySet<string> {
  return new Set(routes.filter(({ row }) => matches(row)).map(({ root }) => root))
}

/** Plans that Apollo's executor ran, because the service's own does not compile them. */
const countFallbacks = (planner: Planner): GaugeSource => ({
  name: 'graphql_plans_not_compiled',
  help: 'Executions of plans by the stock executor since the start, by what of them is not compiled.',
  labels: ['reason'],
  read: async () => [...planner.fallbacks()].map(([reason, value]) => ({ labels: { reason }, value })),
})
