// The closed vocabulary of policies in words: every phrase a clause can be made of, by its part of speech. A word that
// stands neither here, nor in the tables of categories, days, zones and numbers refuses the whole text.
import { CATEGORIES, categoryWords, resolveCategory } from '../categories.ts'
import { WEEKDAY_NAMES, type Weekday } from '../policy.ts'
import { SIGNAL_PHRASES, type Signal } from './signals.ts'

const PHRASES = {
  /** Upper bound before an amount. */
  cap: 'up to|at most|max|maximum|max of|maximum of|within|limited to|capped at|not to exceed|the most|<=|at maximum',
  under: 'under|below|less than|lower than|smaller than|<',
  over: 'over|above|more than|exceeding|exceed|exceeds|greater than|higher than|larger than|bigger than|in excess of|beyond|go over|goes over|go above|>',
  neg: "no|not|never|do not|don't|dont|does not|doesn't|cannot|can not|can't|must not|mustn't|may not|should not|shouldn't|shall not|will not|won't|is not|isn't|are not|aren't|must never|should never|may never|can never|not any",
  nothing: 'nothing|nowhere',
  noLimit:
    'unlimited|no limit|no limits|without limit|without limits|no spending limit|no spending limits|without any limit|without any limits|no limit of any kind|no limits of any kind',
  limit: 'limit|limits|cap|caps|capped|limited|ceiling|allowance|spending limit|spending limits|limit of|cap of',
  budget: 'budget|budgets',
  unitTransaction:
    'transaction|transactions|tx|txs|txn|txns|purchase|purchases|order|orders|payment|payments|charge|charges',
  unitDay: 'day|calendar day',
  adverbDay: 'daily',
  unitMonth: 'month|calendar month|mo',
  adverbMonth: 'monthly',
  per: 'per',
  det: 'a|an|the|each|every|any|all|one|single|individual|any single|any one|each and every|this|these|its|my|our|any kind of|any form of|any type of|all kinds of',
  spend:
    'spend|spends|spending|spent|pay|pays|paying|buy|buys|buying|shop|shopping at|expenditure|money|funds|pay for|paying for|purchase from|order from|operate|transact',
  approval:
    'approval|approvals|sign off|signoff|permission|ask|ask me|ask us|check with me|check with us|confirm with me|confirmation|human approval|manual approval|my ok|my okay|human sign off|my sign off',
  approve: 'approve|approved|confirmed|signed off',
  require: 'require|requires|required|requiring|need|needs|needed|must|have to|has to|must be',
  threshold: 'threshold',
  always: 'always',
  every:
    'everything|anything|all categories|any category|every category|all merchants|any merchant|every merchant|everywhere|anywhere',
  only: 'only|solely|exclusively|just',
  restrict: 'restrict|restricted to|restrict to',
  allow: 'allow|allows|allowed|permit|permits|permitted|allow list|whitelist|ok|okay|fine',
  block:
    'block|blocks|blocked|forbid|forbidden|prohibit|prohibits|prohibited|ban|banned|deny|denied|decline|reject|rejected|refuse|disallow|disallowed|exclude|avoid|off limits',
  except: 'except|except for|excluding|other than|apart from|save for|aside from',
  merchantNoun:
    'merchant|merchants|store|shop|shops|vendor|vendors|seller|sellers|site|sites|website|websites|domain|domains|supplier|suppliers|retailer|retailers',
  categoryNoun:
    'category|categories|products|services|items|things|content|companies|providers|expenses|stuff|merchant categories|spending categories',
  at: 'at|from',
  on: 'on',
  in: 'in',
  for: 'for',
  of: 'of|as',
  to: 'to|until|till|through|thru',
  between: 'between',
  during: 'during',
  before: 'before',
  by: 'by',
  be: 'is|are|be|being',
  may: 'may|can|should|shall|will|is allowed to|are allowed to|is permitted to|allowed to|may be|can be|should be|shall be',
  subject: 'i|you|it|agent|assistant|bot|wallet|we|they|the agent|my agent|your|me|us|ai agent|ai assistant',
  human: 'human|person|someone|somebody|manager|owner|admin|administrator|me first|us first|first',
  /** After an "only", which already says so. */
  closing: 'nothing else|nowhere else|no one else|nobody else|no others|nothing more',
  header: 'rules|rule|policy|spending policy|spending rules|spending rule|mandate|spending mandate',
  polite: 'please|also|additionally|make sure|ensure|i want|that|kindly|finally',
  total: 'total|totals|total of|in total|altogether|spend total',
  keep: 'keep|set|stay|stays|remain|remains|get|obtain|seek|wait for',
  amountNoun: 'amount|amounts|amount of|value|cost|costs|size|price',
  hourLabel: 'business hours|office hours|working hours|opening hours|work hours|active hours',
  hours: 'hours|hour window|time window|time windows|allowed hours|allowed times|allowed days',
  zoneLabel: 'time zone|timezone|all times|times|all hours|time zones',
  time: 'time',
  /** Names of a category that are also plain English; they count only after the word "categories". */
  plainCategory: 'other|others|unknown|uncategorized',
  and: 'and|plus|as well as|&',
  or: 'or|nor',
  but: 'but|however|yet',
  with: 'with',
  everyDay: 'every day|any day|all days|each day|seven days a week|all week',
} as const
export type Part = keyof typeof PHRASES

