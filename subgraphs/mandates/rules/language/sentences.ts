// A sentence is a chain of clauses. All chains that take every word are found; which clause may follow which, and behind
// which joint, is written here, because "but" and a bare amount take their meaning from what stands before them.
import { asksToSpend, hasAntecedent, isBought } from './antecedents.ts'
import { isZone, sortCaptures } from './captures.ts'
import { type Chart, TooManyReadings } from './chart.ts'
import type { Clause, Range } from './clause.ts'
import { readClause } from './clauses.ts'
import type { FreeClauses } from './free/freeClauses.ts'
import { CONSTRUCTIONS, ruleOf } from './grammar.ts'
import { refuseLookalike } from './guards.ts'
import { afterJoints, grantsAmount, jointBefore, opensLimb, refuseUnclear } from './joints.ts'
import { type Refusal, refuse, unclearList, unsupported } from './refusals.ts'
import { isBareDays, isHalf, narrowsByDays, opensWithOnly, refuseScope } from './scope.ts'
import type { createInput } from './values.ts'

export interface Sentence extends Range {
  /** Each is the clauses of one reading; readings with the same content are one. */
  readonly readings: readonly (readonly Clause[])[]
  /** What stood in the way of readings that did not come to an end. */
  readonly refusals: readonly Refusal[]
  /** Where the furthest clause that was read has ended. */
  readonly reached: number
}

type Input = ReturnType<typeof createInput>

interface Path {
  readonly clauses: readonly Clause[]
  readonly key: string
}

const CLAUSE = ruleOf('CLAUSE')
const HEADING = ruleOf('HEADING')
const HEADINGS = [
  [HEADING, 'GREETING'],
  [ruleOf('HEADING_CURRENCY'), 'CURRENCY'],
  [ruleOf('HEADING_ZONE'), 'ZONE_OF_ALL'],
] as const
const TITLE = ruleOf('TITLE')
const PATHS_MAX = 8
const NOTHING = { limits: [], lists: [], windows: [], zone: null, readings: [] } as const

/** A line that only names what follows, or who: the clause that keeps the name of the agent. */
export function readTitle(chart: Chart, input: Input, { from, to }: Range): Clause | null {
  const end = [':', '-'].includes(input.wordAt(to - 1)) ? to - 1 : to
  for (const rule of [TITLE, HEADING])
    for (const match of chart(rule, from))
      if (match.end === end)
        return { from, to: end, ...NOTHING, construction: 'GREETING', marks: sortCaptures(match.captures).marks }
  return null
}

interface Reading {
  readonly chart: Chart
  readonly input: Input
  /** What the sentence before it said last, which "so is gambling" and "the monthly one" go on from. */
  readonly previous: Clause | null
  /** The clauses by their roles, where the chart alone has come to no end. */
  readonly free: FreeClauses | null
}

