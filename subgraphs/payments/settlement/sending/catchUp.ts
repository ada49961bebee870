/**
 * After a takeover, before any payment is sent for the first time: the blocks that the chain has are booked, and so is
 * whatever the relayers have sent without a record. After a restored backup these tell which payments were made before. The
 * token pays a payment that the backup knows only once; one of a request that it has lost would be paid a second time when the
 * request is repeated.
 */
import { sleep } from '../../../shared/subgraph.ts'
import { lastNonce, lastReplaced } from '../../models/nonceSlots.ts'
import { insertGapIntent } from '../intents/replaceBytes.ts'
import { type Network, type RelayerAccount, submitUntilKnown } from '../network/network.ts'

export async function catchUp(network: Network, signal: AbortSignal): Promise<void> {
  if (network.isCaughtUp) return
  const since = performance.now()
  // Not of one endpoint, which may lag; nor for ever of one that says too much.
  const { highest, agreed } = await network.adapter.newestBlocks()
  while (!network.isCaughtUp && !signal.aborted) {
    const isOverdue = performance.now() - since > network.options.unrecordedAfterMs
    const wanted = (isOverdue ? agreed : highest) - network.confirmations
    const isRead = network.reading === 'following' && network.readUpTo !== null && network.readUpTo >= wanted
    if (isRead && (await areRelaysBooked(network, isOverdue, signal))) network.isCaughtUp = true
    else await sleep(network.pollMs, signal)
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
  if (read !== null && (await adapter.settledNonce(address, read)) >= unrecorded) return true
  if (isOverdue && isBeyond) await replaceUnrecorded(network, relayer, sent - 1, signal)
  return false
}

/**
 * What nobody mines cannot be given a higher fee without its bytes: empty transactions are to take its nonces (maintainGaps
 * adds those below), and whichever of the two are mined, it is known then what was paid.
 */
async function replaceUnrecorded(
  network: Network,
  relayer: RelayerAccount,
  nonce: number,
  signal: AbortSignal,
): Promise<void> {
  const { fence, mode } = network
  await submitUntilKnown(network, insertGapIntent(relayer.account, nonce, { fence, mode, isUsed: true }), signal)
  network.log.warn({ account: relayer.account, nonce }, 'transactions without a record are replaced by empty ones')
  relayer.nextNonce = null
  relayer.resendAll = true
}
