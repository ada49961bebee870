/** The only way to make row writes, so that the compiler checks every row against the type of its ref. */
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
