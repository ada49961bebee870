/** Nonces that were given and never stored, although later ones are: their process died in between. */
import type { NonceSlotRow } from '../../models/nonceSlots.ts'
import { insertEmptyIntent } from '../intents/replaceBytes.ts'
import { type Network, type RelayerAccount, type SettlementDeps, submitUntilKnown } from '../network/network.ts'

/** Many times what a process gives before it stores: a wider gap comes from a nonce that was never due. */
const GAP_MAX = 5_000

export async function maintainGaps(
  deps: Pick<SettlementDeps, 'commit' | 'log'>,
  network: Pick<Network, 'fence' | 'mode'>,
  line: RelayerAccount,
  { from, slots, signal }: { from: number; slots: readonly NonceSlotRow[]; signal: AbortSignal },
): Promise<void> {
  const known = new Set(slots.map(({ nonce }) => nonce))
  const end = slots.at(-1)?.nonce ?? from
  if (end - from - slots.length > GAP_MAX) {
    line.isStuck = true
    return deps.log.error({ account: line.account, from, end }, 'too many nonces are missing to be filled')
  }
  for (let nonce = from; nonce < end; nonce++) {
    if (known.has(nonce) || line.given.has(nonce)) continue
    // Its own commit may only be late: whichever of the two inserts the slot has the nonce, and the other takes another.
    const intent = insertEmptyIntent(line.account, nonce, { fence: network.fence, mode: network.mode })
    await submitUntilKnown(deps.commit, intent, signal)
    deps.log.warn({ account: line.account, nonce }, 'a nonce was given and never used')
    line.resendAll = true
  }
}
