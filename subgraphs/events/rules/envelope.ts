/**
 * The body that an endpoint receives: specification 2.13, the event in the log, its place there and among those of its wallet. Made once for each event and endpoint and stored
 * as text, so that every attempt sends and signs the same bytes.
 */
import { acpEventOf, toAcpOrder, type WireOrder } from '../../shared/acpOrder.ts'
import type { EventRow } from '../../shared/events.ts'
import type { EventId } from '../../shared/ids.ts'
import { formatEventCursor } from './eventCursor.ts'

/** An event of the log, or a sample of one. */
export type DeliverableEvent = Pick<EventRow, '_id' | 'type' | 'createdAt' | 'data'> &
  Partial<Pick<EventRow, 'orgId' | 'cursor' | 'walletSeq'>>

export function formatEnvelope(eventId: EventId, event: DeliverableEvent): string {
  return JSON.stringify({
    event_id: eventId,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: event.data,
    source_event_id: event._id,
    // A sample is in no log.
    ...(event.orgId !== undefined &&
      event.cursor !== undefined && { cursor: formatEventCursor(event.orgId, event.cursor) }),
    ...(event.walletSeq && { wallet_seq: event.walletSeq }),
  })
}

/** The same event in the vocabulary of the Agentic Commerce Protocol: the whole order, never what has changed of it alone. */
export function formatAcpEvent({ type, data }: DeliverableEvent, baseUrl: string): string {
  return JSON.stringify({ type: acpEventOf(type), data: toAcpOrder(data.order as WireOrder, baseUrl) })
}
