/**
 * Every list of the graph is made here: Relay arguments and connections, keyset cursors that belong to one list and order,
 * pages of at most 100, and a total that is counted only on request, within bounds.
 */
import {
  createCursors,
  foreignCursor,
  type Position,
  parseEarlierCursor,
  type SortKey,
  type Stored,
} from './cursors.ts'
import { DomainError, invalidField } from './errors.ts'

/** Rows of a page, and ids that may be asked for at once. */
export const PAGE_MAX = 100
export const PAGE_DEFAULT = 50
/** Larger pages, of the lists that REST shows whole inside of another resource; by their field. */
const LARGER_PAGES = { 'Event.deliveries': 200 } as const

/** Rows of the largest page of a list, by its field: `Query.payments`. */
export const pageMaxOf = (field: string): number =>
  Object.hasOwn(LARGER_PAGES, field) ? LARGER_PAGES[field as keyof typeof LARGER_PAGES] : PAGE_MAX

/** Totals are exact up to here. */
const COUNT_MAX = 10_000
const COUNT_TIME_MS = 1_000
/** What no index narrows reads the rows of the whole organization, if it finds few. */
const READ_TIME_MS = 5_000
const TIME_LIMIT_EXCEEDED = 50

export interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
}

export interface OrderedArguments<Field extends string = 'created_at'> extends PageArguments {
  readonly orderBy?: { readonly field: Field; readonly direction: Direction } | null | undefined
}

type Direction = 'asc' | 'desc'

/** The requested part of a list: between two positions, counted from one end. */
interface PageRange<Position> {
  readonly limit: number
  /** Whether the last `limit` rows are requested, still in the order of the list. */
  readonly isFromEnd: boolean
  readonly after: Position | null
  readonly before: Position | null
}

/** The rows of a page, and how to make their cursors and count the list. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** Of a list that grows at its end: where to go on, after a page without rows too; null: nowhere. */
  readonly resumeCursor?: string | null
  cursorOf(row: Row): string
  countAll(bounds: CountBounds): Promise<number>
}

/** Bounds of a count in the database. */
export interface CountBounds {
  readonly limit: number
  readonly maxTimeMS: number
}

const COUNT_BOUNDS: CountBounds = { limit: COUNT_MAX + 1, maxTimeMS: COUNT_TIME_MS }

interface TotalCount {
  readonly value: number
  /** False: there are at least this many. */
  readonly isExact: boolean
}

export interface Connection<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
  readonly resumeCursor?: string | null
  /** Counts at the first call only. */
  readonly count: () => Promise<TotalCount>
}

/** Resolvers of every connection type, for the fields that are computed only on request. */
export const connectionFields = {
  nodes: <T>({ edges }: Connection<T>): T[] => edges.map(({ node }) => node),
  totalCount: async ({ count }: Connection<unknown>): Promise<number> => (await count()).value,
  totalCountIsExact: async ({ count }: Connection<unknown>): Promise<boolean> => (await count()).isExact,
}

/**
 * @param parseCursor throws for a text that is not a cursor of this list
 * @param max rows of the largest page
 * @throws DomainError invalid_request: a size outside 1..max, or sizes from both ends
 */
export function parseRange<Position>(
  { first, after, last, before }: PageArguments,
  parseCursor: (text: string, path: 'after' | 'before') => Position,
  max = PAGE_MAX,
): PageRange<Position> {
  if (first != null && last != null)
    throw invalidField('last', 'both_directions', 'must not be given together with first.')
  const limit = last == null ? parseSize(first ?? PAGE_DEFAULT, 'first', max) : parseSize(last, 'last', max)
  return {
    limit,
    isFromEnd: last != null,
    after: after == null ? null : parseCursor(after, 'after'),
    before: before == null ? null : parseCursor(before, 'before'),
  }
}

function parseSize(size: number, path: string, max: number): number {
  if (!Number.isInteger(size) || size < 1 || size > max)
    throw invalidField(path, 'out_of_range', `must be a whole number from 1 to ${max}`)
  return size
}

