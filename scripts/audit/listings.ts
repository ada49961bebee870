/**
 * Which addresses stand on a sanctions list, and since when: on lists that were imported since all processes screen by them,
 * on the one that is part of the product always, until an import has taken its place.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './source.ts'

interface List {
  readonly version: string
  readonly list: string
  readonly category: string
  readonly digest: string
  readonly importId?: string
}

interface Revision {
  readonly _id: number | bigint
  readonly lists: readonly List[]
  /** Absent where an import broke off, and in rows of earlier releases. */
  readonly inForceAt?: Date
}

interface BuiltIn {
  readonly list: string
  readonly category: string
  readonly version: string
  readonly entries: readonly { readonly addresses: readonly string[] }[]
}

export interface Listings {
  /** The list on which this address was by then; null: none is known. */
  listOf(address: string, at: Date): string | null
  /** Whether this version of a list was in force with this revision; null: it cannot be told. */
  hasVersion(revision: number, list: string, version: string): boolean | null
}

/** Data of the product, not its code. */
const BUILT_IN = join(import.meta.dirname, '..', '..', 'subgraphs', 'payments', 'data', 'sanctions.json')

export async function openListings(source: Source): Promise<Listings> {
  const builtIn = JSON.parse(readFileSync(BUILT_IN, 'utf8')) as readonly BuiltIn[]
  const revisions = await source.find<Revision>('screeningRevisions', {})
  revisions.sort((a, b) => Number(a._id) - Number(b._id))
  const [head] = await source.find<{ lists: readonly List[] }>('screeningHead', {})
  const since = new Map<string, { readonly list: string; readonly from: number; readonly to: number }[]>()
  const add = (addresses: readonly string[], list: string, from: number, to: number) => {
    for (const address of addresses) {
      const key = address.toLowerCase()
      since.set(key, [...(since.get(key) ?? []), { list, from, to }])
    }
  }
  for (const { list, category, entries } of builtIn) {
    if (category !== 'sanctions') continue
    const replaced = revisions.find(({ lists }) => lists.some((one) => one.list === list))
    const to = replaced === undefined ? Number.POSITIVE_INFINITY : (replaced.inForceAt?.getTime() ?? 0)
    for (const { addresses } of entries) add(addresses, list, 0, to)
  }
  for (const { list, category, digest, importId } of head?.lists ?? []) {
    if (category !== 'sanctions') continue
    const from = sinceWhen(revisions, list, digest)
    if (from === null) continue
    for await (const page of source.pages<{ entries: BuiltIn['entries'] }>('screeningChunks', { filter: { importId } }))
      for (const { entries } of page)
        for (const { addresses } of entries) add(addresses, list, from, Number.POSITIVE_INFINITY)
  }
  const known = new Map(revisions.map(({ _id, lists }) => [Number(_id), lists]))
  return {
    listOf(address, at) {
      const ms = at.getTime()
      return since.get(address.toLowerCase())?.find(({ from, to }) => from < ms && ms < to)?.list ?? null
    },
    hasVersion(revision, list, version) {
      const imported = known.get(revision)?.find((one) => one.list === list)
      if (imported !== undefined) return imported.version === version
      const included = builtIn.find((one) => one.list === list)
      if (included === undefined) return revision === 0 || known.has(revision) ? false : null
      return included.version === version ? true : null
    },
  }
}

/** When the entries came into force that are in force now. */
function sinceWhen(revisions: readonly Revision[], list: string, digest: string): number | null {
  const other = revisions.findLastIndex(({ lists }) => !lists.some((one) => one.list === list && one.digest === digest))
  const first = revisions.slice(other + 1).find(({ inForceAt }) => inForceAt !== undefined)
  return first?.inForceAt?.getTime() ?? null
}
