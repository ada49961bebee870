// "The front-office bot", "our media buyer agent": what an agent is called says nothing about what it may spend, so any
// name will do, as long as none of its words could be part of a rule. Two names in one text refuse it: a policy is one agent's.
import { BACKGROUND } from './constructions/background.ts'
import { RULE_TEXTS } from './grammar.ts'
import { CATEGORY_PHRASES, DAY_PHRASES } from './lexicon.ts'
import { wordsOfText } from './notation.ts'
import type { Item, WordAt } from './phraseTable.ts'
import { findSignal } from './signalPhrases.ts'
import { HOURS } from './signals.ts'

export interface AgentName {
  readonly name: string
}
export interface Unit {
  readonly unit: string
  /** "Flower shop": alone it could be where something is bought. */
  readonly hasCategory: boolean
  /** "Team lunches": what the wallet is for, beside a list of what may be bought. */
  readonly isOccasion: boolean
  /** "School trip:", which any words name. */
  readonly isLabel?: true
}

const AGENT_NOUNS = new Set(
  'agent bot assistant helper robot copilot chatbot card wallet account'
    .split(' ')
    .flatMap((noun) => [noun, `${noun}'s`]),
)
const DETERMINERS = new Set('the my our your this a an'.split(' '))
const WORDS_MAX = 4
/** Words of rules that name an agent's work before the word "agent". */
const WORK = new Set(
  (
    'purchasing procurement buying shopping shop payment payments spending expense expenses booking order ordering office company corporate ' +
    'team business personal finance marketing engineering operations invoice invoices billing cost budget vendor supplier store ' +
    'site website wallet card api support request requests buyer reorder it usage call commerce ai general virtual research travel sales coding dev data content trading test ads night evening morning ' +
    'compliance safety security audit legal accounting risk fraud tax governance control ' +
    'accountant treasury ops grants donations membership admin client customer user lab kitchen studio restaurant warehouse clinic salon cafe practice household family school business firm inference model tool query service software prepaid virtual card system program app house ' +
    'study homework mom mum dad mother father son daughter wife husband repairs repair ' +
    'server delivery sandbox demo staging pilot trial hobby calls queries events event lunch dinner breakfast pocket intern manager production prod kids students student side night desk batch ' +
    'scraper crawler worker workflow integration trading design product hr platform growth accounts payable receivable payables receivables housekeeping facilities reception logistics'
  ).split(' '),
)
/** Words that set one agent against others, so that the rule would hold for it alone or for all but it. */
const CONTRASTING = new Set(
  (
    'expired blocked lost stolen cancelled canceled inactive closed broken deprecated legacy unused frozen suspended retired old new former previous next last remaining main primary secondary backup current existing original latest certain particular specific special ' +
    'unauthorized unauthorised unapproved unverified untrusted trusted rogue real fake wrong right correct junior senior human own perhaps maybe sometimes often always ever yet still already soon now ' +
    'cheapest best worst larger smaller bigger less least most fewer enough neither half double twice thousand million hundred ' +
    'who whose which whom what where why how than though although because since despite besides above below among against ' +
    'responsible involved concerned question using named called without within toward towards till onto into via per versus ' +
    'average different unknown foreign external triple quadruple tonight odd even random usual regular ' +
    'temporary optional default separate single every un non ex anti pre'
  ).split(' '),
)
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['procurement', 'purchasing'],
  ['buying', 'purchasing'],
  ['corporate', 'company'],
  ['business', 'company'],
  ['ads', 'marketing'],
  ['advertising', 'marketing'],
])

/** What people tell about themselves is no rule, and its words name agents, too: "the pantry bot". */
const RULE_WORDS = new Set(
  Object.entries(RULE_TEXTS).flatMap(([name, text]) => (name in BACKGROUND ? [] : wordsOfText(text))),
)

/** The words of a name, without the noun behind them. */
export function readAgentName(wordAt: WordAt, start: number): Item<AgentName> | null {
  let noun = start
  while (noun <= start + 2 * WORDS_MAX && !AGENT_NOUNS.has(wordAt(noun))) noun += 1
  if (!AGENT_NOUNS.has(wordAt(noun))) return null
  // "The shop assistant bot"
  while (AGENT_NOUNS.has(wordAt(noun + 1))) noun += 1
  const words: string[] = []
  for (let at = start; at < noun; ) {
    const isPair = wordAt(at + 1) === '&' && wordAt(at).length === 1 && wordAt(at + 2).length === 1
    if (!isNameWord(wordAt(at))) return null
    words.push(isPair ? `${wordAt(at)}&${wordAt(at + 2)}` : wordAt(at))
    at += isPair ? 3 : 1
  }
  // "Travel agent: $500 per day" could be what the money is for.
  const isCategory = CATEGORY_PHRASES.find((at) => wordAt(start + at), 0)?.end === noun + 1 - start
  const isClear = !isCategory || DETERMINERS.has(wordAt(start - 1))
  const name = isClear && words.length > 0 && words.length <= WORDS_MAX ? nameOf(words) : null
  return name === null ? null : { value: { name }, end: noun }
}

