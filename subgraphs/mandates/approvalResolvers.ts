/** GraphQL of approvals: parse, service, shape. */
import DataLoader from 'dataloader'
import { openKey, type RequestKey } from '../shared/commit/requestKey.ts'
import { invalidField } from '../shared/errors.ts'
import { formatUnits } from '../shared/money.ts'
import { parsePage, toConnection } from '../shared/pages.ts'
import { loadersOf, type RequestContext } from '../shared/principal.ts'
import type { MandatesDeps } from './deps.ts'
import type { ApprovalFilter, ApprovalRow } from './models/approval.ts'
import { APPROVAL_STATUSES, SUBJECT_TYPES } from './rules/approvals.ts'
import { cancelApproval } from './services/approvals/cancelApproval.ts'
import { type Decided, type DecisionInput, decideApproval } from './services/approvals/decideApproval.ts'
import { findVisibleApprovals, getApproval, listVisibleApprovals } from './services/approvals/readApprovals.ts'
import { type RequestInput, requestApproval } from './services/approvals/requestApproval.ts'

interface ListArguments {
  readonly status?: string | null
  readonly agentId?: string | null
  readonly subjectType?: string | null
  readonly first?: number | null
  readonly after?: string | null
}

interface Act<Input> {
  readonly input: Input
}

export function createApprovalResolvers(deps: MandatesDeps) {
  const loader = (context: RequestContext) =>
    loadersOf(context, 'approvals', () => ({
      approvals: new DataLoader((ids: readonly string[]) => findVisibleApprovals(deps, context.principal, ids)),
    })).approvals
  const payload = ({ approval, replayed }: Decided) => ({ approval: shapeApproval(approval), replayed })

  return {
    Query: {
      approval: async (_: unknown, { id }: { id: string }, { principal }: RequestContext) =>
        shapeApproval(await getApproval(deps, principal, id)),
      approvals: async (_: unknown, args: ListArguments, { principal }: RequestContext) => {
        const page = parsePage(args)
        return toConnection(await listVisibleApprovals(deps, principal, filterOf(args), page), page, shapeApproval)
      },
    },
    Mutation: {
      requestApproval: async (_: unknown, { input }: Act<RequestInput>, context: RequestContext) => {
        const key = openKey(context, { operation: 'POST /api/v2/approvals', input })
        return payload(await requestApproval(deps, context.principal, input, key))
      },
      approveApproval: async (_: unknown, { input }: Act<DecisionInput>, context: RequestContext) => {
        const decision = { ...input, decision: 'approve' } as const
        return payload(await decideApproval(deps, context.principal, decision, decisionKey(context, 'approve', input)))
      },
      denyApproval: async (_: unknown, { input }: Act<DecisionInput>, context: RequestContext) => {
        const decision = { ...input, decision: 'deny' } as const
        return payload(await decideApproval(deps, context.principal, decision, decisionKey(context, 'deny', input)))
      },
      cancelApproval: async (_: unknown, { input }: Act<DecisionInput>, context: RequestContext) =>
        payload(await cancelApproval(deps, context.principal, input, decisionKey(context, 'cancel', input))),
    },
    Approval: {
      __resolveReference: async ({ id }: { id: string }, context: RequestContext) => {
        const row = await loader(context).load(id)
        return row === null ? null : shapeApproval(row)
      },
    },
  }
}

/** Every person's own: another's vote under the same key is another vote. */
function decisionKey(context: RequestContext, act: string, input: DecisionInput): RequestKey | null {
  const operation = `POST /api/v2/approvals/${input.approvalId}/${act}`
  return openKey(context, { operation, input, byPerson: true, earlier: { comment: input.comment ?? null } })
}

function filterOf({ status, agentId, subjectType }: ListArguments): ApprovalFilter {
  return {
    ...(status == null ? {} : { status: oneOf('status', status, APPROVAL_STATUSES) }),
    ...(subjectType == null ? {} : { subjectType: oneOf('subject_type', subjectType, SUBJECT_TYPES) }),
    ...(agentId == null ? {} : { agentId }),
  }
}

function oneOf<T extends string>(path: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw invalidField(path, `unknown_${path}`, `must be one of ${known.join(', ')}.`)
  return found
}

function shapeApproval(row: ApprovalRow) {
  const { requestedBy: by } = row
  return {
    id: row._id,
    status: row.status,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    payment: row.subjectId === null ? null : { id: row.subjectId },
    subjectHash: row.subjectHash,
    walletId: row.walletId,
    agentId: row.agentId,
    amount: formatUnits(row.amount),
    token: row.token,
    chain: row.chain,
    to: row.to,
    merchant: row.merchant,
    amountUsd: formatUnits(row.usdMicro),
    requestedBy: by.kind === 'agent' ? by.agentId : by.keyId,
    orgId: row.orgId,
    reason: row.reason,
    purpose: row.purpose,
    comment: row.comment,
    requiredApprovals: row.requiredApprovals,
    decisions: row.decisions.map(({ keyId, decision, comment, at }) => ({
      ...{ decidedBy: keyId, decision, comment },
      at: at.toISOString(),
    })),
    mandateId: row.mandateId,
    mandateVersion: row.mandateVersion,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }
}
