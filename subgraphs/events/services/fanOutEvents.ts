/**
 * Creates the delivery rows of an organization's new events: one for each event and endpoint with its type. Resumable at any
 * point: rows come before the endpoints' cursors, and inserting a row again changes nothing.
 */
import { acpEventOf } from '../../shared/acpOrder.ts'
import { timeOf } from '../../shared/clock.ts'
import type { EventRow } from '../../shared/events.ts'
import type { OrgId, WebhookId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { type DeliveryRow, insertDeliveries } from '../models/deliveries.ts'
import { findEvents } from '../models/events.ts'
import { advanceWebhooks, findActiveWebhooks, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { namesType } from '../rules/eventTypes.ts'
import { isVisible, type Viewer } from '../rules/visibility.ts'
import { planDelivery } from './planDelivery.ts'

/** Of one pass, which nothing interrupts: many endpoints get the rows of few events at once. */
const EVENTS_MAX = 200
const ROWS_MAX = 2_000

/** @returns whether there are more events to fan out */
export async function fanOutEvents(deps: ServiceDeps, orgId: OrgId): Promise<boolean> {
  const webhooks = await findActiveWebhooks(deps.database, orgId)
  if (webhooks.length === 0) return false
  const after = Math.min(...webhooks.map((webhook) => webhook.cursor))
  const limit = Math.min(EVENTS_MAX, Math.max(1, Math.floor(ROWS_MAX / webhooks.length)))
  const events = await findEvents(deps.database, { orgId, after, limit })
  const last = events.at(-1)
  if (last === undefined) return false
  const now = await timesOf(deps, orgId, events)
  const viewers = await viewersOf(deps, webhooks)
  const rows: DeliveryRow[] = []
  const served = new Set<WebhookRow>()
  for (const event of events) {
    for (const webhook of webhooks) {
      if (!isDue(webhook, event, viewers.get(webhook._id))) continue
      rows.push(planDelivery(webhook, event, { now: now[webhook.mode], test: false, baseUrl: deps.baseUrl }))
      served.add(webhook)
    }
  }
  await insertDeliveries(deps.database, rows, deps.leaseClock.now())
  for (const webhook of served) deps.offerDelivery(webhook)
  // Only the endpoints of this pass: one registered meanwhile has its own cursor.
  const behind = webhooks.filter((webhook) => webhook.cursor < last.cursor).map((webhook) => webhook._id)
  await advanceWebhooks(deps.database, behind, last.cursor)
  return events.length === limit
}

/** An event from the future tells that another process has moved the clock of its organization meanwhile. */
async function timesOf({ clock }: ServiceDeps, orgId: OrgId, events: readonly EventRow[]): Promise<Record<Mode, Date>> {
  const test = { orgId, mode: 'test' } as const
  const known = timeOf(clock, test)
  if (events.some(({ createdAt }) => createdAt > known)) await clock.organizations?.refresh(test)
  return { test: timeOf(clock, test), live: clock.now() }
}

/** An agent's endpoint is told of the areas that its capabilities open now. */
async function viewersOf({ agents }: ServiceDeps, webhooks: readonly WebhookRow[]): Promise<Map<WebhookId, Viewer>> {
  const viewers = webhooks.map(async (webhook) => {
    const capabilities = webhook.agentId === null ? null : await agents.findCapabilities(webhook.agentId)
    return [webhook._id, { ...webhook, capabilities }] as const
  })
  return new Map(await Promise.all(viewers))
}

function isDue(webhook: WebhookRow, event: EventRow, viewer: Viewer | undefined): boolean {
  if (viewer === undefined) return false
  // Without the order there would be nothing to tell in that vocabulary.
  if (webhook.format === 'acp' && (event.data.order === undefined || acpEventOf(event.type) === null)) return false
  return event.cursor > webhook.cursor && namesType(webhook.events, event.type) && isVisible(viewer, event)
}