/**
 * @param found in the order of reading, which is backwards for a range from the end; one row more than the limit when
 * there are more
 */
export function toPage<Row, Position>(
  found: readonly Row[],
  { limit, isFromEnd, after, before }: PageRange<Position>,
  { cursorOf, countAll }: Pick<Page<Row>, 'cursorOf' | 'countAll'>,
): Page<Row> {
  const hasMore = found.length > limit
  const rows = found.slice(0, limit)
  return {
    rows: isFromEnd ? rows.reverse() : rows,
    // A cursor was made for a row of this list, so at least that row is on its other side.
    hasNextPage: isFromEnd ? before !== null : hasMore,
    hasPreviousPage: isFromEnd ? hasMore : after !== null,
    cursorOf,
    countAll,
  }
}

/** The same page of what is made of its rows. */
export function mapPage<Row, T>(page: Page<Row>, map: (row: Row) => T): Page<T> {
  const rows = page.rows.map(map)
  const source = new Map(rows.map((one, index) => [one, page.rows[index] as Row]))
  return { ...page, rows, cursorOf: (one) => page.cursorOf(source.get(one) as Row) }
}

export function toConnection<Row, T>(page: Page<Row>, shape: (row: Row) => T): Connection<T> {
  const { rows, hasNextPage, hasPreviousPage, resumeCursor } = page
  const edges = rows.map((row) => ({ cursor: page.cursorOf(row), node: shape(row) }))
  let counted: Promise<TotalCount> | undefined
  return {
    edges,
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    ...(resumeCursor === undefined ? {} : { resumeCursor }),
    count() {
      counted ??= count(page)
      return counted
    },
  }
}

/** What is shown to those who may see nothing of a list. */
export const EMPTY: Connection<never> = {
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  count: async () => ({ value: 0, isExact: true }),
}

async function count({ rows, countAll }: Page<unknown>): Promise<TotalCount> {
  try {
    const value = await countAll(COUNT_BOUNDS)
    return { value: Math.min(value, COUNT_MAX), isExact: value <= COUNT_MAX }
  } catch (error) {
    // Without an index that fits the filter a count may take too long; the rows of this page are a lower bound.
    if (!isTooLong(error)) throw error
    return { value: rows.length, isExact: false }
  }
}

/** @throws DomainError gateway_timeout */
export async function readRows<Row>(cursor: Cursor<Row>): Promise<Row[]> {
  try {
    return await cursor.maxTimeMS(READ_TIME_MS).toArray()
  } catch (error) {
    if (!isTooLong(error)) throw error
    throw listTooSlow()
  }
}

export function listTooSlow(): DomainError {
  const message = 'Too many rows stand between those that the filters let through. Name a wallet or an agent.'
  return new DomainError('gateway_timeout', message, { reason: 'list_too_slow' })
}

const isTooLong = (error: unknown): boolean => (error as { readonly code?: unknown }).code === TIME_LIMIT_EXCEEDED

/** Ids sort by the time at which they were made. */
export const BY_ID = { field: '_id', type: 'text', isUnique: true } as const satisfies SortKey

interface Cursor<Row> {
  maxTimeMS(ms: number): { toArray(): Promise<Row[]> }
}

/** The part of the driver's collection that a list needs. */
interface Rows<Row> {
  find(filter: object): {
    sort(sort: Record<string, 1 | -1>): { limit(limit: number): Cursor<Row> }
  }
  countDocuments(filter: object, bounds: CountBounds): Promise<number>
}

/**
 * Reads a page of a list from the database.
 * @param list.name is part of cursors: one name for each list, with its parent where it has one
 * @param list.filter with the owner; its values are never part of a cursor
 * @param list.orders the orders that `orderBy` can name; the default is `created_at`, newest first
 * @throws DomainError invalid_request: see `parseRange`; a cursor of another list or order. gateway_timeout: filters that
 * let through next to nothing
 */
