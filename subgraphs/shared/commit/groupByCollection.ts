/** The order in which a batch reads and writes collections. */
import type { CommittedCollection, Ref } from './types.ts'

/** Positions first, so that conflicts between processes show early; the others in one order, which avoids deadlocks. */
export function groupByCollection<T extends { readonly ref: Ref }>(rows: readonly T[]): Map<CommittedCollection, T[]> {
  const groups = Map.groupBy(rows, ({ ref }) => ref.collection)
  const rank = (name: string): string => (name === 'positions' ? '' : name)
  return new Map([...groups].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1)))
}
