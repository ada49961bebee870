/** Pages of every list: opaque keyset cursors, bounded size, Relay's connection shape. */
import { invalidField } from './errors.ts'

const PAGE_MAX = 100
const PAGE_DEFAULT = 50

export interface Page {
  readonly limit: number
  /** The row that the page comes after, in list order; null from the start. */
  readonly beforeId: string | null
}

/**
 * @param sizeName what REST calls the size: `limit` in a query, `first` in a body
 * @throws DomainError invalid_request for a size outside 1..100 or a cursor that is not one of ours
 */
export function parsePage(
  input: { first?: number | null | undefined; after?: string | null | undefined },
  sizeName: 'limit' | 'first' = 'limit',
): Page {
  const limit = input.first ?? PAGE_DEFAULT
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE_MAX)
    throw invalidField(sizeName, 'out_of_range', `must be a whole number from 1 to ${PAGE_MAX}`)
  return { limit, beforeId: input.after == null ? null : parseCursor(input.after) }
}

function formatCursor(id: string): string {
  return Buffer.from(`1:${id}`).toString('base64url')
}

function parseCursor(text: string): string {
  const plain = Buffer.from(text, 'base64url').toString('utf8')
  if (!/^1:[A-Za-z0-9_.:/-]{1,200}$/.test(plain) || formatCursor(plain.slice(2)) !== text)
    throw invalidField('after', 'invalid_cursor', 'is not a cursor of this list')
  return plain.slice(2)
}

export interface Connection<T> {
  readonly edges: { cursor: string; node: T }[]
  readonly pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

/** @param rows one more than `page.limit` when there is a next page */
export function toConnection<R extends { _id: string }, T>(
  rows: readonly R[],
  page: Page,
  shape: (row: R) => T,
): Connection<T> {
  const edges = rows.slice(0, page.limit).map((row) => ({ cursor: formatCursor(row._id), node: shape(row) }))
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > page.limit,
      hasPreviousPage: page.beforeId !== null,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
