/**
 * Ends gifts of gas that their blocks did not end: another transaction has their nonce, or the key of their account was taken
 * away before they were mined. Nothing stays reserved for them, and their wallets can be given gas again.
 */
import { findGivingAccounts, findUnminedTopUps, type NonceSlotRow } from '../../models/nonceSlots.ts'
import { findWalletIds } from '../blocks/bookGas.ts'
import { endTopUpIntent, type GasReceipt } from '../intents/bookGas.ts'
import type { Network, RelayerAccount } from '../network/network.ts'
import { addressOf, relayerOf } from '../network/relayerAccounts.ts'
import { submitInTime } from '../network/submitInTime.ts'

/** @param mined the next nonce that the chain will take from the account */
export async function endLostTopUps(
  network: Network,
  { account }: Pick<RelayerAccount, 'account'>,
  mined: number,
  signal: AbortSignal,
): Promise<void> {
  // Usually those that are mined are about to be booked.
  const overdue = await findOverdue(network, account, mined, network.options.resendAfterMs)
  if (overdue.length > 0) await endAll(network, account, overdue, signal)
}

/**
 * Of accounts whose key is configured no more, which nobody sends again. One that is mined by then has cost what it has, and the
 * others nothing until their blocks book them.
 */
export async function endForsakenTopUps(network: Network, signal: AbortSignal): Promise<void> {
  const giving = await findGivingAccounts(network.database, network.id, 'unmined')
  for (const account of giving.filter((one) => relayerOf(network, one) === undefined)) {
    const overdue = await findOverdue(network, account, Number.MAX_SAFE_INTEGER, network.options.unrecordedAfterMs)
    if (overdue.length > 0) await endAll(network, account, overdue, signal)
  }
}

async function findOverdue({ database, clock }: Network, account: string, below: number, afterMs: number) {
  const before = clock.now().getTime() - afterMs
  return (await findUnminedTopUps(database, account, below)).filter(({ at }) => at.getTime() < before)
}

async function endAll(
  network: Network,
  account: string,
  overdue: readonly NonceSlotRow[],
  signal: AbortSignal,
): Promise<void> {
  const { adapter, confirmations } = network
  const isForsaken = relayerOf(network, account) === undefined
  const settled = await adapter.settledHead(confirmations)
  const used = await adapter.settledNonce(addressOf(account), settled)
  const walletIdsOf = await findWalletIds(network, overdue)
  for (const slot of overdue) {
    const { nonce, orgId, bytes } = slot
    if (orgId === null || (nonce >= used && !isForsaken)) continue
    const receipts = await Promise.all(bytes.map(({ hash }) => adapter.settledReceipt(hash, settled)))
    const receipt = receipts.find((one) => one !== null)
    // Its block books it.
    if (receipt && !isForsaken) continue
    const given = bytes.find(({ hash }) => hash === receipt?.hash)?.value ?? 0n
    const ended: GasReceipt = {
      ...{ account, nonce, walletIds: walletIdsOf(slot), hash: receipt?.hash ?? bytes.at(-1)?.hash ?? '' },
      ...{ block: receipt?.blockNumber ?? settled.number, blockHash: receipt?.blockHash ?? settled.hash },
      gasWei: String(receipt ? receipt.gasWei + (receipt.succeeded ? given : 0n) : 0n),
    }
    // One organization whose commits do not come through must not delay the nonces of the account.
    await submitInTime(network, endTopUpIntent(orgId, network, ended), signal).then(
      () => network.log.warn({ account, nonce, isForsaken }, 'gas for a wallet was ended without its block'),
      (err: unknown) => network.log.warn({ err, account, nonce }, 'gas for a wallet is ended later'),
    )
  }
}
