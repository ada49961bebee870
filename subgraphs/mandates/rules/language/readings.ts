// What the preview says of the words of a whole text: what was read as something that its author may not have meant.
import type { Clause, Reading } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { RISKY } from './listClause.ts'

export function readingsOf(sentences: readonly (readonly Clause[])[]): Reading[] {
  const clauses = sentences.flat()
  const has = (...names: readonly string[]) => clauses.some(({ marks }) => names.some((name) => marks.has(name)))
  const isOpen = !clauses.some(closesTheRest)
  const said: readonly (readonly [boolean, Reading['code'], string])[] = [
    [
      has('under'),
      'strict_bound',
      '"Under" an amount is read as "at most" that amount: exactly that amount is allowed.',
    ],
    [
      isOpen && has('closes'),
      'closes_the_rest',
      'A list of merchants is read as the list of those that are allowed: all others are closed.',
    ],
    [
      isOpen && opensRisk(clauses),
      'closes_the_rest',
      'This is read as an allow list: every category that is not named is closed.',
    ],
    [
      hasHoursBesideApproval(sentences),
      'hours_of_payments',
      'The hours are those in which payments may be made, not those in which approval is asked.',
    ],
    [
      has('role'),
      'approver_by_role',
      'Who approves is decided by the roles of the organization; a policy says above which amount.',
    ],
    [
      has('purpose'),
      'purpose_named',
      'Whom or what the spending is for is read as a name; the rules hold for all spending of the wallet.',
    ],
    [
      isOpen && has('imperative', 'bare_list'),
      'closes_the_rest',
      'What is to be bought is read as an allow list: everything that is not named is closed.',
    ],
    [
      isOpen && has('fine'),
      'closes_the_rest',
      '"Fine" or "allowed" is read as an allow list: everything of its kind that is not named is closed.',
    ],
  ]
  return said.flatMap(([isSaid, code, message]) => (isSaid ? [{ code, message }] : []))
}

/** The text says itself that nothing else is allowed. */
function closesTheRest({ construction, lists }: Clause): boolean {
  const isOnly = lists.some(({ field, isOnly: only }) => only && field !== 'blockedCategories')
  return isOnly || construction === 'NOTHING_ELSE' || construction === 'EVERYTHING_ELSE'
}

/** "You can buy alcohol": more than not to be blocked. */
function opensRisk(clauses: readonly Clause[]): boolean {
  return clauses.some(
    ({ construction, lists }) =>
      construction === 'ALLOW_CATEGORIES' && lists.some(({ names }) => names.some((name) => RISKY.has(name))),
  )
}

/** "Approval above $50. Mon-Fri 9am-5pm UTC." */
function hasHoursBesideApproval(sentences: readonly (readonly Clause[])[]): boolean {
  return sentences.some((clauses, at) => {
    const isBare = clauses.some(({ construction, marks }) => construction === 'WINDOW' && marks.has('bare'))
    const before = sentences[at - 1] ?? []
    return isBare && before.some(({ construction }) => CONSTRUCTIONS[construction] === 'approval')
  })
}
