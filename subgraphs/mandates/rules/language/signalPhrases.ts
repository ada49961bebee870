// The phrases of the signals by their words.
import { createTable } from './phraseTable.ts'
import { SIGNAL_PHRASES, type Signal } from './signals.ts'

const ENTRIES = SIGNAL_PHRASES.flatMap(([signal, phrases]) =>
  phrases.split('|').map((phrase): [string, Signal] => [phrase, signal]),
)
export const SIGNALS: ReadonlyMap<string, Signal> = new Map(ENTRIES)
const PHRASES = createTable(ENTRIES)

/** The longest signal that begins at a word. */
export function findSignal(
  wordAt: (at: number) => string,
  at: number,
): { readonly to: number; readonly why: Signal } | null {
  const found = PHRASES.find(wordAt, at)
  return found === null ? null : { to: found.end, why: found.value }
}
