/**
 * `?wait=`: delays the response until a row has become what the caller waits for, or the time is over. All waiters of a process
 * for one kind of row share one query per tick. Each holds a request open, and a gateway has only so many to a subgraph in
 * another process, so no organization gets all of them.
 */
import type { OrgId } from '../../shared/ids.ts'
import type { Pause } from '../../shared/principal.ts'

interface Waited<Id extends string> {
  readonly id: Id
  readonly orgId: OrgId
}

export interface Waiter<Id extends string, Row> {
  /** @returns the row of the last look: null, if none was there; at once and null when too many of the organization wait */
  wait(waited: Waited<Id>, seconds: number, pause?: Pause): Promise<Row | null>
}

const TICK_MS = 50
/**
 * @param isOver when nobody has to wait for this row any more
 * @param waitingMax of one organization in one process
 */
export function createWaiter<Id extends string, Row>(
  find: (ids: readonly Id[]) => Promise<readonly Row[]>,
  idOf: (row: Row) => Id,
  isOver: (row: Row) => boolean,
  waitingMax: number,
): Waiter<Id, Row> {
  const waiting = new Map<Id, Set<(row: Row | null) => void>>()
  const waitingOf = new Map<OrgId, number>()
  let running = false

  function count(orgId: OrgId, change: 1 | -1): void {
    const left = (waitingOf.get(orgId) ?? 0) + change
    if (left === 0) waitingOf.delete(orgId)
    else waitingOf.set(orgId, left)
  }

  async function run(): Promise<void> {
    running = true
    try {
      while (waiting.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, TICK_MS))
        const rows = await find([...waiting.keys()])
        for (const row of rows) if (isOver(row)) for (const tell of waiting.get(idOf(row)) ?? []) tell(row)
      }
    } finally {
      running = false
    }
  }

  function untilOver({ id, orgId }: Waited<Id>, seconds: number): Promise<Row | null> {
    count(orgId, 1)
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        const others = waiting.get(id)
        // Told by its timer and a tick at once, it has left already.
        if (others?.delete(tell) !== true) return
        count(orgId, -1)
        if (others.size === 0) waiting.delete(id)
      }
      const tell = (row: Row | null): void => {
        leave()
        resolve(row)
      }
      const timer = setTimeout(() => {
        // A waiter whose read fails leaves too, or the row would be polled for nobody until it is over.
        find([id])
          .then(([row]) => tell(row ?? null))
          .catch((error: unknown) => {
            leave()
            reject(error)
          })
      }, seconds * 1_000)
      const others = waiting.get(id)
      if (others === undefined) waiting.set(id, new Set([tell]))
      else others.add(tell)
      // A failed read ends the polling; each waiter's timer still reads the row itself.
      if (!running) run().catch(() => undefined)
    })
  }

  return {
    async wait(waited, seconds, pause = (wait) => wait()) {
      if (seconds <= 0 || (waitingOf.get(waited.orgId) ?? 0) >= waitingMax) return null
      return pause(() => untilOver(waited, seconds))
    },
  }
}
