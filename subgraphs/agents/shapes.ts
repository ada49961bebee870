/** Rows -> GraphQL objects. References to other subgraphs are stubs with an id, which the gateway resolves. */

import { alertsOf, formatAlerts } from '../shared/alerts.ts'
import { formatUsd } from '../shared/money.ts'
import type { Principal, RequestContext } from '../shared/principal.ts'
import { DEFAULT_QUORUM } from '../shared/quorum.ts'
import { limitsInForce, type RateLimitsInForce } from '../shared/rateLimits.ts'
import { trustMinimumOf } from '../shared/trust.ts'
import type {
  Agent,
  AgentKya,
  MerchantKey,
  Organization,
  OrganizationKey,
  OrganizationPerson,
  Session,
  Viewer,
} from './generated.ts'
import type { AgentRow } from './models/agents.ts'
import type { EnrolmentKeyRow, MerchantKeyRow, OrganizationKeyRow } from './models/apiKeys.ts'
import type { OrganizationRow } from './models/organizations.ts'
import type { SessionRow } from './models/sessions.ts'
import { enrolmentRefusal } from './rules/enrolmentKeys.ts'
import { isInForce, keyStatus } from './rules/organizationKeys.ts'
import { sessionStatus } from './rules/sessions.ts'
import type { OpenedSession } from './services/browserSessions.ts'
import type { ChangedPerson, Person } from './services/personStanding.ts'

/** Includes the row for fields that need a read of their own. */
/** Includes the row for the challenge, which is made when it is selected. */
export type AgentKyaShape = Omit<AgentKya, 'didChallenge'> & { readonly row: AgentRow }

export type AgentShape = Omit<Agent, 'mandateId' | 'mandate' | 'organization' | 'kya'> & { readonly row: AgentRow }