/** Who the wallet is for or where it is used, none of which is a merchant or a thing to buy. */
const UNIT_NOUNS = new Set(
  (
    'office offices library school schools kitchen shop store lab laboratory clinic studio warehouse restaurant bakery cafe church parish farm garage workshop gym hotel salon ' +
    'van vans truck trucks fleet crew team teams department branch branches site plant depot reception household family home house flat classroom club project projects ' +
    'agency firm company business startup charity foundation association nonprofit ngo union community council students student interns intern volunteers volunteer staff employees ' +
    'teachers teacher residents tenants drivers driver technicians technician nurses researchers researcher contractors cleaners cleaner gardeners campus dormitory center centre bureau institute ' +
    'practice museum theatre gallery nursery kindergarten daycare orchestra band choir league squad scouts expedition boat ship factory bookshop webshop website blog newsletter podcast channel magazine ' +
    'manager managers trip excursion phase production secretary caretaker janitor cook chef nurse treasurer foreman ' +
    'environment sandbox staging prototype pipeline hackathon conference workshop' +
    ' desk division freelancer consultancy brewery winery publisher newsroom guesthouse hostel pub diner foodtruck tablet tablets phone phones laptop computer device devices console playroom classroom'
  ).split(' '),
)
/** Who buys and is no place to buy at: "the travel desk", "the insurance team". */
const STAFF_NOUNS = new Set('desk division team department crew staff manager managers'.split(' '))
const OCCASION_NOUNS = new Set(
  (
    'lunch lunches snacks breakfast breakfasts dinner dinners party parties retreat retreats offsite offsites meetup meetups ' +
    'meeting meetings conference conferences errands picnic picnics'
  ).split(' '),
)
const UNIT_WORDS_MAX = 3

/** "(The) school library", "(our) delivery vans". */
export function readUnit(wordAt: WordAt, start: number): Item<Unit> | null {
  let at = start
  let kind = false
  while (at - start <= UNIT_WORDS_MAX) {
    const word = wordAt(at)
    const isLast = !isUnitNoun(wordAt(at + 1)) && !AGENT_NOUNS.has(wordAt(at + 1))
    if (isUnitNoun(word) && isLast) {
      const unit = nameOf(Array.from({ length: at + 1 - start }, (_, index) => wordAt(start + index)))
      const isOccasion = OCCASION_NOUNS.has(word)
      const hasCategory = kind && !STAFF_NOUNS.has(word)
      return unit === null ? null : { value: { unit, hasCategory, isOccasion }, end: at + 1 }
    }
    if (AGENT_NOUNS.has(word)) return null
    const category = CATEGORY_PHRASES.find(wordAt, at)
    if (category !== null && !(category.value.isNamedOnly && isUnitNoun(word))) kind = true
    else if (!isUnitNoun(word) && !isNameWord(word)) return null
    at = category?.end ?? at + 1
  }
  return null
}

/** Part of an organization, and those who work or live in it. Some are categories, too, so that only a verb tells them. */
const DEPARTMENTS = new Set(
  (
    'marketing production hr legal finance sales engineering it support design research product logistics operations facilities purchasing procurement ' +
    'teachers students staff employees volunteers technicians nurses drivers interns kids children residents'
  ).split(' '),
)
const MAY = new Set(['may', 'can'])

/** "Marketing may", "teachers can": a department with the verb behind it. */
export function readDepartment(wordAt: WordAt, start: number): Item<Unit> | null {
  const unit = wordAt(start)
  if (!DEPARTMENTS.has(unit) || !MAY.has(wordAt(start + 1))) return null
  return { value: { unit, hasCategory: false, isOccasion: false }, end: start + 2 }
}

const LABEL_WORDS_MAX = 4
/** What says of the words behind it that they do not count, or for whom or when alone they do. */
const LABEL_STATUS = new Set(
  (
    'example examples sample samples template wish wishes wishlist idea ideas question questions answer answers reply suggestion suggestions ' +
    'emergency emergencies joke jokes proposal proposals quote quotes imagine pretend ignore cancel void false true maybe hypothetical scenario history ' +
    'yesterday tomorrow someday later eventually todo competitor competitors rumor rumour complaint warning caution danger stop pause hold freeze instead ' +
    'alternatively alternative option delete remove undo drop forget skip omit disable repeal lift end revoke replace change changes refund refunds return returns ' +
    'anyone everyone somebody others guest guests visitor visitors birthday birthdays vacation vacations weekend season peak ' +
    'boss cfo ceo owner owners manager managers director directors treasurer controller supervisor principal board admin admins approver approvers treasurers parents parent mom mum dad ' +
    'says said told wrote asks asked wants tells thinks'
  ).split(' '),
)

const SEASONS = new Set(['summer', 'winter', 'spring', 'autumn', 'fall'])
/** Words of rules that name an event. */
const EVENTS = new Set('play fun run tour fair show visit'.split(' '))

