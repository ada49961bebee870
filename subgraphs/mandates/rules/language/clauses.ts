// What a construction says, made of the values it took: limits, lists, windows. A value that can be no part of a policy,
// like hours on two clocks, is the reason of the refusal.
import { CATEGORIES } from '../categories.ts'
import { type Captured, isZone, sortCaptures } from './captures.ts'
import type { CategoryItem } from './categoryItems.ts'
import type { Capture } from './chart.ts'
import type { Clause, LimitField, ListField, Range, Reading } from './clause.ts'
import type { Construction } from './grammar.ts'
import { PERIOD_FIELDS, withLimits, withThreshold } from './limitClause.ts'
import { merchantReadings, namesOfMerchants } from './merchantItems.ts'
import { ambiguousHours, type Refusal, refuse, unclearList, unsupported } from './refusals.ts'
import type { List } from './values.ts'
import { withWindows } from './windowClause.ts'

type WordAt = (at: number) => string

/** @returns the clause, why its values cannot be, or null when the words do not fit together at all */
export function readClause(captures: readonly Capture[], range: Range, wordAt: WordAt): Clause | Refusal | null {
  const act = captures.findIndex((each) => typeof each === 'string' && each.startsWith('@'))
  const ordered = captures.filter((_each, index) => index !== act)
  const construction = String(captures[act]).slice(1) as Construction
  const captured = sortCaptures(ordered)
  const clause: Clause = {
    ...range,
    construction,
    marks: captured.marks,
    limits: [],
    lists: [],
    windows: [],
    zone: null,
    readings: [],
  }
  if (captured.marks.has('needs_only') && !captured.marks.has('only')) return null
  // "I only want it to buy software"
  if (captured.marks.has('imperative') && wordsOf(range, wordAt).some((word) => /^(?:only|just|solely)$/.test(word)))
    return null
  if ((captured.marks.has('either') || captured.marks.has('at_all')) && !isNegated(wordsOf(range, wordAt))) return null
  const isPair = captured.lists.every(({ items }) => items.length === 2)
  const isMany = captured.lists.every(({ items }) => items.length > 1)
  if ((captured.marks.has('both') && !isPair) || (captured.marks.has('neither') && !isMany)) return null
  // "Not on games, on software"
  if (captured.marks.has('behind_any') && captured.lists.some(({ joints }) => joints.includes(','))) return null
  // "Allow all restricted categories": which they are is not said.
  if (captured.marks.has('all_of') && captured.lists.some((list) => namesOfCategories(list).every(isRisky))) return null
  if (captured.marks.has('either_or') && !captured.lists.some(isOneOf)) return null
  switch (construction) {
    case 'LIMIT':
    case 'BARE_LIMIT':
      return withLimits(clause, captured, wordsOf(range, wordAt))
    case 'NO_LIMIT':
      return {
        ...clause,
        limits: Object.values(PERIOD_FIELDS).map((field) => ({ field, usdMicro: null, isBare: false })),
      }
    case 'NO_PERIOD_LIMIT':
      return { ...clause, limits: fieldsOf(captured).map((field) => ({ field, usdMicro: null, isBare: false })) }
    case 'APPROVAL_ABOVE':
    case 'FREE_BELOW':
    case 'FINE_UP_TO':
      return withThreshold(clause, captured)
    case 'APPROVAL_ALL':
      return { ...clause, limits: [{ field: 'approvalThreshold', usdMicro: 0n, isBare: false }] }
    case 'WINDOW':
      if (isPlaceOpen(captured.marks, wordsOf(range, wordAt))) return ambiguousHours(clause)
      // "Also on weekends" adds to what is open, and nothing said what that is.
      return clause.marks.has('also') ? ambiguousHours(clause) : withWindows(clause, captured)
    case 'NO_WINDOW':
      // "Payments are not allowed on weekdays only": are they allowed on weekends or at all times but these?
      if (clause.marks.has('only')) return ambiguousHours(clause)
      return withWindows(clause, captured)
    case 'ZONE_OF_ALL':
      return { ...clause, zone: zonesOf(captured)[0] ?? null }
    case 'ALLOW_BUT':
      return withExcepted(clause, captured, wordAt)
    case 'BLOCK_CATEGORIES':
      return runsOn(captured.lists, range, wordAt) ? unclearList(clause) : withLists(clause, captured, wordAt)
    default:
      return withLists(clause, captured, wordAt)
  }
}

