/** Sends a sample event, marked `test: true`, through the same pipeline as real ones; it is not in the event log. */
import { acpEventOf } from '../../shared/acpOrder.ts'
import { timeOf } from '../../shared/clock.ts'
import { type ExternalResult, runExternal } from '../../shared/commit/external.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { invalidField } from '../../shared/errors.ts'
import { isEventType } from '../../shared/events.ts'
import { isId } from '../../shared/ids.ts'
import { type Principal, requireOwned } from '../../shared/principal.ts'
import { type DeliveryRow, findDeliveriesById } from '../models/deliveries.ts'
import { insertDeliveries } from '../models/newDeliveries.ts'
import type { ServiceDeps } from '../ports.ts'
import { sampleOf } from '../rules/eventData.ts'
import { deliveryId } from './deliveryId.ts'
import { planDelivery } from './planDelivery.ts'
import { getWebhook } from './readWebhooks.ts'

export function testWebhook(
  deps: ServiceDeps,
  principal: Principal,
  input: { readonly webhookId: string; readonly type?: unknown },
  key: RequestKey | null = null,
): Promise<ExternalResult<DeliveryRow>> {
  return runExternal(deps.commit, key, {
    kind: 'event',
    async prepare() {
      const webhook = await getWebhook(deps, principal, input)
      const type = input.type ?? (webhook.format === 'acp' ? 'checkout.completed' : 'payment.completed')
      if (!isEventType(type))
        throw invalidField('type', 'unknown_event_type', 'is not an event type; GET /api/v2/event-types lists them.')
      if (webhook.format === 'acp' && acpEventOf(type) === null)
        throw invalidField('type', 'not_in_format', 'is no event of an order, and this endpoint gets no others.')
      return { id: deps.newId('event'), owner: webhook, prepared: { webhook, type } }
    },
    async find(eventId) {
      const { webhookId } = input
      const ids = isId('webhook', webhookId) ? [deliveryId(webhookId, eventId)] : []
      const [delivery] = await findDeliveriesById(deps.database, ids)
      return delivery === undefined ? null : requireOwned(principal, delivery, 'delivery')
    },
    async make(eventId, { webhook, type }) {
      const now = timeOf(deps.clock, webhook)
      const event = { _id: eventId, type, createdAt: now, data: sampleOf(type) }
      // It is sent to a disabled endpoint too, but its first attempt is the first of the schedule.
      const delivery = planDelivery(webhook, event, { now, test: true, baseUrl: deps.baseUrl })
      await insertDeliveries(deps.database, [delivery], deps.leaseClock.now())
      deps.offerDelivery(webhook)
      return delivery
    },
  })
}
