/**
 * Many concurrent reads by id become few finds: what waits goes out together, and while enough finds are under way it
 * keeps gathering. Nothing is remembered: every answer was read after it was asked for.
 */

const IN_FLIGHT_MAX = 2

export function batchById<Row extends { readonly _id: string }>(
  find: (ids: readonly string[]) => Promise<readonly Row[]>,
): (id: string) => Promise<Row | null> {
  let waiting = new Map<string, PromiseWithResolvers<Row | null>>()
  let inFlight = 0
  let isScheduled = false

  // One turn of the event loop lets all requests that were read from their sockets together share a find.
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
