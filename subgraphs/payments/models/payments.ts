/**
 * The payment row (specification 2.10, 3): one document for its whole life, written only by the group commit. `chainWork`
 * and the nonce records make settlement crash-safe: only stored bytes are ever broadcast.
 */

import type { Ref } from '../../shared/commit/types.ts'
import {
  anyOf,
  BY_ID,
  findPage,
  type OrderedArguments,
  type Page,
  present,
  readRows,
} from '../../shared/connections.ts'
import type { Database } from '../../shared/database.ts'
import type { ErrorType, Refusal } from '../../shared/errors.ts'
import {
  type AgentId,
  type ApprovalId,
  type CheckoutId,
  type HoldId,
  idsOf,
  type MandateId,
  type MerchantId,
  type OrderId,
  type OrgId,
  type PaymentId,
  type QuoteId,
  type WalletId,
} from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { PaymentKind } from '../../shared/spend.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { PAYMENT_STAGES, type Stage } from '../rules/paymentStages.ts'
import type { KeptSharer } from '../rules/sharers.ts'
import type { ScreenedRow } from './keptScreening.ts'

type PaymentStatus = (typeof PAYMENT_STAGES)[Stage]

export interface PaymentAuthorization {
  readonly nonce: string
  readonly validAfter: number
  readonly validBefore: number
  readonly signature: string
}

/** The settlement state of a signed payment; the bytes themselves are in its nonce records. */
export interface ChainWork {
  readonly from: string
  /** Account and nonce of its newest transaction. */
  readonly relayer: string
  readonly slot: number
  readonly fence: number
  /** Null: the wallet sends the transfer itself, from its own nonce. */
  readonly authorization: PaymentAuthorization | null
  readonly minedBlock: number | null
  readonly minedBlockHash: string | null
}

/** The block of a transfer whose signed bytes were lost with a restored backup. */
interface MinedIn {
  readonly block: number
  readonly blockHash: string
  /** When it was booked from there: the authorization was signed before. */
  readonly at: Date
}

export interface PaymentAttempt {
  readonly adapter: string
  readonly at: Date
  readonly error: string
}

export interface PaymentRow extends ScreenedRow {
  readonly _id: PaymentId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly kind: PaymentKind
  /** The conversion that it delivers to the wallet: the hot wallet of the treasury sends it. */
  readonly quoteId?: QuoteId
  /** The hold that was captured. */
  readonly holdId?: HoldId
  /** The checkout session that was paid, and the order that was made with the payment; none of one that was refused. */
  readonly sessionId?: CheckoutId
  readonly orderId?: OrderId
  /**
   * Of a capture: its hold again, whose id the nonce of its authorization is made of. Absent in rows of earlier releases, whose
   * nonces are made of their own ids.
   */
  readonly nonceOf?: HoldId
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
  /** Destination address, EIP-55. */
  readonly to: string
  /** The destination as the caller named it. */
  readonly toText: string
  readonly merchantId: MerchantId | null
  /** Merchant domain, where one is known. */
  readonly merchant: string | null
  readonly category: string
  /** Other merchants with the same payout address; absent: none. */
  readonly sharers?: readonly KeptSharer[]
  readonly amount: bigint
  readonly token: Token
  readonly chain: Chain
  readonly usdMicro: bigint
  readonly fx: { readonly rate: string; readonly asOf: Date } | null
  /** The limit windows in which this payment counts, whenever it ends. */
  readonly dayKey: string
  readonly monthKey: string
  readonly purpose: string | null
  readonly status: PaymentStatus
  readonly stage: Stage
  readonly txHash: string | null
  readonly chainWork: ChainWork | null
  /** Without chain work only. */
  readonly minedIn?: MinedIn
  readonly attempts: readonly PaymentAttempt[]
  /** How many more there were between the first of them and the last. */
  readonly attemptsOmitted?: number
  /** Failed attempts to authorize a queued payment; the next one is at `sendAfter`. */
  readonly authorizationTries?: number
  readonly sendAfter?: Date
  /** Reserved in the organization's gas budget until the payment ends, in wei. */
  readonly gasReservedWei?: string
  readonly failureCode: ErrorType | null
  readonly failureMessage: string | null
  readonly failureDetails: Readonly<Record<string, unknown>> | null
  /** The policy decision in its stored form. */
  readonly decision: object | null
  readonly approvalId: ApprovalId | null
  /** Presented with the request that waits for a review: used after it. */
  readonly presentedApprovalId?: ApprovalId
  /** Why it was stopped while the chain may have paid it (chainCursors): unless it has, settlement ends it. */
  readonly stopped?: Refusal
  /** A kill switch matched it after it had been sent to the chain. */
  readonly executedBeforeKill?: boolean
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly policyEvaluatedAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly completedAt: Date | null
  /** Real, since blocks are compared with it; absent in rows of earlier releases. */
  readonly failedAt?: Date
  /** Completed, but its transfer was lost in a reorganization: the ledger has returned the money to the wallet. */
  readonly reversedAt?: Date
  /** What came back for it, in token units, over all refunds that are on the chain. */
  readonly refundedAmount?: bigint
  /** How often it was refunded, with refunds that left the chain. */
  readonly refundCount?: number
}

