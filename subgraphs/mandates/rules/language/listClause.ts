// The lists of a construction: which categories or merchants they name, and why they cannot be what was meant.
import { CATEGORIES } from '../categories.ts'
import type { Captured } from './captures.ts'
import type { CategoryItem } from './categoryItems.ts'
import type { Clause, ListField, Range, Reading } from './clause.ts'
import type { Construction } from './grammar.ts'
import { merchantReadings, namesOfMerchants } from './merchantItems.ts'
import { type Refusal, refuse, unclearList, unsupported } from './refusals.ts'
import type { List } from './values.ts'

type WordAt = (at: number) => string

function wordsOf({ from, to }: Range, wordAt: WordAt): string[] {
  return Array.from({ length: to - from }, (_, index) => wordAt(from + index))
}

const LIST_FIELDS: Partial<Record<Construction, readonly [ListField, boolean]>> = {
  ONLY_MERCHANTS: ['allowedMerchants', true],
  ALLOW_MERCHANTS: ['allowedMerchants', false],
  ONLY_CATEGORIES: ['allowedCategories', true],
  ALLOW_CATEGORIES: ['allowedCategories', false],
  CATEGORIES_ARE_FINE: ['allowedCategories', false],
  BLOCK_CATEGORIES: ['blockedCategories', false],
}

export function withLists(clause: Clause, captured: Captured, wordAt: WordAt): Clause | Refusal | null {
  const { marks } = captured
  const lists = (marks.has('detail') ? detailed(captured.lists, marks.has('whole')) : captured.lists).map((list) =>
    withPipedGas(list, wordAt),
  )
  const [first, second] = lists
  if (first === undefined) return clause.construction in LIST_FIELDS ? null : clause
  const refusal =
    refusePart(clause, lists, wordAt) ??
    refuseGas(lists, wordAt) ??
    refuseHardware(lists, wordAt) ??
    refuseMiscounted(clause, lists)
  if (refusal !== null) return refusal
  // "It must not make investments", unlike "it must not make software".
  if (marks.has('instruments') && namesOfCategories(first).some((name) => !INSTRUMENTS.has(name))) return null
  if (clause.construction === 'CATEGORIES_AT_MERCHANTS' && second !== undefined) {
    const merchants = namesOfMerchants(second, marks)
    if ('why' in merchants) return merchants
    const isOnly = marks.has('only')
    // "Books only from a.com" says where books are bought, and nothing of all else.
    if (marks.has('late_only')) return unsupported(clause, 'PAIR')
    // "Books and software from a.com" could leave the books free of the merchant, unless "only" holds for all.
    // "Only software and travel at a.com" could be software anywhere.
    if ((!isOnly || marks.has('bare_only')) && first.items.length > 1) return unsupported(clause, 'PAIR')
    const categories = { field: 'allowedCategories', ...categoriesOf([first]), isOnly } as const
    return { ...clause, lists: [categories, { field: 'allowedMerchants', names: merchants.names, isOnly }] }
  }
  const [field, isOnly] = LIST_FIELDS[clause.construction] ?? ['allowedCategories', false]
  if (field !== 'allowedMerchants')
    return {
      ...clause,
      lists: [
        { field, ...categoriesOf(lists), isOnly, count: lists.reduce((sum, { items }) => sum + items.length, 0) },
      ],
      readings: partReadings(lists, wordAt),
    }
  const all = { ...first, items: lists.flatMap(({ items }) => items) }
  const merchants = namesOfMerchants(all, marks)
  if ('why' in merchants) return merchants
  return {
    ...clause,
    lists: [{ field, names: merchants.names, isOnly, count: all.items.length }],
    readings: merchantReadings(all),
  }
}

/** "Travel only: flights and hotels" is what stands behind the colon, where all of it belongs to what stands before. */
function detailed(lists: readonly List<unknown>[], isWhole: boolean): readonly List<unknown>[] {
  const [whole, parts] = lists
  // "Books and courses (education)" may say so of the courses alone.
  if (whole === undefined || parts === undefined || lists.length > 2 || whole.items.length > 1) return []
  const names = new Set(namesOfCategories(whole))
  const parted = new Set(namesOfCategories(parts))
  // "All restricted categories: alcohol and tobacco" leaves some of them out.
  if (isWhole && parted.size !== names.size) return []
  return [...parted].every((name) => names.has(name)) ? [parts] : []
}

