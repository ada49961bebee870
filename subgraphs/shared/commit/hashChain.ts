/**
 * The hash chains of the log and of the ledger: each row holds the hash of the one before it, the organization's
 * position holds the head, so that a changed, missing, added or cut-off row is found and named.
 */
import { hash } from 'node:crypto'

export interface Sealed {
  readonly hash: string
  /** Length of the text that was hashed: near enough to the stored size. */
  readonly bytes: number
}

/** SHA-256 over the row as JSON, bigint as text. */
export function seal(row: object): Sealed {
  const text = textOf(row)
  return { hash: hash('sha256', text), bytes: text.length }
}

export function chainHash(row: object): string {
  return seal(row).hash
}

function textOf(row: object): string {
  const text = jsonOf(row)
  // Half of a surrogate pair is stored as the replacement character: hash what will be read back.
  return text.includes('\\ud') ? text.replace(LONE_SURROGATE, '$1\ufffd') : text
}

/** Without the replacer it takes a third of the time, and most rows have no bigint. */
function jsonOf(row: object): string {
  try {
    return JSON.stringify(row)
  } catch {
    return JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  }
}

const LONE_SURROGATE = /((?<!\\)(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g

interface Link {
  readonly _id: string
  readonly prevHash: string
  readonly hash: string
}

export interface HashChainFault {
  readonly rowId: string | null
  /** content: the row was changed. link: the row before it. place: one is missing. head: the end was cut off. */
  readonly reason: 'content' | 'link' | 'place' | 'head'
}

/**
 * Where a chain of one organization is broken first; null when it is whole.
 * @param rows all of them in their order
 * @param sequenceOf the place of a row: 1, 2, 3 ...
 * @param head as the organization's position holds it
 */
export function findHashChainFault<T extends Link>(
  rows: Iterable<T>,
  sequenceOf: (row: T) => number,
  head: { readonly place: number; readonly hash: string },
): HashChainFault | null {
  let [place, last] = [0, '']
  for (const row of rows) {
    const { hash: stored, ...content } = row
    place += 1
    if (sequenceOf(row) !== place) return { rowId: row._id, reason: 'place' }
    if (row.prevHash !== last) return { rowId: row._id, reason: 'link' }
    if (chainHash(content) !== stored) return { rowId: row._id, reason: 'content' }
    last = stored
  }
  return place === head.place && last === head.hash ? null : { rowId: null, reason: 'head' }
}
