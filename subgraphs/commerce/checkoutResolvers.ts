/** GraphQL of purchases: parse, service, shape. */
import { CHECKOUT_CURRENCY } from '../shared/acp.ts'
import { timeOf } from '../shared/clock.ts'
import { openKey } from '../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../shared/connections.ts'
import { invalidField } from '../shared/errors.ts'
import { type RequestContext, requireCaller } from '../shared/principal.ts'
import type { Resolvers } from './generatedResolvers.ts'
import { commerceLoaders, tokensOf } from './loaders.ts'
import type { CheckoutRow } from './models/checkouts.ts'
import type { CommerceDeps } from './ports.ts'
import { shapeMerchant } from './resolvers.ts'
import { unansweredRefusal } from './rules/charges.ts'
import { isDeclined } from './rules/orders.ts'
import { authorizeCheckout } from './services/authorizeCheckout.ts'
import { cancelCheckout, createCheckout, updateCheckout } from './services/changeCheckout.ts'
import { endCharge } from './services/charges/endCharge.ts'
import { listCharges } from './services/charges/readCharges.ts'
import { importProductFeed } from './services/importFeed.ts'
import { rotateMerchantSecret } from './services/merchantSecrets.ts'
import { payCheckout } from './services/payCheckout.ts'
import { type Manifest, readManifest, setProductFeed } from './services/productFeeds.ts'
import { getCheckout, getOrder, listCheckouts, listOrders } from './services/readCheckouts.ts'
import { receiveOrderEvent } from './services/receiveOrderEvent.ts'
import { shapeCharge, shapeCheckout, shapeOrder, shapeProducts, shapeRefunds, shapeToken } from './shapes.ts'

