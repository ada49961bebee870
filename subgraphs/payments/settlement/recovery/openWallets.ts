/**
 * Books what external wallets had before they were registered (domain 9.5), so that ledger and chain agree from then on.
 * Twice in a row the chain must have the same amount more than the ledger, at different blocks: a block that was just being
 * booked when the wallet was registered is then among those that were compared. A wallet that cannot be opened must not keep
 * others waiting.
 */
import type { WalletId } from '../../../shared/ids.ts'
import { sleep } from '../../../shared/subgraph.ts'
import type { Token } from '../../../shared/tokens.ts'
import { findUnopened, type WalletRow } from '../../models/wallets.ts'
import { type OpeningBalance, openWalletIntent } from '../intents/openWallet.ts'
import type { Network } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { compareOnce, type Reconciled } from '../reconcileWallets.ts'

/** Wallets compared at once: one batch of calls for each. */
const PAGE = 50
const LOOK_EVERY_MS = 1_000

interface Look {
  readonly block: number
  /** In token units, by token. */
  readonly surplus: ReadonlyMap<Token, bigint>
}

export async function openWallets(network: Network, signal: AbortSignal): Promise<void> {
  let seen = new Map<WalletId, Look>()
  while (!signal.aborted) {
    const next = new Map<WalletId, Look>()
    for (let after: WalletId | null = null; !signal.aborted; ) {
      const page = await findUnopened(network.database, network, { after, limit: PAGE })
      if (page.length > 0) await lookAt(network, page, { seen, next }, signal)
      after = page.at(-1)?._id ?? null
      if (page.length < PAGE) break
    }
    seen = next
    await sleep(LOOK_EVERY_MS, signal)
  }
}

async function lookAt(
  network: Network,
  wallets: readonly WalletRow[],
  { seen, next }: { readonly seen: ReadonlyMap<WalletId, Look>; readonly next: Map<WalletId, Look> },
  signal: AbortSignal,
): Promise<void> {
  const { rows, block } = await compareOnce(network, network, wallets, true)
  if (block === null) return
  for (const wallet of wallets) {
    const surplus = surplusOf(rows.filter(({ walletId }) => walletId === wallet._id))
    if (surplus === null) continue
    const before = seen.get(wallet._id)
    const isConfirmed = before !== undefined && block.number > before.block && isSame(before.surplus, surplus)
    if (!isConfirmed) {
      // The first of two equal looks stays the first while no block has been read since.
      const isSameBlock = before?.block === block.number && isSame(before.surplus, surplus)
      next.set(wallet._id, isSameBlock ? before : { block: block.number, surplus })
      continue
    }
    const balances = [...surplus].map(([token, amount]): OpeningBalance => ({ token, amount }))
    const opening = openWalletIntent(wallet, network.chain, block, balances)
    await submitInTime(network, opening, signal).catch((err: unknown) => {
      if (!signal.aborted)
        network.log.error({ err, walletId: wallet._id }, 'an external wallet is opened in a later round')
    })
  }
}

/** What the chain has more than the ledger; null: that cannot be told yet. */
function surplusOf(rows: Reconciled['rows']): Map<Token, bigint> | null {
  const surplus = new Map<Token, bigint>()
  for (const { state, token, ledger, onChain } of rows) {
    if (state === 'undecided' || onChain === null) return null
    const more = BigInt(onChain) - BigInt(ledger)
    if (more > 0n) surplus.set(token, more)
  }
  return surplus
}

const isSame = (one: Look['surplus'], other: Look['surplus']): boolean =>
  one.size === other.size && [...one].every(([token, amount]) => other.get(token) === amount)
