/** Reads a declared row that must exist. */
import { invariant } from '../errors.ts'
import type { Ref, Row, State } from './types.ts'

/** @throws Error (a bug, not a fault of the caller) when it does not */
export function requireRow<T>(state: State, ref: Ref<T>): T & Row {
  const row = state.get(ref)
  invariant(row !== null, `${ref.collection} has no row ${ref.id}`)
  return row
}
