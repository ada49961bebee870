// Raw pieces -> tokens: amounts, clock times, domains and zones become values; every other word stands for itself.
import { canonicalZone } from '../../../shared/limitWindows.ts'
import { type ReadAmount, readAmount, readCurrency } from './amounts.ts'
import { expandContraction } from './contractions.ts'
import { withHours } from './hourRanges.ts'
import { CATEGORY_PHRASES, DAY_PHRASES } from './lexicon.ts'
import { type Raw, scan } from './scan.ts'
import {
  COMMENT,
  foreignCurrency,
  MALFORMED_DOMAIN,
  OTHER_DIGITS,
  UNCLEAR_CLOCK,
  UNCLEAR_ZONE,
  VAGUE_AMOUNT,
} from './signals.ts'
import type { Clock, Money, Token } from './tokens.ts'

const DAY_JOINTS = new Set([',', '-', 'to', 'through', 'thru', 'and', 'or'])
const SIGNS = ['-', '+', '~', '_']
/** A raised point is a bullet to the scanner. */
const POINTS = ['.', ',', '•', "'", '\u00b7']

export function lex(text: string): Token[] {
  const pieces = withHours(scan(text))
  const tokens: Token[] = []
  let at = 0
  while (at < pieces.length) {
    const piece = pieces[at] as Raw
    if (isSigned(pieces, at)) {
      const span = { word: '\u0000', start: piece.start, end: piece.end }
      tokens.push({ ...span, kind: 'word', signal: VAGUE_AMOUNT })
      at += 1
      continue
    }
    const amount = readWrittenTwice(pieces, at)
    if (amount === null) {
      const words = wordsOfContraction(pieces, at)
      if (words.length > 1 || words[0] !== piece.lower) {
        for (const word of words) tokens.push({ kind: 'word', word, start: piece.start, end: piece.end })
        at += 1
        continue
      }
      const token = readSingle(pieces, at, piece)
      if (token !== null) tokens.push(token)
      at += 1
      continue
    }
    const span = {
      word: amount.next === at + 1 ? piece.lower : '\u0000',
      start: piece.start,
      end: (pieces[amount.next - 1] ?? piece).end,
    }
    if ('signal' in amount.amount) tokens.push({ ...span, kind: 'word', signal: amount.amount.signal })
    else tokens.push({ ...span, kind: 'word', money: asSetting(text, piece.start, amount.amount) })
    at = amount.next
  }
  tokens.push({ kind: 'end', word: '', start: text.length, end: text.length })
  return tokens
}

