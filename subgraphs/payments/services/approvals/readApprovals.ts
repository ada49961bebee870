/** Reads of approvals: an agent sees what concerns itself, an organization all of its own. */

import type { Page } from '../../../shared/pages.ts'
import { owns, type Principal, requireCaller, requireOwned } from '../../../shared/principal.ts'
import {
  type ApprovalFilter,
  type ApprovalRow,
  findApproval,
  findApprovals,
  listApprovals,
} from '../../models/approvals.ts'
import type { PaymentsDeps } from '../../ports.ts'

type Deps = Pick<PaymentsDeps, 'database'>

/** @throws DomainError not_found, and those of access */
export async function getApproval(deps: Deps, principal: Principal, approvalId: string): Promise<ApprovalRow> {
  return requireOwned(principal, await findApproval(deps.database, approvalId), 'approval')
}

export async function listVisibleApprovals(
  deps: Deps,
  principal: Principal,
  filter: ApprovalFilter,
  page: Page,
): Promise<ApprovalRow[]> {
  const caller = requireCaller(principal)
  const own = caller.kind === 'agent' ? { agentId: caller.agentId } : {}
  // An agent that asks for another agent's approvals sees what it may see of them: none.
  if (caller.kind === 'agent' && filter.agentId !== undefined && filter.agentId !== caller.agentId) return []
  return listApprovals(deps.database, { orgId: caller.orgId, mode: caller.mode }, { ...filter, ...own }, page)
}

/** References: null where the principal may not look. */
export async function findVisibleApprovals(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(ApprovalRow | null)[]> {
  const rows = new Map<string, ApprovalRow>((await findApprovals(deps.database, ids)).map((row) => [row._id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    return row !== undefined && owns(principal, row) ? row : null
  })
}
