/** Reads of the event log: the last 30 days, each event checked for visibility to the caller. */
import { type OrderedArguments, type Page, parseRange, toPage } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { EVENT_TYPES, type EventRow, type EventType, isEventType } from '../../shared/events.ts'
import { parseInstant, requireRange } from '../../shared/fields.ts'
import { idsOf } from '../../shared/ids.ts'
import { inOrderOf, type Principal, requireCaller } from '../../shared/principal.ts'
import { findDeliveriesById } from '../models/deliveries.ts'
import { countEvents, type EventFilter, findEventPage, findEventsById, findLogEnd } from '../models/events.ts'
import type { ServiceDeps } from '../ports.ts'
import { formatEventCursor, parseEventCursor } from '../rules/eventCursor.ts'
import { schemaOf } from '../rules/eventData.ts'
import { readTypePatterns } from '../rules/eventTypes.ts'
import { isVisible, viewerOf } from '../rules/visibility.ts'
import { deliveryOfEventId } from './deliveryId.ts'
import { requireKept, requireReached, retainedSince } from './retention.ts'

export interface EventListArguments extends OrderedArguments {
  readonly types?: readonly string[] | null | undefined
  readonly resourceId?: string | null | undefined
  readonly walletId?: string | null | undefined
  readonly since?: string | null | undefined
  readonly until?: string | null | undefined
}

/**
 * Its cursors are positions in the log: every event list and subscription takes them, in either order.
 * @throws DomainError invalid_request, cursor_expired: see `requireKept`
 */
export async function listEvents(
  deps: ServiceDeps,
  principal: Principal,
  { orderBy, ...input }: EventListArguments,
): Promise<Page<EventRow>> {
  const caller = requireCaller(principal)
  const range = parseRange(input, (text, path) => parseEventCursor(caller.orgId, text, path))
  const [since, until] = [parseInstant(input.since, 'since', 'time'), parseInstant(input.until, 'until', 'time')]
  requireRange(since, until, ['since', 'until'])
  const filter: EventFilter = {
    types: readTypePatterns(input.types),
    resourceId: input.resourceId,
    walletId: input.walletId,
    since: laterOf(since, retainedSince(deps, caller)),
    until,
  }
  const isAscending = orderBy?.direction === 'asc'
  const [after, before] = isAscending ? [range.after, range.before] : [range.before, range.after]
  const viewer = viewerOf(caller)
  const all = { orgId: caller.orgId, viewer, filter }
  if (isAscending && range.after !== null)
    await requireKept(deps, { ...all, filter: { ...filter, since } }, range.after)
  else if (range.after !== null) await requireReached(deps, caller.orgId, range.after)
  const newestFirst = isAscending === range.isFromEnd
  // Read before the page, which then shows all that is wanted up to there.
  const end = isAscending ? await findLogEnd(deps.database, caller.orgId) : 0
  const rows = await findEventPage(deps.database, { ...all, after, before, newestFirst, limit: range.limit + 1 })
  const page = toPage(rows, range, {
    cursorOf: (row) => formatEventCursor(caller.orgId, row.cursor),
    countAll: (bounds) => countEvents(deps.database, all, bounds),
  })
  const last = Number(page.rows.at(-1)?.cursor ?? 0)
  // What is behind a bound of the caller was not looked at, and comes when the bound is another one.
  const seen = until === null && range.before === null ? end : (range.after ?? 0)
  const next = isAscending ? Math.max(last, page.hasNextPage && last > 0 ? 0 : seen) : page.hasNextPage ? last : null
  return {
    ...page,
    rows: page.rows.filter((row) => isVisible(viewer, row)),
    resumeCursor: next === null ? null : formatEventCursor(caller.orgId, next),
  }
}

/** @throws DomainError not_found, also for an event that the caller may not see */
export async function getEvent(
  deps: ServiceDeps,
  principal: Principal,
  { id }: { readonly id: string },
): Promise<EventRow> {
  const delivery = deliveryOfEventId(id)
  const source = delivery === null ? id : (await findDeliveriesById(deps.database, [delivery]))[0]?.sourceEventId
  const [row] = await findOwnEvents(deps, principal, source === undefined ? [] : [source])
  if (row === undefined || row === null) throw notFound('event')
  return row
}

/** By id, for references: null when the caller may not see it. */
export async function findOwnEvents(
  deps: ServiceDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(EventRow | null)[]> {
  const viewer = viewerOf(requireCaller(principal))
  const oldest = retainedSince(deps, viewer)
  const rows = await findEventsById(deps.database, idsOf('event', ids))
  return inOrderOf(ids, rows, (row) => row.createdAt >= oldest && isVisible(viewer, row))
}

const toEntry = (type: EventType) => ({ type, ...EVENT_TYPES[type], schema: schemaOf(type) })

export function listEventTypes() {
  return (Object.keys(EVENT_TYPES) as EventType[]).map(toEntry)
}

/** @throws DomainError not_found */
export function getEventType({ type }: { readonly type: string }) {
  if (!isEventType(type)) throw notFound('event type')
  return toEntry(type)
}

function laterOf(instant: Date | null, floor: Date): Date {
  return instant !== null && instant > floor ? instant : floor
}
