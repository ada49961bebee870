/**
 * Who may see an event: an organization all of its mode, an agent those about itself, or about its wallet and no other agent,
 * of the areas that its capabilities open. Checked for each event of subscriptions, lists and webhook endpoints.
 */
import { AUDIT_TYPES, EVENT_TYPES, type EventRow, type EventType, type LoggedType } from '../../shared/events.ts'
import type { AgentId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Caller, Capability, Mode } from '../../shared/principal.ts'

/** Without an agent: sees all events of the organization in this mode. */
export interface Viewer {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  readonly walletId: WalletId | null
  /** Of the agent; null: every area is open. */
  readonly capabilities: readonly Capability[] | null
}

/** Which capabilities open the events of a type or family to an agent, one of them being enough; those of others need none. */
const OPENED_BY: Readonly<Record<string, readonly Capability[]>> = {
  payment: ['payments'],
  wallet: ['wallets', 'payments'],
  deposit: ['wallets', 'payments'],
  policy: ['wallets', 'payments'],
  reconciliation: ['wallets', 'payments'],
  hold: ['holds'],
  card: ['cards'],
  treasury: ['treasury'],
  mandate: ['mandates'],
  approval: ['approvals'],
  alert: ['wallets', 'payments'],
  compliance: ['compliance'],
  // Of a session that has no order, which alone an agent may read without it.
  'checkout.canceled': ['payments'],
}

const familyOf = (type: string): string => type.slice(0, type.indexOf('.'))

/** Whether events of a type are of an area that they open. */
export function opens(capabilities: readonly Capability[], type: string): boolean {
  const wanted = OPENED_BY[type] ?? OPENED_BY[familyOf(type)]
  return wanted === undefined || wanted.some((one) => capabilities.includes(one))
}

/** Null: every type. */
export function typesOpenTo({ capabilities }: Pick<Viewer, 'capabilities'>): readonly EventType[] | null {
  if (capabilities === null) return null
  return (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => opens(capabilities, type))
}

export function viewerOf(caller: Caller): Viewer {
  const { orgId, mode } = caller
  return caller.kind === 'agent'
    ? { orgId, mode, agentId: caller.agentId, walletId: caller.walletId, capabilities: caller.capabilities }
    : { orgId, mode, agentId: null, walletId: null, capabilities: null }
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
  if (viewer.capabilities !== null && !opens(viewer.capabilities, event.type)) return false
  // A wallet may have had another agent before, whose payments are not those of this one.
  if (event.agentId !== null) return event.agentId === viewer.agentId
  return event.walletId !== null && event.walletId === viewer.walletId
}
