/** Debits wallets for the missing part of earlier corrections, as soon as their balance allows it. */
import type { MismatchId } from '../../../shared/ids.ts'
import { findMissing } from '../../models/mismatches.ts'
import { collectMissingIntent } from '../intents/correctLedger.ts'
import { type Network, submitUntilKnown } from '../network/network.ts'

const PAGE = 100
const WITHIN_MS = 5_000

export async function collectMissing(network: Network, signal: AbortSignal): Promise<void> {
  for (let after: MismatchId | null = null; !signal.aborted; ) {
    const found = await findMissing(network.database, network, { after, limit: PAGE })
    const limited = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)])
    await Promise.all(
      found.map((mismatch) =>
        submitUntilKnown(network, collectMissingIntent(mismatch), limited).catch((err: unknown) =>
          network.log.warn({ err, mismatchId: mismatch._id }, 'a missing amount could not be debited yet'),
        ),
      ),
    )
    const last = found.at(-1)
    if (found.length < PAGE || last === undefined) return
    after = last._id
  }
}
