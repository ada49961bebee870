/** Nonces that were allocated and never stored although later ones were: their process died in between. */
import { hotWalletId } from '../../../shared/conversions.ts'
import type { NonceSlotRow } from '../../models/nonceSlots.ts'
import { findWallets } from '../../models/wallets.ts'
import { insertGapIntent } from '../intents/replaceBytes.ts'
import type { Network, RelayerAccount } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'

/** Many times what a process allocates at once: a wider gap comes from a wrong nonce. */
export const GAP_MAX = 5_000

export async function maintainGaps(
  network: Network,
  relayer: RelayerAccount,
  { from, slots, signal }: { from: number; slots: readonly NonceSlotRow[]; signal: AbortSignal },
): Promise<void> {
  const known = new Set(slots.map(({ nonce }) => nonce))
  const end = slots.at(-1)?.nonce ?? from
  if (end - from - slots.length > GAP_MAX) {
    relayer.isStuck = true
    return network.log.error({ account: relayer.account, from, end }, 'too many nonces are missing to be filled')
  }
  const missing = Array.from({ length: end - from }, (_, index) => from + index).filter((nonce) => !known.has(nonce))
  const open = missing.filter((nonce) => !relayer.allocated.has(nonce))
  if (open.length === 0) return
  const gap = { fence: network.fence, mode: network.mode, ...(await ownerOf(network, relayer)) }
  for (const nonce of open) {
    // Its own commit may only be late: whichever of the two inserts the record has the nonce, and the other takes another.
    const intent = insertGapIntent(relayer.account, nonce, gap)
    await submitInTime(network, intent, signal)
    network.log.warn({ account: relayer.account, nonce }, 'a nonce was allocated and never used')
    relayer.resendAll = true
  }
}

/** Of a wallet's account, whose gas is given to it. */
async function ownerOf(network: Network, { account, use }: RelayerAccount) {
  const walletId = use === 'wallet' ? network.wallets.get(account)?.walletId : undefined
  // It belongs to no organization; an empty transaction of it costs none anything.
  if (walletId === hotWalletId(network.mode)) return { owner: { walletId, orgId: null } }
  const [wallet] = walletId === undefined ? [] : await findWallets(network.database, [walletId])
  return wallet === undefined ? {} : { owner: { walletId: wallet._id, orgId: wallet.orgId } }
}
