// Whom a text is about. A policy holds for one wallet: two persons, offices or agents in one text are two policies.
import type { Clause } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { loose, type Refusal } from './refusals.ts'

/** A policy holds for the wallet: what two persons may do, or one of them beside all, is not one policy. */
export function refusePersons(clauses: readonly Clause[]): Refusal[] {
  const personsOf = ({ marks }: Clause) => [...marks].filter((mark) => mark.startsWith('who_'))
  const all = new Set(clauses.flatMap(personsOf))
  const orgs = new Set(clauses.flatMap(({ marks }) => [...marks].filter((mark) => mark.startsWith('org_'))))
  const persons = [...all].filter((mark) => mark !== 'who_he' && mark !== 'who_she')
  const isMixed = (all.has('who_he') || all.has('who_son')) && (all.has('who_she') || all.has('who_daughter'))
  const allowing = clauses.filter(({ lists }) => lists.some(({ field }) => field !== 'blockedCategories'))
  const isOneOfMany = all.size > 0 && allowing.length > 1
  const last = clauses.findLast((clause) => personsOf(clause).length > 0)
  const isNamed = (mark: string) => mark.startsWith('name_') && mark !== 'name_'
  const named = clauses.filter(({ marks }) => [...marks].some(isNamed))
  const names = new Set(named.flatMap(({ marks }) => [...marks].filter(isNamed)))
  // "It may spend $50 a day, we may spend $100 a month."
  const ours = clauses.find(({ marks }) => marks.has('we'))
  const isShared = ours !== undefined && clauses.some(({ marks }) => marks.has('agent'))
  const spender = clauses.findLast(({ marks }) => [...marks].some((mark) => mark.startsWith('org_')))
  if (spender !== undefined && orgs.size > 1) return [loose(spender, 'PERSONS')]
  if (isShared) return [loose(ours, 'PERSONS')]
  const [first, other = first] = named
  const unit = misplacedUnit(clauses)
  if (unit !== undefined) return [loose(unit, 'PERSONS')]
  if (names.size > 1 && other !== undefined) return [loose(other, 'PERSONS')]
  return last !== undefined && (persons.length > 1 || isMixed || isOneOfMany) ? [loose(last, 'PERSONS')] : []
}

/** "For the office: $50 per day", said once and before all rules: behind one it would be the rule of that office. */
function misplacedUnit(clauses: readonly Clause[]): Clause | undefined {
  const unitsOf = ({ marks }: Clause) =>
    marks.has('story') ? [] : [...marks].filter((mark) => mark.startsWith('unit_'))
  const units = new Set(clauses.flatMap(unitsOf))
  const served = clauses.filter(({ marks }) => marks.has('purpose'))
  const names = new Set(served.flatMap(({ marks }) => [...marks].filter((mark) => mark.startsWith('unit_'))))
  // "Groceries for the office. Books for the school."
  if (names.size > 1) return served[1]
  // "Team lunches: $20 per order" could limit the lunches alone, unless the text closes what may be bought at all.
  const isClosed = clauses.some(({ lists }) =>
    lists.some(({ field, isOnly }) => isOnly && field !== 'blockedCategories'),
  )
  const firstRule = clauses.findIndex(({ construction }) => CONSTRUCTIONS[construction] !== 'courtesy')
  return clauses.find((clause, at) => {
    const isLate = firstRule !== -1 && at > firstRule
    if (clause.marks.has('occasion') && !isClosed) return true
    return unitsOf(clause).length > 0 && (units.size > 1 || units.has('unit_kind') || isLate)
  })
}
