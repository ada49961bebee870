// Clauses that allow or block: "only example.com", "no gambling or alcohol", "everything except crypto", "software only".
// The surprise: the words before the list are counted, not matched one by one, and any combination that could be read
// two ways (a ban that is negated, "not only") is refused.
import { type ItemContext, type ItemList, isItemStart, readItems } from './listItems.ts'
import {
  followsSoftly,
  isBoundary,
  kindAt,
  type Range,
  type Reader,
  type Refusal,
  refuse,
  refuseToken,
  tokenAt,
  unreadable,
} from './reader.ts'
import type { Kind } from './tokens.ts'

const FILLER = new Set<Kind>(
  'subject may spend unitTransaction det polite be on at in for to of categoryNoun merchantNoun keep colon'.split(
    ' ',
  ) as Kind[],
)

const POLAR = new Set<Kind>(['neg', 'nothing', 'block', 'only', 'allow'])

interface Opening {
  index: number
  onlys: number
  allows: number
  blocks: number
  negations: number
  /** "everything", "nothing", "nowhere": what an exception is taken from. */
  hasEverything: boolean
  isException: boolean
  acceptsPlain: boolean
  isMultiline: boolean
  isMerchant: boolean
  /** "may", "can", "is allowed to". */
  isPermitted: boolean
  /** "buy", "spend on", "purchases". */
  hasVerb: boolean
  /** The words stand in an order that has no reading. */
  isBroken: boolean
  /** "Limit" and "restrict" allow only what follows "to". */
  expectsTo: boolean
}

export function readList(reader: Reader): Refusal | null {
  const from = reader.at
  if (isItemStart(reader, from, false)) return readSubjectFirst(reader, from)
  const opening = readOpening(reader, from)
  const { index } = opening
  const polarity = polarityOf(opening)
  if (kindAt(reader, index) === 'signal') return refuseToken(reader, index)
  if (polarity === null) return refuseOpening(reader, from, index)
  if (
    !isItemStart(reader, index, opening.acceptsPlain) &&
    kindAt(reader, index) !== 'unknown' &&
    kindAt(reader, index) !== 'plainCategory'
  )
    return isBoundary(reader, index) ? unreadable({ from, to: Math.max(index, from + 1) }) : refuseToken(reader, index)
  const items = readItems(reader, index, opening)
  if ('why' in items) return items
  if (isEntangled(reader, from, opening, items)) return refuseEntangled({ from, to: items.next })
  reader.at = items.next
  const isOnly = opening.onlys > 0 || (polarity === 'allow' && opening.isException)
  if (polarity === 'block') return finishBlock(reader, { from, to: items.next }, items, { ...opening, itemsAt: index })
  return finishAllow(reader, from, items, isOnly, opening)
}

function readOpening(reader: Reader, from: number): Opening {
  const opening: Opening = {
    index: from,
    onlys: 0,
    allows: 0,
    blocks: 0,
    negations: 0,
    hasEverything: false,
    isException: false,
    acceptsPlain: false,
    isMultiline: false,
    isMerchant: false,
    isPermitted: false,
    hasVerb: false,
    isBroken: false,
    expectsTo: false,
  }
  while (takeOpening(reader, opening)) opening.index += 1
  return opening
}

/** An exception is taken once, from something said before it. */
function takeException(opening: Opening): void {
  if (opening.isException || !opening.hasEverything) opening.isBroken = true
  opening.isException = true
}

