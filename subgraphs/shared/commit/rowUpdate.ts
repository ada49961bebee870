/**
 * The update command for one row: only the fields that changed, and only if the row still has the version that was read.
 * The version is always raised, because a write that changes nothing does not make concurrent transactions conflict.
 */
import type { RowUpdate } from './apply.ts'
import { fieldsOf } from './rowSize.ts'
import type { Row } from './types.ts'

export interface UpdateCommand {
  readonly filter: { readonly _id: string; readonly v?: number }
  readonly update: { readonly $set: Record<string, unknown>; readonly $unset?: Record<string, ''> }
}

export function updateOf({ ref, base, next }: RowUpdate): UpdateCommand {
  const { $set, $unset } = changesOf(base, next)
  const unset = Object.keys($unset).length > 0 ? { $unset } : {}
  return { filter: { _id: ref.id, v: base.v }, update: { $set: { ...$set, v: next.v }, ...unset } }
}

/** For the proof that guards are needed: neither compares nor raises the version. */
export function unguardedUpdateOf({ ref, base, next }: RowUpdate): UpdateCommand {
  const { $set } = changesOf(base, next)
  return { filter: { _id: ref.id }, update: { $set: { ...$set, _id: ref.id } } }
}

/** Top-level fields with another value or object; that is all, because rows are never changed in place. */
function changesOf(base: Row, next: Row): { $set: Record<string, unknown>; $unset: Record<string, ''> } {
  const [before, after] = [fieldsOf(base), fieldsOf(next)]
  const $set: Record<string, unknown> = {}
  const $unset: Record<string, ''> = {}
  for (const name in after)
    if (name !== 'v' && name !== '_id' && after[name] !== before[name] && after[name] !== undefined)
      $set[name] = after[name]
  for (const name in before) if (after[name] === undefined && before[name] !== undefined) $unset[name] = ''
  return { $set, $unset }
}
