/**
 * What settlement needs from a chain. Every method that asks throws `ChainUnavailable` when no endpoint answers: that is
 * never a verdict about a payment. Sending never throws, because an answer that was lost says nothing about the bytes.
 */
import type { Chain } from '../../shared/tokens.ts'
import type { TokenDomain } from './eip3009.ts'

export interface BlockHead {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds, as the chain sees time: expiry of authorizations is compared with it and with nothing else. */
  readonly timestamp: number
  readonly baseFee: bigint
}

export interface ChainLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

export interface MinedLog extends ChainLog {
  readonly hash: string
  readonly block: number
  readonly blockHash: string
}

export interface Receipt {
  readonly hash: string
  /** Lower case. */
  readonly from: string
  readonly succeeded: boolean
  readonly blockNumber: number
  readonly blockHash: string
  readonly logs: readonly ChainLog[]
  /** What it has cost, in wei. */
  readonly gasWei: bigint
}

export interface Block extends BlockHead {
  readonly receipts: readonly Receipt[]
}

/** A try that one endpoint did not take. */
export interface SendAttempt {
  readonly adapter: string
  readonly at: Date
  readonly error: string
}

/**
 * accepted: an endpoint took the bytes. known: it had them already, which is the same. nonceTooLow: the slot is used
 * up, so ask for the receipts. underpriced, rejected: the node refused these bytes. unfunded: the account that sends
 * cannot pay their gas. unreachable: nobody answered.
 */
export type SendKind = 'accepted' | 'known' | 'nonceTooLow' | 'underpriced' | 'unfunded' | 'rejected' | 'unreachable'

export interface SendResult {
  readonly kind: SendKind
  readonly attempts: readonly SendAttempt[]
}

export type Simulation = { readonly succeeds: true } | { readonly succeeds: false; readonly reason: string }

export interface RelayCall {
  readonly from: string
  readonly to: string
  readonly data: string
}

export interface ChainAdapter {
  readonly chain: Chain
  readonly chainId: number
  head(): Promise<BlockHead>
  /** Null above the head. */
  headAt(number: number): Promise<BlockHead | null>
  /** Blocks `from` to `to` with all receipts; shorter when the chain ends or changes meanwhile. */
  blocks(from: number, to: number): Promise<Block[]>
  /**
   * Sends each to the first endpoint that answers; results in the order of the bytes.
   * @param findStopped indexes that may not be sent any more, asked again where slow endpoints have made the question old
   */
  sendRaw(raws: readonly string[], findStopped?: () => Promise<ReadonlySet<number>>): Promise<SendResult[]>
  /**
   * Gives bytes that an endpoint has taken, and that are not mined, to the others too: what the first keeps to itself would
   * wait there for ever. Never throws and is not waited for; one round at a time.
   */
  broadcastToAll(raws: readonly string[]): void
  receipts(hashes: readonly string[]): Promise<(Receipt | null)[]>
  /** The next nonce after all mined transactions. */
  minedNonce(address: string): Promise<number>
  /** As `headAt`, where two endpoints say the same: enough to stop looking for what another block may hold. */
  agreedHead(number: number): Promise<BlockHead | null>
  /** The highest that two endpoints say it is at least, where two are configured. */
  agreedNonce(address: string): Promise<number>
  /** Whether the authorization is used or canceled, as one endpoint says now: enough for what can be taken back. */
  authorizationState(token: string, authorizer: string, nonce: string): Promise<boolean>
  /**
   * The newest block that an irreversible verdict may rest on: deep enough, and the same on two endpoints where two are
   * configured; with one, final. The verdicts below ask two endpoints as well; fewer equal answers are none.
   */
  settledHead(confirmations: number): Promise<BlockHead>
  /** Whether the authorization was used or canceled in that block or before. */
  settledAuthorization(token: string, authorizer: string, nonce: string, at: BlockHead): Promise<boolean>
  /** The receipt in that block or before; null when there is none up to there. */
  settledReceipt(hash: string, at: BlockHead): Promise<Receipt | null>
  balanceOf(token: string, owner: string): Promise<bigint>
  code(address: string): Promise<string>
  logs(filter: { address: string; topics: (string | null)[]; from: number; to: number }): Promise<MinedLog[]>
  simulate(call: RelayCall): Promise<Simulation>
  /**
   * Many at once, each with so much gas and no more. What is no verdict of the contract (a node that refuses the question)
   * counts as success: the chain decides.
   */
  simulateAll(calls: readonly (RelayCall & { readonly gas: number })[]): Promise<Simulation[]>
  /** Units of gas, or why it reverts; null where the node gives no estimate. */
  estimateGas(call: RelayCall): Promise<number | { readonly reason: string } | null>
  /** What the node and the last blocks say a tip should be, in wei; null where neither says anything. */
  suggestedTip(): Promise<bigint | null>
  /** The EIP-712 domain of a token, checked against the one that the contract itself states. */
  tokenDomain(token: string): Promise<TokenDomain>
  close(): Promise<void>
}

/** No endpoint answered, or endpoints disagree: try later. */
export class ChainUnavailable extends Error {
  readonly attempts: readonly SendAttempt[]
  constructor(message: string, attempts: readonly SendAttempt[] = []) {
    super(message)
    this.name = 'ChainUnavailable'
    this.attempts = attempts
  }
}