export function readSentence({ chart, input, previous, free }: Reading, range: Range): Sentence {
  const refusals: Refusal[] = []
  const paths = new Map<number, Path[]>()
  const { from, to } = range
  let reached = from
  addPath(paths, from, { clauses: [], key: '' })
  for (const [rule, construction] of HEADINGS)
    for (const { end, captures } of chart(rule, from)) {
      const { marks } = sortCaptures(captures)
      const zone = construction === 'ZONE_OF_ALL' ? (captures.find(isZone)?.zone ?? null) : null
      const clause: Clause = { ...range, ...NOTHING, to: end, construction, marks, zone }
      const clauses = construction !== 'GREETING' || marks.size > 0 ? [clause] : []
      const isOpen = input.wordAt(end) === ':' || (marks.size > 0 && input.wordAt(end) === '-')
      if (isOpen && end + 1 < to) addPath(paths, end + 1, { clauses, key: clauses.length > 0 ? construction : '' })
      // "Limits (in USD):" on a line of its own.
      else if (clauses.length > 0 && (end === to || (input.wordAt(end) === ':' && end + 1 === to)))
        addPath(paths, to, { clauses, key: construction })
    }
  for (let at = from; at < to; at++) {
    const here = paths.get(at)
    if (here === undefined) continue
    for (const read of clausesAt(at)) {
      const clause = 'why' in read ? read : (refuseLookalike(read, input.wordAt) ?? read)
      if ('why' in clause) refusals.push(clause)
      else for (const path of here) extend(path, clause, clause.to)
    }
  }
  return { ...range, readings: (paths.get(to) ?? []).map(({ clauses }) => clauses), refusals, reached }

  function clausesAt(at: number): readonly (Clause | Refusal)[] {
    const charted = chart(CLAUSE, at).flatMap(({ end, captures }) => {
      const clause = end > to ? null : readClause(captures, { from: at, to: end }, input.wordAt)
      return clause === null ? [] : [clause]
    })
    return free === null ? charted : [...charted, ...free.clausesAt(at, to)]
  }

  function extend(path: Path, clause: Clause, last: number): void {
    const end = endOfAside(input, clause, last)
    if (end === null) return
    const before = path.clauses[path.clauses.length - 1] ?? null
    const isBound = before !== null && isScope(before, clause) && opensLimb(input, clause.from)
    const isLimb = clause.marks.has('scoped') && clause.limits.length === 0
    const isGranted = path.clauses.some((each) => grantsAmount(input, each))
    if (isLimb ? !isScope(before, clause) : isBound && !isGranted) return
    const joint = before === null ? '' : jointBefore(input, clause.from)
    // A list without a verb is a sentence of its own, or opens one: "books and software, $25 daily".
    const isOpening =
      before === null && /^[,-]$/.test(input.wordAt(end)) && clause.lists.every(({ names }) => names.length > 1)
    if (clause.marks.has('bare_list') && !isOpening && (before !== null || end !== to)) return
    // "The school library." and nothing else.
    if (clause.marks.has('title') && (before !== null || end !== to)) return
    if (!hasAntecedent(input, clause, before ?? previous) || asksToSpend(input, clause)) return
    if (before !== null && (isPartOfWindow(input, path.clauses, clause) || isException(before, joint, clause))) return
    const refusal =
      before === null
        ? null
        : (refuseUnclear(input, path.clauses, clause) ??
          refuseJoint(input, path.clauses, { joint, isLast: end === to }, clause))
    if (refusal !== null) {
      refusals.push(refusal)
      return
    }
    reached = Math.max(reached, end)
    const longer = { clauses: [...path.clauses, clause], key: keyOf([...path.clauses, clause]) }
    if (end === to) addPath(paths, end, longer)
    else for (const next of afterJoints(input, end, clause)) if (next < to) addPath(paths, next, longer)
  }
}

const ASIDES: ReadonlySet<Topic> = new Set(['limit', 'approval'])
/** "Merchants: a.com, b.com (no others)" closes what stands before the brackets. */
const BRACKETED: ReadonlySet<Topic> = new Set([...ASIDES, 'closing'])

/** "$200 per order (approval above $100)": a rule in brackets ends behind them. Null where no rule can stand there. */
function endOfAside(input: Input, { from, construction }: Clause, end: number): number | null {
  if (input.wordAt(from - 1) !== '(') return end
  const isAside = BRACKETED.has(CONSTRUCTIONS[construction]) || construction === 'CURRENCY'
  return isAside && input.wordAt(end) === ')' ? end + 1 : null
}

function addPath(paths: Map<number, Path[]>, at: number, path: Path): void {
  const here = paths.get(at) ?? []
  if (here.some(({ key }) => key === path.key)) return
  if (here.length >= PATHS_MAX) throw new TooManyReadings()
  here.push(path)
  paths.set(at, here)
}

/** What a clause says, whatever its words: two chains that say the same are one reading. */
function keyOf(clauses: readonly Clause[]): string {
  const limits = clauses.flatMap((clause) =>
    clause.limits.map((limit) => `${limit.field} ${limit.usdMicro} ${limit.isBare}`),
  )
  const lists = clauses.flatMap((clause) =>
    clause.lists.map(({ field, names, isOnly }) => `${field} ${isOnly} ${[...names].sort()}`),
  )
  const windows = clauses.flatMap(({ windows, zone, marks }) => [
    JSON.stringify(windows),
    zone ?? '',
    marks.has('under') ? 'under' : '',
  ])
  const rest = clauses.filter(({ limits, lists, windows }) => limits.length + lists.length + windows.length === 0)
  return [...new Set([...limits, ...lists, ...windows, ...rest.map(({ construction }) => construction)])]
    .sort()
    .join('\n')
}

