/** The events of organization keys: whose they are and what they may do, never what they are. */
import type { EventDraft, EventType } from '../../shared/events.ts'
import type { OrganizationKeyRow } from '../models/apiKeys.ts'

export function keyEvent(
  type: Extract<EventType, `api_key.${string}`>,
  { _id: keyId, personId, roles }: Pick<OrganizationKeyRow, '_id' | 'personId' | 'roles'>,
  act: { readonly by: string; readonly at: Date; readonly reason?: string | null },
  more: Readonly<Record<string, unknown>> = {},
): EventDraft {
  const { by: actor, at, reason } = act
  const why = reason === undefined ? {} : { reason }
  const data = { key_id: keyId, principal_id: personId, roles, ...why, actor, at: at.toISOString(), ...more }
  return { type, resourceId: keyId, data }
}
