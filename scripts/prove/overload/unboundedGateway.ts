/** The gateway of `--fault`: takes on whatever is sent. */
import { readConfig } from '../../../gateway/config.ts'
import { DEFAULT_LOAD_BOUNDS } from '../../../gateway/loadShedding.ts'
import { createLog } from '../../../gateway/log.ts'
import { startService } from '../../../gateway/service.ts'

const none = Number.POSITIVE_INFINITY
Object.assign(DEFAULT_LOAD_BOUNDS, { requestsMin: none, requestsMax: none })
const service = await startService(readConfig(), { log: createLog({ level: 'info' }) })
console.info(JSON.stringify({ url: service.url }))
process.on('SIGTERM', () => process.exit(0))
