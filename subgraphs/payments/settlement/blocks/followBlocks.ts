/**
 * Reads the chain block by block, each once it has enough blocks on top, and moves the cursor. It asks nothing about any
 * one payment: what a block shows is booked, or written down as a task (bookBlock, runTasks), so one endpoint that
 * answers is enough to go on. The cursor is saved last, so a crash reads a block again and everything finds its work done.
 */
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import { type BlockMark, type ChainCursorRow, findCursor, MARKS_MAX, saveCursor } from '../../models/chainCursors.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import type { Network, SettlementDeps } from '../network/network.ts'
import { resendAllPending } from '../network/relayerAccounts.ts'
import { bookBlock } from './bookBlock.ts'

const BLOCKS_AT_ONCE = 16

export async function followBlocks(deps: SettlementDeps, network: Network, signal: AbortSignal): Promise<void> {
  let cursor = await openCursor(deps, network)
  while (!signal.aborted) {
    const head = await network.adapter.head()
    network.head = head
    const moved = await readNextBlocks(deps, network, cursor, head, signal)
    if (moved === cursor) await sleep(network.pollMs, signal)
    cursor = moved
  }
}

async function openCursor(deps: SettlementDeps, network: Network): Promise<ChainCursorRow> {
  const stored = await findCursor(deps.database, network.id)
  if (stored !== null) return stored
  const start = network.startBlock === 'head' ? (await network.adapter.head()).number : network.startBlock
  return { _id: network.id, number: start - 1, recent: [], at: deps.clock.now() }
}

async function readNextBlocks(
  deps: SettlementDeps,
  network: Network,
  cursor: ChainCursorRow,
  head: BlockHead,
  signal: AbortSignal,
): Promise<ChainCursorRow> {
  const last = cursor.recent.at(-1)
  if (head.number < cursor.number) return waitOrRewind(deps, network, cursor, head)
  network.isBehind = false
  const until = Math.min(head.number - network.confirmations, cursor.number + BLOCKS_AT_ONCE)
  const blocks = await network.adapter.blocks(cursor.number + 1, until)
  await deps.onStep?.('blockRead', network.id)
  let at = cursor
  let parent = last?.hash
  for (const block of blocks) {
    if (signal.aborted) break
    if (parent !== undefined && block.parentHash !== parent) return rewind(deps, network, at)
    await bookBlock(deps, network, block, signal)
    await deps.onStep?.('blockApplied', network.id)
    parent = block.hash
    const recent: BlockMark[] = [...at.recent, { number: block.number, hash: block.hash }].slice(-MARKS_MAX)
    at = { _id: network.id, number: block.number, recent, at: deps.clock.now() }
    // Empty blocks are saved with the next one that is not: reading them again costs nothing.
    if (block.receipts.length > 0 || block === blocks.at(-1)) {
      await saveCursor(deps.database, at)
      await deps.onStep?.('cursorSaved', network.id)
    }
  }
  return at
}

/**
 * Shorter than before: while the blocks that are left are those we know, it may be an endpoint that lags, and if it is
 * not, the next blocks will tell. What the chain may have lost is sent again in either case.
 */
async function waitOrRewind(
  deps: SettlementDeps,
  network: Network,
  cursor: ChainCursorRow,
  head: BlockHead,
): Promise<ChainCursorRow> {
  const known = cursor.recent.find(({ number }) => number === head.number)
  // Older than all that is remembered, it says nothing of that; and a chain with a past is never read from its beginning.
  const saysNothing = network.startBlock === 'head' && head.number < (cursor.recent[0]?.number ?? cursor.number)
  if (!saysNothing && known?.hash !== head.hash) return rewind(deps, network, cursor)
  if (!network.isBehind) resendAllPending(network)
  network.isBehind = true
  return cursor
}

/**
 * Back to the last block that the chain still has. Payments above it go on or stay completed: all their stored bytes
 * are sent again, and the authorizations let each transfer happen once. Whether something is gone for good is looked at
 * when the blocks have been read again.
 */
async function rewind(deps: SettlementDeps, network: Network, cursor: ChainCursorRow): Promise<ChainCursorRow> {
  const recent = [...cursor.recent]
  while (recent.length > 0) {
    const mark = recent.at(-1) as BlockMark
    if ((await network.adapter.headAt(mark.number))?.hash === mark.hash) break
    recent.pop()
  }
  const oldest = cursor.recent[0]?.number ?? 0
  const number = recent.at(-1)?.number ?? Math.max(oldest - 1, -1)
  deps.log.warn({ network: network.id, from: cursor.number, to: number }, 'the chain was reorganized')
  const range = { from: number + 1, to: cursor.number }
  // With its depth: the chain may come back to this block and leave it again further down.
  const occurrence = `${cursor.recent.at(-1)?.hash ?? ''}:${number + 1}`
  const task = { network: network.id, orgId: '', subjectId: String(cursor.number), occurrence } as const
  await addTasks(deps.database, [{ ...task, work: { kind: 'reorganized', ...range } }], deps.clock.now())
  const next = { _id: network.id, number, recent, at: deps.clock.now() }
  await saveCursor(deps.database, next)
  resendAllPending(network)
  return next
}
