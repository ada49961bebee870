/**
 * Ends gifts of gas that can never be mined, because another transaction has their nonce: nothing stays reserved for them,
 * and their wallets can be given gas again.
 */
import { findUnminedTopUps } from '../../models/nonceSlots.ts'
import { bookGasIntent } from '../intents/bookGas.ts'
import { type Network, type RelayerAccount, submitUntilKnown } from '../network/network.ts'

/** It is not mined, so it has cost nothing. */
const NOTHING = '0'

/** @param mined the next nonce that the chain will take from the account */
export async function endLostTopUps(
  network: Network,
  { account, address }: Pick<RelayerAccount, 'account' | 'address'>,
  mined: number,
  signal: AbortSignal,
): Promise<void> {
  const { adapter, options, confirmations } = network
  const before = network.clock.now().getTime() - options.resendAfterMs
  // Usually those that are mined are about to be booked.
  const waiting = await findUnminedTopUps(network.database, account, mined)
  const overdue = waiting.filter(({ at }) => at.getTime() < before)
  if (overdue.length === 0) return
  const settled = await adapter.settledHead(confirmations)
  const used = await adapter.settledNonce(address, settled)
  for (const { nonce, orgId, bytes } of overdue) {
    const last = bytes.at(-1)
    if (nonce >= used || orgId === null || last === undefined) continue
    const receipts = await Promise.all(bytes.map(({ hash }) => adapter.settledReceipt(hash, settled)))
    if (receipts.some((receipt) => receipt !== null)) continue
    const { number: block, hash: blockHash } = settled
    const unpaid = { account, nonce, hash: last.hash, block, blockHash, gasWei: NOTHING }
    await submitUntilKnown(network, bookGasIntent(orgId, network, [unpaid]), signal)
    network.log.warn({ account, nonce }, 'another transaction has the nonce of gas for a wallet; it is given again')
  }
}