export type Term =
  | { readonly kind: Part }
  | { readonly kind: 'signal'; readonly signal: Signal }
  | { readonly kind: 'days'; readonly days: readonly Weekday[]; readonly isSet: boolean }
  | { readonly kind: 'clock'; readonly minute: number }
  | { readonly kind: 'zone'; readonly zone: string }
  | { readonly kind: 'category'; readonly names: readonly string[] }

const DAY_SPELLINGS: readonly string[] = [
  'mon|mons|monday|mondays',
  'tue|tues|tuesday|tuesdays',
  'wed|weds|wednesday|wednesdays',
  'thu|thur|thurs|thursday|thursdays',
  'fri|friday|fridays',
  'sat|saturday|saturdays',
  'sun|sunday|sundays',
]

/** Cities whose name is commonly given as a zone and that mean one zone. */
const CITY_ZONES: Readonly<Record<string, string>> = {
  'america/new york': 'America/New_York',
  'new york': 'America/New_York',
  'us eastern': 'America/New_York',
  'us central': 'America/Chicago',
  'us pacific': 'America/Los_Angeles',
  chicago: 'America/Chicago',
  denver: 'America/Denver',
  'los angeles': 'America/Los_Angeles',
  'san francisco': 'America/Los_Angeles',
  toronto: 'America/Toronto',
  'sao paulo': 'America/Sao_Paulo',
  london: 'Europe/London',
  uk: 'Europe/London',
  dublin: 'Europe/Dublin',
  lisbon: 'Europe/Lisbon',
  madrid: 'Europe/Madrid',
  paris: 'Europe/Paris',
  brussels: 'Europe/Brussels',
  amsterdam: 'Europe/Amsterdam',
  berlin: 'Europe/Berlin',
  zurich: 'Europe/Zurich',
  rome: 'Europe/Rome',
  vienna: 'Europe/Vienna',
  prague: 'Europe/Prague',
  copenhagen: 'Europe/Copenhagen',
  oslo: 'Europe/Oslo',
  stockholm: 'Europe/Stockholm',
  helsinki: 'Europe/Helsinki',
  warsaw: 'Europe/Warsaw',
  athens: 'Europe/Athens',
  istanbul: 'Europe/Istanbul',
  dubai: 'Asia/Dubai',
  singapore: 'Asia/Singapore',
  'hong kong': 'Asia/Hong_Kong',
  shanghai: 'Asia/Shanghai',
  tokyo: 'Asia/Tokyo',
  seoul: 'Asia/Seoul',
  sydney: 'Australia/Sydney',
  melbourne: 'Australia/Melbourne',
  auckland: 'Pacific/Auckland',
}

/** Phrase -> term; words inside a phrase are separated by one space. */
export const TERMS: ReadonlyMap<string, Term> = buildTerms()
/** First word -> the most words a phrase that begins with it can have. */
export const LONGEST_BY_FIRST_WORD: ReadonlyMap<string, number> = buildLongest()

function buildTerms(): Map<string, Term> {
  const terms = new Map<string, Term>()
  addCategories(terms)
  for (const [part, phrases] of Object.entries(PHRASES) as [Part, string][])
    for (const phrase of phrases.split('|')) terms.set(phrase, { kind: part })
  for (const [signal, phrases] of SIGNAL_PHRASES)
    for (const phrase of phrases.split('|')) terms.set(phrase, { kind: 'signal', signal })
  DAY_SPELLINGS.forEach((spellings, index) => {
    for (const spelling of spellings.split('|'))
      terms.set(spelling, { kind: 'days', days: WEEKDAY_NAMES.slice(index, index + 1), isSet: false })
  })
  for (const word of ['weekday', 'weekdays'])
    terms.set(word, { kind: 'days', days: WEEKDAY_NAMES.slice(0, 5), isSet: true })
  for (const word of ['weekend', 'weekends'])
    terms.set(word, { kind: 'days', days: WEEKDAY_NAMES.slice(5), isSet: true })
  terms.set('noon', { kind: 'clock', minute: 720 })
  terms.set('midday', { kind: 'clock', minute: 720 })
  terms.set('midnight', { kind: 'clock', minute: 0 })
  terms.set('utc', { kind: 'zone', zone: 'UTC' })
  for (const [city, zone] of Object.entries(CITY_ZONES)) {
    for (const phrase of [city, `${city} time`, `${city} timezone`, `${city} time zone`])
      terms.set(phrase, { kind: 'zone', zone })
  }
  terms.set('utc time', { kind: 'zone', zone: 'UTC' })
  return terms
}

function addCategories(terms: Map<string, Term>): void {
  const plain = new Set<string>(PHRASES.plainCategory.split('|'))
  for (const word of [...categoryWords(), ...CATEGORIES.map(({ name }) => name)]) {
    const variants = [word, `${word}s`, word.replace(/s$/, ''), word.replace(/y$/, 'ies'), word.replace(/ies$/, 'y')]
    for (const variant of variants) {
      const resolved = resolveCategory(variant)
      const phrase = variant.replaceAll('_', ' ')
      if (resolved !== null && !plain.has(phrase)) terms.set(phrase, { kind: 'category', names: resolved.names })
    }
  }
}

function buildLongest(): Map<string, number> {
  const longest = new Map<string, number>()
  for (const phrase of TERMS.keys()) {
    const words = phrase.split(' ')
    const first = words[0] ?? ''
    longest.set(first, Math.max(longest.get(first) ?? 0, words.length))
  }
  return longest
}
