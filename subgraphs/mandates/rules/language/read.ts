// A text -> its sentences, each with every reading. The surprise: a line break may end a sentence or only wrap it, so both
// are tried where it could be either, and a text that reads both ways is refused like any other with two readings.
import { type Chart, createChart, TooManyReadings } from './chart.ts'
import type { Clause, Range } from './clause.ts'
import { withoutEmphasis } from './emphasis.ts'
import { explain } from './explain.ts'
import { createFreeClauses, type FreeClauses } from './free/freeClauses.ts'
import { GRAMMAR } from './grammar.ts'
import { withInlineBullets } from './inlineBullets.ts'
import { joinValues, withDashes } from './labels.ts'
import { lex } from './lex.ts'
import { CATEGORY_PHRASES } from './lexicon.ts'
import { joinListLines, LINE_JOINT } from './listLines.ts'
import { type Refusal, refuse } from './refusals.ts'
import { readSentence, readTitle } from './sentences.ts'
import { COMMENT } from './signals.ts'
import { withoutNames } from './signature.ts'
import type { Token } from './tokens.ts'
import type { Unread } from './unread.ts'
import type { createInput } from './values.ts'

const SENTENCE_WORDS_MAX = 80
/** How much of a sentence that is too long is looked at for a reason of its own. */
const EXPLAINED_WORDS_MAX = 400
export const PROBLEMS_MAX = 20

export interface ReadText {
  readonly tokens: readonly Token[]
  /** The readings of each sentence. */
  readonly sentences: readonly (readonly (readonly Clause[])[])[]
  readonly refusals: readonly Refusal[]
}

/** One reading of the layout, or both where a line break may mean two things. */
export function readLayouts(text: string): readonly ReadText[] {
  const tokens = joinValues(
    underApproval(
      withInlineBullets(withDashes(withoutQuestions(withLaterPeriods(withoutEmphasis(withoutNames(text, lex(text))))))),
    ),
  )
  const wrapped = withoutWraps(tokens)
  return wrapped.length === tokens.length || hasEndless(wrapped)
    ? [readTokens(tokens)]
    : [readTokens(tokens), readTokens(wrapped)]
}

/** Items of a list have a few words each, and a joint between them. */
const UNJOINED_WORDS_MAX = SENTENCE_WORDS_MAX + 40
const JOINTS = new Set([',', 'and', 'or', '&', '/', 'plus', 'nor'])

/** Lines that make no sentence together, because it would be too long however its lists are counted. */
function hasEndless(tokens: readonly Token[]): boolean {
  let words = 0
  return tokens.some(({ kind, word, domain }) => {
    words = kind !== 'word' || domain !== undefined || JOINTS.has(word) ? 0 : words + 1
    return words > UNJOINED_WORDS_MAX
  })
}

const CONDITION_WORDS_MAX = 8
const CONDITIONS = new Set(
  'over above more costs anything something if payments purchases orders transactions charges'.split(' '),
)

/** "Over $75? Ask me.": a condition and what is to be done then. */
function withoutQuestions(tokens: readonly Token[]): readonly Token[] {
  const hasRest = tokens.some(({ word }) => word === 'else' || word === 'rest')
  return tokens.map((token, at) => {
    if (token.kind !== 'stop' || token.word !== '?') return token
    const from = tokens.findLastIndex(({ kind }, index) => index < at && kind !== 'word') + 1
    const words = tokens.slice(from, at)
    if (hasRest && isAnsweredList(words, tokens.slice(at + 1, at + 3))) return { ...token, kind: 'word', word: ':' }
    const isCondition = CONDITIONS.has(words[0]?.word ?? '') && words.some(({ money }) => money !== undefined)
    // "Over $75? Yes." leaves open what is answered.
    const isAnswered = /^(?:yes|yep|yeah|ok|okay|sure|fine)$/.test(tokens[at + 1]?.word ?? '')
    return isCondition && !isAnswered && words.length <= CONDITION_WORDS_MAX
      ? { ...token, kind: 'word', word: ',' }
      : token
  })
}

/** "Clothing? No. Pets, games? No. Everything else is fine." */
function isAnsweredList(words: readonly Token[], [answer, stop]: readonly Token[]): boolean {
  if (!/^(?:no|nope|never|yes)$/.test(answer?.word ?? '') || stop === undefined || stop.kind === 'word') return false
  const wordAt = (at: number) => words[at]?.word ?? ''
  for (let at = 0; at < words.length; ) {
    const phrase = CATEGORY_PHRASES.find(wordAt, at)
    const isJoint = at > 0 && /^(?:,|and|or|&)$/.test(wordAt(at))
    if (phrase === null && !isJoint) return false
    at = phrase?.end ?? at + 1
  }
  return words.length > 0
}

