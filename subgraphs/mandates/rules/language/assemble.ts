// What the clauses said -> one policy, or the clauses that contradict each other. Rules that would only mean something
// together, like a category at a merchant, are refused.
import { NO_POLICY, normalizePolicy, type Policy, WIRE_FIELDS } from '../policy.ts'
import { assembleWindows } from './assembleWindows.ts'
import type { Clause, Gathered, LimitField, ListField, Reading } from './clause.ts'
import { contradictionsOf } from './contradictions.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { isMiscounted, RISKY } from './listClause.ts'
import { refusePersons } from './persons.ts'
import { readingsOf } from './readings.ts'
import { loose, type Refusal, refuse, unsupported } from './refusals.ts'
import { isAnything, isWholeRule, withoutUsual } from './usual.ts'

export interface Assembled {
  readonly policy: Policy
  readonly refusals: readonly Refusal[]
  readonly readings: readonly Reading[]
}

/** @param said the clauses of each sentence, in the order of the text */
export function assemble(said: readonly (readonly Clause[])[], limitTimezone: string | null): Assembled {
  const sentences = withoutUsual(said)
  const gathered: Gathered = { clauses: sentences.flat(), refusals: [], readings: [] }
  const { refusals, readings, clauses } = gathered
  readings.push(...clauses.flatMap((clause) => clause.readings))
  refusals.push(
    ...refusePairs(sentences),
    ...refuseLoose(clauses),
    ...refuseScoped(sentences),
    ...refuseAdded(clauses),
    ...refusePersons(clauses),
    ...refusePlaces(sentences),
  )
  const policy: Policy = {
    ...NO_POLICY,
    ...assembleLimits(gathered),
    allowedMerchants: assembleList(gathered, 'allowedMerchants'),
    allowedCategories: assembleList(gathered, 'allowedCategories'),
    blockedCategories: assembleList(gathered, 'blockedCategories'),
    timeWindows: assembleWindows(gathered, limitTimezone),
  }
  readings.push(...readingsOf(sentences))
  if (refusals.length === 0) refusals.push(...contradictionsOf(gathered, policy))
  return { policy: normalizePolicy(policy), refusals, readings }
}

/**
 * "Software at a.com. Books at b.com." The object would allow every category at every merchant; and a limit or merchant
 * in one of two sentences that allow something belongs to that one.
 */
function refusePairs(sentences: readonly (readonly Clause[])[]): Refusal[] {
  for (const field of ['allowedCategories', 'allowedMerchants'] as const) {
    const allowing = sentences.flatMap((clauses) => {
      const clause = clauses.find(({ lists }) => lists.some((list) => list.field === field))
      return clause === undefined ? [] : [{ clause, clauses }]
    })
    const names = new Set(
      allowing.map(({ clause }) => JSON.stringify(clause.lists.find((list) => list.field === field)?.names)),
    )
    const count = sentences.flat().filter(({ lists }) => lists.some((list) => list.field === field)).length
    if (count < 2 || names.size < 2) continue
    const tied = allowing.find(({ clause, clauses }) => clauses.some((other) => isTied(other, clause, field)))
    if (tied !== undefined) return [unsupported(tied.clause, 'PAIR')]
  }
  return refuseTimedLimits(sentences)
}

/** "Weekdays 9am-5pm, max $600 per day. Weekends 9am-5pm, max $100 per day." Each limit would hold at all times. */
function refuseTimedLimits(sentences: readonly (readonly Clause[])[]): Refusal[] {
  const timed = sentences.filter((clauses) => clauses.some(({ windows }) => windows.length > 0))
  const tied = timed.find((clauses) => clauses.some(({ limits }) => limits.length > 0))
  const [clause] = tied ?? []
  return clause !== undefined && timed.length > 1 ? [unsupported(clause, 'NARROWED')] : []
}

