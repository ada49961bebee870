/**
 * Who may set and lift a kill switch, on which targets, and when a second person is required (domain 5). A switch is
 * lifted on the level that set it: an organization cannot lift the platform's.
 */

import { parseChain } from '../../shared/chainName.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'
import {
  CAPABILITIES,
  organizationOnly,
  type Principal,
  requireCaller,
  requireOrganization,
} from '../../shared/principal.ts'
import { TOKENS } from '../../shared/tokens.ts'
import { NEEDS_SECOND_PERSON, SWITCH_SCOPES, type SwitchScope } from './killSwitches.ts'
import { withoutWww } from './merchantDomain.ts'

const RAILS = ['onchain', 'ach', 'card', 'acp', 'internal'] as const
const PROTOCOLS = ['ap2', 'tap', 'ucp', 'a2a', 'x402'] as const

export const REASON_CODES = [
  'security_incident',
  'compliance',
  'provider_outage',
  'suspected_compromise',
  'budget',
  'test',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

interface ScopeRights {
  /** Operators set it for all organizations. */
  readonly operator: boolean
  /** An organization's administrators set it for their organization. */
  readonly organization: boolean
  /** An agent sets it on itself. */
  readonly agent: boolean
  /** The closed list of targets, where there is one. */
  readonly targets?: readonly string[]
}

const SHARED = { operator: true, organization: true, agent: false } as const
const OWN = { operator: false, organization: true, agent: false } as const

const SCOPE_RIGHTS: Readonly<Record<SwitchScope, ScopeRights>> = {
  global: { operator: true, organization: false, agent: false, targets: ['*'] },
  rail: { ...SHARED, targets: RAILS },
  chain: SHARED,
  token: { ...SHARED, targets: TOKENS },
  protocol: { ...SHARED, targets: PROTOCOLS },
  organization: SHARED,
  capability: { ...OWN, targets: Object.keys(CAPABILITIES) },
  merchant: OWN,
  wallet: OWN,
  agent: { ...OWN, agent: true },
}

/** Who set or lifted a switch, as recorded with it. */
export interface SwitchActor {
  readonly level: 'platform' | 'organization'
  /** Key, operator or agent. */
  readonly id: string
  /** The human: another key of the same person does not count as a second person. */
  readonly person: string
}

export function parseScope(value: unknown): SwitchScope {
  const scope = SWITCH_SCOPES.find((one) => one === value)
  if (scope === undefined) throw invalidField('scope', 'unknown_value', `must be one of: ${SWITCH_SCOPES.join(', ')}.`)
  return scope
}

/** Normalised as decisions compare it. Whether the agent, wallet or merchant exists is checked elsewhere. */
export function parseTarget(scope: SwitchScope, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > 253) throw invalidField('target_id', 'required', 'must have 1 to 253 characters.')
  if (scope === 'chain') return parseChain(text, 'test')
  const { targets } = SCOPE_RIGHTS[scope]
  if (targets !== undefined) {
    if (targets.includes(text)) return text
    throw invalidField('target_id', 'unknown_value', `must be one of: ${targets.join(', ')}.`)
  }
  if (scope !== 'merchant' || text.startsWith('mrc_')) return text
  const host = normaliseDomain(text)
  if (host === null) throw invalidField('target_id', 'not_a_merchant', 'must be a merchant id or a domain.')
  return withoutWww(host)
}

/**
 * @throws DomainError insufficient_scope (role, or only an operator), capability_denied (agent token), not_found (an
 * agent that names another, a foreign organization)
 */
export function requireMaySet(principal: Principal, on: { scope: SwitchScope; targetId: string }): SwitchActor {
  const rights = SCOPE_RIGHTS[on.scope]
  if (principal.kind === 'operator') {
    if (!rights.operator) throw only('admin', 'Only an administrator of the organization may do this.')
    return { level: 'platform', id: principal.operatorId, person: principal.operatorId }
  }
  const caller = requireCaller(principal)
  if (caller.kind === 'agent' && !rights.agent) throw organizationOnly(caller)
  if (!rights.organization) throw only('operator', 'Only an operator of the platform may do this.')
  if (caller.kind === 'agent') {
    if (on.targetId !== caller.agentId) throw notFound('agent')
    return { level: 'organization', id: caller.agentId, person: caller.agentId }
  }
  if (on.scope === 'organization' && on.targetId !== caller.orgId) throw notFound('organization')
  return { level: 'organization', id: caller.keyId, person: caller.personId }
}

/** Never an agent, not even one that stopped itself. @throws DomainError capability_denied, insufficient_scope */
export function requireMayLift(principal: Principal): SwitchActor {
  if (principal.kind === 'operator')
    return { level: 'platform', id: principal.operatorId, person: principal.operatorId }
  const caller = requireOrganization(principal)
  return { level: 'organization', id: caller.keyId, person: caller.personId }
}

const ADMIN_KEY_COMMAND = 'npm run key -- --org ORG --role admin --name NAME'

/** @throws DomainError self_approval_forbidden */
export function requireSecondPerson(
  { scope, activatedBy }: { readonly scope: SwitchScope; readonly activatedBy: string },
  isSamePerson: boolean,
  actor: SwitchActor,
): void {
  if (!NEEDS_SECOND_PERSON.has(scope) || !isSamePerson) return
  const help = actor.level === 'organization' ? ` The operator makes a key for one: ${ADMIN_KEY_COMMAND}` : ''
  throw new DomainError(
    'self_approval_forbidden',
    `A switch on a whole ${scope === 'global' ? 'platform' : scope} is lifted by another administrator than the one who set it, of whom neither has made the key of the other.${help}`,
    { scope, activated_by: activatedBy },
  )
}

function only(required: string, message: string): DomainError {
  return new DomainError('insufficient_scope', message, { required })
}
