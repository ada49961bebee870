// Raw pieces -> tokens: the longest phrase of the vocabulary wins, amounts and clock times become values, and whatever
// stands in no table becomes an unknown token, which no clause takes.
import { readAmount } from './amounts.ts'
import { type Raw, scan } from './scan.ts'
import { FOREIGN_CURRENCY, MALFORMED_DOMAIN, UNCLEAR_ZONE } from './signals.ts'
import type { Kind, Token } from './tokens.ts'
import { LONGEST_BY_FIRST_WORD, TERMS } from './vocabulary.ts'

const PUNCTUATION: Readonly<Record<string, Kind>> = {
  ',': 'comma',
  ';': 'stop',
  '.': 'stop',
  '!': 'stop',
  '|': 'stop',
  ':': 'colon',
  '/': 'slash',
  '-': 'dash',
}

export function lex(text: string): Token[] {
  const pieces = scan(text)
  const tokens: Token[] = []
  let at = 0
  while (at < pieces.length) {
    const read = readToken(pieces, at)
    if (read.token !== null) tokens.push(read.token)
    at = read.next
  }
  tokens.push({ kind: 'end', word: '', start: text.length, end: text.length })
  return tokens
}

function readToken(pieces: readonly Raw[], at: number): { token: Token | null; next: number } {
  const piece = pieces[at] as Raw
  const read = readAmount(pieces, at)
  if (read !== null) {
    const span = { word: piece.lower, start: piece.start, end: (pieces[read.next - 1] ?? piece).end }
    const token: Token =
      'signal' in read.amount
        ? { ...span, kind: 'signal', signal: read.amount.signal }
        : { ...span, kind: 'amount', ...read.amount }
    return { token, next: read.next }
  }
  if (piece.kind === 'word') return readPhrase(pieces, at, piece)
  return { token: readSingle(pieces, at, piece), next: at + 1 }
}

function readPhrase(pieces: readonly Raw[], at: number, piece: Raw): { token: Token; next: number } {
  const wordsMax = LONGEST_BY_FIRST_WORD.get(piece.lower) ?? 1
  let best: { token: Token; next: number } | null = null
  let phrase = ''
  let next = at
  for (let words = 1; words <= wordsMax; words++) {
    const word = pieces[next]
    if (word?.kind !== 'word' && !(words > 1 && word?.kind === 'number')) break
    phrase = words === 1 ? word.lower : `${phrase} ${word.lower}`
    next += 1
    const term = TERMS.get(phrase)
    if (term !== undefined) best = { token: tokenOf(phrase, piece.start, word.end), next }
    if (isJoint(pieces, next)) next += 1
  }
  return best ?? { token: { kind: 'unknown', word: piece.lower, start: piece.start, end: piece.end }, next: at + 1 }
}

function tokenOf(phrase: string, start: number, end: number): Token {
  const term = TERMS.get(phrase)
  if (term === undefined) return { kind: 'unknown', word: phrase, start, end }
  if (term.kind === 'clock') return { ...term, clockStyle: 'half', word: phrase, start, end }
  return { ...term, word: phrase, start, end }
}

function readSingle(pieces: readonly Raw[], at: number, piece: Raw): Token | null {
  const span = { word: piece.lower, start: piece.start, end: piece.end }
  switch (piece.kind) {
    case 'clock':
      return clockToken(piece)
    case 'domain':
      return isSuspectDomain(piece.text)
        ? { ...span, kind: 'signal', signal: MALFORMED_DOMAIN }
        : { ...span, kind: 'domain' }
    case 'zone':
      return { ...span, kind: 'zone', zone: spellZone(piece) }
    case 'badZone':
      return { ...span, kind: 'signal', signal: UNCLEAR_ZONE }
    case 'line':
      return { ...span, kind: 'stop', isLine: true }
    case 'bullet':
      return { ...span, kind: 'stop', isLine: true }
    case 'foreign':
      return { ...span, kind: 'signal', signal: FOREIGN_CURRENCY }
    case 'symbol': {
      return tokenOf(piece.lower, piece.start, piece.end)
    }
    case 'punct': {
      // A hyphen inside a phrase ("per-transaction") says nothing; between days, times and numbers it is a range.
      if (isJoint(pieces, at) && !isRangeEnd(pieces[at - 1]) && !isRangeEnd(pieces[at + 1])) return null
      if (isAbbreviationDot(pieces, at)) return null
      return { ...span, kind: PUNCTUATION[piece.text] ?? 'unknown' }
    }
    default:
      return { ...span, kind: 'unknown' }
  }
}

const zoneSpellings = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]))

/** "europe/paris" as "Europe/Paris"; older names that Intl accepts stay as written. */
function spellZone({ text, lower }: Raw): string {
  return zoneSpellings.get(lower) ?? text
}

function isJoint(pieces: readonly Raw[], at: number): boolean {
  const [before, joint, after] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  if (joint?.text !== '-' && joint?.text !== '_') return false
  return before?.kind === 'word' && after?.kind === 'word' && before.end === joint.start && after.start === joint.end
}

/** "max. $50" */
function isAbbreviationDot(pieces: readonly Raw[], at: number): boolean {
  const [before, dot, after] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  if (dot?.text !== '.' || before?.lower !== 'max' || before.end !== dot.start) return false
  return after?.kind === 'dollar' || after?.kind === 'number'
}

function isRangeEnd(piece: Raw | undefined): boolean {
  const kind = piece === undefined ? undefined : TERMS.get(piece.lower)?.kind
  return kind === 'days' || kind === 'clock'
}

/** A capital after a dot ("example.com.Block") is a missing blank far more often than a domain. */
function isSuspectDomain(text: string): boolean {
  return text !== text.toUpperCase() && /\.\p{Lu}/u.test(text.replace(/^[a-z]+:\/\//i, '').split('/')[0] ?? '')
}

function clockToken(piece: Raw): Token {
  const span = { word: piece.lower, start: piece.start, end: piece.end }
  const match = /^([0-9]{1,2})(?:[:.]([0-9]{2}))?\s?([ap])?/.exec(piece.lower)
  const hour = Number(match?.[1])
  const minutes = Number(match?.[2] ?? '0')
  const half = match?.[3]
  const isValid =
    minutes < 60 && (half === undefined ? hour < 24 || (hour === 24 && minutes === 0) : hour >= 1 && hour <= 12)
  if (!isValid) return { ...span, kind: 'unknown' }
  if (half !== undefined)
    return {
      ...span,
      kind: 'clock',
      minute: ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minutes,
      clockStyle: 'half',
    }
  // "9:00" could be either half of the day, "09:00" and "17:00" could not.
  return {
    ...span,
    kind: 'clock',
    minute: hour * 60 + minutes,
    clockStyle: match?.[1]?.length === 2 ? 'full' : 'unclear',
  }
}
