/**
 * Runs subscriptions over the federated graph: the source is a subgraph in process, and for each event the rest of the plan
 * (the joins) runs like a query. Apollo's gateway plans subscriptions but refuses to execute them.
 */
import type { QueryPlan } from '@apollo/query-planner'
import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { invalidField, invariant } from '../../subgraphs/shared/errors.ts'
import type { RequestContext } from '../../subgraphs/shared/principal.ts'
import type { SubgraphResult, SubscribeInProcess, Variables } from '../datasource.ts'
import { createLru } from '../lru.ts'
import type { Planner } from '../planner.ts'
import { findExcess, QUERY_LIMITS, queryCostRule } from '../queryCost.ts'
import { requireVariables, shorten } from '../variables.ts'
import { mapStream, type Stream } from './streams.ts'

/** The result for one event, with the cursor to resume after it. */
export interface Delivery {
  readonly result: SubgraphResult
  readonly cursor: string | null
}

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
const CURSOR_FIELD = 'cursor'
const CURSOR_ALIAS = 'resumeCursor__'
const RESUME_ARGUMENT = 'after'
const RESUME_VARIABLE = 'resumeAfter__'

interface Prepared {
  readonly source: SubscribeInProcess
  readonly sourceDocument: string
  /** The same, after a cursor in RESUME_VARIABLE; null where it has none. */
  readonly resumedDocument: string | null
  readonly perEvent: QueryPlan
}

export function createSubscriber(options: {
  readonly apiSchema: GraphQLSchema
  readonly planner: Planner
  readonly sources: ReadonlyMap<string, SubscribeInProcess>
}): Subscriber {
  const { apiSchema, planner, sources } = options
  const documents = createLru<DocumentNode | readonly GraphQLError[]>(DOCUMENTS_MAX)
  const prepared = createLru<Prepared>(DOCUMENTS_MAX)

  function prepare(document: DocumentNode): Prepared {
    const text = print(document)
    const known = prepared.get(text)
    if (known !== undefined) return known
    const { node } = planner.plan(document)
    invariant(node?.kind === 'Subscription', 'a subscription without a subscription plan')
    const { primary, rest } = node
    const source = sources.get(primary.serviceName)
    invariant(source !== undefined, `no source in process for subscriptions of ${primary.serviceName}`)
    const { operationDocumentNode: _, ...fetch } = primary
    const event = { ...fetch, serviceName: EVENT_SERVICE }
    const sourceDocument = withCursor(primary.operation, apiSchema)
    const made: Prepared = {
      ...{ source, sourceDocument, resumedDocument: withResume(sourceDocument, apiSchema) },
      perEvent: { kind: 'QueryPlan', node: { kind: 'Sequence', nodes: rest === undefined ? [event] : [event, rest] } },
    }
    prepared.set(text, made)
    return made
  }

  return {
    read(query, variables) {
      const result = documents.get(query) ?? shortened(readDocument(query, apiSchema))
      documents.set(query, result)
      const operation = 'kind' in result ? getOperationAST(result) : null
      if (operation) requireVariables(apiSchema, { operation, document: result as DocumentNode }, variables)
      return result
    },
    async subscribe(document, variables, context, resume = null) {
      const { source, sourceDocument, resumedDocument, perEvent } = prepare(document)
      if (resume !== null && resumedDocument === null)
        throw invalidField(
          'resume',
          'no_cursor',
          'names a cursor, but this subscription begins with the present state.',
        )
      const stream =
        resume === null || resumedDocument === null
          ? await source(sourceDocument, variables, context)
          : await source(resumedDocument, { ...variables, [RESUME_VARIABLE]: resume }, context)
      if (!(Symbol.asyncIterator in stream)) return stream
      return mapStream(stream, async (event) => {
        const cursor = cursorOf(event)
        // New loaders for each event, because cached rows may have changed since the last one.
        const own = { ...context, loaders: new Map() }
        const result = await planner.run(perEvent, document, variables, own, { [EVENT_SERVICE]: event })
        return { result: cursor === null ? result : { ...result, extensions: { cursor } }, cursor }
      })
    },
  }
}

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

/** Adds the event's cursor to the source's selection, for clients that are cut off and resume. */
function withCursor(fetch: string, schema: GraphQLSchema): string {
  const field = rootOf(parse(fetch, { noLocation: true }), schema)
  const type = field === null ? undefined : getNamedType(field.type)
  if (!isObjectType(type) || type.getFields()[CURSOR_FIELD] === undefined) return fetch
  let depth = 0
  const extended = visit(parse(fetch, { noLocation: true }), {
    SelectionSet: {
      enter: () => void depth++,
      leave(set) {
        depth--
        // Inside the root field: a subscription has only one.
        if (depth !== 1) return undefined
        const cursor = parse(`{ ${CURSOR_ALIAS}: ${CURSOR_FIELD} }`, { noLocation: true }).definitions[0]
        invariant(cursor?.kind === Kind.OPERATION_DEFINITION, 'no selection of the cursor')
        return { ...set, selections: [...set.selections, ...cursor.selectionSet.selections] }
      },
    },
  })
  return print(extended)
}

/** The field that a subgraph is subscribed to: fragments are resolved by then. */
function rootOf(fetch: DocumentNode, schema: GraphQLSchema): GraphQLField<unknown, unknown> | null {
  const operation = fetch.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  )
  const root = operation?.selectionSet.selections[0]
  return (root?.kind === Kind.FIELD && schema.getSubscriptionType()?.getFields()[root.name.value]) || null
}

/** Takes the cursor from a variable of its own instead of what the caller gave at first. */
function withResume(fetch: string, schema: GraphQLSchema): string | null {
  const document = parse(fetch, { noLocation: true })
  if (rootOf(document, schema)?.args.some(({ name }) => name === RESUME_ARGUMENT) !== true) return null
  const [argument] = readFieldArguments(`{ f(${RESUME_ARGUMENT}: $${RESUME_VARIABLE}) }`)
  const used = new Set<string>()
  let depth = 0
  const resumed = visit(document, {
    SelectionSet: { enter: () => void depth++, leave: () => void depth-- },
    Field(field) {
      if (depth !== 1) return undefined
      const others = (field.arguments ?? []).filter(({ name }) => name.value !== RESUME_ARGUMENT)
      return { ...field, arguments: argument === undefined ? others : [...others, argument] }
    },
  })
  visit(resumed, { VariableDefinition: () => false, Variable: ({ name }) => void used.add(name.value) })
  const [declared] = readVariables(`query ($${RESUME_VARIABLE}: String) { f }`)
  return print(
    visit(resumed, {
      OperationDefinition: (operation) => ({
        ...operation,
        variableDefinitions: [
          ...(operation.variableDefinitions ?? []),
          ...(declared === undefined ? [] : [declared]),
        ].filter(({ variable }) => used.has(variable.name.value)),
      }),
    }),
  )
}

const operationIn = (text: string): OperationDefinitionNode =>
  parse(text, { noLocation: true }).definitions[0] as OperationDefinitionNode
const readVariables = (text: string) => operationIn(text).variableDefinitions ?? []
const readFieldArguments = (text: string) => (operationIn(text).selectionSet.selections[0] as FieldNode).arguments ?? []

function cursorOf(event: SubgraphResult): string | null {
  const [value] = Object.values(event.data ?? {})
  const cursor = (value as Record<string, unknown> | null | undefined)?.[CURSOR_ALIAS]
  return typeof cursor === 'string' ? cursor : null
}
