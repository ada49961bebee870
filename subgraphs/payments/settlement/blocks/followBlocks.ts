/**
 * Reads the chain block by block, each once it is confirmed, and moves the cursor. It makes no calls about single payments:
 * a block is booked, or leaves tasks (bookBlock, runTasks), once the endpoints that are there agree on what it has moved. The cursor is saved last;
 * after a crash the block is read again, and booking it twice has no effect.
 */
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import { type BlockMark, type ChainCursorRow, findCursor, MARKS_MAX, saveCursor } from '../../models/chainCursors.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import { isGone } from '../network/isInChain.ts'
import type { Network } from '../network/network.ts'
import { resendAllPending } from '../network/relayerAccounts.ts'
import { reopenTopUps } from '../recovery/reopenTopUps.ts'
import { bookBlock } from './bookBlock.ts'
import { recheckBeyond } from './bookedBeyond.ts'
import { findBookedBelow, haltOrReread } from './deepReorganization.ts'

const BLOCKS_AT_ONCE = 16

export async function followBlocks(network: Network, signal: AbortSignal): Promise<void> {
  let cursor = await openCursor(network)
  await recheckBeyond(network, cursor)
  if (network.reading === 'unknown' && (await isStillThere(network, cursor))) network.reading = 'following'
  while (!signal.aborted) {
    const head = await network.adapter.head()
    network.head = head
    const moved = await readNextBlocks(network, cursor, head, signal)
    network.readUpTo = moved.number
    if (moved === cursor) await sleep(network.pollMs, signal)
    cursor = moved
  }
}

async function openCursor(network: Network): Promise<ChainCursorRow> {
  const stored = await findCursor(network.database, network.id)
  if (stored !== null) return stored
  const start = network.startBlock === 'head' ? (await network.adapter.head()).number : network.startBlock
  return { _id: network.id, number: start - 1, recent: [], at: network.clock.now() }
}

async function isStillThere({ adapter }: Network, { recent }: ChainCursorRow): Promise<boolean> {
  const last = recent.at(-1)
  return last === undefined || (await adapter.headAt(Number(last.number)))?.hash === last.hash
}

async function readNextBlocks(
  network: Network,
  cursor: ChainCursorRow,
  head: BlockHead,
  signal: AbortSignal,
): Promise<ChainCursorRow> {
  const last = cursor.recent.at(-1)
  if (head.number < cursor.number) return waitOrRewind(network, cursor, head, signal)
  network.isBehind = false
  const until = Math.min(head.number - network.confirmations, cursor.number + BLOCKS_AT_ONCE)
  const blocks = await network.adapter.blocks(cursor.number + 1, until)
  await network.onStep?.('blockRead', network.id)
  let at = cursor
  let parent = last?.hash
  for (const block of blocks) {
    if (signal.aborted) break
    if (parent !== undefined && block.parentHash !== parent) return rewind(network, at, signal)
    await bookBlock(network, block, signal)
    await network.onStep?.('blockApplied', network.id)
    parent = block.hash
    const recent: BlockMark[] = [...at.recent, { number: block.number, hash: block.hash }].slice(-MARKS_MAX)
    const caughtUp = network.isCaughtUp ? { caughtUp: network.fence } : {}
    at = { _id: network.id, number: block.number, recent, at: network.clock.now(), ...caughtUp }
    // The cursor is not saved for each empty block: reading those again costs little.
    if (block.receipts.length > 0 || block === blocks.at(-1)) {
      await saveCursor(network.database, at)
      await network.onStep?.('cursorSaved', network.id)
    }
  }
  return at
}

/**
 * The head is below the cursor. While its block is a known one the endpoint may only lag; if the chain was reorganized,
 * the next blocks will show it. Everything unmined is resent in either case.
 */
async function waitOrRewind(
  network: Network,
  cursor: ChainCursorRow,
  head: BlockHead,
  signal: AbortSignal,
): Promise<ChainCursorRow> {
  const known = cursor.recent.find(({ number }) => number === head.number)
  // A head older than all remembered blocks proves nothing, and a public chain is never read again from its start.
  const saysNothing = network.startBlock === 'head' && head.number < (cursor.recent[0]?.number ?? cursor.number)
  if (!saysNothing && known?.hash !== head.hash) return rewind(network, cursor, signal)
  if (!saysNothing && network.reading === 'unknown') network.reading = 'following'
  if (!network.isBehind) {
    network.log.warn({ network: network.id, head: head.number, read: cursor.number }, 'the head is below what was read')
    resendAllPending(network)
  }
  network.isBehind = true
  return cursor
}

/**
 * Moves the cursor back to the last block that is still in the chain. Payments above it keep their status: their stored
 * bytes are resent, and an authorization allows each transfer only once. What was lost for good is decided by a task, once
 * the blocks have been read again.
 */
async function rewind(network: Network, cursor: ChainCursorRow, signal: AbortSignal): Promise<ChainCursorRow> {
  const recent = [...cursor.recent]
  const [first] = recent
  // One call while it is halted, instead of one for each mark.
  if (first !== undefined && (await network.adapter.headAt(first.number))?.hash !== first.hash) recent.length = 0
  while (recent.length > 0) {
    const mark = recent.at(-1) as BlockMark
    if ((await network.adapter.headAt(mark.number))?.hash === mark.hash) break
    recent.pop()
  }
  const oldest = cursor.recent[0]?.number ?? 0
  const booked = recent.length > 0 ? null : await findBookedBelow(network, oldest)
  if (booked !== null && (await isGone(network, booked))) return haltOrReread(network, cursor, booked, signal)
  if (booked !== null) recent.push({ number: booked.number, hash: booked.hash })
  const number = recent.at(-1)?.number ?? Math.max(oldest - 1, -1)
  network.log.warn({ network: network.id, from: cursor.number, to: number }, 'the chain was reorganized')
  const range = { from: number + 1, to: cursor.number }
  // With the depth: the chain may return to this block and later fork below it.
  const occurrence = `${cursor.recent.at(-1)?.hash ?? ''}:${number + 1}`
  const task = { network: network.id, orgId: '', subjectId: String(cursor.number), occurrence } as const
  await addTasks(network.database, [{ ...task, work: { kind: 'reorganized', ...range } }], network.clock.now())
  await reopenTopUps(network, number, signal)
  const next = { _id: network.id, number, recent, at: network.clock.now() }
  await saveCursor(network.database, next)
  network.readUpTo = number
  network.reading = 'following'
  resendAllPending(network)
  return next
}
