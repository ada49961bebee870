// The clauses that begin at a place by their roles alone. A clause ends before a word that can stand between two rules; the
// readers are asked for each such end, and all that they find is kept, so that two meanings refuse the text.
import { sortCaptures } from '../captures.ts'
import type { Clause, Range } from '../clause.ts'
import { CONSTRUCTIONS } from '../grammar.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { FREE_READERS } from './readers.ts'
import { capturesOf, createRoleFinder, createRoles, type FreeReader, type Input, type Role } from './roles.ts'

const CUTS = new Set([',', ':', '-', '(', ')', 'and', 'with', 'but', 'so', 'then'])
/** What something must follow: a clause that ends with it breaks off. */
const DANGLING = new Set(
  [...CUTS, ...'is are be has for on of in at to by from per or nor not the a an its my our your'.split(' ')].filter(
    (word) => word !== ')',
  ),
)
/** What turns a rule into another one is no word that was merely not known. */
const TURNING = new Set([...DANGLING, ...'no never nothing without except unless until if when only but'.split(' ')])
/** Longer clauses say more than one rule. */
const CLAUSE_WORDS_MAX = 30
const UNKNOWN_WORDS_MAX = 2

const EXAMPLES: Readonly<Record<string, string>> = {
  limit: 'Write for example "at most $50 per transaction" or "at most $200 per day".',
  approval: 'Write for example "require approval above $25".',
  merchants: 'Write for example "only example.com".',
  'time windows': 'Write for example "payments are only allowed on weekdays 9am-5pm UTC".',
}
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
    const last = input.wordAt(range.to - 1)
    // "Are not" takes up what was said before.
    if (DANGLING.has(last) && !(last === 'not' && found[found.length - 1]?.kind === 'ellipsis')) return null
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
          if (at !== to && !CUTS.has(input.wordAt(at))) continue
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
        if (!/^[a-z' ]+$/.test(words) || unknown.some((at) => TURNING.has(input.wordAt(at)))) continue
        return refuse(
          'unrecognised_text',
          { from: first, to: last + 1 },
          `"${words}" is no word of ${reader.name} that can be read here.`,
          EXAMPLES[CONSTRUCTIONS[clause.construction]] ?? 'Write for example "only software" or "block gambling".',
        )
      }
      return null
    },
  }
}
