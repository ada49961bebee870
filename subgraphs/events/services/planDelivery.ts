/** A new delivery row of an event for an endpoint, due at once. */
import type { DeliveryRow } from '../models/deliveries.ts'
import type { WebhookRow } from '../models/webhooks.ts'
import { type DeliverableEvent, formatAcpEvent, formatEnvelope } from '../rules/envelope.ts'
import { deliveryId, eventIdOf } from './deliveryId.ts'

export function planDelivery(
  webhook: Pick<WebhookRow, '_id' | 'orgId' | 'mode' | 'agentId' | 'format'>,
  event: DeliverableEvent,
  { now, test, baseUrl }: { readonly now: Date; readonly test: boolean; readonly baseUrl: string },
): DeliveryRow {
  const _id = deliveryId(webhook._id, event._id)
  const eventId = eventIdOf(_id)
  const { _id: webhookId, orgId, mode, agentId } = webhook
  const { merchant_id: merchantId } = event.data
  return {
    ...{ _id, webhookId, orgId, mode, agentId, eventId, sourceEventId: event._id, type: event.type, test },
    ...(typeof merchantId === 'string' && { merchantId }),
    body: webhook.format === 'acp' ? formatAcpEvent(event, baseUrl) : formatEnvelope(eventId, event),
    status: 'pending',
    scheduledMade: 0,
    attemptsMade: 0,
    attempts: [],
    nextAttemptAt: now,
    dueAt: now,
    manual: false,
    leaseOwner: null,
    leaseUntil: null,
    createdAt: now,
  }
}
