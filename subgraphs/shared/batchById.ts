/**
 * Batches concurrent reads by id into few finds, so that under load each costs a small part of one; while enough finds are in
 * flight, further ids are collected. Nothing is cached: every row is read after it was requested.
 */

/** More would only make smaller batches; a second one, so that a find that hangs does not hold up the others. */
const IN_FLIGHT_MAX = 2
const IDS_MAX = 500

export function batchById<Row extends { readonly _id: string }>(
  find: (ids: readonly Row['_id'][]) => Promise<readonly Row[]>,
): (id: Row['_id']) => Promise<Row | null> {
  const waiting = new Map<Row['_id'], PromiseWithResolvers<Row | null>>()
  let inFlight = 0

  async function flush(): Promise<void> {
    if (inFlight >= IN_FLIGHT_MAX || waiting.size === 0) return
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

  return (id) => {
    const joined = waiting.get(id)
    if (joined !== undefined) return joined.promise
    const added = Promise.withResolvers<Row | null>()
    waiting.set(id, added)
    // On the next turn of the event loop, so that requests received together share a find.
    setImmediate(flush)
    return added.promise
  }
}
