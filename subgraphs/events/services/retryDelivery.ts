/** A manual attempt, requested by the owner (specification 6.1 rule 5). The schedule does not change. */
import { timeOf } from '../../shared/clock.ts'
import { type ExternalResult, runExternal } from '../../shared/commit/external.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { DomainError } from '../../shared/errors.ts'
import type { Principal } from '../../shared/principal.ts'
import type { DeliveryRow } from '../models/deliveries.ts'
import { requestAttempt } from '../models/deliveryAttempts.ts'
import type { ServiceDeps } from '../ports.ts'
import { getDelivery } from './readDeliveries.ts'
import { getWebhook } from './readWebhooks.ts'

export function retryDelivery(
  deps: ServiceDeps,
  principal: Principal,
  input: { readonly webhookId: string; readonly deliveryId: string },
  key: RequestKey | null = null,
): Promise<ExternalResult<DeliveryRow>> {
  const find = () => getDelivery(deps, principal, input)
  return runExternal(deps.commit, key, {
    kind: 'delivery',
    async prepare() {
      const webhook = await getWebhook(deps, principal, input)
      const { _id: id } = await find()
      return { id, owner: webhook, prepared: webhook }
    },
    async find(_id, takenAt) {
      const delivery = await find()
      return (delivery.askedAt ?? 0) >= takenAt ? delivery : null
    },
    async make(id, webhook, notSince) {
      const asked = await requestAttempt(deps.database, id, {
        now: timeOf(deps.clock, webhook),
        askedAt: deps.clock.now(),
        machineNow: deps.leaseClock.now(),
        evenIfDue: webhook.status === 'disabled',
        notSince,
      })
      if (asked === null)
        throw new DomainError(
          'conflict',
          'An attempt of this delivery is running or about to. Read the delivery, and retry it once the attempt has ended.',
          {
            reason: 'attempt_running',
          },
        )
      deps.offerDelivery(webhook)
      return asked
    },
  })
}
