/**
 * Purchases from merchants: what payments and commerce offer each other. Commerce has sessions and orders; payments reserves
 * money for a shared token as a hold, and charges it as a payment.
 */
import { orgRef, walletRef } from './commit/positions.ts'
import type { IntentPart, Reads, Ref, State, Writes } from './commit/types.ts'
import type { OrderedArguments, Page } from './connections.ts'
import type { Refusal } from './errors.ts'
import type {
  AgentId,
  ApprovalId,
  ChargeId,
  CheckoutId,
  HoldId,
  MerchantId,
  OrderId,
  OrgId,
  PaymentId,
  WalletId,
} from './ids.ts'
import type { Caller, Mode, RequestContext } from './principal.ts'
import type { Chain, Token } from './tokens.ts'

/** Prices are in US dollars: cents in its minor unit. */
export const CHECKOUT_CURRENCY = 'USD'
export const CENT_USD_MICRO = 10_000n
/** Of one product in one checkout session. */
export const QUANTITY_MAX = 1_000_000
/** Of what a buyer says of an order. */
export const ORDER_NOTES_MAX = 5_000
export const PURCHASE_ORDER_NUMBER_MAX = 80

/** A shared token as the Agentic Commerce Protocol writes it; payments take both forms. */
export const toVaultToken = (token: string): string => token.replace(/^spt_/, 'vt_')
/** In our own form, by which it is hashed, and a key of an earlier release known again. */
export const fromVaultToken = (token: string): string => token.replace(/^vt_/, 'spt_')

/** How a shared token stands. used: it was charged. revoked: it ended before its time. */
export type SharedTokenStatus = 'open' | 'used' | 'expired' | 'revoked'

/** A shared token as it is stored: never the token itself. */
export interface SharedToken {
  readonly holdId: HoldId
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  readonly walletId: WalletId
  readonly sessionId: CheckoutId
  readonly status: SharedTokenStatus
  readonly maxAmountMinor: number
  readonly token: Token
  readonly chain: Chain
  /** Failed, where it was presented after its end. */
  readonly paymentId: PaymentId | null
  readonly expiresAt: Date
  readonly createdAt: Date
}

export interface TokenRequest {
  readonly holdId: HoldId
  readonly agentId: AgentId
  readonly walletId: WalletId
  readonly merchantId: MerchantId
  readonly sessionId: CheckoutId
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string
  readonly maxAmountMinor: number
  readonly token: Token
  readonly chain: Chain
  readonly lifeMs: number
  /** It ends no later, however late it is issued. */
  readonly endsBy: Date
  readonly approvalId: string | null
  readonly newApprovalId: ApprovalId
}

export interface ChargeRequest {
  readonly holdId: HoldId
  readonly sessionId: CheckoutId
  readonly paymentId: PaymentId
  readonly orderId: OrderId
  readonly amountMinor: number
  /** What a payment processor is asked about. */
  readonly chargeId?: ChargeId
}

/** What was asked of a payment processor, and does not become a payment that moves money. */
export interface FailedCharge extends Required<Pick<ChargeRequest, 'holdId' | 'paymentId' | 'amountMinor'>> {
  readonly failure: Refusal
  /** A kill switch has ended it. */
  readonly isStopped: boolean
  /** The refusal has told of it that compliance has flagged it. */
  readonly isFlagged: boolean
}

/** What was paid, and what of it has come back, in units of its token. */
export interface Repaid {
  /** Whether the money has arrived: the payment is confirmed on its chain. */
  readonly completed: boolean
  readonly amount: bigint
  readonly refunded: bigint
}

/** The transfer of a payment, as whoever is paid looks it up on the chain. */
export interface Settlement {
  readonly txHash: string | null
  readonly chain: Chain
  readonly token: Token
  readonly payee: string
  /** Null: the wallet is not known any more. */
  readonly payer: string | null
  /** Null: the recipient does not have the money. */
  readonly confirmedAt: Date | null
}

/** Told what is asked for, so that a refusal is listed among those of the wallet. */
export type TellSpend = (asked: {
  readonly walletId: WalletId
  readonly amount: { readonly units: bigint; readonly token: Token }
  readonly chain: Chain
  readonly to: string
  readonly merchant: string | null
}) => unknown

export interface TokenQuery {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: of all agents. */
  readonly agentIds: readonly string[] | null
  /** Null: with any status. */
  readonly statuses: readonly SharedTokenStatus[] | null
}

