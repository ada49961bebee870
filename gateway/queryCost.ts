/**
 * Bounds on what an ad-hoc document may cost, checked before anything runs, over HTTP and WebSocket alike. Aliases of
 * `__typename` count too: they are the cheapest way to make one response large.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  parse,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValidationRule,
  type ValueNode,
} from 'graphql'
import { PAGE_DEFAULT, PAGE_MAX, pageMaxOf } from '../subgraphs/shared/connections.ts'
import { TOKEN_FACTS } from '../subgraphs/shared/tokens.ts'

export const QUERY_LIMITS = {
  depth: 12,
  aliases: 15,
  rootFields: 10,
  fields: 500,
  sameField: 50,
  /** Rows that a document can ask for: nested pages multiply. */
  rows: 5_000,
  directivesPerNode: 3,
  directives: 20,
  tokens: 2000,
  /** Characters: documents and their plans are cached, and a literal may be as long as a body. */
  text: 64 * 1024,
  /** In the variables, at any depth: enough for the largest metadata. */
  values: 10_000,
  errors: 5,
} as const

/** Of a document of emergency acts alone, which passes when nothing else does: what was stopped, and nothing beside it. */
const STOP_LIMITS = { fields: 100, depth: 5, rows: 0 } as const

/** A page of no rows is a read of the store all the same. */
const READ_ROWS = 10

/** Most elements of the lists without pages whose elements lead back into the graph, by their field. */
const LIST_SIZES: ReadonlyMap<string, number> = new Map([
  ['Checkout.sharedTokens', 20],
  ['SyncAccountHolderPayload.financialAccounts', 20],
  ['Wallet.balances', Object.values(TOKEN_FACTS).flatMap(({ chains }) => chains).length],
  ['Wallet.openMismatches', 20],
  // The schema leads back into itself. What tools ask for once has room; its fields within fields, or twice, have none.
  ...[['__Schema.types', 20] as const, ['__Schema.directives', 20] as const],
  ...['fields', 'inputFields', 'interfaces', 'possibleTypes'].map((name) => [`__Type.${name}`, 20] as const),
  ...['__Field.args', '__Directive.args'].map((name) => [name, 7] as const),
  ['__Type.enumValues', 5],
])

/** Rows that are read for a field which is no list: of an endpoint's health as many as fit for a page of the largest size. */
const ROWS_READ: ReadonlyMap<string, number> = new Map([['Webhook.health', 40]])

/** Null: no list, or one of pages, or one whose elements lead nowhere. */
export const listMaxOf = (field: string): number | null => LIST_SIZES.get(field) ?? null

/** Fields that only the gateway may request from a subgraph. */
const FEDERATION_FIELDS = new Set(['_entities', '_service'])

const NOTHING = {
  depth: 0,
  aliases: 0,
  rootFields: 0,
  fields: 0,
  directives: 0,
  directivesPerNode: 0,
  sameField: 0,
  rows: 0,
}
export type Tally = typeof NOTHING

/** Where a selection stands. */
interface Place {
  /** Null where the document is wrong, which another rule says. */
  readonly type: GraphQLNamedType | null
  /** How many rows surround it. */
  readonly rows: number
  /** How many rows its fields have if it is a connection. */
  readonly page: number
  /** Shared by all selections of one connection: its total is counted by itself, and once. */
  readonly total: { isCounted: boolean }
}

/** Fields that every root has, and no type names. */
const INTROSPECTION: ReadonlyMap<string, GraphQLNamedType> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map(({ name, type }) => [name, getNamedType(type)]),
)

const PAGE_FIELDS: ReadonlySet<string> = new Set(['edges', 'nodes'])
const TOTAL_FIELDS: ReadonlySet<string> = new Set(['totalCount', 'totalCountIsExact'])

export const queryCostRule: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const refuse = (message: string) => context.reportError(new GraphQLError(message, { nodes: operation }))
    const tally = measure(operation, context.getSchema(), (name) => context.getFragment(name) ?? null, refuse)
    for (const name of Object.keys(tally) as (keyof Tally)[])
      if (tally[name] > QUERY_LIMITS[name]) refuse(`The document is too large: ${name} above ${QUERY_LIMITS[name]}.`)
  },
})

/** What a valid operation can ask for, against `QUERY_LIMITS`. */
export function tallyOf(operation: OperationDefinitionNode, document: DocumentNode, schema: GraphQLSchema): Tally {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  return measure(
    operation,
    schema,
    (name) => fragments.get(name) ?? null,
    () => undefined,
  )
}

/** Why a document of emergency acts alone is too large; null: it is not. */
export function findStopExcess(tally: Tally): string | null {
  const name = (['fields', 'depth', 'rows'] as const).find((one) => tally[one] > STOP_LIMITS[one])
  if (name === undefined) return null
  const { fields, depth } = STOP_LIMITS
  return `A document of emergency acts alone has at most ${fields} fields, ${depth} deep, and no lists: ${name} is ${tally[name]}. Nothing was stopped. Stop first, and read in another request.`
}

/**
 * Why a document is too large for validation, null if it is not, or if there is none: graphql-js compares each field with every other of its name,
 * in unused fragments too.
 */
