// What one clause says beside another one makes it mean something else than alone: a second wallet, a second kind of payment,
// "each" behind a list. Each rule alone is plain, so that only the text as a whole can be refused.
import type { Clause } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { isApproval, isLimit, isList, SCOPED } from './guards.ts'
import { loose, type Refusal, refuse, unsupported } from './refusals.ts'
import type { Token } from './tokens.ts'

type Sentences = readonly (readonly Clause[])[]

/** Every reason why the rules of a text do not go together. */
export function refuseTogether(tokens: readonly Token[], sentences: Sentences): Refusal[] {
  return [
    refuseAnnounced,
    refuseMixedKinds,
    refuseLaterName,
    refuseOtherHead,
    refuseLimbs,
    refuseOtherWallet,
    refuseSharedEach,
  ].flatMap((check) => check(tokens, sentences))
}

/** "At most $50 a day. There are two more conditions.": what it announces is missing. */
function refuseAnnounced(_tokens: readonly Token[], sentences: Sentences): Refusal[] {
  const clauses = sentences.flat()
  const last = clauses.findLastIndex(({ construction }) => CONSTRUCTIONS[construction] !== 'courtesy')
  const announced = clauses.find(({ marks }, at) => at > last && marks.has('announces'))
  return announced === undefined
    ? []
    : [
        refuse(
          'unsupported_rule',
          announced,
          'This announces rules, and none follows.',
          'Write the rules behind it, or leave it out.',
        ),
      ]
}

/** Kinds of payment that are set against each other where each has a rule of its own; "payment" is any of them. */
const KINDS: readonly ReadonlySet<string>[] = [
  'call calls request requests query queries invocation invocations',
  'booking bookings reservation reservations',
  'transfer transfers remittance remittances',
  'order orders purchase purchases buy checkout checkouts',
].map((words) => new Set(words.split(' ')))

const ASKED_FOR = new Set(
  'approval permission confirmation authorization authorisation consent sign my our your an a me us human prior manual'.split(
    ' ',
  ),
)

const REQUESTED = new Set(['payment', 'purchase', 'spend', 'expense'])

/** "Request approval", "call me", "approval request", "purchase requests": what is asked for is no kind of payment. */
function isAsking(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word
  if (word !== 'request' && word !== 'requests' && word !== 'call') return false
  if (word !== 'call' && REQUESTED.has(tokens[at - 1]?.word ?? '')) return true
  return ASKED_FOR.has(tokens[at + 1]?.word ?? '') || tokens[at - 1]?.word === 'approval'
}

/** "API calls may not exceed $1. Orders over $50 need approval.": each rule would hold for all payments. */
function refuseMixedKinds(tokens: readonly Token[], sentences: Sentences): Refusal[] {
  const rules = sentences.flat().filter((clause) => isLimit(clause) || isApproval(clause))
  const seen = new Set<ReadonlySet<string>>()
  for (const clause of rules) {
    for (let at = clause.from; at < clause.to; at++) {
      const word = tokens[at]?.word ?? ''
      const kind = KINDS.find((words) => words.has(word))
      if (kind !== undefined && !isAsking(tokens, at)) seen.add(kind)
    }
    if (seen.size > 1) return [refuse(SCOPED.code, clause, SCOPED.message, SCOPED.suggestion)]
  }
  return []
}

/** "The agent may spend $50. The research agent may spend $20.": another one than the first, unless it was named first. */
function refuseLaterName(tokens: readonly Token[], sentences: Sentences): Refusal[] {
  const isNamed = ({ marks }: Clause) => [...marks].some((mark) => mark.startsWith('name_') && mark !== 'name_')
  const isUnnamed = (clause: Clause) =>
    !isNamed(clause) &&
    clause.marks.has('agent') &&
    tokens.slice(clause.from, clause.to).some(({ word }) => word === 'agent' || word === 'bot' || word === 'assistant')
  const said = sentences.flat().filter(({ construction }) => CONSTRUCTIONS[construction] !== 'courtesy')
  const first = said.findIndex(isNamed)
  const later = said[first]
  return later !== undefined && said.slice(0, first).some(isUnnamed) ? [loose(later, 'PERSONS')] : []
}

const HEADS = new Set(['agent', 'bot', 'assistant'])

/** "The bot may spend $50 per day. The agent may spend $20 per purchase.": two of them, or one that is called both. */
function refuseOtherHead(tokens: readonly Token[], sentences: Sentences): Refusal[] {
  const seen = new Set<string>()
  for (const clause of sentences.flat()) {
    if (CONSTRUCTIONS[clause.construction] === 'courtesy') continue
    for (let at = clause.from; at < clause.to; at++) {
      const word = tokens[at]?.word ?? ''
      if (HEADS.has(word) && !HEADS.has(tokens[at + 1]?.word ?? '')) seen.add(word)
    }
    if (seen.size > 1) return [loose(clause, 'PERSONS')]
  }
  return []
}

/** "Ask me for approval above $50. For software only.": what the approval is for, or all that may be bought. */
function refuseLimbs(tokens: readonly Token[], sentences: Sentences): Refusal[] {
  return sentences.flatMap(([clause], at) => {
    const before = sentences[at - 1] ?? []
    const isLimb =
      clause !== undefined && isList(clause) && /^(?:for|at|from|on|with)$/.test(tokens[clause.from]?.word ?? '')
    return isLimb && before.some(isApproval) ? [unsupported(clause, 'NARROWED')] : []
  })
}