/** "Payments only Mon-Fri 9am-5pm. Opening hours: Sat 10am-2pm." These are the hours of a place, and alone those of the wallet. */
function refusePlaces(sentences: readonly (readonly Clause[])[]): Refusal[] {
  const timed = sentences.filter((clauses) => clauses.some(({ construction }) => construction === 'WINDOW'))
  const open = timed.flat().filter(({ construction, windows }) => construction === 'WINDOW' && windows.length > 0)
  const place = open.find(({ marks }) => marks.has('place'))
  return place !== undefined && !open.every(({ marks }) => marks.has('place')) ? [loose(place, 'PLACE')] : []
}

function isTied(other: Clause, clause: Clause, field: ListField): boolean {
  if (other === clause) return clause.lists.some((list) => list.field !== field && list.field !== 'blockedCategories')
  const isAllowing = other.lists.some((list) => list.field !== field && list.field !== 'blockedCategories')
  return isAllowing || other.limits.length > 0 || other.windows.length > 0
}

function isClosing({ construction }: Clause): boolean {
  return construction === 'NOTHING_ELSE' || construction === 'EVERYTHING_ELSE'
}

/** "At most $50 a day on software": a limit of all spending only where the text closes everything else, or says the list again. */
function refuseScoped(sentences: readonly (readonly Clause[])[]): Refusal[] {
  const key = ({ lists }: Clause) => lists.map(({ field, names }) => [field, ...[...names].sort()].join()).join(' ')
  const allowing = sentences.flat().filter(({ lists }) => lists.some(({ field }) => field !== 'blockedCategories'))
  return sentences.flatMap((clauses, at) =>
    clauses.flatMap((clause, index) => {
      // "$50 a day on anything except alcohol", unlike "on anything but software", which could have an amount of its own
      const isBan =
        clause.construction === 'BLOCK_CATEGORIES' &&
        clause.lists.every(({ names }) => names.every((name) => RISKY.has(name)))
      if (!clause.marks.has('scoped') || isBan) return []
      const others = allowing.filter((other) => other !== clause)
      const isRepeated = others.every((other) => key(other) === key(clause) && other.lists[0]?.isOnly === true)
      // "Up to $50 daily for software. Nothing else.": no other purchase, or no other money.
      const isClosed =
        clauses.slice(index).some(isClosing) ||
        sentences.slice(at + 1).some((next) => next.some((other) => isClosing(other) && other.to - other.from > 2))
      return (others.length > 0 ? isRepeated : isClosed) ? [] : [unsupported(clause, 'SCOPED')]
    }),
  )
}

/** "Between $30 and $50 ask me": nothing is said of more than $50, unless another clause ends all payments there. */
function isEndedElsewhere(clause: Clause, clauses: readonly Clause[]): boolean {
  const maximum = clause.limits.find(({ field }) => field === 'maxPerTransaction')?.usdMicro
  return clauses.some(
    (other) =>
      !other.marks.has('span') &&
      other.limits.some(({ field, usdMicro }) => field === 'maxPerTransaction' && usdMicro === maximum),
  )
}

