/**
 * Who calls. Every resolver, entity resolver and route takes a Principal; the checks here are the only ones, so that
 * REST and GraphQL cannot differ. Carries specification 5 (capabilities, scopes, ownership).
 */
import { DomainError, notFound } from './errors.ts'
import type { AgentId, KeyId, MerchantId, OrgId, SessionId, WalletId } from './ids.ts'

export const CAPABILITIES = {
  payments: 'Execute and query payments.',
  wallets: 'Manage wallets and check balances.',
  cards: 'Issue and manage virtual cards.',
  holds: 'Create and manage pre-authorization holds.',
  treasury: 'ACH fund and withdraw operations.',
  mandates: 'Read own mandate only; cannot modify.',
  approvals: 'Submit and query approval requests.',
  compliance: 'Check KYC/KYA status.',
} as const
export type Capability = keyof typeof CAPABILITIES

export function isCapability(value: unknown): value is Capability {
  return typeof value === 'string' && Object.hasOwn(CAPABILITIES, value)
}

/** Weakest first: each scope includes those before it. */
export const SCOPES = ['agent:read', 'agent:execute', 'agent:admin'] as const
export type Scope = (typeof SCOPES)[number]

/** A key with the role viewer has no other one: it reads and does nothing else. */
export const ROLES = ['admin', 'approver', 'compliance', 'viewer'] as const
export type Role = (typeof ROLES)[number]
/** Those of the first key of an organization. */
export const ALL_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'viewer')

export type Mode = 'test' | 'live'

/** What an access token ends with: its API key, by its number, and its family of refresh tokens. */
export interface TokenFacts {
  readonly keyVersion: number
  /** Null in tokens of earlier releases, which are over within their lifetime. */
  readonly familyId: string | null
}

export interface AgentPrincipal {
  readonly kind: 'agent'
  readonly agentId: AgentId
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly capabilities: readonly Capability[]
  readonly scope: Scope
  /** Absent where it was not admitted with one, as in a call of the service itself. */
  readonly token?: TokenFacts
}

export interface OrganizationPrincipal {
  readonly kind: 'organization'
  readonly orgId: OrgId
  readonly mode: Mode
  readonly keyId: KeyId
  /** The human behind the key: keys of one person count once in a quorum. */
  readonly personId: string
  readonly roles: readonly Role[]
  /** Of a key that was replaced: until when it opens anything. */
  readonly validUntilMs?: number
  /** Where a session stands for the key: its roles are at most those of the key. */
  readonly session?: {
    readonly id: SessionId
    readonly expiresAtMs: number
    /** The person has proven who they are within the last `PROOF_SECONDS`. */
    readonly isProven: boolean
  }
}

export const PROOF_SECONDS = 300

/** A key with which agents register themselves, and which opens nothing else (domain A.3). */
export interface EnrolmentPrincipal {
  readonly kind: 'enrolment'
  readonly orgId: OrgId
  readonly mode: Mode
  readonly keyId: KeyId
}

/** A merchant's own key: with it a merchant keeps its feed, and reads and reports its orders. */
export interface MerchantPrincipal {
  readonly kind: 'merchant'
  /** In whose registry the merchant is. */
  readonly orgId: OrgId
  readonly mode: Mode
  readonly merchantId: MerchantId
  readonly keyId: KeyId
  /** Of a key that was replaced: until when it opens anything. */
  readonly validUntilMs?: number
}

/** The organization under which acts of operators are committed; it has no keys, agents or wallets. */
export const PLATFORM_ORG: OrgId = 'org_platform'

export interface OperatorPrincipal {
  readonly kind: 'operator'
  readonly operatorId: string
}

/** A caller without credentials: discovery, registration form and token exchange. */
interface AnonymousPrincipal {
  readonly kind: 'anonymous'
}

export type Principal =
  | AgentPrincipal
  | OrganizationPrincipal
  | EnrolmentPrincipal
  | MerchantPrincipal
  | OperatorPrincipal
  | AnonymousPrincipal
export type Caller = AgentPrincipal | OrganizationPrincipal

/** Gate 1. What kind of caller may do what, the contracts declare, and ask before a service is called. */
export function requireCaller(principal: Principal): Caller {
  if (principal.kind === 'agent' || principal.kind === 'organization') return principal
  if (principal.kind === 'merchant') throw merchantOnly()
  throw principal.kind === 'enrolment' ? enrolmentOnly() : missingCredentials()
}

export function enrolmentOnly(): DomainError {
  return new DomainError('capability_denied', 'An enrolment key registers agents and does nothing else.', {
    reason: 'enrolment_only',
  })
}

export function merchantOnly(): DomainError {
  const message =
    "A merchant's key sets or imports the merchant's own product feed, reads its own orders and reports what becomes of them, and does nothing else. Ask the organization for an organization key."
  return new DomainError('capability_denied', message, { reason: 'merchant_only' })
}

export function missingCredentials(): DomainError {
  return new DomainError('authentication_error', 'Send an access token or an organization API key.', {
    reason: 'missing_credentials',
  })
}

