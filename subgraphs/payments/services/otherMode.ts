/**
 * Refuses a payment to a wallet of the service in the other mode: its deposits are read on other networks, so the money would
 * reach nobody's balance.
 */
import { batchById } from '../../shared/batchById.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { findWalletsByAddress } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'

/**
 * For addresses without a wallet. The address of a wallet with a key of the service is not known before the wallet, so only an
 * external one can be paid for so long after its registration.
 */
const NONE_FOR_MS = 30_000
const ADDRESSES_MAX = 50_000

interface Known {
  readonly mode: Mode | null
  readonly untilMs: number
}

/**
 * The mode of the wallet at an address, which never changes; null without one. A contract is somebody's on its own chain
 * alone: what stands at its address on a test network says nothing about whom the address belongs to on another one, so
 * nobody can keep an address from being paid in live mode with a contract of their own.
 */
export function cacheWalletModes({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  const known = new Map<string, Known>()
  const rowOf = batchById(async (addresses: readonly string[]) =>
    (await findWalletsByAddress(database, addresses))
      .filter(({ contractChain }) => contractChain === undefined)
      .map(({ address: _id, mode }) => ({ _id, mode })),
  )
  return async (address: string): Promise<Mode | null> => {
    const nowMs = clock.now().getTime()
    const seen = known.get(address)
    if (seen !== undefined && nowMs < seen.untilMs) return seen.mode
    const mode = (await rowOf(address))?.mode ?? null
    if (known.size >= ADDRESSES_MAX) known.delete(known.keys().next().value ?? '')
    known.set(address, { mode, untilMs: mode === null ? nowMs + NONE_FOR_MS : Number.POSITIVE_INFINITY })
    return mode
  }
}

/** `no_route`; null: nothing is against it. */
export async function otherModeRefusal(
  deps: Pick<PaymentsDeps, 'findWalletMode'>,
  spend: { readonly mode: Mode; readonly to: string | null; readonly chain: Chain; readonly token: Token },
): Promise<DomainError | null> {
  const { mode, to, chain, token } = spend
  const theirs = to === null ? null : await deps.findWalletMode(to)
  if (theirs === null || theirs === mode) return null
  const message = `${to} is a wallet of this service in ${theirs} mode: a payment in ${mode} mode does not reach it.`
  return new DomainError('no_route', message, {
    reason: 'wallet_of_other_mode',
    wallet_mode: theirs,
    mode,
    token,
    chain,
  })
}
