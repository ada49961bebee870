/** The operations of cards as a client of the graph would write them. */
import { list, mutation, one } from './graphDocuments.ts'

const CARD = `cardId: id walletId agentId type status statusReason lastFour maskedPan expMonth expYear network
  limit_per_tx: limitPerTx limitDaily limitMonthly spentToday spentThisMonth lockedMerchant allowedCategories
  blockedCategories memo financialAccountToken: financialAccountId createdAt updatedAt frozenAt canceledAt`
const TRANSACTION = `cardTransactionId: id cardId kind status result declineReason declineMessage detailedResults amountMinor
  clearedAmountMinor refundedAmountMinor currency billingAmountMinor mcc category merchantName merchantDomain
  merchantCountry forcePost approvalId walletId agentId mandateId mandateVersion expiresAt createdAt updatedAt`
const card = (root: string, input: string) => mutation(root, input, { take: 'card', of: CARD, beside: 'replayed' })
const transaction = (root: string, input: string) =>
  mutation(root, input, { take: 'cardTransaction', of: TRANSACTION, beside: 'replayed' })

export const CARD_OPERATIONS = {
  issueCard: card('issueCard', 'IssueCardInput'),
  listCards: list('cards', '$walletId: ID, $status>statuses: [CardStatus!], $type>types: [CardType!]', CARD),
  getCard: one('card', '$id: ID!', CARD, { card_id: 'id' }),
  changeCardLimits: card('changeCardLimits', 'ChangeCardLimitsInput'),
  freezeCard: card('freezeCard', 'ChangeCardInput'),
  unfreezeCard: card('unfreezeCard', 'ChangeCardInput'),
  cancelCard: card('cancelCard', 'ChangeCardInput'),
  listCardTransactions: list(
    'cardTransactions',
    '$cardId: ID, $status>statuses: [CardTransactionStatus!], $kind>kinds: [CardTransactionKind!]',
    TRANSACTION,
  ),
  authorizeCard: transaction('simulateCardAuthorization', 'SimulateCardAuthorizationInput'),
  clearCard: transaction('simulateCardClearing', 'SimulateCardClearingInput'),
  voidCard: transaction('simulateCardVoid', 'SimulateCardEventInput'),
  returnCard: transaction('simulateCardReturn', 'SimulateCardEventInput'),
}