/** Clauses that take their meaning from another one, and have none without it. */
function refuseLoose(clauses: readonly Clause[]): Refusal[] {
  const refusals: Refusal[] = []
  const allowing = clauses.filter(({ lists }) => lists.some(({ field }) => field !== 'blockedCategories'))
  const allows = allowing.length > 0
  const firstBan = clauses.findIndex(
    ({ construction, lists }) =>
      construction === 'NO_WINDOW' || lists.some(({ field }) => field === 'blockedCategories'),
  )
  const approvals = clauses.filter(({ construction }) => CONSTRUCTIONS[construction] === 'approval')
  const above = approvals.filter(({ construction }) => construction === 'APPROVAL_ABOVE')
  const asks = new Set(above.flatMap(({ limits }) => limits.map(({ usdMicro }) => usdMicro)))
  const asksAboveThat = approvals.some(({ marks }) => marks.has('ref'))
  clauses.forEach((clause, index) => {
    const { construction, marks, limits } = clause
    // "Everything over $50 needs approval. Travel is fine." exempts the travel.
    const isAfterBan = firstBan !== -1 && firstBan < index
    const isAfterApproval = approvals.some(({ from }) => from < clause.from)
    if (marks.has('fine') && (isAfterBan || isAfterApproval)) refusals.push(loose(clause, 'FINE'))
    const isSoleRisk =
      allowing.length === 1 && clause.lists.every(({ names }) => names.every((name) => RISKY.has(name)))
    if (marks.has('fine') && isSoleRisk) refusals.push(loose(clause, 'RISKY'))
    // "Software and books. Nothing else.": a list without a verb, closed by what follows it.
    const isLoneList =
      marks.has('bare_list') &&
      (isAfterBan || !(isClosing(clauses[index + 1] ?? clause) || isWholeRule(clause, clauses)))
    if (isLoneList) refusals.push(loose(clause, 'HABIT'))
    // "Payments on weekdays 9am-5pm UTC. Otherwise not."
    // "No payments on Sundays. Outside of that, no payments." leaves no time at all.
    const isOfTimes =
      marks.has('otherwise') &&
      clauses.some((other) => other.construction === 'WINDOW' && other.windows.length > 0) &&
      !clauses.some((other) => other.construction === 'NO_WINDOW')
    if (isClosing(clause) && !allows && !isOfTimes) refusals.push(loose(clause, 'CLOSING'))
    if (isClosing(clause) && isMiscounted(clause, allowing)) refusals.push(loose(clause, 'MISCOUNTED'))
    if (marks.has('refers') && !clauses.some((other) => other.marks.has('office')))
      refusals.push(loose(clause, 'OFFICE'))
    // "The office is open Mon-Fri 9am-5pm UTC" says nothing about payments, unless they are allowed "only then".
    const isTakenUp = clauses.some((other) => other.marks.has('then') || other.marks.has('refers'))
    if (marks.has('anchor') && !isTakenUp) refusals.push(loose(clause, 'PLACE'))
    if (marks.has('half_said') && !isTakenUp) refusals.push(loose(clause, 'HALF_SAID'))
    // "Our usual suppliers" are not the only ones, unless the text says so.
    if (marks.has('habit') && !marks.has('bare_list') && !clauses.some(isClosing)) refusals.push(loose(clause, 'HABIT'))
    if (marks.has('imperative') && !clauses.some(isClosing) && !isWholeRule(clause, clauses))
      refusals.push(loose(clause, 'HABIT'))
    if (marks.has('then') && !clauses.some((other) => other.construction === 'WINDOW' && other.windows.length > 0))
      refusals.push(loose(clause, 'OFFICE'))
    // "The daily limit is $275; leave the rest open": what else could be set.
    const isOfSettings = marks.has('settings') && clauses.some((other) => other.limits.length > 0)
    const hasRest = firstBan !== -1 || above.length > 0 || isOfSettings
    if (construction === 'OPEN_REST' && !hasRest) refusals.push(loose(clause, 'REST'))
    const isOpen = marks.has('everything') || construction === 'OPEN_REST'
    if ((isOpen && allows) || isAnything(clause, allowing)) refusals.push(loose(clause, 'EVERYTHING'))
    if (marks.has('none_blocked') && firstBan !== -1) refusals.push(loose(clause, 'NONE_BLOCKED'))
    const hasAmount = ['FREE_BELOW', 'FINE_UP_TO'].includes(clauses[index - 1]?.construction ?? '')
    const isUnclear = marks.has('ellipsis') && clauses[index - 1]?.construction !== 'FREE_BELOW'
    if ((marks.has('ref') && !hasAmount) || isUnclear) refusals.push(loose(clause, 'REFERENCE'))
    if (marks.has('span') && !isEndedElsewhere(clause, clauses)) refusals.push(loose(clause, 'BETWEEN'))
    if (construction === 'FINE_UP_TO' && !asksAboveThat && !asks.has(limits[0]?.usdMicro ?? null))
      refusals.push(loose(clause, 'UP_TO'))
  })
  return refusals
}

