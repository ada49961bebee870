/** Reads of charges of which a payment processor is asked: the keys of an organization see them all, an agent those of its own sessions. */
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { isId } from '../../../shared/ids.ts'
import { type Principal, requireOrganization, requireOwned } from '../../../shared/principal.ts'
import { type ChargeRow, findChargePage, findCharges } from '../../models/charges.ts'
import type { CommerceDeps } from '../../ports.ts'
import type { ChargeStatus } from '../../rules/charges.ts'

type ReadDeps = Pick<CommerceDeps, 'database'>

/** @throws DomainError not_found */
export async function getCharge({ database }: ReadDeps, principal: Principal, id: string): Promise<ChargeRow> {
  const [row = null] = isId('charge', id) ? await findCharges(database, [id]) : []
  return requireOwned(principal, row, 'charge')
}

export function listCharges(
  { database }: ReadDeps,
  principal: Principal,
  { statuses, ...args }: OrderedArguments & { readonly statuses?: readonly ChargeStatus[] | null | undefined },
): Promise<Page<ChargeRow>> {
  const { orgId, mode } = requireOrganization(principal)
  return findChargePage(database, { orgId, mode, statuses: statuses ?? null }, args)
}