export const PAYMENTS = 'payments'

export const paymentRows = (database: Database) => database.collection<PaymentRow>(PAYMENTS)

export const paymentRef = (paymentId: PaymentId): Ref<PaymentRow> => ({ collection: PAYMENTS, id: paymentId })

/** Null and absent fields do not filter. */
export interface PaymentFilter {
  readonly walletIds?: readonly string[] | null | undefined
  readonly agentId?: string | null | undefined
  readonly statuses?: readonly PaymentStatus[] | null | undefined
  readonly stages?: readonly Stage[] | null | undefined
  readonly merchant?: string | null | undefined
  readonly token?: Token | null | undefined
  readonly chain?: Chain | null | undefined
  readonly createdFrom?: Date | null | undefined
  readonly createdUntil?: Date | null | undefined
}

export function findPayment(database: Database, paymentId: PaymentId): Promise<PaymentRow | null> {
  return paymentRows(database).findOne({ _id: paymentId })
}

export async function findPaymentsById(database: Database, paymentIds: readonly PaymentId[]): Promise<PaymentRow[]> {
  if (paymentIds.length === 0) return []
  return paymentRows(database)
    .find({ _id: { $in: [...paymentIds] } })
    .toArray()
}

/** The payments that deposits refund. */
export function findRefunded(
  database: Database,
  deposits: readonly { readonly refund?: { readonly paymentId: PaymentId } }[],
): Promise<PaymentRow[]> {
  return findPaymentsById(
    database,
    deposits.flatMap(({ refund }) => refund?.paymentId ?? []),
  )
}

/** The wallets of these payments, by payment. */
export async function findPayingWallets(
  database: Database,
  paymentIds: readonly PaymentId[],
): Promise<Map<string, WalletId>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await paymentRows(database)
    .find({ _id: { $in: [...paymentIds] } })
    .project<Pick<PaymentRow, '_id' | 'walletId'>>({ walletId: 1 })
    .toArray()
  return new Map(rows.map(({ _id, walletId }) => [_id, walletId]))
}

/**
 * The payments that rows are about, by id. Tasks and nonces name other subjects too, which are left out.
 * @param rows of tasks or nonces
 */
export async function findSubjects(
  database: Database,
  rows: readonly { readonly subjectId: string; readonly paymentIds?: readonly PaymentId[] }[],
): Promise<Map<string, PaymentRow>> {
  const named = rows.flatMap(({ subjectId, paymentIds = [] }) => [subjectId, ...paymentIds])
  const ids = new Set(idsOf('payment', named))
  return new Map((await findPaymentsById(database, [...ids])).map((row) => [row._id, row]))
}

export function findPaymentPage(
  database: Database,
  scope: { orgId: OrgId; mode: Mode },
  filter: PaymentFilter,
  args: OrderedArguments,
): Promise<Page<PaymentRow>> {
  const { walletIds, agentId, stages, merchant, token, chain, createdFrom, createdUntil } = filter
  // Each stage has one status, which the indexes contain.
  const statuses = filter.statuses ?? stages?.map((stage) => PAYMENT_STAGES[stage])
  const equal = { agentId, merchant, token, chain }
  const created = { $gte: createdFrom, $lt: createdUntil }
  return findPage(
    paymentRows(database),
    {
      name: 'payments',
      filter: {
        ...scope,
        ...anyOf('walletId', walletIds),
        ...anyOf('status', statuses),
        ...anyOf('stage', stages),
        ...present(equal),
        ...(createdFrom == null && createdUntil == null ? {} : { createdAt: present(created) }),
      },
      orders: { created_at: BY_ID },
    },
    args,
  )
}

/** Ids of payments to an address. @throws DomainError gateway_timeout */
export async function findPaymentsTo(
  database: Database,
  scope: object,
  address: string,
  limit: number,
): Promise<string[]> {
  const found = await readRows(
    paymentRows(database)
      .find({ ...scope, to: address })
      .project<Pick<PaymentRow, '_id'>>({ _id: 1 })
      .limit(limit),
  )
  return found.map(({ _id }) => _id)
}
