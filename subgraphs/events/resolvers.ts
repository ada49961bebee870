/** GraphQL of events: parse, service, shape. References go through the same services and ownership rule as fields. */
import DataLoader from 'dataloader'
import { openKey } from '../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../shared/connections.ts'
import type { EventRow } from '../shared/events.ts'
import { loadersOf, type RequestContext, requireCaller } from '../shared/principal.ts'
import { createAuditResolvers } from './auditResolvers.ts'
import type { DeliveryTails } from './deliveryTails.ts'
import type { EventFeed } from './feed.ts'
import type { Resolvers } from './generatedResolvers.ts'
import type { DeliveryRow } from './models/deliveries.ts'
import type { ServiceDeps } from './ports.ts'
import { createWebhook } from './services/createWebhook.ts'
import { deleteWebhook } from './services/deleteWebhook.ts'
import {
  findDeliveriesOfEvents,
  findOwnDeliveries,
  getDelivery,
  listDeliveries,
  pageOfEvent,
} from './services/readDeliveries.ts'
import { findOwnEvents, getEvent, getEventType, listEvents, listEventTypes } from './services/readEvents.ts'
import { findOwnWebhooks, getWebhook, listWebhooks } from './services/readWebhooks.ts'
import { replayWebhook } from './services/replayWebhook.ts'
import { retryDelivery } from './services/retryDelivery.ts'
import { rotateWebhookSecret } from './services/rotateWebhookSecret.ts'
import { subscribeDeliveries } from './services/subscribeDeliveries.ts'
import {
  APPROVAL_TYPES,
  KILL_SWITCH_TYPES,
  PAYMENT_EVENTS,
  subscribeAll,
  subscribeArea,
  subscribeEvents,
  subscribeState,
  TREASURY_EVENTS,
} from './services/subscribeEvents.ts'
import { testWebhook } from './services/testWebhook.ts'
import { updateWebhook } from './services/updateWebhook.ts'
import { readHealth } from './services/webhookHealth.ts'
import { shapeDelivery, shapeEvent, shapeHealth, shapeReplay, shapeWalletUpdate, shapeWebhook } from './shapes.ts'

function createLoaders(deps: ServiceDeps, { principal }: RequestContext) {
  return {
    events: new DataLoader((ids: readonly string[]) => findOwnEvents(deps, principal, ids)),
    webhooks: new DataLoader((ids: readonly string[]) => findOwnWebhooks(deps, principal, ids)),
    deliveries: new DataLoader((ids: readonly string[]) => findOwnDeliveries(deps, principal, ids)),
    deliveriesOfEvent: new DataLoader((ids: readonly string[]) => findDeliveriesOfEvents(deps, principal, ids)),
  }
}

// The generated types expect shaped events, but the streams carry rows; `resolve` shapes each.
function createSubscriptions(
  deps: ServiceDeps,
  feed: EventFeed,
  deliveryTails: DeliveryTails,
): NonNullable<Resolvers['Subscription']> {
  const toEvent = (row: unknown) => shapeEvent(row as EventRow)
  return {
    events: {
      subscribe: (_parent, { filter, after }, context) => subscribeAll({ feed, context }, filter, after),
      resolve: toEvent,
    },
    paymentEvents: {
      subscribe: (_parent, args, context) => subscribeArea({ feed, context }, PAYMENT_EVENTS, args),
      resolve: toEvent,
    },
    treasuryEvents: {
      subscribe: (_parent, args, context) => subscribeArea({ feed, context }, TREASURY_EVENTS, args),
      resolve: toEvent,
    },
    approvalsPending: {
      subscribe: (_parent, { after }, context) => subscribeEvents({ feed, context }, { types: APPROVAL_TYPES, after }),
      resolve: toEvent,
    },
    walletUpdated: {
      subscribe: (_parent, { walletId, after }, context) =>
        subscribeEvents({ feed, context }, { walletId, after, hasWallet: true, anyArea: true }),
      resolve: (row: unknown) => shapeWalletUpdate(row as EventRow),
    },
    killSwitchChanged: {
      subscribe: (_parent, _args, context) =>
        subscribeState({ feed, context }, KILL_SWITCH_TYPES, deps.killSwitches.findActive),
      resolve: (ids: unknown) => ({ switches: (ids as readonly string[]).map((id) => ({ id })) }),
    },
    deliveries: {
      subscribe: (_parent, args, { principal }) => subscribeDeliveries(deps, deliveryTails, principal, args),
      resolve: (row: unknown) => shapeDelivery(row as DeliveryRow),
    },
  }
}

