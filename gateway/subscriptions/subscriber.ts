/**
 * Runs subscriptions over the federated graph: the source is a subgraph in process, and for each event the rest of the plan
 * (the joins) runs like a query, once for all equal subscriptions that have cursors. Apollo's gateway plans subscriptions but
 * refuses to execute them.
 */
import type { QueryPlan } from '@apollo/query-planner'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  print,
  specifiedRules,
  validate,
} from 'graphql'
import { DomainError, invalidField, invariant } from '../../subgraphs/shared/errors.ts'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import type { SubgraphResult, SubscribeInProcess, Variables } from '../datasource.ts'
import { createLru } from '../lru.ts'
import type { Planner } from '../planner.ts'
import { findExcess, QUERY_LIMITS, queryCostRule } from '../queryCost.ts'
import { requireVariables, shorten } from '../variables.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import {
  type Beginning,
  beginsSomewhere,
  CURSOR_ALIAS,
  RESUME_VARIABLE,
  takeBeginning,
  withCursor,
  withResume,
} from './documents.ts'
import { createGroups, type Groups } from './groups.ts'
import { createJoining, isPassing } from './joining.ts'
import { withoutPerson } from './socketCaller.ts'
import { mapStream, type Stream } from './streams.ts'

export interface Subscriber {
  /**
   * The document if it may run, else its errors.
   * @throws DomainError invalid_request for the variables
   */
  read(query: string, variables: Variables): DocumentNode | readonly GraphQLError[]
  subscribe(
    document: DocumentNode,
    variables: Variables,
    context: RequestContext,
    /** Goes on after this cursor, whatever `after` says. @throws DomainError invalid_request: there is no cursor */
    resume?: string | null,
  ): Promise<Stream<Delivery> | SubgraphResult>
}

const DOCUMENTS_MAX = 200
/** Replaces the source subgraph in the plan: its result is the event. */
const EVENT_SERVICE = 'event'

interface Prepared extends Beginning {
  readonly source: SubscribeInProcess
  readonly sourceDocument: string
  /** The same, after a cursor in RESUME_VARIABLE; null where it has none. */
  readonly resumedDocument: string | null
  readonly perEvent: QueryPlan
  /** With anything beside the event. */
  readonly isJoined: boolean
  /** The document as text, which equal subscriptions have the same of; null: it shares with none. */
  readonly text: string | null
}