function takeOpening(reader: Reader, opening: Opening): boolean {
  const { kind, word, isLine } = tokenAt(reader, opening.index)
  const isPolar = POLAR.has(kind)
  // "Everything not except", "everything except no": the negation would change what it stands behind.
  if (isPolar && (opening.isException || (opening.hasEverything && kind !== 'allow'))) opening.isBroken = true
  if (word === 'limit' || word === 'limited' || word === 'restrict') opening.expectsTo = true
  if (kind === 'to' && word === 'to') opening.expectsTo = false
  if (kind === 'only' || kind === 'restrict' || word === 'limit' || word === 'limited' || word === 'limited to')
    opening.onlys += 1
  else if (kind === 'allow') opening.allows += 1
  else if (kind === 'block') opening.blocks += 1
  else if (kind === 'neg' || kind === 'nothing') opening.negations += 1
  else if (kind === 'every') {
    opening.hasEverything = true
    // "Not everything except" has no reading; "don't allow anything except" has.
    if (opening.negations > 0 && opening.allows === 0 && !opening.hasVerb) opening.isBroken = true
  } else if (kind === 'except' || (kind === 'but' && opening.hasEverything)) takeException(opening)
  else if (isLine === true && kindAt(reader, opening.index - 1) === 'colon') opening.isMultiline = true
  else if (isLine === true && opening.isMultiline && tokenAt(reader, opening.index - 1).isLine === true) return true
  else if (!FILLER.has(kind)) return false
  if (kind === 'nothing' || (kind === 'det' && word === 'all')) opening.hasEverything = true
  if (kind === 'categoryNoun') opening.acceptsPlain = true
  if (kind === 'merchantNoun' || kind === 'at') opening.isMerchant = true
  // "No merchants except example.com": the noun is what the exception is taken from.
  if (kind === 'merchantNoun' || kind === 'categoryNoun') opening.hasEverything = true
  if (kind === 'spend' || kind === 'unitTransaction') opening.hasVerb = true
  if (kind === 'may' && !/^(?:should|shall|will)/.test(word)) opening.isPermitted = true
  return true
}

function polarityOf({
  onlys,
  allows,
  blocks,
  negations,
  isException,
  hasEverything,
  isPermitted,
  isBroken,
  expectsTo,
}: Opening): 'allow' | 'block' | null {
  const bans = blocks + negations
  if (isBroken || expectsTo) return null
  if (bans > 1 || (bans > 0 && onlys > 0) || (blocks > 0 && allows > 0)) return null
  if (isException) {
    if (!hasEverything || onlys > 0) return null
    return bans === 1 ? 'allow' : 'block'
  }
  if (bans === 1) return 'block'
  // "You can buy software" allows; "buy software" alone is an order, not a rule.
  return onlys > 0 || allows > 0 || isPermitted ? 'allow' : null
}

/**
 * "Block gambling, not adult", "only software, not games and books": after a comma a bare negation could be taken from
 * the list before it, or the last words could belong to that list.
 */
function isEntangled(reader: Reader, from: number, opening: Opening, items: ItemList): boolean {
  const last = reader.lists[reader.lists.length - 1]
  const isBare =
    opening.negations === 1 && kindAt(reader, from) === 'neg' && isPlainNegation(reader, from, opening.index)
  if (!isBare || last === undefined) return false
  if (last.isMultiline !== true && !followsSoftly(reader, last, from)) return false
  if (last.field === 'blockedCategories') return tokenAt(reader, last.from).word !== tokenAt(reader, from).word
  return items.isJoinedByAnd
}

function isPlainNegation(reader: Reader, from: number, itemsAt: number): boolean {
  for (let index = from + 1; index < itemsAt; index++)
    if (!['det', 'on', 'for', 'at', 'in'].includes(kindAt(reader, index))) return false
  return true
}

function refuseEntangled(range: Range): Refusal {
  const message = 'It is not clear which of the listed words this negation is about.'
  return refuse(
    'contradiction',
    range,
    message,
    'Write what is blocked as a sentence of its own that begins with "Block".',
  )
}

function refuseOpening(reader: Reader, from: number, index: number): Refusal {
  if (index === from) return refuseToken(reader, index)
  let to = index
  while (!isBoundary(reader, to)) to += 1
  return unreadable({ from, to: Math.max(to, from + 1) })
}

function finishBlock(
  reader: Reader,
  range: Range,
  items: ItemList,
  { itemsAt, isException, isMultiline }: { itemsAt: number; isException: boolean; isMultiline: boolean },
): Refusal | null {
  if (items.kind === 'domain') {
    const message = 'A policy lists allowed merchants; it has no list of blocked ones.'
    return refuse(
      'unsupported_rule',
      { from: itemsAt, to: items.next },
      message,
      'List the merchants that are allowed, or block a category.',
    )
  }
  const kept = readExceptions(reader, items)
  if ('why' in kept) return kept
  // "No gambling is allowed" repeats the ban, "no gambling allowed" too.
  if (tokenAt(reader, range.from).kind === 'neg' || isException) skipTail(reader)
  reader.lists.push({
    from: range.from,
    to: reader.at,
    field: 'blockedCategories',
    names: kept.names,
    isOnly: false,
    isMultiline,
  })
  return null
}

