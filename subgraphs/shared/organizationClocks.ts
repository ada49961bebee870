/**
 * What one process knows of the organizations whose time was moved, which are few: so nothing is read to learn what time it
 * is for somebody. Moves of other processes are found by their index several times a second.
 */
import type { Clock, MovedClocks } from './clock.ts'
import { MOVED_AT, type OrgPosition, orgRef } from './commit/positions.ts'
import type { Database } from './database.ts'
import type { OrgId } from './ids.ts'
import { aheadMsOf } from './organizationTime.ts'
import { type Log, sleep, type Worker } from './subgraph.ts'

const POLL_MS = 250
/** Commits of the other processes may come through later than they were dated, and their clocks differ. */
const LOOK_BACK_MS = 60_000
/** Everything is read again now and then, so that nothing that was missed is missed for ever. */
const READ_ALL_EVERY_MS = 60_000
/** The only mode whose time is moved. */
const MODE = 'test'
const FIRST = new Date(0)

type Moved = Pick<OrgPosition, 'orgId' | 'clocks'>

/** The clock of a process, and what keeps it current: for every process, beside any number of others. */
export function openClocks(deps: { readonly database: Database; readonly real: Clock; readonly log: Log }): {
  readonly clock: Clock
  /** To be called before the process does anything: what it takes for real time it could not take back. */
  load(): Promise<void>
  readonly worker: Worker
} {
  const { real, log } = deps
  const ahead = new Map<OrgId, number>()
  const watching = new Map<OrgId, Set<() => void>>()
  const positions = () => deps.database.collection<OrgPosition>('positions')

  function learn({ orgId, clocks = {} }: Moved): void {
    const ms = aheadMsOf({ clocks }, MODE)
    if (ms <= (ahead.get(orgId) ?? 0)) return
    ahead.set(orgId, ms)
    for (const onMove of watching.get(orgId) ?? []) onMove()
  }

  async function look(since: Date): Promise<void> {
    const rows = positions()
      .find({ [MOVED_AT]: { $gt: since } })
      .project<Moved>({ orgId: 1, clocks: 1 })
    for await (const row of rows) learn(row)
  }

  async function run(signal: AbortSignal): Promise<void> {
    let readAllAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      const isAll = performance.now() - readAllAt >= READ_ALL_EVERY_MS
      try {
        await look(isAll ? FIRST : new Date(real.now().getTime() - LOOK_BACK_MS))
        if (isAll) readAllAt = performance.now()
      } catch (err) {
        log.warn({ err }, 'the clocks of organizations were not read and will be again')
      }
      await sleep(POLL_MS, signal)
    }
  }

  const organizations: MovedClocks = {
    timeOf({ orgId, mode }) {
      const now = real.now()
      const ms = mode === MODE ? ahead.get(orgId) : undefined
      return ms === undefined ? now : new Date(now.getTime() + ms)
    },
    moved: (mode) => (mode === MODE ? [...ahead.keys()].map((orgId) => ({ orgId, mode })) : []),
    async refresh({ orgId, mode }) {
      if (mode !== MODE) return
      const found = await positions().findOne<Moved>({ _id: orgRef(orgId).id }, { projection: { orgId: 1, clocks: 1 } })
      if (found !== null) learn(found)
    },
    watch({ orgId, mode }, onMove) {
      if (mode !== MODE) return () => undefined
      const watchers = watching.get(orgId) ?? new Set()
      watching.set(orgId, watchers.add(onMove))
      return () => {
        watchers.delete(onMove)
        if (watchers.size === 0 && watching.get(orgId) === watchers) watching.delete(orgId)
      }
    },
    note: ({ orgId, mode }, clock) => learn({ orgId, clocks: { [mode]: clock } }),
  }
  return {
    clock: { now: () => real.now(), organizations },
    load: () => look(FIRST),
    worker: { name: 'organizationClocks', run },
  }
}
