/** Reads of the merchant registry: an organization's keys, and its agents that have the capability payments. */
import { notFound } from '../../shared/errors.ts'
import { isId } from '../../shared/ids.ts'
import { type Page, parsePage } from '../../shared/pages.ts'
import { owns, type Principal, requireCaller } from '../../shared/principal.ts'
import { findMerchantPage, findMerchants, type MerchantRow } from '../models/merchants.ts'
import type { CommerceDeps } from '../ports.ts'
import { parseCategory, parseDomain, parseStatus } from '../rules/merchantFields.ts'

type ReadDeps = Pick<CommerceDeps, 'database'>

/** In the order of `ids`; null for what is not there or not the caller's organization's. */
export async function findVisibleMerchants(
  deps: ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(MerchantRow | null)[]> {
  const rows = new Map<string, MerchantRow>()
  for (const row of await findMerchants(deps.database, ids))
    if (owns(principal, row, { sharedInOrganization: true })) rows.set(row._id, row)
  return ids.map((id) => rows.get(id) ?? null)
}

/** @throws DomainError not_found */
export async function getMerchant(find: (id: string) => Promise<MerchantRow | null>, id: string): Promise<MerchantRow> {
  const row = isId('merchant', id) ? await find(id) : null
  if (row === null) throw notFound('merchant')
  return row
}

/** @throws DomainError invalid_request: size, cursor, domain, category or status */
export async function listMerchants(
  deps: ReadDeps,
  principal: Principal,
  query: {
    readonly first?: number | null
    readonly after?: string | null
    readonly domain?: unknown
    readonly category?: unknown
    readonly status?: unknown
  },
): Promise<{ readonly page: Page; readonly rows: readonly MerchantRow[] }> {
  const { orgId, mode } = requireCaller(principal)
  const page = parsePage(query)
  const filter = {
    domain: query.domain == null ? null : parseDomain(query.domain),
    category: parseCategory(query.category),
    status: query.status == null ? null : parseStatus(query.status),
  }
  return { page, rows: await findMerchantPage(deps.database, { orgId, mode, ...filter, ...page }) }
}
