/**
 * Who may call an operation (specification 5): what `@access` declares in a contract, how a caller is refused, and how
 * documents describe it. It concerns kinds of callers; which rows a caller reaches is decided by ownership.
 */
import { DomainError, invariant } from './errors.ts'
import {
  type AgentPrincipal,
  type AskedRole,
  type Capability,
  enrolmentOnly,
  hasRole,
  isCapability,
  merchantOnly,
  missingCredentials,
  type OrganizationPrincipal,
  organizationOnly,
  PROOF_SECONDS,
  type Principal,
  ROLES,
  SCOPES,
  type Scope,
} from './principal.ts'

/** A kind of caller that is absent may not call. */
export interface Access {
  readonly agent?: {
    /** One of them is enough; an empty list asks for none. */
    readonly capabilities: readonly Capability[]
    /** At least this one. */
    readonly scope: Scope
  }
  readonly organization?: {
    /** Null: any key. */
    readonly role: AskedRole | null
  }
  readonly operator: boolean
  /** It changes something: not for keys that only read. */
  readonly changes: boolean
  /** Enrolment keys. */
  readonly enrolment: boolean
  /** Keys of merchants. */
  readonly merchant: boolean
  /** Without credentials. */
  readonly public: boolean
  /** Checked inside the operation, in the order of its other rules, instead of before it. */
  readonly late: boolean
  /** Others are shown an empty page, instead of a refusal. */
  readonly hidden: boolean
  /** How long it takes depends on the caller's rows, so the callers of one organization take turns, as for every list. */
  readonly turns: boolean
  /** It gives lasting authority, or undoes a stop: of sessions only for those whose person has just proven who they are. */
  readonly proof: boolean
  /** Input that by itself only stops something, and needs no proof. */
  readonly stopsWith: { readonly field: string; readonly value: string } | null
  /** Describes a finer rule, which is checked where the input is known. */
  readonly note: string | null
}

/** By `Type.field` for fields, and by `Type` for references to an entity. */
export type Declarations = ReadonlyMap<string, Access>

const ARGUMENTS = [
  'agent',
  'scope',
  'organization',
  'operator',
  'readers',
  'enrolment',
  'merchant',
  'public',
  'late',
  'hidden',
  'turns',
  'proof',
  'stopsWith',
  'note',
]

/**
 * Parses the arguments of one `@access`.
 * @param at its position in the contract, for the message
 * @throws Error for unknown arguments or values, and for a declaration that no caller could meet
 */
export function parseAccess(args: Readonly<Record<string, unknown>>, at: string): Access {
  for (const name of Object.keys(args)) invariant(ARGUMENTS.includes(name), `${at}: @access has no ${name}`)
  const { agent, organization, stopsWith, note = null } = args
  const [field = '', value = ''] = String(stopsWith ?? '').split('=')
  const access: Access = {
    ...(agent !== undefined && { agent: { capabilities: parseCapabilities(agent, at), scope: parseScope(args, at) } }),
    ...(organization !== undefined && { organization: { role: parseRole(organization, at) } }),
    operator: args.operator === true,
    changes: at.startsWith('Mutation.') && args.readers !== true,
    enrolment: args.enrolment === true,
    merchant: args.merchant === true,
    public: args.public === true,
    late: args.late === true,
    hidden: args.hidden === true,
    turns: args.turns === true,
    proof: args.proof === true,
    stopsWith: stopsWith === undefined ? null : { field, value },
    note: note === null ? null : String(note),
  }
  const isForNobody = access.agent === undefined && access.organization === undefined && !access.operator
  invariant(access.public === isForNobody, `${at}: @access must name callers, or public alone`)
  return access
}

function parseCapabilities(value: unknown, at: string): readonly Capability[] {
  const names = Array.isArray(value) ? value : []
  if (names.length === 1 && names[0] === 'any') return []
  invariant(names.length > 0 && names.every(isCapability), `${at}: agent names capabilities, or any`)
  return names
}

function parseScope({ scope = SCOPES[0] }: Readonly<Record<string, unknown>>, at: string): Scope {
  const known = SCOPES.find((candidate) => candidate === scope)
  invariant(known !== undefined, `${at}: there is no scope ${scope}`)
  return known
}

function parseRole(value: unknown, at: string): AskedRole | null {
  if (value === 'any') return null
  if (value === 'auditor') return value
  const known = ROLES.find((candidate) => candidate === value)
  invariant(known !== undefined, `${at}: there is no role ${value}`)
  return known
}

