// Words that name something in two categories: "repairs" are those of a house, a car or a computer. They stand for the one
// they are listed under only beside what else belongs to it, and alone the text is refused with all that they could be.
import type { CategoryItem } from './categoryItems.ts'
import type { Clause } from './clause.ts'
import { type Refusal, refuse } from './refusals.ts'
import type { List } from './values.ts'

type WordAt = (at: number) => string

const VEHICLES = new Set('fuel automotive car_rental ground_transport'.split(' '))

const PIPED = new Set(['electricity', 'electric', 'water', 'power', 'heating'])

/** "Electricity, gas and water bills": beside what else comes by pipe or wire, and nothing for vehicles, gas is a utility. */
export function withPipedGas<T extends List<unknown>>(list: T, wordAt: WordAt): T {
  if (list.slot !== 'CATEGORIES') return list
  const items = list.items as CategoryItem[]
  const isGas = ({ at, to }: CategoryItem) => to === at + 1 && wordAt(at) === 'gas'
  const isPiped = items.filter(({ at }) => PIPED.has(wordAt(at))).length > 1 && wordAt(list.to - 1) === 'bills'
  const hasVehicle = items.some((item) => !isGas(item) && item.names.some((name) => VEHICLES.has(name)))
  if (!isPiped || hasVehicle) return list
  return {
    ...list,
    items: items.map((item) => (isGas(item) ? { ...item, names: ['utilities'], isNarrower: true } : item)),
  }
}

interface Shared {
  readonly words: string
  /** What it could be, as said to the author, each with its category. */
  readonly kinds: readonly (readonly [string, string])[]
  /** Categories beside which it is the first of these. */
  readonly beside: string
}

const SHARED: readonly Shared[] = [
  {
    words: 'hardware',
    kinds: [
      ['computers and other devices', 'electronics'],
      ['tools and building materials', 'home_garden'],
    ],
    beside: 'software cloud_services it_services electronics ai_services api_services data_services telecom',
  },
  {
    words: 'furniture',
    kinds: [
      ['that of a home', 'home_garden'],
      ['that of an office', 'office_supplies'],
    ],
    beside: 'home_garden electronics retail marketplaces clothing books_media pets_veterinary groceries',
  },
  {
    words:
      'repair|repairs|repair services|maintenance|maintenance services|maintenance and repairs|repairs and maintenance',
    kinds: [
      ['work on a building', 'construction_repair'],
      ['work on vehicles', 'automotive'],
      ['work on computers', 'it_services'],
    ],
    beside: 'construction_repair home_garden real_estate personal_care',
  },
  {
    words: 'contractors|contractor',
    kinds: [
      ['building trades', 'construction_repair'],
      ['people who work for you', 'professional_services'],
    ],
    beside: 'construction_repair home_garden industrial_supplies',
  },
  {
    words: 'tickets',
    kinds: [
      ['events', 'entertainment'],
      ['flights', 'airlines'],
      ['trains and buses', 'ground_transport'],
    ],
    beside: 'entertainment gaming',
  },
  {
    words: 'streaming|streaming services',
    kinds: [
      ['entertainment', 'entertainment'],
      ['digital media', 'digital_goods'],
    ],
    beside: 'entertainment gaming',
  },
  {
    words: 'cars',
    kinds: [
      ['cars to own', 'automotive'],
      ['cars to rent', 'car_rental'],
    ],
    beside: 'automotive fuel',
  },
  {
    words: 'water',
    kinds: [
      ['water from the tap', 'utilities'],
      ['water to drink', 'groceries'],
    ],
    beside: 'utilities telecom real_estate',
  },
  {
    words: 'trading',
    kinds: [
      ['securities', 'investments'],
      ['crypto', 'crypto_quasi_cash'],
    ],
    beside: 'investments financial_services',
  },
  {
    words: 'licences',
    kinds: [
      ['software', 'software'],
      ['permits of an authority', 'government'],
    ],
    beside: 'software cloud_services it_services ai_services api_services data_services subscriptions',
  },
  {
    words: 'memberships|club memberships|membership fees|membership payments|membership bills',
    kinds: [
      ['associations', 'charity_membership'],
      ['clubs and gyms', 'entertainment'],
    ],
    beside: 'charity_membership professional_services',
  },
  {
    words: 'audiobooks',
    kinds: [
      ['books', 'books_media'],
      ['digital media', 'digital_goods'],
    ],
    beside: 'books_media',
  },
]

const BY_WORDS: ReadonlyMap<string, Shared> = new Map(
  SHARED.flatMap((shared) => shared.words.split('|').map((words) => [words, shared] as const)),
)

/** A word that is in two categories, and nothing beside it or in brackets that tells which of them is meant. */
export function refuseShared({ from, to }: Clause, lists: readonly List<unknown>[], wordAt: WordAt): Refusal | null {
  const items = lists.flatMap(({ items: some, slot }) => (slot === 'CATEGORIES' ? (some as CategoryItem[]) : []))
  const gas = refuseGas(items, wordAt)
  if (gas !== null) return gas
  // "Allowed categories: repairs" names the category that it is listed under.
  for (let at = from; at < to; at++) if (/^categor(?:y|ies)$/.test(wordAt(at))) return null
  for (const item of items) {
    const words = Array.from({ length: item.to - item.at }, (_, index) => wordAt(item.at + index)).join(' ')
    const shared = BY_WORDS.get(words.replaceAll(/ [&/] /g, ' and '))
    if (shared === undefined || item.isDetailed === true || isTold(shared, item, items)) continue
    return refuse(
      'unknown_category',
      { from: item.at, to: item.to },
      `"${words.charAt(0).toUpperCase()}${words.slice(1)}" can be ${oneOf(shared.kinds.map(([kind, name]) => `${kind} (${name})`))}.`,
      `Write ${oneOf(shared.kinds.map(([, name]) => name))}.`,
    )
  }
  return null
}

function isTold({ beside }: Shared, item: CategoryItem, items: readonly CategoryItem[]): boolean {
  const told = new Set(beside.split(' '))
  return items.some((other) => other !== item && other.names.some((name) => told.has(name)))
}

/** "A, b or c" */
function oneOf(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} or ${items[items.length - 1]}`
}

/** "Gas" is fuel only beside what else a vehicle needs. */
function refuseGas(items: readonly CategoryItem[], wordAt: WordAt): Refusal | null {
  const gas = items.find(({ at, to }) => to === at + 1 && wordAt(at) === 'gas')
  const others = items.filter((item) => item !== gas)
  if (
    gas === undefined ||
    gas.names[0] === 'utilities' ||
    others.some(({ names }) => names?.some((name) => VEHICLES.has(name)))
  )
    return null
  return refuse(
    'unknown_category',
    { from: gas.at, to: gas.to },
    '"Gas" can be the fuel of vehicles, a utility, or what a chain takes for a transaction.',
    'Write fuel or utilities; network fees are no category.',
  )
}
