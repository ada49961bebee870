/** The stored rows as the audit reads them, written down a second time on purpose: it must not believe the service. */

type Id = string

export interface Balances {
  readonly available: bigint
  readonly held: bigint
  readonly inFlight: bigint
  readonly blocked: bigint
  readonly onChain: bigint
}

export interface Window {
  readonly key: string
  readonly net: bigint
  readonly reserved: bigint
}

export interface WalletPosition {
  readonly _id: Id
  readonly walletId: Id
  readonly orgId: Id
  readonly mode: string
  readonly agentId: Id | null
  readonly seq: number
  readonly frozen: object | null
  readonly mandate: { readonly limitTimezone: string } | null
  readonly day: Window | null
  readonly month: Window | null
  readonly closedWindows: readonly Window[]
  readonly balances: Readonly<Record<string, Balances>>
}

export interface Head {
  readonly _id: Id
  readonly orgId: Id
  readonly cursor: number
  readonly eventHash: string
  readonly journalSeq: number
  readonly journalHash: string
}

export interface Line {
  readonly account: string
  readonly walletId: Id | null
  readonly token: string
  readonly chain: string
  readonly direction: 'debit' | 'credit'
  /** Text for native coins. */
  readonly amount: bigint | string
}

interface Sealed {
  readonly _id: Id
  readonly orgId: Id
  readonly prevHash: string
  readonly hash: string
}

export interface Journal extends Sealed {
  readonly seq: number
  readonly type: string
  readonly reference: { readonly resource: string; readonly id: Id }
  readonly lines: readonly Line[]
}

export interface Event extends Sealed {
  readonly mode: string
  readonly cursor: number
  readonly type: string
  readonly resourceId: Id
  readonly walletId: Id | null
  readonly walletSeq: number
  readonly createdAt: Date
  readonly data: Readonly<Record<string, unknown>>
}

export interface Payment {
  readonly _id: Id
  readonly orgId: Id
  readonly mode: string
  readonly kind: string
  readonly walletId: Id
  readonly agentId: Id | null
  readonly mandateId: Id | null
  readonly mandateVersion: number | null
  readonly to: string
  readonly merchantId: Id | null
  readonly merchant: string | null
  readonly amount: bigint
  readonly token: string
  readonly chain: string
  readonly usdMicro: bigint
  readonly dayKey: string
  readonly monthKey: string
  readonly status: string
  readonly stage: string
  readonly txHash: string | null
  readonly chainWork: {
    readonly minedBlock: number | null
    readonly minedBlockHash: string | null
    readonly authorization?: { readonly nonce: string }
  } | null
  /** Of one whose signed bytes were lost with a restored backup. */
  readonly minedIn?: { readonly block: number; readonly blockHash: string }
  readonly failureCode: string | null
  readonly approvalId: Id | null
  /** The hold that it captured; again, where the nonce of its authorization is made of it. */
  readonly holdId?: Id
  readonly nonceOf?: Id
  /** The conversion that it delivers. */
  readonly quoteId?: Id
  /** The checkout that it was reserved for, or is charged to. */
  readonly sessionId?: Id
  /** Others whose payout address it goes to. */
  readonly sharers?: readonly { readonly merchantId: Id | null; readonly domain: string | null }[]
  readonly policyEvaluatedAt: Date
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly reversedAt?: Date
  /** Over all refunds that are on the chain. */
  readonly refundedAmount?: bigint
  readonly refundCount?: number
}

/** Policies and metadata are long, and nothing is asked about them. */
export const PAYMENT_FIELDS = { decision: 0, metadata: 0, attempts: 0, failureDetails: 0, purpose: 0 } as const

/** Of a conversion the treasury sends the tokens: to the wallet of the payment. */
export const hotWalletOf = (mode: string): Id => `wal_treasury_${mode}`
export const bySender = (payment: Payment): Payment =>
  payment.quoteId === undefined ? payment : { ...payment, walletId: hotWalletOf(payment.mode) }

/** The block that the transfer of a payment is mined in, as far as its row tells. */
export function blockOf({ chainWork, minedIn }: Pick<Payment, 'chainWork' | 'minedIn'>): {
  readonly block: number | null
  readonly blockHash: string | null
} {
  const block = chainWork?.minedBlock ?? minedIn?.block ?? null
  const blockHash = chainWork?.minedBlockHash ?? minedIn?.blockHash ?? null
  return { block: block === null ? null : Number(block), blockHash }
}

/** Where the rows have it, for filters. */
export const BLOCK_FIELDS = ['chainWork.minedBlock', 'minedIn.block'] as const

