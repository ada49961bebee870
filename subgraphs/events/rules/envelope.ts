/**
 * The body that an endpoint receives: specification 2.13 and `source_event_id`. Made once for each event and endpoint and stored
 * as text, so that every attempt sends and signs the same bytes.
 */
import type { EventId } from '../../shared/ids.ts'

export function formatEnvelope(
  eventId: EventId,
  event: { readonly _id: string; readonly type: string; readonly createdAt: Date; readonly data: object },
): string {
  return JSON.stringify({
    event_id: eventId,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: event.data,
    source_event_id: event._id,
  })
}
