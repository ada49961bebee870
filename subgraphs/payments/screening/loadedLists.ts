/** Reads screening lists into memory: those that were imported from the database, and those that are part of the product. */
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../shared/database.ts'
import { invariant } from '../../shared/errors.ts'
import builtIn from '../data/sanctions.json' with { type: 'json' }
import { type ImportedList, type ListEntry, type ListVersion, readChunks } from '../models/screeningLists.ts'
import { LIST_CATEGORIES } from '../rules/screening.ts'
import type { ComparedList, Listed } from './listChecks.ts'
import { createNameIndex, type NameIndexDraft } from './nameIndex.ts'

export interface LoadedList extends ListVersion, ComparedList {
  /** Null: part of the product. */
  readonly loadedAt: Date | null
  readonly importId: string | null
  readonly entries: number
}

export async function readList(database: Database, imported: ImportedList): Promise<LoadedList> {
  const addresses = new Map<string, Listed>()
  const names = createNameIndex<Listed>()
  let entries = 0
  for await (const chunk of readChunks(database, imported.importId)) {
    entries += chunk.length
    addEntries({ addresses, names }, imported, chunk)
    // Several chunks come at once.
    await setImmediate()
  }
  // A list that was replaced meanwhile may be gone: the next try reads its successor.
  if (entries !== Number(imported.entries)) throw new Error(`the list ${imported.list} is not complete`)
  return { ...imported, addresses, names }
}

export function readBuiltIn(more: readonly string[]): LoadedList[] {
  return builtIn.map(({ list, category: name, version, effective_at, source, entries }) => {
    const category = LIST_CATEGORIES.find((one) => one === name)
    invariant(category !== undefined, `${list} is of an unknown category`)
    const addresses = new Map<string, Listed>()
    if (category === 'sanctions') for (const address of more) addresses.set(address.toLowerCase(), {})
    const names = createNameIndex<Listed>()
    addEntries({ addresses, names }, { list, category }, entries)
    const effectiveAt = new Date(effective_at)
    const loaded = { loadedAt: null, importId: null, entries: entries.length, addresses, names }
    return { list, category, version, effectiveAt, source, ...loaded }
  })
}

/** An entry of a plain list of addresses has the name of the list, which is nobody's. */
function addEntries(
  into: { readonly addresses: Map<string, Listed>; readonly names: NameIndexDraft<Listed> },
  { list, category }: Pick<ListVersion, 'list' | 'category'>,
  entries: readonly ListEntry[],
): void {
  for (const { name, aliases, addresses, uid, programs = [] } of entries) {
    const listed: Listed = {
      ...(name === list ? {} : { listed_name: name }),
      ...(uid === undefined ? {} : { listed_uid: uid }),
      ...(programs.length === 0 ? {} : { listed_programs: programs.join(', ') }),
    }
    for (const address of addresses)
      if (!into.addresses.has(address.toLowerCase())) into.addresses.set(address.toLowerCase(), listed)
    if (category === 'sanctions') for (const one of [name, ...aliases]) if (one !== list) into.names.add(one, listed)
  }
}
