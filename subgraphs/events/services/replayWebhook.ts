/**
 * Sends an endpoint what it has missed since an instant: events that it has got are left out, what failed or waits is attempted
 * once more, and what was never sent begins its schedule. A bounded number at a time, each through the queue of its endpoint, so
 * that no other one waits for them.
 */
import { acpNamesOf } from '../../shared/acpOrder.ts'
import { timeOf } from '../../shared/clock.ts'
import { type ExternalResult, runExternal } from '../../shared/commit/external.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import type { EventRow, EventType } from '../../shared/events.ts'
import { parseInstant, requireRange } from '../../shared/fields.ts'
import type { ReplayId } from '../../shared/ids.ts'
import type { Principal } from '../../shared/principal.ts'
import { findDeliveriesById } from '../models/deliveries.ts'
import { countReplayed, requestAttempts } from '../models/deliveryAttempts.ts'
import { findEventPage } from '../models/events.ts'
import { insertDeliveries } from '../models/newDeliveries.ts'
import { findReplay, keepReplay, type ReplayCounts, type ReplayRow } from '../models/replays.ts'
import type { WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { parseEventCursor } from '../rules/eventCursor.ts'
import { ALL_TYPES, namesType, readTypePatterns, typesNamed } from '../rules/eventTypes.ts'
import type { Viewer } from '../rules/visibility.ts'
import { deliveryId } from './deliveryId.ts'
import { isTold, viewerOfEndpoint } from './fanOutEvents.ts'
import { planDelivery } from './planDelivery.ts'
import { getWebhook } from './readWebhooks.ts'
import { retainedSince } from './retention.ts'

const EVENTS_AT_ONCE = 250
/** Deliveries of one request. */
const SCHEDULED_MAX = 5_000
/** Events of one request, most of which an endpoint may have got already. */
const LOOKED_AT_MAX = 20_000

export interface ReplayWebhookInput {
  readonly webhookId: string
  readonly since: string
  readonly until?: string | null
  readonly types?: readonly string[] | null
  readonly after?: string | null
}

interface Range {
  readonly webhook: WebhookRow
  readonly since: Date
  readonly until: Date | null
  readonly types: readonly EventType[]
  readonly after: number
}

/** @throws DomainError not_found, invalid_request, conflict (webhook_disabled), gateway_timeout, and those of access and key */
export function replayWebhook(
  deps: ServiceDeps,
  principal: Principal,
  input: ReplayWebhookInput,
  key: RequestKey | null = null,
): Promise<ExternalResult<ReplayRow>> {
  return runExternal(deps.commit, key, {
    kind: 'replay',
    async prepare() {
      const range = parseRange(deps, await getWebhook(deps, principal, input), input)
      return { id: deps.newId('replay'), owner: range.webhook, prepared: range }
    },
    find: (id) => findReplay(deps.database, id),
    async make(_id, range, storedAt) {
      const counts = await sendMissed(deps, range, _id)
      deps.offerDelivery(range.webhook)
      const row = { _id, webhookId: range.webhook._id, at: deps.clock.now(), ...counts }
      return storedAt === null ? row : keepReplay(deps.database, row)
    },
  })
}

function parseRange(deps: ServiceDeps, webhook: WebhookRow, input: ReplayWebhookInput): Range {
  const named = readTypePatterns(input.types)
  const [since, until] = [parseInstant(input.since, 'since', 'time'), parseInstant(input.until, 'until', 'time')]
  if (since === null) throw invalidField('since', 'required', 'is required.')
  requireRange(since, until, ['since', 'until'])
  const after = input.after == null ? 0 : parseEventCursor(webhook.orgId, input.after)
  if (webhook.status === 'disabled')
    throw new DomainError(
      'conflict',
      'The endpoint is disabled, and gets nothing. Enable it first: what has happened meanwhile is delivered then, if it is not skipped.',
      { reason: 'webhook_disabled' },
    )
  const oldest = retainedSince(deps, webhook).getTime()
  return {
    ...{ webhook, after, types: typesOf(webhook).filter((type) => named?.includes(type) ?? true) },
    since: new Date(Math.max(since.getTime(), oldest)),
    until,
  }
}

/** As in fan-out: who hears of a refund in the other protocol's vocabulary hears what becomes of it. */
const typesOf = ({ events, format }: WebhookRow): readonly EventType[] =>
  format === 'acp'
    ? ALL_TYPES.filter((type) => acpNamesOf(type).some((name) => namesType(events, name)))
    : typesNamed(events)

async function sendMissed(deps: ServiceDeps, range: Range, replayId: ReplayId): Promise<ReplayCounts> {
  const { webhook, since, until, types } = range
  const viewer = await viewerOfEndpoint(deps, webhook)
  const sum = { scheduled: 0, delivered: 0, underWay: 0 }
  let { after } = range
  for (let looked = 0; looked < LOOKED_AT_MAX && sum.scheduled < SCHEDULED_MAX; looked += EVENTS_AT_ONCE) {
    const log = { orgId: webhook.orgId, after, viewer, filter: { types, since, until }, limit: EVENTS_AT_ONCE }
    const events = await findEventPage(deps.database, log)
    const counts = await sendPage(deps, { webhook, viewer, events }, replayId)
    for (const name of ['scheduled', 'delivered', 'underWay'] as const) sum[name] += counts[name]
    if (events.length < EVENTS_AT_ONCE) return { ...sum, next: null }
    after = events.at(-1)?.cursor ?? after
  }
  return { ...sum, next: after }
}

interface EventsFor {
  readonly webhook: WebhookRow
  readonly viewer: Viewer
  readonly events: readonly EventRow[]
}

/** What this replay has scheduled is told by its rows, so that a request which died half-way, or runs twice, counts the same. */
async function sendPage(deps: ServiceDeps, { webhook, viewer, events }: EventsFor, replayId: ReplayId) {
  const { database, leaseClock, baseUrl } = deps
  const now = timeOf(deps.clock, webhook)
  const machineNow = leaseClock.now()
  const told = events.filter((event) => isTold(webhook, event, viewer))
  const ids = told.map(({ _id }) => deliveryId(webhook._id, _id))
  const known = new Map((await findDeliveriesById(database, ids)).map((row) => [row._id, row]))
  const missing = told.filter(({ _id }) => !known.has(deliveryId(webhook._id, _id)))
  const planned = missing.map((event) => planDelivery(webhook, event, { now, test: false, baseUrl }))
  const rows = planned.map((row) => ({ ...row, replayId }))
  await insertDeliveries(database, rows, machineNow)
  const delivered = [...known.values()].filter((row) => row.status === 'delivered' && row.replayId !== replayId)
  const open = [...known.values()].filter((row) => row.status !== 'delivered' && row.replayId !== replayId)
  await requestAttempts(
    database,
    open.map(({ _id }) => _id),
    { now, machineNow, askedAt: deps.clock.now(), replayId },
  )
  const scheduled = await countReplayed(database, ids, replayId)
  return { scheduled, delivered: delivered.length, underWay: ids.length - delivered.length - scheduled }
}
