// The clauses that begin at a place by their roles alone. A clause ends before a word that can stand between two rules; the
// readers are asked for each such end, and all that they find is kept, so that two meanings refuse the text.
import { sortCaptures } from '../captures.ts'
import type { Clause, Range } from '../clause.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { FREE_READERS } from './readers.ts'
import { capturesOf, createRoleFinder, createRoles, type FreeReader, type Input, type Role } from './roles.ts'

const CUTS = new Set([',', ':', '-', '(', ')', 'and', 'with', 'but', 'so', 'then'])
/** Longer clauses say more than one rule. */
const CLAUSE_WORDS_MAX = 30
const UNKNOWN_WORDS_MAX = 2

const NOTHING = { limits: [], lists: [], windows: [], zone: null, readings: [] } as const
const READERS = FREE_READERS.map((reader) => ({ reader, find: createRoleFinder(reader) }))

export interface FreeClauses {
  /** The clauses that begin at a place and end in the sentence, and why there are none. */
  clausesAt(at: number, to: number): readonly (Clause | Refusal)[]
  /** The word for which a sentence that one reader could read otherwise is refused. */
  explain(range: Range): Refusal | null
}

export function createFreeClauses(input: Input): FreeClauses {
  const known = READERS.map((): (Role | null | undefined)[] => [])

  function roleAt(index: number, at: number): Role | null {
    const roles = known[index] ?? []
    roles[at] ??= roles[at] === null ? null : (READERS[index]?.find(input, at) ?? null)
    return roles[at] ?? null
  }

  function ask({ read }: FreeReader, found: readonly Role[], range: Range): Clause | Refusal | null {
    const roles = createRoles(found, range, input.wordAt)
    const said = read(roles)
    if (said === null || 'why' in said) return said
    const marks = new Set([...(said.marks ?? []), ...sortCaptures(capturesOf(roles)).marks])
    return { ...NOTHING, ...said, ...range, marks }
  }

  return {
    clausesAt(from, to) {
      return READERS.flatMap(({ reader }, index) => {
        const found: Role[] = []
        const clauses: (Clause | Refusal)[] = []
        const end = Math.min(to, from + CLAUSE_WORDS_MAX)
        for (let at = from; at < end; ) {
          const role = roleAt(index, at)
          if (role === null || role.to > to) break
          found.push(role)
          at = role.to
          // What breaks off behind a comma may have gone on.
          if (CUTS.has(input.wordAt(at - 1)) || (at !== to && !CUTS.has(input.wordAt(at)))) continue
          const clause = ask(reader, found, { from, to: at })
          if (clause !== null) clauses.push(clause)
        }
        return clauses
      })
    },
    explain(range) {
      for (const [index, { reader }] of READERS.entries()) {
        const found: Role[] = []
        const unknown: number[] = []
        for (let at = range.from; at < range.to && unknown.length <= UNKNOWN_WORDS_MAX; ) {
          const role = roleAt(index, at)
          if (role === null) unknown.push(at)
          else found.push(role)
          at = role?.to ?? at + 1
        }
        const [first, last = first] = unknown
        if (first === undefined || last === undefined || unknown.length > UNKNOWN_WORDS_MAX) continue
        const isApart = last - first >= unknown.length
        const clause = isApart ? null : ask(reader, found, range)
        if (clause === null || 'why' in clause) continue
        const words = unknown.map((at) => input.wordAt(at)).join(' ')
        if (!/^[a-z' ]+$/.test(words)) continue
        return refuse(
          'unrecognised_text',
          { from: first, to: last + 1 },
          `"${words}" is no word of ${reader.name} that can be read here.`,
          'Leave it out, or use a plainer word.',
        )
      }
      return null
    },
  }
}
