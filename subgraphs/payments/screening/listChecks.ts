/** What one list says of an address or a name (domain 4.3). */
import type { ScreeningCheck } from '../../shared/spend.ts'
import type { ListVersion } from '../models/screeningLists.ts'
import { picturesOf, readingsOf, wordsOf } from '../rules/names.ts'
import { LIST_FINDINGS, type ListedEvidence, NAME_FINDINGS } from '../rules/screening.ts'
import type { Indexed, NameIndex } from './nameIndex.ts'

/** Whom an entry is about. */
export type Listed = ListedEvidence

export interface ComparedList extends Pick<ListVersion, 'list' | 'category' | 'version'> {
  readonly addresses: ReadonlyMap<string, Listed>
  /** Only of who is on a sanctions list. */
  readonly names: NameIndex<Listed>
}

export function checkOf(
  { category, list, version }: ComparedList,
  listed: Listed | undefined,
): readonly ScreeningCheck[] {
  if (listed === undefined) return []
  return [{ ...LIST_FINDINGS[category], evidence: { list, list_version: version, ...listed } }]
}

export function exactCheck({ list, version, names }: ComparedList, name: string): ScreeningCheck | null {
  const found = readingsOf(name).flatMap((reading) => names.find(wordsOf(reading)) ?? [])[0]
  if (found === undefined) return null
  const evidence = { list, list_version: version, screened_name: name, ...listedAs(found) }
  return { ...NAME_FINDINGS.exact, evidence }
}

/** Who is listed is named to people of compliance alone (see `shownEvidence`); refusals and events name the list. */
export async function compareName(lists: readonly ComparedList[], name: string): Promise<readonly ScreeningCheck[]> {
  const found: ScreeningCheck[] = []
  for (const list of lists) {
    const exact = exactCheck(list, name)
    if (exact !== null) found.push(exact)
    else {
      // A name that only looks like one on the list is no equal one: a person has to look.
      const similar = await list.names.findSimilar(picturesOf(name))
      if (similar === null) continue
      const evidence = { list: list.list, list_version: list.version, screened_name: name, ...listedAs(similar) }
      const similarity = Math.floor(similar.score * 100) / 100
      found.push({ ...NAME_FINDINGS.similar, evidence: { ...evidence, similarity } })
    }
  }
  return found
}

/** The entry, and by which of its names it was found, where that is not the first one. */
const listedAs = ({ name, owner }: Indexed<Listed>): Listed =>
  name === owner.listed_name ? owner : { ...owner, listed_alias: name }
