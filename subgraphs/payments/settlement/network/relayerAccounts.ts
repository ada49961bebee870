/**
 * The accounts that send a network's transactions. Each has a line of nonces of its own, and what stands in one line holds
 * up nothing in the others. Nonces are given in memory, since one process at a time holds the network; the insert of the
 * slot decides, so a process that does not know that its time is over gets a nonce that is taken and asks for another.
 */
import { computeAddress, SigningKey } from 'ethers'
import { lastNonce } from '../../models/nonceSlots.ts'
import type { Network, NetworkConfig, RelayerAccount, SettlementDeps } from './network.ts'

export function accountOf({ mode, chain }: Pick<NetworkConfig, 'mode' | 'chain'>, address: string): string {
  return `${mode}:${chain}:${address}`
}

export const addressOf = (account: string): string => account.slice(account.lastIndexOf(':') + 1)

export function openRelayers(config: NetworkConfig): RelayerAccount[] {
  const open = (use: RelayerAccount['use']) => (privateKey: string) => {
    const key = new SigningKey(privateKey)
    const address = computeAddress(key)
    return {
      ...{ key, address, account: accountOf(config, address), use, next: null },
      ...{ given: new Set<number>(), waiting: 0, isStuck: false, resendAll: true },
    }
  }
  const { relayerKeys, retiredRelayerKeys = [], faucetKey = null } = config
  return [
    ...relayerKeys.map(open('active')),
    ...retiredRelayerKeys.map(open('retired')),
    ...(faucetKey === null ? [] : [faucetKey]).map(open('faucet')),
  ]
}

/** For what is new: the line with the least before it, among those that move. */
export function pickRelayer(network: Pick<Network, 'relayers'>): RelayerAccount {
  const active = network.relayers.filter(({ use }) => use === 'active')
  const moving = active.filter(({ isStuck }) => !isStuck)
  const [first, ...others] = moving.length > 0 ? moving : active
  if (first === undefined) throw new Error('a network has no account to send from')
  return others.reduce((best, one) => (one.waiting < best.waiting ? one : best), first)
}

/** The line of a slot; undefined when its key is no longer configured. */
export function relayerOf(network: Pick<Network, 'relayers'>, account: string): RelayerAccount | undefined {
  return network.relayers.find((line) => line.account === account)
}

/** After a reorganization nothing is known of what the chain still has. */
export function resendAllPending(network: Network): void {
  for (const line of network.relayers) line.resendAll = true
}

/** Consecutive nonces that nobody has used. Each is settled afterwards, whatever became of it. */
export async function giveNonces(
  deps: Pick<SettlementDeps, 'database'>,
  network: Pick<Network, 'adapter'>,
  line: RelayerAccount,
  count: number,
): Promise<number[]> {
  if (line.next === null) {
    // The chain too: an account may have sent before its slots were kept.
    const [stored, mined] = await Promise.all([
      lastNonce(deps.database, line.account),
      network.adapter.minedNonce(line.address),
    ])
    // Ahead of the slots it has to be said by two: behind a nonce that is far too high everything would wait for ever.
    const next = mined > stored + 1 ? await network.adapter.agreedNonce(line.address) : stored + 1
    line.next ??= Math.max(stored + 1, next, ...[...line.given].map((nonce) => nonce + 1))
  }
  const first = line.next
  line.next += count
  line.waiting += count
  const nonces = Array.from({ length: count }, (_, index) => first + index)
  for (const nonce of nonces) line.given.add(nonce)
  return nonces
}

/** @param isStored false: the slots may lack it, so they are asked before the next one is given */
export function settleNonce(line: RelayerAccount, nonce: number, isStored: boolean): void {
  line.given.delete(nonce)
  if (!isStored) line.next = null
}
