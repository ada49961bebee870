// Words that a policy in plain language often contains and that no rule can carry: each refuses the text with its own
// reason and a way out. The surprise: they are recognised only to explain, never to be skipped.
const PROBLEM_CODES = [
  'ambiguous_amount',
  'ambiguous_period',
  'ambiguous_time_zone',
  'ambiguous_hours',
  'ambiguous_merchant',
  'unsupported_period',
  'unsupported_rule',
  'unsupported_currency',
  'contradiction',
  'unknown_category',
  'unrecognised_text',
  'no_rule',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

export interface Signal {
  readonly code: ProblemCode
  readonly message: string
  readonly suggestion: string
  /** The whole clause is underlined, instead of the words alone. */
  readonly isWholeClause?: boolean
}

export const VAGUE_AMOUNT: Signal = {
  code: 'ambiguous_amount',
  message: 'A limit needs one exact amount.',
  suggestion: 'Write the exact amount in dollars, for example "at most $50 per transaction".',
}
export const FOREIGN_CURRENCY: Signal = {
  code: 'unsupported_currency',
  message: 'The amounts of a policy are US dollars; nothing is converted.',
  suggestion: 'Write the amount in US dollars, for example "$50".',
}

/** @param currency as written: "euros", "€" */
export function foreignCurrency(currency: string): Signal {
  return {
    ...FOREIGN_CURRENCY,
    message: `The amounts of a policy are US dollars, not "${currency}"; nothing is converted.`,
  }
}
/** Full-width, Arabic and other digits than 0 to 9. */
export const OTHER_DIGITS: Signal = {
  code: 'ambiguous_amount',
  message: 'Numbers are written with the digits 0 to 9.',
  suggestion: 'Write the amount like "$500".',
}
export const COUNTED_PAYMENTS: Signal = {
  code: 'unsupported_rule',
  message: 'A policy limits amounts, not the number of payments.',
  suggestion: 'Remove this part, or limit the amount per transaction, day or month.',
}
export const UNCLEAR_ZONE: Signal = {
  code: 'ambiguous_time_zone',
  message: 'This does not name one time zone.',
  suggestion: 'Write an IANA zone such as "America/New_York" or "Europe/Paris", or "UTC".',
}
export const MALFORMED_DOMAIN: Signal = {
  code: 'ambiguous_merchant',
  message: 'This is not a domain that can be allowed.',
  suggestion: 'Write the merchant\'s full domain, for example "shop.example.com" or "*.example.com".',
}
export const COMMENT: Signal = {
  code: 'unrecognised_text',
  message: 'This could be a comment, which would not count, or a heading, which only names what follows.',
  suggestion: 'Remove the mark before a rule, or the whole line.',
}
const PERIOD: Signal = {
  code: 'unsupported_period',
  message: 'A policy has limits per transaction, per day and per month only.',
  suggestion: 'State the limit per transaction, per day or per month.',
}
const PER_THING: Signal = {
  code: 'unsupported_rule',
  message: 'Limits hold for all spending of the wallet, not for one merchant, category or item.',
  suggestion: 'Remove this part, or give a limit per transaction, day or month.',
}
/** "The 15th", "in June". */
export const DATE: Signal = {
  code: 'unsupported_rule',
  message: 'A policy has no dates: limits count by calendar day and month, and windows follow the days of the week.',
  suggestion: 'Remove this part, or list weekdays with hours and a time zone.',
}
export const DURATION: Signal = {
  code: 'unsupported_rule',
  message: 'Rules hold as long as the mandate, and not for a number of days.',
  suggestion: 'Remove this part, and set expires_at of the mandate.',
}
const WEEK: Signal = {
  code: 'ambiguous_hours',
  message: 'This could mean all seven days or five of them.',
  suggestion: 'Write "weekdays" for Monday to Friday, or "every day".',
}
const HOLIDAY: Signal = {
  code: 'unsupported_rule',
  message: 'A policy cannot follow public holidays.',
  suggestion: 'Remove this part, or list weekdays with hours and a time zone.',
  isWholeClause: true,
}
const CONDITION: Signal = {
  code: 'unsupported_rule',
  message: 'Rules hold always; a policy has no conditions or exceptions of this kind.',
  suggestion: 'Remove the condition, or write it as an approval threshold or a time window.',
  isWholeClause: true,
}
export const MINIMUM: Signal = {
  code: 'unsupported_rule',
  message: 'A policy has upper limits and approval above an amount, no minimum.',
  suggestion: 'Write "at most $50 per transaction" or "require approval above $25".',
}
const NOTICE: Signal = {
  code: 'unsupported_rule',
  message: 'A policy can ask for approval; it does not send notices.',
  suggestion: 'Write "require approval above $25", or use webhooks for notices.',
}
export const HOURS: Signal = {
  code: 'ambiguous_hours',
  message: 'These words do not state hours or days.',
  suggestion: 'State days, hours and zone, for example "weekdays 9am-5pm Europe/Paris".',
}
const GREENWICH: Signal = {
  ...UNCLEAR_ZONE,
  message: '"GMT" is UTC to some and the time of London, also in summer, to others.',
  suggestion: 'Write "UTC" or "Europe/London".',
}
/** Hours that no clock shows, such as "13pm". */
export const UNCLEAR_CLOCK: Signal = {
  code: 'ambiguous_hours',
  message: 'No clock shows this time.',
  suggestion: 'Write hours like "9am-5pm" or "09:00-17:00".',
}
const ABOVE_ALL: Signal = { ...VAGUE_AMOUNT, message: 'A share of something is not an exact amount.' }

/** Phrases by signal, separated by bars. */
export const SIGNAL_PHRASES: readonly (readonly [Signal, string])[] = [
  [
    VAGUE_AMOUNT,
    'around|about|approximately|approx|roughly|circa|nearly|almost|some|several|few|a few|a couple|a couple of|or so',
  ],
  [
    VAGUE_AMOUNT,
    'reasonable|reasonably|sensible|modest|small|large|big|cheap|expensive|low|high|tiny|huge|normal|typical|moderate',
  ],
  [VAGUE_AMOUNT, 'a lot|too much|too many|a little|a dozen|dozens|hundreds|thousands|~'],
  [ABOVE_ALL, 'half|a third|percent|per cent|twice|double'],
  [
    PERIOD,
    'week|weeks|weekly|hour|hourly|year|years|yearly|annual|annually|annum|quarter|quarterly|minute|minutes|fortnight',
  ],
  [PERIOD, 'lifetime|life time|24 hours|today|tomorrow|this week|this month|this year|rolling|overall'],
  [
    PER_THING,
    'per merchant|each merchant|every merchant|per store|per shop|per vendor|per seller|per site|per website|per domain|per category',
  ],
  [
    PER_THING,
    'each category|per item|each item|per product|per user|per person|per agent|per wallet|per card|per customer|per session|per supplier',
  ],
  [HOLIDAY, 'holiday|holidays|bank holiday|bank holidays|public holiday|public holidays|christmas|easter|new year'],
  [
    CONDITION,
    'unless|if|when|whenever|while|otherwise|depending|provided|as long as|after that|in case|except when|except if',
  ],
  [
    MINIMUM,
    'at least|minimum|min|a minimum of|or more|or above|not less than|no less than|starting at|starting from|>=',
  ],
  [NOTICE, 'notify|notify me|tell me|inform me|inform|alert me|alert|email me|warn me|let me know'],
  [
    HOURS,
    'morning|mornings|afternoon|afternoons|evening|evenings|night|nights|overnight|daytime|lunch|lunchtime|24 7|during the day',
  ],
  [WEEK, 'during the week|in the week'],
  [DATE, 'january|february|april|june|july|august|september|october|november|december'],
  [HOURS, 'business day|business days|working day|working days|workday|workdays'],
  [
    UNCLEAR_ZONE,
    'est|edt|cst|cdt|mst|mdt|pst|pdt|ist|bst|cet|cest|eet|eest|wet|west|jst|aest|aedt|et|ct|mt|pt|sgt|hkt|msk',
  ],
  [
    UNCLEAR_ZONE,
    'eastern time|central time|mountain time|pacific time|eastern|pacific|local time|my time|their time|server time|local',
  ],
  [GREENWICH, 'gmt|greenwich'],
  [
    FOREIGN_CURRENCY,
    'eur|euro|euros|gbp|pound|pounds|sterling|yen|jpy|chf|francs|cad|aud|nzd|sgd|hkd|inr|rupee|rupees|cny|yuan|rmb',
  ],
  [
    FOREIGN_CURRENCY,
    'mxn|peso|pesos|brl|reais|sek|nok|dkk|pln|krw|won|usdc|usdt|pyusd|eurc|btc|bitcoin|bitcoins|eth|ether|sats|canadian|australian',
  ],
  [
    FOREIGN_CURRENCY,
    'zar|rand|rands|ils|shekel|shekels|lira|liras|czk|koruna|huf|forint|forints|zł|zloty|zlotys|zlotych|kr|krona|kronor|krone|kroner|rub|ruble|rubles|uah|hryvnia|aed|dirham|dirhams|sar|riyal|riyals|thb|baht|myr|ringgit|idr|rupiah|vnd|dong|ngn|naira|kes|twd|satoshi|satoshis|xrp|ltc|dai',
  ],
]
