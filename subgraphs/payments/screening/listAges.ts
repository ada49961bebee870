/**
 * Tells operators before a screening list is so old that it stops every spend (domain 4.3), and when it does: a figure for
 * each list, and a line in the log when its state changes.
 */
import type { Log } from '../../shared/subgraph.ts'

export interface ListAge {
  readonly list: string
  /** Until it stops every spend; negative: it does. Null: it is part of the product, and has no end. */
  readonly leftMs: number | null
}

type ListState = 'current' | 'ending' | 'stale'

/** Of its life, when the first warning comes. */
const LAST_PART = 4

export function stateOf({ leftMs }: ListAge, ageMaxMs: number): ListState {
  // As spends are decided: at the very end it still counts.
  if (leftMs !== null && leftMs < 0) return 'stale'
  return leftMs !== null && leftMs <= ageMaxMs / LAST_PART ? 'ending' : 'current'
}

/** @returns what to call whenever the ages may have changed */
export function createAgeNotice(log: Log, ageMaxMs: number): (ages: readonly ListAge[]) => void {
  const told = new Map<string, ListState>()
  return (ages) => {
    for (const age of ages) {
      const { list, leftMs } = age
      const state = stateOf(age, ageMaxMs)
      const before = told.get(list) ?? 'current'
      told.set(list, state)
      if (state === before) continue
      const facts = { list, hours_left: leftMs === null ? null : Math.round(leftMs / 360_000) / 10 }
      if (state === 'stale') log.error(facts, 'a screening list is too old: nothing is paid until it is imported again')
      else if (state === 'ending') log.warn(facts, 'a screening list will soon stop every spend: import it again')
      else log.info(facts, 'a screening list is current again')
    }
  }
}
