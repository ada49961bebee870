// Labels before their values: a dash or a line break between the two stands for a colon.
import type { Token } from './tokens.ts'

const VALUE_WORDS_MAX = 4

const PERIOD_LABELS = new Set('transaction purchase payment order day month daily monthly'.split(' '))
const LIST_LABELS = new Set(
  'our the my whitelisted allowlisted approved allowed permitted authorized authorised accepted blocked forbidden prohibited banned excluded declined supplier suppliers vendor vendors merchant merchants store stores shop shops seller sellers site sites domain domains category categories whitelist allowlist blocklist blacklist list'.split(
    ' ',
  ),
)

/** "Per purchase - $30", "vendor list - a.com": behind a label, a dash between blanks before its value is a colon. */
export function withDashes(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (token.word !== '-' || token.kind !== 'word' || before === undefined || after?.kind !== 'word') return token
    if (before.end === token.start || token.end === after.start || labelStart(tokens, at) === null) return token
    // "Max - $50" could be a minus.
    const isPeriod = tokens[at - 2]?.kind === 'word' || PERIOD_LABELS.has(before.word)
    const isValue = after.money === undefined ? isListLabel(tokens, at) : !after.money.isBare && isPeriod
    if (!isValue) return token
    return { ...token, word: ':' }
  })
}

function isListLabel(tokens: readonly Token[], to: number): boolean {
  for (let at = to - 1; tokens[at]?.kind === 'word'; at--) if (!LIST_LABELS.has(tokens[at]?.word ?? '')) return false
  return true
}

const OPENERS = new Set(['above', 'over', 'up', 'to', 'max', 'from'])

/** "Daily limit" and "$50" on the next line: the break stands for a colon. */
export function joinValues(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    if (token.kind !== 'line' || !/^(?:\r\n|\n|\r)$/.test(token.word)) return token
    const isJoined = isLabelLine(tokens, at) && isValueLine(tokens, at + 1)
    return isJoined ? { ...token, kind: 'word', word: ':' } : token
  })
}

function isLabelLine(tokens: readonly Token[], to: number): boolean {
  const from = labelStart(tokens, to)
  return from !== null && tokens[from - 1]?.kind !== 'stop'
}

/** Where a label of a few plain words begins, behind a stop, a bullet or a line break. */
function labelStart(tokens: readonly Token[], to: number): number | null {
  let from = to
  while (to - from <= VALUE_WORDS_MAX && tokens[from - 1]?.kind === 'word') from -= 1
  const words = tokens.slice(from, to)
  const isLabel =
    words.length > 0 &&
    words.length <= VALUE_WORDS_MAX &&
    words.every(({ word }) => /^[a-z]+$/.test(word) && word !== 'only')
  return isLabel ? from : null
}

function isValueLine(tokens: readonly Token[], from: number): boolean {
  let to = from
  while (tokens[to]?.kind === 'word') to += 1
  const words = tokens.slice(from, to)
  const first = words.findIndex(({ money }) => money !== undefined)
  const isEnd = tokens[to]?.kind === 'line' || tokens[to]?.kind === 'end'
  return (
    isEnd &&
    first !== -1 &&
    words.length <= VALUE_WORDS_MAX &&
    words.slice(0, first).every(({ word }) => OPENERS.has(word))
  )
}
