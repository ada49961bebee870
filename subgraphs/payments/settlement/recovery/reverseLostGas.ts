/**
 * Reverses the gas that was booked for a payment's transactions which a reorganization has removed for good: an unknown
 * transaction has used their nonce.
 */
import type { PaymentId } from '../../../shared/ids.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import { findSlotsOf, type NonceSlotRow } from '../../models/nonceSlots.ts'
import { findWalletIds } from '../blocks/bookGas.ts'
import { bookGasIntent } from '../intents/bookGas.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { addressOf } from '../network/relayerAccounts.ts'

/** A transaction that is not mined has cost nothing. */
const NOTHING = '0'

export async function reverseLostGas(
  network: Network,
  paymentId: PaymentId,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const slots = (await findSlotsOf(network.database, [paymentId])).get(paymentId) ?? []
  const booked = slots.filter(({ orgId, mined }) => orgId !== null && mined !== null && mined.gasWei !== NOTHING)
  // Usually there is none: no reason to ask two endpoints.
  if (booked.length === 0) return 'done'
  const settled = await network.adapter.settledHead(network.confirmations)
  let outcome: TaskOutcome = 'done'
  const walletIdsOf = await findWalletIds(network, booked)
  for (const slot of booked) {
    const { account, nonce, orgId, mined, bytes } = slot
    if (mined === null || orgId === null) continue
    if (settled.number < mined.block) outcome = 'later'
    else if (await isLost(network, { account, nonce, bytes }, settled)) {
      const { hash, block, blockHash } = mined
      const receipt = { account, nonce, hash, block, blockHash, gasWei: NOTHING, walletIds: walletIdsOf(slot) }
      await submitUntilKnown(network, bookGasIntent(orgId, network, [receipt]), signal)
    }
  }
  return outcome
}

async function isLost(
  { adapter }: Network,
  { account, nonce, bytes }: Pick<NonceSlotRow, 'account' | 'nonce' | 'bytes'>,
  settled: BlockHead,
): Promise<boolean> {
  if ((await adapter.agreedNonce(addressOf(account))) <= nonce) return false
  for (const { hash } of bytes) if ((await adapter.settledReceipt(hash, settled)) !== null) return false
  return true
}