function finishAllow(
  reader: Reader,
  from: number,
  items: ItemList,
  isOnly: boolean,
  context: ItemContext,
): Refusal | null {
  const kept = readExceptions(reader, items)
  if ('why' in kept) return kept
  const merchantsAt = reader.at
  if (items.kind === 'category' && kindAt(reader, merchantsAt) === 'at') {
    const merchants = readItems(reader, merchantsAt + 1, { ...context, isMerchant: true })
    if ('why' in merchants) return merchants
    if (merchants.kind !== 'domain') return unreadable({ from: merchantsAt, to: merchants.next })
    reader.at = merchants.next
    reader.lists.push({
      from: merchantsAt,
      to: merchants.next,
      field: 'allowedMerchants',
      names: merchants.names,
      isOnly,
    })
  } else skipTail(reader)
  const to = reader.lists[reader.lists.length - 1]?.from === merchantsAt ? merchantsAt : reader.at
  const field = items.kind === 'domain' ? 'allowedMerchants' : 'allowedCategories'
  reader.lists.push({ from, to, field, names: kept.names, isOnly })
  return null
}

/** "travel except hotels": the list without the exceptions, which must be part of it. */
function readExceptions(reader: Reader, items: ItemList): { names: readonly string[] } | Refusal {
  const isAfterComma = kindAt(reader, items.next) === 'comma' && kindAt(reader, items.next + 1) === 'except'
  const at = isAfterComma ? items.next + 1 : items.next
  if (kindAt(reader, at) !== 'except') return items
  const exceptions = readItems(reader, at + 1, {
    acceptsPlain: false,
    isMultiline: false,
    isMerchant: items.kind === 'domain',
  })
  if ('why' in exceptions) return exceptions
  const names = items.names.filter((name) => !exceptions.names.includes(name))
  // Each exception is taken from a group and leaves something of it.
  const isPart = exceptions.names.every((name) =>
    items.items.some((item) => item.includes(name) && item.some((each) => !exceptions.names.includes(each))),
  )
  if (items.kind === 'domain' || !isPart || names.length === 0) {
    const message = 'The exception is not a part of what it is taken from.'
    return refuse(
      'contradiction',
      { from: at, to: exceptions.next },
      message,
      'Name a group and except some of its categories.',
    )
  }
  reader.at = exceptions.next
  return { names }
}

/** "... is allowed", "... are allowed", after a list that already says so. */
function skipTail(reader: Reader): void {
  const at = kindAt(reader, reader.at) === 'be' ? reader.at + 1 : reader.at
  if (kindAt(reader, at) === 'allow' && isBoundary(reader, at + 1)) reader.at = at + 1
}

/** "Software only", "gambling and firearms are forbidden", "alcohol is not allowed". */
function readSubjectFirst(reader: Reader, from: number): Refusal | null {
  const items = readItems(reader, from, { acceptsPlain: false, isMultiline: false, isMerchant: false })
  if ('why' in items) return items
  let index = items.next
  let negations = 0
  while (['be', 'neg', 'may', 'require'].includes(kindAt(reader, index))) {
    const { kind, word } = tokenAt(reader, index)
    if (kind === 'neg') negations += 1
    if (kind === 'require' && word !== 'must' && word !== 'must be') return refuseToken(reader, index)
    index += 1
  }
  const kind = kindAt(reader, index)
  const isAllowed = (kind === 'only' || kind === 'allow') && negations === 0
  const isBlocked = (kind === 'allow' && negations === 1) || (kind === 'block' && negations === 0)
  if (!isAllowed && !isBlocked)
    return index === items.next || negations === 0
      ? refuseToken(reader, index === items.next ? from : index)
      : unreadable({ from, to: index + 1 })
  reader.at = index + 1
  if (isBlocked) {
    return finishBlock(
      reader,
      { from, to: index + 1 },
      { ...items, next: index + 1 },
      { itemsAt: from, isException: false, isMultiline: false },
    )
  }
  const field = items.kind === 'domain' ? 'allowedMerchants' : 'allowedCategories'
  reader.lists.push({ from, to: index + 1, field, names: items.names, isOnly: kind === 'only' })
  return null
}
