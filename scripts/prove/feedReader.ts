/** Readers of the event log within a service, which go on from where they were whenever the database fails them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { formatEventCursor } from '../../subgraphs/events/index.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { waitUntil } from '../waitUntil.ts'

const RETRY_MS = 100
const TOLD_WITHIN_MS = 30_000

interface FeedReader {
  /** Whatever it was not told, told twice or told out of its order, a line each. */
  findGaps(): Promise<string[]>
  told(): number
  stop(): Promise<void>
}

/** It has begun when this resolves. */
export async function readFeed(
  { subgraphs, database }: Service,
  principal: OrganizationPrincipal,
  name: string,
): Promise<FeedReader> {
  const { orgId, mode } = principal
  const stopping = new AbortController()
  const told: number[] = []
  const first = subgraphs.events.feed.subscribe(principal, {}, stopping.signal)
  const start = await first.ready

  async function read(): Promise<void> {
    let subscription = first
    while (!stopping.signal.aborted) {
      try {
        for await (const { cursor } of subscription) told.push(cursor)
      } catch {
        // The database is electing: it goes on after the last event.
        await sleep(RETRY_MS)
      }
      const after = formatEventCursor(orgId, told.at(-1) ?? start)
      subscription = subgraphs.events.feed.subscribe(principal, { after }, stopping.signal)
    }
  }
  const ended = read()
  return {
    told: () => told.length,
    async findGaps() {
      const rows = database.collection<EventRow>('events')
      const wanted = { orgId, mode, cursor: { $gt: start }, type: { $not: /^audit\./ } }
      const found = await rows.find(wanted, { sort: { _id: 1 }, projection: { cursor: 1 } }).toArray()
      const log = found.map(({ cursor }) => Number(cursor))
      await waitUntil(`${name} is told all`, async () => told.length >= log.length, TOLD_WITHIN_MS).catch(
        () => undefined,
      )
      const missing = log.filter((cursor) => !told.includes(cursor)).length
      if (missing > 0) return [`${name}: ${missing} of ${log.length} events were not told`]
      return told.join() === log.join() ? [] : [`${name}: events were told again, or not in the order of the log`]
    },
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
