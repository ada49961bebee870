/**
 * The body that an endpoint receives: specification 2.13 and `source_event_id`. Made once for each event and endpoint and stored
 * as text, so that every attempt sends and signs the same bytes.
 */
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