/** Why a clause cannot follow the one before it, or null when it can. */
function refuseJoint(
  input: Input,
  before: readonly Clause[],
  { joint, isLast }: { joint: string; isLast: boolean },
  next: Clause,
): Refusal | null {
  const said = before.filter(({ construction }) => construction !== 'GREETING' && construction !== 'CURRENCY')
  const last = said[said.length - 1]
  if (last === undefined) return null
  const [one, other] = [CONSTRUCTIONS[last.construction], CONSTRUCTIONS[next.construction]]
  const together = { from: last.from, to: next.to }
  // "It may spend $50 a day on software only": what closes the rest holds for all, and nothing else does.
  const isLimbOf =
    next.from === last.to &&
    said.some((each) => grantsAmount(input, each)) &&
    !/^(?:and|but|no|with)$/.test(input.wordAt(next.from))
  const closes =
    (next.construction === 'WINDOW' && next.marks.has('only')) ||
    next.lists.some(({ field, isOnly }) => isOnly && field !== 'blockedCategories')
  if (isLimbOf && other !== 'limit' && !closes && !next.marks.has('scoped')) return unsupported(next, 'SCOPED')
  // "Approve games up to $15 automatically": directly behind a list only a limit holds for all that is left.
  const isBehindList = next.from === last.to && last.lists.some(({ field }) => field === 'allowedCategories')
  if (isBehindList && other === 'approval') return unsupported(next, 'NARROWED')
  // "Only software (up to $50 per order)": the brackets could narrow the list.
  if (input.wordAt(next.from - 1) === '(' && !ASIDES.has(one) && other !== 'closing')
    return unsupported(next, 'NARROWED')
  const isOr = (one === 'limit' && other === 'limit') || next.marks.has('behind_over')
  if (joint === 'or' && !isOr) return unsupported(next, 'NARROWED')
  // "Block gambling, not on weekends" narrows the ban.
  const isTimes = one === 'time windows' && (other === 'time windows' || other === 'time zone')
  // "$28 per purchase, nothing on Mondays"
  const isAlwaysOpen = last.construction === 'ANY_TIME' && other === 'limit'
  const isOwnBan = one === 'limit' && isOwnNothing(input, joint, next)
  if (!isTimes && !isOwnBan && (last.marks.has('alone') || next.marks.has('alone')))
    return unsupported(together, 'NARROWED')
  if (next.construction === 'BARE_LIMIT' && one === 'approval' && !next.marks.has('behind_payments'))
    return refuse(
      'ambiguous_amount',
      next,
      'This could be a limit or the amount above which approval is asked.',
      'Write "at most $100 per day" for a limit, in a sentence of its own.',
    )
  if (last.marks.has('bare_list') && other !== 'limit' && other !== 'closing') return unclearList(next)
  // "Block gambling, just adult, never weapons": "just" and "never" could belong to the ban.
  const isNegatedBan = next.marks.has('bare_no') && !last.marks.has('bare_no')
  const isOnlyShop = other === 'merchants' && input.slotsAt(next.from + 1).includes('DOMAINS')
  // "No hotels, at hilton.com only": no others, or hotels only there.
  const isLimbOfBan = other === 'merchants' && /^(?:at|from|on|with|to)$/.test(input.wordAt(next.from))
  if (one === 'blocked categories' && ((opensWithOnly(input, next) && !isOnlyShop) || isNegatedBan || isLimbOfBan))
    return unclearList(next)
  // "Blocked: gambling, allow adult", "gambling only and alcohol are blocked": the second could belong to the first list.
  const isAllowing = other === 'allowed categories' || other === 'merchants'
  // "Gambling is blocked, and purchases under $50": blocked as well, or the limit of all others.
  const isAnd = joint === 'and' || input.wordAt(next.from) === 'and'
  if (one !== 'limit' && (isAnd || one === 'approval') && isHalf(input, next)) return unclearList(next)
  const isAfterLabel = one === 'blocked categories' && isAllowing && joint !== 'but' && hasColon(input, last)
  const isSubject = one === 'allowed categories' && other === 'blocked categories' && joint === 'and'
  if (isAfterLabel || (isSubject && input.slotsAt(next.from).includes('CATEGORIES'))) return unclearList(next)
  // "Max $50 per transaction, travel is fine" could exempt the travel.
  if (next.construction === 'CATEGORIES_ARE_FINE' && one === 'limit') return unclearList(next)
  // "Only a.com, for at most $50 per order": behind a closed list the limit holds for all that is left.
  const isClosed =
    last.lists.some(({ field, isOnly }) => isOnly && field !== 'blockedCategories') || isBought(input, last)
  if (next.marks.has('behind_list') && !isClosed) return unsupported(next, 'NARROWED')
  if (narrowsByDays(input, said, isLast, next)) return unsupported(isBareDays(next) ? next : last, 'NARROWED')
  return (
    refuseScope(input, said, next, isLast) ??
    (joint === 'but' && !isAlwaysOpen ? refuseBut(one, other, together) : null)
  )
}

