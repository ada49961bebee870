/** The part of the REST table about virtual cards, and what merchants do with them in the sandbox (domain A.8). */
import type { RestRow } from './row.ts'

const LIMITS = ['limit_per_tx', 'limit_daily', 'limit_monthly'] as const

export const cards: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/cards',
    operation: 'IssueCard',
    summary: 'Issue a virtual card; its number is nowhere.',
    success: 201,
    resultField: 'card',
    location: ({ card_id: card }) => `/api/v2/cards/${card}`,
    numericText: LIMITS,
  },
  {
    method: 'GET',
    path: '/api/v2/cards',
    operation: 'ListCards',
    summary: 'Cards, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/cards/{card_id}',
    operation: 'GetCard',
    summary: 'One card.',
  },
  {
    method: 'PATCH',
    path: '/api/v2/cards/{card_id}/limits',
    operation: 'ChangeCardLimits',
    summary: 'Change the limits of a card; an agent cannot raise those of the organization.',
    resultField: 'card',
    numericText: LIMITS,
  },
  {
    method: 'POST',
    path: '/api/v2/cards/{card_id}/freeze',
    operation: 'FreezeCard',
    summary: 'Freeze a card: nothing is authorized until it is unfrozen.',
    resultField: 'card',
    emergency: true,
  },
  {
    method: 'POST',
    path: '/api/v2/cards/{card_id}/unfreeze',
    operation: 'UnfreezeCard',
    summary: 'Unfreeze a card; an agent only one that it has frozen.',
    resultField: 'card',
  },
  {
    method: 'POST',
    path: '/api/v2/cards/{card_id}/cancel',
    operation: 'CancelCard',
    summary: 'Cancel a card for good.',
    resultField: 'card',
    emergency: true,
  },
  {
    method: 'GET',
    path: '/api/v2/cards/{card_id}/transactions',
    operation: 'ListCardTransactions',
    summary: 'The transactions of a card, newest first.',
  },
  {
    method: 'POST',
    path: '/api/v2/cards/{card_id}/simulate/authorize',
    operation: 'SimulateCardAuthorization',
    summary: 'Test mode: have a merchant ask for money. A declined transaction is a result, not an error.',
    resultField: 'cardTransaction',
  },
  {
    method: 'POST',
    path: '/api/v2/cards/{card_id}/simulate/clearing',
    operation: 'SimulateCardClearing',
    summary: 'Test mode: have a merchant clear an authorization, or force a payment without one.',
    resultField: 'cardTransaction',
  },
  {
    method: 'POST',
    path: '/api/v2/cards/{card_id}/simulate/void',
    operation: 'SimulateCardVoid',
    summary: 'Test mode: have a merchant give up an authorization, in part or whole.',
    resultField: 'cardTransaction',
  },
  {
    method: 'POST',
    path: '/api/v2/cards/{card_id}/simulate/return',
    operation: 'SimulateCardReturn',
    summary: 'Test mode: have a merchant return money that was cleared, in part or whole.',
    resultField: 'cardTransaction',
  },
]
