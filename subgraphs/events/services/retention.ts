/**
 * Events are shown for some days, 30 by default, and deleted afterwards. A reader that goes forward from an older cursor is told
 * that it has missed some, instead of being led past them.
 */

import { timeOf } from '../../shared/clock.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { eventId } from '../../shared/events.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import { findCheckpoint } from '../models/auditCheckpoints.ts'
import { type EventFilter, findEventPage, findEventsById, findLogEnd } from '../models/events.ts'
import type { ServiceDeps } from '../ports.ts'
import { formatEventCursor } from '../rules/eventCursor.ts'
import type { Viewer } from '../rules/visibility.ts'

type Deps = Pick<ServiceDeps, 'database' | 'clock' | 'retentionDays'>

export const RETENTION_DAYS = 30
export const DAY_MS = 86_400_000

export function retainedSince({ clock, retentionDays }: Omit<Deps, 'database'>, reader: ClockOwner): Date {
  return new Date(timeOf(clock, reader).getTime() - retentionDays * DAY_MS)
}

/**
 * A cursor beyond the end of the log would silence its reader until the log gets there, and hide what comes until then.
 * @throws DomainError invalid_request
 */
export async function requireReached(
  { database }: Pick<Deps, 'database'>,
  orgId: OrgId,
  after: number,
  path = 'after',
): Promise<void> {
  if (after <= (await findLogEnd(database, orgId))) return
  const message =
    'is beyond the end of the log, as one of a log that was set back to a backup is. Read the newest events.'
  throw invalidField(path, 'future_cursor', message)
}

/**
 * @param list what the reader wants; `since` as it asked for it
 * @param inTurn runs what may read many rows; a list has its turn already
 * @throws DomainError cursor_expired (details oldest_cursor: after it comes all that is still kept)
 */
export async function requireKept(
  deps: Deps,
  list: { readonly orgId: OrgId; readonly viewer: Viewer; readonly filter: EventFilter },
  after: number,
  inTurn: <T>(read: () => Promise<T>) => Promise<T> = (read) => read(),
): Promise<void> {
  const { orgId, filter } = list
  const until = retainedSince(deps, list.viewer)
  if (filter.since != null && filter.since >= until) return
  const find = (bounds: EventFilter) =>
    findEventPage(deps.database, { ...list, after, filter: { ...filter, ...bounds }, limit: 1 })
  // Nearly always the cursor is recent, and one row by its key says so.
  const [next] = await findEventsById(deps.database, [eventId(orgId, after + 1)])
  if (next === undefined) await requireReached(deps, orgId, after)
  // One of the other mode has another clock.
  else if (next.mode === list.viewer.mode && next.createdAt >= until) return
  const deleted = Number((await findCheckpoint(deps.database, orgId))?.sequence ?? 0)
  if (next === undefined && after >= deleted) return
  const oldest = await inTurn(async () => {
    const [first] = await find({ until })
    // Of what was deleted nobody knows whether it was wanted.
    if (first === undefined && after >= deleted) return null
    const [kept] = await find({ since: until, until: null })
    if (kept !== undefined) return kept.cursor - 1
    // Not the end of the log, which would show an agent how much there is that it may not see.
    const last = await findEventPage(deps.database, {
      ...list,
      after,
      filter: { ...filter, until },
      limit: 1,
      newestFirst: true,
    })
    return Math.max(deleted, Number(last[0]?.cursor ?? 0))
  })
  if (oldest === null) return
  const message = `Events are kept for ${deps.retentionDays} days, and some after this cursor no longer are. Go on after \`oldest_cursor\`, and read what you missed from the payments, wallets and holds themselves.`
  throw new DomainError('cursor_expired', message, { oldest_cursor: formatEventCursor(orgId, Number(oldest)) })
}
