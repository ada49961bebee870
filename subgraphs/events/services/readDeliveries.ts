/** Delivery history (specification 6.1 rule 5). */
import { type OrderedArguments, type Page, pageMaxOf, pageOf } from '../../shared/connections.ts'
import { parseInstant, requireRange } from '../../shared/fields.ts'
import { idsOf, isId } from '../../shared/ids.ts'
import { type Principal, requireCaller, requireOwned, visibleInOrder } from '../../shared/principal.ts'
import {
  type DeliveryListArguments,
  type DeliveryRow,
  findDeliveriesById,
  findDeliveryPage,
} from '../models/deliveries.ts'
import { findWebhooksOf } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import type { DeliveryState } from '../rules/retrySchedule.ts'
import { viewerOf } from '../rules/visibility.ts'
import { deliveryId } from './deliveryId.ts'
import { getWebhook } from './readWebhooks.ts'
import { retainedSince } from './retention.ts'

const FIELD = 'Event.deliveries'

export interface DeliveriesArguments extends Omit<DeliveryListArguments, 'createdFrom' | 'createdUntil'> {
  readonly webhookId: string
  readonly createdFrom?: string | null | undefined
  readonly createdUntil?: string | null | undefined
}

export async function listDeliveries(
  deps: ServiceDeps,
  principal: Principal,
  { webhookId, createdFrom, createdUntil, ...args }: DeliveriesArguments,
): Promise<Page<DeliveryRow>> {
  const range = {
    createdFrom: parseInstant(createdFrom, 'created_from', 'day'),
    createdUntil: parseInstant(createdUntil, 'created_until', 'day'),
  }
  requireRange(range.createdFrom, range.createdUntil, ['created_from', 'created_until'])
  const webhook = await getWebhook(deps, principal, { webhookId })
  return findDeliveryPage(deps.database, webhook._id, retainedSince(deps, webhook), { ...args, ...range })
}

export async function getDelivery(
  deps: ServiceDeps,
  principal: Principal,
  input: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryRow> {
  await getWebhook(deps, principal, input)
  const [row] = await findDeliveriesById(deps.database, idsOf('delivery', [input.deliveryId]))
  return requireOwned(principal, row?.webhookId === input.webhookId ? row : null, 'delivery')
}

/** By id alone, for references: null when the caller may not see it. */
export async function findOwnDeliveries(
  deps: ServiceDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(DeliveryRow | null)[]> {
  return visibleInOrder(principal, ids, await findDeliveriesById(deps.database, idsOf('delivery', ids)))
}

/** Arguments of the deliveries of one event; they are sorted by their endpoints. */
export interface EventDeliveriesArguments extends OrderedArguments {
  readonly statuses?: readonly DeliveryState[] | null | undefined
}

/** @param rows all of them, by their endpoints, those of the newest first */
export function pageOfEvent(
  eventId: string,
  rows: readonly DeliveryRow[],
  { orderBy, statuses, ...args }: EventDeliveriesArguments,
): Page<DeliveryRow> {
  const direction = orderBy?.direction ?? 'desc'
  const isListed = ({ status }: DeliveryRow) => statuses?.includes(status) ?? true
  const list = { name: `deliveries of ${eventId}.${direction}`, field: FIELD, isListed }
  return pageOf(list, direction === 'asc' ? rows.toReversed() : rows, args)
}

/**
 * All that the caller may see, by their endpoints, those of the newest first. The ids follow from event and endpoint, so no
 * index from events to deliveries is needed.
 */
export async function findDeliveriesOfEvents(
  deps: ServiceDeps,
  principal: Principal,
  eventIds: readonly string[],
): Promise<DeliveryRow[][]> {
  const viewer = viewerOf(requireCaller(principal))
  const webhooks = await findWebhooksOf(deps.database, viewer, pageMaxOf(FIELD))
  const deliveryIds = (eventId: string) =>
    isId('event', eventId) ? webhooks.map((webhook) => deliveryId(webhook._id, eventId)) : []
  const rows = new Map(
    (await findDeliveriesById(deps.database, eventIds.flatMap(deliveryIds))).map((row) => [row._id, row]),
  )
  return eventIds.map((eventId) => deliveryIds(eventId).flatMap((id) => rows.get(id) ?? []))
}
