/**
 * The hash chains of the event log and of the ledger: each row holds the hash of the row before it, and the organization's
 * position holds the hash of the last one, so a changed, missing or added row and a cut-off end are found.
 */
import { hash } from 'node:crypto'

export interface Sealed {
  readonly hash: string
  /** Length of the text that was hashed, as an estimate of the stored size. */
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
  /** content: the row was changed. link: the row before it was. sequence: a row is missing or added. head: the end is cut off. */
  readonly reason: 'content' | 'link' | 'sequence' | 'head'
}

/**
 * The first fault in the chain of one organization; null when there is none.
 * @param rows all of them in their order
 * @param sequenceOf the number of a row: 1, 2, 3 ...
 * @param head as the organization's position holds it
 */
export function findHashChainFault<T extends Link>(
  rows: Iterable<T>,
  sequenceOf: (row: T) => number,
  head: { readonly sequence: number; readonly hash: string },
): HashChainFault | null {
  let [sequence, last] = [0, '']
  for (const row of rows) {
    const { hash: stored, ...content } = row
    sequence += 1
    if (sequenceOf(row) !== sequence) return { rowId: row._id, reason: 'sequence' }
    if (row.prevHash !== last) return { rowId: row._id, reason: 'link' }
    if (chainHash(content) !== stored) return { rowId: row._id, reason: 'content' }
    last = stored
  }
  return sequence === head.sequence && last === head.hash ? null : { rowId: null, reason: 'head' }
}
