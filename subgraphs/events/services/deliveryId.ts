/** Ids of a delivery, derived from event and endpoint, so that creating it again gives the same ids. */
import { hash } from 'node:crypto'
import type { DeliveryId, EventId, WebhookId } from '../../shared/ids.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

export function deliveryId(webhookId: WebhookId, sourceEventId: EventId): DeliveryId {
  const digest = hash('sha256', `${webhookId}\n${sourceEventId}`, 'buffer')
  const text = Array.from({ length: LENGTH }, (_, index) => ALPHABET[(digest[index] ?? 0) & 31]).join('')
  return `dlv_${text}`
}

/** `event_id` of the envelope. */
export function eventIdOf(delivery: DeliveryId): EventId {
  return `evt_${delivery.slice(4)}`
}

/** The delivery with this `event_id`; null for an id of the log itself, which has a second underscore. */
export function deliveryOfEventId(eventId: string): DeliveryId | null {
  return /^evt_[0-9a-z]{26}$/.test(eventId) ? `dlv_${eventId.slice(4)}` : null
}
