/**
 * Tokens without EIP-3009 (USDT): the wallet itself sends an ordinary transfer, whose nonce makes it happen once. Some of
 * them return nothing from `transfer`, so only their Transfer log says that money has moved.
 */
import { id } from 'ethers'
import { CHAIN_FACTS, type Chain, type Token } from '../../shared/tokens.ts'
import type { ChainLog, Receipt } from './chainAdapter.ts'
import { addressOfTopic, TOPICS } from './eip3009.ts'

const TRANSFER = id('transfer(address,uint256)').slice(0, 10)

/** Whether payments in the token are transfers by the wallet, instead of authorizations that a relayer submits. */
export function isDirect({ chain, token }: { readonly chain: Chain; readonly token: Token }): boolean {
  return CHAIN_FACTS[chain].tokens[token]?.eip3009 === false
}

export function directCalldata(to: string, value: bigint): string {
  return TRANSFER + to.slice(2).toLowerCase().padStart(64, '0') + value.toString(16).padStart(64, '0')
}

/** The transfer that the calldata makes, its address in lower case; null for another call. */
export function readDirectCalldata(data: string): { to: string; units: bigint; nonce: null } | null {
  if (!data.startsWith(TRANSFER)) return null
  return { to: `0x${data.slice(34, 74)}`, units: BigInt(`0x${data.slice(74, 138)}`), nonce: null }
}

export interface MeantTransfer {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** Of the authorization that has to make it; null: the wallet itself makes it. */
  readonly nonce: string | null
}

/** Whether the transaction made exactly this transfer; the token tells of an authorization right before its transfer. */
export function hasTransfer(
  { succeeded, logs }: Pick<Receipt, 'succeeded' | 'logs'>,
  { nonce, value, ...transfer }: MeantTransfer,
): boolean {
  const [token, from, to] = [transfer.token, transfer.from, transfer.to].map((text) => text.toLowerCase())
  const isUse = (log: ChainLog | undefined): boolean => {
    const [topic, authorizer = '', used] = log?.topics ?? []
    const isNamed = addressOfTopic(authorizer) === from && used === nonce
    return log?.address.toLowerCase() === token && topic === TOPICS.authorizationUsed && isNamed
  }
  return (
    succeeded &&
    logs.some(
      ({ address, topics: [topic, sender = '', recipient = ''], data }, position) =>
        address.toLowerCase() === token &&
        topic === TOPICS.transfer &&
        addressOfTopic(sender) === from &&
        addressOfTopic(recipient) === to &&
        /^0x[0-9a-f]{64}$/i.test(data) &&
        BigInt(data) === value &&
        (nonce === null || isUse(logs[position - 1])),
    )
  )
}
