/**
 * Process entry for a service beside a database and chains that exist: configuration, composition, listening, draining.
 * `npm start` adds the embedded database and chain around the same `startService`.
 */
import { readConfig } from './config.ts'
import { createLog, logFailure } from './log.ts'
import { superviseProcess } from './processLife.ts'
import { startService } from './service.ts'

try {
  const config = readConfig()
  const log = createLog({ level: config.logLevel })
  const life = superviseProcess({ log, drainMs: config.drainMs })
  const service = await startService(config, { log })
  life.onStop(() => service.stop())
  log.info({ url: service.url, metrics_url: service.metricsUrl }, 'listening')
} catch (error) {
  logFailure(error)
  process.exit(1)
}
