// What a construction says, made of the values it took: limits, lists, windows. A value that can be no part of a policy,
// like hours on two clocks, is the reason of the refusal.
import { type Captured, isZone, sortCaptures } from './captures.ts'
import type { Capture } from './chart.ts'
import type { Clause, LimitField, Range } from './clause.ts'
import type { Construction } from './grammar.ts'
import { PERIOD_FIELDS, withLimits, withThreshold } from './limitClause.ts'
import { isRisky, namesOfCategories, withExcepted, withLists } from './listClause.ts'
import { ambiguousHours, type Refusal, unclearList } from './refusals.ts'
import type { List } from './values.ts'
import { withWindows } from './windowClause.ts'

type WordAt = (at: number) => string

/** @returns the clause, why its values cannot be, or null when the words do not fit together at all */
export function readClause(captures: readonly Capture[], range: Range, wordAt: WordAt): Clause | Refusal | null {
  const act = captures.findIndex((each) => typeof each === 'string' && each.startsWith('@'))
  const ordered = captures.filter((_each, index) => index !== act)
  const construction = String(captures[act]).slice(1) as Construction
  const captured = sortCaptures(ordered)
  const clause: Clause = {
    ...range,
    construction,
    marks: captured.marks,
    limits: [],
    lists: [],
    windows: [],
    zone: null,
    readings: [],
  }
  if (captured.marks.has('needs_only') && !captured.marks.has('only')) return null
  // "I only want it to buy software"
  if (captured.marks.has('imperative') && wordsOf(range, wordAt).some((word) => /^(?:only|just|solely)$/.test(word)))
    return null
  if (isOddlyMarked(construction, captured.marks, wordsOf(range, wordAt))) return null
  if ((captured.marks.has('either') || captured.marks.has('at_all')) && !isNegated(wordsOf(range, wordAt))) return null
  const isPair = captured.lists.every(({ items }) => items.length === 2)
  const isMany = captured.lists.every(({ items }) => items.length > 1)
  if ((captured.marks.has('both') && !isPair) || (captured.marks.has('neither') && !isMany)) return null
  // "Not on games, on software"
  if (captured.marks.has('behind_any') && captured.lists.some(({ joints }) => joints.includes(','))) return null
  // "Allow all restricted categories": which they are is not said.
  if (
    captured.marks.has('all_of') &&
    construction !== 'BLOCK_CATEGORIES' &&
    captured.lists.some((list) => namesOfCategories(list).every(isRisky))
  )
    return null
  if (captured.marks.has('either_or') && !captured.lists.some(isOneOf)) return null
  switch (construction) {
    case 'LIMIT':
    case 'BARE_LIMIT':
      return withPurse(withLimits(clause, captured, wordsOf(range, wordAt)), captured, wordAt)
    case 'NO_LIMIT':
      return {
        ...clause,
        limits: Object.values(PERIOD_FIELDS).map((field) => ({ field, usdMicro: null, isBare: false })),
      }
    case 'NO_PERIOD_LIMIT':
      return { ...clause, limits: fieldsOf(captured).map((field) => ({ field, usdMicro: null, isBare: false })) }
    case 'APPROVAL_ABOVE':
    case 'FREE_BELOW':
    case 'FINE_UP_TO':
      return withThreshold(clause, captured)
    case 'APPROVAL_ALL':
      return { ...clause, limits: [{ field: 'approvalThreshold', usdMicro: 0n, isBare: false }] }
    case 'WINDOW':
      if (isPlaceOpen(captured.marks, wordsOf(range, wordAt))) return ambiguousHours(clause)
      // "Also on weekends" adds to what is open, and nothing said what that is.
      return clause.marks.has('also') ? ambiguousHours(clause) : withWindows(clause, captured)
    case 'NO_WINDOW':
      // "Payments are not allowed on weekdays only": are they allowed on weekends or at all times but these?
      // "We are off on Sundays" tells who works then, and not what may be paid.
      if (clause.marks.has('only') || isOffDuty(wordsOf(range, wordAt))) return ambiguousHours(clause)
      return withWindows(clause, captured)
    case 'ZONE_OF_ALL':
      return { ...clause, zone: zonesOf(captured)[0] ?? null }
    case 'ALLOW_BUT':
      return withExcepted(clause, captured, wordAt)
    case 'BLOCK_CATEGORIES':
      return runsOn(captured.lists, range, wordAt) ? unclearList(clause) : withLists(clause, captured, wordAt)
    default:
      return withLists(clause, captured, wordAt)
  }
}

