// Amounts of money in digits or words: exact US dollars or a reason why not. The surprise: a separator that could mean
// thousands or decimals is refused ("1.500", "1,50"), and a number without a currency is marked as one.
import { AMOUNT_MAX } from '../policy.ts'
import type { Raw } from './scan.ts'
import { SIGNALS } from './signalPhrases.ts'
import { COUNTED_PAYMENTS, DATE, FOREIGN_CURRENCY, foreignCurrency, type Signal, VAGUE_AMOUNT } from './signals.ts'

/** How far the amount reaches, and what it is. */
export interface ReadAmount {
  readonly next: number
  readonly amount: { readonly usdMicro: bigint; readonly isBare: boolean } | { readonly signal: Signal }
}

const CENT_MICRO = 10_000n
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
// Maps, because the words of a text are looked up in them, and an object knows "constructor" as well.
const MULTIPLES: ReadonlyMap<string, bigint> = new Map([
  ['hundred', 100n],
  ['thousand', 1_000n],
  ['million', 1_000_000n],
  ['grand', 1_000n],
])
const SUFFIXES: ReadonlyMap<string, bigint> = new Map([
  ['', 1n],
  ['k', 1_000n],
  ['usd', 1n],
])
const DOLLAR_WORDS = new Set(['usd', 'dollar', 'dollars', 'buck', 'bucks'])
const CENT_WORDS = new Set(['cent', 'cents', '¢'])
const COUNTED_WORDS = new Set(
  'transactions transaction txs txns payments payment purchases purchase orders order charges times'.split(' '),
)

/** The amount that begins at piece `at`, or null when none does. */
export function readAmount(pieces: readonly Raw[], at: number): ReadAmount | null {
  const first = pieces[at]
  if (first === undefined || !opensAmount(first)) return null
  if (first.kind === 'foreign') return foreign(first, at + (pieces[at + 1]?.kind === 'number' ? 2 : 1))
  const prefix = readCurrency(pieces, at)
  if (isForeignWord(first) && pieces[at + 1]?.kind === 'number') return foreign(first, at + 2)
  const figure = readFigure(pieces, at + prefix)
  if (figure === null) return null
  return withCurrency(pieces, figure, prefix > 0)
}

const OPENING_KINDS = new Set<Raw['kind']>(['number', 'dollar', 'foreign'])
const OPENING_WORDS = new Set([...SMALL, ...TENS, ...DOLLAR_WORDS, 'a', 'an', 'u', 'us', 'american'])

/** Most words of a text do not, and are told by a look-up. */
function opensAmount(piece: Raw): boolean {
  return OPENING_KINDS.has(piece.kind) || OPENING_WORDS.has(piece.lower) || isForeignWord(piece)
}

type Figure = {
  readonly next: number
  readonly hundredths: bigint | null
  readonly isDollars: boolean
}

function withCurrency(pieces: readonly Raw[], figure: Figure, hasPrefix: boolean): ReadAmount {
  let { next } = figure
  const unit = pieces[next]
  if (unit !== undefined && (unit.kind === 'foreign' || isForeignWord(unit))) {
    // "50 Canadian dollars"
    const noun = pieces[next + 1]
    const isAdjective = noun !== undefined && DOLLAR_WORDS.has(noun.lower)
    return isAdjective ? foreign({ text: `${unit.text} ${noun.text}` }, next + 2) : foreign(unit, next + 1)
  }
  if (/^[0-9]{1,2}(?:st|nd|rd|th)$/.test(pieces[next - 1]?.lower ?? '')) return { next, amount: { signal: DATE } }
  if (unit?.lower === 'times' || (!hasPrefix && !figure.isDollars && isCounted(unit)))
    return { next: next + 1, amount: { signal: COUNTED_PAYMENTS } }
  const suffix = readCurrency(pieces, next)
  next += suffix
  const isCents = suffix === 0 && !hasPrefix && unit !== undefined && CENT_WORDS.has(unit.lower)
  if (isCents) next += 1
  const cents = suffix === 0 ? null : (readCents(pieces, next) ?? readTail(pieces, next))
  if (cents !== null) next = cents.next
  if (figure.hundredths === null || isFigure(pieces, next))
    return { next: figure.hundredths === null ? next : afterFigures(pieces, next), amount: { signal: VAGUE_AMOUNT } }
  const hundredths = figure.hundredths + (cents?.value ?? 0n)
  const usdMicro = isCents ? (hundredths * CENT_MICRO) / 100n : hundredths * CENT_MICRO
  if (usdMicro > AMOUNT_MAX || usdMicro % CENT_MICRO !== 0n) return { next, amount: { signal: VAGUE_AMOUNT } }
  return {
    next,
    amount: { usdMicro, isBare: !(hasPrefix || suffix > 0 || isCents || figure.isDollars) },
  }
}

