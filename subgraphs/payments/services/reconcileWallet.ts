/** Reconciliation of one wallet on demand (domain 1.11): with every chain of its mode, all tokens. */
import { chainNotConfigured, parseChain } from '../../shared/chainName.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { findReconciliations, saveReconciliations } from '../models/reconciliations.ts'
import type { PaymentsDeps } from '../ports.ts'
import { type ReconciledNetwork, reconciledIntent, reconcileWallets } from '../settlement/reconcileWallets.ts'
import { getWallet, type WalletView } from './readPayments.ts'

export type ReconcileDeps = Pick<PaymentsDeps, 'database' | 'commit' | 'clock'> & {
  readonly reconciled: readonly ReconciledNetwork[]
}

/** @throws DomainError not_found (foreign wallet), no_route (chain), and those of access */
export async function reconcileWallet(
  deps: ReconcileDeps,
  principal: Principal,
  { walletId, chain }: { readonly walletId: string; readonly chain?: string | null | undefined },
  key: RequestKey | null = null,
): Promise<{ readonly wallet: WalletView; readonly replayed: boolean }> {
  const prepare = async () => {
    const { mode } = requireCaller(principal)
    const { row } = await getWallet(deps, principal, walletId)
    const only = chain == null ? null : parseChain(chain, mode)
    const own = deps.reconciled.filter((network) => network.mode === mode)
    const networks = own.filter((network) => only === null || network.chain === only)
    if (only !== null && networks.length === 0)
      throw chainNotConfigured(
        only,
        own.map((network) => network.chain),
      )
    const found = await Promise.all(networks.map((network) => reconcileWallets(deps, network, [row], true)))
    const rows = found.flatMap((one) => one.rows)
    await saveReconciliations(deps.database, rows)
    return { ...reconciledIntent(row, rows), resource: { type: 'wallet', id: row._id } }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { wallet: await getWallet(deps, principal, walletId), replayed: !('answer' in settled) }
}

/** Of wallets that the caller has got already. */
export async function readReconciliations({ database }: Pick<PaymentsDeps, 'database'>, walletIds: readonly string[]) {
  const rows = Map.groupBy(await findReconciliations(database, walletIds), ({ walletId }) => walletId as string)
  return walletIds.map((id) => rows.get(id) ?? [])
}
