/**
 * What an ad-hoc document may cost before anything runs: the same rules over HTTP and WebSocket. Aliases count `__typename`
 * too, since a hundred of them are the cheapest way to make one answer large.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
  type ValueNode,
} from 'graphql'

export const LIMITS = {
  depth: 12,
  aliases: 15,
  rootFields: 10,
  fields: 500,
  sameField: 50,
  /** Rows that a document can ask for: pages inside of pages multiply. */
  rows: 5_000,
  directivesPerNode: 3,
  directives: 20,
  tokens: 2000,
  /** Characters: documents and their plans are kept, and a literal may be as long as a body. */
  text: 64 * 1024,
  /** In the variables, at any depth: as many as the largest metadata may have. */
  values: 10_000,
  errors: 5,
} as const

const PAGE_MAX = 100
const PAGE_DEFAULT = 50

/** Fields that only the gateway may ask of a subgraph. */
const FEDERATION_FIELDS = new Set(['_entities', '_service'])

interface Tally {
  depth: number
  aliases: number
  rootFields: number
  fields: number
  directives: number
  directivesPerNode: number
  sameField: number
  rows: number
}

/** How many rows surround a selection, and how many its field gives if it turns out to be a connection. */
interface Size {
  readonly rows: number
  readonly page: number
  /** Whatever shows the page is read together, so it counts once. */
  isCounted: boolean
  /** A total is counted by itself, and once. */
  isTotalled: boolean
}

/** A document's own size; inside of it fields stand in a page of one. */
const ALONE = { rows: 1, page: 1, isCounted: false, isTotalled: false }
const PAGE_FIELDS: ReadonlySet<string> = new Set(['edges', 'nodes', 'pageInfo'])
const TOTAL_FIELDS: ReadonlySet<string> = new Set(['totalCount', 'totalCountIsExact'])

export const limitsRule: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const refuse = (message: string) => context.reportError(new GraphQLError(message, { nodes: operation }))
    const tally = measure(operation, (name) => context.getFragment(name) ?? null, refuse)
    for (const name of Object.keys(tally) as (keyof Tally)[])
      if (tally[name] > LIMITS[name]) refuse(`The document is too large: ${name} above ${LIMITS[name]}.`)
  },
})

/**
 * What is wrong with a document before any rule looks at it, null for nothing: a rule of the library compares each field
 * with each other of its name, in fragments too that nobody spreads.
 */
export function findExcess(document: DocumentNode): string | null {
  const repeats = new Map<string, number>()
  const open: SelectionNode[] = document.definitions.flatMap((one) =>
    'selectionSet' in one ? one.selectionSet.selections : [],
  )
  let fields = 0
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === Kind.FIELD && ++fields > LIMITS.fields)
      return `The document is too large: fields above ${LIMITS.fields}.`
    if (one.kind === Kind.FRAGMENT_SPREAD || one.selectionSet === undefined) continue
    open.push(...one.selectionSet.selections)
    if (one.kind === Kind.INLINE_FRAGMENT) continue
    const name = (one.alias ?? one.name).value
    const repeated = (repeats.get(name) ?? 0) + 1
    if (repeated > LIMITS.sameField) return `The document is too large: sameField above ${LIMITS.sameField}.`
    repeats.set(name, repeated)
  }
  return null
}

/** As `findExcess` of a text; one that cannot be read is refused by whoever reads it next. */
export function findExcessIn(query: string): string | null {
  try {
    return findExcess(parse(query, { maxTokens: LIMITS.tokens, noLocation: true }))
  } catch {
    return null
  }
}

function measure(
  operation: OperationDefinitionNode,
  fragmentOf: (name: string) => FragmentDefinitionNode | null,
  refuse: (message: string) => void,
): Tally {
  const tally: Tally = {
    depth: 0,
    aliases: 0,
    rootFields: 0,
    fields: 0,
    directives: 0,
    directivesPerNode: 0,
    sameField: 0,
    rows: 0,
  }
  countDirectives(tally, operation.directives?.length ?? 0)
  walk(operation.selectionSet, 1, [], { ...ALONE })
  return tally

  function walk(set: SelectionSetNode, depth: number, open: readonly string[], size: Size): void {
    const repeats = new Map<string, number>()
    for (const selection of set.selections) {
      // Spreads multiply: past the cap the verdict is known, and going on would be the attack itself.
      if (tally.fields > LIMITS.fields || depth > LIMITS.depth + 20) return
      countDirectives(tally, selection.directives?.length ?? 0)
      if (selection.kind === Kind.FIELD) countField(selection, depth, open, size, repeats)
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, depth, open, size)
      else {
        const name = selection.name.value
        const fragment = fragmentOf(name)
        // A cycle is another rule's finding; here it only must not run for ever.
        if (fragment === null || open.includes(name)) continue
        tally.fields++
        walk(fragment.selectionSet, depth, [...open, name], size)
      }
    }
  }

  function countField(
    field: FieldNode,
    depth: number,
    open: readonly string[],
    size: Size,
    repeats: Map<string, number>,
  ): void {
    const name = field.name.value
    tally.fields++
    tally.depth = Math.max(tally.depth, depth)
    if (depth === 1) tally.rootFields++
    if (field.alias !== undefined) tally.aliases++
    const repeated = (repeats.get(name) ?? 0) + 1
    repeats.set(name, repeated)
    tally.sameField = Math.max(tally.sameField, repeated)
    if (FEDERATION_FIELDS.has(name)) refuse(`The field ${name} is not part of this API.`)
    // What a count reads is small, but not nothing: as much as the largest page.
    if (TOTAL_FIELDS.has(name) && !size.isTotalled) tally.rows += size.rows * PAGE_MAX
    size.isTotalled ||= TOTAL_FIELDS.has(name)
    if (field.selectionSet === undefined) return
    const named = argumentOf(field, 'ids')
    const isPage = named === undefined && PAGE_FIELDS.has(name)
    const rows = size.rows * (named !== undefined ? lengthOf(named) : isPage ? size.page : 1)
    if (named !== undefined || (isPage && !size.isCounted)) tally.rows += rows
    size.isCounted ||= isPage
    // The introspection of every tool is deeper than any query of ours; how deep it may be is a rule of the library.
    const isIntrospection = name === '__schema' || name === '__type'
    const inner = { ...ALONE, rows, page: pageOf(field) }
    walk(field.selectionSet, isIntrospection ? Number.NEGATIVE_INFINITY : depth + 1, open, inner)
  }
}

/** What a variable holds is not known here, so it counts as the largest page. */
function pageOf(field: FieldNode): number {
  const sizes = ['first', 'last'].flatMap((name) => argumentOf(field, name) ?? [])
  const [given] = sizes.filter(({ kind }) => kind !== Kind.NULL)
  if (given === undefined) return PAGE_DEFAULT
  return given.kind === Kind.INT ? Math.min(Math.max(Number(given.value), 1), PAGE_MAX) : PAGE_MAX
}

/** Of ids that are asked for in one go. */
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
