// Phrases of one or several words, each with a value, found at a place of a text at the cost of a look-up.
export type WordAt = (at: number) => string

/** A value and the word behind it. */
export interface Item<T> {
  readonly end: number
  readonly value: T
}

export interface PhraseTable<V> {
  /** The longest phrase that begins with these words. */
  find(wordAt: WordAt, at: number): { readonly end: number; readonly value: V } | null
}

export function createTable<V>(entries: readonly (readonly [string, V])[]): PhraseTable<V> {
  const byPhrase = new Map(entries)
  const longest = new Map<string, number>()
  for (const phrase of byPhrase.keys()) {
    const words = phrase.split(' ')
    const [first = ''] = words
    longest.set(first, Math.max(longest.get(first) ?? 0, words.length))
  }
  return {
    find(wordAt, at) {
      const first = wordAt(at)
      const words = longest.get(first)
      if (words === undefined) return null
      let best: { end: number; value: V } | null = null
      let phrase = ''
      for (let count = 1; count <= words; count++) {
        phrase = count === 1 ? first : `${phrase} ${wordAt(at + count - 1)}`
        const value = byPhrase.get(phrase)
        if (value !== undefined) best = { end: at + count, value }
      }
      return best
    },
  }
}
