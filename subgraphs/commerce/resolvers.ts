/** GraphQL of commerce: parse, service, shape. References go through the same loader and ownership rule as fields. */
import { openKey } from '../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../shared/connections.ts'
import type { RequestContext } from '../shared/principal.ts'
import { showCheckout } from './checkoutTypes.ts'
import type { Resolvers } from './generatedResolvers.ts'
import { commerceLoaders } from './loaders.ts'
import type { CommerceDeps } from './ports.ts'
import { createMerchant, updateMerchant } from './services/changeRegistry.ts'
import { listCheckouts, listOrders } from './services/readCheckouts.ts'
import { getMerchant, listMerchants } from './services/readMerchants.ts'
import { shapeMerchant, shapeOrder } from './shapes.ts'

export function createResolvers(deps: CommerceDeps): Resolvers {
  const finder = (context: RequestContext) => (id: string) => commerceLoaders(deps, context).merchants.load(id)
  return {
    Query: {
      merchant: async (_parent, { id }, context) => shapeMerchant(await getMerchant(finder(context), id)),
      merchants: async (_parent, args, { principal }) =>
        toConnection(await listMerchants(deps, principal, args), shapeMerchant),
    },
    Mutation: {
      async createMerchant(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'createMerchant', input })
        const { merchant, replayed } = await createMerchant(deps, context.principal, request, key)
        return { merchant: shapeMerchant(merchant), replayed }
      },
      async updateMerchant(_parent, { input }, context) {
        return { merchant: shapeMerchant(await updateMerchant(deps, context.principal, input)) }
      },
    },
    MerchantConnection: connectionFields,
    Merchant: {
      // Checks ownership only: who may see a payment may see its merchant, without the capability for the registry.
      async __resolveReference({ id }, context) {
        const row = await finder(context)(id)
        return row === null ? null : shapeMerchant(row)
      },
      checkouts: async ({ id: merchantId }, args, { principal }) =>
        toConnection(await listCheckouts(deps, principal, { ...args, merchantId }), (row) => showCheckout(deps, row)),
      orders: async ({ id: merchantId }, args, { principal }) =>
        toConnection(await listOrders(deps, principal, { ...args, merchantId }), shapeOrder),
    },
  }
}