/** "Also allow books" adds to a list that nobody gave, and would close all but the books. */
function refuseAdded(clauses: readonly Clause[]): Refusal[] {
  return clauses.flatMap((clause) => {
    const isAdded = ({ field }: { field: ListField }) =>
      clauses.some((other) => other !== clause && other.lists.some((list) => list.field === field))
    const allowed = clause.lists.filter(({ field, isOnly }) => field !== 'blockedCategories' && !isOnly)
    return clause.marks.has('also') && !allowed.every(isAdded) ? [loose(clause, 'ADDED')] : []
  })
}

function assembleLimits({ clauses, refusals }: Gathered): Partial<Record<LimitField, bigint>> {
  const said = new Map<LimitField, bigint | null>()
  const isInDollars = clauses.some(({ construction }) => construction === 'CURRENCY')
  // "Daily: $200, per transaction: 50": beside a label, a currency that the text names once holds for all.
  const isNamedOnce = clauses.some(
    ({ limits, marks }) => marks.has('label') && limits.some(({ isBare, usdMicro }) => !isBare && usdMicro !== null),
  )
  const hasCurrency = clauses.some(({ limits }) =>
    limits.some(({ isBare, isNumber = isBare, usdMicro }) => !isNumber && usdMicro !== null),
  )
  for (const clause of clauses)
    for (const { field, usdMicro, isBare, isNumber = isBare, isCount = false } of clause.limits) {
      const before = said.get(field)
      // Beside an amount with a currency, a number without one means something else, unless a label says what it is.
      const isOdd = isNumber && hasCurrency && !clause.marks.has('label')
      const isLabelled = isNamedOnce && clause.marks.has('label')
      const isShort = isInDollars && clause.marks.has('short')
      if ((isCount && !isShort) || ((isOdd || (isBare && !isLabelled)) && !isInDollars))
        refusals.push(
          refuse(
            'ambiguous_amount',
            clause,
            'This number could be an amount or a number of payments.',
            'Add the currency, for example "$50 per day".',
          ),
        )
      if (before !== undefined && before !== usdMicro)
        refusals.push(
          refuse(
            'contradiction',
            clause,
            `Another part of the text sets another ${WIRE_FIELDS[field]}.`,
            'Keep one of the two.',
          ),
        )
      else said.set(field, usdMicro)
    }
  const limits: Partial<Record<LimitField, bigint>> = {}
  for (const [field, usdMicro] of said) if (usdMicro !== null) limits[field] = usdMicro
  // "Up to $6 is automatic, more than $6 is not allowed": nothing is left that approval could be asked for.
  const { approvalThreshold = 0n, maxPerTransaction } = limits
  const isAsked = clauses.some(
    ({ construction }) => construction === 'APPROVAL_ABOVE' || construction === 'APPROVAL_ALL',
  )
  if (!isAsked && maxPerTransaction !== undefined && approvalThreshold >= maxPerTransaction)
    delete limits.approvalThreshold
  return limits
}

function assembleList({ clauses, refusals }: Gathered, field: ListField): string[] {
  const lists = clauses.flatMap((clause) =>
    clause.lists.filter((list) => list.field === field).map((list) => ({ ...list, clause })),
  )
  const [first] = lists
  const key = (names: readonly string[]) => [...new Set(names)].sort().join()
  const isStrict = lists.some(({ isOnly }) => isOnly) && field !== 'blockedCategories'
  for (const { names, clause } of lists)
    if (isStrict && first !== undefined && key(names) !== key(first.names))
      refusals.push(
        refuse(
          'contradiction',
          clause,
          `"Only" and a second list of ${WIRE_FIELDS[field]} exclude each other.`,
          'Put all of them into one list.',
        ),
      )
  return lists.flatMap(({ names }) => names)
}
