// Patterns over the kinds of parts that a composed rule is made of, written with the names of the kinds.

/** Each kind is one letter, so that the kinds of a chain of parts are a string. */
export type Letters = Readonly<Record<string, string>>

/** "period p, one q": each kind with its letter. */
export function lettersOf(text: string): Letters {
  return Object.fromEntries(text.split(', ').map((pair) => pair.split(' ') as [string, string]))
}

/** Names of parts as a regular expression over their letters; an unknown name stops the service's start. */
export function createPattern(letters: Letters): (...lines: readonly string[]) => RegExp {
  const letterOf = (name: string) => {
    const letter = letters[name]
    if (letter === undefined) throw new Error(`invariant: ${name} is no part of a composed sentence`)
    return letter
  }
  return (...lines) => {
    const sources = lines.map((line) => line.replace(/[a-z]+/g, letterOf).replaceAll(' ', ''))
    return new RegExp(`^(?:${sources.join('|')})$`)
  }
}

/** The letters by the marks that the parts begin with in the grammar. */
export function markedLetters(prefix: string, letters: Letters): Letters {
  return Object.fromEntries(Object.entries(letters).map(([name, letter]) => [`${prefix}_${name}`, letter]))
}
