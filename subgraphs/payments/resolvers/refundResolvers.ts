/** GraphQL of refunds and of blocked deposits: parse, service, shape. */
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { PaymentsDeps } from '../ports.ts'
import { linkRefund, listRefunds, notifyRefund, unlinkRefund } from '../services/refunds.ts'
import { unblockDeposit } from '../services/unblockDeposit.ts'
import { shapeRelease } from './releaseShape.ts'
import { type ShapeDeps, shapePayment, shapeRefund } from './shapes.ts'

type Linked = Awaited<ReturnType<typeof linkRefund>>

export function createRefundResolvers(deps: PaymentsDeps & ShapeDeps): Resolvers {
  const linked = ({ deposit, isKnown, replayed }: Linked) => ({
    ...{ refund: shapeRefund(deposit), alreadyLinked: isKnown, replayed },
  })
  return {
    Query: {
      refunds: async (_parent, args, { principal }) =>
        toConnection(await listRefunds(deps, principal, args), shapeRefund),
    },
    Mutation: {
      async linkRefund(_parent, { input }, context) {
        const key = openKey(context, { operation: 'linkRefund', on: [input.paymentId], input })
        return linked(await linkRefund(deps, context.principal, input, key))
      },
      async unlinkRefund(_parent, { input }, context) {
        const on = [input.paymentId, input.depositId]
        const key = openKey(context, { operation: 'unlinkRefund', on, input })
        const { payment, replayed } = await unlinkRefund(deps, context.principal, input, key)
        return { payment: shapePayment(deps, payment), replayed }
      },
      async notifyRefund(_parent, { input }, context) {
        const key = openKey(context, { operation: 'notifyRefund', on: [input.paymentId], input })
        return linked(await notifyRefund(deps, context.principal, input, key))
      },
      async unblockDeposit(_parent, { input }, context) {
        const key = openKey(context, { operation: 'unblockDeposit', on: [input.depositId], input })
        const { deposit, release, isKnown, replayed } = await unblockDeposit(deps, context.principal, input, key)
        return { release: shapeRelease(deposit, release), alreadyUnblocked: isKnown, replayed }
      },
    },
    Payment: {
      refunds: async ({ id }, args, { principal }) =>
        toConnection(await listRefunds(deps, principal, { ...args, paymentId: id }), shapeRefund),
    },
    RefundConnection: connectionFields,
  }
}
