/** A declared row that has to be there. */
import { invariant } from '../errors.ts'
import type { Ref, Row, State } from './types.ts'

/** @throws Error (a fault of ours, not of the caller) when there is none */
export function requireRow<T>(state: State, ref: Ref<T>): T & Row {
  const row = state.get(ref)
  invariant(row !== null, `${ref.collection} has no row ${ref.id}`)
  return row
}