/** "Either software or books" */
const isOneOf = ({ items, joints }: List<unknown>) => items.length > 1 && joints[joints.length - 1]?.endsWith('or')

function wordsOf({ from, to }: Range, wordAt: WordAt): string[] {
  return Array.from({ length: to - from }, (_, index) => wordAt(from + index))
}

/** "The school is open Mon-Fri" tells the hours of a place. */
function isPlaceOpen(marks: ReadonlySet<string>, words: readonly string[]): boolean {
  const isOrg = [...marks].some((mark) => mark.startsWith('org_'))
  return (
    isOrg && words.some((word) => ['open', 'active', 'works', 'runs', 'operates', 'working', 'running'].includes(word))
  )
}

const NEGATIONS = /^(?:no|not|nor|never|nothing|none|nobody|neither|cannot|cant|dont|.*n't)$/

/** "At all" and "either" stand behind what is denied. */
function isNegated(words: readonly string[]): boolean {
  return words.some((word) => NEGATIONS.test(word))
}

const PERMISSIONS = new Set(['allowed', 'permitted', 'fine', 'ok', 'okay', 'good', 'goes', 'please'])

/** "No gambling, groceries allowed": the last items could be allowed, unless the list says itself where it ends. */
function runsOn(lists: readonly List<unknown>[], { to }: Range, wordAt: WordAt): boolean {
  const [list] = lists.slice(-1)
  if (list === undefined || list.to >= to || !PERMISSIONS.has(wordAt(to - 1))) return false
  const after = wordsOf({ from: list.to, to }, wordAt)
  const isNegated = after.some((word) => ['not', 'never', "isn't", "aren't"].includes(word))
  if (isNegated || /\b(?:or|nor)$/.test(list.joints[list.joints.length - 1] ?? 'or')) return false
  // "Everything except gambling, alcohol and tobacco is allowed": "is" belongs to "everything".
  const [last = ''] = list.joints.slice(-1)
  return !(after[0] === 'is' && /\b(?:and|or)$/.test(last))
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
  const lists = (marks.has('detail') ? detailed(captured.lists) : captured.lists).map((list) => withPipedGas(list, wordAt))
  const [first, second] = lists
  if (first === undefined) return clause.construction in LIST_FIELDS ? null : clause
  const refusal = refusePart(clause, lists, wordAt) ?? refuseGas(lists, wordAt) ?? refuseMiscounted(clause, lists)
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
      lists: [{ field, ...categoriesOf(lists), isOnly, count: lists.reduce((sum, { items }) => sum + items.length, 0) }],
      readings: partReadings(lists, wordAt),
    }
  const all = { ...first, items: lists.flatMap(({ items }) => items) }
  const merchants = namesOfMerchants(all, marks)
  if ('why' in merchants) return merchants
  return { ...clause, lists: [{ field, names: merchants.names, isOnly, count: all.items.length }], readings: merchantReadings(all) }
}

