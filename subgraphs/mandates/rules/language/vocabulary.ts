// What the language consists of, as data: for editors that complete as one types, and for tests.
import { CATEGORIES, everydayWords, groupNames, membersOfGroup } from '../categories.ts'
import { NAMED_ONLY } from '../categoryWords.ts'
import { FREE_READERS } from './free/readers.ts'
import { CONSTRUCTIONS, type Construction, RULE_TEXTS } from './grammar.ts'
import { listCategoryPhrases } from './lexicon.ts'
import { SLOTS, wordsOfText } from './notation.ts'

export interface LanguageDescription {
  /** The clauses of the language, what each is for, and its wordings in the notation of `rules`. */
  readonly constructions: readonly {
    readonly name: string
    readonly topic: string
    readonly wordings: readonly string[]
  }[]
  /** The names in capitals that wordings use. */
  readonly rules: readonly { readonly name: string; readonly wordings: readonly string[] }[]
  /** Kinds of rules that are read in any order of words, with the words of each role. */
  readonly freeRules: readonly {
    readonly name: string
    readonly slots: readonly string[]
    readonly roles: readonly { readonly name: string; readonly words: readonly string[] }[]
  }[]
  /** Names that stand for a value: an amount, a list of domains. */
  readonly slots: readonly string[]
  readonly categories: readonly {
    readonly name: string
    readonly label: string
    readonly group: string
    readonly aliases: readonly string[]
    /** Aliases that count only after the word "categories". */
    readonly namedOnly: readonly string[]
  }[]
  readonly groups: readonly { readonly name: string; readonly categories: readonly string[] }[]
}

export const LANGUAGE: LanguageDescription = describe()

function describe(): LanguageDescription {
  const wordingsOf = (name: string) => (RULE_TEXTS[name] ?? '').split('\n').map((line) => line.trim())
  const isConstruction = (name: string): name is Construction => name in CONSTRUCTIONS
  return {
    constructions: (Object.keys(CONSTRUCTIONS) as Construction[]).map((name) => ({
      name,
      topic: CONSTRUCTIONS[name],
      wordings: wordingsOf(name),
    })),
    rules: Object.keys(RULE_TEXTS)
      .filter((name) => !isConstruction(name) && name !== 'BODY' && name !== 'CLAUSE')
      .map((name) => ({ name, wordings: wordingsOf(name) })),
    freeRules: FREE_READERS.map(({ name, slots, words }) => ({
      name,
      slots,
      roles: Object.entries(words).map(([role, phrases]) => ({ name: role, words: [...new Set(phrases.split('|'))] })),
    })),
    slots: SLOTS,
    categories: CATEGORIES.map(({ name, label, group, aliases }) => {
      const words = [...new Set([...aliases, ...everydayWords(name)])].map((word) => word.replaceAll('_', ' '))
      const [namedOnly, free] = [
        words.filter((word) => NAMED_ONLY.has(word)),
        words.filter((word) => !NAMED_ONLY.has(word)),
      ]
      return { name, label, group, aliases: free, namedOnly }
    }),
    groups: groupNames().map((name) => ({ name, categories: membersOfGroup(name) })),
  }
}

/** Every word and phrase that a rule or a category is made of. */
export function vocabulary(): readonly string[] {
  const words = Object.values(RULE_TEXTS).flatMap(wordsOfText)
  return [...new Set([...words, ...listCategoryPhrases().map(([phrase]) => phrase)])]
}
