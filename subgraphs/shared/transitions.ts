/** Tables of state transitions: whatever has no row is not allowed. */

export type Transitions<S extends string, E extends string> = Readonly<Record<S, Readonly<Partial<Record<E, S>>>>>

/** The state after `event`, or null where the table has no such row. */
export function nextState<S extends string, E extends string>(table: Transitions<S, E>, from: S, event: E): S | null {
  return table[from][event] ?? null
}
