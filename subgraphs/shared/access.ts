/**
 * Who may call an operation (specification 5): what `@access` declares in a contract, what that says to a caller, and how
 * it is told in documents. It is about kinds of callers; whose row it is, ownership decides.
 */
import { DomainError, invariant } from './errors.ts'
import {
  type AgentPrincipal,
  type Capability,
  hasRole,
  isCapability,
  missingCredentials,
  type OrganizationPrincipal,
  organizationOnly,
  type Principal,
  ROLES,
  type Role,
  SCOPES,
  type Scope,
} from './principal.ts'

/** A side that is absent may not call. */
export interface Access {
  readonly agent?: {
    /** Any one of them; none: no capability in particular. */
    readonly capabilities: readonly Capability[]
    /** At least this one. */
    readonly scope: Scope
  }
  readonly organization?: {
    /** Null: any key. */
    readonly role: Role | null
  }
  readonly operator: boolean
  /** Without credentials. */
  readonly public: boolean
  /** Asked inside the operation, in the order of its other rules, instead of before it. */
  readonly late: boolean
  /** A finer rule, which stands where the input is known. */
  readonly note: string | null
}

/** By `Type.field`, and by `Type` for whom a reference leads to it. */
export type Declarations = ReadonlyMap<string, Access>

const ARGUMENTS = ['agent', 'scope', 'organization', 'operator', 'public', 'late', 'note']

/**
 * Out of the arguments of one `@access`.
 * @param at where it stands, for the message
 * @throws Error what no caller could meet, and what is misspelt
 */
export function parseAccess(given: Readonly<Record<string, unknown>>, at: string): Access {
  for (const name of Object.keys(given)) invariant(ARGUMENTS.includes(name), `${at}: @access has no ${name}`)
  const { agent, organization, note = null } = given
  const access: Access = {
    ...(agent !== undefined && { agent: { capabilities: parseCapabilities(agent, at), scope: parseScope(given, at) } }),
    ...(organization !== undefined && { organization: { role: parseRole(organization, at) } }),
    operator: given.operator === true,
    public: given.public === true,
    late: given.late === true,
    note: note === null ? null : String(note),
  }
  const isForNobody = access.agent === undefined && access.organization === undefined && !access.operator
  invariant(access.public === isForNobody, `${at}: @access names nobody, or somebody beside everybody`)
  return access
}

function parseCapabilities(value: unknown, at: string): readonly Capability[] {
  const names = Array.isArray(value) ? value : []
  if (names.length === 1 && names[0] === 'any') return []
  invariant(names.length > 0 && names.every(isCapability), `${at}: agent names capabilities, or any`)
  return names
}

function parseScope({ scope = SCOPES[0] }: Readonly<Record<string, unknown>>, at: string): Scope {
  const known = SCOPES.find((one) => one === scope)
  invariant(known !== undefined, `${at}: there is no scope ${scope}`)
  return known
}

function parseRole(value: unknown, at: string): Role | null {
  if (value === 'any') return null
  const known = ROLES.find((one) => one === value)
  invariant(known !== undefined, `${at}: there is no role ${value}`)
  return known
}

/** For an operation that asks by itself. */
export function declaredAt(declarations: Declarations, at: string): Access {
  const access = declarations.get(at)
  invariant(access !== undefined, `${at} is not declared`)
  return access
}

/** Authentication_error, capability_denied (also where only another kind of caller may), insufficient_scope, or null. */
export function accessRefusal(principal: Principal, access: Access): DomainError | null {
  if (access.public) return null
  switch (principal.kind) {
    case 'agent':
      return agentRefusal(principal, access)
    case 'organization':
      return organizationRefusal(principal, access)
    case 'operator':
      return access.operator ? null : missingCredentials()
    case 'anonymous':
      return missingCredentials()
  }
}

function agentRefusal({ capabilities: declared, scope }: AgentPrincipal, { agent }: Access): DomainError | null {
  if (agent === undefined) return organizationOnly({ capabilities: declared })
  const { capabilities: wanted, scope: required } = agent
  const [area] = wanted
  if (area !== undefined && !wanted.some((one) => declared.includes(one)))
    return new DomainError(
      'capability_denied',
      `This needs the capability ${wanted.join(' or ')}. Register an agent that declares it.`,
      { capability: area, area, declared },
    )
  if (SCOPES.indexOf(scope) >= SCOPES.indexOf(required)) return null
  return new DomainError('insufficient_scope', `This needs the scope ${required}. Request a token with it.`, {
    required,
    scope,
  })
}

function organizationRefusal(principal: OrganizationPrincipal, { organization }: Access): DomainError | null {
  if (organization === undefined)
    return new DomainError('capability_denied', 'Only an agent token may do this.', { reason: 'agent_only' })
  const { role } = organization
  if (role === null || hasRole(principal, role)) return null
  return new DomainError('insufficient_scope', `This needs an organization key with the role ${role}.`, {
    required: role,
    roles: principal.roles,
  })
}

/** For people who read the documents. */
export function describeAccess({ agent, organization, operator, note, ...access }: Access): string {
  const callers = [
    ...(access.public ? ['anyone'] : []),
    ...(agent === undefined ? [] : [describeAgent(agent)]),
    ...(organization === undefined ? [] : [describeKey(organization.role)]),
    ...(operator ? ['operator key'] : []),
  ]
  return `${callers.join('; ')}${note === null ? '' : ` (${note})`}`
}

function describeAgent({ capabilities, scope }: NonNullable<Access['agent']>): string {
  const needs = [
    ...(capabilities.length === 0 ? [] : [capabilities.join(' or ')]),
    ...(scope === SCOPES[0] ? [] : [scope]),
  ]
  return needs.length === 0 ? 'agent token' : `agent token with ${needs.join(' and ')}`
}

function describeKey(role: Role | null): string {
  if (role === null) return 'any organization key'
  return `organization key with the role ${ROLES.filter((one) => hasRole({ roles: [one] }, role)).join(' or ')}`
}
