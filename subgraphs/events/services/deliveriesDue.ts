/**
 * Deliveries that the clock of an organization makes due, made here and now: whoever moves the clock does not go on before
 * every attempt has ended, so that the next one is counted from when it was made. Only for an endpoint that does not respond
 * nobody waits long: its deliveries stay due, and are made by the worker of all deliveries.
 */
import { timeOf } from '../../shared/clock.ts'
import type { DueWork } from '../../shared/dueWork.ts'
import type { WebhookId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import { sleep } from '../../shared/subgraph.ts'
import { countDueDeliveries, findNextDueAt } from '../models/deliveries.ts'
import { isAttempted } from '../models/deliveryLeases.ts'
import { findActiveWebhookIds } from '../models/webhooks.ts'
import { type AttemptDeps, attemptDelivery } from './attemptDelivery.ts'
import { fanOutEvents } from './fanOutEvents.ts'

const AT_ONCE_PER_ENDPOINT = 4
/** Another worker makes an attempt. */
const LOOK_AGAIN_MS = 20
/** An endpoint is silent once nothing has ended for this part of the time that an attempt may take. */
const SILENT_PART = 0.5
/** For how long nobody waits again: longer than a call moves a clock. */
const PASSED_OVER_MS = 30_000

export function deliveriesDue(deps: AttemptDeps): DueWork {
  const silent = createSilent()

  async function deliver(webhookId: WebhookId, owner: ClockOwner, signal: AbortSignal): Promise<void> {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), deps.timeoutMs * SILENT_PART)
    try {
      const until = AbortSignal.any([signal, silence.signal])
      await deliverAll(deps, webhookId, owner, { until, ended: () => timer.refresh() })
    } finally {
      clearTimeout(timer)
    }
    if (silence.signal.aborted) silent.add(webhookId)
  }

  return {
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
      while (!signal.aborted && (await fanOutEvents(deps, owner.orgId)).hasMore);
      const awaited = webhookIds.filter((webhookId) => !silent.has(webhookId))
      await Promise.all(awaited.map((webhookId) => deliver(webhookId, owner, signal)))
    },
  }
}

/** Endpoints for which nobody waits, for a while. */
function createSilent() {
  const until = new Map<WebhookId, number>()
  return {
    has: (webhookId: WebhookId): boolean => Number(until.get(webhookId)) > performance.now(),
    add(webhookId: WebhookId): void {
      const now = performance.now()
      for (const [id, end] of until) if (end <= now) until.delete(id)
      until.set(webhookId, now + PASSED_OVER_MS)
    },
  }
}

interface Patience {
  readonly until: AbortSignal
  /** An attempt has ended, whatever its result. */
  ended(): void
}

async function deliverAll(
  deps: AttemptDeps,
  webhookId: WebhookId,
  owner: ClockOwner,
  patience: Patience,
): Promise<void> {
  const { until } = patience
  const lanes = Array.from({ length: AT_ONCE_PER_ENDPOINT }, () => deliverInTurn(deps, webhookId, patience))
  await Promise.all(lanes)
  // What nobody attempts waits for something else, as those of a suspended agent do.
  const isUnderWay = () =>
    isAttempted(deps.database, webhookId, { now: timeOf(deps.clock, owner), machineNow: deps.leaseClock.now() })
  while (!until.aborted && (await isUnderWay())) {
    await sleep(LOOK_AGAIN_MS, until)
    await deliverInTurn(deps, webhookId, patience)
  }
}

async function deliverInTurn(deps: AttemptDeps, webhookId: WebhookId, { until, ended }: Patience): Promise<void> {
  while (!until.aborted) {
    const { claimed, isAll } = await deps.claims.claim(webhookId, 1)
    for (const one of claimed) {
      await attemptDelivery(deps, one, until)
      ended()
    }
    if (isAll) return
    // Others have every place of the endpoint, and what is due may be left to nobody.
    if (claimed.length === 0) await sleep(LOOK_AGAIN_MS, until)
  }
}