/** "Taxis and other ground transport", unlike "gambling and other software". */
function holdsItsRest({ items, joints }: List<unknown>): boolean {
  const categories = items as CategoryItem[]
  const rest = categories.findIndex(({ isRest }) => isRest)
  if (rest === -1) return true
  const { names } = categories[rest] as CategoryItem
  const isLast = rest === categories.length - 1 && /\b(?:and|or|&)$/.test(joints[rest - 1] ?? '')
  return isLast && categories.every((item) => item.names.every((name) => names.includes(name)))
}

/** Nobody who forbids beer or shares wants another part of these. */
export const isRisky = (name: string) => RISKY.has(name)
export const RISKY = new Set(CATEGORIES.filter(({ high_risk }) => high_risk).map(({ name }) => name))

/** "Only pet food" would open a whole category; "no beer" closes one that is meant as a whole. */
function refusePart({ construction }: Clause, lists: readonly List<unknown>[], wordAt: WordAt): Refusal | null {
  const unheld = lists.find((list) => !holdsItsRest(list))
  if (unheld !== undefined) return unclearList(unheld)
  const isBan = construction === 'BLOCK_CATEGORIES'
  for (const item of lists.flatMap(({ items }) => items as CategoryItem[])) {
    const [name = ''] = item.names ?? []
    const written = wordsOf({ from: item.at, to: item.to }, wordAt).join(' ')
    if (item.isAllowOnly === true && isBan)
      return refuse(
        'unknown_category',
        { from: item.at, to: item.to },
        `"${written}" is an everyday word, and a category only where it is called one.`,
        `Write "block the category ${written}".`,
      )
    if (item.isBanOnly === true && !isBan)
      return refuse(
        'unknown_category',
        { from: item.at, to: item.to },
        `"${wordsOf({ from: item.at, to: item.to }, wordAt).join(' ')}" is an everyday word, and names a category only where it is forbidden.`,
        `Write ${name} if that category is meant.`,
      )
    if (
      item.isPart !== true ||
      (isBan && RISKY.has(name)) ||
      (!/^tolls?\b/.test(wordAt(item.at)) && isCompleted(item, lists))
    )
      continue
    const words = wordsOf({ from: item.at, to: item.to }, wordAt).join(' ')
    return refuse(
      'unknown_category',
      { from: item.at, to: item.to },
      `"${words}" is only a part of the category ${name}, and a policy holds for whole categories.`,
      `Write ${name} if all of it is meant.`,
    )
  }
  return null
}

/** "Buses, trains and taxis": beside what names more of it, a part is a word for the category. */
function isCompleted({ names: [name = ''], at }: CategoryItem, lists: readonly List<unknown>[]): boolean {
  const others = lists
    .flatMap(({ items }) => items as CategoryItem[])
    .filter((other) => other.at !== at && other.names?.includes(name) === true)
  return others.length > 1 || others.some(({ isPart }) => isPart !== true)
}

/** What is made or sent, as payments are, and not bought. */
const INSTRUMENTS = new Set(
  'cash_advance money_transfer investments crypto_quasi_cash charity_membership gambling'.split(' '),
)

const COUNTS = 'none one two three four five six seven eight nine ten'.split(' ')

/** "Only these three: a.com and b.com": one is missing, or the number is wrong. */
function refuseMiscounted(clause: Clause, lists: readonly List<unknown>[]): Refusal | null {
  const said = COUNTS.findIndex((word) => clause.marks.has(`count_${word}`))
  const found = lists.reduce((sum, { items }) => sum + items.length, 0)
  if (said === -1 || said === found) return null
  return refuse(
    'contradiction',
    clause,
    `The text says ${COUNTS[said]} and names ${found}.`,
    'Name all of them, or leave the number out.',
  )
}

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

