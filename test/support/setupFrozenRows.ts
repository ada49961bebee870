/**
 * Rows are frozen before a `decide` sees them, in every test: one that changes what it has read would change what the
 * rest of its batch reads, and the update of that row would miss the change. Production does not pay for it.
 */
import { vi } from 'vitest'
import type { Intent, Ref, Row, State } from '../../subgraphs/shared/commit/types.ts'

type Fold = typeof import('../../subgraphs/shared/commit/apply.ts')

vi.mock(import('../../subgraphs/shared/commit/apply.ts'), async (load) => {
  const fold = await load()
  return {
    ...fold,
    applyBatch: (snapshot, intents, ...rest) => fold.applyBatch(snapshot, intents.map(withFrozenRows), ...rest),
    dryRunOf: (snapshot, intent, at) => fold.dryRunOf(snapshot, withFrozenRows(intent), at),
  } satisfies Fold
})

function withFrozenRows<I extends Pick<Intent<unknown>, 'decide'>>(intent: I): I {
  const frozen = (state: State): State => ({ get: <T>(ref: Ref<T>): (T & Row) | null => freeze(state.get(ref)) })
  return { ...intent, decide: (state: State, at: Date) => intent.decide(frozen(state), at) }
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const one of Object.values(value)) freeze(one)
  return value
}
