/** Reads of the event log by its owners: the last 30 days, each event checked against who asks. */
import { invalidField, notFound } from '../../shared/errors.ts'
import { EVENT_TYPES, type EventRow, type EventType, isEventType } from '../../shared/events.ts'
import { parsePage } from '../../shared/pages.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { findDeliveriesById } from '../models/deliveries.ts'
import { type EventFilter, findEvents, findEventsById } from '../models/events.ts'
import type { ServiceDeps } from '../ports.ts'
import { parseEventCursor } from '../rules/eventCursor.ts'
import { schemaOf } from '../rules/eventData.ts'
import { isVisible, viewerOf } from '../rules/visibility.ts'
import { deliveryOfEventId } from './deliveryId.ts'
import type { PageInput } from './readWebhooks.ts'

const RETENTION_DAYS = 30
const DAY_MS = 86_400_000

export interface ListEventsInput extends PageInput {
  readonly newestFirst: boolean
  readonly types?: readonly string[] | null | undefined
  readonly resourceId?: string | null | undefined
  readonly walletId?: string | null | undefined
  readonly since?: string | null | undefined
  readonly until?: string | null | undefined
}

export async function listEvents(
  deps: ServiceDeps,
  principal: Principal,
  input: ListEventsInput,
): Promise<{ rows: EventRow[]; hasNextPage: boolean }> {
  const caller = requireCaller(principal)
  const { limit } = parsePage({ first: input.first })
  const after = input.after === undefined || input.after === null ? null : parseEventCursor(input.after)
  const filter: EventFilter = {
    types: parseTypes(input.types),
    resourceId: input.resourceId,
    walletId: input.walletId,
    since: laterOf(parseInstant(input.since, 'since'), oldestKept(deps)),
    until: parseInstant(input.until, 'until'),
  }
  const { newestFirst } = input
  // Newest first from the start of the log: there is nothing before it, and 0 as a bound means "from the end".
  if (newestFirst && after === 0) return { rows: [], hasNextPage: false }
  const place = newestFirst ? { before: after } : { after }
  const viewer = viewerOf(caller)
  const rows = await findEvents(deps.database, {
    orgId: caller.orgId,
    ...place,
    newestFirst,
    limit: limit + 1,
    viewer,
    filter,
  })
  const shown = rows.slice(0, limit).filter((row) => isVisible(viewer, row))
  return { rows: shown, hasNextPage: rows.length > limit }
}

/** @throws DomainError not_found, also for an event of somebody else */
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

/** By id, for references: null where the caller may not see it. */
export async function findOwnEvents(
  deps: ServiceDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(EventRow | null)[]> {
  const viewer = viewerOf(requireCaller(principal))
  const oldest = oldestKept(deps)
  const rows = new Map((await findEventsById(deps.database, ids)).map((row) => [row._id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    return row !== undefined && row.createdAt >= oldest && isVisible(viewer, row) ? row : null
  })
}

export function listEventTypes() {
  return (Object.keys(EVENT_TYPES) as EventType[]).map((type) => ({
    type,
    description: EVENT_TYPES[type].description,
    optIn: EVENT_TYPES[type].optIn,
    schema: schemaOf(type),
  }))
}

export function oldestKept(deps: Pick<ServiceDeps, 'clock'>): Date {
  return new Date(deps.clock.now().getTime() - RETENTION_DAYS * DAY_MS)
}

function laterOf(given: Date | null, floor: Date): Date {
  return given !== null && given > floor ? given : floor
}

function parseTypes(types: readonly string[] | null | undefined): readonly EventType[] | null {
  if (types === null || types === undefined) return null
  return types.map((type, index) => {
    if (!isEventType(type))
      throw invalidField(`types[${index}]`, 'unknown_event_type', 'is not an event type; see /event-types.')
    return type
  })
}

function parseInstant(text: string | null | undefined, path: string): Date | null {
  if (text === null || text === undefined) return null
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime())) throw invalidField(path, 'not_an_instant', 'must be an ISO 8601 instant.')
  return at
}
