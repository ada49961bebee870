/** GraphQL of holds: parse, service, shape. */

import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { type RequestContext, requireCaller } from '../../shared/principal.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import { type CaptureDeps, captureHold } from '../services/holds/captureHold.ts'
import { type ExtendDeps, extendHold, voidHold } from '../services/holds/changeHold.ts'
import { createHold, type Placed } from '../services/holds/createHold.ts'
import { getHoldSettings, setHoldSettings } from '../services/holds/holdSettings.ts'
import { parseHold } from '../services/holds/holdSpend.ts'
import { findOwnHold, listVisibleHolds } from '../services/holds/readHolds.ts'
import type { RefusalLog } from '../services/refusals/refusalLog.ts'
import { paymentLoaders } from './loaders.ts'
import { shownOriginator } from './originator.ts'
import { type ShapeDeps, shapeApproval, shapeHold, shapePayment, shapeWallet } from './shapes.ts'

export type HoldDeps = CaptureDeps & ExtendDeps & { readonly refusals: RefusalLog }

export function createHoldResolvers(deps: HoldDeps & ShapeDeps): Resolvers {
  /** While it is parked there is no hold to show, but its approval. */
  async function placed({ hold, replayed }: Placed, context: RequestContext) {
    const waits = hold.stage === 'awaiting_approval' || hold.stage === 'dismissed'
    const approval =
      waits && hold.approvalId !== null ? await paymentLoaders(deps, context).approvals.load(hold.approvalId) : null
    return {
      hold: waits ? null : shapeHold(hold),
      approval: approval === null ? null : shapeApproval(approval),
      replayed,
    }
  }

  return {
    Query: {
      hold: async (_parent, { id }, { principal }) => shapeHold(await findOwnHold(deps, principal, id)),
      holds: async (_parent, args, { principal }) =>
        toConnection(await listVisibleHolds(deps, principal, args), shapeHold),
      holdSettings: (_parent, { orgId }, { principal }) => getHoldSettings(deps, principal, orgId),
    },
    Mutation: {
      async createHold(_parent, { input }, context) {
        const caller = requireCaller(context.principal)
        const key = openKey(context, { operation: 'createHold', input })
        const made = await deps.refusals.watch(context, { operation: 'createHold', input }, (tell) =>
          createHold(deps, caller, async () => tell(await parseHold(deps, caller, input)), key),
        )
        return placed(made, context)
      },
      async captureHold(_parent, { input }, context) {
        const key = openKey(context, { operation: 'captureHold', on: [input.holdId], input })
        const { hold, replayed } = await deps.refusals.watch(context, { operation: 'captureHold', input: {} }, (tell) =>
          captureHold(deps, context.principal, { ...input, tell }, key),
        )
        return { hold: shapeHold(hold), replayed }
      },
      async voidHold(_parent, { input }, context) {
        const key = openKey(context, { operation: 'voidHold', on: [input.holdId], input })
        const { hold, replayed } = await voidHold(deps, context.principal, input, key)
        return { hold: shapeHold(hold), replayed }
      },
      async extendHold(_parent, { input }, context) {
        const key = openKey(context, { operation: 'extendHold', on: [input.holdId], input })
        const { hold, replayed } = await extendHold(deps, context.principal, input, key)
        return { hold: shapeHold(hold), replayed }
      },
      setHoldSettings: async (_parent, { input }, { principal }) => ({
        holdSettings: await setHoldSettings(deps, principal, input),
      }),
    },
    Wallet: {
      holds: async ({ id }, args, { principal }) =>
        toConnection(await listVisibleHolds(deps, principal, { ...args, walletId: id }), shapeHold),
    },
    Hold: {
      originator: ({ originator }, _args, { principal }) => shownOriginator(originator, principal),
      async wallet({ walletId }, _args, context) {
        const view = await paymentLoaders(deps, context).wallets.load(walletId)
        return view === null ? null : shapeWallet(deps, view)
      },
      async paymentStatus({ paymentId }, _args, context) {
        const row = paymentId === null ? null : await paymentLoaders(deps, context).payments.load(paymentId)
        return row?.status ?? null
      },
      async payment({ paymentId }, _args, context) {
        const row = paymentId === null ? null : await paymentLoaders(deps, context).payments.load(paymentId)
        return row === null ? null : shapePayment(deps, row)
      },
      async approval({ approvalId }, _args, context) {
        const row = approvalId === null ? null : await paymentLoaders(deps, context).approvals.load(approvalId)
        return row === null ? null : shapeApproval(row)
      },
      async __resolveReference({ id }, context) {
        const row = await paymentLoaders(deps, context).holds.load(id)
        return row === null ? null : shapeHold(row)
      },
    },
    HoldConnection: connectionFields,
  }
}
