/** Reads of approvals: an agent sees its own, an organization all of its own in its mode. */
import { timeOf } from '../../../shared/clock.ts'
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { idsOf, isId, type KeyId } from '../../../shared/ids.ts'
import { type Principal, requireCaller, requireOwned, visibleInOrder } from '../../../shared/principal.ts'
import {
  type ApprovalFilter,
  type ApprovalOrder,
  type ApprovalRow,
  findApproval,
  findApprovalPage,
  findApprovals,
} from '../../models/approvals.ts'
import type { PaymentsDeps, Person, Votes } from '../../ports.ts'
import { type Decision, givenApprovals, openRefusal } from '../../rules/approvals.ts'

type Deps = Pick<PaymentsDeps, 'database'>

interface ApprovalListArguments extends Omit<ApprovalFilter, 'agentIds'>, OrderedArguments<ApprovalOrder> {
  readonly agentId?: string | null | undefined
}

/** @throws DomainError not_found, and those of access */
export async function getApproval(deps: Deps, principal: Principal, approvalId: string): Promise<ApprovalRow> {
  const row = isId('approval', approvalId) ? await findApproval(deps.database, approvalId) : null
  return requireOwned(principal, row, 'approval')
}

export async function listVisibleApprovals(
  deps: Deps,
  principal: Principal,
  { agentId, statuses, subjectTypes, ...args }: ApprovalListArguments,
): Promise<Page<ApprovalRow>> {
  const caller = requireCaller(principal)
  const named = agentId == null ? null : [agentId]
  // An agent that names another agent gets an empty list.
  const own = caller.kind === 'agent' ? [caller.agentId].filter((id) => named?.includes(id) ?? true) : named
  const scope = { orgId: caller.orgId, mode: caller.mode }
  return findApprovalPage(deps.database, scope, { agentIds: own, statuses, subjectTypes }, args)
}

/** Who may still approve each of these, which the principal may read; null once one is resolved, and for agents. */
export async function findDeciders(
  { agents, clock }: Pick<PaymentsDeps, 'agents' | 'clock'>,
  principal: Principal,
  approvals: readonly ApprovalRow[],
): Promise<(readonly Person[] | null)[]> {
  const isOpen = (one: ApprovalRow) => openRefusal(one, one.status, timeOf(clock, one)) === null
  const open = approvals.filter(isOpen)
  if (principal.kind !== 'organization' || open.length === 0) return approvals.map(() => null)
  const { orgId, mode } = principal
  const subjects = open.map((row) => ({
    ...{ requestedBy: row.requestedBy, approvers: givenApprovals(row), isStrict: row.isStrict === true },
  }))
  const found = await agents.findDeciders({ orgId, mode, role: 'approver' }, subjects)
  const people = new Map(open.map(({ _id }, index) => [_id, found[index] ?? null]))
  return approvals.map(({ _id }) => people.get(_id) ?? null)
}

/** The approvals that it has, and which of them count. */
export function prepareApprovals({ agents }: Pick<PaymentsDeps, 'agents'>, row: ApprovalRow): Promise<Votes<Decision>> {
  const { orgId, mode } = row
  return agents.prepareVotes({ orgId, mode, role: 'approver' }, givenApprovals(row))
}

/** Of each the keys whose decisions count; of one that is resolved or used, those that counted then. */
export function findStanding(
  deps: Pick<PaymentsDeps, 'agents'>,
  rows: readonly ApprovalRow[],
): Promise<ReadonlySet<KeyId>[]> {
  return Promise.all(
    rows.map(async (row) => {
      const isOpen = row.status === 'pending' || (row.status === 'approved' && row.subjectId === null)
      const given = isOpen ? (await prepareApprovals(deps, row)).standing : givenApprovals(row)
      return new Set(given.map(({ keyId }) => keyId))
    }),
  )
}

/** For references: null where the principal may not read. */
export async function findVisibleApprovals(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(ApprovalRow | null)[]> {
  return visibleInOrder(principal, ids, await findApprovals(deps.database, idsOf('approval', ids)))
}
