/** The result for one event, as every carrier sends it. */
import type { SubgraphResult } from '../datasource.ts'
import { NEXT_END, nextHead, webSocketFrame } from './protocol.ts'

export interface Delivery {
  /** Read from the text once that is made: only one of them is held. */
  readonly result: SubgraphResult
  /** To resume after it; null: there is nothing to resume. */
  readonly cursor: string | null
  /** The result as JSON, made once for all who get it. */
  readonly text: string
  /** The message of an operation as it is on the connection, in one piece or two. Others send them as well: not to be written into. */
  frameFor(id: string): readonly Buffer[]
  /** Of memory, at most: its text, and as much again for one that a carrier makes of it. */
  readonly bytes: number
}

/** From here on a frame is written in two pieces, of which all share the larger one, whatever their ids: two cost more than a copy of less. */
const SHARED_FROM = 16 * 1024

export function createDelivery(result: SubgraphResult, cursor: string | null): Delivery {
  let held: SubgraphResult | string = result
  /** Of the first that asks: most clients count their operations, and have the same id. */
  let first: { readonly id: string; readonly frame: readonly Buffer[] } | null = null
  let tail: Buffer | null = null

  function frameOf(id: string, text: string): readonly Buffer[] {
    tail ??= Buffer.from(`${text}${NEXT_END}`)
    const head = Buffer.from(nextHead(id))
    const bytes = head.length + tail.length
    if (tail.length >= SHARED_FROM) return [webSocketFrame(bytes, head), tail]
    const frame = webSocketFrame(bytes, head, tail)
    // The first frame is held: what others are made of is a part of it.
    if (first === null) tail = frame.subarray(-tail.length)
    return [frame]
  }

  return {
    cursor,
    get result() {
      return typeof held === 'string' ? (JSON.parse(held) as SubgraphResult) : held
    },
    get text() {
      if (typeof held !== 'string') held = JSON.stringify(held)
      return held
    },
    frameFor(id) {
      if (first?.id === id) return first.frame
      const frame = frameOf(id, this.text)
      first ??= { id, frame }
      return frame
    },
    get bytes() {
      // A string takes one byte for each character only where none of them needs two.
      const width = Buffer.byteLength(this.text) === this.text.length ? 1 : 2
      return 2 * width * this.text.length
    },
  }
}

/** How a carrier ends a subscription whose caller is to subscribe again: as before, where no cursor is known to go on after. */
export const endOf = (
  reason: string,
  cursor: string | null,
  message = 'The subscription has ended; subscribe again.',
) => ({ message, extensions: { reason, ...(cursor !== null && { resume_after: cursor }) } })
