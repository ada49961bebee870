/** Cursors of lists: a position bound to its list and order, opaque to those who are given it. */
import { invalidField } from './errors.ts'

const CURSOR_LENGTH_MAX = 1_000

/** By what an order sorts. An index has what the list is filtered by, then `field` (never null), then `_id`. */
export interface SortKey {
  readonly field: string
  readonly type: 'text' | 'date' | 'number'
  /** No two rows of a list have the same value, so that neither order nor index need `_id`. */
  readonly isUnique?: true
}

/** What every row has. */
export interface Stored {
  readonly _id: string
}

/** Where a row stands in an order. */
export interface Position {
  readonly value: string | number | Date
  readonly id: string
}

/** A cursor says which list and order it belongs to: in another one its position would mean something else. */
export function createCursors(place: string, { field, type }: SortKey) {
  const isById = field === '_id'
  function format(row: Stored): string {
    const value = (row as Stored & Readonly<Record<string, unknown>>)[field]
    const parts = isById ? [] : [value instanceof Date ? value.getTime() : value]
    return Buffer.from(JSON.stringify([place, row._id, ...parts])).toString('base64url')
  }
  function parse(text: string, path: string): Position {
    const parts = text.length > CURSOR_LENGTH_MAX ? null : parseJson(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== (isById ? 2 : 3)) throw foreignCursor(path)
    const [itsPlace, id, value = id] = parts as unknown[]
    if (itsPlace !== place || typeof id !== 'string') throw foreignCursor(path)
    if (type === 'text' && typeof value === 'string') return { value, id }
    if (type === 'date' && isInstant(value)) return { value: new Date(value), id }
    if (type === 'number' && Number.isSafeInteger(value)) return { value: value as number, id }
    throw foreignCursor(path)
  }
  return { format, parse }
}

/**
 * The id in a cursor of the default order from before cursors named their list: programs that page through a list go on
 * over an upgrade.
 */
export function parseEarlierCursor(text: string | null | undefined): string | null {
  if (text == null || text.length > CURSOR_LENGTH_MAX) return null
  return /^1:([A-Za-z0-9_.:/-]{1,200})$/.exec(Buffer.from(text, 'base64url').toString())?.[1] ?? null
}

/** Milliseconds that a Date can hold. */
function isInstant(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isNaN(new Date(value).getTime())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Invalid_request. */
export function foreignCursor(path: string) {
  return invalidField(path, 'invalid_cursor', 'is not a cursor of this list in this order.')
}
