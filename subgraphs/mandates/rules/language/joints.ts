// What may stand between two clauses of a sentence, and where the second one begins.
import type { Clause } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { ambiguousHours, loose, type Refusal, unsupported } from './refusals.ts'
import type { createInput } from './values.ts'

type Input = ReturnType<typeof createInput>

const JOINTS = [
  ', and',
  ', but',
  ', or',
  ', plus',
  ', with',
  ', of which',
  'together with',
  'along with',
  ', along with',
  ', together with',
  '(',
  ',',
  '-',
  'and',
  'but',
  'or',
  'plus',
  'as well as',
  '/',
  '&',
  ', as well as',
].map((words) => words.split(' '))

/** "It may buy software as long as no purchase exceeds $50": a limit of all that was allowed before it. */
const CONDITIONS = [
  'as long as',
  'so long as',
  'provided that',
  'provided',
  'providing',
  'on condition that',
  'under the condition that',
  'on the condition that',
].map((words) => words.split(' '))

/** Where a limit begins that is told as a condition, or null. */
function afterCondition({ wordAt }: Input, end: number): number | null {
  const start = wordAt(end) === ',' ? end + 1 : end
  const found = CONDITIONS.filter((words) => words.every((word, index) => wordAt(start + index) === word))
  const longest = Math.max(...found.map(({ length }) => length))
  return found.length === 0 ? null : start + longest
}

/** Why it is not clear what a clause says behind those before it, or null where it is. */
export function refuseUnclear(input: Input, before: readonly Clause[], next: Clause): Refusal | null {
  const last = before.findLast(({ construction }) => construction !== 'GREETING' && construction !== 'CURRENCY')
  if (last !== undefined && isRangeOfApproval(input, last, next)) return loose(next, 'BETWEEN')
  // "Not allowed is spending on Saturday and purchase Sunday": closed as well, or open.
  if (last?.construction === 'NO_WINDOW' && isUnsaidOpening(input, next)) return ambiguousHours(next)
  // "Up to $100 per day plus $40 per purchase" may add the two.
  const areLimits = [last, next].every(
    (clause) => clause !== undefined && CONSTRUCTIONS[clause.construction] === 'limit',
  )
  if (areLimits && jointBefore(input, next.from) === 'plus') return unsupported(next, 'NARROWED')
  return refuseCondition(input, before, next)
}

/** A condition is a limit behind what is allowed, and nothing else. */
function refuseCondition({ wordAt }: Input, before: readonly Clause[], next: Clause): Refusal | null {
  const isCondition = CONDITIONS.some((words) =>
    words.every((word, index) => wordAt(next.from - words.length + index) === word),
  )
  const isOneLimit = CONSTRUCTIONS[next.construction] === 'limit' && next.limits.length === 1
  return isCondition && !(before.every(isGrant) && isOneLimit) ? unsupported(next, 'CONDITION') : null
}

/** What a condition may follow: it allows something, and excepts nothing. */
function isGrant({ construction, marks, lists }: Clause): boolean {
  if (construction === 'GREETING') return marks.has('any_cat') || marks.has('any_shop')
  const isOpen =
    lists.every(({ field }) => field !== 'blockedCategories') || marks.has('everything') || marks.has('free')
  return /^(?:ALLOW_|ONLY_|BLOCK_CATEGORIES)/.test(construction) && isOpen && !marks.has('fine')
}

/** The places where the next clause may begin. */
export function afterJoints(input: Input, end: number, clause: Clause): number[] {
  const places = JOINTS.filter((joint) => joint.every((word, index) => input.wordAt(end + index) === word)).map(
    (joint) => end + joint.length,
  )
  const condition = afterCondition(input, end)
  if (condition !== null) places.push(condition)
  const isLimit = CONSTRUCTIONS[clause.construction] === 'limit'
  const isClosedList = clause.lists.some(({ field, isOnly }) => isOnly && field !== 'blockedCategories')
  const isTime = clause.construction === 'WINDOW' && input.wordAt(end + 1) === 'a'
  if ((isLimit || isClosedList || isTime) && input.wordAt(end) === 'with') places.push(end)
  // "$75 per order subject to a monthly cap of $750"
  if (isLimit && input.wordAt(end) === 'subject') places.push(end)
  // "It has $500 a month to spend on software only", "at most $500 a month on software. Nothing else."
  if (isLimit && opensLimb(input, end)) places.push(end)
  // "It can order food for up to $25 an order", "it may buy food up to $25 an order"
  const isList = clause.lists.some(({ field }) => field === 'allowedCategories')
  // "No payments on Sundays: only Monday to Saturday"
  if ((isClosedList || clause.construction === 'NO_WINDOW') && input.wordAt(end) === ':') places.push(end + 1)
  const bound = input.wordAt(end) === 'for' ? end + 1 : end
  if (isList && BOUNDS.has(input.wordAt(bound)) && endsList(input, clause)) places.push(end)
  // "$5 per tx $20/day", "no gambling no crypto max $100/mo": rules that begin and end with words of their own.
  if (opensRule(input, end, clause)) places.push(end)
  if (clause.marks.has('hi')) places.push(end)
  // "Amounts in USD: ...", "for the travel desk: travel only": what holds for all stands before the rules.
  const isHeading = clause.construction === 'CURRENCY' || clause.marks.has('heading') || clause.marks.has('purse')
  if (isHeading && input.wordAt(end) === ':') places.push(end + 1)
  return places
}

