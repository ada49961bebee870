/**
 * Commerce: the merchant registry (domain A.11b), the directory that resolves the payee of every spend, and purchases: product
 * feeds, checkout sessions, charges and orders (domain A.14).
 */
import type { LateOwners } from '../shared/commit/submitByOwner.ts'
import { buildSubgraph, readContract } from '../shared/contract.ts'
import type { ChargeId, MerchantId } from '../shared/ids.ts'
import { createExchange } from '../shared/outgoing/exchange.ts'
import { createResolveHost } from '../shared/outgoing/resolveHost.ts'
import type { Worker } from '../shared/subgraph.ts'
import { createCheckoutResolvers } from './checkoutResolvers.ts'
import { registerCharges } from './models/charges.ts'
import { registerCheckouts } from './models/checkouts.ts'
import { registerMerchantSecrets } from './models/merchantSecrets.ts'
import { findMerchant, readNamedMerchants, registerMerchants } from './models/merchants.ts'
import { registerOrders } from './models/orders.ts'
import { registerProductFeeds } from './models/productFeeds.ts'
import type { CommerceDeps, CommerceOptions } from './ports.ts'
import { createHttpProcessor } from './processors/http.ts'
import { createResolvers } from './resolvers.ts'
import { stopCharges } from './services/charges/endCharge.ts'
import { createDirectory } from './services/directory.ts'
import { FEED_BYTES_MAX, FEED_TIMEOUT_MS } from './services/importFeed.ts'
import { renewSecrets } from './services/merchantSecrets.ts'
import { orderLedger } from './services/orderLedger.ts'
import { createChargeWorker } from './workers/charges.ts'

/** Registers its collections: call before `database.prepare()`. */
export function createCommerce(options: CommerceOptions) {
  registerMerchants(options.database)
  registerProductFeeds(options.database)
  registerMerchantSecrets(options.database)
  registerCheckouts(options.database)
  registerCharges(options.database)
  registerOrders(options.database)
  const deps = withWaysOut(options)
  const [registry, purchases] = [createResolvers(deps), createCheckoutResolvers(deps)]
  const resolvers = {
    ...{ ...registry, ...purchases },
    Query: { ...registry.Query, ...purchases.Query },
    Mutation: { ...registry.Mutation, ...purchases.Mutation },
  }
  const directory = createDirectory(deps)
  return {
    name: 'commerce',
    ...buildSubgraph(readContract('commerce'), resolvers, deps),
    directory,
    orderLedger,
    /** Whose registry a merchant is in. */
    findOwner: (merchantId: MerchantId) => findMerchant(deps.database, merchantId),
    /** Ends charges that wait for a payment processor and that a kill switch stops. */
    stopCharges: (ids: readonly ChargeId[], late: LateOwners) => stopCharges(deps, ids, late),
    /** @returns how many secrets of merchants were still under a former master key */
    renewSecrets: () => renewSecrets(deps),
    /** All merchants, to be screened. */
    named: () => readNamedMerchants(deps.database),
    // Without a processor, too: charges that wait for one are told as unanswered.
    workers: [createChargeWorker(deps)] satisfies readonly Worker[],
  } as const
}

function withWaysOut({ processor, ...options }: CommerceOptions): CommerceDeps {
  const { allowLoopbackReceivers = false, resolveHost = createResolveHost() } = options
  return {
    ...{ ...options, allowLoopbackReceivers },
    fetchFeed: createExchange({ resolveHost, timeoutMs: FEED_TIMEOUT_MS, bodyMax: FEED_BYTES_MAX }),
    processor:
      processor === undefined
        ? null
        : createHttpProcessor({ ...processor, resolveHost, allowLoopback: allowLoopbackReceivers }),
  }
}
