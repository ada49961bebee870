// Words that only stress what is said: "it should simply be declined", "is flatly refused". Behind a negation they are part of
// what is denied ("do not simply pay"), so that they stay and refuse the text.
import type { Token } from './tokens.ts'

const EMPHASIS = new Set('simply outright flatly categorically hereby unconditionally'.split(' '))
const NEGATION = /^(?:not|no|never|nor|cannot|cant|dont|.*n't)$/

export function withoutEmphasis(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ kind, word }, at) => {
    if (kind !== 'word' || !EMPHASIS.has(word)) return true
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    // Alone it would be a sentence.
    const isAlone = before?.kind !== 'word' && after?.kind !== 'word'
    return isAlone || NEGATION.test(before?.word ?? '')
  })
}