export function createCheckoutResolvers(deps: CommerceDeps): Resolvers {
  const show = (row: CheckoutRow) => shapeCheckout(row, { baseUrl: deps.baseUrl, now: timeOf(deps.clock, row) })
  const merchantOf = async (merchantId: string, context: RequestContext) => {
    const row = await commerceLoaders(deps, context).merchants.load(merchantId)
    return row === null ? null : shapeMerchant(row)
  }
  const orderOf = (orderId: string | null, context: RequestContext) =>
    orderId === null ? null : commerceLoaders(deps, context).orders.load(orderId)
  const manifest = ({ merchant, feeds, hasMore }: Manifest) => ({
    ...{ productFeed: shapeProducts(feeds), hasMore },
    merchant: merchant === null ? null : shapeMerchant(merchant),
  })
  return {
    Query: {
      productManifest: async (_parent, { merchant = null }, { principal }) =>
        manifest(await readManifest(deps, principal, merchant)),
      checkout: async (_parent, { id }, { principal }) => show(await getCheckout(deps, requireCaller(principal), id)),
      checkouts: async (_parent, args, { principal }) => toConnection(await listCheckouts(deps, principal, args), show),
      charges: async (_parent, args, { principal }) =>
        toConnection(await listCharges(deps, principal, args), shapeCharge),
      order: async (_parent, { id }, { principal }) => shapeOrder(await getOrder(deps, requireCaller(principal), id)),
      orders: async (_parent, args, { principal }) => toConnection(await listOrders(deps, principal, args), shapeOrder),
    },
    Mutation: {
      async setProductFeed(_parent, { input }, { principal }) {
        const { _id } = await setProductFeed(deps, principal, input)
        return { manifest: manifest(await readManifest(deps, principal, _id)) }
      },
      async importProductFeed(_parent, { input }, { principal, pause }) {
        const { _id } = await importProductFeed(deps, principal, input, pause)
        return { manifest: manifest(await readManifest(deps, principal, _id)) }
      },
      async endCharge(_parent, { input }, context) {
        const key = openKey(context, { operation: 'endCharge', on: [input.chargeId], input })
        const { charge, replayed } = await endCharge(deps, context.principal, input, key)
        return { charge: shapeCharge(charge), replayed }
      },
      async rotateMerchantSecret(_parent, { input }, context) {
        const key = openKey(context, { operation: 'rotateMerchantSecret', on: [input.merchantId], input })
        const { merchant, secret, replayed } = await rotateMerchantSecret(deps, context.principal, input, key)
        return { merchant: shapeMerchant(merchant), secret, replayed }
      },
      receiveOrderEvent: async (_parent, { input }) => ({ received: true, ...(await receiveOrderEvent(deps, input)) }),
      async createCheckout(_parent, { input }, context) {
        const key = openKey(context, { operation: 'createCheckout', input })
        const { checkout, replayed } = await createCheckout(deps, context.principal, input, key)
        return { checkout: show(checkout), replayed }
      },
      async updateCheckout(_parent, { input }, context) {
        const key = openKey(context, { operation: 'updateCheckout', on: [input.id], input })
        const { checkout, replayed } = await updateCheckout(deps, context.principal, input, key)
        return { checkout: show(checkout), replayed }
      },
      async cancelCheckout(_parent, { input }, context) {
        const key = openKey(context, { operation: 'cancelCheckout', on: [input.id], input })
        const { checkout, replayed } = await cancelCheckout(deps, context.principal, input, key)
        return { checkout: show(checkout), replayed }
      },
      async authorizeCheckout(_parent, { input }, context) {
        const key = openKey(context, { operation: 'authorizeCheckout', input })
        const { secret, token, replayed } = await deps.tokens.watch(context, 'authorizeCheckout', (tell) =>
          authorizeCheckout(deps, context.principal, { ...input, tell }, key),
        )
        const { sessionId, maxAmountMinor, expiresAt, createdAt } = token
        return {
          ...{ sharedToken: secret, sessionId, maxAmountMinor, currency: CHECKOUT_CURRENCY },
          ...{ expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() },
          ...{ record: shapeToken(token), replayed },
        }
      },
      async payCheckout(_parent, { input }, context) {
        const { sessionId, token, paymentToken, details } = input
        const key = openKey(context, { operation: 'payCheckout', input })
        const secret = token ?? paymentToken
        if (secret == null) throw invalidField('token', 'required', 'is required.')
        if (token != null && paymentToken != null)
          throw invalidField('payment_token', 'given_twice', 'is another name of token: give one of them.')
        const paid = await deps.tokens.watch(context, 'payCheckout', (tell) =>
          payCheckout(deps, context.principal, { sessionId, token: secret, details, tell }, key, context.pause),
        )
        if ('unanswered' in paid) throw unansweredRefusal(paid.unanswered)
        const { order, replayed } = paid
        const checkout = await getCheckout(deps, context.principal, order.sessionId)
        return { order: shapeOrder(order), checkout: show(checkout), replayed }
      },
    },
    Checkout: {
      async __resolveReference({ id }, context) {
        const row = await commerceLoaders(deps, context).checkouts.load(id)
        return row === null ? null : show(row)
      },
      merchant: ({ row }, _args, context) => merchantOf(row.merchantId, context),
      agent: ({ agentId }) => (agentId == null ? null : { id: agentId }),
      async order({ row: { orderId } }, _args, context) {
        const row = await orderOf(orderId, context)
        return row === null ? null : shapeOrder(row)
      },
      sharedTokens: async ({ row }, _args, context) => (await tokensOf(deps, context, row.tokenIds)).map(shapeToken),
      async charge({ row: { chargeId = null } }, _args, context) {
        const charge = chargeId === null ? null : await commerceLoaders(deps, context).charges.load(chargeId)
        return charge === null ? null : shapeCharge(charge)
      },
      async declined({ row: { orderId, tokenIds } }, _args, context) {
        return isDeclined(...(await Promise.all([orderOf(orderId, context), tokensOf(deps, context, tokenIds)])))
      },
    },
    Order: {
      async __resolveReference({ id }, context) {
        const row = await orderOf(id, context)
        return row === null ? null : shapeOrder(row)
      },
      merchant: ({ row }, _args, context) => merchantOf(row.merchantId, context),
      agent: ({ row }) => (row.agentId === null ? null : { id: row.agentId }),
      payment: ({ paymentId }) => ({ id: paymentId }),
      async refunds({ row }, _args, context) {
        const paid = row.refunds.length === 0 ? null : commerceLoaders(deps, context).refunded.load(row.paymentId)
        return shapeRefunds(row, await paid)
      },
    },
    CheckoutConnection: connectionFields,
    ChargeConnection: connectionFields,
    OrderConnection: connectionFields,
  }
}
