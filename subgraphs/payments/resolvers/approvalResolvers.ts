/** GraphQL of approvals: parse, service, shape. */

import { timeOf } from '../../shared/clock.ts'
import { openKey, type RequestKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import type { RequestContext } from '../../shared/principal.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { PaymentsDeps } from '../ports.ts'
import { explainReason, fundsAvailable } from '../rules/approvals.ts'
import { cancelApproval } from '../services/approvals/cancelApproval.ts'
import { type Decided, type DecisionInput, decideApproval } from '../services/approvals/decideApproval.ts'
import { getApproval, listVisibleApprovals } from '../services/approvals/readApprovals.ts'
import { requestApproval } from '../services/approvals/requestApproval.ts'
import { paymentLoaders, requesterOf } from './loaders.ts'
import { type ShapeDeps, shapeApproval, shapePayment, shapeWallet } from './shapes.ts'

export function createApprovalResolvers(deps: PaymentsDeps & ShapeDeps): Resolvers {
  const payload = ({ approval, replayed }: Decided) => ({ approval: shapeApproval(approval), replayed })

  return {
    Query: {
      approval: async (_parent, { id }, { principal }) => shapeApproval(await getApproval(deps, principal, id)),
      approvals: async (_parent, args, { principal }) =>
        toConnection(await listVisibleApprovals(deps, principal, args), shapeApproval),
    },
    Mutation: {
      async requestApproval(_parent, { input }, context) {
        const key = openKey(context, { operation: 'requestApproval', input })
        return payload(await requestApproval(deps, context.principal, input, key))
      },
      async approveApproval(_parent, { input }, context) {
        const decision = { ...input, decision: 'approve' } as const
        return payload(
          await decideApproval(deps, context.principal, decision, decisionKey(context, 'approveApproval', input)),
        )
      },
      async denyApproval(_parent, { input }, context) {
        const decision = { ...input, decision: 'deny' } as const
        return payload(
          await decideApproval(deps, context.principal, decision, decisionKey(context, 'denyApproval', input)),
        )
      },
      cancelApproval: async (_parent, { input }, context) =>
        payload(await cancelApproval(deps, context.principal, input, decisionKey(context, 'cancelApproval', input))),
    },
    Approval: {
      reasonMessage: ({ reason }) => explainReason(reason),
      requester: ({ requestedBy }, _args, context) => requesterOf(deps, context, requestedBy),
      async wallet({ walletId }, _args, context) {
        const view = await paymentLoaders(deps, context).wallets.load(walletId)
        return view === null ? null : shapeWallet(deps, view)
      },
      async deciders({ id }, _args, context) {
        const of = paymentLoaders(deps, context)
        const row = await of.approvals.load(id)
        return row === null ? null : of.deciders.load(row)
      },
      async fundsAvailable({ id, walletId }, _args, context) {
        const of = paymentLoaders(deps, context)
        const [row, view] = await Promise.all([of.approvals.load(id), of.wallets.load(walletId)])
        return row === null || view === null ? null : fundsAvailable(row, view.position, timeOf(deps.clock, row))
      },
      async payment({ subjectId }, _args, context) {
        const row = subjectId === null ? null : await paymentLoaders(deps, context).payments.load(subjectId)
        return row === null ? null : shapePayment(deps, row)
      },
      async __resolveReference({ id }, context) {
        const row = await paymentLoaders(deps, context).approvals.load(id)
        return row === null ? null : shapeApproval(row)
      },
    },
    ApprovalDecision: {
      person: ({ decidedBy }, _args, context) => paymentLoaders(deps, context).people.load(decidedBy),
      async counts({ approvalId, decidedBy, decision, isLapsed }, _args, context) {
        if (isLapsed || decision === 'deny') return !isLapsed
        const of = paymentLoaders(deps, context)
        const row = await of.approvals.load(approvalId)
        return row !== null && (await of.standing.load(row)).has(decidedBy)
      },
    },
    ApprovalConnection: connectionFields,
  }
}

/** Keys of decisions belong to a person: another person's vote under the same key is another vote. */
function decisionKey(context: RequestContext, operation: string, input: DecisionInput): RequestKey | null {
  const earlier = { comment: input.comment ?? null }
  return openKey(context, { operation, on: [input.approvalId], input, byPerson: true, earlier })
}