/** Offered by payments. */
export interface SharedTokens {
  /** Runs the operation; what refuses it is listed with what it has told. */
  watch<T>(
    context: RequestContext,
    operation: 'authorizeCheckout' | 'payCheckout',
    act: (tell: TellSpend) => Promise<T>,
  ): Promise<T>
  /** Of an agent whom the caller owns; null: it has none. */
  findWallet(caller: Caller, agentId: string): Promise<WalletId | null>
  findByHash(tokenHash: string): Promise<SharedToken | null>
  find(holdIds: readonly HoldId[]): Promise<readonly SharedToken[]>
  /** By which a payment was made, in their order; null: it was made by none. */
  findOfPayments(paymentIds: readonly PaymentId[]): Promise<readonly (SharedToken | null)[]>
  /** @throws DomainError invalid_request: cursor */
  list(of: TokenQuery, args: OrderedArguments): Promise<Page<SharedToken>>
  /** The approval that a shared token of the session waits for; absent: none is. */
  findPendingApprovals(sessionIds: readonly CheckoutId[]): Promise<ReadonlyMap<CheckoutId, ApprovalId>>
  /** Reserves limits and funds for the cap. Fails as a spend does, with 403 `approval_required` above the threshold. */
  prepareIssue(caller: Caller, request: TokenRequest, tell?: TellSpend): Promise<IntentPart<SharedToken>>
  /**
   * Takes what is paid out of the reservation and queues the payment; the rest is released. Fails with shared_token_used,
   * shared_token_expired (which leaves a failed payment), shared_token_invalid, amount_exceeds_cap, and those of the gates.
   */
  prepareCharge(caller: Caller, request: ChargeRequest, tell?: TellSpend): Promise<IntentPart<PaymentId>>
  /**
   * Decides as the charge does, and keeps the reservation for it until a payment processor has answered: meanwhile neither its
   * end nor a cancellation releases it, and only `prepareCharge` with the same id takes it.
   */
  prepareAsk(caller: Caller, request: AskRequest, tell?: TellSpend): Promise<IntentPart<null>>
  /** Releases what is kept for a charge, and leaves a failed payment. Pure; the rows of `failedChargeReads` are guarded. */
  failCharge(state: State, charge: FailedCharge, at: Date): Writes
  /** Which kill switch stops what is kept for a charge; null: none. */
  prepareStop(holdId: HoldId): Promise<StopCheck>
  /** Ends tokens that are still open; false: it had ended before. */
  revokePart(holdId: HoldId): Promise<IntentPart<boolean>>
  /** In their order; null: there is no such payment. */
  findRepaid(paymentIds: readonly PaymentId[]): Promise<readonly ((Repaid & Settlement) | null)[]>
  /** The same inside a commit that guards the rows of `repaidReads`. */
  repaid(state: State, paymentId: PaymentId): Repaid | null
  /** What was prepared is outdated: the next preparation reads again. */
  refresh(orgId: OrgId): void
  /** After the commit of a charge. */
  wake(): void
}

/** In the commit that ends the charge. */
interface StopCheck {
  readonly reads: () => Reads
  readonly refusal: (state: State, at: Date) => Refusal | null
}

export type AskRequest = ChargeRequest & Required<Pick<ChargeRequest, 'chargeId'>>

/** The rows that a failed charge writes. */
export const failedChargeReads = (of: Readonly<Record<'orgId', OrgId> & Kept>): Required<Omit<Reads, 'absent'>> => ({
  guard: [orgRef(of.orgId), { collection: 'holds', id: of.holdId }, walletRef(of.walletId)],
  newIds: [{ collection: 'payments', id: of.paymentId }],
})

interface Kept {
  readonly holdId: HoldId
  readonly walletId: WalletId
  readonly paymentId: PaymentId
}

export const repaidReads = ({ paymentId }: Pick<Kept, 'paymentId'>): readonly Ref[] => [
  { collection: 'payments', id: paymentId },
]

/** The rows that a payment for an order writes, when it ends and when money of it comes back. */
export const orderReads = ({ orderId }: { readonly orderId?: OrderId | undefined }): readonly Ref[] =>
  orderId === undefined ? [] : [{ collection: 'orders', id: orderId }]

/** failed: also one that was completed, and whose transfer has left the chain. paidLate: it was mined nevertheless. */
export type OrderPaymentEnd = 'failed' | 'paidLate'

/** Offered by commerce: what its payment does to an order. Pure; the rows of `orderReads` are guarded. */
export interface OrderLedger {
  ended(state: State, order: PaidOrder, end: OrderPaymentEnd, at: Date): Writes
  /** More of the money has come back than `before`, or less: a refund that was linked counts no longer. */
  returned(state: State, order: PaidOrder, before: bigint, at: Date): Writes
}

interface PaidOrder extends Repaid {
  readonly orderId: OrderId
}