/** "School trip" before a colon: a name of what all the rules are for, where no word of it could be part of a rule. */
export function readLabel(wordAt: WordAt, start: number): Item<Unit> | null {
  let end = start
  while (end - start <= LABEL_WORDS_MAX && wordAt(end) !== ':') {
    const word = wordAt(end)
    const isLast = wordAt(end + 1) === ':'
    const isStatus =
      LABEL_STATUS.has(word) ||
      (isLast && SEASONS.has(word)) ||
      word.endsWith('ed') ||
      findSignal(() => word, 0) !== null
    if (isStatus || !(isNameWord(word) || EVENTS.has(word)) || CATEGORY_PHRASES.find(wordAt, end) !== null) return null
    end += 1
  }
  // "Field trips:" are cases, for which the rules alone could be.
  if (end === start || wordAt(end) !== ':' || /[^s]s$/.test(wordAt(end - 1)) || readUnit(wordAt, start)?.end === end)
    return null
  const unit = nameOf(Array.from({ length: end - start }, (_, index) => wordAt(start + index)))
  return unit === null ? null : { value: { unit, hasCategory: false, isOccasion: true, isLabel: true }, end }
}

function isUnitNoun(word: string): boolean {
  return UNIT_NOUNS.has(word) || OCCASION_NOUNS.has(word)
}

const THINGS_MAX = 7
const THINGS_LINKS = new Set(
  'and or the a an our for of to in small local handmade all kinds their with from'.split(' '),
)

/** "(We sell) handmade candles and soap": up to the end of the sentence, and nothing in it that could be a rule. */
export function readThings(wordAt: WordAt, start: number): Item<object> | null {
  let at = start
  let last = ''
  while (at - start < THINGS_MAX) {
    const word = wordAt(at)
    const category = CATEGORY_PHRASES.find(wordAt, at)
    if (category === null && !THINGS_LINKS.has(word) && !UNIT_NOUNS.has(word) && !isNameWord(word)) break
    last = word
    at = category?.end ?? at + 1
  }
  const isEnd = !/^[a-z(:]/.test(wordAt(at))
  return at > start && isEnd && !THINGS_LINKS.has(last) ? { value: {}, end: at } : null
}

const RELATIVES = new Set(['that', 'which', 'who'])
/** What a relative clause ends before: the verb of the rule, and nothing that could be part of one. */
const RULE_VERBS = new Set(
  "may can must shall should will is isn't has gets needs cannot can't mustn't shouldn't shan't won't ought spends pays stays".split(
    ' ',
  ),
)
/** Words of rules that say what an agent does. */
const DOING = new Set(
  'books buys orders pays handles runs manages does takes makes places covers uses works keeps'.split(' '),
)
const JOINING = new Set('our the my all of for in on up out after us me with and a to at its'.split(' '))
const RELATIVE_WORDS_MAX = 8

/** "(The agent) that books our travel": who it is, like a name, where no word of it could narrow or open a rule. */
export function readRelative(wordAt: WordAt, start: number): Item<AgentName> | null {
  if (!RELATIVES.has(wordAt(start)) || !AGENT_NOUNS.has(wordAt(start - 1))) return null
  const words: string[] = []
  let at = start + 1
  for (; at <= start + RELATIVE_WORDS_MAX && !RULE_VERBS.has(wordAt(at)); at++) {
    const word = wordAt(at)
    const isFirst = words.length === 0
    const isDone = DOING.has(word) || (isNameWord(word) && /[^s]s$/.test(word))
    if (isFirst ? !isDone : !(isNameWord(word) || JOINING.has(word) || CATEGORY_PHRASES.find(wordAt, at) !== null))
      return null
    words.push(word)
  }
  const isWhole = RULE_VERBS.has(wordAt(at)) && words.length > 1 && !JOINING.has(words[words.length - 1] ?? '')
  return isWhole ? { value: { name: words.join(' ') }, end: at } : null
}

function isNameWord(word: string): boolean {
  if (!/^[a-z][a-z0-9]*(?:'s|s')?$/.test(word) || CONTRASTING.has(word)) return false
  // "Probably", "only", "weekly"
  if (word.endsWith('ly') && word !== 'supply' && word !== 'assembly') return false
  if (AGENT_NOUNS.has(word)) return !word.endsWith("'s")
  const plain = word.replace(/'s$|'$/, '')
  if (WORK.has(plain) || UNIT_NOUNS.has(plain)) return true
  const signal = findSignal(() => plain, 0)
  if (RULE_WORDS.has(plain) || RULE_WORDS.has(word) || (signal !== null && signal.why !== HOURS)) return false
  return DAY_PHRASES.find((at) => (at === 0 ? plain : ''), 0) === null
}

/** "AI" names no agent, and hours alone could be those of its work: "the night agent". */
function nameOf(words: readonly string[]): string | null {
  const [only = ''] = words
  if (words.length === 1 && findSignal(() => only, 0)?.why === HOURS) return null
  return words
    .map((word) => SYNONYMS.get(word) ?? word)
    .filter((word) => word !== 'ai')
    .join(' ')
}
