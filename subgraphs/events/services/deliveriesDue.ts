/**
 * Deliveries that the clock of an organization makes due, made here and now: whoever moves the clock does not go on before
 * every attempt has ended, so that the next one is counted from when it was made.
 */
import { timeOf } from '../../shared/clock.ts'
import type { DueWork } from '../../shared/dueWork.ts'
import type { WebhookId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import { sleep } from '../../shared/subgraph.ts'
import { countDueDeliveries, findNextDueAt } from '../models/deliveries.ts'
import { findActiveWebhookIds } from '../models/webhooks.ts'
import { type AttemptDeps, attemptDelivery, claimNext } from './attemptDelivery.ts'
import { fanOutEvents } from './fanOutEvents.ts'

const AT_ONCE_PER_ENDPOINT = 4
/** Another worker makes an attempt. */
const LOOK_AGAIN_MS = 20

export const deliveriesDue = (deps: AttemptDeps): DueWork => ({
  name: 'webhooks',
  followsOthers: true,
  async nextAt(owner, after) {
    return findNextDueAt(deps.database, await findActiveWebhookIds(deps.database, owner), after)
  },
  async count(owner, until) {
    return countDueDeliveries(deps.database, await findActiveWebhookIds(deps.database, owner), until)
  },
  async run(owner, signal) {
    const webhookIds = await findActiveWebhookIds(deps.database, owner)
    if (webhookIds.length === 0) return
    // What became due just before has made events, of which no delivery is planned yet.
    while (!signal.aborted && (await fanOutEvents(deps, owner.orgId)));
    await Promise.all(webhookIds.map((webhookId) => deliverAll(deps, webhookId, owner, signal)))
  },
})

async function deliverAll(
  deps: AttemptDeps,
  webhookId: WebhookId,
  owner: ClockOwner,
  signal: AbortSignal,
): Promise<void> {
  const lanes = Array.from({ length: AT_ONCE_PER_ENDPOINT }, () => deliverInTurn(deps, webhookId, signal))
  await Promise.all(lanes)
  while (!signal.aborted && (await countDueDeliveries(deps.database, [webhookId], timeOf(deps.clock, owner))) > 0) {
    await deliverInTurn(deps, webhookId, signal)
    await sleep(LOOK_AGAIN_MS, signal)
  }
}

async function deliverInTurn(deps: AttemptDeps, webhookId: WebhookId, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claimNext(deps, webhookId)
    if (claimed === null) return
    await attemptDelivery(deps, claimed, signal)
  }
}