export async function findPage<Row extends Stored, Field extends string>(
  rows: Rows<NoInfer<Row>>,
  list: {
    readonly name: string
    readonly filter: object
    readonly orders: Readonly<Record<Field | 'created_at', SortKey>>
  },
  args: OrderedArguments<Field>,
): Promise<Page<Row>> {
  const { field, direction } = args.orderBy ?? { field: 'created_at', direction: 'desc' }
  const key = list.orders[field]
  const cursors = createCursors(`${list.name}.${field}.${direction}`, key)
  const isDefault = field === 'created_at' && direction === 'desc'
  const earlier = isDefault ? parseEarlierCursor(args.after) : null
  const upgraded = earlier === null ? null : await findRow(rows, list.filter, key, earlier)
  const range = parseRange(upgraded === null ? args : { ...args, after: cursors.format(upgraded) }, cursors.parse)
  const step = (direction === 'asc') === range.isFromEnd ? -1 : 1
  const { after, before } = range
  const bounds = [
    ...(after === null ? [] : [beyond(key, after, direction === 'asc' ? '$gt' : '$lt')]),
    ...(before === null ? [] : [beyond(key, before, direction === 'asc' ? '$lt' : '$gt')]),
  ]
  const cursor = rows
    .find(bounds.length === 0 ? list.filter : { $and: [list.filter, ...bounds] })
    .sort(key.isUnique ? { [key.field]: step } : { [key.field]: step, _id: step })
    .limit(range.limit + 1)
  const found = await readRows(cursor)
  return toPage<Row, Position>(found, range, {
    cursorOf: cursors.format,
    countAll: (bounds) => rows.countDocuments(list.filter, bounds),
  })
}

/**
 * As `findPage`, for a whole list in memory, in its own order.
 * @param list.field its name in the graph, where its pages may be larger than others
 * @param list.isListed the filter; a cursor goes on where a row stood that it lets through no longer
 */
export function pageOf<Row extends Stored>(
  list: { readonly name: string; readonly field?: string; readonly isListed?: (row: Row) => boolean },
  rows: readonly Row[],
  args: PageArguments,
): Page<Row> {
  const { name, field = '', isListed = () => true } = list
  const cursors = createCursors(name, BY_ID)
  const parse = (text: string, path: 'after' | 'before') => {
    const id = parseEarlierCursor(text) ?? cursors.parse(text, path).id
    const index = rows.findIndex(({ _id }) => _id === id)
    if (index === -1) throw foreignCursor(path)
    return index
  }
  const range = parseRange(args, parse, pageMaxOf(field))
  const between = rows.slice((range.after ?? -1) + 1, range.before ?? rows.length).filter(isListed)
  return toPage<Row, number>(range.isFromEnd ? between.reverse() : between, range, {
    cursorOf: cursors.format,
    countAll: async () => rows.filter(isListed).length,
  })
}

/** A filter by several values: absent it matches everything, an empty list matches nothing. */
export function anyOf(field: string, values: readonly unknown[] | null | undefined): object {
  return values == null ? {} : { [field]: { $in: [...new Set(values)] } }
}

/** The fields of a filter that have a value: null and absent match everything. */
export function present(filter: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value != null))
}

function beyond({ field, isUnique }: SortKey, { value, id }: Position, side: '$gt' | '$lt'): object {
  if (isUnique) return { [field]: { [side]: value } }
  return { $or: [{ [field]: { [side]: value } }, { [field]: value, _id: { [side]: id } }] }
}

/** As much of a row as its cursor needs: where a list is sorted by ids, it may be gone. */
async function findRow<Row extends Stored>(
  rows: Rows<Row>,
  filter: object,
  { field }: SortKey,
  id: string,
): Promise<Stored | null> {
  if (field === '_id') return { _id: id }
  const cursor = rows
    .find({ $and: [filter, { _id: id }] })
    .sort({ _id: 1 })
    .limit(1)
  return (await readRows(cursor))[0] ?? null
}
