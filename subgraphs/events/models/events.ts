/**
 * The event log, read only: rows are written by the commit. `_id` contains organization and cursor, so the log of one
 * organization is a key range in commit order, without gaps.
 */
import { type CountBounds, readRows } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import { AUDIT_TYPES, type EventRow, eventId } from '../../shared/events.ts'
import type { EventId, OrgId, WalletId } from '../../shared/ids.ts'
import { typesOpenTo, type Viewer } from '../rules/visibility.ts'

export const EVENTS = 'events'
const REFUSED = { outcome: 'refused' } as const

/** A refused attempt is no event of its wallet, and names it in its data. */
export const refusedOn = (walletId: string) => ({ ...REFUSED, 'data.wallet_id': walletId })

export const eventSchema = newSchema()
eventSchema.index({ walletId: 1, _id: 1 })
eventSchema.index({ agentId: 1, _id: 1 })
eventSchema.index({ resourceId: 1, _id: 1 })
// Commit order is not quite that of time, because processes have clocks of their own.
eventSchema.index({ orgId: 1, createdAt: 1, _id: 1 })
// For the audit log: who acted, by which call. What the service does itself has none of it, and no entry.
for (const field of ['by.id', 'by.personId', 'by.operation', 'by.requestId'])
  eventSchema.index({ [field]: 1, _id: 1 }, { partialFilterExpression: { [field]: { $exists: true } } })
eventSchema.index({ outcome: 1, _id: 1 }, { partialFilterExpression: REFUSED })
eventSchema.index({ 'data.wallet_id': 1, _id: 1 }, { partialFilterExpression: REFUSED })

/** Absent fields do not filter. */
export interface EventFilter {
  readonly types?: readonly string[] | null | undefined
  readonly walletId?: string | null | undefined
  /** Only events of some wallet. */
  readonly hasWallet?: boolean | undefined
  readonly resourceId?: string | null | undefined
  readonly since?: Date | null | undefined
  readonly until?: Date | null | undefined
}

export interface EventRange {
  readonly orgId: OrgId
  /** Exclusive, in commit order. */
  readonly after?: number | null
  /** Exclusive. */
  readonly before?: number | null
  readonly limit: number
  readonly newestFirst?: boolean
  readonly viewer?: Viewer
  readonly filter?: EventFilter
}

export function findEvents(database: Database, range: EventRange): Promise<EventRow[]> {
  return inRange(database, range).toArray()
}

/** For filters of a caller's choice. @throws DomainError gateway_timeout */
export function findEventPage(database: Database, range: EventRange): Promise<EventRow[]> {
  return readRows(inRange(database, range))
}

function inRange(database: Database, range: EventRange) {
  return events(database)
    .find(matches(range))
    .sort({ _id: range.newestFirst === true ? -1 : 1 })
    .limit(range.limit)
}

export function countEvents(
  database: Database,
  range: Omit<EventRange, 'limit'>,
  bounds: CountBounds,
): Promise<number> {
  return events(database).countDocuments(matches(range), bounds)
}

function matches({ orgId, after, before, viewer, filter = {} }: Omit<EventRange, 'limit'>): object {
  const { walletId, resourceId, since, until } = filter
  const types = typesOf(filter, viewer)
  const created = { ...(since ? { $gte: since } : {}), ...(until ? { $lt: until } : {}) }
  return {
    ...logRange(orgId, after, before),
    orgId,
    ...(viewer ? { mode: viewer.mode } : {}),
    ...(viewer?.agentId ? { $or: [{ agentId: viewer.agentId }, { walletId: viewer.walletId, agentId: null }] } : {}),
    ...(types ? { type: { $in: [...types] } } : viewer ? { type: { $nin: [...AUDIT_TYPES] } } : {}),
    ...(walletId ? { walletId } : filter.hasWallet ? { walletId: { $ne: null } } : {}),
    ...(resourceId ? { resourceId } : {}),
    ...(since || until ? { createdAt: created } : {}),
  }
}

function typesOf({ types }: EventFilter, viewer: Viewer | undefined): readonly string[] | null {
  const open = viewer === undefined ? null : typesOpenTo(viewer)
  if (open === null || types == null) return types ?? open
  return types.filter((type) => open.some((one) => one === type))
}

/** Both exclusive, in commit order. */
export function logRange(orgId: OrgId, after?: number | null, before?: number | null) {
  return { _id: { $gt: eventId(orgId, after ?? 0), $lt: before == null ? endOf(orgId) : eventId(orgId, before) } }
}

/** Cursor of the last event; 0 for an empty log. */
export async function findLogEnd(database: Database, orgId: OrgId): Promise<number> {
  const last = await events(database).findOne(
    { _id: { $gt: eventId(orgId, 0), $lt: endOf(orgId) }, orgId },
    { sort: { _id: -1 }, projection: { cursor: 1 } },
  )
  return last?.cursor ?? 0
}

export async function findEventsById(database: Database, ids: readonly EventId[]): Promise<EventRow[]> {
  return events(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

/** Any event of a wallet: it shows the wallet's owner. */
export function findEventOfWallet(database: Database, walletId: WalletId): Promise<EventRow | null> {
  return events(database).findOne({ walletId })
}

/**
 * Organizations with the cursors of their events, as any process commits these; null once at first, when the change stream is open and earlier
 * events have to be read from the log. Throws when the stream fails.
 */
export async function* watchEvents(
  database: Database,
  signal: AbortSignal,
): AsyncGenerator<Pick<EventRow, 'orgId' | 'cursor'> | null> {
  const stream = events(database).watch(
    [{ $match: { operationType: 'insert' } }, { $project: { 'fullDocument.orgId': 1, 'fullDocument.cursor': 1 } }],
    { batchSize: 1_000, maxAwaitTimeMS: 1_000 },
  )
  try {
    let isFirst = true
    while (!signal.aborted) {
      const change = await orNullWhen(signal, isFirst ? stream.tryNext() : stream.next())
      if (isFirst) yield null
      isFirst = false
      if (change !== null) yield placeOf(change)
    }
  } finally {
    void stream.close().catch(() => undefined)
  }
}

/** Does not wait for a read in flight, which would delay stopping by up to a second. */
function orNullWhen<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function placeOf(change: object): Pick<EventRow, 'orgId' | 'cursor'> | null {
  return (change as { fullDocument?: Pick<EventRow, 'orgId' | 'cursor'> }).fullDocument ?? null
}

function events(database: Database) {
  return database.collection<EventRow>(EVENTS)
}

/** Above every cursor: `~` sorts after all digits and letters. */
function endOf(orgId: OrgId): EventId {
  return `evt_${eventId(orgId, 0).slice('evt_'.length, -9)}~`
}
