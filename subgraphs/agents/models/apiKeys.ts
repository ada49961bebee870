/** API keys of organizations and agents, as hashes (reliability 5.4). Written only by the group commit. */
import { batchById } from '../../shared/batchById.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, KeyId, MerchantId, OrgId } from '../../shared/ids.ts'
import { type Capability, hasRole, type Mode, ROLES, type Role } from '../../shared/principal.ts'

interface KeyFacts {
  /** `key_` and the public part of the key. */
  readonly _id: KeyId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  /** HMAC of the whole key. */
  readonly hash: string
  readonly status: 'active' | 'revoked'
  readonly createdAt: Date
}

export interface OrganizationKeyRow extends KeyFacts {
  readonly kind: 'organization'
  readonly roles: readonly Role[]
  /** The human behind the key: keys of one person count once in a quorum. */
  readonly personId: string
  readonly label: string | null
  /** The organization key that made it; absent for one that an operator's command made. */
  readonly createdBy?: KeyId
  /** The persons through whose keys it was made, one after the other; absent in older rows, and where nobody did. */
  readonly makers?: readonly string[]
  /** From then on it opens nothing: set when it was replaced by another key. */
  readonly validUntil?: Date
  readonly revokedAt?: Date
  /** While its person is suspended. */
  readonly suspended?: { readonly reason: string; readonly at: Date; readonly by: KeyId }
  /** Of a person who signs in with an issuer: no secret opens it, only sessions do. */
  readonly signIn?: {
    readonly issuer: string
    readonly subject: string
    /** When the issuer has given them no role any more; absent: it did when they last signed in. */
    readonly endedAt?: Date
  }
  /** Sessions that were made from it until then have ended: its person was suspended, or lost every role at the issuer. */
  readonly sessionsEndedAt?: Date
}

export interface AgentKeyRow extends KeyFacts {
  readonly kind: 'agent'
  readonly agentId: AgentId
}

/** A key with which agents register themselves. */
export interface EnrolmentKeyRow extends KeyFacts {
  readonly kind: 'enrolment'
  readonly label: string | null
  /** All that the agents may declare; null: anything. */
  readonly capabilities: readonly Capability[] | null
  readonly usesMax: number
  readonly uses: number
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  /** The organization key that made it. */
  readonly createdBy: KeyId
}

/** A key with which a merchant acts for itself. It is no person's. */
export interface MerchantKeyRow extends KeyFacts {
  readonly kind: 'merchant'
  readonly merchantId: MerchantId
  readonly label: string | null
  /** The organization key that made it. */
  readonly createdBy: KeyId
  /** From then on it opens nothing: set when it was replaced by another key. */
  readonly validUntil?: Date
  readonly revokedAt?: Date
}

export type ApiKeyRow = OrganizationKeyRow | AgentKeyRow | EnrolmentKeyRow | MerchantKeyRow

const COLLECTION = 'apiKeys'

export const keyRef = (keyId: KeyId): Ref<ApiKeyRow> => ({ collection: COLLECTION, id: keyId })

export function registerApiKeys(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ orgId: 1, mode: 1, kind: 1, createdAt: -1, _id: -1 })
  schema.index(
    { merchantId: 1, createdAt: -1, _id: -1 },
    { name: 'ofMerchants', partialFilterExpression: { kind: 'merchant' } },
  )
  database.model(schema, COLLECTION)
}

