// A sentence that was not read, and the questions that explaining it asks.
import type { Chart } from './chart.ts'
import type { Range } from './clause.ts'
import { GRAMMAR } from './grammar.ts'
import { CATEGORY_PHRASES } from './lexicon.ts'
import { wordsOf } from './notation.ts'
import { type Refusal, refuse } from './refusals.ts'
import type { Sentence } from './sentences.ts'
import { findSignal } from './signalPhrases.ts'
import type { Token } from './tokens.ts'
import type { createInput } from './values.ts'

export interface Unread {
  readonly tokens: readonly Token[]
  readonly input: ReturnType<typeof createInput>
  readonly chart: Chart
  readonly range: Range
  /** The first word that no attempt has taken. */
  readonly furthest: number
  readonly sentence: Sentence
}

const KNOWN_WORDS = wordsOf(GRAMMAR)
export const PERIOD_WORDS = new Set(
  'transaction transactions tx txn txs txns purchase purchases order orders payment payments charge charges call calls request requests invoice day daily month monthly mo'.split(
    ' ',
  ),
)

/** What a rule begins with: a text with one of them is meant as one, even where no value can be read. */
export const RULE_WORDS = new Set(
  'only block blocked allow allowed forbid ban prohibit deny max limit cap budget approval'.split(' '),
)

export function has({ input }: Unread, { from, to }: Range, words: ReadonlySet<string>): boolean {
  for (let at = from; at < to; at++) if (words.has(input.wordAt(at))) return true
  return false
}

export function find({ tokens }: Unread, { from, to }: Range, test: (token: Token) => boolean): number | null {
  for (let at = from; at < to; at++) if (test(tokens[at] as Token)) return at
  return null
}

/** One figure, and beside it only these words, so that none negates, exempts, conditions or narrows it. */
export function isPlain({ input, tokens, range }: Unread, words: ReadonlySet<string>): boolean {
  let figures = 0
  for (let at = range.from; at < range.to; at++)
    if (tokens[at]?.money !== undefined) figures += 1
    else if (!words.has(input.wordAt(at))) return false
  return figures === 1
}

export function findUnknown({ tokens, input }: Unread, { from, to }: Range): number | null {
  for (let at = from; at < to; at++) {
    const token = tokens[at]
    if (token === undefined || token.money !== undefined || token.clock !== undefined || token.zone !== undefined)
      continue
    if (token.domain !== undefined || token.kind !== 'word') continue
    const word = input.wordAt(at)
    const phrase = CATEGORY_PHRASES.find(input.wordAt, at)
    if (phrase !== null) {
      at = phrase.end - 1
      continue
    }
    if (
      !KNOWN_WORDS.has(word) &&
      findSignal(input.wordAt, at) === null &&
      !input.slotsAt(at).some((slot) => slot === 'DAYS' || slot === 'ZONE') &&
      !'.,:;/-()&'.includes(word)
    )
      return at
  }
  return null
}

export function unknownIn(unread: Unread, rest: Range): Range | null {
  const at = findUnknown(unread, rest)
  return at === null ? null : { from: at, to: at + 1 }
}

export function unreadable(range: Range, unread?: Unread): Refusal {
  const words = unread === undefined ? null : wordsFrom(unread, range)
  return refuse(
    'unrecognised_text',
    range,
    words === null
      ? 'These words are not part of a rule that can be read.'
      : `"${words}" is not part of a rule that can be read here.`,
    unread === undefined ? EXAMPLES.any : EXAMPLES[topicOf(unread)],
  )
}

const EXAMPLES = {
  any: 'Remove or reword them, for example "at most $50 per transaction" or "block gambling".',
  limit:
    'Write for example "at most $50 per transaction" or "at most $200 per day", each limit as a sentence of its own.',
  approval: 'Write for example "require approval above $25".',
  hours: 'Write for example "payments are only allowed on weekdays 9am-5pm UTC".',
  merchants: 'Write for example "only example.com".',
  categories: 'Write for example "only software" or "block gambling".',
} as const

/** What the values of a sentence suggest was meant. */
function topicOf({ input, range, tokens }: Unread): keyof typeof EXAMPLES {
  const has = (test: (at: number) => boolean) => {
    for (let at = range.from; at < range.to; at++) if (test(at)) return true
    return false
  }
  if (has((at) => tokens[at]?.money?.isBare === false))
    return has((at) => /^(?:approv|ask|sign|confirm|permission|consent)/.test(tokens[at]?.word ?? ''))
      ? 'approval'
      : 'limit'
  if (has((at) => input.hasList('DAYS', at) || input.valueAt('CLOCK', at) !== null)) return 'hours'
  if (has((at) => input.hasList('DOMAINS', at))) return 'merchants'
  return has((at) => input.hasList('CATEGORIES', at)) ? 'categories' : 'any'
}

/** The first words that no attempt has taken, or of the range where there are none; null where they are no words. */
function wordsFrom({ tokens, furthest }: Unread, { from, to }: Range): string | null {
  const start = furthest > from && furthest < to ? furthest : from
  const words: string[] = []
  for (let at = start; at < to && words.length < 3; at++) {
    const { word, kind } = tokens[at] as Token
    if (kind !== 'word' || word === '\u0000') break
    words.push(word)
  }
  return words.length === 0 ? null : words.join(' ')
}
