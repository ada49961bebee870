/**
 * How a long-lived process ends: drained, on a signal with 0, on a failure that nobody caught with 1. Such a failure is a
 * bug: its state may be anything, so the process says what it knows, takes no more work and leaves.
 */
import type { Log } from '../subgraphs/shared/subgraph.ts'

export interface ProcessLife {
  /** What draining is, from now on: readiness off, then finish what runs. */
  stopWith(stop: () => Promise<void>): void
}

/** Beyond the time to drain: for what has to be let go of after it. */
const LET_GO_MS = 15_000

/** Before anything that listens or runs. Only once in a process. */
export function superviseProcess({ log, drainMs }: { log: Log; drainMs: number }): ProcessLife {
  let stop: () => Promise<void> = async () => undefined
  let ending = false

  function end(exitCode: number): void {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), drainMs + LET_GO_MS)
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the process could not be drained')
        process.exit(1)
      },
    )
  }

  function fail(error: unknown, origin: string): void {
    log.error({ err: error, origin, uptime_s: Math.round(process.uptime()) }, 'the process ends: nobody caught this')
    end(1)
  }

  // A reader of our output that has gone is no failure of the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', (error, origin) => fail(error, origin))
  process.on('unhandledRejection', (reason) => fail(reason, 'unhandledRejection'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // The second one ends at once.
      if (ending) process.exit(1)
      end(0)
    })
  return {
    stopWith(given) {
      stop = given
    },
  }
}
