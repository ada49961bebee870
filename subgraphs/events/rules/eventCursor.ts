/**
 * Cursor of event lists and subscriptions: a position in an organization's log. It is opaque to callers; the prefix names the
 * version of its format, and the end the organization, whose log alone it is a position in. Earlier ones have no such end.
 *
 * It does not hide how active an organization is: every event has its place in the log, which `source_event_id` names so that
 * readers can sort by it, and of two events of its own an agent can tell how many others there are between them, never of what
 * they are. Cursors that hid the place would not change that; one that is made without an event names none that is not seen.
 */
import { invalidField } from '../../shared/errors.ts'
import type { OrgId } from '../../shared/ids.ts'

const FORM = /^(?:e1|e2)\.(0|[1-9][0-9]{0,14})(?:\.(\w{1,6}))?$/
const MARK_LENGTH = 6
const LENGTH_MAX = 64

export function formatEventCursor(orgId: OrgId, cursor: number): string {
  return Buffer.from(`e2.${cursor}.${markOf(orgId)}`).toString('base64url')
}

/** @throws DomainError invalid_request, also for one of another organization */
export function parseEventCursor(orgId: OrgId, text: unknown, path = 'after'): number {
  const plain = typeof text === 'string' && text.length <= LENGTH_MAX ? Buffer.from(text, 'base64url').toString() : ''
  const [, place, mark] = FORM.exec(plain) ?? []
  // Decoding ignores other characters, so the text has to survive a round trip.
  if (
    place === undefined ||
    Buffer.from(plain).toString('base64url') !== text ||
    plain.startsWith('e2') !== (mark !== undefined)
  )
    throw invalidField(path, 'broken_cursor', 'is not a cursor of this service.')
  if (mark !== undefined && mark !== markOf(orgId))
    throw invalidField(path, 'foreign_cursor', 'is a cursor of another organization.')
  return Number(place)
}

/** Ids are random at their end. */
const markOf = (orgId: OrgId): string => orgId.slice(-MARK_LENGTH)
