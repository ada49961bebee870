/**
 * Pages of Relay connections, newest first: ids sort by time of making, so a cursor is the id of the last row shown and
 * stays true while rows are added.
 */
import { invalidField } from './errors.ts'

const FIRST_MAX = 100
const CURSOR = /^c1:([A-Za-z0-9_.-]{1,120})$/

export interface Page {
  readonly limit: number
  /** Only rows with a smaller id; null starts at the newest. */
  readonly beforeId: string | null
}

export interface Connection<Node> {
  readonly edges: readonly { readonly node: Node; readonly cursor: string }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

/** @throws DomainError invalid_request: `first` outside 1 to 100, or a cursor that no answer held */
export function parsePage(input: {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}): Page {
  const limit = input.first ?? 50
  if (!Number.isInteger(limit) || limit < 1 || limit > FIRST_MAX)
    throw invalidField('first', 'out_of_range', `must be 1 to ${FIRST_MAX}.`)
  if (input.after === undefined || input.after === null) return { limit, beforeId: null }
  const beforeId = CURSOR.exec(Buffer.from(input.after, 'base64url').toString('latin1'))?.[1]
  if (beforeId === undefined) throw invalidField('after', 'invalid_cursor', 'is no cursor of this service.')
  return { limit, beforeId }
}

export function formatCursor(id: string): string {
  return Buffer.from(`c1:${id}`, 'latin1').toString('base64url')
}

/** @param rows up to `limit + 1` rows, newest first: the one more tells whether another page follows */
export function toConnection<Node>(rows: readonly Node[], page: Page, idOf: (node: Node) => string): Connection<Node> {
  const edges = rows.slice(0, page.limit).map((node) => ({ node, cursor: formatCursor(idOf(node)) }))
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