/** "Travel only: flights and hotels" is what stands behind the colon, where all of it belongs to what stands before. */
function detailed(lists: readonly List<unknown>[]): readonly List<unknown>[] {
  const [whole, parts] = lists
  // "Books and courses (education)" may say so of the courses alone.
  if (whole === undefined || parts === undefined || lists.length > 2 || whole.items.length > 1) return []
  const names = new Set(namesOfCategories(whole))
  // "Books and courses (education)" tells what the last of them is.
  const [last, ...others] = (whole.items as CategoryItem[]).toReversed()
  if (last !== undefined && others.length > 0) {
    const inner = namesOfCategories(parts)
    const isGloss = inner.length === last.names.length && inner.every((name) => last.names.includes(name))
    if (isGloss) return inner.length === names.size ? [parts] : [whole]
    // "Travel and food (restaurants)": of the food alone, or of both.
    if (inner.every((name) => last.names.includes(name)) && inner.length < names.size) return []
  }
  return namesOfCategories(parts).every((name) => names.has(name)) ? [parts] : []
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
const isRisky = (name: string) => RISKY.has(name)
export const RISKY = new Set(CATEGORIES.filter(({ high_risk }) => high_risk).map(({ name }) => name))

/** "Only pet food" would open a whole category; "no beer" closes one that is meant as a whole. */
function refusePart({ construction }: Clause, lists: readonly List<unknown>[], wordAt: WordAt): Refusal | null {
  const unheld = lists.find((list) => !holdsItsRest(list))
  if (unheld !== undefined) return unclearList(unheld)
  const isBan = construction === 'BLOCK_CATEGORIES'
  for (const item of lists.flatMap(({ items }) => items as CategoryItem[])) {
    const [name = ''] = item.names ?? []
    if (item.isBanOnly === true && !isBan)
      return refuse(
        'unknown_category',
        { from: item.at, to: item.to },
        `"${wordsOf({ from: item.at, to: item.to }, wordAt).join(' ')}" is an everyday word, and names a category only where it is forbidden.`,
        `Write ${name} if that category is meant.`,
      )
    if (item.isPart !== true || (isBan && RISKY.has(name))) continue
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

/** What is made or sent, as payments are, and not bought. */
const INSTRUMENTS = new Set(
  'cash_advance money_transfer investments crypto_quasi_cash charity_membership gambling'.split(' '),
)

export const COUNTS = 'none one two three four five six seven eight nine ten'.split(' ')

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
function withPipedGas<T extends List<unknown>>(list: T, wordAt: WordAt): T {
  if (list.slot !== 'CATEGORIES') return list
  const items = list.items as CategoryItem[]
  const isGas = ({ at, to }: CategoryItem) => to === at + 1 && wordAt(at) === 'gas'
  const isPiped = items.filter(({ at }) => PIPED.has(wordAt(at))).length > 1 && wordAt(list.to - 1) === 'bills'
  const hasVehicle = items.some((item) => !isGas(item) && item.names.some((name) => VEHICLES.has(name)))
  if (!isPiped || hasVehicle) return list
  return { ...list, items: items.map((item) => (isGas(item) ? { ...item, names: ['utilities'], isNarrower: true } : item)) }
}

/** "Gas" is fuel only beside what else a vehicle needs. */
function refuseGas(lists: readonly List<unknown>[], wordAt: WordAt): Refusal | null {
  const items = lists.flatMap(({ items: some, slot }) => (slot === 'CATEGORIES' ? (some as CategoryItem[]) : []))
  const gas = items.find(({ at, to }) => to === at + 1 && wordAt(at) === 'gas')
  const others = items.filter((item) => item !== gas)
  if (gas === undefined || gas.names[0] === 'utilities' || others.some(({ names }) => names?.some((name) => VEHICLES.has(name)))) return null
  return refuse(
    'unknown_category',
    { from: gas.at, to: gas.to },
    '"Gas" can be the fuel of vehicles, a utility, or what a chain takes for a transaction.',
    'Write fuel or utilities; network fees are no category.',
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

function namesOfCategories(list: List<unknown>): string[] {
  return (list.items as CategoryItem[]).flatMap(({ names }) => names)
}

function categoriesOf(lists: readonly List<unknown>[]): { names: readonly string[]; named: readonly string[] } {
  const items = lists.flatMap((list) => list.items as CategoryItem[])
  const named = items.filter(({ names }) => names.length === 1)
  return { names: items.flatMap(({ names }) => names), named: named.flatMap(({ names }) => names) }
}

/** "Travel except airlines" is the rest of travel; "software but not games" keeps the games as a ban. */
function withExcepted(clause: Clause, { lists, marks }: Captured, wordAt: WordAt): Clause | Refusal {
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

function fieldsOf({ marks }: Captured): LimitField[] {
  return [...marks].flatMap((mark) => PERIOD_FIELDS[mark] ?? [])
}

function zonesOf({ ordered }: Captured): string[] {
  return ordered.filter(isZone).map(({ zone }) => zone)
}
