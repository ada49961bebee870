/**
 * Blocks deposits whose senders were listed after they had been credited, each by itself: one that cannot be blocked, or an
 * organization whose commits do not come through, must not leave the money of others spendable.
 */
import { sleep } from '../../../shared/subgraph.ts'
import { type DepositRow, findUnblockedFrom } from '../../models/deposits.ts'
import { findRefunded } from '../../models/payments.ts'
import { blockDepositIntent } from '../intents/blockDeposit.ts'
import { type Network, Stopped } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'

const PAGE = 100
const ADDRESSES_AT_ONCE = 1_000
/** Deposits that were booked by another process, which did not have the newest lists yet, are found after this time. */
const PAUSE_MS = 3_600_000
/** While some could not be blocked. */
const RETRY_MS = 5_000
const POLL_MS = 1_000

export async function blockListed(network: Network, signal: AbortSignal): Promise<void> {
  const { screener } = network
  const { revision } = screener
  const listed = screener.sanctioned()
  let failed = 0
  for (let start = 0; start < listed.length && !signal.aborted; start += ADDRESSES_AT_ONCE)
    failed += await blockFrom(network, listed.slice(start, start + ADDRESSES_AT_ONCE), signal)
  const pauseMs = failed > 0 ? RETRY_MS : PAUSE_MS
  for (let waitedMs = 0; waitedMs < pauseMs && screener.revision === revision && !signal.aborted; waitedMs += POLL_MS)
    await sleep(POLL_MS, signal)
}

type Listed = ReturnType<Network['screener']['sanctioned']>

/** @returns how many could not be blocked */
async function blockFrom(network: Network, listed: Listed, signal: AbortSignal): Promise<number> {
  const versions = new Map(listed.map(({ address, version }) => [address, version]))
  let failed = 0
  for (let after = ''; !signal.aborted; ) {
    const page = { after, limit: PAGE }
    const found = await findUnblockedFrom(network.database, network, [...versions.keys()], page)
    const blocked = await Promise.all(
      found.map((deposit) => block(network, deposit, versions.get(deposit.from ?? '') ?? '', signal)),
    )
    failed += blocked.filter((isBlocked) => !isBlocked).length
    const last = found.at(-1)
    if (found.length < PAGE || last === undefined) break
    after = last._id
  }
  return failed
}

async function block(network: Network, deposit: DepositRow, version: string, signal: AbortSignal): Promise<boolean> {
  try {
    const refunded = await findRefunded(network.database, [deposit])
    await submitInTime(network, blockDepositIntent(deposit, version, refunded, network), signal)
    return true
  } catch (err) {
    const facts = { err, depositId: deposit._id, orgId: deposit.orgId }
    if (!(err instanceof Stopped)) network.log.error(facts, 'a deposit from a listed address could not be blocked yet')
    return false
  }
}
