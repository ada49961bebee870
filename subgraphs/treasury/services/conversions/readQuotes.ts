/** Reads of quotes: its people see all those of an organization in one mode, an agent those that it has asked for. */
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { idsOf } from '../../../shared/ids.ts'
import { inOrderOf, owns, type Principal, requireCaller } from '../../../shared/principal.ts'
import { findQuotePage, findQuotes, type QuoteFilter } from '../../models/quotes.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { QuoteRow } from '../../rules/conversions/quote.ts'
import { requireFound } from '../readTreasury.ts'

type Deps = Pick<TreasuryDeps, 'database' | 'timeOf'>

export async function visibleQuotes(
  { database }: Pick<Deps, 'database'>,
  principal: Principal,
  ids: readonly string[],
): Promise<(QuoteRow | null)[]> {
  return inOrderOf(ids, await findQuotes(database, idsOf('quote', ids)), (row) => owns(principal, row))
}

/** @throws DomainError not_found */
export async function getQuote(deps: Pick<Deps, 'database'>, principal: Principal, id: string): Promise<QuoteRow> {
  const [row = null] = await visibleQuotes(deps, principal, [id])
  return requireFound(row, 'quote')
}

export async function listQuotes(
  { database, timeOf }: Deps,
  principal: Principal,
  args: OrderedArguments & QuoteFilter,
): Promise<Page<QuoteRow>> {
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  const scope = { orgId, mode, ...(caller.kind === 'agent' && { agentId: caller.agentId }) }
  return findQuotePage(database, scope, args, args, await timeOf(orgId, mode))
}
