/**
 * The audit log: every row of the event log, with who caused it. Read only here; the commit writes the rows, and the
 * position of the organization holds the number and hash of the last one.
 */
import { type CountBounds, readRows } from '../../shared/connections.ts'
import type { Database } from '../../shared/database.ts'
import { type EventRow, eventId } from '../../shared/events.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { EVENTS, logRange, refusedOn } from './events.ts'

interface AuditFilter {
  readonly subjectId: string | null
  readonly actor: string | null
  readonly operation: string | null
  readonly requestId: string | null
  readonly outcomes: readonly ('done' | 'refused')[] | null
  readonly from: Date | null
  readonly until: Date | null
}

export interface AuditRange {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly filter: AuditFilter
  /** Exclusive, in commit order. */
  readonly after: number | null
  readonly before: number | null
}

/** @throws DomainError gateway_timeout */
export function findAuditPage(
  database: Database,
  range: AuditRange,
  { newestFirst, limit }: { readonly newestFirst: boolean; readonly limit: number },
): Promise<EventRow[]> {
  const found = rows(database).find(matches(range))
  return readRows(found.sort({ _id: newestFirst ? -1 : 1 }).limit(limit))
}

export function countAudit(database: Database, range: AuditRange, bounds: CountBounds): Promise<number> {
  return rows(database).countDocuments(matches(range), bounds)
}

function matches({ orgId, mode, filter, after, before }: AuditRange): object {
  const { subjectId, actor, operation, requestId, outcomes, from, until } = filter
  const parts = [
    ...(subjectId === null
      ? []
      : [{ $or: [{ resourceId: subjectId }, { agentId: subjectId }, { walletId: subjectId }, refusedOn(subjectId)] }]),
    ...(actor === null ? [] : [byActor(actor)]),
    ...(operation === null ? [] : [{ 'by.operation': operation }]),
    ...(requestId === null ? [] : [{ 'by.requestId': requestId }]),
    ...(outcomes === null ? [] : [{ outcome: { $in: outcomes.map((one) => (one === 'refused' ? one : null)) } }]),
    ...(from === null ? [] : [{ createdAt: { $gte: from } }]),
    ...(until === null ? [] : [{ createdAt: { $lt: until } }]),
  ]
  return { ...logRange(orgId, after, before), orgId, mode, ...(parts.length > 0 && { $and: parts }) }
}

const byActor = (actor: string): object =>
  actor === 'service' ? { by: { $exists: false } } : { $or: [{ 'by.id': actor }, { 'by.personId': actor }] }

/** A seal must not rest on what a failover could take back. */
const COMMITTED = { readConcern: { level: 'majority' } } as const

export interface LogHead {
  readonly sequence: number
  readonly hash: string
}

/** Of an organization without rows: zero, and no hash. */
export async function findLogHead(database: Database, orgId: OrgId): Promise<LogHead> {
  const position = await database
    .collection<{ _id: string; cursor?: number; eventHash?: string }>('positions')
    .findOne({ _id: `org:${orgId}` }, { projection: { cursor: 1, eventHash: 1 }, ...COMMITTED })
  return { sequence: Number(position?.cursor ?? 0), hash: position?.eventHash ?? '' }
}

/** Every organization with rows, page by page. */
export async function* findLogs(database: Database): AsyncGenerator<{ orgId: OrgId; sequence: number }> {
  const filter = { _id: { $gt: 'org:', $lt: 'org;' }, cursor: { $gt: 0 } }
  const found = database
    .collection<{ _id: string; orgId: OrgId; cursor: number }>('positions')
    .find(filter, { projection: { orgId: 1, cursor: 1 } })
  for await (const { orgId, cursor } of found) yield { orgId, sequence: Number(cursor) }
}

export async function findHashAt(database: Database, orgId: OrgId, sequence: number): Promise<string | null> {
  const row = await rows(database).findOne({ _id: eventId(orgId, sequence) }, { projection: { hash: 1 }, ...COMMITTED })
  return row?.hash ?? null
}

const rows = (database: Database) => database.collection<EventRow>(EVENTS)
