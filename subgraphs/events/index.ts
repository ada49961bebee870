/** The events subgraph: reads of the event log, webhook endpoints and deliveries (specification 2.12, 2.13, 4.3, 6.1). */

import { systemClock } from '../shared/clock.ts'
import { buildSubgraph, readContract, type Subgraph } from '../shared/contract.ts'
import type { DueWork } from '../shared/dueWork.ts'
import type { OrgId } from '../shared/ids.ts'
import { createResolveHost } from '../shared/outgoing/resolveHost.ts'
import type { Worker } from '../shared/subgraph.ts'
import { createDeliveryTails } from './deliveryTails.ts'
import { createFeed, type EventFeed } from './feed.ts'
import { registerCheckpoints } from './models/auditCheckpoints.ts'
import { registerSeals } from './models/auditSeals.ts'
import { DELIVERIES, deliverySchema } from './models/deliveries.ts'
import { EVENTS, eventSchema } from './models/events.ts'
import { REPLAYS, replaySchema } from './models/replays.ts'
import { WEBHOOKS, webhookSchema } from './models/webhooks.ts'
import type { EventsDeps, ServiceDeps } from './ports.ts'
import { createResolvers } from './resolvers.ts'
import { type AttemptDeps, createRecorder } from './services/attemptDelivery.ts'
import { createClaims } from './services/claimDeliveries.ts'
import { createDeliver, TIMEOUT_MS } from './services/deliver.ts'
import { deliveriesDue } from './services/deliveriesDue.ts'
import { listEventTypes } from './services/readEvents.ts'
import { renewSecrets } from './services/renewSecrets.ts'
import { RETENTION_DAYS } from './services/retention.ts'
import { retentionDue } from './services/retentionDue.ts'
import { createDeliverWorker } from './workers/deliver.ts'
import { createFailingWorker } from './workers/failing.ts'
import { createFanOut } from './workers/fanOut.ts'
import { createRetentionWorker } from './workers/retention.ts'
import { createSealWorker } from './workers/seal.ts'
import { createWatch } from './workers/watch.ts'

export { findLogs } from './models/auditLog.ts'
export type { EventsDeps } from './ports.ts'
export { formatEventCursor } from './rules/eventCursor.ts'
export { openSealer } from './services/auditLog/sealKey.ts'
export { sealLog } from './services/auditLog/sealLog.ts'
export { verifyLog } from './services/auditLog/verifyLog.ts'

const POLL_MS = 500
const SLOTS = 64
const LEASE_MARGIN_MS = 20_000

export interface Events extends Subgraph {
  readonly name: 'events'
  readonly feed: EventFeed
  /** The event catalogue. */
  readonly types: ReturnType<typeof listEventTypes>
  readonly workers: readonly Worker[]
  /** What the clock of an organization makes due. */
  readonly dueWork: readonly DueWork[]
  /** Operator's command. @returns how many secrets were sealed anew with the present master key */
  renewSecrets(): Promise<number>
  /** To be called after a local commit, so that readers in this process need not wait for the change stream. */
  wake(orgId: OrgId): void
}

/** Registers its collections: to be called before the database is prepared. */
export function createEvents(deps: EventsDeps): Events {
  const { database, log } = deps
  database.model(eventSchema, EVENTS)
  database.model(webhookSchema, WEBHOOKS)
  database.model(deliverySchema, DELIVERIES)
  database.model(replaySchema, REPLAYS)
  registerSeals(database)
  registerCheckpoints(database)

  const { retentionDays = RETENTION_DAYS } = deps
  const feed = createFeed({ ...deps, retentionDays })
  const timeoutMs = deps.delivery?.timeoutMs ?? TIMEOUT_MS
  const leaseMarginMs = deps.delivery?.leaseMarginMs ?? LEASE_MARGIN_MS
  const resolveHost = deps.resolveHost ?? createResolveHost()
  const deliverWorker = createDeliverWorker(() => services, {
    slots: deps.delivery?.slots ?? SLOTS,
    pollMs: deps.delivery?.pollMs ?? POLL_MS,
  })
  const fanOut = createFanOut(() => services)
  const leaseClock = deps.delivery?.leaseClock ?? systemClock
  const services: ServiceDeps & AttemptDeps = {
    ...deps,
    ...{ timeoutMs, leaseClock, resolveHost, retentionDays },
    claims: createClaims({ ...deps, leaseClock, timeoutMs, leaseMarginMs }),
    record: createRecorder(deps),
    deliver: createDeliver({ resolveHost, timeoutMs }),
    offerDelivery: deliverWorker.offer,
    reservePlaces: deliverWorker.reserve,
    wakeFanOut: fanOut.wake,
  }
  const sealWorker = createSealWorker(deps)
  const wake = (orgId: OrgId, cursor?: number) => {
    sealWorker.wake(orgId)
    feed.wake(orgId)
    fanOut.wake(orgId, cursor)
  }
  const wakeAll = () => {
    feed.wakeAll()
    fanOut.wakeAll()
  }
  const deliveryTails = createDeliveryTails({ database, log, machineClock: services.leaseClock })
  const resolvers = createResolvers(services, feed, deliveryTails)
  return {
    name: 'events',
    ...buildSubgraph(readContract('events'), resolvers, deps),
    feed: { subscribe: feed.subscribe, watchStandings: feed.watchStandings },
    types: listEventTypes(),
    workers: [
      createWatch({ database, log, wake, wakeAll }),
      fanOut,
      deliverWorker,
      sealWorker,
      createRetentionWorker(services),
      createFailingWorker(services),
    ],
    dueWork: [deliveriesDue(services), retentionDue(services)],
    renewSecrets: () => renewSecrets(deps),
    wake: (orgId) => wake(orgId),
  }
}
