// Wordings in the shape of a rule that mean another one: a sum over all payments, means of payment, the price beside a tax,
// what must be spent. Each is told by the words of its clause, where an amount stands as "$", and refused with its reason.
import type { Clause, LimitField } from './clause.ts'
import { type Refusal, refuse } from './refusals.ts'

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
export const isLimit = (clause: Clause) => isPerPayment(clause) || isPerPeriod(clause)
export const isApproval = limits('approvalThreshold')
export const isList = ({ lists }: Clause) => lists.length > 0

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
export const SCOPED = {
  code: 'unsupported_rule',
  message: 'Limits hold for all spending of the wallet; a budget for one kind of payment cannot be kept.',
  suggestion: 'Write the limit and "only API services" as two sentences, or one mandate for each kind.',
} as const

const ACCEPT = '(?:accept|accepts|accepting|receive|receiving|collect|collects|take|takes|taking)'
const ALL_OF = '(?:only|just|no|any|a|an|all|the|our|single|card|customer|client|incoming) '
const INCOMING = {
  code: 'unsupported_rule',
  message: 'This could be about money that comes in; a policy is about what is paid.',
  suggestion: 'Write "pay at most $50 per transaction".',
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
    ...INCOMING,
    suggestion: 'Write "only example.com may be paid".',
    words: /\bpayments? (?:\w+ ){0,3}(?:accepted|received|collected) (?:\w+ )?from\b/,
    concerns: isList,
  },
  // "Never accept a payment over $1,000"; what is accepted to be paid to somebody goes out, and merchants receive it.
  {
    ...INCOMING,
    words: new RegExp(
      `(?<!\\$ (?:\\w+ ){0,2})\\b${ACCEPT} (?:${ALL_OF})*payments?\\b(?! to )|\\bpayments? (?:that |which )?(?:i|we|it) (?:may |can |will )?${ACCEPT}\\b`,
    ),
    concerns: () => true,
  },
  // "The agent can send invoices up to $1,000" asks others for money.
  {
    ...INCOMING,
    words:
      /\b(?:send|sends|sending|issue|issues|issuing|write|writes|writing|raise|raises|raising|create|creates|creating) (?:out )?(?:\w+ ){0,2}?(?:invoices?|bills?)\b|\b(?:invoice|invoices|bill|bills) (?:our |the |its |any |a )?(?:clients?|customers?|guests?)\b/,
    concerns: isLimit,
  },
  // "It may accept up to $500 a day"
  {
    ...INCOMING,
    words: new RegExp(`\\b${ACCEPT} (?:up to |at most |a maximum of |no more than |not more than )*\\$ `),
    concerns: (clause) => isLimit(clause) || isApproval(clause),
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
  // "One subscription only" counts what is bought.
  {
    code: 'unsupported_rule',
    message: 'This counts what is bought; a policy has no limit on how many.',
    suggestion: 'Write "only software", or "at most $500 per month".',
    words:
      /^(?:only |just |strictly )?(?:one|a single|exactly one) (?!of |(?:\S+ ){0,3}?(?:category|categories|kinds?|types?|things?|purposes?|uses?|fields?)\b)(?:\S+ ){1,3}only$/,
    concerns: (clause) => clause.lists.some(({ field }) => field !== 'allowedMerchants'),
  },
  // "No gambling or alcohol, books and software" may ban the first two and allow the others.
  {
    code: 'unsupported_rule',
    message: 'This could be one list, or two of which the second is allowed.',
    suggestion: 'Write two sentences, such as "no gambling or alcohol" and "only books and software".',
    words: /^(?:no|never|not) [^,]* or [^,]* , [^,]*\band [^,]*$/,
    concerns: (clause) => clause.lists.some(({ field }) => field === 'blockedCategories'),
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
  // "Payments to unknown vendors are blocked": whom nobody knows, and not who has no category.
  {
    code: 'unknown_category',
    message: 'This could be merchants that nobody here knows, and not those without a category.',
    suggestion: 'Write "block uncategorized", or list the merchants that are allowed.',
    words:
      /\bunknown (?:merchants?|vendors?|suppliers?|sellers?|shops?|stores?|sites?|websites?|payees?|parties|companies)\b/,
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
