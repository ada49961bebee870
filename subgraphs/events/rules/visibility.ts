/**
 * Who may see an event: an organization all of its mode, an agent those about itself, or about its wallet and no other agent.
 * Checked for each event of subscriptions, lists and webhook endpoints.
 */
import { AUDIT_TYPES, type EventRow, type LoggedType } from '../../shared/events.ts'
import type { AgentId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Caller, Mode } from '../../shared/principal.ts'

/** Without an agent: sees all events of the organization in this mode. */
export interface Viewer {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  readonly walletId: WalletId | null
}

export function viewerOf(caller: Caller): Viewer {
  const { orgId, mode } = caller
  return caller.kind === 'agent'
    ? { orgId, mode, agentId: caller.agentId, walletId: caller.walletId }
    : { orgId, mode, agentId: null, walletId: null }
}

/** Rows that only the audit log shows are no events. */
const isAuditOnly = (type: LoggedType): boolean => AUDIT_TYPES.some((one) => one === type)

export function isVisible(
  viewer: Viewer,
  event: Pick<EventRow, 'orgId' | 'mode' | 'type' | 'agentId' | 'walletId'>,
): boolean {
  if (isAuditOnly(event.type)) return false
  if (event.orgId !== viewer.orgId || event.mode !== viewer.mode) return false
  if (viewer.agentId === null) return true
  // A wallet may have had another agent before, whose payments are not those of this one.
  if (event.agentId !== null) return event.agentId === viewer.agentId
  return event.walletId !== null && event.walletId === viewer.walletId
}