export function findApiKeys(database: Database, ids: readonly KeyId[]): Promise<ApiKeyRow[]> {
  return database
    .collection<ApiKeyRow>(COLLECTION)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

const readers = new WeakMap<Database, (id: KeyId) => Promise<ApiKeyRow | null>>()

/** What is asked for together shares a find, as on a page of approvals, each of which asks for the keys of its own votes. */
export function findApiKey(database: Database, id: KeyId): Promise<ApiKeyRow | null> {
  const known = readers.get(database)
  if (known !== undefined) return known(id)
  const read = batchById<ApiKeyRow>((ids) => findApiKeys(database, ids))
  readers.set(database, read)
  return read(id)
}

/** Of a key that was replaced, from the end of the overlap on it is as if it were revoked. */
export type OrganizationKeyStatus = 'active' | 'suspended' | 'revoked'
export type MerchantKeyStatus = Exclude<OrganizationKeyStatus, 'suspended'>

export function findOrganizationKeyPage(
  database: Database,
  query: {
    readonly orgId: OrgId
    readonly mode: Mode
    readonly statuses: readonly OrganizationKeyStatus[] | null | undefined
    readonly at: Date
  },
  args: OrderedArguments,
): Promise<Page<OrganizationKeyRow>> {
  const { orgId, mode, statuses, at } = query
  const inForce = { status: 'active', $or: [{ validUntil: null }, { validUntil: { $gt: at } }] }
  const byStatus = {
    active: { ...inForce, suspended: null },
    suspended: { ...inForce, suspended: { $ne: null } },
    revoked: { $or: [{ status: 'revoked' }, { validUntil: { $lte: at } }] },
  }
  const wanted = statuses == null ? {} : { $or: [{ _id: '' }, ...statuses.map((status) => byStatus[status])] }
  const filter = { orgId, mode, kind: 'organization', ...wanted }
  const rows = database.collection<OrganizationKeyRow>(COLLECTION)
  return findPage(rows, { name: 'organizationKeys', filter, orders: KEY_ORDERS }, args)
}

/**
 * Keys with which the organization can be administered, for whatever time; at most `max`.
 * @param owner.exceptOf without those of this person
 */
export async function findAdminKeyIds(
  database: Database,
  owner: { readonly orgId: OrgId; readonly mode: Mode; readonly exceptOf?: string },
  max: number,
): Promise<KeyId[]> {
  const { orgId, mode, exceptOf } = owner
  const filter = { orgId, mode, kind: 'organization', status: 'active', roles: 'admin', suspended: null } as const
  const others = exceptOf === undefined ? {} : { personId: { $ne: exceptOf } }
  const rows = await database
    .collection<OrganizationKeyRow>(COLLECTION)
    .find({ ...filter, ...others, validUntil: null, signIn: null } as object)
    .sort({ createdAt: -1 })
    .limit(max)
    .project<Pick<OrganizationKeyRow, '_id'>>({ _id: 1 })
    .toArray()
  return rows.map(({ _id }) => _id)
}

/**
 * Keys of a person that are not revoked, newest first; at most `max`.
 * @param query.isSuspended only those that are, or are not, marked as suspended
 */
export function findKeysOfPerson(
  database: Database,
  query: { readonly orgId: OrgId; readonly mode: Mode; readonly personId: string; readonly isSuspended?: boolean },
  max: number,
): Promise<OrganizationKeyRow[]> {
  const { isSuspended, ...owner } = query
  const marked = isSuspended === undefined ? {} : { suspended: isSuspended ? { $ne: null } : null }
  return database
    .collection<OrganizationKeyRow>(COLLECTION)
    .find({ ...owner, kind: 'organization', status: 'active', ...marked } as object)
    .sort({ createdAt: -1, _id: -1 })
    .limit(max)
    .toArray()
}

/** Keys in force with which people decide, newest first; at most `max`. */
export function findDeciderKeys(
  database: Database,
  query: { readonly orgId: OrgId; readonly mode: Mode; readonly role: Role; readonly at: Date },
  max: number,
): Promise<OrganizationKeyRow[]> {
  const { orgId, mode, role, at } = query
  const roles = { $in: ROLES.filter((one) => hasRole({ roles: [one] }, role)) }
  const inForce = { status: 'active', suspended: null, $or: [{ validUntil: null }, { validUntil: { $gt: at } }] }
  return database
    .collection<OrganizationKeyRow>(COLLECTION)
    .find({ orgId, mode, kind: 'organization', roles, ...inForce } as object)
    .sort({ createdAt: -1, _id: -1 })
    .limit(max)
    .toArray()
}

export function findMerchantKeyPage(
  database: Database,
  query: {
    readonly merchantId: MerchantId
    readonly statuses: readonly MerchantKeyStatus[] | null | undefined
    readonly at: Date
  },
  args: OrderedArguments,
): Promise<Page<MerchantKeyRow>> {
  const { merchantId, statuses, at } = query
  const byStatus = {
    active: { status: 'active', $or: [{ validUntil: null }, { validUntil: { $gt: at } }] },
    revoked: { $or: [{ status: 'revoked' }, { validUntil: { $lte: at } }] },
  }
  const wanted = statuses == null ? {} : { $or: [{ _id: '' }, ...statuses.map((status) => byStatus[status])] }
  const rows = database.collection<MerchantKeyRow>(COLLECTION)
  return findPage(
    rows,
    { name: 'merchantKeys', filter: { kind: 'merchant', merchantId, ...wanted }, orders: KEY_ORDERS },
    args,
  )
}

const KEY_ORDERS = { created_at: { field: 'createdAt', type: 'date' } } as const

export function findEnrolmentKeyPage(
  database: Database,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  args: OrderedArguments,
): Promise<Page<EnrolmentKeyRow>> {
  const filter = { orgId, mode, kind: 'enrolment' }
  const rows = database.collection<EnrolmentKeyRow>(COLLECTION)
  return findPage(rows, { name: 'enrolmentKeys', filter, orders: KEY_ORDERS }, args)
}
