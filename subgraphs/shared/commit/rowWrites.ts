/** The only makers of row writes, so that the compiler holds every row against the type that its ref carries. */
import type { Ref, RowContent, RowInsertion, RowReplacement } from './types.ts'

/** @param next the whole next row */
export function setRow<T>(ref: Ref<T>, next: RowContent<NoInfer<T>>): RowReplacement {
  const write: Pick<RowReplacement, 'ref' | 'next'> = { ref, next }
  return write as RowReplacement
}

export function insertRow<T>(ref: Ref<T>, row: RowContent<NoInfer<T>>): RowInsertion {
  const write: Pick<RowInsertion, 'ref' | 'row'> = { ref, row }
  return write as RowInsertion
}
