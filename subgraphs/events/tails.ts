/**
 * Tails of event logs: one reader for each organization with listeners in this process, however many they are. A wake-up only
 * triggers a read; the rows and their order come from the log.
 */
import type { Database } from '../shared/database.ts'
import type { EventRow } from '../shared/events.ts'
import type { OrgId } from '../shared/ids.ts'
import type { Log } from '../shared/subgraph.ts'
import { findEvents, findLogEnd } from './models/events.ts'

const PAGE = 500
/** In case of lost wake-ups: the watcher was down, or runs in another process. A revoked caller's stream ends within a second. */
const POLL_MS = 500

export interface Listener {
  /** Called with rows in commit order, each once. Must not throw. */
  offer(row: EventRow): void
}

export interface Tails {
  /** The cursor after which every row is offered. */
  attach(orgId: OrgId, listener: Listener): Promise<number>
  detach(orgId: OrgId, listener: Listener): void
  wake(orgId: OrgId): void
  wakeAll(): void
}

interface Tail {
  readonly orgId: OrgId
  readonly listeners: Set<Listener>
  /** Includes those that are attaching, so that the tail is not removed meanwhile. */
  users: number
  cursor: number
  readonly started: Promise<void>
  pumping: boolean
  woken: boolean
}

export function createTails({ database, log }: { database: Database; log: Log }): Tails {
  const tails = new Map<OrgId, Tail>()
  let poll: NodeJS.Timeout | undefined

  function open(orgId: OrgId): Tail {
    const tail: Tail = {
      orgId,
      listeners: new Set(),
      users: 0,
      cursor: 0,
      started: findLogEnd(database, orgId).then((end) => {
        tail.cursor = end
      }),
      pumping: false,
      woken: false,
    }
    tails.set(orgId, tail)
    poll ??= setInterval(wakeAll, POLL_MS).unref()
    return tail
  }

  function leave(tail: Tail): void {
    tail.users -= 1
    if (tail.users > 0) return
    tails.delete(tail.orgId)
    if (tails.size > 0) return
    clearInterval(poll)
    poll = undefined
  }

  async function pump(tail: Tail): Promise<void> {
    if (tail.pumping) return
    tail.pumping = true
    try {
      await tail.started
      while (tail.woken && tail.users > 0) {
        tail.woken = false
        const rows = await findEvents(database, { orgId: tail.orgId, after: tail.cursor, limit: PAGE })
        for (const row of rows) {
          tail.cursor = row.cursor
          for (const listener of tail.listeners) listener.offer(row)
        }
        if (rows.length === PAGE) tail.woken = true
      }
    } catch (error) {
      log.warn({ err: error, orgId: tail.orgId }, 'the event log could not be read and will be retried')
    } finally {
      tail.pumping = false
    }
  }

  function wake(orgId: OrgId): void {
    const tail = tails.get(orgId)
    if (tail === undefined) return
    tail.woken = true
    void pump(tail)
  }

  function wakeAll(): void {
    for (const orgId of tails.keys()) wake(orgId)
  }

  return {
    async attach(orgId, listener) {
      const tail = tails.get(orgId) ?? open(orgId)
      tail.users += 1
      try {
        await tail.started
      } catch (error) {
        leave(tail)
        throw error
      }
      // Synchronous with reading the cursor: a row is either before it or will be offered.
      tail.listeners.add(listener)
      return tail.cursor
    },
    detach(orgId, listener) {
      const tail = tails.get(orgId)
      if (tail?.listeners.delete(listener) === true) leave(tail)
    },
    wake,
    wakeAll,
  }
}