/** For acts that a person answers for. @throws DomainError authentication_error, capability_denied */
export function requireOrganization(principal: Principal): OrganizationPrincipal {
  const caller = requireCaller(principal)
  if (caller.kind === 'agent') throw organizationOnly(caller)
  return caller
}

export function organizationOnly({ capabilities }: Pick<AgentPrincipal, 'capabilities'>): DomainError {
  return new DomainError('capability_denied', 'Only an organization API key may do this.', {
    reason: 'organization_only',
    declared: capabilities,
  })
}

/** What an operation may ask for. auditor: reads the audit log, as administrators and compliance do. */
export type AskedRole = Role | 'auditor'

/** admin includes approver. */
export function hasRole({ roles }: Pick<OrganizationPrincipal, 'roles'>, role: AskedRole): boolean {
  if (role === 'auditor') return roles.includes('admin') || roles.includes('compliance')
  return roles.includes(role) || (role === 'approver' && roles.includes('admin'))
}

/** A resource that belongs to an organization in one mode, and maybe to one agent. */
export interface Owned {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId?: AgentId | null
}

/**
 * An organization owns all of its resources in its mode, an agent only those with its id (all of its organization with
 * `sharedInOrganization`).
 */
export function owns(principal: Principal, resource: Owned, options: { sharedInOrganization?: boolean } = {}): boolean {
  if (principal.kind !== 'agent' && principal.kind !== 'organization') return false
  if (principal.orgId !== resource.orgId || principal.mode !== resource.mode) return false
  if (principal.kind === 'organization') return true
  return options.sharedInOrganization === true || resource.agentId === principal.agentId
}

/** @throws DomainError not_found, with the same body for "not yours" and "does not exist" */
export function requireOwned<T extends Owned>(principal: Principal, resource: T | null, name: string): T {
  if (resource === null || !owns(principal, resource)) throw notFound(name)
  return resource
}

/** For references: the rows in the order of their ids, null for one that does not exist or is not visible. */
export function inOrderOf<T extends { readonly _id: string }>(
  ids: readonly string[],
  found: readonly T[],
  isVisible: (row: T) => boolean,
): (T | null)[] {
  const visible = new Map<string, T>(found.filter(isVisible).map((row) => [row._id, row]))
  return ids.map((id) => visible.get(id) ?? null)
}

/** The same, where the principal sees what it owns. */
export function visibleInOrder<T extends Owned & { readonly _id: string }>(
  principal: Principal,
  ids: readonly string[],
  found: readonly T[],
): (T | null)[] {
  return inOrderOf(ids, found, (row) => owns(principal, row))
}

/** The key of idempotency scopes and rate limits: the agent or organization, not the credential. */
export function callerId(principal: Caller): string {
  return principal.kind === 'agent' ? principal.agentId : `${principal.orgId}:${principal.mode}`
}

/** Runs what a request only waits for: meanwhile the service does nothing for it. */
export type Pause = <T>(wait: () => Promise<T>) => Promise<T>

/** What resolvers receive for each request, in process or rebuilt from the gateway's signed header. */
export interface RequestContext {
  readonly principal: Principal
  readonly requestId: string
  /** From where the call came. */
  readonly address?: string | undefined
  /** Request-scoped loaders of each subgraph, made on first use. */
  readonly loaders: Map<string, unknown>
  /** Why `@access` refuses the caller of an operation that asks for it later, in the order of its other rules. */
  readonly refused?: DomainError
  /** The outcome of each Idempotency-Key of this request, for storing and repeating responses. */
  readonly keys?: KeyMark[]
  readonly pause?: Pause
  readonly confirm?: Confirm
  /** Of a subscription: takes the cursor after which its events come, once it has begun. */
  readonly onPosition?: (cursor: string) => void
}

/**
 * Whom the credentials of the request name now, where some time has passed since they were looked at; undefined: none has.
 * @throws DomainError authentication_error
 */
type Confirm = () => Promise<Principal> | undefined

/** An outcome that is stored with its key. */
export interface KeyMark {
  /** Of the key's row: caller, operation and key in one text. */
  readonly id: string
  /** Whether it is the outcome of an earlier request. */
  readonly replayed: boolean
  readonly outcome: string | null
  /** Instant by which the first response is stored, if its process has not died. */
  readonly answerBy: string | null
}

/** One loader set for each request and subgraph. */
export function loadersOf<L>(context: RequestContext, subgraph: string, make: () => L): L {
  const found = context.loaders.get(subgraph)
  if (found !== undefined) return found as L
  const made = make()
  context.loaders.set(subgraph, made)
  return made
}

/** The credential that may see a secret again. All tokens of an agent count as one. */
export function credentialOf(principal: Principal): string {
  switch (principal.kind) {
    case 'agent':
      return principal.agentId
    case 'organization':
      return principal.session?.id ?? principal.keyId
    case 'enrolment':
    case 'merchant':
      return principal.keyId
    case 'operator':
      return principal.operatorId
    case 'anonymous':
      return ''
  }
}
