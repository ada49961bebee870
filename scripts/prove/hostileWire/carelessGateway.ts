/** The gateway of `--fault`: accepts every upgrade, and parses its URL before it handles errors of the socket. */
import { readConfig } from '../../../gateway/config.ts'
import { createLog } from '../../../gateway/log.ts'
import { startService } from '../../../gateway/service.ts'

const service = await startService(readConfig(), { log: createLog({ level: 'info' }) })
const { server } = service.gateway.app
Object.assign(server, { shouldUpgradeCallback: () => true })
server.prependListener('upgrade', (request) => void new URL(request.url ?? '/', 'http://localhost').pathname)
console.info(JSON.stringify({ url: service.url }))
process.on('SIGTERM', () => process.exit(0))
