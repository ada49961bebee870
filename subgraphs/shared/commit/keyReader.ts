/**
 * Looks up whether an Idempotency-Key was used before. Waiting look-ups share one command, so that under load a keyed
 * request costs a small part of one read.
 */
import type { Database } from '../database.ts'
import type { KeyRow } from './types.ts'

/** More would only make smaller batches; a second one, so that a read that hangs does not stop the others. */
const COMMANDS_AT_ONCE = 2
const IDS_MAX = 500

interface Waiting {
  readonly resolve: (row: KeyRow | null) => void
  readonly reject: (error: unknown) => void
}

type ReadKeys = (ids: readonly string[]) => Promise<readonly KeyRow[]>

export function keysOf(database: Database, maxTimeMS: number): ReadKeys {
  const rows = database.bounded.collection<KeyRow>('idempotency')
  return (ids) => rows.find({ _id: { $in: [...ids] } }, { maxTimeMS }).toArray()
}

export function createKeyReader(read: ReadKeys): (id: string) => Promise<KeyRow | null> {
  let waiting = new Map<string, Waiting[]>()
  let running = 0

  function start(): void {
    if (running >= COMMANDS_AT_ONCE || waiting.size === 0) return
    const batch = new Map([...waiting].slice(0, IDS_MAX))
    waiting = new Map([...waiting].slice(IDS_MAX))
    running++
    read([...batch.keys()])
      .then((rows) => {
        const found = new Map(rows.map((row) => [row._id, row]))
        for (const [id, callers] of batch) for (const { resolve } of callers) resolve(found.get(id) ?? null)
      })
      .catch((error: unknown) => {
        for (const callers of batch.values()) for (const { reject } of callers) reject(error)
      })
      .finally(() => {
        running--
        start()
      })
  }

  return (id) =>
    new Promise((resolve, reject) => {
      const others = waiting.get(id)
      if (others === undefined) waiting.set(id, [{ resolve, reject }])
      else others.push({ resolve, reject })
      // One turn of the event loop, so that look-ups that arrive together share a command.
      setImmediate(start)
    })
}
