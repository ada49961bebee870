/** Reads of the merchant registry: an organization's keys, and its agents that have the capability payments. */
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { idsOf, isId } from '../../shared/ids.ts'
import { type Caller, inOrderOf, owns, type Principal, requireCaller } from '../../shared/principal.ts'
import {
  findMerchant,
  findMerchantByDomain,
  findMerchantPage,
  findMerchants,
  type MerchantRow,
} from '../models/merchants.ts'
import type { CommerceDeps } from '../ports.ts'
import { parseCategory, parseDomain } from '../rules/merchantFields.ts'

type ReadDeps = Pick<CommerceDeps, 'database'>

/** In the order of `ids`; null for what is not there or not the caller's organization's. */
export async function findVisibleMerchants(
  deps: ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(MerchantRow | null)[]> {
  const isVisible = (row: MerchantRow) => owns(principal, row, { sharedInOrganization: true })
  return inOrderOf(ids, await findMerchants(deps.database, idsOf('merchant', ids)), isVisible)
}

/** @throws DomainError not_found */
export async function getMerchant(find: (id: string) => Promise<MerchantRow | null>, id: string): Promise<MerchantRow> {
  const row = isId('merchant', id) ? await find(id) : null
  if (row === null) throw notFound('merchant')
  return row
}

/** By its id or domain. @throws DomainError not_found, invalid_request: neither of them */
export async function requireMerchant({ database }: ReadDeps, caller: Caller, named: string): Promise<MerchantRow> {
  const found = isId('merchant', named)
    ? await findMerchant(database, named)
    : await findMerchantByDomain(database, caller, [parseDomain(named)])
  if (found === null || !owns(caller, found, { sharedInOrganization: true })) throw notFound('merchant')
  return found
}

export interface MerchantListArguments extends OrderedArguments<'created_at' | 'domain'> {
  readonly domain?: string | null | undefined
  readonly category?: string | null | undefined
  readonly statuses?: readonly MerchantRow['status'][] | null | undefined
}

/** @throws DomainError invalid_request: size, cursor, domain or category */
export async function listMerchants(
  deps: ReadDeps,
  principal: Principal,
  { domain, category, statuses, ...args }: MerchantListArguments,
): Promise<Page<MerchantRow>> {
  const { orgId, mode } = requireCaller(principal)
  const named = { domain: domain == null ? null : parseDomain(domain), category: parseCategory(category) }
  return findMerchantPage(deps.database, { orgId, mode, ...named, statuses }, args)
}
