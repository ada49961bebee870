/** Whether what was found in a block may still be booked, since the block may have left the chain in the meantime. */
import { findCursor } from '../../models/chainCursors.ts'
import { isInChain } from './isInChain.ts'
import type { Network } from './network.ts'

/** gone: another block was read in its place, and whatever that one has is booked by itself. later: not known yet. */
type Standing = 'read' | 'gone' | 'later'

export async function standingOf(
  network: Network,
  { block, blockHash }: { readonly block: number; readonly blockHash: string },
): Promise<Standing> {
  const cursor = await findCursor(network.database, network.id)
  if (cursor !== null && cursor.number >= block) {
    const mark = cursor.recent.find(({ number }) => Number(number) === Number(block))
    // Older than all that are remembered.
    return mark === undefined || mark.hash === blockHash ? 'read' : 'gone'
  }
  // Its cursor is about to be saved, or blocks are read again after a reorganization.
  return (await isInChain(network, Number(block), blockHash)) ? 'read' : 'later'
}