/** "The advertising budget is $500 a month": on what, which the text has to close. */
function withPurse(clause: Clause | null, captured: Captured, wordAt: WordAt): Clause | Refusal | null {
  if (clause === null || !captured.marks.has('scoped')) return clause
  const { construction } = clause
  const listed = withLists({ ...clause, construction: 'ALLOW_CATEGORIES' }, captured, wordAt)
  return listed === null || 'why' in listed ? listed : { ...listed, construction }
}

const ONLY_FOR_SOME =
  /\bonly for (?:the|our|my) (?:[a-z]+ ){0,2}(?:students?|pupils|teachers?|interns?|volunteers?|kids|children|drivers?|nurses?|residents?|tenants?|technicians?|contractors?|researchers?|managers?)\b/

const isOffDuty = (words: readonly string[]) => /^(?:we|i|everyone) (?:is|are|am) off\b/.test(words.join(' '))

/** Whether a mark stands in a rule of another kind than its own. */
function isOddlyMarked(construction: Construction, marks: ReadonlySet<string>, words: readonly string[]): boolean {
  // "Books only for the students": for whom alone they are
  if (marks.has('purpose') && ONLY_FOR_SOME.test(words.join(' '))) return true
  if (marks.has('any_cat') && !/^(?:LIMIT|BARE_LIMIT|GREETING)$/.test(construction)) return true
  // "Software only, for the office", unlike "$50 a day for the office"
  const isForUnit = marks.has('purpose') && marks.has('story')
  if (isForUnit && !/^(?:ALLOW_(?:CATEGORIES|MERCHANTS)|ONLY_.*)$/.test(construction)) return true
  // "Avoid gambling altogether", where "$50 altogether" is a sum.
  if (marks.has('wholly') && construction !== 'BLOCK_CATEGORIES') return true
  // "Office supplies OK." is no call to answer.
  return marks.has('ask') && marks.has('bare_list')
}

/** "Either software or books" */
const isOneOf = ({ items, joints }: List<unknown>) => items.length > 1 && joints[joints.length - 1]?.endsWith('or')

function wordsOf({ from, to }: Range, wordAt: WordAt): string[] {
  return Array.from({ length: to - from }, (_, index) => wordAt(from + index))
}

/** "The school is open Mon-Fri", "we are open Mon-Fri" tell the hours of a place. */
function isPlaceOpen(marks: ReadonlySet<string>, words: readonly string[]): boolean {
  const isOrg = [...marks].some((mark) => mark.startsWith('org_'))
  if (!marks.has('anchor') && words[0] === 'we' && words.slice(1, 3).includes('open')) return true
  return (
    isOrg && words.some((word) => ['open', 'active', 'works', 'runs', 'operates', 'working', 'running'].includes(word))
  )
}

const NEGATIONS = /^(?:no|not|nor|never|nothing|none|nobody|neither|cannot|cant|dont|.*n't)$/

/** "At all" and "either" stand behind what is denied. */
function isNegated(words: readonly string[]): boolean {
  return words.some((word) => NEGATIONS.test(word))
}

const PERMISSIONS = new Set(['allowed', 'permitted', 'fine', 'ok', 'okay', 'good', 'goes', 'please'])

/** "No gambling, groceries allowed": the last items could be allowed, unless the list says itself where it ends. */
function runsOn(lists: readonly List<unknown>[], { to }: Range, wordAt: WordAt): boolean {
  const [list] = lists.slice(-1)
  if (list === undefined || list.to >= to || !PERMISSIONS.has(wordAt(to - 1))) return false
  const after = wordsOf({ from: list.to, to }, wordAt)
  const isNegated = after.some((word) => ['not', 'never', "isn't", "aren't"].includes(word))
  if (isNegated || /\b(?:or|nor)$/.test(list.joints[list.joints.length - 1] ?? 'or')) return false
  // "Everything except gambling, alcohol and tobacco is allowed": "is" belongs to "everything".
  const [last = ''] = list.joints.slice(-1)
  return !(after[0] === 'is' && /\b(?:and|or)$/.test(last))
}

function fieldsOf({ marks }: Captured): LimitField[] {
  return [...marks].flatMap((mark) => PERIOD_FIELDS[mark] ?? [])
}

function zonesOf({ ordered }: Captured): string[] {
  return ordered.filter(isZone).map(({ zone }) => zone)
}
