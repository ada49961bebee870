// The one grammar of policies: all constructions, and which of them are clauses.
import { APPROVALS } from './constructions/approvals.ts'
import { BACKGROUND } from './constructions/background.ts'
import { COURTESY } from './constructions/courtesy.ts'
import { INTRODUCTIONS } from './constructions/introductions.ts'
import { LIMITS } from './constructions/limits.ts'
import { LISTS } from './constructions/lists.ts'
import { PARTS } from './constructions/parts.ts'
import { TIMES } from './constructions/windows.ts'
import { WORDS } from './constructions/words.ts'
import { compileGrammar } from './notation.ts'

/** The constructions that say something, with what they are for; a clause is one of them between courtesies. */
export const CONSTRUCTIONS = {
  LIMIT: 'limit',
  BARE_LIMIT: 'limit',
  NO_LIMIT: 'no limit',
  NO_PERIOD_LIMIT: 'no limit',
  APPROVAL_ABOVE: 'approval',
  APPROVAL_ALL: 'approval',
  FREE_BELOW: 'approval',
  FINE_UP_TO: 'approval',
  ONLY_MERCHANTS: 'merchants',
  ALLOW_MERCHANTS: 'merchants',
  ONLY_CATEGORIES: 'allowed categories',
  ALLOW_CATEGORIES: 'allowed categories',
  CATEGORIES_AT_MERCHANTS: 'allowed categories',
  CATEGORIES_ARE_FINE: 'allowed categories',
  ALLOW_BUT: 'allowed categories',
  BLOCK_CATEGORIES: 'blocked categories',
  NOTHING_ELSE: 'closing',
  EVERYTHING_ELSE: 'closing',
  OPEN_REST: 'opening',
  WINDOW: 'time windows',
  NO_WINDOW: 'time windows',
  ANY_TIME: 'time windows',
  ZONE_OF_ALL: 'time zone',
  CURRENCY: 'currency',
  GREETING: 'courtesy',
} as const
export type Construction = keyof typeof CONSTRUCTIONS
const names = Object.keys(CONSTRUCTIONS) as Construction[]

/** The rules as they are written, for describing the language. */
export const RULE_TEXTS: Readonly<Record<string, string>> = {
  ...WORDS,
  ...LIMITS,
  ...PARTS,
  ...APPROVALS,
  ...LISTS,
  ...TIMES,
  ...BACKGROUND,
  ...COURTESY,
  ...INTRODUCTIONS,
  BODY: names.map((name) => `{@${name}} ${name}`).join('\n'),
  CLAUSE:
    '[CALL ,|yo|hey] [PREAMBLE [,|:]] [OPENING [,]] [KINDLY_SAID [,]] BODY [[,] CARD|ANYHOW|FOR_WHOM] [CLOSING] [ASIDE|, VOCATIVE] [ASIDE|, VOCATIVE]',
}

export const GRAMMAR = compileGrammar(RULE_TEXTS)
export const ruleOf = (name: string): number => GRAMMAR.names.indexOf(name)
