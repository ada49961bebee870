/**
 * Reconciles all wallets of a network in turn, a page at a time, so that a round takes its time and costs little. What cannot
 * be recorded of one wallet must not keep those after it from being compared.
 */

import type { WalletId } from '../../../shared/ids.ts'
import { sleep } from '../../../shared/subgraph.ts'
import { saveReconciliations } from '../../models/reconciliations.ts'
import { findWalletsAfter, isOpened } from '../../models/wallets.ts'
import type { Network } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { reconciledIntent, reconcileWallets } from '../reconcileWallets.ts'

/** Wallets compared at once: one batch of calls for each. */
const PAGE = 50
const PAUSE_MS = 500

export async function watchBalances(network: Network, signal: AbortSignal): Promise<void> {
  const { reconcileEveryMs } = network.options
  await sleep(reconcileEveryMs, signal)
  for (let after: WalletId | null = null; !signal.aborted; ) {
    const page = await findWalletsAfter(network.database, { after, limit: PAGE })
    const wallets = page.filter(({ mode }) => mode === network.mode)
    const { rows, open } = await reconcileWallets(network, network, wallets)
    await saveReconciliations(network.database, rows)
    const isNews = ({ _id, state }: (typeof rows)[number]) => state === 'differs' || open.has(_id)
    for (const wallet of wallets) {
      const own = rows.filter((row) => row.walletId === wallet._id && isNews(row))
      if (own.length === 0 || !isOpened(wallet, network.chain)) continue
      await submitInTime(network, reconciledIntent(wallet, own), signal).catch((err: unknown) => {
        if (!signal.aborted)
          network.log.error({ err, walletId: wallet._id }, 'what a wallet differs by is recorded in a later round')
      })
    }
    after = page.at(-1)?._id ?? null
    if (page.length < PAGE || after === null) return
    await sleep(PAUSE_MS, signal)
  }
}