/** Who spends from which wallet under which mandate, and in which windows it counts. */
export type Counted = Pick<
  Payment,
  '_id' | 'kind' | 'walletId' | 'mandateId' | 'mandateVersion' | 'usdMicro' | 'dayKey' | 'monthKey'
>

/** Amounts in US cents. */
export interface CardTransaction
  extends Omit<Counted, 'usdMicro'>,
    Pick<Payment, 'orgId' | 'mode' | 'agentId' | 'approvalId' | 'policyEvaluatedAt'>,
    Readonly<Record<'billedCents' | 'heldCents' | 'clearedCents' | 'refundedCents', bigint>> {
  readonly cardId: Id
  readonly createdAt: Date
  readonly merchantDomain: string | null
  /** PENDING, SETTLED, VOIDED, EXPIRED, DECLINED. */
  readonly status: string
  /** In the currency of the merchant. */
  readonly refunded: bigint
}

/** What payments and holds have in common: who spends, under which mandate, and in which windows it counts. */
export type Spend = Pick<
  Payment,
  | '_id'
  | 'orgId'
  | 'mode'
  | 'kind'
  | 'walletId'
  | 'agentId'
  | 'mandateId'
  | 'mandateVersion'
  | 'merchantId'
  | 'merchant'
  | 'sharers'
  | 'sessionId'
  | 'token'
  | 'chain'
  | 'usdMicro'
  | 'dayKey'
  | 'monthKey'
  | 'policyEvaluatedAt'
>

export interface Hold extends Spend {
  readonly createdAt: Date
  /** awaiting_approval, created, captured, voided, dismissed. */
  readonly stage: string
  readonly isOpen: boolean
}

export const HOLD_FIELDS = { decision: 0, metadata: 0, purpose: 0, fx: 0 } as const

export interface MandateVersion {
  readonly _id: Id
  readonly policy: {
    readonly maxPerTransaction: bigint | null
    readonly dailyLimit: bigint | null
    readonly monthlyLimit: bigint | null
    readonly approvalThreshold: bigint | null
  }
  readonly limitTimezone: string
}

export interface Deposit {
  readonly _id: Id
  readonly walletId: Id
  readonly token: string
  readonly chain: string
  readonly amount: bigint
  /** Null: what an external wallet had before it was registered. */
  readonly txHash: string | null
  readonly block: number
  readonly blockHash: string
  readonly isGone?: boolean
  /** Of it in the blocked balance. */
  readonly blocked?: bigint
  /** Its last release by compliance, and how many there were. */
  readonly unblocked?: { readonly amount: bigint }
  readonly unblocks?: number
  /** The payment that it refunds. */
  readonly refund?: { readonly paymentId: Id; readonly amount: bigint }
}

export interface Mismatch {
  readonly _id: Id
  readonly kind: string
  readonly state: 'open' | 'resolved'
  readonly walletId: Id
  readonly paymentId: Id | null
  readonly depositId: Id | null
  readonly token: string
  readonly chain: string
  readonly expected: string
  readonly found: string
  readonly missing: bigint
  /** Of an unexpected outflow. */
  readonly transfer?: {
    readonly txHash: string
    readonly block: number
    readonly isGone: boolean
  }
}

export interface SignedBytes {
  readonly hash: string
  readonly purpose: string
  readonly at: Date
  /** In wei: what it gives to a wallet that pays gas of its own. */
  readonly value?: bigint
  /** The payments of a batch that it carries, or the one that it was signed for before its nonce got another. */
  readonly items?: readonly Id[]
}

export interface Nonce {
  readonly _id: Id
  readonly account: string
  readonly nonce: number
  readonly orgId: Id | null
  readonly subjectId: Id
  /** The payments of a batch. */
  readonly paymentIds?: readonly Id[]
  readonly authorizationNonce: string | readonly string[] | null
  /** The wallet whose account it is; none for accounts of the service. */
  readonly walletId?: Id
  readonly state: string
  readonly bytes: readonly SignedBytes[]
  readonly mined: { readonly hash: string; readonly block: number; readonly gasWei: string } | null
}

export interface ChainCursor {
  /** `<mode>:<chain>` */
  readonly _id: Id
  readonly number: number
  readonly recent: readonly { readonly number: number; readonly hash: string }[]
  /** When a block was booked last; absent before the first. */
  readonly at?: Date
}

export interface Task {
  readonly _id: Id
  readonly createdAt: Date
  readonly network: string
  readonly subjectId: Id
  readonly work: {
    readonly kind: string
    readonly deposit?: { readonly _id: Id; readonly walletId: Id; readonly token: string; readonly amount: string }
    readonly outflow?: { readonly transfer: { readonly txHash: string } }
    readonly receipts?: readonly { readonly hash?: string }[]
  } & Partial<Record<'from' | 'to', number>>
}