export function createSubscriber(options: {
  readonly apiSchema: GraphQLSchema
  readonly planner: Planner
  readonly sources: ReadonlyMap<string, SubscribeInProcess>
  readonly groups?: Groups
  readonly joiningMs?: number
}): Subscriber {
  const { apiSchema, planner, sources, groups = createGroups(), joiningMs } = options
  const documents = createLru<DocumentNode | readonly GraphQLError[]>(DOCUMENTS_MAX)
  const prepared = createLru<Prepared>(DOCUMENTS_MAX)

  function prepare(asked: DocumentNode): Prepared {
    const askedText = print(asked)
    const known = prepared.get(askedText)
    if (known !== undefined) return known
    const beginning = takeBeginning(asked)
    const { node } = planner.plan(beginning.document)
    invariant(node?.kind === 'Subscription', 'a subscription without a subscription plan')
    const { primary, rest } = node
    const source = sources.get(primary.serviceName)
    invariant(source !== undefined, `no source in process for subscriptions of ${primary.serviceName}`)
    const { operationDocumentNode: _, ...fetch } = primary
    const event = { ...fetch, serviceName: EVENT_SERVICE }
    const sourceDocument = withCursor(primary.operation, apiSchema)
    const made: Prepared = {
      ...{ ...beginning, source, sourceDocument, resumedDocument: withResume(sourceDocument, apiSchema) },
      perEvent: { kind: 'QueryPlan', node: { kind: 'Sequence', nodes: rest === undefined ? [event] : [event, rest] } },
      isJoined: rest !== undefined,
      text: beginsSomewhere(sourceDocument, apiSchema) ? null : print(beginning.document),
    }
    prepared.set(askedText, made)
    return made
  }

  /** Reads the source from a cursor on, and runs the rest of the plan for each event. */
  async function run(
    { source, sourceDocument, resumedDocument, perEvent, isJoined, document }: Prepared,
    variables: Variables,
    context: RequestContext,
    after: string | null,
  ): Promise<Stream<Delivery> | SubgraphResult> {
    const stream =
      after === null || resumedDocument === null
        ? await source(sourceDocument, variables, context)
        : await source(resumedDocument, { ...variables, [RESUME_VARIABLE]: after }, context)
    if (!(Symbol.asyncIterator in stream)) return stream
    const complete = createJoining(joiningMs)
    return mapStream(stream, async (event) => {
      const cursor = cursorOf(event)
      // What the source could not read of it, it does not read again: whoever goes on before it gets all of it.
      if (cursor !== null && event.errors?.some(isPassing)) throw toDomainError(event)
      // The same event would fail again in every try.
      const isTried = isJoined && event.errors?.some(isPassing) !== true
      const join = () => {
        // New loaders for each event and each try, because cached rows may have changed since the last one.
        const own = { ...context, loaders: new Map() }
        // The plan writes into the event, of which another try needs what came.
        const given = isTried ? structuredClone(event) : event
        return planner.run(perEvent, document, variables, own, { [EVENT_SERVICE]: given })
      }
      const result = await (isTried ? complete(join) : join())
      return createDelivery(cursor === null ? result : { ...result, extensions: { cursor } }, cursor)
    })
  }

  return {
    read(query, variables) {
      const result = documents.get(query) ?? shortened(readDocument(query, apiSchema))
      documents.set(query, result)
      const operation = 'kind' in result ? getOperationAST(result) : null
      if (operation) requireVariables(apiSchema, { operation, document: result as DocumentNode }, variables)
      return result
    },
    async subscribe(asked, given, context, resume = null) {
      const own = prepare(asked)
      const { requestId, principal, address, onPosition = () => undefined } = context
      const variables = Object.fromEntries(Object.entries(given).filter(([name]) => own.variables.includes(name)))
      if (own.resumedDocument === null) {
        if (resume === null) return run(own, variables, context, null)
        const message = 'names a cursor, but this subscription begins with the present state.'
        throw invalidField('resume', 'no_cursor', message)
      }
      if (own.text === null) return run(own, variables, context, resume)
      // Nothing of the request of one of them, which ends before the others.
      const shared = { principal: withoutPerson(principal), requestId, address, loaders: new Map() }
      const scope = [shared.principal, own.text, Object.entries(variables).toSorted(byName)]
      return groups.join<SubgraphResult>(JSON.stringify(scope), {
        run: (after, tell) => run(own, variables, { ...shared, onPosition: tell }, after),
        after: resume ?? own.afterOf(given),
        onPosition,
        toError: toDomainError,
      })
    },
  }
}

function toDomainError({ errors }: SubgraphResult): DomainError {
  const [error] = errors ?? []
  invariant(error !== undefined, 'a subscription that was refused without an error')
  return new DomainError(error.extensions.type, error.message, error.extensions.details)
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]): number => (left < right ? -1 : 1)

/** They quote the document, which may be one long name. */
function shortened(read: DocumentNode | readonly GraphQLError[]): DocumentNode | readonly GraphQLError[] {
  return 'kind' in read ? read : read.map(({ message }) => new GraphQLError(shorten(message)))
}

function readDocument(query: string, schema: GraphQLSchema): DocumentNode | readonly GraphQLError[] {
  if (query.includes(CURSOR_ALIAS) || query.includes(RESUME_VARIABLE))
    return [new GraphQLError(`${CURSOR_ALIAS} and ${RESUME_VARIABLE} are names of the service's own.`)]
  let document: DocumentNode
  try {
    document = parse(query, { maxTokens: QUERY_LIMITS.tokens })
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')]
  }
  const excess = findExcess(document)
  if (excess !== null) return [new GraphQLError(excess)]
  const problems = validate(schema, document, [...specifiedRules, queryCostRule], {
    maxErrors: QUERY_LIMITS.errors,
    hideSuggestions: true,
  })
  if (problems.length > 0) return problems
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const [operation] = operations
  if (
    operations.length !== 1 ||
    operation?.kind !== Kind.OPERATION_DEFINITION ||
    operation.operation !== 'subscription'
  )
    return [new GraphQLError('This socket carries subscriptions: send queries and mutations over HTTP.')]
  return document
}

function cursorOf(event: SubgraphResult): string | null {
  const [value] = Object.values(event.data ?? {})
  const cursor = (value as Record<string, unknown> | null | undefined)?.[CURSOR_ALIAS]
  return typeof cursor === 'string' ? cursor : null
}
