/** Rows -> GraphQL objects. References to other subgraphs are stubs with an id, which the gateway resolves. */
import { invariant } from '../shared/errors.ts'
import type { EventRow } from '../shared/events.ts'
import type { Event, WalletUpdate, Webhook, WebhookDelivery } from './generated.ts'
import type { DeliveryRow } from './models/deliveries.ts'
import type { WebhookRow } from './models/webhooks.ts'
import { formatEventCursor } from './rules/eventCursor.ts'

/** `deliveries` has a resolver of its own. */
export type EventShape = Omit<Event, 'deliveries'>

export function shapeEvent(row: EventRow): EventShape {
  const { _id: id, type, resourceId, walletId, walletSeq, agentId, data } = row
  return {
    ...{ id, sourceEventId: id, type, resourceId, walletId, walletSeq, agentId, data },
    createdAt: row.createdAt.toISOString(),
    cursor: formatEventCursor(row.cursor),
    payment: resourceId.startsWith('pay_') ? { id: resourceId } : null,
    wallet: walletId === null ? null : { id: walletId },
    agent: agentId === null ? null : { id: agentId },
    approval: resourceId.startsWith('apr_') ? { id: resourceId } : null,
  }
}

export function shapeWalletUpdate({ cursor, walletId, walletSeq }: EventRow): WalletUpdate {
  invariant(walletId !== null, 'an update of no wallet')
  return { cursor: formatEventCursor(cursor), walletSeq, wallet: { id: walletId } }
}

export function shapeWebhook(row: WebhookRow): Webhook {
  const { _id: id, url, status, description, metadata, previousSecretExpiresAt } = row
  return {
    ...{ id, url, description, metadata },
    events: [...row.events],
    format: row.format ?? 'service',
    status: status === 'disabled' ? 'disabled' : 'active',
    agent: row.agentId === null ? null : { id: row.agentId },
    previousSecretExpiresAt: previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function shapeDelivery(row: DeliveryRow): WebhookDelivery {
  const { _id: id, webhookId, eventId, sourceEventId, type, status, test } = row
  return {
    ...{ id, webhookId, eventId, sourceEventId, type, status, test },
    attempts: row.attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
