// The kinds of rules that are read by their roles.
import { APPROVAL_READERS } from './approvals.ts'
import { DECLINE_READERS } from './declines.ts'
import { HOLDER_READERS } from './holders.ts'
import { LIMIT_READERS } from './limits.ts'
import { LIST_READERS } from './lists.ts'
import { RESTATED_READERS } from './restated.ts'
import type { FreeReader } from './roles.ts'
import { SUPERLATIVE_READERS } from './superlatives.ts'
import { WINDOW_READERS } from './windows.ts'
import { WITHOUT_READERS } from './withouts.ts'

export const FREE_READERS: readonly FreeReader[] = [
  ...LIMIT_READERS,
  ...DECLINE_READERS,
  ...APPROVAL_READERS,
  ...LIST_READERS,
  ...WINDOW_READERS,
  ...HOLDER_READERS,
  ...RESTATED_READERS,
  ...SUPERLATIVE_READERS,
  ...WITHOUT_READERS,
]

/** Who spends and what is spent: these kinds of roles say nothing beside those that make the rule. */
const SILENT = ['neutral', 'who', 'activity', 'noun']

/** The words that are neutral in some kind of rule: one of them more never changes a policy. */
export function neutralWords(): ReadonlySet<string> {
  const phrases = FREE_READERS.flatMap(({ words }) => SILENT.flatMap((kind) => (words[kind] ?? '').split('|')))
  return new Set(phrases.filter((word) => word !== '' && !word.includes(' ')))
}
