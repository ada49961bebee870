/** The result for one event, as every carrier sends it. */
import type { SubgraphResult } from '../datasource.ts'

export interface Delivery {
  /** Read from the text once that is made: only one of them is held. */
  readonly result: SubgraphResult
  /** To resume after it; null: there is nothing to resume. */
  readonly cursor: string | null
  /** The result as JSON, made once for all who get it. */
  readonly text: string
  /** Of memory, at most: its text, and as much again for one that a carrier makes of it. */
  readonly bytes: number
}

export function createDelivery(result: SubgraphResult, cursor: string | null): Delivery {
  let held: SubgraphResult | string = result
  return {
    cursor,
    get result() {
      return typeof held === 'string' ? (JSON.parse(held) as SubgraphResult) : held
    },
    get text() {
      if (typeof held !== 'string') held = JSON.stringify(held)
      return held
    },
    get bytes() {
      // A string takes one byte for each character only where none of them needs two.
      const width = Buffer.byteLength(this.text) === this.text.length ? 1 : 2
      return 2 * width * this.text.length
    },
  }
}
