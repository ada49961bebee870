/**
 * Cursor of event lists and subscriptions: a position in an organization's log. It is opaque to callers; the prefix names the
 * version of its format.
 *
 * It does not hide how active an organization is: every event has its place in the log, which `source_event_id` names so that
 * readers can sort by it, and of two events of its own an agent can tell how many others there are between them, never of what
 * they are. Cursors that hid the place would not change that; one that is made without an event names none that is not seen.
 */
import { invalidField } from '../../shared/errors.ts'

const FORM = /^e1\.(0|[1-9][0-9]{0,14})$/

export function formatEventCursor(cursor: number): string {
  return Buffer.from(`e1.${cursor}`).toString('base64url')
}

/** @throws DomainError invalid_request */
export function parseEventCursor(text: unknown, path = 'after'): number {
  const place =
    typeof text === 'string' && text.length <= 64 ? FORM.exec(Buffer.from(text, 'base64url').toString()) : null
  // Decoding ignores other characters, so the text has to survive a round trip.
  if (place?.[1] === undefined || formatEventCursor(Number(place[1])) !== text)
    throw invalidField(path, 'broken_cursor', 'is not a cursor of this service.')
  return Number(place[1])
}
