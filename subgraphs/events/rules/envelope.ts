/**
 * The body that an endpoint receives: specification 2.13 and `source_event_id`. Made once for each event and endpoint and stored
 * as text, so that every attempt sends and signs the same bytes.
 */
import { acpEventOf, toAcpOrder, type WireOrder } from '../../shared/acpOrder.ts'
import type { EventRow } from '../../shared/events.ts'
import type { EventId } from '../../shared/ids.ts'

/** An event of the log, or a sample of one. */
export type DeliverableEvent = Pick<EventRow, '_id' | 'type' | 'createdAt' | 'data'>

export function formatEnvelope(eventId: EventId, event: DeliverableEvent): string {
  return JSON.stringify({
    event_id: eventId,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: event.data,
    source_event_id: event._id,
  })
}

/** The same event in the vocabulary of the Agentic Commerce Protocol: the whole order, never what has changed of it alone. */
export function formatAcpEvent({ type, data }: DeliverableEvent, baseUrl: string): string {
  return JSON.stringify({ type: acpEventOf(type), data: toAcpOrder(data.order as WireOrder, baseUrl) })
}