export function findExcess(document: DocumentNode | null): string | null {
  if (document === null) return null
  const counts = new Map<string, number>()
  const open: SelectionNode[] = document.definitions.flatMap((definition) =>
    'selectionSet' in definition ? definition.selectionSet.selections : [],
  )
  let fields = 0
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === Kind.FIELD && ++fields > QUERY_LIMITS.fields)
      return `The document is too large: fields above ${QUERY_LIMITS.fields}.`
    if (one.kind === Kind.FRAGMENT_SPREAD || one.selectionSet === undefined) continue
    open.push(...one.selectionSet.selections)
    if (one.kind === Kind.INLINE_FRAGMENT) continue
    const name = (one.alias ?? one.name).value
    const count = (counts.get(name) ?? 0) + 1
    if (count > QUERY_LIMITS.sameField) return `The document is too large: sameField above ${QUERY_LIMITS.sameField}.`
    counts.set(name, count)
  }
  return null
}

/** Null for what does not parse, which Apollo refuses. */
export function parseQuery(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: QUERY_LIMITS.tokens, noLocation: true })
  } catch {
    return null
  }
}

function measure(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  fragmentOf: (name: string) => FragmentDefinitionNode | null,
  refuse: (message: string) => void,
): Tally {
  const tally: Tally = { ...NOTHING }
  countDirectives(tally, operation.directives?.length ?? 0)
  const type = schema.getRootType(operation.operation) ?? null
  walk(operation.selectionSet, 1, [], { type, rows: 1, page: 1, total: { isCounted: false } })
  return tally

  function walk(set: SelectionSetNode, depth: number, open: readonly string[], place: Place): void {
    const counts = new Map<string, number>()
    for (const selection of set.selections) {
      // Spreads multiply: beyond the bound the verdict is known, and going on would cost what the bound prevents.
      if (tally.fields > QUERY_LIMITS.fields || depth > QUERY_LIMITS.depth + 20) return
      countDirectives(tally, selection.directives?.length ?? 0)
      if (selection.kind === Kind.FIELD) countField(selection, depth, open, place, counts)
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        walk(selection.selectionSet, depth, open, narrowed(place, selection.typeCondition))
      else {
        const name = selection.name.value
        const fragment = fragmentOf(name)
        // A cycle is reported by another rule; here it must only not recurse forever.
        if (fragment === null || open.includes(name)) continue
        tally.fields++
        walk(fragment.selectionSet, depth, [...open, name], narrowed(place, fragment.typeCondition))
      }
    }
  }

  function countField(
    field: FieldNode,
    depth: number,
    open: readonly string[],
    place: Place,
    counts: Map<string, number>,
  ): void {
    const name = field.name.value
    tally.fields++
    tally.depth = Math.max(tally.depth, depth)
    if (depth === 1) tally.rootFields++
    if (field.alias !== undefined) tally.aliases++
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    tally.sameField = Math.max(tally.sameField, count)
    if (FEDERATION_FIELDS.has(name)) refuse(`The field ${name} is not part of this API.`)
    // GraphQL reserves them; another field under the name of the type would be taken for it.
    if (field.alias?.value.startsWith('__') && name !== '__typename')
      refuse('An alias does not begin with two underscores.')
    // Counting rows costs about as much as reading the largest page.
    if (TOTAL_FIELDS.has(name) && !place.total.isCounted) {
      tally.rows += place.rows * PAGE_MAX
      place.total.isCounted = true
    }
    if (field.selectionSet === undefined) return
    const type = typeOf(place.type, name)
    const page = isConnection(type) ? pageOf(field, pageMaxOf(`${place.type}.${name}`)) : 1
    const ids = argumentOf(field, 'ids')
    const listed = ids !== undefined ? lengthOf(ids) : listMaxOf(`${place.type}.${name}`)
    const rows = place.rows * (listed ?? (PAGE_FIELDS.has(name) ? place.page : 1))
    if (listed !== null) tally.rows += rows
    tally.rows += place.rows * (ROWS_READ.get(`${place.type}.${name}`) ?? 0)
    // The page is read whatever is selected of it, be it its name alone.
    if (isConnection(type)) tally.rows += rows * (READ_ROWS + page)
    // Introspection queries of tools are deeper than any other; graphql-js bounds their depth itself.
    const inner = { type, rows, page, total: { isCounted: false } }
    walk(field.selectionSet, INTROSPECTION.has(name) ? Number.NEGATIVE_INFINITY : depth + 1, open, inner)
  }

  function narrowed(place: Place, condition: NamedTypeNode | undefined): Place {
    return condition === undefined ? place : { ...place, type: schema.getType(condition.name.value) ?? null }
  }
}

function typeOf(parent: GraphQLNamedType | null, field: string): GraphQLNamedType | null {
  const meta = INTROSPECTION.get(field)
  if (meta !== undefined) return meta
  const found = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field] : undefined
  return found === undefined ? null : getNamedType(found.type)
}

function isConnection(type: GraphQLNamedType | null): boolean {
  return isObjectType(type) && type.getFields().pageInfo !== undefined
}

/** The value of a variable is not known here, so it counts as the largest page. */
function pageOf(field: FieldNode, max: number): number {
  const sizes = ['first', 'last'].flatMap((name) => argumentOf(field, name) ?? [])
  const [size] = sizes.filter(({ kind }) => kind !== Kind.NULL)
  if (size === undefined) return PAGE_DEFAULT
  return size.kind === Kind.INT ? Math.min(Math.max(Number(size.value), 1), max) : max
}

function lengthOf(ids: ValueNode): number {
  return ids.kind === Kind.LIST ? Math.min(ids.values.length, PAGE_MAX) : ids.kind === Kind.VARIABLE ? PAGE_MAX : 1
}

function argumentOf(field: FieldNode, name: string): ValueNode | undefined {
  return field.arguments?.find((argument) => argument.name.value === name)?.value
}

function countDirectives(tally: Tally, count: number): void {
  tally.directives += count
  tally.directivesPerNode = Math.max(tally.directivesPerNode, count)
}
