/**
 * Executes a subgraph in process, or over HTTP when it has a URL; callers cannot tell which. Results are always new objects,
 * because the gateway's plan execution modifies them: a shared one would leak between requests.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  parse,
  subscribe,
  validate,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { Pool } from 'undici'
import type { Clock } from '../subgraphs/shared/clock.ts'
import { DomainError } from '../subgraphs/shared/errors.ts'
import { WAIT_SECONDS_MAX } from '../subgraphs/shared/fields.ts'
import type { KeyMark, Principal, RequestContext } from '../subgraphs/shared/principal.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { SIGNATURE_HEADER, signCall } from './auth/gatewaySignature.ts'
import { type PlainError, toPlainError, toPlainErrors } from './errors.ts'
import { createLru, type Lru } from './lru.ts'
import { mapStream } from './subscriptions/streams.ts'

export interface SubgraphResult {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly PlainError[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Outcomes of idempotency keys travel in `extensions`; in process they go into the context directly. */
type RemoteResult = SubgraphResult & { readonly extensions?: { readonly keys?: readonly KeyMark[] } }

export type Variables = Readonly<Record<string, unknown>>
export type PreparedFetch = (variables: Variables, context: RequestContext) => Promise<SubgraphResult>

export interface SubgraphSource {
  readonly name: string
  execute(document: string, variables: Variables, context: RequestContext): Promise<SubgraphResult>
  /** Parses and compiles a document that is known at boot. */
  prepare(document: string): PreparedFetch
  close(): Promise<void>
}

/** A subscription as a stream of results; only subgraphs in process support it. */
export type SubscribeInProcess = (
  document: string,
  variables: Variables,
  context: RequestContext,
) => Promise<AsyncIterable<SubgraphResult> | SubgraphResult>

const DOCUMENTS_MAX = 500
/** Longer than a call that waits for a payment. */
const TIMEOUT_MS = (WAIT_SECONDS_MAX + 10) * 1_000
/** Concurrent calls to one subgraph; generous, because calls that wait for a payment take that long. */
const CALLS_MAX = 1_024

export function createLocalSource(options: {
  readonly name: string
  readonly schema: GraphQLSchema
  readonly log: Log
}): SubgraphSource & { readonly subscribe: SubscribeInProcess } {
  const { name, schema, log } = options
  const documents = createLru<DocumentNode>(DOCUMENTS_MAX)
  const shape = (result: ExecutionResult, requestId: string) => toResult(result, name, requestId, log)

  return {
    name,
    async execute(text, variables, contextValue) {
      const document = readDocument(documents, schema, text)
      const result = await execute({ schema, document, variableValues: variables, contextValue })
      return shape(result, contextValue.requestId)
    },
    prepare(text) {
      const document = readDocument(documents, schema, text)
      const compiled = compileQuery(schema, document)
      if (!isCompiledQuery(compiled)) throw new Error(`${name}: a trusted document does not compile: ${text}`)
      return async (variables, context) => shape(await compiled.query(undefined, context, variables), context.requestId)
    },
    async subscribe(text, variables, contextValue) {
      const document = readDocument(documents, schema, text)
      const stream = await subscribe({ schema, document, variableValues: variables, contextValue })
      if (!(Symbol.asyncIterator in stream)) return shape(stream, contextValue.requestId)
      return mapStream(stream, (result) => shape(result, contextValue.requestId))
    },
    async close() {},
  }
}

/** A pool of keep-alive connections to a subgraph process; every call is signed with the Principal it carries. */
export function createHttpSource(options: {
  readonly name: string
  readonly url: string
  readonly secret: string
  readonly clock: Clock
  readonly log: Log
  readonly timeoutMs?: number
  readonly callsMax?: number
}): SubgraphSource {
  const { name, secret, clock, log } = options
  const url = new URL(options.url)
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const callsMax = options.callsMax ?? CALLS_MAX
  let calls = 0
  const pool = new Pool(url.origin, {
    connections: callsMax,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  async function call(query: string, variables: Variables, context: RequestContext): Promise<SubgraphResult> {
    const { requestId, address } = context
    // Refused rather than queued for a connection: the signature would expire in the queue.
    if (calls >= callsMax) return { data: null, errors: [toPlainError(UNAVAILABLE, requestId)] }
    const body = JSON.stringify({ query, variables })
    calls += 1
    const send = (principal: Principal) => {
      const nowMs = clock.now().getTime()
      const signature = signCall(secret, { principal, requestId, address, subgraph: name, body, nowMs })
      const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }
      return pool.request({ method: 'POST', path: url.pathname, headers, body })
    }
    try {
      const principal = await callerOf(query, context)
      const response = await (asksToWait(query, variables) && context.pause
        ? context.pause(() => send(principal))
        : send(principal))
      if (response.statusCode === 200) {
        const { extensions, ...result } = (await response.body.json()) as RemoteResult
        context.keys?.push(...(extensions?.keys ?? []))
        return result
      }
      await response.body.dump()
      throw new Error(`${name} responded with ${response.statusCode}`)
    } catch (error) {
      if (error instanceof DomainError) return { data: null, errors: [toPlainError(error, requestId)] }
      log.error({ request_id: requestId, subgraph: name, err: error }, 'subgraph is unreachable')
      return { data: null, errors: [toPlainError(unreachableRefusal(error), requestId)] }
    } finally {
      calls -= 1
    }
  }

  return {
    name,
    execute: call,
    prepare: (document) => (variables, context) => call(document, variables, context),
    close: () => pool.close(),
  }
}

/** As `@access` asks in process; a process of its own cannot. */
const callerOf = (query: string, { principal, confirm }: RequestContext): Promise<Principal> | Principal =>
  (query.startsWith('mutation') ? confirm?.() : undefined) ?? principal

/** For the end of a payment, where the other process waits: it does not tell when it begins to. */
function asksToWait(query: string, variables: Variables): boolean {
  if (ASKS_OUTSIDE.test(query)) return true
  const isWait = (one: unknown) => Number((one as { readonly wait?: unknown } | null | undefined)?.wait) > 0
  if ([variables, ...Object.values(variables)].some(isWait)) return true
  return [...query.matchAll(/\bwait:\s*(?:([1-9])|\$(\w+))/g)].some(
    ([, literal, name = '']) => literal !== undefined || Number(variables[name]) > 0,
  )
}

/** Fields that ask somebody outside, who may take long to answer. */
const ASKS_OUTSIDE = /\b(payCheckout|importProductFeed)\b/

function unreachableRefusal(error: unknown) {
  const isTimeout = error instanceof Error && /Timeout/.test(error.name)
  return isTimeout
    ? ({ type: 'gateway_timeout', message: 'The answer did not come in time. Ask again later.', details: {} } as const)
    : UNAVAILABLE
}

const UNAVAILABLE = {
  type: 'service_unavailable',
  message: 'A part of the service is unavailable. Try again.',
  details: { retry_after_ms: 1000 },
} as const

function readDocument(documents: Lru<DocumentNode>, schema: GraphQLSchema, text: string): DocumentNode {
  const known = documents.get(text)
  if (known !== undefined) return known
  const document = parse(text, { noLocation: true })
  const problems = validate(schema, document)
  if (problems.length > 0) throw new Error(`planned document does not fit its subgraph: ${problems[0]?.message}`)
  documents.set(text, document)
  return document
}

function toResult(result: ExecutionResult, name: string, requestId: string, log: Log): SubgraphResult {
  const data = (result.data ?? null) as Record<string, unknown> | null
  if (result.errors === undefined || result.errors.length === 0) return { data }
  return { data, errors: toPlainErrors(result.errors, name, requestId, log) }
}
