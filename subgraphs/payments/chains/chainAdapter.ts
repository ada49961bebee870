/**
 * What settlement needs from a chain. Every read throws `ChainUnavailable` when no endpoint answers, which is never a
 * verdict about a payment. Sending never throws, because a lost response says nothing about the transaction.
 */
import type { Chain } from '../../shared/tokens.ts'
import type { TokenDomain } from './eip3009.ts'
import type { RelayTransaction, SignedTransaction } from './relayTransaction.ts'

export interface BlockHead {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds. Expiry of authorizations is compared with block time only. */
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
  /** Its fee, in wei. */
  readonly gasWei: bigint
}

export interface Block extends BlockHead {
  readonly receipts: readonly Receipt[]
}

/** The signed bytes, proven by their hash, and what they say. */
export interface MinedTransaction extends RelayTransaction, SignedTransaction {
  /** Lower case. */
  readonly from: string
}

/** A transaction that one endpoint did not accept. */
export interface SendAttempt {
  readonly adapter: string
  readonly at: Date
  readonly error: string
}

/**
 * accepted: an endpoint took the transaction. known: it had it already. nonceTooLow: the nonce is used, so look for
 * receipts. underpriced, rejected: the node refused it. unfunded: the sending account cannot pay its gas. unreachable: no
 * endpoint answered.
 */
export type SendKind = 'accepted' | 'known' | 'nonceTooLow' | 'underpriced' | 'unfunded' | 'rejected' | 'unreachable'

export interface SendResult {
  readonly kind: SendKind
  readonly attempts: readonly SendAttempt[]
}

export type Simulation = { readonly succeeds: true } | { readonly succeeds: false; readonly reason: string }

export interface Call {
  readonly to: string
  readonly data: string
}

export interface RelayCall extends Call {
  readonly from: string
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
   * Sends each transaction to the first endpoint that answers, those that failed lately last; results in the order of `raws`.
   * @param findStopped indexes that must no longer be sent; called again when slow endpoints have made its result outdated
   * @param askedAt of `performance.now()`: no stop from before it is unknown to the caller; absent: from before this call
   */
  sendRaw(
    raws: readonly string[],
    findStopped?: () => Promise<ReadonlySet<number>>,
    askedAt?: number,
  ): Promise<SendResult[]>
  /**
   * Sends unmined transactions that one endpoint has taken to all others too, in case the first does not propagate them.
   * Never throws and does not wait; one round at a time.
   */
  broadcastToAll(raws: readonly string[]): void
  receipts(hashes: readonly string[]): Promise<(Receipt | null)[]>
  /** A mined transaction as it was signed; null when there is none. foreign: of another type than ours (EIP-1559). */
  signedTransaction(hash: string): Promise<MinedTransaction | 'foreign' | null>
  /** Whom a mined transaction has sent native coins itself, in lower case; null when there is none, or it makes a contract. */
  nativeTransfer(hash: string): Promise<{ readonly to: string; readonly wei: bigint } | null>
  /** The next nonce after all mined transactions. */
  minedNonce(address: string): Promise<number>
  /**
   * The next nonce after all that endpoints have, in blocks or in their memory pools: the highest that any of them says, and
   * that two of them reach. With one endpoint both are its own.
   */
  pendingNonce(address: string): Promise<{ readonly highest: number; readonly agreed: number }>
  /** Numbers of their newest blocks, in the same way. */
  newestBlocks(): Promise<{ readonly highest: number; readonly agreed: number }>
  /** As `headAt`, agreed by two endpoints. */
  agreedHead(number: number): Promise<BlockHead | null>
  /** The highest `minedNonce` that two endpoints have reached; with one endpoint, its own. */
  agreedNonce(address: string): Promise<number>
  /** Whether the authorization is used or canceled, by one endpoint: enough for reversible decisions. */
  authorizationState(token: string, authorizer: string, nonce: string): Promise<boolean>
  /**
   * The newest block on which irreversible decisions may rest: confirmed and agreed by two endpoints, or with a single
   * endpoint finalized. The reads below need the same agreement.
   */
  settledHead(confirmations: number): Promise<BlockHead>
  /** `minedNonce` as of that block. */
  settledNonce(address: string, at: BlockHead): Promise<number>
  /** The same without agreement: the lowest that endpoints with that block say. */
  lowestNonce(address: string, at: BlockHead): Promise<number>
  /** Whether the authorization was used or canceled in that block or before. */
  settledAuthorization(token: string, authorizer: string, nonce: string, at: BlockHead): Promise<boolean>
  /** The receipt in that block or before; null when there is none up to there. */
  settledReceipt(hash: string, at: BlockHead): Promise<Receipt | null>
  /**
   * What was read of one endpoint and books money: of several that are there, two have to say the same of block, status and
   * logs. With one endpoint it is so. @throws ChainUnavailable: not yet, or never
   */
  requireAgreed(receipts: readonly Receipt[]): Promise<void>
  balanceOf(token: string, owner: string): Promise<bigint>
  /** As of that block; a token without a contract there has none. @throws ChainUnavailable also for a forgotten block */
  balancesAt(asked: readonly { contract: string; address: string }[], block: number): Promise<bigint[]>
  /** Native coins, in wei. */
  nativeBalance(owner: string): Promise<bigint>
  /** As `nativeBalance`, agreed by two endpoints. */
  agreedBalance(owner: string): Promise<bigint>
  code(address: string): Promise<string>
  /** What a contract returns, in hex; null when it reverts, or needs more gas than this. */
  call(call: Call, gas: number): Promise<string | null>
  logs(filter: { address: string; topics: (string | null)[]; from: number; to: number }): Promise<MinedLog[]>
  simulate(call: RelayCall): Promise<Simulation>
  /**
   * Simulates many calls at once, each with its gas limit. An error that is no revert (a node that refuses the request)
   * counts as success: the chain decides.
   */
  simulateAll(calls: readonly (RelayCall & { readonly gas: number })[]): Promise<Simulation[]>
  /** Units of gas, or why it reverts; null where the node gives no estimate. */
  estimateGas(call: RelayCall): Promise<number | { readonly reason: string } | null>
  /** The priority fee that the node and the last blocks suggest, in wei; null where there is none. */
  suggestedTip(): Promise<bigint | null>
  /** Milliseconds beyond its confirmations until a transfer counts; absent: none. */
  confirmationDelay?(transfer: { readonly to: string; readonly units: bigint }): number
  /** The EIP-712 domain of a token, checked against the one that the contract itself states. */
  tokenDomain(token: string): Promise<TokenDomain>
  /** @throws ChainUnavailable, Error where there is no token at that address */
  tokenDecimals(token: string, expected: number): Promise<number>
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
