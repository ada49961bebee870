/** Debits wallets for the missing part of earlier corrections, as soon as their balance allows it. */
import { isHotWallet } from '../../../shared/conversions.ts'
import type { MismatchId } from '../../../shared/ids.ts'
import { findMissing } from '../../models/mismatches.ts'
import { collectMissingIntent } from '../intents/correctLedger.ts'
import type { Network } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'

const PAGE = 100

export async function collectMissing(network: Network, signal: AbortSignal): Promise<void> {
  for (let after: MismatchId | null = null; !signal.aborted; ) {
    const found = await findMissing(network.database, network, { after, limit: PAGE })
    await Promise.all(
      // The treasury's stock has no wallet that could be debited.
      found
        .filter(({ walletId }) => !isHotWallet(walletId))
        .map((mismatch) =>
          submitInTime(network, collectMissingIntent(mismatch), signal).catch((err: unknown) =>
            network.log.warn({ err, mismatchId: mismatch._id }, 'a missing amount could not be debited yet'),
          ),
        ),
    )
    const last = found.at(-1)
    if (found.length < PAGE || last === undefined) return
    after = last._id
  }
}
