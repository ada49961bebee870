/** Committed rows in memory: what the fold says is to be written is put where the next fold reads. */
import { applyBatch, type Batch, type Result } from '../../../subgraphs/shared/commit/apply.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Intent, Ref } from '../../../subgraphs/shared/commit/types.ts'
import { PLATFORM_ROW } from './spendWorld.ts'

export interface MemoryStore {
  readonly rows: Map<string, object>
  run(intents: readonly Intent<unknown>[], at: Date): readonly Result[]
  /** The same, and what was written. */
  apply(intents: readonly Intent<unknown>[], at: Date): Batch
  all<T>(collection: string): T[]
  get<T>(ref: Ref<T>): T
}

export function createMemoryStore(rows: readonly { ref: Ref; row: object }[]): MemoryStore {
  const stored = new Map<string, object>()
  for (const { ref, row } of [PLATFORM_ROW, ...rows]) stored.set(refKey(ref), row)
  const store: MemoryStore = {
    rows: stored,
    apply(intents, at) {
      const batch = applyBatch(stored, intents, at)
      for (const { ref, base, next } of batch.updates) {
        if (stored.get(refKey(ref)) !== base) throw new Error(`${refKey(ref)} is updated on another version`)
        stored.set(refKey(ref), next)
      }
      for (const { ref, row } of batch.inserts) {
        if (stored.has(refKey(ref))) throw new Error(`${refKey(ref)} is inserted twice`)
        stored.set(refKey(ref), row)
      }
      return batch
    },
    run: (intents, at) => store.apply(intents, at).results,
    all: <T>(collection: string) =>
      [...stored].filter(([key]) => key.startsWith(`${collection}/`)).map(([, row]) => row as T),
    get: <T>(ref: Ref<T>) => stored.get(refKey(ref)) as T,
  }
  return store
}
