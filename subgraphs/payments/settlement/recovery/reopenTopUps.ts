/**
 * Gifts of gas in blocks that have left the chain: until they are mined again their wallets are given no others, and what was
 * booked for them is reversed once they never can be (endLostTopUps).
 */
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { findTopUpsMinedAbove, slotRef } from '../../models/nonceSlots.ts'
import { nextSlotState } from '../../rules/slotStates.ts'
import { RELAYER_ORG } from '../intents/replaceBytes.ts'
import { guardedIntent } from '../intents/settlementIntent.ts'
import type { Network } from '../network/network.ts'
import { submitInTime } from '../network/submitInTime.ts'

export async function reopenTopUps(network: Network, above: number, signal: AbortSignal): Promise<void> {
  const { mode } = network
  for (const { account, nonce } of await findTopUpsMinedAbove(network.database, network.id, above)) {
    const ref = slotRef(account, nonce)
    const intent = guardedIntent({ orgId: RELAYER_ORG, mode }, [ref], (state) => {
      const row = state.get(ref)
      const next = row === null ? null : nextSlotState(row.state, 'lose')
      return row === null || next === null ? done(false) : done(true, { set: [setRow(ref, { ...row, state: next })] })
    })
    // A commit that does not come through must not keep the blocks from being read: at worst its wallet is given gas twice.
    await submitInTime(network, intent, signal).catch((err: unknown) =>
      network.log.warn({ err, account, nonce }, 'lost gas for a wallet counts as mined'),
    )
  }
}
