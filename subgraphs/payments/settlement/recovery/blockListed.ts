/** Blocks deposits whose senders were listed after they had been credited. */
import { sleep } from '../../../shared/subgraph.ts'
import { findUnblockedFrom } from '../../models/deposits.ts'
import { blockDepositIntent } from '../intents/blockDeposit.ts'
import { type Network, submitUntilKnown } from '../network/network.ts'

const PAGE = 100
/** The list changes with a release only; deposits that were booked meanwhile were screened by it. */
const PAUSE_MS = 3_600_000

export async function blockListed(network: Network, signal: AbortSignal): Promise<void> {
  const { listed, version } = network.screener
  const found = await findUnblockedFrom(network.database, network, listed, PAGE)
  for (const deposit of found) await submitUntilKnown(network, blockDepositIntent(deposit, version), signal)
  if (found.length < PAGE) await sleep(PAUSE_MS, signal)
}
