/** Removes an endpoint. An attempt in flight may still arrive; none starts afterwards. */

import { noteChange } from '../../shared/acting.ts'
import { timeOf } from '../../shared/clock.ts'
import type { WebhookId } from '../../shared/ids.ts'
import type { Principal } from '../../shared/principal.ts'
import { abandonDeliveries } from '../models/deliveries.ts'
import { deleteWebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { getWebhook } from './readWebhooks.ts'
import { recordedFields } from './recordedFields.ts'

export async function deleteWebhook(
  deps: ServiceDeps,
  principal: Principal,
  { webhookId }: { readonly webhookId: string },
): Promise<{ deletedWebhookId: WebhookId }> {
  const webhook = await getWebhook(deps, principal, { webhookId })
  // The tombstone first: after a crash in between, the delivery worker finds it and abandons the deliveries.
  await deleteWebhookRow(deps.database, webhook._id, timeOf(deps.clock, webhook))
  await abandonDeliveries(deps.database, webhook._id, deps.leaseClock.now())
  noteChange(`webhooks/${webhook._id}`, recordedFields(webhook), null)
  return { deletedWebhookId: webhook._id }
}
