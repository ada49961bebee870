/** A new delivery row of an event for an endpoint, due at once. */
import type { EventId } from '../../shared/ids.ts'
import type { DeliveryRow } from '../models/deliveries.ts'
import type { WebhookRow } from '../models/webhooks.ts'
import { formatEnvelope } from '../rules/envelope.ts'
import { deliveryId, eventIdOf } from './deliveryId.ts'

export interface DeliverableEvent {
  readonly _id: EventId
  readonly type: string
  readonly createdAt: Date
  readonly data: object
}

export function planDelivery(
  webhook: Pick<WebhookRow, '_id' | 'orgId' | 'mode' | 'agentId'>,
  event: DeliverableEvent,
  options: { readonly now: Date; readonly test: boolean },
): DeliveryRow {
  const _id = deliveryId(webhook._id, event._id)
  const eventId = eventIdOf(_id)
  return {
    _id,
    webhookId: webhook._id,
    orgId: webhook.orgId,
    mode: webhook.mode,
    agentId: webhook.agentId,
    eventId,
    sourceEventId: event._id,
    type: event.type,
    test: options.test,
    body: formatEnvelope(eventId, event),
    status: 'pending',
    scheduledMade: 0,
    attemptsMade: 0,
    attempts: [],
    nextAttemptAt: options.now,
    dueAt: options.now,
    manual: false,
    leaseOwner: null,
    leaseUntil: null,
    createdAt: options.now,
  }
}
