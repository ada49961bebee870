/**
 * Batches concurrent reads by id into few finds, so that under load each costs a small part of one; while enough finds are in
 * flight, further ids are collected. Nothing is cached: every row is read after it was requested.
 */

/** A second find at once would only make both smaller; after so long it is sent, so that one that hangs holds up no others. */
const HANGS_AFTER_MS = 25
const IN_FLIGHT_MAX = 2
const IDS_MAX = 500

export function batchById<Row extends { readonly _id: string }>(
  find: (ids: readonly Row['_id'][]) => Promise<readonly Row[]>,
): (id: Row['_id']) => Promise<Row | null> {
  const waiting = new Map<Row['_id'], PromiseWithResolvers<Row | null>>()
  let inFlight = 0
  let alarm: NodeJS.Timeout | null = null

  async function flush(isLate = false): Promise<void> {
    if (waiting.size === 0 || inFlight >= IN_FLIGHT_MAX) return
    if (inFlight > 0 && !isLate) {
      alarm ??= setTimeout(flushLate, HANGS_AFTER_MS)
      return
    }
    if (alarm !== null) clearTimeout(alarm)
    alarm = null
    const batch = [...waiting].slice(0, IDS_MAX)
    for (const [id] of batch) waiting.delete(id)
    inFlight++
    try {
      const rows = new Map<string, Row>((await find(batch.map(([id]) => id))).map((row) => [row._id, row]))
      for (const [id, { resolve }] of batch) resolve(rows.get(id) ?? null)
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
    }
    inFlight--
    void flush()
  }

  function flushLate(): void {
    alarm = null
    void flush(true)
  }

  return (id) => {
    const joined = waiting.get(id)
    if (joined !== undefined) return joined.promise
    const added = Promise.withResolvers<Row | null>()
    waiting.set(id, added)
    // On the next turn of the event loop, so that requests received together share a find.
    setImmediate(flush, false)
    return added.promise
  }
}
