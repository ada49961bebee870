/**
 * Batches concurrent reads by id into few finds; while enough finds are in flight, further ids are collected. Nothing is cached:
 * every row is read after it was requested.
 */

const IN_FLIGHT_MAX = 2

export function batchById<Row extends { readonly _id: string }>(
  find: (ids: readonly string[]) => Promise<readonly Row[]>,
): (id: string) => Promise<Row | null> {
  let waiting = new Map<string, PromiseWithResolvers<Row | null>>()
  let inFlight = 0
  let isScheduled = false

  // On the next turn of the event loop, so that requests received together share a find.
  function schedule(): void {
    if (isScheduled || inFlight >= IN_FLIGHT_MAX || waiting.size === 0) return
    isScheduled = true
    setImmediate(flush)
  }

  async function flush(): Promise<void> {
    isScheduled = false
    const batch = waiting
    waiting = new Map()
    inFlight++
    try {
      const rows = new Map((await find([...batch.keys()])).map((row) => [row._id, row]))
      for (const [id, { resolve }] of batch) resolve(rows.get(id) ?? null)
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    } finally {
      inFlight--
      schedule()
    }
  }

  return (id) => {
    const joined = waiting.get(id)
    if (joined !== undefined) return joined.promise
    const added = Promise.withResolvers<Row | null>()
    waiting.set(id, added)
    schedule()
    return added.promise
  }
}
