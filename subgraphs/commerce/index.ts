/**
 * Commerce: the merchant registry (domain A.11b), the directory that resolves the payee of every spend, and purchases: product
 * feeds, checkout sessions and orders (domain A.14).
 */
import { buildSubgraph, readContract } from '../shared/contract.ts'
import type { Worker } from '../shared/subgraph.ts'
import { createCheckoutResolvers } from './checkoutResolvers.ts'
import { registerCheckouts } from './models/checkouts.ts'
import { registerMerchantSecrets } from './models/merchantSecrets.ts'
import { readNamedMerchants, registerMerchants } from './models/merchants.ts'
import { registerOrders } from './models/orders.ts'
import { registerProductFeeds } from './models/productFeeds.ts'
import type { CommerceDeps } from './ports.ts'
import { createResolvers } from './resolvers.ts'
import { createDirectory } from './services/directory.ts'
import { renewSecrets } from './services/merchantSecrets.ts'
import { orderLedger } from './services/orderLedger.ts'

export type { CommerceDeps } from './ports.ts'

/** Registers its collections: call before `database.prepare()`. */
export function createCommerce(deps: CommerceDeps) {
  registerMerchants(deps.database)
  registerProductFeeds(deps.database)
  registerMerchantSecrets(deps.database)
  registerCheckouts(deps.database)
  registerOrders(deps.database)
  const [registry, purchases] = [createResolvers(deps), createCheckoutResolvers(deps)]
  const resolvers = {
    ...{ ...registry, ...purchases },
    Query: { ...registry.Query, ...purchases.Query },
    Mutation: { ...registry.Mutation, ...purchases.Mutation },
  }
  const directory = createDirectory(deps)
  return {
    name: 'commerce',
    ...buildSubgraph(readContract('commerce'), resolvers, deps.commit),
    directory,
    orderLedger,
    /** @returns how many secrets of merchants were still under a former master key */
    renewSecrets: () => renewSecrets(deps),
    /** All merchants, to be screened. */
    named: () => readNamedMerchants(deps.database),
    workers: [] as readonly Worker[],
  } as const
}
