/** The events of sessions: whose they are and what they may do, never what opens them. */
import type { EventDraft, EventType } from '../../shared/events.ts'
import type { SessionRow } from '../models/sessions.ts'

export function sessionEvent(
  type: Extract<EventType, `session.${string}`>,
  { _id, keyId, personId, kind, roles }: Pick<SessionRow, '_id' | 'keyId' | 'personId' | 'kind' | 'roles'>,
  act: { readonly by: string; readonly at: Date; readonly reason?: string | null },
): EventDraft {
  const { by: actor, at, reason } = act
  const why = reason === undefined ? {} : { reason }
  const data = {
    session_id: _id,
    key_id: keyId,
    principal_id: personId,
    kind,
    roles,
    ...why,
    actor,
    at: at.toISOString(),
  }
  return { type, resourceId: _id, data }
}
