/** Cards and their transactions as the graph shows them. */
import { windowKeys } from '../../shared/limitWindows.ts'
import { formatUsd } from '../../shared/money.ts'
import { openWindows } from '../../shared/spendingLimits.ts'
import type { CardRow } from '../models/cards.ts'
import type { CardTransactionRow } from '../models/cardTransactions.ts'
import { isForced } from '../services/cards/cardEvents.ts'
import { maskedNumber } from '../services/cards/cardNumber.ts'
import { statusAt } from '../services/cards/changeCard.ts'
import type { CardShape, CardTransactionShape } from './shapes.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const limit = (amount: bigint | null): string | null => (amount === null ? null : formatUsd(amount))

/** @param now the time of the organization: an end that has come counts before the sweep has noticed it */
export function shapeCard(row: CardRow, now: Date): CardShape {
  return {
    ...{ row, id: row._id, type: row.type, status: statusAt(row, now), statusReason: row.statusReason },
    ...{ lastFour: row.lastFour, maskedPan: maskedNumber(row.lastFour), expMonth: row.expMonth, expYear: row.expYear },
    ...{ network: 'VISA', limitPerTx: limit(row.limits.perTx.amount), limitDaily: limit(row.limits.daily.amount) },
    ...{ limitMonthly: limit(row.limits.monthly.amount), lockedMerchant: row.lockedMerchant, memo: row.memo },
    ...{ allowedCategories: [...row.allowedCategories], blockedCategories: [...row.blockedCategories], mode: row.mode },
    ...{ walletId: row.walletId, wallet: { id: row.walletId }, agentId: row.agentId },
    agent: row.agentId === null ? null : { id: row.agentId },
    ...{ financialAccountId: row.financialAccountId, createdAt: row.createdAt.toISOString() },
    ...{ updatedAt: row.updatedAt.toISOString(), frozenAt: iso(row.frozenAt), canceledAt: iso(row.canceledAt) },
  }
}

/** What counts in the windows that are open now, in US dollars. */
export function spentOf(row: CardRow, timezone: string, now: Date): { readonly day: string; readonly month: string } {
  const { day, month } = openWindows(row, windowKeys(now, timezone))
  const used = (window: typeof day) => formatUsd(window === null ? 0n : window.net + window.reserved)
  return { day: used(day), month: used(month) }
}

export function shapeCardTransaction(row: CardTransactionRow): CardTransactionShape {
  return {
    ...{ id: row._id, cardId: row.cardId, kind: row.kind, status: row.status, declineReason: row.declineReason },
    ...{ result: row.declineReason === null ? 'APPROVED' : 'DECLINED', detailedResults: [...row.detailedResults] },
    declineMessage: row.declineMessage ?? null,
    ...{ amountMinor: Number(row.amount), clearedAmountMinor: Number(row.cleared) },
    ...{ refundedAmountMinor: Number(row.refunded), currency: row.currency, billingAmountMinor: Number(billed(row)) },
    ...{ mcc: row.mcc, category: row.category, merchantName: row.merchantName, merchantDomain: row.merchantDomain },
    ...{ merchantCountry: row.merchantCountry, forcePost: isForced(row), approvalId: row.approvalId },
    approval: row.approvalId === null ? null : { id: row.approvalId },
    ...{ walletId: row.walletId, agentId: row.agentId, mandateId: row.mandateId, mandateVersion: row.mandateVersion },
    ...{
      mode: row.mode,
      expiresAt: row.status === 'PENDING' ? iso(row.dueAt) : null,
      createdAt: row.createdAt.toISOString(),
    },
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What was cleared, else what is held, else what was asked for. */
function billed({ status, clearedCents, heldCents, billedCents }: CardTransactionRow): bigint {
  if (status === 'SETTLED') return clearedCents
  return status === 'PENDING' && heldCents > 0n ? heldCents : billedCents
}
