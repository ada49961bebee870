// The names of a letter: who is greeted in its first words and who signs it behind the last ones. They say nothing, and a
// word of the language is never one of them, so that "Thanks, Not" refuses the text.
import { GRAMMAR } from './grammar.ts'
import { CATEGORY_PHRASES, DAY_PHRASES } from './lexicon.ts'
import { wordsOf } from './notation.ts'
import { findSignal } from './signalPhrases.ts'
import type { Token } from './tokens.ts'

const CLOSINGS = new Set(['regards', 'thanks', 'best', 'cheers', 'sincerely', 'faithfully', 'truly', 'wishes'])
const GREETINGS = new Set(['hi', 'hello', 'hey', 'dear'])
const NAMES_MAX = 3
const VOCABULARY = wordsOf(GRAMMAR)

/** The tokens without the names, which stand behind a closing at the end or a greeting at the start. */
export function withoutNames(text: string, tokens: readonly Token[]): readonly Token[] {
  const isName = ({ kind, word, start, end, isName: _, ...value }: Token) =>
    kind === 'word' &&
    Object.keys(value).length === 0 &&
    /^\p{Lu}\p{Ll}+$/u.test(text.slice(start, end)) &&
    !VOCABULARY.has(word) &&
    findSignal(() => word, 0) === null &&
    [CATEGORY_PHRASES, DAY_PHRASES].every((phrases) => phrases.find((at) => (at === 0 ? word : ''), 0) === null)
  return withoutGreeted(withoutSigner(tokens, isName), isName)
}

/** "Thanks, Maria", "Kind regards" and "Tom" on the next line. */
function withoutSigner(tokens: readonly Token[], isName: (token: Token) => boolean): readonly Token[] {
  let last = tokens.length - 1
  while (tokens[last - 1]?.kind === 'line' || tokens[last - 1]?.kind === 'stop') last -= 1
  let first = last
  while (first > 0 && last - first < NAMES_MAX && isName(tokens[first - 1] as Token)) first -= 1
  let before = first
  while (tokens[before - 1]?.word === ',' || tokens[before - 1]?.kind === 'line') before -= 1
  const [closing = '', previous = ''] = [tokens[before - 1]?.word, tokens[before - 2]?.word]
  const isClosing = CLOSINGS.has(closing) || (previous === 'thank' && closing === 'you')
  const isSigned = first < last && before < first && isClosing
  return isSigned ? [...tokens.slice(0, before), ...tokens.slice(last)] : tokens
}

/** "Dear Maria," */
function withoutGreeted(tokens: readonly Token[], isName: (token: Token) => boolean): readonly Token[] {
  if (!GREETINGS.has(tokens[0]?.word ?? '')) return tokens
  let next = 1
  while (next <= NAMES_MAX && tokens[next] !== undefined && isName(tokens[next] as Token)) next += 1
  const isGreeted = next > 1 && (tokens[next]?.word === ',' || tokens[next]?.kind === 'line')
  return isGreeted ? [...tokens.slice(0, 1), ...tokens.slice(next)] : tokens
}
