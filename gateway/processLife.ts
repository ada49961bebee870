/**
 * How a long-lived process ends: it drains, and exits with 0 on a signal and with 1 on an uncaught failure. After one its
 * state cannot be trusted, so the process logs it, takes no more work and exits.
 */
import type { Log } from '../subgraphs/shared/subgraph.ts'

export interface ProcessLife {
  /** Sets how the process drains. */
  onStop(stop: () => Promise<void>): void
}

/** Beyond the time to drain: for closing connections after it. */
const CLOSE_GRACE_MS = 15_000

/** To be called once in a process, before anything listens or runs. */
export function superviseProcess({ log, drainMs }: { log: Log; drainMs: number }): ProcessLife {
  let stop: () => Promise<void> = async () => undefined
  let ending = false

  function end(exitCode: number): void {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), drainMs + CLOSE_GRACE_MS)
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the process could not be drained')
        process.exit(1)
      },
    )
  }

  function fail(error: unknown, origin: string): void {
    log.error({ err: error, origin, uptime_s: Math.round(process.uptime()) }, 'uncaught failure: the process exits')
    end(1)
  }

  // A closed pipe behind stdout must not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', (error, origin) => fail(error, origin))
  process.on('unhandledRejection', (reason) => fail(reason, 'unhandledRejection'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // A second signal exits at once.
      if (ending) process.exit(1)
      end(0)
    })
  return {
    onStop(drain) {
      stop = drain
    },
  }
}