/** "Gas" is fuel only beside what else a vehicle needs. */
function refuseGas(lists: readonly List<unknown>[], wordAt: WordAt): Refusal | null {
  const items = lists.flatMap(({ items: some, slot }) => (slot === 'CATEGORIES' ? (some as CategoryItem[]) : []))
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

const TECHNOLOGY = new Set(
  'software cloud_services it_services electronics ai_services api_services data_services telecom'.split(' '),
)

/** "Hardware" is computers only beside what else belongs to them: a hardware store sells tools. */
function refuseHardware(lists: readonly List<unknown>[], wordAt: WordAt): Refusal | null {
  const items = lists.flatMap(({ items: some, slot }) => (slot === 'CATEGORIES' ? (some as CategoryItem[]) : []))
  const hardware = items.find(({ at, to }) => to === at + 1 && wordAt(at) === 'hardware')
  const isTold = items.some((item) => item !== hardware && item.names.some((name) => TECHNOLOGY.has(name)))
  if (hardware === undefined || isTold) return null
  return refuse(
    'unknown_category',
    { from: hardware.at, to: hardware.to },
    '"Hardware" can be computers and other devices (electronics), or tools and building materials (home_garden).',
    'Write electronics or home_garden.',
  )
}

/** What a word opens or closes besides what it names: "parking" is all of ground_transport. */
function partReadings(lists: readonly List<unknown>[], wordAt: WordAt): Reading[] {
  return lists
    .flatMap(({ items }) => items as CategoryItem[])
    .filter(({ isPart, isNarrower }) => isPart || isNarrower)
    .map(({ names, at, to }) => {
      const words = wordsOf({ from: at, to }, wordAt).join(' ')
      return { code: 'whole_category', message: `"${words}" stands for the whole category ${names[0]}.` }
    })
}

export function namesOfCategories(list: List<unknown>): string[] {
  return (list.items as CategoryItem[]).flatMap(({ names }) => names)
}

function categoriesOf(lists: readonly List<unknown>[]): { names: readonly string[]; named: readonly string[] } {
  const items = lists.flatMap((list) => list.items as CategoryItem[])
  const named = items.filter(({ names }) => names.length === 1)
  return { names: items.flatMap(({ names }) => names), named: named.flatMap(({ names }) => names) }
}

/** "Travel except airlines" is the rest of travel; "software but not games" keeps the games as a ban. */
export function withExcepted(clause: Clause, { lists, marks }: Captured, wordAt: WordAt): Clause | Refusal {
  const [first, second] = lists
  if (first === undefined || second === undefined) return clause
  if (endsUnclearly(first, second, wordAt)) return unclearList(clause)
  const part = refusePart({ ...clause, construction: 'ALLOW_BUT' }, lists, wordAt)
  if (part !== null) return part
  const readings = partReadings(lists, wordAt)
  const [kept, excepted] = [namesOfCategories(first), namesOfCategories(second)]
  if ((first.items as CategoryItem[]).some(({ names }) => names.every((name) => excepted.includes(name))))
    return refuse('contradiction', clause, 'Part of what is allowed is excepted again.', 'Keep one of the two.')
  const isOutside = excepted.filter((name) => !kept.includes(name))
  if (isOutside.length === 0) {
    const rest = kept.filter((name) => !excepted.includes(name))
    if (rest.length === 0)
      return refuse('contradiction', clause, 'Everything that is allowed is excepted.', 'Keep one of the two.')
    return { ...clause, lists: [{ field: 'allowedCategories', names: rest, isOnly: true }], readings }
  }
  if (isOutside.length < excepted.length || lists.length > 2 || !marks.has('but') || marks.has('within'))
    return unsupported(clause, 'EXCEPTION')
  return {
    ...clause,
    readings,
    lists: [
      { field: 'allowedCategories', ...categoriesOf([first]), isOnly: true },
      { field: 'blockedCategories', names: excepted, isOnly: false },
    ],
  }
}

/** "Travel, except airlines, transport is allowed": the transport could be allowed, too. */
function endsUnclearly(kept: List<unknown>, excepted: List<unknown>, wordAt: WordAt): boolean {
  const verb = wordAt(excepted.to)
  if (excepted.items.length === 1 || !/^(?:is|are)$/.test(verb)) return false
  const [joint = ''] = excepted.joints.slice(-1)
  return verb === 'are' || wordAt(kept.to) === ',' || !/\b(?:and|or)$/.test(joint)
}

/** "Software, books and travel. Only these two." */
export function isMiscounted({ marks }: Clause, allowing: readonly Clause[]): boolean {
  const said = [...marks].find((mark) => mark.startsWith('count_'))
  const counts = allowing.flatMap(({ lists }) => lists.map(({ count = 0 }) => count))
  return said !== undefined && COUNTS[counts.reduce((sum, count) => sum + count, 0)] !== said.slice('count_'.length)
}
