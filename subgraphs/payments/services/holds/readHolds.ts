/** Reads of holds: an agent sees its own, an organization all of its own in its mode; a parked one nobody sees yet. */
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { notFound } from '../../../shared/errors.ts'
import { idsOf } from '../../../shared/ids.ts'
import { type Principal, requireCaller, visibleInOrder } from '../../../shared/principal.ts'
import { findHoldPage, findHoldsById, type HoldFilter, type HoldRow } from '../../models/holds.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { isShown } from '../../rules/holds.ts'

type Deps = Pick<PaymentsDeps, 'database'>

/** @throws DomainError not_found */
export async function findOwnHold(deps: Deps, principal: Principal, holdId: string): Promise<HoldRow> {
  const [row] = await findVisibleHolds(deps, principal, [holdId])
  if (row == null) throw notFound('hold')
  return row
}

export async function listVisibleHolds(
  { database }: Deps,
  principal: Principal,
  args: OrderedArguments & Omit<HoldFilter, 'agentIds'> & { readonly agentId?: string | null | undefined },
): Promise<Page<HoldRow>> {
  const caller = requireCaller(principal)
  const { agentId, walletId, statuses } = args
  const named = agentId == null ? null : [agentId]
  // An agent that names another agent gets an empty list.
  const agentIds = caller.kind === 'agent' ? [caller.agentId].filter((id) => named?.includes(id) ?? true) : named
  return findHoldPage(database, { orgId: caller.orgId, mode: caller.mode }, { walletId, agentIds, statuses }, args)
}

/** For references: null where the principal may not read. */
export async function findVisibleHolds(
  { database }: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(HoldRow | null)[]> {
  const rows = await findHoldsById(database, idsOf('hold', ids))
  return visibleInOrder(
    principal,
    ids,
    rows.filter(({ stage }) => isShown(stage)),
  )
}
