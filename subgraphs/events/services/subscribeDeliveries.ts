/** Deliveries of one endpoint: those of now first, then each as it changes. */
import { DomainError } from '../../shared/errors.ts'
import type { DeliveryId } from '../../shared/ids.ts'
import type { Principal } from '../../shared/principal.ts'
import type { DeliveryTails } from '../deliveryTails.ts'
import { type DeliveryRow, findDeliveriesById, findDeliveryPage } from '../models/deliveries.ts'
import type { ServiceDeps } from '../ports.ts'
import { getWebhook } from './readWebhooks.ts'
import { retainedSince } from './retention.ts'
import { closable, type Stream } from './stream.ts'

const SHOWN_AT_FIRST = 50
const READ_AT_ONCE = 20
/** Changes of one delivery wait as one. */
const WAITING_MAX = 5_000

/** @throws DomainError not_found, also while it runs: the endpoint was deleted */
export async function subscribeDeliveries(
  deps: ServiceDeps,
  tails: DeliveryTails,
  principal: Principal,
  input: { readonly webhookId: string },
): Promise<Stream<DeliveryRow>> {
  const webhook = await getWebhook(deps, principal, input)
  const { _id: webhookId } = webhook
  const closing = new AbortController()
  const { signal } = closing
  const waiting = new Set<DeliveryId>()
  let overflowed = false
  let isDeleted = false
  let wake = () => {}
  const detach = tails.attach(webhookId, {
    onChange(id) {
      if (waiting.size >= WAITING_MAX) overflowed = true
      else waiting.add(id)
      wake()
    },
    onDeleted() {
      isDeleted = true
      wake()
    },
  })
  signal.addEventListener('abort', () => {
    detach()
    wake()
  })

  async function* rows(): AsyncGenerator<DeliveryRow, undefined> {
    try {
      const since = retainedSince(deps, webhook)
      yield* (await findDeliveryPage(deps.database, webhookId, since, { first: SHOWN_AT_FIRST })).rows.toReversed()
      while (!signal.aborted) {
        if (overflowed) throw tooSlow()
        const ids = [...waiting].slice(0, READ_AT_ONCE)
        if (ids.length === 0 && !isDeleted) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        for (const id of ids) waiting.delete(id)
        await getWebhook(deps, principal, input)
        for (const row of await findDeliveriesById(deps.database, ids)) if (!signal.aborted) yield row
      }
    } finally {
      detach()
    }
    return undefined
  }
  return closable(rows(), closing)
}

function tooSlow(): DomainError {
  return new DomainError(
    'rate_limited',
    `More than ${WAITING_MAX} deliveries have changed that were not read yet. Subscribe again: it begins with those of now.`,
    { reason: 'too_slow', limit: WAITING_MAX },
  )
}
