/** Caches whose each wallet is, which never changes, and for a while by which names its owner is screened. */
import type { Database } from '../../shared/database.ts'
import type { WalletId } from '../../shared/ids.ts'
import type { ScreenedOwner, Screening } from '../../shared/spend.ts'
import { findWallets } from '../models/wallets.ts'
import type { PaymentsDeps, Screened, Screener, WalletOwner } from '../ports.ts'

const WALLETS_MAX = 50_000

export function cacheWalletOwners(database: Database): PaymentsDeps['findWalletOwner'] {
  const known = new Map<string, WalletOwner>()
  return async (walletId) => {
    const seen = known.get(walletId)
    if (seen !== undefined) return seen
    const [row] = await findWallets(database, [walletId])
    if (row === undefined) return null
    const owner = { orgId: row.orgId, mode: row.mode, custody: row.custody }
    if (known.size >= WALLETS_MAX) known.delete(known.keys().next().value as string)
    known.set(walletId, owner)
    return owner
  }
}

const NAMES_MS = 60_000

interface KnownOwner {
  /** Of the lists. */
  readonly revision: number
  readonly readAt: number
  readonly owner: ScreenedOwner
}

/**
 * A name that is given meanwhile is screened by the lists in force when it is given, so names have to be read again only once
 * there are others.
 */
export function cacheScreenedOwners(
  { database, agents }: Pick<PaymentsDeps, 'database' | 'agents'>,
  screener: Pick<Screener, 'revision'>,
): PaymentsDeps['findScreenedOwner'] {
  const known = new Map<WalletId, KnownOwner>()
  return async (walletId) => {
    const { revision } = screener
    const readAt = performance.now()
    const seen = known.get(walletId)
    if (seen?.revision === revision && readAt - seen.readAt < NAMES_MS) return seen.owner
    const [wallet] = await findWallets(database, [walletId])
    if (wallet === undefined) return null
    const named = await agents.findNamedOwners(wallet)
    const owner = { names: [...new Set(named.flatMap(({ names }) => names))], address: wallet.address }
    if (known.size >= WALLETS_MAX) known.delete(known.keys().next().value as WalletId)
    known.set(walletId, { revision, readAt, owner })
    return owner
  }
}

/** Of a spend: who is paid, and who pays. @throws DomainError service_unavailable */
export async function screenSpend(
  { screener, findScreenedOwner }: Pick<PaymentsDeps, 'screener' | 'findScreenedOwner'>,
  walletId: WalletId,
  payee: Screened,
): Promise<Screening> {
  const screening = await screener.screen(payee)
  // Afterwards, so that names are not older than the lists.
  const owner = await findScreenedOwner(walletId)
  if (owner === null) return screening
  const found = screener.check({ address: null, mode: payee.mode, owner })
  return { ...screening, checks: found.length === 0 ? screening.checks : [...screening.checks, ...found], owner }
}