function foreign({ text }: Pick<Raw, 'text'>, next: number): ReadAmount {
  return { next, amount: { signal: foreignCurrency(text) } }
}

interface Cents {
  readonly next: number
  readonly value: bigint
}

/** "5 dollars and 50 cents", "five dollars and fifty cents", "5 dollars 50 cents" */
function readCents(pieces: readonly Raw[], at: number): Cents | null {
  const cents = readBelowHundred(pieces, pieces[at]?.lower === 'and' ? at + 1 : at)
  return cents !== null && CENT_WORDS.has(pieces[cents.next]?.lower ?? '') ? { ...cents, next: cents.next + 1 } : null
}

const BEHIND_AMOUNT = new Set('per a an each every at max maximum tops or and for on in is daily monthly'.split(' '))

/** "Seven dollars fifty per order": two places behind the word for dollars, where nothing else could be counted by them. */
function readTail(pieces: readonly Raw[], at: number): Cents | null {
  const isWritten = [at - 2, at].every((place) => pieces[place]?.kind === 'word')
  if (!/^dollars?$/.test(pieces[at - 1]?.lower ?? '') || !isWritten) return null
  const cents = readBelowHundred(pieces, at)
  if (cents === null || cents.value < 10n) return null
  const after = pieces[cents.next]
  const isEnd = after === undefined || (after.kind !== 'word' && after.kind !== 'number')
  return isEnd || BEHIND_AMOUNT.has(after.lower) ? cents : null
}

function readBelowHundred(pieces: readonly Raw[], at: number): Cents | null {
  const piece = pieces[at]
  if (piece?.kind === 'number')
    return /^[1-9]?[0-9]$/.test(piece.text) ? { next: at + 1, value: BigInt(piece.text) } : null
  const figure = readWords(pieces, at)
  const value = (figure?.hundredths ?? 0n) / 100n
  return figure !== null && value > 0n && value < 100n ? { next: figure.next, value } : null
}

/** How many pieces name US dollars here: "$", "US$", "USD", "US dollars", "USD $". */
export function readCurrency(pieces: readonly Raw[], at: number): number {
  const piece = pieces[at]
  if (piece === undefined) return 0
  if (piece.kind === 'dollar') return 1
  if (piece.kind !== 'word') return 0
  const after = pieces[at + 1]
  const dots = countDots(pieces, at)
  if (dots > 0) return dots + 1
  if (piece.lower === 'american' && DOLLAR_WORDS.has(after?.lower ?? '')) return 2
  if (
    piece.lower === 'us' &&
    ((piece.text === 'US' && after?.kind === 'dollar') || DOLLAR_WORDS.has(after?.lower ?? ''))
  )
    return 2
  if (!DOLLAR_WORDS.has(piece.lower)) return 0
  return (piece.lower === 'usd' && after?.kind === 'dollar') || isUs(piece, after) ? 2 : 1
}

/** "100 dollars US" */
function isUs({ lower }: Raw, after: Raw | undefined): boolean {
  return lower === 'dollars' && after?.text === 'US'
}

/** The pieces of "U.S." before a word for dollars. */
function countDots(pieces: readonly Raw[], at: number): number {
  if (pieces[at]?.lower !== 'u') return 0
  const texts = pieces.slice(at, at + 4).map(({ lower }) => lower)
  const dots = texts.join(' ') === 'u . s .' ? 4 : 0
  return dots > 0 && DOLLAR_WORDS.has(pieces[at + dots]?.lower ?? '') ? dots : 0
}

function isForeignWord(piece: Raw | undefined): boolean {
  if (piece?.kind !== 'word') return false
  return SIGNALS.get(piece.lower) === FOREIGN_CURRENCY
}

function isCounted(piece: Raw | undefined): boolean {
  return piece?.kind === 'word' && COUNTED_WORDS.has(piece.lower)
}

function isFigure(pieces: readonly Raw[], at: number): boolean {
  const piece = pieces[at]
  return piece?.kind === 'number' || (piece?.kind === 'word' && isNumberWord(piece.lower) && piece.lower !== 'one')
}

function afterFigures(pieces: readonly Raw[], at: number): number {
  let next = at
  while (isFigure(pieces, next)) next += 1
  return next
}

function isNumberWord(word: string): boolean {
  return SMALL.includes(word) || TENS.includes(word) || MULTIPLES.has(word)
}

function readFigure(pieces: readonly Raw[], at: number): Figure | null {
  const piece = pieces[at]
  if (piece === undefined) return null
  return piece.kind === 'number' ? readDigits(pieces, at, piece) : readWords(pieces, at)
}

