/**
 * Events are shown for some days, 30 by default. A reader that goes forward from an older cursor is told that it has missed some, instead of
 * being led past them.
 */

import { timeOf } from '../../shared/clock.ts'
import { DomainError } from '../../shared/errors.ts'
import { eventId } from '../../shared/events.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import { type EventFilter, findEventPage, findEventsById } from '../models/events.ts'
import type { ServiceDeps } from '../ports.ts'
import { formatEventCursor } from '../rules/eventCursor.ts'
import type { Viewer } from '../rules/visibility.ts'

type Deps = Pick<ServiceDeps, 'database' | 'clock' | 'retentionDays'>

export const RETENTION_DAYS = 30
const DAY_MS = 86_400_000

export function retainedSince({ clock, retentionDays }: Omit<Deps, 'database'>, reader: ClockOwner): Date {
  return new Date(timeOf(clock, reader).getTime() - retentionDays * DAY_MS)
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
  // One of the other mode has another clock.
  if (next === undefined || (next.mode === list.viewer.mode && next.createdAt >= until)) return
  const [missed, oldest] = await inTurn(async () => {
    const [first] = await find({ until })
    if (first === undefined) return [first, undefined] as const
    const [kept] = await find({ since: until, until: null })
    if (kept !== undefined) return [first, kept.cursor - 1] as const
    // Not the end of the log, which would show an agent how much there is that it may not see.
    const last = await findEventPage(deps.database, {
      ...list,
      after,
      filter: { ...filter, until },
      limit: 1,
      newestFirst: true,
    })
    return [first, (last[0] ?? first).cursor] as const
  })
  if (missed === undefined || oldest === undefined) return
  const message = `Events are kept for ${deps.retentionDays} days, and some after this cursor no longer are. Go on after \`oldest_cursor\`, and read what you missed from the payments, wallets and holds themselves.`
  throw new DomainError('cursor_expired', message, { oldest_cursor: formatEventCursor(Number(oldest)) })
}
