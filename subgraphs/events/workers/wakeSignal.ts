/** Ends a worker's wait early. A notification before the wait is not lost. */
export interface WakeSignal {
  notify(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false
  let wake: (() => void) | null = null
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!isNotified && !signal.aborted) {
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
      isNotified = false
    },
  }
}
