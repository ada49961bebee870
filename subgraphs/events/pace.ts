/**
 * Paces what one event sets off: every subscription that gets it has work to do at the same moment, and thousands of them
 * would keep the process from everybody else. A few go on in each turn of the event loop, the owners in turn.
 */

/** @returns resolves when it may go on */
export type Pace = (owner: string) => Promise<void>

/** Together they take a few milliseconds. */
const AT_ONCE = 16

export function createPace(atOnce = AT_ONCE): Pace {
  /** In the order in which they are served; nobody is in it without something that waits. */
  const owners = new Map<string, (() => void)[]>()
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || owners.size === 0) return
    isScheduled = true
    setImmediate(goOn)
  }

  function goOn(): void {
    isScheduled = false
    for (let count = 0; count < atOnce; count++) {
      const next = owners.entries().next()
      if (next.done) return
      const [owner, waiting] = next.value
      const first = waiting.shift()
      // To the end of the line: the map keeps the order of insertion.
      owners.delete(owner)
      if (waiting.length > 0) owners.set(owner, waiting)
      first?.()
    }
    schedule()
  }

  return (owner) =>
    new Promise((resolve) => {
      const waiting = owners.get(owner)
      if (waiting === undefined) owners.set(owner, [resolve])
      else waiting.push(resolve)
      schedule()
    })
}
