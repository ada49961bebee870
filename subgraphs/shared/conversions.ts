/**
 * Conversions of dollars to tokens: what the treasury and payments offer each other. The treasury has quotes and dollars;
 * payments delivers the tokens from the hot wallet of the treasury, through the settlement of every payment.
 */
import type { Ref, State, Writes } from './commit/types.ts'
import type { DomainError, Refusal } from './errors.ts'
import type { AgentId, OrgId, PaymentId, QuoteId, WalletId } from './ids.ts'
import type { Amount } from './money.ts'
import type { Caller, Mode } from './principal.ts'
import type { Screening } from './spend.ts'
import type { Chain, Token } from './tokens.ts'

/** Where the tokens of a conversion go: to a wallet of the organization. */
export interface DeliveryTarget {
  readonly walletId: WalletId
  readonly address: string
}

/** What the gates ask about a delivery: what it costs, and who receives it. */
export interface DeliveryFacts {
  readonly walletId: WalletId
  readonly screening: Screening
  /** Absent where no relayer pays. */
  readonly gas?: { readonly estimateWei: bigint; readonly budgetWei: bigint }
}

export interface NewDelivery extends DeliveryTarget {
  readonly paymentId: PaymentId
  readonly quoteId: QuoteId
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  readonly amount: Amount
  readonly chain: Chain
  readonly usdMicro: bigint
  readonly fx: { readonly rate: string; readonly asOf: Date } | null
}

/** Offered by payments. */
export interface Deliveries {
  /** Null: the caller has no such wallet that can receive on this chain. */
  findTarget(caller: Caller, walletId: string, chain: Chain): Promise<DeliveryTarget | null>
  /** US dollars for one of its currency; null: it is worth a dollar. @throws DomainError fx_rate_unavailable */
  rateOf(token: Token, mode: Mode): Promise<{ readonly rate: string; readonly asOf: Date } | null>
  /** Why this cannot be delivered now: no route, or too little in the hot wallet; null: it can. */
  findRefusal(mode: Mode, chain: Chain, amount: Amount, target: DeliveryTarget): Promise<DomainError | null>
  /** What is slow or external, before the commit. @throws DomainError service_unavailable */
  prepare(mode: Mode, chain: Chain, amount: Amount, target: DeliveryTarget): Promise<DeliveryFacts>
  /** The new rows of a delivery. */
  newIds(paymentId: PaymentId): readonly Ref[]
  /** Queues it, in the commit that takes the dollars. Pure. */
  book(delivery: NewDelivery, facts: DeliveryFacts, at: Date): Writes
  /** After that commit. */
  wake(): void
}

/**
 * How a delivery ends. failed: it can never happen. takenLate: it was mined although it had failed. reversed: it had been
 * mined, and has left the chain for good.
 */
export type DeliveryEnd = 'completed' | 'failed' | 'takenLate' | 'reversed'

/** adopted: it was made before, in an amount of its own, by an execution that was lost with an older backup. */
type DeliveryChange = DeliveryEnd | 'adopted'

export interface EndedDelivery {
  readonly paymentId: PaymentId
  readonly quoteId: QuoteId
  readonly orgId: OrgId
  readonly mode: Mode
  /** Of one that is adopted: what was delivered, in units of the token. */
  readonly units?: bigint
  /** Why it failed. */
  readonly failure?: Refusal
  /** Of corrections after its end: how many there were, this one included. */
  readonly correction?: number
}

/** Offered by the treasury: what the end of a delivery books. Pure; the rows of `deliveryReads` are guarded. */
export type DeliveryLedger = (state: State, delivery: EndedDelivery, end: DeliveryChange, at: Date) => Writes

/** The hot wallet of the treasury in one mode: one key for all chains. */
export const hotWalletId = (mode: Mode): WalletId => `wal_treasury_${mode}`
export const isHotWallet = (walletId: WalletId): boolean => walletId.startsWith('wal_treasury_')
