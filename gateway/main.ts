/**
 * Process entry for a service beside a database and chains that exist: configuration, composition, listening, draining.
 * `npm start` adds the embedded database and chain around the same `startService`.
 */
import { ConfigError, readConfig } from './config.ts'
import { createLog } from './log.ts'
import { startService } from './service.ts'

if (import.meta.main) {
  try {
    const config = readConfig()
    const log = createLog({ level: config.logLevel })
    const service = await startService(config, { log })
    log.info({ url: service.url }, 'listening')
    stopOnSignals(() => service.stop(), config.drainMs)
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exitCode = 1
  }
}

/** The first signal drains, a second one ends at once. */
export function stopOnSignals(stop: () => Promise<void>, drainMs: number): void {
  let stopping = false
  const onSignal = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    const tooLong = setTimeout(() => process.exit(1), drainMs + 15_000)
    stop().then(
      () => {
        clearTimeout(tooLong)
        process.exit(0)
      },
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
