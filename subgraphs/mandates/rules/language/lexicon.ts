// Words with a value: days, zones and categories, each phrase listed whole.
import { CATEGORIES, categoryWords, resolveCategory } from '../categories.ts'
import { NAMED_ONLY, NARROWER, PARTS, WITH_NOUN, WITH_PAYMENTS } from '../categoryWords.ts'
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
  /** Stands for all of its category, of which it names one kind. */
  readonly isNarrower: boolean
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
const ZONES_OF_CITIES: Readonly<Record<string, string>> = {
  'America/New_York': 'new york|us eastern|boston|miami|atlanta',
  'America/Chicago': 'us central|chicago|dallas|houston',
  'America/Los_Angeles': 'us pacific|los angeles|san francisco|seattle',
  'America/Denver': 'denver',
  'America/Toronto': 'toronto|montreal',
  'America/Sao_Paulo': 'sao paulo',
  'Europe/London': 'london|uk',
  'Europe/Dublin': 'dublin',
  'Europe/Lisbon': 'lisbon',
  'Europe/Madrid': 'madrid|barcelona',
  'Europe/Paris': 'paris',
  'Europe/Brussels': 'brussels',
  'Europe/Amsterdam': 'amsterdam',
  'Europe/Berlin': 'berlin|munich|hamburg|frankfurt',
  'Europe/Zurich': 'zurich|geneva',
  'Europe/Rome': 'rome|milan',
  'Europe/Vienna': 'vienna',
  'Europe/Prague': 'prague',
  'Europe/Copenhagen': 'copenhagen',
  'Europe/Oslo': 'oslo',
  'Europe/Stockholm': 'stockholm',
  'Europe/Helsinki': 'helsinki',
  'Europe/Warsaw': 'warsaw',
  'Europe/Athens': 'athens',
  'Europe/Istanbul': 'istanbul',
  'Asia/Dubai': 'dubai',
  'Asia/Singapore': 'singapore',
  'Asia/Hong_Kong': 'hong kong',
  'Asia/Shanghai': 'shanghai|beijing',
  'Asia/Tokyo': 'tokyo',
  'Asia/Seoul': 'seoul',
  'Australia/Sydney': 'sydney',
  'Australia/Melbourne': 'melbourne',
  'Pacific/Auckland': 'auckland',
  'America/Vancouver': 'vancouver',
  'America/Mexico_City': 'mexico city',
  'America/Bogota': 'bogota',
  'America/Lima': 'lima',
  'America/Argentina/Buenos_Aires': 'buenos aires',
  'Europe/Budapest': 'budapest',
  'Europe/Bucharest': 'bucharest',
  'Europe/Moscow': 'moscow',
  'Africa/Cairo': 'cairo',
  'Africa/Lagos': 'lagos',
  'Africa/Nairobi': 'nairobi',
  'Africa/Johannesburg': 'johannesburg',
  'Africa/Casablanca': 'casablanca',
  'Asia/Jerusalem': 'jerusalem|tel aviv',
  'Asia/Riyadh': 'riyadh',
  'Asia/Karachi': 'karachi',
  'Asia/Kolkata': 'mumbai|delhi',
  'Asia/Bangkok': 'bangkok',
  'Asia/Jakarta': 'jakarta',
  'Asia/Manila': 'manila',
  'Asia/Taipei': 'taipei',
  'Australia/Brisbane': 'brisbane',
  'Australia/Perth': 'perth',
}
const CITY_ZONES = Object.entries(ZONES_OF_CITIES).flatMap(([zone, cities]) =>
  cities.split('|').map((city) => [city, zone] as const),
)

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
  ...CITY_ZONES.flatMap(([city, zone]) =>
    ['time', 'timezone', 'time zone'].map((word) => [`${city} ${word}`, { zone }] as const),
  ),
])

/** A city or country without "time", which names a place. */
export const CITIES: PhraseTable<string> = createTable(CITY_ZONES)

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
    // "Books & media", "books/media"
    const spellings = [...new Set([' and ', ' & ', ' / '].map((joint) => phrase.replace(' and ', joint)))]
    return spellings.map(
      (spelling) =>
        [
          spelling,
          {
            names,
            isNamedOnly,
            takesNoun: WITH_NOUN.has(phrase),
            takesPayment: WITH_PAYMENTS.has(phrase),
            isPart: PARTS.has(phrase),
            isNarrower: NARROWER.has(phrase),
          },
        ] as const,
    )
  })
}