export function createResolvers(deps: ServiceDeps, feed: EventFeed, deliveryTails: DeliveryTails): Resolvers {
  const loaders = (context: RequestContext) => loadersOf(context, 'events', () => createLoaders(deps, context))
  const audit = createAuditResolvers(deps)
  return {
    ...audit,
    Query: {
      ...audit.Query,
      events: async (_parent, args, { principal }) => toConnection(await listEvents(deps, principal, args), shapeEvent),
      event: async (_parent, args, { principal }) => shapeEvent(await getEvent(deps, principal, args)),
      eventTypes: () => listEventTypes(),
      eventType: (_parent, args) => getEventType(args),
      webhooks: async (_parent, args, { principal }) =>
        toConnection(await listWebhooks(deps, principal, args), shapeWebhook),
      webhook: async (_parent, { id }, { principal }) =>
        shapeWebhook(await getWebhook(deps, principal, { webhookId: id })),
      deliveries: async (_parent, args, { principal }) =>
        toConnection(await listDeliveries(deps, principal, args), shapeDelivery),
      delivery: async (_parent, { webhookId, id }, { principal }) =>
        shapeDelivery(await getDelivery(deps, principal, { webhookId, deliveryId: id })),
    },
    Mutation: {
      async createWebhook(_parent, { input }, context) {
        const key = openKey(context, { operation: 'createWebhook', input })
        const { made, replayed } = await createWebhook(deps, context.principal, input, key)
        return { webhook: shapeWebhook(made.webhook), secret: made.secret, replayed }
      },
      updateWebhook: async (_parent, { input }, { principal }) => ({
        webhook: shapeWebhook(await updateWebhook(deps, principal, input)),
      }),
      deleteWebhook: (_parent, { input }, { principal }) => deleteWebhook(deps, principal, input),
      async testWebhook(_parent, { input }, context) {
        const key = openKey(context, { operation: 'testWebhook', on: [input.webhookId], input })
        const { made, replayed } = await testWebhook(deps, context.principal, input, key)
        return { delivery: shapeDelivery(made), replayed }
      },
      async rotateWebhookSecret(_parent, { input }, context) {
        const key = openKey(context, { operation: 'rotateWebhookSecret', on: [input.webhookId], input })
        const { made, replayed } = await rotateWebhookSecret(deps, context.principal, input, key)
        const { webhook, secret, previousSecretExpiresAt } = made
        return {
          webhook: shapeWebhook(webhook),
          secret,
          previousSecretExpiresAt: previousSecretExpiresAt.toISOString(),
          replayed,
        }
      },
      async replayWebhook(_parent, { input }, context) {
        const key = openKey(context, { operation: 'replayWebhook', on: [input.webhookId], input })
        const { made, replayed } = await replayWebhook(deps, context.principal, input, key)
        return { ...shapeReplay(requireCaller(context.principal).orgId, made), replayed }
      },
      async retryDelivery(_parent, { input }, context) {
        const { webhookId, deliveryId } = input
        const { made, replayed } = await retryDelivery(
          deps,
          context.principal,
          input,
          openKey(context, { operation: 'retryDelivery', on: [webhookId, deliveryId], input }),
        )
        return { delivery: shapeDelivery(made), replayed }
      },
    },
    Subscription: createSubscriptions(deps, feed, deliveryTails),
    Event: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).events.load(id)
        return row === null ? null : shapeEvent(row)
      },
      deliveries: async ({ id = '' }, args, context) =>
        toConnection(pageOfEvent(id, await loaders(context).deliveriesOfEvent.load(id), args), shapeDelivery),
    },
    EventConnection: connectionFields,
    WebhookConnection: connectionFields,
    WebhookDeliveryConnection: connectionFields,
    Webhook: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).webhooks.load(id)
        return row === null ? null : shapeWebhook(row)
      },
      health: async ({ row }) => shapeHealth(await readHealth(deps, row)),
      deliveries: async ({ row }, args, { principal }) =>
        toConnection(await listDeliveries(deps, principal, { webhookId: row._id, ...args }), shapeDelivery),
    },
    WebhookDelivery: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).deliveries.load(id)
        return row === null ? null : shapeDelivery(row)
      },
    },
  }
}
