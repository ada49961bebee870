// The phrases of the signals by their words.
import { SIGNAL_PHRASES, type Signal } from './signals.ts'

export const SIGNALS: ReadonlyMap<string, Signal> = new Map(
  SIGNAL_PHRASES.flatMap(([signal, phrases]) => phrases.split('|').map((phrase): [string, Signal] => [phrase, signal])),
)
const WORDS_MAX = 4

/** The longest signal that begins at a word. */
export function findSignal(
  wordAt: (at: number) => string,
  at: number,
): { readonly to: number; readonly why: Signal } | null {
  let best: { to: number; why: Signal } | null = null
  let phrase = ''
  for (let count = 1; count <= WORDS_MAX; count++) {
    phrase = count === 1 ? wordAt(at) : `${phrase} ${wordAt(at + count - 1)}`
    const why = SIGNALS.get(phrase)
    if (why !== undefined) best = { to: at + count, why }
  }
  return best
}
