// Wordings in the shape of a rule that mean another one: a sum over all payments, means of payment, the price beside a tax,
// what must be spent. Each is told by the words of its clause, where an amount stands as "$", and refused with its reason.
import type { Clause, LimitField } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import { loose, type Refusal, refuse, unsupported } from './refusals.ts'
import type { Token } from './tokens.ts'

interface Guard {
  readonly words: RegExp
  readonly concerns: (clause: Clause) => boolean
  readonly code: Refusal['why']['code']
  readonly message: string
  readonly suggestion: string
}

const limits = (field: LimitField) => (clause: Clause) => clause.limits.some((limit) => limit.field === field)
const isPerPayment = limits('maxPerTransaction')
const isPerPeriod = (clause: Clause) => limits('dailyLimit')(clause) || limits('monthlyLimit')(clause)
const isLimit = (clause: Clause) => isPerPayment(clause) || isPerPeriod(clause)
const isApproval = limits('approvalThreshold')
const isList = ({ lists }: Clause) => lists.length > 0

const PAYMENTS =
  '(?:payments|purchases|orders|transactions|charges|bookings|invoices|transfers|bills|calls|requests|expenses|checkouts)'
const PAYMENT = '(?:payment|purchase|order|transaction|charge|booking|invoice|transfer|bill|call|request)'
const SUM =
  '(?:total|totals|totaling|totalling|totalled|sum|sums|together|combined|altogether|overall|aggregate|cumulative|add(?:ing)? up to|amount(?:ing)? to|com(?:e|ing) to(?! (?:me|us|an?|the|one|somew+)\\b)|(?:run|climb|rise|grow|get) (?:up )?to)'
const CALLS = '(?:api|ai|llm|inference|model|http|tool|paid) (?:calls|requests|queries|invocations|hits)'
const MESSAGE = 'email|text|message'
const WHOM = '(?:me|us|an?|any|another|the|my|our|one|some\\w+|management|manager|supervisor|superior|team)'
const APPROVAL = 'approv|ok\\b|okay|permission|first\\b|before|sign|confirm|yes\\b|consent|go ahead|authori'
const INSTRUMENTS = new Set(['crypto_quasi_cash', 'money_transfer', 'investments'])

const SUM_GUARD = {
  code: 'ambiguous_period',
  message: 'This is a sum over all payments, and names no period.',
  suggestion: 'Write "at most $500 per month" for the sum, or "at most $50 per transaction" for each of them.',
} as const
const SCOPED = {
  code: 'unsupported_rule',
  message: 'Limits hold for all spending of the wallet; a budget for one kind of payment cannot be kept.',
  suggestion: 'Write the limit and "only API services" as two sentences, or one mandate for each kind.',
} as const

