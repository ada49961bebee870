/** A card transaction before it is decided. Pure. */
import type { CardTransactionId } from '../../../shared/ids.ts'
import type { CardRow } from '../../models/cards.ts'
import type { CardTransactionRow } from '../../models/cardTransactions.ts'
import type { AuthorizationRequest } from './authorizationInput.ts'

/** What is known of an authorization before it is decided. */
export interface MadeAuthorization {
  readonly id: CardTransactionId
  readonly card: CardRow
  readonly request: AuthorizationRequest
  readonly fx: CardTransactionRow['fx']
  readonly cents: bigint
}

/** A transaction of which nothing is held, and that counts in no window. */
export function undecided(
  { id, card, request, fx, cents }: MadeAuthorization,
  at: Date,
): Omit<CardTransactionRow, 'status' | 'declineReason' | 'detailedResults'> {
  const { orgId, mode, walletId, agentId, financialAccountId } = card
  const { kind, amount, currency, mcc, category, merchantName, merchantDomain, merchantCountry, merchantKey } = request
  return {
    ...{ _id: id, v: 1, orgId, mode, cardId: card._id, walletId, agentId, financialAccountId, kind },
    ...{ amount, cleared: 0n, refunded: 0n, currency, fx },
    ...{ heldCents: 0n, clearedCents: 0n, refundedCents: 0n, billedCents: cents },
    ...{ mcc, category, merchantName, merchantDomain, merchantCountry, merchantKey },
    ...{ approvalId: null, mandateId: null, mandateVersion: null, dayKey: '', monthKey: '', voids: 0, returns: 0 },
    ...{ dueAt: null, policyEvaluatedAt: at, createdAt: at, updatedAt: at },
  }
}
