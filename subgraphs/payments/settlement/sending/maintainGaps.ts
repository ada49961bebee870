/** Nonces that were allocated and never stored although later ones were: their process died in between. */
import type { NonceSlotRow } from '../../models/nonceSlots.ts'
import { insertGapIntent } from '../intents/replaceBytes.ts'
import { type Network, type RelayerAccount, submitUntilKnown } from '../network/network.ts'

/** Many times what a process allocates at once: a wider gap comes from a wrong nonce. */
const GAP_MAX = 5_000

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
  for (let nonce = from; nonce < end; nonce++) {
    if (known.has(nonce) || relayer.allocated.has(nonce)) continue
    // Its own commit may only be late: whichever of the two inserts the record has the nonce, and the other takes another.
    const intent = insertGapIntent(relayer.account, nonce, { fence: network.fence, mode: network.mode })
    await submitUntilKnown(network, intent, signal)
    network.log.warn({ account: relayer.account, nonce }, 'a nonce was allocated and never used')
    relayer.resendAll = true
  }
}