/** Behind the key of a limit as the policy object has it, a number is an amount: "max_per_transaction: 50". */
const LIMIT_KEY =
  /(?:^|[\s"',{])(?:max_per_transaction|daily_limit|monthly_limit|approval_threshold|maxPerTransaction|dailyLimit|monthlyLimit|approvalThreshold)"?[ ]?[:=][ ]?"?$/
const KEY_LENGTH_MAX = 30

function asSetting(text: string, start: number, money: Money): Money {
  const isSetting = money.isBare && LIMIT_KEY.test(text.slice(Math.max(0, start - KEY_LENGTH_MAX), start))
  return isSetting ? { ...money, isBare: false } : money
}

/** "One thousand dollars ($1,000.00)", "fifty (50) dollars": one amount where both are the same, else none. */
function readWrittenTwice(pieces: readonly Raw[], at: number): ReadAmount | null {
  const first = readAmount(pieces, at)
  if (first === null || 'signal' in first.amount || pieces[first.next]?.text !== '(') return first
  // "$100 (USD)"
  const named = readCurrency(pieces, first.next + 1)
  if (named > 0 && pieces[first.next + 1 + named]?.text === ')')
    return { next: first.next + 2 + named, amount: { ...first.amount, isBare: false } }
  const second = readAmount(pieces, first.next + 1)
  if (second === null || pieces[second.next]?.text !== ')') return first
  const unit = readCurrency(pieces, second.next + 1)
  const next = second.next + 1 + unit
  if ('signal' in second.amount) return { next, amount: second.amount }
  if (second.amount.usdMicro !== first.amount.usdMicro) return { next, amount: { signal: VAGUE_AMOUNT } }
  return { next, amount: { ...first.amount, isBare: first.amount.isBare && second.amount.isBare && unit === 0 } }
}

function readSingle(pieces: readonly Raw[], at: number, piece: Raw): Token | null {
  const span = { kind: 'word', word: piece.lower, start: piece.start, end: piece.end } as const
  switch (piece.kind) {
    case 'clock': {
      const clock = readClock(piece.lower)
      return clock === null ? { ...span, word: '\u0000', signal: UNCLEAR_CLOCK } : { ...span, word: '\u0000', clock }
    }
    case 'domain':
      return isSuspectDomain(piece.text)
        ? { ...span, word: '\u0000', signal: MALFORMED_DOMAIN }
        : { ...span, word: '\u0000', domain: piece.lower }
    case 'zone':
      return { ...span, word: '\u0000', zone: { zone: canonicalZone(piece.text) ?? piece.text } }
    case 'badZone':
      return { ...span, word: '\u0000', signal: UNCLEAR_ZONE }
    case 'line':
    case 'bullet':
      return { ...span, kind: piece.kind }
    case 'foreign':
      return { ...span, word: '\u0000', signal: foreignCurrency(piece.text) }
    case 'comment':
      return { ...span, word: '\u0000', signal: COMMENT }
    case 'junk':
      return /\p{Nd}/u.test(piece.text)
        ? { ...span, word: '\u0000', signal: OTHER_DIGITS }
        : { ...span, word: '\u0000' }
    case 'punct': {
      if (isSilentJoint(pieces, at) || isAbbreviationDot(pieces, at)) return null
      // "! Block gambling" negates it in many languages.
      if (piece.text === '!' && !endsWords(pieces[at - 1])) return { ...span, word: '\u0000' }
      const isStop =
        piece.text === '.' || piece.text === '?' || piece.text === '!' || piece.text === ';' || piece.text === '|'
      return isStop ? { ...span, kind: 'stop' } : span
    }
    case 'word':
      if (isDepartment(pieces, at)) return { ...span, word: '\u0000' }
      return /^\p{Lu}/u.test(piece.text) && isInside(pieces[at - 1]) ? { ...span, isName: true } : span
    default:
      return span
  }
}

const VERBS_OF_IT = new Set(
  "may can could should must shall will would is isn't has gets needs cannot can't won't does doesn't never only also always to spend spends buy buys pay pays".split(
    ' ',
  ),
)

/** "IT may spend $50 a day": in capitals beside other words it is the department, and no word for the agent. */
function isDepartment(pieces: readonly Raw[], at: number): boolean {
  return pieces[at]?.text === 'IT' && VERBS_OF_IT.has(pieces[at + 1]?.text ?? '')
}

/** Whether a word behind this piece begins no sentence. */
function isInside(before: Raw | undefined): boolean {
  return before !== undefined && !['line', 'bullet'].includes(before.kind) && !'.:;!'.includes(before.text)
}

const DENYING = new Set("not never ever cannot can't cant don't dont mustn't won't shouldn't".split(' '))
const SAID_OF_CATEGORIES = new Set(
  'ok okay fine cool good allowed permitted off out banned blocked forbidden prohibited not never a also too'.split(
    ' ',
  ),
)

/** "The limit's $50": a noun of limits only directly before its amount, because "the day's $50" is no sentence. */
function wordsOfContraction(pieces: readonly Raw[], at: number): readonly string[] {
  const { kind, lower = '' } = pieces[at] ?? {}
  if (kind !== 'word') return [lower]
  const isNoun = /^(?:limit|cap|budget|max|maximum|ceiling|allowance)'s$/.test(lower)
  const stem = lower.endsWith("'s") ? lower.slice(0, -2) : ''
  if (isNoun && readAmount(pieces, at + 1) !== null) return [stem, 'is']
  // "If its over $50"
  if (
    lower === 'its' &&
    /^(?:if|when)$/.test(pieces[at - 1]?.lower ?? '') &&
    /^(?:over|above|more)$/.test(pieces[at + 1]?.lower ?? '')
  )
    return ['it', 'is']
  // A category that is a verb: "it may not gamble".
  if (lower === 'gamble' && DENYING.has(pieces[at - 1]?.lower ?? '')) return ['buy', 'gambling']
  // "Travel's fine, gambling's out"
  const isCategory = stem !== '' && CATEGORY_PHRASES.find((word) => (word === 0 ? stem : ''), 0) !== null
  if (isCategory && SAID_OF_CATEGORIES.has(pieces[at + 1]?.lower ?? '')) return [stem, 'is']
  return expandContraction(lower, pieces[at + 1]?.lower ?? '')
}

/** A figure with a mark directly before it: ".50" is less than one, "-50" less than nothing, ",50" and "'50" are unclear. */
function isSigned(pieces: readonly Raw[], at: number): boolean {
  const [before, piece] = [pieces[at - 1], pieces[at]]
  if (before === undefined || before.end !== piece?.start) return false
  if (piece.kind === 'dollar') return SIGNS.includes(before.text)
  return piece.kind === 'number' && (SIGNS.includes(before.text) || POINTS.includes(before.text))
}

/** A hyphen inside a phrase ("per-transaction") says nothing; between days it is a range. */
function isSilentJoint(pieces: readonly Raw[], at: number): boolean {
  const [before, joint, after] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  if (joint?.text !== '-' && joint?.text !== '_') return false
  if (before?.kind !== 'word' || after?.kind !== 'word') return false
  if (before.end !== joint.start || after.start !== joint.end) return false
  // "M-F"
  return !isDay(before.lower) && !isDay(after.lower) && !(before.lower === 'm' && after.lower === 'f')
}

function isDay(word: string): boolean {
  return DAY_PHRASES.find(() => word, 0) !== null || word === 'noon' || word === 'midnight' || word === 'midday'
}

/** An exclamation mark ends something: the words before it, or another such mark. */
function endsWords(before: Raw | undefined): boolean {
  return before !== undefined && before.kind !== 'line' && before.kind !== 'bullet' && !'.;,:'.includes(before.text)
}

/** "max. $50", "Max. daily spend" */
function isAbbreviationDot(pieces: readonly Raw[], at: number): boolean {
  const [before, dot, after] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  if (dot?.text !== '.' || before === undefined || before.end !== dot.start) return false
  // "Mon. to Fri.,"
  const goesOn = after !== undefined && DAY_JOINTS.has(after.lower)
  if (/^(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)$/.test(before.lower) && goesOn) return true
  if (before.lower !== 'max') return false
  if (after === undefined || after.kind === 'dollar' || after.kind === 'number') return after !== undefined
  // "Max. daily spend" at the beginning of a line, and before a word that begins no sentence.
  const opening = pieces[at - 2]
  const isFirst = opening === undefined || opening.kind === 'line' || opening.kind === 'bullet'
  return after.kind === 'word' && (isFirst || /^\p{Ll}/u.test(after.text))
}

/** A capital after a dot ("example.com.Block") is a missing blank far more often than a domain. */
function isSuspectDomain(text: string): boolean {
  // "example.com/example.org" are two merchants, not a page.
  if (/^[^/:]+\/(?:[a-z0-9-]+\.)+(?:com|org|net|io|co|ai|dev|app|example)$/i.test(text)) return true
  // "Amazon.Com", "Example.COM": no sentence begins with these.
  if (/^[a-z0-9-]+\.(?:Com|COM|Net|NET|Org|ORG)$/i.test(text) && /\.(?:Com|COM|Net|NET|Org|ORG)$/.test(text))
    return false
  if (text === text.toUpperCase()) return false
  const labels = (text.replace(/^[a-z]+:\/\//i, '').split(/[/:]/)[0] ?? '').split('.')
  // "Shop.Example.com" and "www.Example.com" are written so; "gambling.Example.com" may be the end of another sentence.
  const isCapital = (label: string | undefined) => /^\p{Lu}/u.test(label ?? '')
  const isOwn = isCapital(labels[0]) || labels[0] === 'www' || text.includes('://')
  return labels.some((label, at) => at > 0 && isCapital(label) && !(isOwn && at === 1 && at < labels.length - 1))
}

function readClock(text: string): Clock | null {
  const match = /^([0-9]{1,2})(?:[:.]([0-9]{2}))?\s?([ap])?/.exec(text)
  const hour = Number(match?.[1])
  const minutes = Number(match?.[2] ?? '0')
  const half = match?.[3]
  if (minutes >= 60) return null
  if (half !== undefined)
    return hour >= 1 && hour <= 12
      ? { minute: ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minutes, style: 'half' }
      : null
  if (hour > 24 || (hour === 24 && minutes > 0)) return null
  // "9:00" could be either half of the day, "09:00" and "17:00" could not.
  return { minute: hour * 60 + minutes, style: match?.[1]?.length === 2 ? 'full' : 'unclear' }
}