const HOLDERS = new Set(
  'wallet card account budget agent bot assistant helper robot copilot mandate office team department desk branch division'.split(
    ' ',
  ),
)
const OWN = new Set(['ours', 'mine', 'yours', 'theirs', 'hers'])
const PERSONS = new Set(['we', 'i', 'you'])
const MAY = new Set('may can must should shall have has spend pay get will'.split(' '))
const PREPOSITIONS = new Set('on with from by for in of to through via under using off'.split(' '))
/** "Here are the rules", "it is here to buy books" */
const AFTER_HERE = new Set(['are', 'is', 'to', 'how', 'what'])

interface Pointer {
  readonly at: number
  /** "This one" sets itself against another; "this wallet" may also be the one that was named as a heading. */
  readonly isContrast: boolean
}

/** Where a text turns to the wallet that it is about: "this one", "ours", "here", "this wallet", "my agent". */
function pointersOf(tokens: readonly Token[]): Pointer[] {
  const wordAt = (at: number) => tokens[at]?.word ?? ''
  return tokens.flatMap(({ word }, at): Pointer[] => {
    const next = wordAt(at + 1)
    const isOne = /^(?:this|other)$/.test(word) && next === 'one' && !/^(?:no|any|every)$/.test(wordAt(at - 1))
    const isUs = word === 'us' && wordAt(at - 1) === 'for'
    if (isOne || isUs || OWN.has(word) || (word === 'here' && !AFTER_HERE.has(next))) return [{ at, isContrast: true }]
    const isHolder = /^(?:this|my|our|your)$/.test(word) && HOLDERS.has(next)
    const isSubject = (isHolder && !PREPOSITIONS.has(wordAt(at - 1))) || (PERSONS.has(word) && MAY.has(next))
    return isSubject ? [{ at, isContrast: false }] : []
  })
}

/** "Marketing's wallet may buy advertising only; this one has a cap of $200 per purchase.": the first rule is another's. */
function refuseOtherWallet(tokens: readonly Token[], sentences: Sentences): Refusal[] {
  const pointers = pointersOf(tokens)
  if (pointers.length === 0) return []
  for (const clauses of sentences)
    for (const [index, clause] of clauses.entries()) {
      const isHeading = CONSTRUCTIONS[clause.construction] === 'courtesy'
      const words = tokens.slice(clause.from, clause.to).map(({ word }) => word)
      if (words.includes('this') || (isHeading && index === clauses.length - 1)) continue
      const isWhose = words.some((word, at) => /(?:'s|s')$/.test(word) && HOLDERS.has(words[at + 1] ?? ''))
      const isTitled = HOLDERS.has(words[words.indexOf(':') - 1] ?? '')
      const isNamed = isWhose || [...clause.marks].some((mark) => /^name_./.test(mark))
      const isHeld = isNamed || [...clause.marks].some((mark) => /^(?:unit|org|who)_./.test(mark))
      // "Marketing may buy advertising only. This wallet ...", "the London office may only buy travel. We may ..."
      const isSubject = !clause.marks.has('purpose') && [...clause.marks].some((mark) => /^unit_./.test(mark))
      const pointer = pointers.find(({ at, isContrast }) => {
        if (at >= clause.from && at < clause.to) return false
        if (isContrast) return isHeld
        const [word = '', , after] = tokens.slice(at, at + 3).map((token) => token.word)
        // "Marketing card: only ads. This card may spend $50 a day."
        if (isTitled && word === 'this' && after !== ':') return false
        // "Our marketing bot may spend $50. Our bot may only buy ads."
        return !isHeading && (isNamed || isSubject) && !words.includes(word)
      })
      if (pointer !== undefined) return [otherWallet(clause)]
    }
  return []
}

function otherWallet(clause: Clause): Refusal {
  return refuse(
    'unsupported_rule',
    clause,
    'This could be a rule of another wallet than the one that the text is about.',
    'Leave it out if it is; else name the wallet in one way, or not at all.',
  )
}

const PAID = new Set(
  'payments purchases orders transactions charges bookings invoices transfers bills calls requests expenses checkouts payment purchase order transaction charge booking invoice transfer bill call request checkout they'.split(
    ' ',
  ),
)

/** "Only github.com and vercel.com, $50 each": for each payment, or at each merchant. */
function refuseSharedEach(tokens: readonly Token[], sentences: Sentences): Refusal[] {
  const isPaid = (clauses: readonly Clause[]) =>
    clauses.some(({ from, to }) => tokens.slice(from, to).some(({ word }) => PAID.has(word)))
  return sentences.flatMap((clauses, at) => {
    const before = [...(sentences[at - 1] ?? []), ...clauses]
    const each = clauses.find((clause) => {
      const end = tokens.slice(clause.from, clause.to).findLast(({ word }) => word !== 'at' && word !== 'most')
      return isLimit(clause) && end?.word === 'each'
    })
    // Two categories in a sentence of their own say no more of "each" than what is bought.
    const list = before
      .flatMap((clause) => clause.lists.map((each) => ({ ...each, clause })))
      .find(
        ({ names, count = names.length, field, clause }) =>
          count > 1 && (field === 'allowedMerchants' || clauses.includes(clause)),
      )
    if (each === undefined || list === undefined || isPaid(before)) return []
    const ofEach = list.field === 'allowedMerchants' ? 'at each merchant' : 'for each category'
    return [
      refuse(
        'unsupported_rule',
        each,
        `This can be read in two ways: "at most this amount per transaction" or "at most this amount ${ofEach}", which no policy can keep.`,
        'Write "at most $50 per transaction" if each payment is meant.',
      ),
    ]
  })
}