const POINTING = [['that', 'is'], ["that's"], ['this', 'is'], ['i', 'mean'], ['meaning']]
const EACH = new Set(['per', 'a', 'an', 'each', 'every', 'for', 'in', 'daily', 'monthly'])
const PERIOD_WORDS_MAX = 4

/** "Max $50. That's per purchase.": a sentence of nothing but the period of the amount that stood last. */
function withLaterPeriods(tokens: readonly Token[]): readonly Token[] {
  const dropped = new Set<number>()
  tokens.forEach((token, at) => {
    if (token.kind === 'word' || token.kind === 'bullet' || token.kind === 'end' || tokens[at - 1]?.money === undefined)
      return
    const intro = POINTING.find((words) => words.every((word, index) => tokens[at + 1 + index]?.word === word))
    if (intro === undefined) return
    const from = at + 1 + intro.length
    let to = from
    while (tokens[to]?.kind === 'word' && /^[a-z]+$/.test(tokens[to]?.word ?? '')) to += 1
    const isPeriod = EACH.has(tokens[from]?.word ?? '') && to - from <= PERIOD_WORDS_MAX && tokens[to]?.kind !== 'word'
    if (isPeriod) for (let index = at; index < from; index++) dropped.add(index)
  })
  return dropped.size === 0 ? tokens : tokens.filter((_token, at) => !dropped.has(at))
}

const APPROVAL_HEADS = new Set(['approval', 'approvals'])
const APPROVAL_NOUNS = new Set(['rule', 'rules', 'policy', 'limits', 'threshold', 'thresholds'])
const BIG_OPENERS = new Set(
  'required needed mandatory above over anything everything more exceeding beyond threshold'.split(' '),
)

/**
 * "Approvals" and below it "- above $45": each such line is "approval : above $45", up to the next empty line. A line that
 * begins with an amount is no limit there, and as an approval it is refused.
 */
function underApproval(tokens: readonly Token[]): readonly Token[] {
  const changed: Token[] = []
  let head: number | null = null
  tokens.forEach((token, at) => {
    const before = tokens[at - 1]
    const isStart =
      token.kind === 'word' && (before === undefined || before.kind === 'line' || before.kind === 'bullet')
    if (token.kind === 'line' && /\n\s*\n/.test(token.word) && head !== at) head = null
    if (isStart) head = endOfApprovalHead(tokens, at) ?? head
    if (isStart && head !== null && head < at) {
      const span = { kind: 'word', start: token.start, end: token.start } as const
      if (BIG_OPENERS.has(token.word) || token.money !== undefined)
        changed.push({ ...span, word: 'approval' }, { ...span, word: ':' })
      // A line about something else ends what the heading is for.
      else head = null
    }
    changed.push(token)
  })
  return changed
}

/** The line break behind a heading of approvals, or null. */
function endOfApprovalHead(tokens: readonly Token[], at: number): number | null {
  if (!APPROVAL_HEADS.has(tokens[at]?.word ?? '')) return null
  let end = at + 1
  if (APPROVAL_NOUNS.has(tokens[end]?.word ?? '')) end += 1
  if (tokens[end]?.word === ':') end += 1
  return tokens[end]?.kind === 'line' ? end : null
}
/** Line breaks dropped where the line before does not end and the line after does not open anything. */
function withoutWraps(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token, at) => {
    if (token.kind !== 'line' || !/^(?:\r\n|\n|\r)$/.test(token.word)) return true
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const isPart = before?.kind === 'word' && before.word !== ':' && after?.kind === 'word'
    // "Daily limit:" and "$50" on the next line.
    const isValue = before?.word === ':' && after?.money !== undefined
    return !isPart && !isValue
  })
}

function readTokens(all: readonly Token[]): ReadText {
  const { tokens, input } = joinListLines(all)
  const furthest = { at: 0 }
  const chart = createChart(GRAMMAR, input, furthest)
  const free = createFreeClauses(input)
  const sentences: (readonly (readonly Clause[])[])[] = []
  const refusals: Refusal[] = []
  const known = new Set<string>()
  const titles = new Map<string, Clause | null>()
  for (const range of splitSentences(tokens)) {
    if (refusals.length >= PROBLEMS_MAX) break
    const words = wordsOf(tokens, range)
    // "Spending policy. At most $50 a day."
    const isOpener = range.from === 0 && tokens[range.to]?.word === '.'
    if (isOpener || isLine(tokens, range)) {
      const known = titles.get(words)
      const title = known === undefined ? readTitle(chart, input, range) : known
      titles.set(words, title)
      if (title !== null && title.marks.size > 0 && known === undefined) sentences.push([[title]])
      if (title !== null) continue
    }
    if (isComment(tokens, range)) {
      refusals.push({ ...range, why: COMMENT })
      continue
    }
    if (known.has(words)) continue
    known.add(words)
    furthest.at = range.from
    const [last = []] = sentences[sentences.length - 1] ?? []
    const read = readBounded({ chart, input, free }, range, last[last.length - 1] ?? null)
    if ('why' in read) refusals.push(explainLong({ tokens, input, chart, range }) ?? read)
    else if (read.readings.length > 0 && isAsked(tokens, range, read.readings)) sentences.push(read.readings)
    else {
      const told = explain({ tokens, input, chart, range, furthest: furthest.at, sentence: read })
      const isUnknown = told.every(({ why }) => why.code === 'unrecognised_text')
      const word = isUnknown ? free.explain(range) : null
      refusals.push(...(word === null ? told : [word]))
    }
  }
  return { tokens, sentences, refusals }
}

