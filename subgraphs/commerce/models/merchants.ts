/** The merchant registry of each organization (domain A.11b). Written only by the group commit. */
import type { OrgPosition } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { MerchantId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { readInPages } from '../../shared/readInPages.ts'
import type { NamedRecord } from '../../shared/recordScreening.ts'
import type { MerchantFields } from '../rules/merchantFields.ts'

export interface MerchantRow extends MerchantFields {
  readonly _id: MerchantId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  /** Incremented by every change of its product feed: what is priced guards this row and not the feed. Absent: it has none. */
  readonly feedVersion?: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface Registry {
  readonly orgId: OrgId
  readonly mode: Mode
}

export const MERCHANTS = 'merchants'

export const merchantRef = (id: MerchantId): Ref<MerchantRow> => ({ collection: MERCHANTS, id })

export function registerMerchants(database: Database): void {
  const schema = newSchema()
  // A second line of defence: the registry's version, which every change increments, keeps domains unique.
  schema.index({ orgId: 1, mode: 1, domain: 1 }, { unique: true })
  schema.index({ orgId: 1, mode: 1, 'payoutAddresses.address': 1 })
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  database.model(schema, MERCHANTS)
}

export function findMerchants(database: Database, ids: readonly MerchantId[]): Promise<MerchantRow[]> {
  return merchants(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export async function findMerchant(database: Database, id: MerchantId): Promise<MerchantRow | null> {
  return (await findMerchants(database, [id]))[0] ?? null
}

export function findMerchantOf(
  database: Database,
  { orgId, mode }: Registry,
  id: MerchantId,
): Promise<MerchantRow | null> {
  return merchants(database).findOne({ _id: id, orgId, mode })
}

/** The first of `domains` that is registered: they are variants of one name. */
export async function findMerchantByDomain(
  database: Database,
  { orgId, mode }: Registry,
  domains: readonly string[],
): Promise<MerchantRow | null> {
  const rows = await merchants(database)
    .find({ orgId, mode, domain: { $in: [...domains] } })
    .toArray()
  return rows.sort((a, b) => domains.indexOf(a.domain) - domains.indexOf(b.domain))[0] ?? null
}

/** The merchants with this payout address, oldest first. */
export function findMerchantsByPayout(
  database: Database,
  { orgId, mode }: Registry,
  address: string,
): Promise<MerchantRow[]> {
  return merchants(database).find({ orgId, mode, 'payoutAddresses.address': address }).sort({ _id: 1 }).toArray()
}

const ORDERS = { created_at: BY_ID, domain: { field: 'domain', type: 'text' } } as const

export function findMerchantPage(
  database: Database,
  query: Registry & {
    readonly domain: string | null
    readonly category: string | null
    readonly statuses: readonly MerchantRow['status'][] | null | undefined
  },
  args: OrderedArguments<keyof typeof ORDERS>,
): Promise<Page<MerchantRow>> {
  const { orgId, mode, domain, category, statuses } = query
  const named = { ...(domain === null ? {} : { domain }), ...(category === null ? {} : { category }) }
  const filter = { orgId, mode, ...named, ...anyOf('status', statuses) }
  return findPage(merchants(database), { name: 'merchants', filter, orders: ORDERS }, args)
}

/** Incremented by every change of the organization's registry. */
export async function findMerchantsVersion(database: Database, orgId: OrgId): Promise<number> {
  const position = await database
    .collection<OrgPosition>('positions')
    .findOne({ _id: `org:${orgId}` }, { projection: { merchantsVersion: 1 } })
  return position?.merchantsVersion ?? 0
}

function merchants(database: Database) {
  return database.collection<MerchantRow>(MERCHANTS)
}

/** Of all organizations, page by page. */
export async function* readNamedMerchants(database: Database): AsyncGenerator<readonly NamedRecord[]> {
  for await (const page of readInPages<MerchantRow>(database, MERCHANTS))
    yield page.map(({ _id: subjectId, orgId, mode, name, legalName, payoutAddresses }) => ({
      ...{ orgId, mode, subjectType: 'merchant', subjectId, names: [name, legalName] },
      addresses: payoutAddresses.map(({ address }) => address),
    }))
}
