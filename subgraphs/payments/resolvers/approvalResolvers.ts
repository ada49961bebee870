/** GraphQL of approvals: parse, service, shape. */

import { openKey, type RequestKey } from '../../shared/commit/requestKey.ts'
import { invalidField } from '../../shared/errors.ts'
import { parsePage, toConnection } from '../../shared/pages.ts'
import type { RequestContext } from '../../shared/principal.ts'
import type { ApprovalFilter } from '../models/approvals.ts'
import type { PaymentsDeps } from '../ports.ts'
import { APPROVAL_STATUSES, SUBJECT_TYPES } from '../rules/approvals.ts'
import { cancelApproval } from '../services/approvals/cancelApproval.ts'
import { type Decided, type DecisionInput, decideApproval } from '../services/approvals/decideApproval.ts'
import { getApproval, listVisibleApprovals } from '../services/approvals/readApprovals.ts'
import { type RequestInput, requestApproval } from '../services/approvals/requestApproval.ts'
import { paymentLoaders } from './loaders.ts'
import { type ShapeDeps, shapeApproval, shapePayment } from './shapes.ts'

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

export function createApprovalResolvers(deps: PaymentsDeps & ShapeDeps) {
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
        const key = openKey(context, { operation: 'requestApproval', input })
        return payload(await requestApproval(deps, context.principal, input, key))
      },
      approveApproval: async (_: unknown, { input }: Act<DecisionInput>, context: RequestContext) => {
        const decision = { ...input, decision: 'approve' } as const
        return payload(
          await decideApproval(deps, context.principal, decision, decisionKey(context, 'approveApproval', input)),
        )
      },
      denyApproval: async (_: unknown, { input }: Act<DecisionInput>, context: RequestContext) => {
        const decision = { ...input, decision: 'deny' } as const
        return payload(
          await decideApproval(deps, context.principal, decision, decisionKey(context, 'denyApproval', input)),
        )
      },
      cancelApproval: async (_: unknown, { input }: Act<DecisionInput>, context: RequestContext) =>
        payload(await cancelApproval(deps, context.principal, input, decisionKey(context, 'cancelApproval', input))),
    },
    Approval: {
      payment: async ({ subjectId }: { subjectId: string | null }, _: unknown, context: RequestContext) => {
        const row = subjectId === null ? null : await paymentLoaders(deps, context).payments.load(subjectId)
        return row === null ? null : shapePayment(deps, row)
      },
      __resolveReference: async ({ id }: { id: string }, context: RequestContext) => {
        const row = await paymentLoaders(deps, context).approvals.load(id)
        return row === null ? null : shapeApproval(row)
      },
    },
  }
}

/** Every person's own: another's vote under the same key is another vote. */
function decisionKey(context: RequestContext, operation: string, input: DecisionInput): RequestKey | null {
  const earlier = { comment: input.comment ?? null }
  return openKey(context, { operation, on: [input.approvalId], input, byPerson: true, earlier })
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
