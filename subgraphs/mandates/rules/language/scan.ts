// Text -> raw pieces: words, numbers, clock times, domains, zones and punctuation, with offsets into the text as sent.
// The surprise: every replacement of a typographic character keeps the length, so that offsets stay true.
import { isTimeZone } from '../../../shared/limitWindows.ts'
import { WEEKDAY_NAMES } from '../policy.ts'
import { withoutTables } from './tables.ts'

type RawKind =
  | 'word'
  | 'number'
  | 'clock'
  | 'domain'
  | 'zone'
  | 'badZone'
  | 'dollar'
  | 'foreign'
  | 'symbol'
  | 'punct'
  | 'line'
  | 'bullet'
  | 'comment'
  | 'junk'

export interface Raw {
  readonly kind: RawKind
  readonly text: string
  readonly lower: string
  readonly start: number
  readonly end: number
}

const ZONE_AREAS = new Set(
  'africa america antarctica arctic asia atlantic australia brazil canada chile etc europe indian mexico pacific us'.split(
    ' ',
  ),
)
/** Bounded, and begun by no hyphen, so that a long run without a dot costs no more than its length. */
const LABEL = '(?:\\*|[\\p{L}\\p{M}\\p{N}][\\p{L}\\p{M}\\p{N}*-]{0,62})'
const PIECE = new RegExp(
  [
    '(?<space>[ \\t]+)',
    '(?<abbreviation>(?:p\\.[ ]?s|n\\.[ ]?b)\\.:?(?![\\p{L}\\p{N}]))',
    '(?<line>[\\n\\r\\f\\v]+)',
    `(?<domain>(?:[a-z]+:\\/\\/)?(?:${LABEL}\\.){1,30}(?:xn--[a-z0-9-]+|\\p{L}[\\p{L}\\p{M}]+)(?![\\p{L}\\p{M}\\p{N}-])(?::\\d{1,5})?(?:\\/[^\\s,;"()]*)?|\\d{1,3}(?:\\.\\d{1,3}){3})`,
    '(?<clock>\\d{1,2}(?:[:.]\\d{2})?[ ]?(?:am|pm|a\\.m\\.?|p\\.m\\.?)(?![\\p{L}\\p{N}])|\\d{1,2}(?::\\d{2})?[ap](?![\\p{L}\\p{N}])|\\d{1,2}:\\d{2}(?![\\p{L}\\p{N}]|:[\\p{L}\\p{N}]))',
    '(?<zone>[a-z]+(?:\\/[a-z][a-z0-9_+-]*){1,3})',
    '(?<number>\\d+(?:[.,]\\d+)*[a-z%]*)',
    '(?<dollar>(?:us)?\\$|usd(?:\\$|(?=\\d)))',
    '(?<foreign>[a-z]{1,3}\\$|[€£¥₹₩₽฿₿])',
    // Every version is the same word, because none says anything.
    '(?<version>v\\d{1,3}(?:\\.\\d{1,3}){0,2}(?![\\p{L}\\p{N}]))',
    "(?<word>\\p{L}[\\p{L}\\p{M}\\p{N}']*)",
    '(?<symbol><=|>=|≤|<|>|~|&|¢|(?<=[ \\t])\\+(?=[ \\t])|(?<=\\p{L})\\+(?=\\p{L}))',
    // As "…": what breaks off may have gone on.
    '(?<ellipsis>\\.{3,})',
    '(?<punct>[,;.!?:/|_()=-])',
    '(?<quote>")',
    '(?<junk>.)',
  ].join('|'),
  'iyus',
)
/** Most pieces of a text are these, and cost less than the whole pattern. */
const PLAIN_WORD = /[a-z][a-z']*(?=[\s,;!)]|:(?!\/)|\.(?:\s|$)|$)/iy
const PLAIN_PUNCTUATION = ',;!|():/'
const BULLET =
  /[ \t]*(?:[-*](?=[ \t])|#{1,6}(?=[ \t])|(?:rule[ ]|§[ ]?)?([0-9]{1,2})[.):](?=[ \t])|(?:and[ ])?\(([0-9]{1,2}|[a-z]{1,4})\)(?=[ \t])|(?:and[ ])?([a-z]{1,4})\)(?=[ \t])|([a-z])\.(?=[ \t]))/iy
/** "Rules: 1) max $30 a transaction, 2) no gambling", "(1)", "(a) ... (b) ..." and "(i) ... (ii) ..." */
const INLINE_NUMBER = /(?:,[ ])?(?:and[ ])?(?:\(([1-9]|[a-zA-Z]{1,4})\)|([1-9]|[a-zA-Z]{1,4})\))(?=[ ])/y
/** "1. At most $250 per order 2. Approval above $100" on one line, and with letters. */
const COUNTED_INLINE = /([1-9]|[a-zA-Z]{1,4})\.(?= \p{Lu})/uy
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')

/** A number or letter opens a line only when it counts on: "50. " is an amount at the end of a sentence. */
function countsOn(label: string, before: number): boolean {
  const text = label.toLowerCase()
  const isLetter = text.length === 1 && text.charCodeAt(0) - 96 === before + 1
  return Number(text) === before + 1 || ROMAN.indexOf(text) === before || isLetter
}

/** Marks at the start of a line that some notation takes for the sign of a comment, and no policy needs. */
const STRAY_MARKS = ';.,|&:!=/\\%@^_?+'

/**
 * The mark before the words of a line that could be the sign of a comment: "; daily_limit: 100", or a quote that its line
 * does not close, unless it closes the whole text.
 */
function findStrayMark({ text, clean }: { text: string; clean: string }, from: number): number | null {
  let at = from
  while (clean[at] === ' ' || clean[at] === '\t') at += 1
  const mark = clean[at] ?? ''
  // "}," closes an object of settings.
  if (mark === '' || text.slice(from, at).includes('}')) return null
  if (STRAY_MARKS.includes(mark)) return at
  if (mark !== '"') return null
  const line = clean.slice(at, indexOfLineEnd(clean, at))
  if (line.split('"').length % 2 === 1) return null
  const isWhole = clean.slice(0, at).trim() === '' && clean.trimEnd().endsWith('"')
  return isWhole ? null : at
}

function indexOfLineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** The first number stands behind a colon, the next ones count on; no bracket is open that they could close. */
function opensInline(pieces: readonly Raw[], label: string, numbered: number): boolean {
  if (!countsOn(label, numbered)) return false
  if (numbered === 0 && pieces[pieces.length - 1]?.text !== ':') return false
  return pieces.findLastIndex(({ text }) => text === '(') <= pieces.findLastIndex(({ text }) => text === ')')
}

export function scan(text: string): Raw[] {
  const clean = withoutTables(withoutBold(withoutBraces(withoutRulers(straighten(text)))).replace(/^\ufeff/, ' '))
  const pieces: Raw[] = []
  let at = 0
  let isLineStart = true
  let isAfterSemicolon = false
  let numbered = 0
  const isOneLine = !clean.trim().includes('\n')
  while (at < clean.length) {
    if (isLineStart) {
      BULLET.lastIndex = at
      const bullet = BULLET.exec(clean)
      const label = bullet?.[1] ?? bullet?.[2] ?? bullet?.[3] ?? bullet?.[4]
      const isOutline = !isAfterSemicolon || bullet?.[0].endsWith(')') === true
      if (bullet !== null && isOutline && (label === undefined || countsOn(label, numbered))) {
        if (label !== undefined) numbered += 1
        pieces.push(raw('bullet', clean, at, BULLET.lastIndex))
        at = BULLET.lastIndex
      }
      const mark = isAfterSemicolon ? null : findStrayMark({ text, clean }, at)
      if (mark !== null) {
        pieces.push(raw('comment', clean, mark, mark + 1))
        at = mark + 1
      }
      isLineStart = false
      continue
    }
    INLINE_NUMBER.lastIndex = at
    const inline = INLINE_NUMBER.exec(clean)
    if (inline !== null && opensInline(pieces, inline[1] ?? inline[2] ?? '', numbered)) {
      numbered += 1
      at = INLINE_NUMBER.lastIndex
      pieces.push(raw('bullet', clean, inline.index, at))
      continue
    }
    COUNTED_INLINE.lastIndex = at
    const counted = numbered > 0 && clean[at - 1] === ' ' ? COUNTED_INLINE.exec(clean) : null
    if (counted !== null && countsOn(counted[1] ?? '', numbered)) {
      numbered += 1
      at = COUNTED_INLINE.lastIndex
      pieces.push(raw('bullet', clean, counted.index, at))
      continue
    }
    const plain =
      isOneLine && isSeparator(clean, at) ? { ...raw('punct', clean, at, at + 2), text: ';' } : scanPlain(clean, at)
    if (plain !== null) {
      if (plain.kind !== 'junk') pieces.push(...splitKey(clean, plain))
      at = plain.end
      // "(a) ...; (b) ..."
      isLineStart = plain.text === ';'
      isAfterSemicolon = isLineStart
      continue
    }
    PIECE.lastIndex = at
    const groups = PIECE.exec(clean)?.groups
    if (groups === undefined) throw new Error('invariant: the scanner accepts every character')
    const start = at
    at = PIECE.lastIndex
    if (groups.space !== undefined || groups.quote !== undefined) continue
    const piece = classify(clean, start, at, groups)
    pieces.push(...splitKey(clean, piece))
    at = piece.end
    isLineStart = piece.kind === 'line'
    isAfterSemicolon = false
  }
  return pieces
}

/** "$50 per order // no gambling" on one line; in a text of several lines it could begin a comment. */
function isSeparator(clean: string, at: number): boolean {
  return clean[at] === '/' && clean.slice(at - 1, at + 3) === ' // '
}

/** A blank, which is nothing, a plain word or a mark that is never part of a larger piece; null for all else. */
function scanPlain(clean: string, at: number): Raw | null {
  const character = clean[at] ?? ''
  if (character === ' ') return { kind: 'junk', text: ' ', lower: ' ', start: at, end: at + 1 }
  if (PLAIN_PUNCTUATION.includes(character)) return raw('punct', clean, at, at + 1)
  PLAIN_WORD.lastIndex = at
  return PLAIN_WORD.test(clean) ? raw('word', clean, at, PLAIN_WORD.lastIndex) : null
}

function classify(clean: string, start: number, end: number, groups: Record<string, string | undefined>): Raw {
  if (groups.domain !== undefined) {
    // The dot or comma after a path belongs to the sentence.
    const trimmed = groups.domain.replace(/[.,:;!?']+$/, '')
    return raw('domain', clean, start, start + trimmed.length)
  }
  if (groups.zone !== undefined) return classifyZone(clean, start, groups.zone)
  if (groups.abbreviation !== undefined)
    return {
      ...raw('word', clean, start, end),
      lower: groups.abbreviation[0] === 'n' || groups.abbreviation[0] === 'N' ? 'nb' : 'ps',
    }
  if (groups.version !== undefined) return { ...raw('word', clean, start, end), lower: 'v1' }
  if (groups.symbol === '&') return raw('word', clean, start, end)
  // "Software + hosting"
  if (groups.symbol === '+') return { ...raw('word', clean, start, end), lower: 'plus' }
  for (const kind of ['line', 'clock', 'number', 'dollar', 'foreign', 'word', 'symbol', 'punct'] as const)
    if (groups[kind] !== undefined) return raw(kind, clean, start, end)
  if (groups.junk === '•') return raw('bullet', clean, start, end)
  return raw('junk', clean, start, end)
}

/** Area/City, or words with a slash between them ("and/or", "tx/day"), of which the first word is taken. */
function classifyZone(clean: string, start: number, text: string): Raw {
  const area = text.slice(0, text.indexOf('/'))
  const end = start + text.length
  // "Mon/Wed/Fri"
  if ((WEEKDAY_NAMES as readonly string[]).includes(area.slice(0, 3).toLowerCase()))
    return raw('word', clean, start, start + area.length)
  if (ZONE_AREAS.has(area.toLowerCase())) return raw(isTimeZone(text) ? 'zone' : 'badZone', clean, start, end)
  if (/^[A-Z][a-z]+(?:\/[A-Z][A-Za-z_]+)+$/.test(text) && !/^(?:And|Or|Per|Tx)\//.test(text))
    return raw('badZone', clean, start, end)
  return raw('word', clean, start, start + area.length)
}

function raw(kind: RawKind, clean: string, start: number, end: number): Raw {
  const text = clean.slice(start, end)
  return { kind, text, lower: text.toLowerCase(), start, end }
}

/** "dailyLimit:" is the key of a setting, and means what "daily limit:" means. */
function splitKey(clean: string, piece: Raw): readonly Raw[] {
  if (
    piece.kind !== 'word' ||
    !/[a-z][A-Z]/.test(piece.text) ||
    !/^"?[ ]?[:=]/.test(clean.slice(piece.end, piece.end + 3))
  )
    return [piece]
  const parts: Raw[] = []
  let { start } = piece
  for (const part of piece.text.split(/(?<=[a-z])(?=[A-Z])/)) {
    parts.push(raw('word', clean, start, start + part.length))
    start += part.length
  }
  return parts
}

/** A line of nothing but the same mark sets off a heading. */
function withoutRulers(text: string): string {
  return text.replace(/^[ \t]*([-=_*~])\1{2,}[ \t]*$/gm, (line) => ' '.repeat(line.length))
}

/** Braces around an object of settings say nothing, and square brackets are brackets around a list. */
function withoutBraces(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')').replace(/[{}]/g, ' ')
}

/** Pairs of ** around words say nothing; a single one, or three, is no mark and refuses the text. */
function withoutBold(text: string): string {
  const marks = text.match(/\*{2,}/g) ?? []
  if (marks.length === 0 || marks.length % 2 === 1 || marks.some((mark) => mark.length > 2)) return text
  return text.replaceAll('**', '  ')
}

/** Typographic quotes, dashes, blanks and bullets as their plain forms, one character for one. A minus sign is no dash, and "i.e." ends nothing. */
function straighten(text: string): string {
  return text
    .replace(/(?<![\p{L}.])(i)\.(e)\.(?=[ ,])/giu, '$1 $2 ')
    .replace(
      /[\u2018\u2019\u02bc\u201c\u201d\u2010-\u2015\u00a0\u202f\u2009\u25e6\u25aa\u00b7\u2192\u21d2\u2264]/g,
      (character) => {
        if ('\u2018\u2019\u02bc'.includes(character)) return "'"
        if ('\u201c\u201d'.includes(character)) return '"'
        if ('\u00a0\u202f\u2009'.includes(character)) return ' '
        if ('\u25e6\u25aa\u00b7'.includes(character)) return '•'
        // An arrow stands between a label and its value.
        if ('\u2192\u21d2'.includes(character)) return ':'
        if (character === '\u2264') return '\u2264'
        return '-'
      },
    )
}
