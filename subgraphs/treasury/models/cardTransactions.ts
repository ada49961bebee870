/** Card transactions (domain 2.3): one row from decision to end, declined ones too. Written only by the group commit. */
import type { CountedCardSpend } from '../../shared/cardSpends.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page, present } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type {
  AgentId,
  ApprovalId,
  CardId,
  CardTransactionId,
  FinancialAccountId,
  MandateId,
  OrgId,
  WalletId,
} from '../../shared/ids.ts'
import { CENT_MICRO } from '../../shared/money.ts'
import type { Mode } from '../../shared/principal.ts'
import type { CardTransactionKind, CardTransactionStatus } from '../rules/cards/cardStates.ts'
import type { CardCurrency } from '../rules/cards/clearing.ts'
import type { DeclineReason, DetailedResult } from '../rules/cards/declines.ts'
import { cardRef } from './cards.ts'
import { indexDue } from './dueRows.ts'

export interface CardTransactionRow {
  readonly _id: CardTransactionId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly cardId: CardId
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly financialAccountId: FinancialAccountId
  readonly kind: CardTransactionKind
  readonly status: CardTransactionStatus
  readonly declineReason: DeclineReason | null
  readonly detailedResults: readonly DetailedResult[]
  /** What happened, with its figures, and what can be done; absent: it was not declined, or before this was kept. */
  readonly declineMessage?: string
  /** In hundredths of the merchant's currency, as are `cleared` and `refunded`. */
  readonly amount: bigint
  readonly cleared: bigint
  readonly refunded: bigint
  readonly currency: CardCurrency
  readonly fx: { readonly rate: string; readonly asOf: Date } | null
  /** In US cents: what it holds now, what was cleared, and what came back of that. */
  readonly heldCents: bigint
  readonly clearedCents: bigint
  readonly refundedCents: bigint
  /** What the card network has taken from the bank for it; absent: cleared before that was booked, or not cleared. */
  readonly networkCents?: bigint
  /** What was asked for in US cents. */
  readonly billedCents: bigint
  readonly mcc: string | null
  readonly category: string
  readonly merchantName: string | null
  readonly merchantDomain: string | null
  readonly merchantCountry: string | null
  /** What approvals of it are for: domain, else name. */
  readonly merchantKey: string
  readonly approvalId: ApprovalId | null
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
  /** The windows of the limits in which it counts; empty: in none. */
  readonly dayKey: string
  readonly monthKey: string
  /** How many voids and returns it has had, which number their journal entries. */
  readonly voids: number
  readonly returns: number
  /** When it expires by itself, or once it was cleared when the card network settles it; null: never. */
  readonly dueAt: Date | null
  readonly policyEvaluatedAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const CARD_TRANSACTIONS = 'cardTransactions'
const transactions = (database: Database) => database.collection<CardTransactionRow>(CARD_TRANSACTIONS)

export const cardTransactionRef = (id: CardTransactionId): Ref<CardTransactionRow> => ({
  collection: CARD_TRANSACTIONS,
  id,
})

export function registerCardTransactions(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ cardId: 1, _id: -1 })
  schema.index({ walletId: 1, _id: -1 })
  schema.index({ orgId: 1, mode: 1, status: 1 }, { partialFilterExpression: { status: 'PENDING' } })
  // A merchant may have asked in vain as often as it likes.
  schema.index({ walletId: 1, merchantKey: 1, status: 1 })
  schema.index({ walletId: 1, policyEvaluatedAt: 1 })
  schema.index({ walletId: 1, status: 1 }, { name: 'openByWallet', partialFilterExpression: { status: 'PENDING' } })
  indexDue(schema)
  database.model(schema, CARD_TRANSACTIONS)
}

export async function findCardTransactions(
  database: Database,
  ids: readonly CardTransactionId[],
): Promise<CardTransactionRow[]> {
  if (ids.length === 0) return []
  return transactions(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface CardTransactionFilter {
  readonly cardId?: string | null | undefined
  readonly statuses?: readonly CardTransactionStatus[] | null | undefined
  readonly kinds?: readonly CardTransactionKind[] | null | undefined
}

export function findCardTransactionPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode; readonly agentId?: AgentId; readonly walletId?: WalletId },
  { cardId, statuses, kinds }: CardTransactionFilter,
  args: OrderedArguments,
): Promise<Page<CardTransactionRow>> {
  const filter = { ...scope, ...present({ cardId }), ...anyOf('status', statuses), ...anyOf('kind', kinds) }
  return findPage(transactions(database), { name: 'cardTransactions', filter, orders: { created_at: BY_ID } }, args)
}

/** Authorizations that hold money. */
export function findHeld(
  database: Database,
  owner: { readonly orgId: OrgId; readonly mode: Mode },
  limit: number,
): Promise<Pick<CardTransactionRow, '_id' | 'status' | 'heldCents'>[]> {
  return transactions(database)
    .find({ ...owner, status: 'PENDING' })
    .project<Pick<CardTransactionRow, '_id' | 'status' | 'heldCents'>>({ status: 1, heldCents: 1 })
    .limit(limit)
    .toArray()
}

/** Whether something was paid there from the wallet by card. */
export async function hasPaidMerchant(database: Database, walletId: WalletId, merchantKey: string): Promise<boolean> {
  const paid = { walletId, merchantKey, status: { $in: ['PENDING', 'SETTLED'] as CardTransactionStatus[] } }
  return (await transactions(database).findOne(paid, { projection: { _id: 1 } })) !== null
}

const COUNTED_AT_ONCE = 500

/** What the limits of the wallet count of its cards, page by page: all that is under way, and what was decided since then. */
export async function* readCounted(
  database: Database,
  walletId: WalletId,
  from: Date,
): AsyncGenerator<readonly CountedCardSpend[]> {
  for (let after: CardTransactionId | null = null; ; ) {
    const counted = { walletId, dayKey: { $gt: '' }, ...(after === null ? {} : { _id: { $gt: after } }) }
    // Each by its own index: a wallet may have had many that count no more.
    const either = [
      { ...counted, status: 'PENDING' as const },
      { ...counted, policyEvaluatedAt: { $gte: from } },
    ]
    const rows: CardTransactionRow[] = await transactions(database)
      .find({ $or: either })
      .sort({ _id: 1 })
      .limit(COUNTED_AT_ONCE)
      .toArray()
    yield rows.map((row) => {
      const isOpen = row.status === 'PENDING'
      const cents = isOpen ? row.heldCents : row.clearedCents - row.refundedCents
      const { policyEvaluatedAt } = row
      const ref = isOpen ? cardTransactionRef(row._id) : null
      return { policyEvaluatedAt, usdMicro: cents * CENT_MICRO, card: cardRef(row.cardId), ref }
    })
    after = rows.at(-1)?._id ?? null
    if (rows.length < COUNTED_AT_ONCE || after === null) return
  }
}
