/** Ends a worker's wait early. A ring that comes before the wait is not lost. */
export interface WakeSignal {
  ring(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let rung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, ms)
          function done(): void {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            wake = null
            resolve()
          }
          wake = done
          signal.addEventListener('abort', done)
        })
      }
      rung = false
    },
  }
}
