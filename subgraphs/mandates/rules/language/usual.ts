// What an agent usually buys and where, beside a list of what it may: "Our agent books flights. Allow airlines and hotels."
import type { Clause, ListField } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { RISKY } from './listClause.ts'

/** The sentences without lists of what is usual, where each name of them is on a list of what is allowed. */
export function withoutUsual(sentences: readonly (readonly Clause[])[]): readonly (readonly Clause[])[] {
  const given = sentences.flat().filter(({ marks }) => !marks.has('habit'))
  const allowed = given.flatMap(({ lists }) => lists.map(({ field, names }) => ({ field, names: new Set(names) })))
  const isAllowed = ({ lists }: Clause) =>
    lists.every((list) =>
      list.names.every((name) => allowed.some(({ field, names }) => field === list.field && names.has(name))),
    )
  // "Training budget. Education only.": of nothing else than what the rule says.
  const isSame = ({ lists }: Clause) =>
    lists.every((list) => allowed.every(({ names }) => [...names].every((name) => list.names.includes(name))))
  // "Buy advertising and nothing besides advertising."
  const isClosedElsewhere = ({ lists }: Clause) =>
    lists.every((list) =>
      given.some((other) =>
        other.lists.some(
          ({ field, isOnly, names }) =>
            isOnly && field === list.field && list.names.every((name) => names.includes(name)),
        ),
      ),
    )
  const isUsual = (clause: Clause) =>
    clause.lists.length > 0 &&
    ((clause.marks.has('habit') &&
      !clause.marks.has('bare_list') &&
      isAllowed(clause) &&
      (!clause.marks.has('purse') || isSame(clause))) ||
      (clause.marks.has('imperative') && isClosedElsewhere(clause)))
  return sentences.map((clauses) =>
    clauses.map((clause) => (isUsual(clause) ? { ...clause, marks: withoutHabit(clause), lists: [] } : clause)),
  )
}

const withoutHabit = ({ marks }: Clause) =>
  new Set([...marks].filter((mark) => mark !== 'habit' && mark !== 'imperative'))

/**
 * "Book flights and hotels. Max $500 per booking.": what the wallet is for, where the text opens with it, limits what may be
 * spent, and allows nothing else. Alone it is an errand, and beside another list one of several.
 */
export function isWholeRule(clause: Clause, clauses: readonly Clause[]): boolean {
  const said = clauses.filter(({ construction }) => CONSTRUCTIONS[construction] !== 'courtesy')
  const isRisky = clause.lists.some(({ names }) => names.some((name) => RISKY.has(name)))
  const isSole = said.every(
    (other) => other === clause || other.lists.every(({ field }) => field === 'blockedCategories'),
  )
  const isLimited = said.some(({ construction }) => CONSTRUCTIONS[construction] === 'limit')
  return said[0] === clause && isSole && isLimited && !isRisky
}

/** "Any merchant is fine" beside a list of merchants, "buy what you need" beside any list. */
export function isAnything({ marks }: Clause, allowing: readonly Clause[]): boolean {
  const isListed = (field: ListField) => allowing.some(({ lists }) => lists.some((list) => list.field === field))
  return (
    (marks.has('any_cat') && isListed('allowedCategories')) || (marks.has('any_shop') && isListed('allowedMerchants'))
  )
}
