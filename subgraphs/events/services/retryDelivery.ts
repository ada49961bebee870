/** One more attempt, asked for by the owner: specification 6.1 rule 5. The schedule goes on as it was. */
import { DomainError } from '../../shared/errors.ts'
import { requireActiveOrganization } from '../../shared/organizationStanding.ts'
import type { Principal } from '../../shared/principal.ts'
import { type DeliveryRow, requestAttempt } from '../models/deliveries.ts'
import type { ServiceDeps } from '../ports.ts'
import { getDelivery } from './readDeliveries.ts'
import { getWebhook } from './readWebhooks.ts'

export async function retryDelivery(
  deps: ServiceDeps,
  principal: Principal,
  input: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryRow> {
  const webhook = await getWebhook(deps, principal, input)
  const delivery = await getDelivery(deps, principal, input)
  await requireActiveOrganization(deps.database, webhook.orgId)
  const asked = await requestAttempt(deps.database, delivery._id, {
    now: deps.clock.now(),
    machineNow: deps.leaseClock.now(),
    evenIfDue: webhook.status === 'disabled',
  })
  if (asked === null)
    throw new DomainError('conflict', 'An attempt of this delivery is running or about to.', {
      reason: 'attempt_running',
    })
  deps.offerDelivery(webhook)
  return asked
}
