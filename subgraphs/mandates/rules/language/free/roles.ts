// The free reading of a clause: whatever the order of its words, each of them has one role from a closed list, and the roles
// alone decide the rule. The surprise: a word is neutral only for a kind of rule, where it cannot change what is meant at any
// place; "not", "only", "if", "each", "first" and the like are never neutral, so that they have a role or end the clause.
import type { Capture } from '../chart.ts'
import type { Clause, Range } from '../clause.ts'
import type { Slot } from '../notation.ts'
import { createTable, type Item, type WordAt } from '../phraseTable.ts'
import type { Refusal } from '../refusals.ts'
import type { createInput } from '../values.ts'

export type Input = ReturnType<typeof createInput>

export interface Role extends Range {
  /** A mark of the reader, or the slot of a value in lower case. */
  readonly kind: string
  readonly value?: object
}

/** The roles of a clause without the neutral words. */
export interface Roles extends Range {
  readonly all: readonly Role[]
  /** The kinds in the order of the text, each between blanks: " upper amount period ". */
  readonly kinds: string
  readonly wordAt: WordAt
  /** The roles of some kinds. */
  of(...kinds: readonly string[]): readonly Role[]
  /** Whether there are no others than these, each at most as often as is said: { amount: 1, upper: 2 }. */
  hasAtMost(most: Readonly<Record<string, number>>): boolean
}

/** What the roles say: a clause without its range, where only what is said must be given. */
export type Said = Pick<Clause, 'construction'> &
  Partial<Omit<Clause, 'construction' | 'marks' | 'from' | 'to'>> & {
    readonly marks?: readonly string[]
  }

/** One kind of rule. */
export interface FreeReader {
  /** As a message calls it: "a limit". */
  readonly name: string
  /** Kind -> its words and phrases, separated by bars; those of `neutral` have no role. */
  readonly words: Readonly<Record<string, string>>
  /** The values it takes, of which at least one must be there, or a word of `needs`. */
  readonly slots: readonly Slot[]
  /** Other values, found by code: a holder's name. */
  readonly finders?: Readonly<Record<string, (wordAt: WordAt, at: number) => Item<object> | null>>
  /** @returns null where these roles are no complete rule of one meaning */
  readonly read: (roles: Roles) => Said | Refusal | null
}

const NEUTRAL = 'neutral'

/** Whether what a role holds is a name, which the clause keeps as a mark. */
export function capturesOf({ all }: Roles): readonly Capture[] {
  return all.flatMap(({ value }) => (value !== undefined && ('name' in value || 'unit' in value) ? [value] : []))
}

/** @returns the role that begins at a place, neutral ones included, or null where the word has none */
export function createRoleFinder({ words, slots, finders = {} }: FreeReader) {
  const table = createTable(
    Object.entries(words).flatMap(([kind, phrases]) =>
      phrases.split('|').map((phrase): [string, string] => [phrase.trim(), kind]),
    ),
  )
  return (input: Input, at: number): Role | null => {
    const phrase = table.find(input.wordAt, at)
    let role: Role | null = phrase === null ? null : { kind: phrase.value, from: at, to: phrase.end }
    const take = (kind: string, found: { readonly end: number; readonly value: object } | null) => {
      if (found !== null && found.end > (role?.to ?? at)) role = { kind, from: at, to: found.end, value: found.value }
    }
    for (const slot of slots) take(slot.toLowerCase(), input.valueAt(slot, at))
    for (const [kind, find] of Object.entries(finders)) take(kind, find(input.wordAt, at))
    return role
  }
}

export function createRoles(found: readonly Role[], range: Range, wordAt: WordAt): Roles {
  const all = found.filter(({ kind }) => kind !== NEUTRAL)
  const count = (kind: string) => all.reduce((sum, role) => sum + (role.kind === kind ? 1 : 0), 0)
  return {
    ...range,
    all,
    kinds: ` ${all.map(({ kind }) => kind).join(' ')} `,
    wordAt,
    of: (...kinds) => all.filter(({ kind }) => kinds.includes(kind)),
    hasAtMost: (most) => all.every(({ kind }) => count(kind) <= (most[kind] ?? 0)),
  }
}
