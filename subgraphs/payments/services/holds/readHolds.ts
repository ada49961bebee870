/** Reads of holds: an agent sees its own, an organization all of its own in its mode; a parked one nobody sees yet. */
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { DomainError, notFound } from '../../../shared/errors.ts'
import { idsOf } from '../../../shared/ids.ts'
import { type Principal, requireCaller, visibleInOrder } from '../../../shared/principal.ts'
import { findHoldPage, findHoldsById, type HoldFilter, type HoldRow } from '../../models/holds.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { isShown } from '../../rules/holds.ts'

type Deps = Pick<PaymentsDeps, 'database'>

/** @throws DomainError not_found */
export async function findOwnHold(deps: Deps, principal: Principal, holdId: string): Promise<HoldRow> {
  const [row] = visibleInOrder(principal, [holdId], await findHoldsById(deps.database, idsOf('hold', [holdId])))
  if (row == null) throw notFound('hold')
  if (!isShown(row.stage)) throw notPlaced(row)
  return row
}

/** Its approval names it before there is a hold, so its owner is told where to look instead. */
function notPlaced({ stage, approvalId }: HoldRow): DomainError {
  const waits = stage === 'awaiting_approval'
  const message = waits
    ? `The hold waits for approval ${approvalId}, and is placed once that is approved.`
    : `The hold was never placed: approval ${approvalId} ended without it.`
  const reason = waits ? 'awaiting_approval' : 'not_approved'
  return new DomainError('not_found', message, { resource: 'hold', reason, approval_id: approvalId })
}

export async function listVisibleHolds(
  { database }: Deps,
  principal: Principal,
  args: OrderedArguments & Omit<HoldFilter, 'agentIds'> & { readonly agentId?: string | null | undefined },
): Promise<Page<HoldRow>> {
  const caller = requireCaller(principal)
  const scope = { orgId: caller.orgId, mode: caller.mode }
  const { agentId, walletId, statuses } = args
  const agentIds = agentId == null ? null : [agentId]
  if (caller.kind === 'organization') return findHoldPage(database, scope, { walletId, agentIds, statuses }, args)
  // By its wallet, of which there is an index. An agent that names another agent or wallet gets an empty list.
  const isForeign = (agentId ?? caller.agentId) !== caller.agentId || (walletId ?? caller.walletId) !== caller.walletId
  const own = { walletId: caller.walletId, agentIds: isForeign ? [] : [caller.agentId] }
  return findHoldPage(database, scope, { ...own, statuses }, args)
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