/** "And nothing on Mondays" behind a limit. */
function isOwnNothing({ wordAt }: Input, joint: string, { construction, from }: Clause): boolean {
  return construction === 'NO_WINDOW' && /^(?:and|,)$/.test(joint) && /^(?:nothing|never)$/.test(wordAt(from))
}

/** "It may spend $50 a day on software": on what, which the text has to close. */
function isScope(before: Clause | null, next: Clause): boolean {
  return before !== null && next.from === before.to && CONSTRUCTIONS[before.construction] === 'limit'
}

function hasColon(input: Input, { from, to }: Clause): boolean {
  for (let at = from; at < to; at++) if (input.wordAt(at) === ':') return true
  return false
}

/** "Travel but no airlines" is one clause, which takes the exception out of the list. */
function isException(before: Clause, joint: string, { marks }: Clause): boolean {
  return joint === 'but' && CONSTRUCTIONS[before.construction] === 'allowed categories' && marks.has('bare_no')
}

/** Windows of one sentence, and the zone behind them, are one clause with one zone. */
function isPartOfWindow(input: Input, before: readonly Clause[], next: Clause): boolean {
  const { construction, marks } = next
  // "Weekdays 9am-5pm and Saturdays 10am-2pm only"
  const isOnly = marks.has('only') && (!marks.has('bare') || opensWithOnly(input, next))
  const isPart =
    (construction === 'WINDOW' && !isOnly && !marks.has('refers') && !marks.has('then')) ||
    (construction === 'ZONE_OF_ALL' && marks.has('bare'))
  return isPart && before.some((clause) => clause.construction === 'WINDOW' || clause.construction === 'NO_WINDOW')
}

type Topic = (typeof CONSTRUCTIONS)[keyof typeof CONSTRUCTIONS]
/** What may stand behind "but"; all else could be an exemption from the rule before it. */
const AFTER_BUT: Partial<Record<Topic, readonly Topic[]>> = {
  limit: ['limit', 'approval', 'blocked categories', 'no limit'],
  'no limit': ['limit', 'approval', 'blocked categories'],
  approval: ['limit', 'approval'],
  'allowed categories': ['blocked categories', 'limit', 'approval', 'closing'],
  merchants: ['blocked categories', 'limit', 'approval', 'closing'],
  'blocked categories': ['allowed categories', 'limit', 'approval'],
}

function refuseBut(one: Topic, other: Topic, range: Range): Refusal | null {
  if (AFTER_BUT[one]?.includes(other) === true) return null
  return refuse(
    'unsupported_rule',
    range,
    'What stands behind "but" could be an exemption from the rule before it, and rules have no exemptions.',
    'Write each rule as a sentence of its own.',
  )
}
