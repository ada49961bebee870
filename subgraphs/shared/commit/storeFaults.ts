/** Faults that tests and proofs inject into the commit store; the product has none. */
import type { Ref } from './types.ts'

export interface StoreFaults {
  /** Called between two commands. */
  readonly onStep?: (step: string) => Promise<void> | void
  /** Rows whose version is neither compared nor raised: the proof of limits must fail then. */
  readonly unguarded?: (ref: Ref) => boolean
  /** Reads outside of the transaction, where the database's own conflict detection cannot hide a missing guard. */
  readonly readsOutside?: boolean
}