const LIMBS = new Set(['on', 'at', 'from', 'for'])
/** "On software" behind an amount. */
export const opensLimb = ({ wordAt }: Input, at: number): boolean => LIMBS.has(wordAt(at))
const BOUNDS = new Set(['up', 'at', 'max', 'maximum', 'no', 'under', 'below', 'within', 'not'])
const GRANTS = new Set(['use', 'may', 'can', 'has', 'have', 'gets', 'get', 'spend', 'pay', 'allowed', 'free'])
const DENIALS = new Set(['not', 'never', 'no', 'cannot', 'limit', 'cap', 'max', 'maximum'])

/** "Books and software up to $50", unlike "books, software up to $50", where the limit could be that of the last item. */
function endsList({ wordAt }: Input, { from, to }: Clause): boolean {
  for (let at = to - 1; at >= from; at--) {
    if (wordAt(at) === 'and' || wordAt(at) === 'or') return true
    if (wordAt(at) === ',') return false
  }
  return true
}

/** "It may spend $50 a day", of which "on software only" says on what, unlike of "at most $50 a day". */
export function grantsAmount({ wordAt }: Input, { construction, from, to, marks }: Clause): boolean {
  if (construction !== 'LIMIT' && construction !== 'BARE_LIMIT') return false
  let isGrant = marks.has('agent') || /^(?:spend|pay|use)$/.test(wordAt(from))
  let hasVerb = false
  for (let at = from; at < to; at++) {
    if (DENIALS.has(wordAt(at)) && wordAt(at + 1) !== 'more') isGrant = false
    hasVerb ||= GRANTS.has(wordAt(at))
  }
  return isGrant && hasVerb
}

function opensRule(input: Input, at: number, { construction, marks }: Clause): boolean {
  const topic = CONSTRUCTIONS[construction]
  const isClosed =
    (topic === 'limit' && !marks.has('late') && !marks.has('free')) ||
    (topic === 'blocked categories' && marks.has('bare_no'))
  const word = input.wordAt(at)
  const isAmount = topic === 'limit' && input.slotsAt(at).includes('AMOUNT')
  return isClosed && (isAmount || word === 'no' || word === 'max' || word === 'nor')
}

/** The joint before a clause, by its last word. */
export function jointBefore(input: Input, at: number): string {
  const word = input.wordAt(at - 1)
  return ['and', 'but', 'or', 'plus', '/', '&'].includes(word) ? word : ','
}

/** "Approval over $200 and up to $500 per order": where it is asked, or what may be paid; and nothing is paid above $200 up to $5. */
function isRangeOfApproval({ wordAt }: Input, last: Clause, next: Clause): boolean {
  const above = last.limits.find(({ field }) => field === 'approvalThreshold')?.usdMicro
  const most = next.limits.find(({ field }) => field === 'maxPerTransaction')?.usdMicro
  if (last.construction !== 'APPROVAL_ABOVE' || above == null || most == null) return false
  return most <= above || (wordAt(next.from - 1) === 'and' && RANGE_ENDS.has(wordAt(next.from)))
}

const RANGE_ENDS = new Set(['up', 'under', 'below', 'within', 'less', 'until', 'till'])
const OPENED = /^(?:only|just|solely|exclusively|allow|allowed|permitted|may|can|open|ok|okay|fine|then)$/

/** Times that are open by their noun or verb alone. */
function isUnsaidOpening({ wordAt }: Input, { construction, marks, from, to }: Clause): boolean {
  if (construction !== 'WINDOW' || marks.has('then') || marks.has('refers')) return false
  for (let at = from; at < to; at++) if (OPENED.test(wordAt(at))) return false
  return true
}
