// What an agent usually buys and where, beside a list of what it may: "Our agent books flights. Allow airlines and hotels."
import type { Clause } from './clause.ts'

/** The sentences without lists of what is usual, where each name of them is on a list of what is allowed. */
export function withoutUsual(sentences: readonly (readonly Clause[])[]): readonly (readonly Clause[])[] {
  const given = sentences.flat().filter(({ marks }) => !marks.has('habit'))
  const allowed = given.flatMap(({ lists }) => lists.map(({ field, names }) => ({ field, names: new Set(names) })))
  const isAllowed = ({ lists }: Clause) =>
    lists.every((list) =>
      list.names.every((name) => allowed.some(({ field, names }) => field === list.field && names.has(name))),
    )
  const isUsual = (clause: Clause) =>
    clause.marks.has('habit') && !clause.marks.has('bare_list') && clause.lists.length > 0 && isAllowed(clause)
  return sentences.map((clauses) =>
    clauses.map((clause) => (isUsual(clause) ? { ...clause, marks: withoutHabit(clause), lists: [] } : clause)),
  )
}

const withoutHabit = ({ marks }: Clause) => new Set([...marks].filter((mark) => mark !== 'habit'))
