// A stream over the event log goes on when its reads fail for the moment, ends when they fail for good, and leads nobody past
// what is no longer kept (reliability 4).
import { describe, expect, it } from 'vitest'
import { createFeed } from '../../../subgraphs/events/feed.ts'
import { formatEventCursor } from '../../../subgraphs/events/rules/eventCursor.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'
import { type EventRow, eventId } from '../../../subgraphs/shared/events.ts'
import type { OrganizationPrincipal } from '../../../subgraphs/shared/principal.ts'
import { silentLog } from '../gateway/fixture.ts'

const ORG = 'org_feed'
const CALLER: OrganizationPrincipal = {
  ...{ kind: 'organization', orgId: ORG, mode: 'test', keyId: 'key_1', personId: 'person', roles: ['admin'] },
}
const DAY_MS = 86_400_000
const ELECTION = Object.assign(new Error('not primary'), { code: 10107 })

type Range = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The part of a database that streams read, of which reads of their own fail as often as is asked. */
function openLog(count: number) {
  let now = Date.parse('2026-03-02T10:00:00.000Z')
  const log = { fails: [] as Error[], reads: 0 }
  const rows: EventRow[] = []
  const append = (more: number) => {
    for (let n = 0; n < more; n++) {
      const cursor = rows.length + 1
      const place = { cursor, walletSeq: 0, prevHash: '', hash: '' }
      const about = { orgId: ORG, mode: 'test', resourceId: `wal_${cursor}`, walletId: null, agentId: null } as const
      rows.push({ _id: eventId(ORG, cursor), ...about, ...place, type: 'wallet.created', createdAt: at(), data: {} })
    }
  }
  const at = () => new Date(now)
  const holds = (row: EventRow, { _id = {}, createdAt = {} }: Range): boolean => {
    const { $in, $gt = '', $lt = '~' } = _id as { $in?: string[]; $gt?: string; $lt?: string }
    if ($in !== undefined) return $in.includes(row._id)
    const { $gte = new Date(0), $lt: before = new Date(8e15) } = createdAt as { $gte?: Date; $lt?: Date }
    return row._id > $gt && row._id < $lt && row.createdAt >= $gte && row.createdAt < before
  }
  const find = (filter: Range & { mode?: unknown }) => {
    let limit = rows.length
    const cursor = {
      sort: () => cursor,
      maxTimeMS: () => cursor,
      limit(most: number) {
        limit = most
        return cursor
      },
      async toArray() {
        if (filter.mode === undefined) return rows.filter((row) => holds(row, filter)).slice(0, limit)
        log.reads += 1
        const failure = log.fails.shift()
        if (failure !== undefined) throw failure
        return rows.filter((row) => holds(row, filter)).slice(0, limit)
      },
    }
    return cursor
  }
  const findOne = async () => rows.at(-1) ?? null
  const collection = (name: string) => (name === 'events' ? { find, findOne } : { findOne: async () => null })
  append(count)
  const feed = createFeed({
    ...{ database: { collection } as unknown as Database, clock: { now: at }, log: silentLog, retentionDays: 30 },
  })
  const subscribe = (after: number | null) => {
    const stopping = new AbortController()
    const cursor = after === null ? null : formatEventCursor(ORG, after)
    const stream = feed.subscribe(CALLER, { after: cursor }, stopping.signal)
    const iterator = stream[Symbol.asyncIterator]()
    const take = async (wanted: number) => {
      const taken: number[] = []
      while (taken.length < wanted) {
        const step = await iterator.next()
        if (step.done === true) break
        taken.push(step.value.cursor)
      }
      return taken
    }
    return { take, ready: stream.ready, stop: () => stopping.abort() }
  }
  return {
    ...{ log, feed, append, subscribe },
    advance(ms: number) {
      now += ms
    },
  }
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

describe('a stream over the log', () => {
  it('goes on where a read fails for the moment', async () => {
    const { log, subscribe } = openLog(250)
    const stream = subscribe(0)
    await stream.ready
    log.fails.push(ELECTION, ELECTION)
    expect(await stream.take(250)).toEqual(upTo(250))
    expect(log.reads).toBeGreaterThanOrEqual(4)
    stream.stop()
  })

  it('ends where it fails for good', async () => {
    const { log, subscribe } = openLog(3)
    const stream = subscribe(0)
    await stream.ready
    log.fails.push(new Error('no such index'))
    await expect(stream.take(1)).rejects.toThrow('no such index')
    expect(log.reads).toBe(1)
    stream.stop()
  })

  it('tells everything of a flood, and is refused where time has led past some of it', async () => {
    for (const leaps of [false, true]) {
      const { feed, append, subscribe, advance } = openLog(1)
      const stream = subscribe(null)
      await stream.ready
      append(400)
      if (leaps) advance(60 * DAY_MS)
      append(200)
      feed.wake(ORG)
      if (leaps)
        await expect(stream.take(600)).rejects.toMatchObject({
          ...{ type: 'cursor_expired', details: { oldest_cursor: formatEventCursor(ORG, 401) } },
        })
      else expect(await stream.take(600)).toEqual(upTo(601, 2))
      stream.stop()
    }
  })
})
