/** Whether what was found in a block may still be booked, since the block may have left the chain in the meantime. */
import { findCursor } from '../../models/chainCursors.ts'
import { isGone, isInChain } from './isInChain.ts'
import type { Network } from './network.ts'

/** gone: another block was read in its place, and whatever that one has is booked by itself. later: not known yet. */
type Standing = 'read' | 'gone' | 'later'

export async function standingOf(
  network: Network,
  { block, blockHash }: { readonly block: number; readonly blockHash: string },
): Promise<Standing> {
  const cursor = await findCursor(network.database, network.id)
  const [number, hash] = [Number(block), blockHash]
  const isPassed = cursor !== null && cursor.number >= number
  const mark = isPassed ? cursor.recent.find((one) => Number(one.number) === number) : undefined
  if (mark !== undefined) return mark.hash === hash ? 'read' : 'gone'
  // Older than all that are remembered, or its cursor is about to be saved, or blocks are read again.
  if (await isInChain(network, number, hash)) return 'read'
  return isPassed && (await isGone(network, { number, hash })) ? 'gone' : 'later'
}