/** A question is a rule only where it asks for one. */
function isAsked(tokens: readonly Token[], { to }: Range, readings: readonly (readonly Clause[])[]): boolean {
  return tokens[to]?.word !== '?' || readings.every(([first]) => first?.marks.has('ask') === true)
}

/** Behind a # only headings stand, or the name of a list whose items are on the lines below. */
function isComment(tokens: readonly Token[], { from, to }: Range): boolean {
  const before = tokens[from - 1]
  if (before?.kind !== 'bullet' || !before.word.includes('#')) return false
  return !tokens.slice(from, to).some(({ word, start, end }) => word === ':' && start === end)
}

/** A long sentence that was not even tried: a list of company names is told as that. */
function explainLong(text: Pick<Unread, 'tokens' | 'input' | 'chart' | 'range'>): Refusal | null {
  const { from, to } = text.range
  const range = { from, to: Math.min(to, from + EXPLAINED_WORDS_MAX) }
  const [told] = explain({
    ...text,
    range,
    furthest: from,
    sentence: { ...range, readings: [], refusals: [], reached: from },
  })
  return told === undefined || told.why.code === 'unrecognised_text' ? null : told
}

/** What may stand behind a clause. */
const ENDS = new Set([',', ':', '-', '(', ')', 'and', 'or', 'with', 'but', 'so', 'then', 'plus'])

interface Readers {
  readonly chart: Chart
  readonly input: ReturnType<typeof createInput>
  readonly free: FreeClauses
}

function readBounded({ chart, input, free }: Readers, range: Range, previous: Clause | null) {
  let words = 0
  for (let at = range.from; at < range.to && words <= SENTENCE_WORDS_MAX; at = input.listEnd(at) ?? at + 1) words += 1
  const tooLong = (message: string) =>
    refuse('unsupported_rule', range, message, 'Write each rule as a sentence of its own.')
  if (words > SENTENCE_WORDS_MAX)
    return tooLong(`A sentence has at most ${SENTENCE_WORDS_MAX} words besides its lists.`)
  try {
    const read = readSentence({ chart, input, previous, free: null }, range)
    // What the chart has a reason to refuse is no matter of the order of its words, unless it came to no end there.
    const isClear =
      read.readings.length > 0 || read.refusals.some(({ to }) => to >= range.to || ENDS.has(input.wordAt(to)))
    const freely = isClear ? read : readSentence({ chart, input, previous, free }, range)
    return freely.readings.length > 0 ? freely : read
  } catch (error) {
    if (error instanceof TooManyReadings) return tooLong('This sentence has too many readings.')
    throw error
  }
}

/** The words and values as the grammar sees them: a sentence that is said again says nothing new. */
function wordsOf(tokens: readonly Token[], { from, to }: Range): string {
  let words = ''
  for (let at = from; at < to; at++) {
    const { word, money, clock, zone, domain, signal } = tokens[at] as Token
    const value = money?.usdMicro ?? clock?.minute ?? zone?.zone ?? domain ?? signal?.code ?? ''
    words += ` ${word}\u0001${value}${money?.isBare ?? clock?.style ?? ''}`
  }
  return words
}

/** What stands between stops, bullets and line breaks; a break inside a list of lines is none. */
function splitSentences(tokens: readonly Token[]): Range[] {
  const ranges: Range[] = []
  let from = 0
  tokens.forEach((token, at) => {
    if (token.kind === 'word' || token.word === LINE_JOINT) return
    if (at > from) ranges.push({ from, to: at })
    from = at + 1
  })
  return ranges
}

function isLine(tokens: readonly Token[], { from, to }: Range): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]]
  return (
    (before === undefined || before.kind !== 'word') &&
    (after === undefined || after.kind === 'line' || after.kind === 'bullet')
  )
}
