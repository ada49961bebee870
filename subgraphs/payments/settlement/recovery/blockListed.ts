/** Blocks deposits whose senders were listed after they had been credited. */
import { sleep } from '../../../shared/subgraph.ts'
import { findUnblockedFrom } from '../../models/deposits.ts'
import { blockDepositIntent } from '../intents/blockDeposit.ts'
import { type Network, submitUntilKnown } from '../network/network.ts'

const PAGE = 100
const ADDRESSES_AT_ONCE = 1_000
/** Deposits that were booked by another process, which did not have the newest lists yet, are found after this time. */
const PAUSE_MS = 3_600_000
const POLL_MS = 1_000

export async function blockListed(network: Network, signal: AbortSignal): Promise<void> {
  const { screener } = network
  const { revision } = screener
  const listed = screener.sanctioned()
  for (let start = 0; start < listed.length && !signal.aborted; start += ADDRESSES_AT_ONCE)
    await blockFrom(network, listed.slice(start, start + ADDRESSES_AT_ONCE), signal)
  for (let waitedMs = 0; waitedMs < PAUSE_MS && screener.revision === revision && !signal.aborted; waitedMs += POLL_MS)
    await sleep(POLL_MS, signal)
}

type Listed = ReturnType<Network['screener']['sanctioned']>

async function blockFrom(network: Network, listed: Listed, signal: AbortSignal): Promise<void> {
  const versions = new Map(listed.map(({ address, version }) => [address, version]))
  for (;;) {
    const found = await findUnblockedFrom(network.database, network, [...versions.keys()], PAGE)
    for (const deposit of found) {
      const version = versions.get(deposit.from ?? '') ?? ''
      await submitUntilKnown(network, blockDepositIntent(deposit, version), signal)
    }
    if (found.length < PAGE || signal.aborted) return
  }
}