/** For an operation that checks its access itself. */
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
    case 'enrolment':
      return access.enrolment ? null : enrolmentOnly()
    case 'merchant':
      return access.merchant ? null : merchantOnly()
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
  if (area !== undefined && !wanted.some((capability) => declared.includes(capability)))
    return new DomainError(
      'capability_denied',
      `This needs the capability ${wanted.join(' or ')}. Register an agent that declares it, or have an administrator add it to this agent's capabilities.`,
      { capability: area, area, declared },
    )
  if (SCOPES.indexOf(scope) >= SCOPES.indexOf(required)) return null
  return new DomainError('insufficient_scope', `This needs the scope ${required}. Request a token with it.`, {
    required,
    scope,
  })
}

function organizationRefusal(
  principal: OrganizationPrincipal,
  { organization, changes, proof }: Access,
): DomainError | null {
  if (organization === undefined)
    return new DomainError('capability_denied', 'Only an agent token may do this.', { reason: 'agent_only' })
  const { role } = organization
  if (changes && principal.roles.includes('viewer'))
    return new DomainError('insufficient_scope', 'This key only reads. Use one without the role viewer.', {
      ...{ required: role === 'auditor' ? holdersOf(role) : role, roles: principal.roles },
    })
  if (role === null || hasRole(principal, role))
    return proof && principal.session !== undefined && principal.session.isProven !== true ? proofRequired() : null
  return new DomainError('insufficient_scope', `This needs an organization key with the role ${holdersOf(role)}.`, {
    // auditor is no role that a key could have.
    required: role === 'auditor' ? holdersOf(role) : role,
    roles: principal.roles,
  })
}

/** RFC 9470. A cookie that somebody has stolen must not become a key that outlives it. */
function proofRequired(): DomainError {
  return new DomainError(
    'authentication_error',
    'This gives lasting authority or undoes a stop, so show once more who you are: use an organization key, open a new session with it, or sign in again with /auth/openid/PROVIDER?reauthenticate=true. It is good for five minutes.',
    { reason: 'proof_required', max_age_seconds: PROOF_SECONDS },
  )
}

const TARGETS = ['id', 'orgId', 'webhookId', 'idempotencyKey']

/** What an input asks for: what only stops something needs no proof. */
export function accessFor(access: Access, input: object | null | undefined): Access {
  if (access.stopsWith === null || input == null) return access
  const { field, value } = access.stopsWith
  const set = Object.entries(input).filter(([name, given]) => given !== undefined && !TARGETS.includes(name))
  const [[name, given] = []] = set
  const isStop = set.length === 1 && name === field && !Array.isArray(given) && String(given) === value
  return isStop ? { ...access, proof: false } : access
}

/** In words, for the documents. */
export function describeAccess({
  agent,
  organization,
  operator,
  enrolment,
  merchant,
  note,
  ...access
}: Access): string {
  const callers = [
    ...(access.public ? ['anyone'] : []),
    ...(agent === undefined ? [] : [describeAgent(agent)]),
    ...(organization === undefined ? [] : [describeKey(organization.role, access.changes)]),
    ...(access.proof
      ? [`of sessions those with a proof of the last five minutes${describeStop(access.stopsWith)}`]
      : []),
    ...(operator ? ['operator key'] : []),
    ...(enrolment ? ['enrolment key'] : []),
    ...(merchant ? ["merchant's key, of its own merchant"] : []),
    ...(access.hidden ? ['empty for others'] : []),
  ]
  return `${callers.join('; ')}${note === null ? '' : ` (${note})`}`
}

const toWire = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const describeStop = (stop: Access['stopsWith']): string =>
  stop === null ? '' : `, which ${toWire(stop.field)} ${stop.value} alone does not need`

function describeAgent({ capabilities, scope }: NonNullable<Access['agent']>): string {
  const needs = [
    ...(capabilities.length === 0 ? [] : [capabilities.join(' or ')]),
    ...(scope === SCOPES[0] ? [] : [scope]),
  ]
  return needs.length === 0 ? 'agent token' : `agent token with ${needs.join(' and ')}`
}

function describeKey(role: AskedRole | null, changes: boolean): string {
  if (role === null) return changes ? 'any organization key that does more than read' : 'any organization key'
  return `organization key with the role ${holdersOf(role)}`
}

function holdersOf(role: AskedRole): string {
  return ROLES.filter((one) => hasRole({ roles: [one] }, role)).join(' or ')
}