const GUARDS: readonly Guard[] = [
  // "Email me for payments above $100" may only want to be told.
  {
    code: 'unsupported_rule',
    message: 'This could ask for approval, or only for a message; a policy does not send messages.',
    suggestion: 'Write "require approval above $25", or use webhooks for messages.',
    words: new RegExp(
      `\\b(?:${MESSAGE}) ${WHOM}\\b(?!.*\\b(?:${APPROVAL}))|\\b(?:shoot|send|drop|give|pop) (?:\\w+ ){1,3}an? (?:quick )?(?:${MESSAGE}|note|line|heads up)\\b(?!.*\\b(?:${APPROVAL}))`,
    ),
    concerns: isApproval,
  },
  // "Must be approved by the bot": a person approves, and not who spends.
  {
    code: 'unsupported_rule',
    message: 'Approval is given by a person, and not by the agent that spends.',
    suggestion: 'Write "require approval above $25".',
    words: /\bby (?:this|the|my|our) (?:ai )?(?:agent|bot|assistant)$/,
    concerns: isApproval,
  },
  // "Purchases may not add up to more than $500", "total order limit: $500", "the limit for all purchases is $500".
  {
    ...SUM_GUARD,
    words: new RegExp(
      `\\b(?:${PAYMENTS}|spending|expenses)\\b.*\\b${SUM}\\b|\\b(?:total|overall|combined|cumulative|aggregate) ${PAYMENT} (?:limit|cap|max|maximum|budget|ceiling)|\\b(?:limit|limits|cap|max|maximum|ceiling|budget|\\$)(?: max)? (?:for|on|of|over) all (?:the |our |its |my )?${PAYMENTS}|\\b(?:volumes?|turnover)\\b`,
    ),
    concerns: (clause) => (isPerPayment(clause) || isApproval(clause)) && !clause.marks.has('all'),
  },
  // "Anything over $500 is not approved" may be refused, or not yet approved.
  {
    code: 'ambiguous_amount',
    message: 'This could be a limit, or the amount above which approval is asked.',
    suggestion: 'Write "at most $50 per transaction" or "require approval above $25".',
    words: /\b(?:is|are) not approved$|\b(?:isn't|aren't) approved$/,
    concerns: isLimit,
  },
  // "Only accept payments from example.com": who is paid, or who pays.
  {
    code: 'unsupported_rule',
    message: 'This could be about money that comes in; a policy is about what is paid.',
    suggestion: 'Write "only example.com may be paid".',
    words:
      /\b(?:accept|receive|collect)(?:s|ed|ing)? (?:\w+ )?payments? (?:\w+ )?from\b|\bpayments? (?:\w+ ){0,3}(?:accepted|received|collected) (?:\w+ )?from\b/,
    concerns: isList,
  },
  // "All agents together may spend $50 a day": each of them has a wallet of its own.
  {
    code: 'unsupported_rule',
    message: 'A policy holds for one wallet; a sum over several agents cannot be kept.',
    suggestion: 'Write the limit of each agent, one mandate for each.',
    words:
      /\b(?:agents|bots|assistants|they)\b.*\b(?:together|combined|total|altogether|aggregate|cumulative)\b|\b(?:together|combined|total|altogether|aggregate|cumulative)\b.*\b(?:agents|bots|assistants|they)\b/,
    concerns: isLimit,
  },
  // "Only pay in crypto" is how it pays, and not for what.
  {
    code: 'unsupported_rule',
    message: 'A policy tells what may be bought, and not by which means it is paid.',
    suggestion: 'Remove this part, or write the category as "only software" or "block crypto".',
    words:
      /\b(?:pay|pays|paying|paid|buy|buys|buying|payment|payments|purchases) (?:only |just )?with (?!(?:it|this|this card|this wallet|the card|the wallet)\b|(?:the |these )?(?:shops|merchants|vendors|suppliers|categories|\$))|\b(?:pay|pays|paying|buy|buys|buying) (?:only |just )?in (?!the |these |categories)|\bbuy(?:ing)? (?:only )?on subscription/,
    concerns: (clause) => clause.lists.some(({ field }) => field !== 'allowedMerchants'),
  },
  {
    code: 'unsupported_rule',
    message: 'A policy tells what may be bought, and not by which means it is paid.',
    suggestion: 'Remove this part, or write the category as "block crypto".',
    words: /\b(?:payment|payments|purchases) (?:only |just )?in (?!the |these |categories)/,
    concerns: ({ lists }) => lists.some(({ names }) => names.every((name) => INSTRUMENTS.has(name))),
  },
  // "Only books on software": books is no verb here.
  {
    code: 'unrecognised_text',
    message: 'This could be books about something, or what somebody books.',
    suggestion: 'Write for example "only books" or "only travel".',
    words: /^(?:only|no|just|strictly) books (?:on|for|in|about|from|at)\b/,
    concerns: (clause) => clause.lists.some(({ field }) => field !== 'allowedMerchants'),
  },
  // "Only software plus tax" is a price.
  {
    code: 'unsupported_rule',
    message: 'A tax or the cost of delivery is part of a price, and no category beside the others.',
    suggestion: 'Remove this part.',
    words:
      /\bplus (?:the |sales )?(?:tax|taxes|vat|shipping|postage|freight|delivery|fees|handling|insurance|tip|tips)\b/,
    concerns: isList,
  },
  // "Only API calls up to $1" closes everything else, and "AI calls may not exceed $50 per day" is a budget of these.
  {
    ...SCOPED,
    words: new RegExp(
      `\\bonly (?:allow |make |permit )?${CALLS}|\\b${CALLS} only|\\binference (?:costs?|spending|spend|invoices?|bills?|expenses?|charges)\\b`,
    ),
    concerns: isLimit,
  },
  { ...SCOPED, words: new RegExp(`\\b${CALLS}`), concerns: isPerPeriod },
  // "For transfers, the agent may spend at most $50 per purchase".
  {
    ...SCOPED,
    words: new RegExp(`^(?:for|on|with) (?:\\w+ )?${PAYMENTS} , .*\\b(?:per|a|each|every|any|single) ${PAYMENT}\\b`),
    concerns: isPerPayment,
  },
  // "Up to $50 each day for each purchase".
  {
    code: 'ambiguous_period',
    message: 'One amount has one period.',
    suggestion: 'Write "at most $50 per transaction" or "at most $50 per day".',
    words: new RegExp(`\\b(?:for|on) (?:each|every|any|a|one) (?:single )?${PAYMENT}\\b`),
    concerns: isPerPeriod,
  },
  // "The agent has to spend $50 per day".
  {
    code: 'unsupported_rule',
    message: 'A policy limits what may be spent; it does not tell what must be.',
    suggestion: 'Write "at most $50 per day".',
    words:
      /\b(?:has|have|needs?|is|are|am|required|obliged|supposed|expected|ought) to (?:spend|pay|use|expend|disburse) \$/,
    concerns: (clause) => isLimit(clause) && !clause.marks.has('late'),
  },
  // "Max $100 during the day" could be by day and not by night.
  {
    code: 'ambiguous_period',
    message: 'This could be a limit per day, or one for the hours of daylight.',
    suggestion: 'Write "at most $50 per day".',
    words: /\b(?:in|during|throughout|through) the day\b|(?<!\bday )\bby day\b/,
    concerns: isPerPeriod,
  },
  // "I approve software" could be what is allowed, or who is asked.
  {
    code: 'unrecognised_text',
    message: 'This could say what is allowed, or who approves it.',
    suggestion: 'Write "only software" to allow it alone, or "require approval above $25".',
    words: /^(?:i|we) approve (?!only|just|nothing)/,
    concerns: isList,
  },
  // "Only for contractors" could be who the money is for.
  {
    code: 'unknown_category',
    message: 'This could be who may spend or who it is for, and not what is bought.',
    suggestion: 'Write what is bought, for example "only construction and repair" or "only education".',
    words:
      /^(?:only |strictly |just )?for (?:contractors?|schools?|hospitals?|clinics?|doctors?|dentists?|lawyers?|attorneys?|accountants?|bookkeepers?|consultants?|universities|colleges|charities|caterers?|movers|photographers)(?: only)?$/,
    concerns: isList,
  },
  // "So are purchases under $50": what was said before, of these.
  {
    code: 'unrecognised_text',
    message: 'This goes on from another sentence, or asks.',
    suggestion: 'Write the rule itself, for example "at most $50 per transaction".',
    words: new RegExp(
      `^(?:so |and |as |also )*(?:is|are) (?:any |all |the |every |each |our |its )*(?:single )?(?:${PAYMENTS}|${PAYMENT}|spending|anything|everything)\\b`,
    ),
    concerns: (clause) => isLimit(clause) && !clause.marks.has('ask') && !clause.marks.has('behind_ban'),
  },
  // "Is it max $50 per day", "should it be at most $50".
  {
    code: 'unrecognised_text',
    message: 'This is a question.',
    suggestion: 'Write the rule itself, for example "at most $50 per day".',
    words: /^(?:is|are|should|shall) (?:it|they|that|this|the limit)\b/,
    concerns: (clause) => isLimit(clause) && !clause.marks.has('ask'),
  },
]

