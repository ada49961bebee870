/** Workers and their log, for every subgraph and for the worker runner. */

/** A bounded loop that ends soon after its signal; it may run in any number of processes at once. */
export interface Worker {
  readonly name: string
  run(signal: AbortSignal): Promise<void>
}

/** The log of workers and services: pino in the product, silent in tests. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Waits, or returns at once when the signal fires: a stopping worker never sleeps on. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
