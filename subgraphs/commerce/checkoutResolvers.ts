/** GraphQL of purchases: parse, service, shape. */
import { CHECKOUT_CURRENCY } from '../shared/acp.ts'
import { asStored, openKey } from '../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../shared/connections.ts'
import { invalidField } from '../shared/errors.ts'
import { type Principal, type RequestContext, requireCaller } from '../shared/principal.ts'
import { createCheckoutTypes, showCheckout } from './checkoutTypes.ts'
import type { Resolvers } from './generatedResolvers.ts'
import type { CheckoutRow } from './models/checkouts.ts'
import type { MerchantRow } from './models/merchants.ts'
import type { CommerceDeps } from './ports.ts'
import { unansweredRefusal } from './rules/charges.ts'
import { authorizeCheckout } from './services/authorizeCheckout.ts'
import { cancelCheckout, createCheckout, updateCheckout } from './services/changeCheckout.ts'
import { endCharge } from './services/charges/endCharge.ts'
import { getCharge, listCharges } from './services/charges/readCharges.ts'
import { importProductFeed } from './services/importFeed.ts'
import { rotateMerchantSecret } from './services/merchantSecrets.ts'
import { payCheckout } from './services/payCheckout.ts'
import { type Manifest, manifestOf, readManifest, setProductFeed } from './services/productFeeds.ts'
import { getCheckout, getOrder, listCheckouts, listOrders } from './services/readCheckouts.ts'
import { receiveOrderEvent } from './services/receiveOrderEvent.ts'
import { shapeCharge, shapeMerchant, shapeOrder, shapeProducts, shapeToken, withoutNotes } from './shapes.ts'

const SKIPPED_SHOWN = 10

export function createCheckoutResolvers(deps: CommerceDeps): Resolvers {
  const show = (row: CheckoutRow) => showCheckout(deps, row)
  /** Earlier releases had a scope for each session. */
  const keyOf = (context: RequestContext, operation: string, input: { readonly sessionId: string }) =>
    asStored(deps.commit, openKey(context, { operation, input, earlierOn: [input.sessionId] }))
  const manifest = ({ merchant, feeds, hasMore }: Manifest) => ({
    ...{ productFeed: shapeProducts(feeds), hasMore },
    merchant: merchant === null ? null : shapeMerchant(merchant),
  })
  const shownFeed = async ({ kind }: Principal, merchant: MerchantRow) => ({
    manifest: manifest(await manifestOf(deps, kind === 'merchant' ? withoutNotes(merchant) : merchant)),
  })
  return {
    Query: {
      productManifest: async (_parent, { merchant = null }, { principal }) =>
        manifest(await readManifest(deps, principal, merchant)),
      checkout: async (_parent, { id }, { principal }) => show(await getCheckout(deps, requireCaller(principal), id)),
      checkouts: async (_parent, args, { principal }) => toConnection(await listCheckouts(deps, principal, args), show),
      charge: async (_parent, { id }, { principal }) =>
        shapeCharge(await getCharge(deps, requireCaller(principal), id)),
      charges: async (_parent, args, { principal }) =>
        toConnection(await listCharges(deps, principal, args), shapeCharge),
      order: async (_parent, { id }, { principal }) => shapeOrder(await getOrder(deps, principal, id)),
      orders: async (_parent, args, { principal }) => toConnection(await listOrders(deps, principal, args), shapeOrder),
    },
    Mutation: {
      async setProductFeed(_parent, { input }, { principal }) {
        return shownFeed(principal, await setProductFeed(deps, principal, input))
      },
      async importProductFeed(_parent, { input }, { principal, pause }) {
        const { merchant, skipped } = await importProductFeed(deps, principal, input, pause)
        const reasons = skipped.slice(0, SKIPPED_SHOWN)
        return { ...(await shownFeed(principal, merchant)), skipped: { count: skipped.length, reasons } }
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
      async receiveOrderEvent(_parent, { input: { payload, signature, format } }, { principal }) {
        const told = { payload, signature: signature ?? '', format: format ?? 'service' }
        return { received: true, ...(await receiveOrderEvent(deps, principal, told)) }
      },
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
        const key = await keyOf(context, 'authorizeCheckout', input)
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
        const key = await keyOf(context, 'payCheckout', input)
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
    ...createCheckoutTypes(deps),
    CheckoutConnection: connectionFields,
    ChargeConnection: connectionFields,
    OrderConnection: connectionFields,
    SharedTokenConnection: connectionFields,
  }
}
