// Words with a value: days, zones and categories, each phrase listed whole.
import { CATEGORIES, categoryWords, resolveCategory } from '../categories.ts'
import { NAMED_ONLY, PARTS, WITH_NOUN, WITH_PAYMENTS } from '../categoryWords.ts'
import { WEEKDAY_NAMES, type Weekday } from '../policy.ts'
import { createTable, type PhraseTable } from './phraseTable.ts'

export interface CategoryPhrase {
  readonly names: readonly string[]
  /** Also plain English: only after the word "categories". */
  readonly isNamedOnly: boolean
  readonly takesNoun: boolean
  readonly takesPayment: boolean
  /** Names less than its category. */
  readonly isPart: boolean
}

const DAY_SPELLINGS: readonly string[] = [
  'mon|mons|monday|mondays',
  'tue|tues|tuesday|tuesdays',
  'wed|weds|wednesday|wednesdays',
  'thu|thur|thurs|thursday|thursdays',
  'fri|friday|fridays',
  'sat|saturday|saturdays',
  'sun|sunday|sundays',
]
const DAY_SETS: Readonly<Record<string, readonly Weekday[]>> = {
  'm - f': WEEKDAY_NAMES.slice(0, 5),
  'weekday|weekdays': WEEKDAY_NAMES.slice(0, 5),
  'weekend|weekends|weekend days|the weekend|the weekends': WEEKDAY_NAMES.slice(5),
}

/** Cities and countries whose "time" is one zone. A city alone is a place and no zone. */
const CITY_ZONES: Readonly<Record<string, string>> = {
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
  boston: 'America/New_York',
  miami: 'America/New_York',
  atlanta: 'America/New_York',
  dallas: 'America/Chicago',
  houston: 'America/Chicago',
  seattle: 'America/Los_Angeles',
  vancouver: 'America/Vancouver',
  montreal: 'America/Toronto',
  'mexico city': 'America/Mexico_City',
  bogota: 'America/Bogota',
  lima: 'America/Lima',
  'buenos aires': 'America/Argentina/Buenos_Aires',
  munich: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  frankfurt: 'Europe/Berlin',
  milan: 'Europe/Rome',
  barcelona: 'Europe/Madrid',
  geneva: 'Europe/Zurich',
  budapest: 'Europe/Budapest',
  bucharest: 'Europe/Bucharest',
  moscow: 'Europe/Moscow',
  cairo: 'Africa/Cairo',
  lagos: 'Africa/Lagos',
  nairobi: 'Africa/Nairobi',
  johannesburg: 'Africa/Johannesburg',
  casablanca: 'Africa/Casablanca',
  jerusalem: 'Asia/Jerusalem',
  'tel aviv': 'Asia/Jerusalem',
  riyadh: 'Asia/Riyadh',
  karachi: 'Asia/Karachi',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  bangkok: 'Asia/Bangkok',
  jakarta: 'Asia/Jakarta',
  manila: 'Asia/Manila',
  taipei: 'Asia/Taipei',
  beijing: 'Asia/Shanghai',
  brisbane: 'Australia/Brisbane',
  perth: 'Australia/Perth',
}

interface DayPhrase {
  readonly days: readonly Weekday[]
  readonly isSet: boolean
}

export const DAY_PHRASES: PhraseTable<DayPhrase> = createTable<DayPhrase>([
  ...DAY_SPELLINGS.flatMap((spellings, index) =>
    spellings.split('|').map((word) => [word, { days: WEEKDAY_NAMES.slice(index, index + 1), isSet: false }] as const),
  ),
  ...Object.entries(DAY_SETS).flatMap(([spellings, days]) =>
    spellings.split('|').map((word) => [word, { days, isSet: true }] as const),
  ),
])

export const ZONE_PHRASES: PhraseTable<{ readonly zone: string }> = createTable([
  ...['utc', 'utc time', 'utc timezone', 'utc time zone', 'zulu', 'zulu time', 'coordinated universal time'].map(
    (words) => [words, { zone: 'UTC' }] as const,
  ),
  ...Object.entries(CITY_ZONES).flatMap(([city, zone]) =>
    ['time', 'timezone', 'time zone'].map((word) => [`${city} ${word}`, { zone }] as const),
  ),
])

/** A city or country without "time", which names a place. */
export const CITIES: PhraseTable<string> = createTable(Object.entries(CITY_ZONES))

export const CATEGORY_PHRASES: PhraseTable<CategoryPhrase> = createTable(listCategoryPhrases())

/** The phrase of a category or group and the names it stands for. */
export function listCategoryPhrases(): (readonly [string, CategoryPhrase])[] {
  const words = new Set([...categoryWords(), ...CATEGORIES.map(({ name }) => name)])
  return [...words].flatMap((word) => {
    const names = resolveCategory(word)?.names
    const phrase = word.replaceAll('_', ' ')
    // The name of a category wins over the everyday sense of the same word only where it is no plain English.
    const isNamedOnly = NAMED_ONLY.has(phrase)
    if (names === undefined) return []
    return [
      [
        phrase,
        {
          names,
          isNamedOnly,
          takesNoun: WITH_NOUN.has(phrase),
          takesPayment: WITH_PAYMENTS.has(phrase),
          isPart: PARTS.has(phrase),
        },
      ] as const,
    ]
  })
}
