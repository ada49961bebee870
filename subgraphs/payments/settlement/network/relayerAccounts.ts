/**
 * The accounts that send a network's transactions. Each has its own sequence of nonces, so a stuck transaction delays only
 * its own account. Nonces are allocated in memory, since one process at a time holds the network's lease; inserting the
 * nonce record decides, so a process whose lease has run out finds its nonce taken and allocates another.
 */
import { computeAddress, getBytes } from 'ethers'
import { type RelayTransaction, signRelayTransaction } from '../../chains/relayTransaction.ts'
import { findGivingAccounts, lastNonce } from '../../models/nonceSlots.ts'
import type { Network, NetworkConfig, RelayerAccount } from './network.ts'
import { refuseUnrecorded } from './unrecordedTransactions.ts'

export function accountOf({ mode, chain }: Pick<NetworkConfig, 'mode' | 'chain'>, address: string): string {
  return `${mode}:${chain}:${address}`
}

export const addressOf = (account: string): string => account.slice(account.lastIndexOf(':') + 1)

export function openRelayers(config: NetworkConfig): RelayerAccount[] {
  const open = (use: RelayerAccount['use']) => (privateKey: string) => {
    const key = getBytes(privateKey)
    const address = computeAddress(privateKey)
    return {
      ...{ address, account: accountOf(config, address), use, nextNonce: null },
      ...{ allocated: new Set<number>(), unmined: 0, isStuck: false, isUnfunded: false, resendAll: true },
      sign: async (transaction: RelayTransaction) => signRelayTransaction(key, transaction),
    }
  }
  const { relayerKeys, retiredRelayerKeys = [], faucetKey = null } = config
  return [
    ...relayerKeys.map(open('active')),
    ...retiredRelayerKeys.map(open('retired')),
    ...(faucetKey === null ? [] : [faucetKey]).map(open('faucet')),
  ]
}

/** Addresses, lower case. */
export async function findFormerRelayers(network: Network): Promise<string[]> {
  const giving = await findGivingAccounts(network.database, network.id)
  return giving
    .filter((account) => relayerOf(network, account) === undefined)
    .map((one) => addressOf(one).toLowerCase())
}

/** The account for a new transaction: the one with the fewest unmined transactions, preferably not stuck. */
export function pickRelayer(network: Pick<Network, 'relayers'>): RelayerAccount {
  const active = network.relayers.filter(({ use }) => use === 'active')
  const moving = active.filter(({ isStuck }) => !isStuck)
  const [first, ...others] = moving.length > 0 ? moving : active
  if (first === undefined) throw new Error('a network has no account to send from')
  return others.reduce((best, one) => (one.unmined < best.unmined ? one : best), first)
}

/** Undefined when the account's key is no longer configured. */
export function relayerOf(network: Pick<Network, 'relayers' | 'wallets'>, account: string): RelayerAccount | undefined {
  return network.relayers.find((relayer) => relayer.account === account) ?? network.wallets.get(account)
}

/** After a reorganization any transaction may be missing from the chain. */
export function resendAllPending(network: Network): void {
  for (const account of [...network.relayers, ...network.wallets.values()]) account.resendAll = true
}

/** Consecutive unused nonces. Each must be passed to `releaseNonce` afterwards. */
export async function allocateNonces(network: Network, relayer: RelayerAccount, count: number): Promise<number[]> {
  const wallet = relayer.use === 'wallet' ? network.wallets.get(relayer.account) : undefined
  // What was next may be used.
  if (wallet !== undefined && (await refuseUnrecorded(network, wallet))) relayer.nextNonce = null
  if (relayer.nextNonce === null) {
    // The chain too: the account may have sent transactions that have no nonce record.
    const [stored, mined] = await Promise.all([
      lastNonce(network.database, relayer.account),
      network.adapter.minedNonce(relayer.address),
    ])
    // A nonce beyond the stored ones needs two endpoints: behind one that is too high everything would wait for ever.
    const next = mined > stored + 1 ? await network.adapter.agreedNonce(relayer.address) : stored + 1
    relayer.nextNonce ??= Math.max(stored + 1, next, ...[...relayer.allocated].map((nonce) => nonce + 1))
  }
  const first = relayer.nextNonce
  relayer.nextNonce += count
  relayer.unmined += count
  const nonces = Array.from({ length: count }, (_, index) => first + index)
  for (const nonce of nonces) relayer.allocated.add(nonce)
  return nonces
}

/** @param isStored false: the nonce may have no record, so the next one is read from database and chain again */
export function releaseNonce(relayer: RelayerAccount, nonce: number, isStored: boolean): void {
  relayer.allocated.delete(nonce)
  if (!isStored) relayer.nextNonce = null
}