export function shapeAgent(row: AgentRow): AgentShape {
  const { _id: id, name, description, capabilities, framework, model, metadata, status, mode, did, walletId } = row
  return {
    row,
    ...{ id, name, description, capabilities, framework, model, metadata, status, mode, did },
    statusReason: row.statusChange?.reason ?? null,
    didHistory: row.didHistory.map(({ did: past, validFrom, validTo }) => ({
      did: past,
      validFrom: validFrom.toISOString(),
      validTo: validTo?.toISOString() ?? null,
    })),
    walletId,
    wallet: { id: walletId },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** @param platform the rate limits of every organization that has none of its own */
export const organizationShaper =
  (platform: RateLimitsInForce) =>
  (row: OrganizationRow, context: RequestContext): Organization => ({
    ...shapeOwnFacts(row, context),
    limits: limitsInForce(platform, row.rateLimits),
  })

function shapeOwnFacts(row: OrganizationRow, { principal }: RequestContext): Omit<Organization, 'limits'> {
  const { _id: id, name, did, status, limitTimezone, policyTemplates, createdAt } = row
  const legal = principal.kind === 'organization' ? row.legal?.[principal.mode] : undefined
  const rules = 'mode' in principal ? (row.quorum?.[principal.mode] ?? DEFAULT_QUORUM) : DEFAULT_QUORUM
  return {
    ...{ id, name, did, status, limitTimezone },
    mode: 'mode' in principal ? principal.mode : 'test',
    // Hidden from agents, as on its own route.
    policyTemplate: principal.kind === 'organization' ? (policyTemplates[principal.mode]?.policyText ?? null) : null,
    approvalQuorum:
      principal.kind === 'organization'
        ? rules.map(({ minUsdMicro, required }) => ({ minAmountUsd: formatUsd(minUsdMicro), required }))
        : null,
    strictApprovals: principal.kind === 'organization' ? (row.strictApprovals?.[principal.mode] ?? false) : null,
    withdrawalApprovals: principal.kind === 'organization' ? (row.withdrawalApprovals?.[principal.mode] ?? true) : null,
    alertThresholds: principal.kind === 'organization' ? formatAlerts(alertsOf(row, principal.mode)) : null,
    legalName: legal?.name ?? null,
    address: legal?.address ?? null,
    minimumTrustScore: trustMinimumOf(row, 'mode' in principal ? principal.mode : 'test'),
    createdAt: createdAt.toISOString(),
  }
}

export type EnrolmentKeyShape = ReturnType<typeof shapeEnrolmentKey>

export function shapeEnrolmentKey(row: EnrolmentKeyRow, now: Date) {
  return {
    ...{ id: row._id, orgId: row.orgId, label: row.label, capabilities: row.capabilities },
    ...{ maxUses: row.usesMax, uses: row.uses, createdBy: row.createdBy },
    isUsable: enrolmentRefusal(row, now) === null,
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

export type MerchantKeyShape = Omit<MerchantKey, 'lastUsedAt'>

export function shapeMerchantKey(row: MerchantKeyRow, now: Date): MerchantKeyShape {
  const { _id: id, merchantId, label: name, mode, createdBy } = row
  return {
    ...{ id, merchantId, name, mode, createdBy },
    status: isInForce(row, now) ? 'active' : 'revoked',
    validUntil: row.validUntil?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

export interface OrganizationKeyShape extends Omit<OrganizationKey, 'lastUsedAt'> {
  readonly keyId: OrganizationKeyRow['_id']
}

export function shapeOrganizationKey(row: OrganizationKeyRow, now: Date): OrganizationKeyShape {
  const { _id: id, orgId, label: name, personId: principalId, roles, mode, createdBy, validUntil } = row
  return {
    ...{ id, keyId: id, orgId, name, principalId, roles, mode, createdBy: createdBy ?? null },
    status: keyStatus(row, now),
    issuer: row.signIn?.issuer ?? null,
    validUntil: validUntil?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

export interface OrganizationPersonShape extends Omit<OrganizationPerson, 'keys'> {
  readonly keys: readonly OrganizationKeyShape[]
}

function shapePerson({ orgId, personId: principalId, keys, isSuspended }: Person, now: Date): OrganizationPersonShape {
  return {
    ...{ orgId, principalId, name: keys[0]?.label ?? null, status: isSuspended ? 'suspended' : 'active' },
    statusReason: keys.find(({ suspended }) => suspended !== undefined)?.suspended?.reason ?? null,
    keys: keys.map((row) => shapeOrganizationKey(row, now)),
  }
}

export function shapeChangedPerson({ person, replayed }: ChangedPerson, now: Date) {
  return { person: shapePerson(person, now), replayed }
}

/** Includes the row for fields that need a read of their own. */
export type SessionShape = Omit<Session, 'isUsable' | 'lastUsedAt'> & { readonly row: SessionRow }

export function shapeSession(row: SessionRow, now: Date): SessionShape {
  const { _id: id, orgId, kind, roles, mode, keyId, personId: principalId, createdAt, expiresAt, revokedAt } = row
  return {
    row,
    ...{ id, orgId, kind, roles, mode, keyId, principalId },
    status: sessionStatus(row, now),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** What a browser is told, in the names of the wire, beside the secret for its cookie. */
export function shapeOpenedSession({ session, secret }: OpenedSession) {
  const { _id: session_id, orgId: org_id, mode, roles, personId: principal_id, lifetimeSeconds } = session
  const expires_at = session.expiresAt.toISOString()
  return { secret, lifetimeSeconds, record: { session_id, org_id, principal_id, mode, roles, expires_at } }
}

/** Without the fields that need a read of their own. */
export type ViewerShape = Omit<Viewer, 'agent' | 'organization'>

export function shapeViewer(
  principal: Exclude<Principal, { kind: 'anonymous' | 'enrolment' | 'merchant' }>,
): ViewerShape {
  const { kind } = principal
  return {
    kind,
    mode: kind === 'operator' ? null : principal.mode,
    keyId: kind === 'organization' ? principal.keyId : null,
    sessionId: kind === 'organization' ? (principal.session?.id ?? null) : null,
    roles: kind === 'organization' ? principal.roles : [],
    capabilities: kind === 'agent' ? principal.capabilities : [],
    scope: kind === 'agent' ? principal.scope : null,
  }
}
