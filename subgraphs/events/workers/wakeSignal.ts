/** Ends a worker's wait early. A notification before the wait is not lost. */
import { sleep } from '../../shared/subgraph.ts'

export interface WakeSignal {
  notify(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let notified = new AbortController()
  return {
    notify: () => notified.abort(),
    async wait(ms, signal) {
      await sleep(ms, AbortSignal.any([signal, notified.signal]))
      if (notified.signal.aborted) notified = new AbortController()
    },
  }
}
