/** Faults that tests and proofs put into the store of commits; the product has none. */
import type { Ref } from './types.ts'

/** Test-only: forces a fault between two commands, or leaves a guard unguarded. */
export interface StoreFaults {
  readonly onStep?: (step: string) => Promise<void> | void
  /** A ref for which the version is neither compared nor raised: the mutant that must turn the limits proof red. */
  readonly unguarded?: (ref: Ref) => boolean
  /** Reads outside of the transaction, so that the database's own conflict detection does not hide a missing guard. */
  readonly readsOutside?: boolean
}
