/** Delivery history: specification 6.1 rule 5. */
import { invalidField } from '../../shared/errors.ts'
import { type Page, parsePage } from '../../shared/pages.ts'
import { owns, type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import { type DeliveryFilter, type DeliveryRow, findDeliveriesById, findDeliveriesOf } from '../models/deliveries.ts'
import { findWebhooksOf } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { deliveryId } from './deliveryId.ts'
import { getWebhook, type PageInput } from './readWebhooks.ts'

const WEBHOOKS_MAX = 200

export async function listDeliveries(
  deps: ServiceDeps,
  principal: Principal,
  input: PageInput & DeliveryFilter & { readonly webhookId: string },
): Promise<{ rows: DeliveryRow[]; page: Page }> {
  const webhook = await getWebhook(deps, principal, input)
  const page = parsePage(input)
  const [last] = page.beforeId === null ? [] : await findDeliveriesById(deps.database, [page.beforeId])
  if (page.beforeId !== null && last?.webhookId !== webhook._id)
    throw invalidField('after', 'invalid_cursor', 'is not a cursor of this list')
  const after = last === undefined ? null : { createdAt: last.createdAt, id: last._id }
  const rows = await findDeliveriesOf(deps.database, webhook._id, { after, limit: page.limit + 1, filter: input })
  return { rows, page }
}

export async function getDelivery(
  deps: ServiceDeps,
  principal: Principal,
  input: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryRow> {
  await getWebhook(deps, principal, input)
  const [row] = await findDeliveriesById(deps.database, [input.deliveryId])
  return requireOwned(principal, row?.webhookId === input.webhookId ? row : null, 'delivery')
}

/** By id alone, for references: null where the caller may not see it. */
export async function findOwnDeliveries(
  deps: ServiceDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(DeliveryRow | null)[]> {
  const rows = new Map((await findDeliveriesById(deps.database, ids)).map((row) => [row._id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    return row !== undefined && owns(principal, row) ? row : null
  })
}

/** The ids follow from event and endpoint, so no index from events to deliveries is needed. */
export async function findDeliveriesOfEvents(
  deps: ServiceDeps,
  principal: Principal,
  eventIds: readonly string[],
): Promise<DeliveryRow[][]> {
  const caller = requireCaller(principal)
  const owner = { orgId: caller.orgId, mode: caller.mode, agentId: caller.kind === 'agent' ? caller.agentId : null }
  const webhooks = await findWebhooksOf(deps.database, owner, { limit: WEBHOOKS_MAX })
  const idsOf = (eventId: string) => webhooks.map((webhook) => deliveryId(webhook._id, eventId))
  const rows = new Map((await findDeliveriesById(deps.database, eventIds.flatMap(idsOf))).map((row) => [row._id, row]))
  return eventIds.map((eventId) => idsOf(eventId).flatMap((id) => rows.get(id) ?? []))
}
