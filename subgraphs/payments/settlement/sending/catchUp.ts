/**
 * After a takeover, before any payment is sent for the first time: the blocks that the chain has are booked, and so is
 * whatever the relayers have sent without a record. After a restored backup these tell which payments were made before. The
 * token pays a payment that the backup knows only once; one of a request that it has lost would be paid a second time when the
 * request is repeated.
 */
import { sleep } from '../../../shared/subgraph.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import { saveCaughtUp } from '../../models/chainCursors.ts'
import { lastNonce, lastReplaced } from '../../models/nonceSlots.ts'
import { insertGapIntent } from '../intents/replaceBytes.ts'
import { type Network, type RelayerAccount, submitUntilKnown } from '../network/network.ts'
import { GAP_MAX } from './maintainGaps.ts'

export async function catchUp(network: Network, signal: AbortSignal): Promise<void> {
  if (network.isCaughtUp) return
  // Not of one endpoint, which may lag; nor for ever of one that says too much.
  const { highest, agreed } = await network.adapter.newestBlocks()
  while (!network.isCaughtUp && !signal.aborted) {
    // Since the takeover, not since the last answer: an endpoint that is down must not put it off for ever.
    const isOverdue = performance.now() - network.takenOverAt > network.options.unrecordedAfterMs
    const wanted = (isOverdue ? agreed : highest) - network.confirmations
    const isRead = network.reading === 'following' && network.readUpTo !== null && network.readUpTo >= wanted
    if (isRead && (await areRelaysBooked(network, isOverdue, signal))) {
      await saveCaughtUp(network.database, network.id, network.fence)
      network.isCaughtUp = true
    } else await sleep(network.pollMs, signal)
  }
}

async function areRelaysBooked(network: Network, isOverdue: boolean, signal: AbortSignal): Promise<boolean> {
  const relayers = network.relayers.filter(({ use }) => use !== 'faucet')
  const booked = await Promise.all(relayers.map((relayer) => isBooked(network, relayer, isOverdue, signal)))
  return booked.every(Boolean)
}

async function isBooked(
  network: Network,
  relayer: RelayerAccount,
  isOverdue: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { adapter, database } = network
  const { account, address } = relayer
  // Read in this order: ours are stored before they are sent.
  const pending = await adapter.pendingNonce(address)
  const next = (await lastNonce(database, account)) + 1
  const sent = isOverdue ? pending.agreed : pending.highest
  const isBeyond = sent > next
  const unrecorded = Math.max(isBeyond ? sent : 0, (await lastReplaced(database, account)) + 1)
  if (unrecorded === 0) return true
  const read = await adapter.headAt(network.readUpTo ?? 0)
  const mined = read === null ? 0 : await minedBy(network, address, read, isOverdue)
  if (mined >= unrecorded) return true
  // What is mined needs no filling, however much of it has no record.
  const from = Math.max(next, mined)
  if (isOverdue && isBeyond) await replaceUnrecorded(network, relayer, { from, to: sent - 1 }, signal)
  return false
}

/** For ever of two endpoints that agree would stop the network while one of two is down. */
function minedBy({ adapter }: Network, address: string, block: BlockHead, isOverdue: boolean): Promise<number> {
  return isOverdue ? adapter.lowestNonce(address, block) : adapter.settledNonce(address, block)
}

/**
 * What nobody mines cannot be given a higher fee without its bytes: empty transactions are to take its nonces (maintainGaps
 * adds those below), and whichever of the two are mined, it is known then what was paid.
 */
async function replaceUnrecorded(
  network: Network,
  relayer: RelayerAccount,
  { from, to: nonce }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<void> {
  const { fence, mode } = network
  // A wrong answer: nothing would fill so many, and whatever the account sends afterwards would wait behind them for ever.
  if (nonce - from > GAP_MAX)
    return network.log.error({ account: relayer.account, from, nonce }, 'more is said to be sent than can have been')
  await submitUntilKnown(network, insertGapIntent(relayer.account, nonce, { fence, mode, isUsed: true }), signal)
  network.log.warn({ account: relayer.account, nonce }, 'transactions without a record are replaced by empty ones')
  relayer.nextNonce = null
  relayer.resendAll = true
}