function readDigits(pieces: readonly Raw[], at: number, piece: Raw): Figure {
  const [, digits = '', letters = ''] = /^([0-9.,]+)(.*)$/.exec(piece.lower) ?? []
  const word = pieces[at + 1]?.lower ?? ''
  const multiple = word === 'hundred' ? undefined : MULTIPLES.get(word)
  const next = multiple === undefined ? at + 1 : at + 2
  // "$1M" are millions; "$1m" could be thousands in some books.
  const suffix = /[0-9]M$/.test(piece.text) ? 1_000_000n : SUFFIXES.get(letters)
  // "$2k thousand" is a slip.
  const isTwice = (suffix ?? 1n) > 1n && multiple !== undefined
  const hundredths = suffix === undefined || isTwice ? null : hundredthsOf(digits, suffix * (multiple ?? 1n))
  return { next, hundredths, isDollars: letters === 'usd' }
}

/** Digits as hundredths, or null when they have more than one reading or more than two decimals. */
function hundredthsOf(digits: string, factor: bigint): bigint | null {
  const match = /^(0|[1-9][0-9]{0,14}|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?$/.exec(digits)
  if (match === null) return null
  // "1,234k" is a thousand times more in one country than in another.
  if (factor > 1n && digits.includes(',')) return null
  const whole = BigInt((match[1] ?? '').replaceAll(',', ''))
  return (whole * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))) * factor
}

/** "fifty", "twenty-five", "one hundred and fifty", "one thousand two hundred", "a hundred". */
function readWords(pieces: readonly Raw[], at: number): Figure | null {
  let next = at
  let total = 0n
  let group: bigint | null = null
  let smallest = 1_000_000_000n
  let isDollars = false
  const word = (index: number) => (pieces[index]?.kind === 'word' ? (pieces[index]?.lower ?? '') : '')
  // "Not a dollar more" names no amount.
  if (word(at - 1) === 'not' && DOLLAR_WORDS.has(word(at + 1)) && word(at + 2) === 'more') return null
  if (word(at) === 'a' && (word(at + 1) === 'dollar' || word(at + 1) === 'buck')) {
    group = 1n
    next += 1
  } else if ((word(at) === 'a' || word(at) === 'an') && MULTIPLES.has(word(at + 1))) {
    group = 1n
    next += 1
  } else if (!isNumberWord(word(at)) || MULTIPLES.has(word(at))) return null
  // "one transaction", "a single one": a determiner, not an amount.
  else if (word(at) === 'one' && !MULTIPLES.has(word(at + 1)) && !DOLLAR_WORDS.has(word(at + 1))) return null
  for (;;) {
    if (isHyphen(pieces, next)) next += 1
    const current = word(next)
    const below = valueBelowHundred(current, group)
    const multiple = MULTIPLES.get(current)
    if (below !== null) group = below
    else if (current === 'hundred' && group !== null && group > 0n && group < 100n) group *= 100n
    else if (
      (current === 'thousand' || current === 'million' || current === 'grand') &&
      group !== null &&
      multiple !== undefined &&
      multiple < smallest
    ) {
      smallest = multiple
      // "Two grand" is money, and nothing else.
      isDollars ||= current === 'grand'
      total += group * smallest
      group = null
    } else if (current === 'and' && next > at && joinsNumber(word(next - 1), word(next + 1))) {
      // Says nothing by itself.
    } else break
    next += 1
  }
  return { next, hundredths: (total + (group ?? 0n)) * 100n, isDollars }
}

/** "one hundred and fifty": only after hundred or thousand, and only before what can still be added. */
function joinsNumber(before: string, after: string): boolean {
  return MULTIPLES.has(before) && (SMALL.includes(after) || TENS.includes(after))
}

function isHyphen(pieces: readonly Raw[], at: number): boolean {
  const [before, hyphen, after] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  if (hyphen?.text !== '-' || before?.end !== hyphen.start || after?.start !== hyphen.end) return false
  return TENS.includes(before.lower) && SMALL.includes(after.lower)
}

/** The group with a unit or ten added, or null when the word cannot follow ("two fifty"). */
function valueBelowHundred(word: string, group: bigint | null): bigint | null {
  const small = SMALL.indexOf(word)
  const ten = TENS.indexOf(word)
  if (small === -1 && ten === -1) return null
  const value = small === -1 ? BigInt((ten + 2) * 10) : BigInt(small)
  if (group === null) return value
  if (group % 100n === 0n && group > 0n) return group + value
  const isUnitAfterTen = group % 10n === 0n && group % 100n >= 20n && value > 0n && value < 10n
  return isUnitAfterTen ? group + value : null
}
