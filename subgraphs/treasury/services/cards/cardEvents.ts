/** The events of cards. No event has more of a number than its last four digits. Pure. */
import type { EventDraft } from '../../../shared/events.ts'
import { CENT_MICRO, formatUsd } from '../../../shared/money.ts'
import type { CardRow } from '../../models/cards.ts'
import type { CardTransactionRow } from '../../models/cardTransactions.ts'
import type { CardViolation } from '../../rules/cards/cardLimits.ts'

const about = ({ walletId, agentId }: Pick<CardRow, 'walletId' | 'agentId'>) => ({
  walletId,
  ...(agentId === null ? {} : { agentId }),
})

type Content<T> = Omit<T, 'v'>

export function cardEvent(type: 'card.created' | 'card.updated', row: Content<CardRow>): EventDraft {
  const { perTx, daily, monthly } = row.limits
  const limit = ({ amount }: { readonly amount: bigint | null }) => (amount === null ? null : formatUsd(amount))
  return {
    ...{ type, resourceId: row._id, ...about(row) },
    data: {
      ...{ card_id: row._id, wallet_id: row.walletId, agent_id: row.agentId, type: row.type, status: row.status },
      ...{ status_reason: row.statusReason, last_four: row.lastFour },
      ...{ limit_per_tx: limit(perTx), limit_daily: limit(daily), limit_monthly: limit(monthly) },
    },
  }
}

export function transactionEvent(
  type: 'card.transaction_created' | 'card.transaction_updated',
  row: Content<CardTransactionRow>,
): EventDraft {
  return {
    ...{ type, resourceId: row._id, ...about(row) },
    data: {
      ...{ card_transaction_id: row._id, card_id: row.cardId, wallet_id: row.walletId, agent_id: row.agentId },
      ...{ kind: row.kind, status: row.status, decline_reason: row.declineReason, approval_id: row.approvalId },
      ...{ amount_minor: Number(row.amount), cleared_amount_minor: Number(row.cleared) },
      ...{ refunded_amount_minor: Number(row.refunded), currency: row.currency, force_post: isForced(row) },
      ...{ merchant: row.merchantDomain ?? row.merchantName, category: row.category },
    },
  }
}

export const isForced = ({ kind }: Pick<CardTransactionRow, 'kind'>): boolean => kind === 'FORCE_POST'

type Declined = Content<CardTransactionRow>

/** Of a decline by a rule that no gate of the mandate has reported (domain 2.3, rules 5 to 9). */
export function violatedEvent(
  row: Declined,
  violations: readonly (Pick<CardViolation, 'rule' | 'reason'> | { readonly rule: string; readonly reason: string })[],
  at: Date,
): EventDraft {
  const [first] = violations
  return {
    ...{ type: 'policy.violated', resourceId: row.walletId, ...about(row) },
    data: {
      card_transaction_id: row._id,
      ...{ wallet_id: row.walletId, agent_id: row.agentId, mandate_id: row.mandateId },
      ...{ mandate_version: row.mandateVersion, rule: first?.rule, reason: first?.reason, violations },
      ...{ amount: formatUsd(row.billedCents * CENT_MICRO), token: 'USD', merchant: row.merchantKey },
      occurred_at: at.toISOString(),
    },
  }
}

/** Of a decline by what has to be known of the agent, which screening does not report (rule 10). */
export function suspectedEvent(row: Declined, reason: string, at: Date): EventDraft {
  return {
    ...{ type: 'compliance.flagged', resourceId: row.walletId, ...about(row) },
    data: {
      ...{ wallet_id: row.walletId, agent_id: row.agentId, subject_id: row._id, subject_type: 'card_transaction' },
      ...{ outcome: 'deny', reasons: [reason], created_at: at.toISOString(), to: row.merchantKey },
      ...{ amount: formatUsd(row.billedCents * CENT_MICRO), token: 'USD', merchant: row.merchantDomain },
    },
  }
}
