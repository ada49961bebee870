// Why an approval was not read. A suggestion never asks for approval where the text may say that none is needed, and it
// repeats the amount of the text only where no word beside it could mean something else.
import { formatUsd } from '../formatPolicy.ts'
import type { Range } from './clause.ts'
import { type Refusal, refuse } from './refusals.ts'
import { find, findUnknown, has, isPlain, type Unread, unreadable } from './unread.ts'

const APPROVAL_WORDS = new Set(
  'approval approvals approve approves approved ask asking thumbs blessing nod authorizes authorises signs confirms authorised authorized okayed cleared confirmed confirmation permission sign signed consent reviewed escalate escalated hold'.split(
    ' ',
  ),
)
const APPROVERS = new Set(
  'cfo ceo cto gm pi boss manager controller treasurer chair chairman chairwoman chairperson trustee trustees board department client clients supervisor finance accounting procurement management wife husband mom mum dad mother father parents company principal'.split(
    ' ',
  ),
)
const MORE = new Set(['more', 'greater', 'higher', 'larger', 'bigger'])
/** Words that may say that no approval is needed. */
const FREEING = new Set(
  "no not never none nor neither nothing without cannot can't don't dont doesn't isn't aren't needn't won't shouldn't mustn't except unless exempt exempted excluded skip waive waived free automatic automatically auto will been stop granted given".split(
    ' ',
  ),
)
/** What stands before "approve" and "approved" where approval is asked: "I must approve", "has to be approved". */
const ASKING = new Set(['i', 'to', 'must', 'should', 'me', 'we', 'lemme'])
const LISTED = new Set(
  'vendor vendors merchant merchants supplier suppliers seller sellers store stores site sites category categories list'.split(
    ' ',
  ),
)
const DUTIES = new Set(['must', 'should', 'to', 'shall'])
const ASKED = new Set(['be', 'get'])
/** With these words alone, an amount beside "approval" is the one above which it is asked. */
const PLAIN_WORDS = new Set(
  'approval approvals ask escalate hold me my i first sign need needs require requires required must should above over exceeding beyond exceed exceeds > more greater higher larger bigger than anything everything a an any each every all the payment payments purchase purchases order orders transaction transactions spending spend : , please'.split(
    ' ',
  ),
)
const NAME_AMOUNT =
  'Say above which amount approval is needed, or leave this part out: without such an amount no payment needs approval.'

/** "No approval above $500", "anything over $500 is approved". */
function isFreeing(unread: Unread): boolean {
  const { input, range } = unread
  if (!has(unread, range, APPROVAL_WORDS)) return false
  if (has(unread, range, FREEING)) return true
  for (let at = range.from; at < range.to; at++) {
    const word = input.wordAt(at)
    if (word.endsWith("n't")) return true
    if (word === 'approve' && !ASKING.has(input.wordAt(at - 1))) return true
    if (
      word === 'approval' &&
      ['have', 'has', 'get', 'gets'].includes(input.wordAt(at - 1)) &&
      !DUTIES.has(input.wordAt(at - 2))
    )
      return true
    if (word === 'approved' && !ASKED.has(input.wordAt(at - 1))) return true
  }
  return false
}

/** The refusal without the advice to ask for approval, where the sentence may say that none is needed. */
export function withoutReversal(refusal: Refusal, unread: Unread): Refusal {
  const isReversal = /approval|ask me/.test(refusal.why.suggestion) && isFreeing(unread)
  return isReversal ? { ...refusal, why: { ...refusal.why, suggestion: NAME_AMOUNT } } : refusal
}

/** "Approved vendors" are a list. */
function isAboutApproval({ input, range }: Unread): boolean {
  for (let at = range.from; at < range.to; at++)
    if (APPROVAL_WORDS.has(input.wordAt(at)) && !(input.wordAt(at) === 'approved' && LISTED.has(input.wordAt(at + 1))))
      return true
  return false
}

/** Approval below an amount, for a period, or without an amount. */
export function explainApproval(unread: Unread, rest: Range, hasReached: boolean): Refusal | null {
  const { input, range } = unread
  if (!isAboutApproval(unread)) return null
  const unknown = findUnknown(unread, range)
  const isNamed =
    unknown !== null &&
    (['from', 'by', 'ask'].includes(input.wordAt(unknown - 1)) || unread.tokens[unknown]?.isName === true)
  const approver =
    find(unread, range, ({ word }) => APPROVERS.has(word.replace(/['\u2019]s$/, ''))) ?? (isNamed ? unknown : null)
  if (approver !== null)
    return refuse(
      'unsupported_rule',
      { from: approver, to: approver + 1 },
      'A policy does not name who approves; the roles of the organization decide that.',
      'Write for example "require approval above $25".',
    )
  if (findUnknown(unread, rest) !== null) return null
  if (isFreeing(unread))
    return refuse(
      'unsupported_rule',
      rest,
      'A policy says above which amount approval is needed, and not what is free of it.',
      NAME_AMOUNT,
    )
  const amount = find(unread, range, (token) => token.money !== undefined)
  if (amount === null)
    return refuse(
      'ambiguous_amount',
      rest,
      'Approval needs the amount above which it is asked.',
      'Write "require approval above $25", or "every payment needs approval".',
    )
  const isAbove = ['above', 'over', 'exceeding', 'beyond', 'exceed', 'exceeds', '>'].includes(input.wordAt(amount - 1))
  const isMore = input.wordAt(amount - 1) === 'than' && MORE.has(input.wordAt(amount - 2))
  const isPeriod = hasReached && ['per', 'a', 'each', 'every', 'in'].includes(input.wordAt(rest.from))
  const direction = input.wordAt(amount - 1)
  // "Approve purchases above $50" asks nobody.
  const isOrder = input.wordAt(range.from) === 'approve'
  if (!isPeriod && !isOrder && (isAbove || isMore)) {
    if (!isPlain(unread, PLAIN_WORDS)) return unreadable(rest, unread)
    return refuse(
      'unrecognised_text',
      rest,
      'This looks like approval above an amount, in words that cannot be read.',
      `Write "require approval above ${formatUsd(unread.tokens[amount]?.money?.usdMicro ?? 0n)}".`,
    )
  }
  if (!isPeriod && !['below', 'under', 'from', 'than', 'least', 'to'].includes(direction)) return null
  return refuse(
    'unsupported_rule',
    isPeriod ? rest : { from: amount - 1, to: amount + 1 },
    'Approval is asked for single payments above an amount, and for nothing else.',
    'Write "require approval above $25".',
  )
}
