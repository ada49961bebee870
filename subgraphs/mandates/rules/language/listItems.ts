// Lists of categories or of merchant domains inside a clause: "gambling, adult and weapons", "a.com or *.b.org".
// The surprise: a list ends before a separator whose next word is no item, because that word begins the next clause.
import { nearCategories } from '../categories.ts'
import { parseMerchantEntry } from '../merchantDomain.ts'
import { isBoundary, kindAt, type Reader, type Refusal, refuse, tokenAt, unreadable } from './reader.ts'
import { MALFORMED_DOMAIN } from './signals.ts'

export type ItemKind = 'category' | 'domain'

export interface ItemList {
  readonly kind: ItemKind
  readonly names: readonly string[]
  /** The names item by item: a group is one item. */
  readonly items: readonly (readonly string[])[]
  /** A comma or "and" stands between items, not only "or". */
  readonly isJoinedByAnd: boolean
  /** Index after the last token of the list. */
  readonly next: number
}

export interface ItemContext {
  /** After "categories", plain English words such as "other" are names too. */
  readonly acceptsPlain: boolean
  /** After "Block:" at the end of a line, the lines below are items. */
  readonly isMultiline: boolean
  /** "at", "from", "merchants": an unknown word is a merchant, not a category. */
  readonly isMerchant: boolean
}

export function isItemStart(reader: Reader, index: number, acceptsPlain: boolean): boolean {
  const at = skipDeterminers(reader, index)
  const kind = kindAt(reader, at)
  return kind === 'category' || kind === 'domain' || (acceptsPlain && kind === 'plainCategory')
}

/** The list that begins here; the caller has seen that an item or an unknown word stands here. */
export function readItems(reader: Reader, from: number, context: ItemContext): ItemList | Refusal {
  const items: (readonly string[])[] = []
  let isJoinedByAnd = false
  let kind: ItemKind | null = null
  let index = from
  for (;;) {
    const item = readItem(reader, skipDeterminers(reader, index), context, kind)
    if ('why' in item) return item
    kind = item.kind
    items.push(item.names)
    index = item.next
    const next = skipSeparators(reader, index, context)
    const list = { kind, names: items.flat(), items, isJoinedByAnd, next: index }
    if (next === index) return list
    if (!isItemStart(reader, next, context.acceptsPlain) && !isUnknownItem(reader, next)) return list
    for (let at = index; at < next; at++) if (kindAt(reader, at) !== 'or') isJoinedByAnd = true
    index = next
  }
}

interface Item {
  readonly kind: ItemKind
  readonly names: readonly string[]
  readonly next: number
}

function readItem(reader: Reader, index: number, context: ItemContext, kind: ItemKind | null): Item | Refusal {
  const token = tokenAt(reader, index)
  if (token.kind === 'domain') {
    if (kind === 'category') return refuseMixture(index)
    const entry = /[/].*\./.test(token.word.replace(/^[a-z]+:\/\//, '')) ? null : parseMerchantEntry(token.word)
    if (entry === null) return { why: MALFORMED_DOMAIN, from: index, to: index + 1 }
    return { kind: 'domain', names: [entry.written], next: skipNouns(reader, index + 1) }
  }
  const isPlain = token.kind === 'plainCategory' && context.acceptsPlain
  if (token.kind !== 'category' && !isPlain)
    return refuseItem(reader, index, kind === null ? context.isMerchant : kind === 'domain')
  if (kind === 'domain') return refuseMixture(index)
  const names = token.names ?? [
    token.word === 'unknown' ? 'uncategorized' : token.word === 'others' ? 'other' : token.word,
  ]
  return { kind: 'category', names, next: skipNouns(reader, index + 1) }
}

function refuseMixture(index: number): Refusal {
  return refuse(
    'unsupported_rule',
    { from: index, to: index + 1 },
    'Merchants and categories are two rules that both have to hold; one list cannot offer either.',
    'Write two sentences, one for the categories and one for the merchants.',
  )
}

function refuseItem(reader: Reader, from: number, isMerchantList: boolean): Refusal {
  const token = tokenAt(reader, from)
  if (token.signal !== undefined) return { why: token.signal, from, to: from + 1 }
  if (token.kind !== 'unknown' && token.kind !== 'plainCategory') return unreadable({ from, to: from + 1 })
  let to = from + 1
  while (kindAt(reader, to) === 'unknown') to += 1
  const word = reader.text.slice(token.start, tokenAt(reader, to - 1).end)
  const isMerchant = isMerchantList || kindAt(reader, to) === 'merchantNoun' || isProperName(reader, from)
  if (isMerchant)
    return {
      why: {
        ...MALFORMED_DOMAIN,
        message: `"${word}" does not name one merchant; merchants are named by their domain.`,
      },
      from,
      to,
    }
  const near = nearCategories(word)
  const suggestion =
    near.length === 0
      ? 'Use one of the category names, for example software, travel or gambling.'
      : `Did you mean ${near.join(' or ')}?`
  return refuse('unknown_category', { from, to }, `"${word}" is not a category.`, suggestion)
}

/** Capitalised inside a text that is not all capitals, and not where a sentence starts anyway. */
function isProperName(reader: Reader, index: number): boolean {
  const text = reader.text.slice(tokenAt(reader, index).start, tokenAt(reader, index).end)
  const isStart = index === 0 || kindAt(reader, index - 1) === 'stop'
  return !isStart && /^\p{Lu}\p{Ll}/u.test(text)
}

/** An unknown word alone between two separators is a misspelt item rather than the start of a clause. */
function isUnknownItem(reader: Reader, index: number): boolean {
  let at = index
  while (kindAt(reader, at) === 'unknown') at += 1
  return at > index && at - index <= 3 && isBoundary(reader, skipNouns(reader, at))
}

function skipSeparators(reader: Reader, index: number, context: ItemContext): number {
  let at = index
  while (
    ['comma', 'and', 'or', 'slash'].includes(kindAt(reader, at)) ||
    (context.isMultiline && tokenAt(reader, at).isLine === true)
  )
    at += 1
  return at
}

function skipDeterminers(reader: Reader, index: number): number {
  let at = index
  while (kindAt(reader, at) === 'det') at += 1
  return at
}

/** "gambling sites", "software purchases": the noun adds nothing, as long as it ends the item. */
function skipNouns(reader: Reader, index: number): number {
  const kind = kindAt(reader, index)
  return kind === 'merchantNoun' || kind === 'categoryNoun' || kind === 'unitTransaction' ? index + 1 : index
}
