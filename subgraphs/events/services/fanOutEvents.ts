/**
 * Creates the delivery rows of an organization's new events: one for each event and endpoint with its type. Resumable at any
 * point: rows come before the endpoints' cursors, and inserting a row again changes nothing.
 */
import { acpEventOf, acpNamesOf } from '../../shared/acpOrder.ts'
import { timeOf } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import type { EventRow } from '../../shared/events.ts'
import type { DeliveryId, OrgId, WebhookId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { DeliveryRow } from '../models/deliveries.ts'
import { type ClaimedRow, leasedBy, releaseDeliveries } from '../models/deliveryLeases.ts'
import { findEvents } from '../models/events.ts'
import { insertLeasedDeliveries } from '../models/newDeliveries.ts'
import { advanceWebhooks, findActiveWebhooks, findWebhooksWithDeleted, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { namesType } from '../rules/eventTypes.ts'
import { isVisible, type Viewer } from '../rules/visibility.ts'
import { planDelivery } from './planDelivery.ts'
import { retainedSince } from './retention.ts'

/** Of one pass, which nothing interrupts: many endpoints get the rows of few events at once. */
const EVENTS_MAX = 200
const ROWS_MAX = 2_000

interface FannedOut {
  /** Up to this place of the log nothing is left for the endpoints that there are. */
  readonly cursor: number
  /** Whether there are more events. */
  readonly hasMore: boolean
}

export async function fanOutEvents(deps: ServiceDeps, orgId: OrgId): Promise<FannedOut> {
  const webhooks = await findActiveWebhooks(deps.database, orgId)
  if (webhooks.length === 0) return { cursor: 0, hasMore: false }
  const after = Math.min(...webhooks.map((webhook) => webhook.cursor))
  const limit = Math.min(EVENTS_MAX, Math.max(1, Math.floor(ROWS_MAX / webhooks.length)))
  const events = await findEvents(deps.database, { orgId, after, limit })
  const last = events.at(-1)
  if (last === undefined) return { cursor: after, hasMore: false }
  const now = await timesOf(deps, orgId, events)
  const viewers = await viewersOf(deps, webhooks)
  const retained = {
    test: retainedSince(deps, { orgId, mode: 'test' }),
    live: retainedSince(deps, { orgId, mode: 'live' }),
  }
  const rows = new Map<WebhookRow, DeliveryRow[]>()
  for (const event of events) {
    // Of what is kept no longer only records are left: an endpoint would be told half of it.
    if (event.createdAt < retained[event.mode]) continue
    for (const webhook of webhooks) {
      if (!isDue(webhook, event, viewers.get(webhook._id))) continue
      const row = planDelivery(webhook, event, { now: now[webhook.mode], test: false, baseUrl: deps.baseUrl })
      const own = rows.get(webhook)
      if (own === undefined) rows.set(webhook, [row])
      else own.push(row)
    }
  }
  await makeDeliveries(deps, rows)
  // Only the endpoints of this pass: one registered meanwhile has its own cursor.
  const behind = webhooks.filter((webhook) => webhook.cursor < last.cursor).map((webhook) => webhook._id)
  await advanceWebhooks(deps.database, behind, last.cursor)
  return { cursor: last.cursor, hasMore: events.length === limit }
}

/**
 * For which there is a place the first attempt is made at once: they are made with its lease. Their endpoints are read again then:
 * to one that was deleted or changed meanwhile nothing is sent as it was.
 */
async function makeDeliveries(
  { database, leaseClock, reservePlaces }: ServiceDeps,
  rows: ReadonlyMap<WebhookRow, readonly DeliveryRow[]>,
): Promise<void> {
  const planned = [...rows].map(([webhook, own]) => {
    const reservation = reservePlaces(webhook, own.length)
    const leased = reservation.places.map((place, index) => ({
      place,
      row: { ...(own[index] as DeliveryRow), ...leasedBy(place.lease) },
    }))
    return { reservation, leased, others: own.slice(leased.length) }
  })
  const allLeased = planned.flatMap(({ leased }) => leased)
  let present: ReadonlySet<DeliveryId>
  let endpoints: ReadonlyMap<WebhookId, WebhookRow>
  try {
    const made = planned.flatMap(({ leased, others }) => [...leased.map(({ row }) => row), ...others])
    present = await insertLeasedDeliveries(database, made, leaseClock.now())
    endpoints = await activeEndpoints(database, allLeased)
  } catch (error) {
    for (const { place } of allLeased) place.giveBack()
    await release(database, allLeased)
    throw error
  }
  const isMade = ({ _id }: DeliveryRow) => !present.has(_id)
  await release(
    database,
    allLeased.filter(({ row }) => isMade(row) && !endpoints.has(row.webhookId)),
  )
  for (const { reservation, leased, others } of planned) {
    let isAlone = true
    for (const { place, row } of leased) {
      const webhook = isMade(row) ? endpoints.get(row.webhookId) : undefined
      if (webhook !== undefined) place.send(row, webhook)
      else {
        isAlone = false
        place.giveBack()
      }
    }
    // Where another process makes attempts at this endpoint, or it has ended, what waits has to be read.
    if (!isAlone || others.length > 0) reservation.offer(isAlone ? others.filter(isMade) : [])
  }
}

type Made = readonly { readonly row: Pick<ClaimedRow, '_id' | 'leaseOwner' | 'webhookId'> }[]

async function activeEndpoints(database: Database, leased: Made): Promise<Map<WebhookId, WebhookRow>> {
  const ids = new Set(leased.map(({ row }) => row.webhookId))
  if (ids.size === 0) return new Map()
  const found = await findWebhooksWithDeleted(database, [...ids])
  return new Map(found.filter(({ status }) => status === 'active').map((one) => [one._id, one]))
}

/** Where that fails too, the leases end by themselves. */
const release = (database: Database, leased: Made): Promise<void> =>
  releaseDeliveries(
    database,
    leased.map(({ row }) => row),
  ).catch(() => undefined)

/** An event from the future tells that another process has moved the clock of its organization meanwhile. */
async function timesOf({ clock }: ServiceDeps, orgId: OrgId, events: readonly EventRow[]): Promise<Record<Mode, Date>> {
  const test = { orgId, mode: 'test' } as const
  const known = timeOf(clock, test)
  if (events.some(({ createdAt }) => createdAt > known)) await clock.organizations?.refresh(test)
  return { test: timeOf(clock, test), live: clock.now() }
}

async function viewersOf(deps: ServiceDeps, webhooks: readonly WebhookRow[]): Promise<Map<WebhookId, Viewer>> {
  return new Map(await Promise.all(webhooks.map(async (one) => [one._id, await viewerOfEndpoint(deps, one)] as const)))
}

/** An agent's endpoint is told of the areas that its capabilities open now. */
export async function viewerOfEndpoint({ agents }: Pick<ServiceDeps, 'agents'>, webhook: WebhookRow): Promise<Viewer> {
  const { orgId, mode, agentId, walletId } = webhook
  const capabilities = agentId === null ? null : await agents.findCapabilities(agentId)
  return { orgId, mode, agentId, walletId, capabilities }
}

function isDue(webhook: WebhookRow, event: EventRow, viewer: Viewer | undefined): boolean {
  return viewer !== undefined && event.cursor > webhook.cursor && isTold(webhook, event, viewer)
}

/** Whether an endpoint is told of an event, whenever that was. */
export function isTold(webhook: WebhookRow, event: EventRow, viewer: Viewer): boolean {
  if (webhook.merchantId != null && event.data.merchant_id !== webhook.merchantId) return false
  const isAcp = webhook.format === 'acp'
  // Without the order there would be nothing to tell in that vocabulary.
  if (isAcp && (event.data.order === undefined || acpEventOf(event.type) === null)) return false
  const names = isAcp ? acpNamesOf(event.type) : [event.type]
  return names.some((name) => namesType(webhook.events, name)) && isVisible(viewer, event)
}