/** What the lexer writes in the place of a value. */
const VALUE = '\u0000'

/** Why a clause means something else than it was read as, or null. */
export function refuseLookalike(clause: Clause, wordAt: (at: number) => string): Refusal | null {
  const guards = GUARDS.filter(({ concerns }) => concerns(clause))
  if (guards.length === 0) return null
  let words = ''
  for (let at = clause.from; at < clause.to; at++)
    words += `${at === clause.from ? '' : ' '}${wordAt(at) === VALUE ? '$' : wordAt(at)}`
  const guard = guards.find((each) => each.words.test(words))
  return guard === undefined ? null : refuse(guard.code, clause, guard.message, guard.suggestion)
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
export function refuseMixedKinds(tokens: readonly Token[], sentences: readonly (readonly Clause[])[]): Refusal[] {
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
export function refuseLaterName(tokens: readonly Token[], sentences: readonly (readonly Clause[])[]): Refusal[] {
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
export function refuseOtherHead(tokens: readonly Token[], sentences: readonly (readonly Clause[])[]): Refusal[] {
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
export function refuseLimbs(tokens: readonly Token[], sentences: readonly (readonly Clause[])[]): Refusal[] {
  return sentences.flatMap(([clause], at) => {
    const before = sentences[at - 1] ?? []
    const isLimb =
      clause !== undefined && isList(clause) && /^(?:for|at|from|on|with)$/.test(tokens[clause.from]?.word ?? '')
    return isLimb && before.some(isApproval) ? [unsupported(clause, 'NARROWED')] : []
  })
}
