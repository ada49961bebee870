/**
 * `npm run audit [-- --url URI --database NAME --rpc test:base=URL --log FILE --json FILE]`: audits the database and chains of a
 * service, which may be running. Without options those of `npm start` on this machine, or of the environment. Any breach
 * ends with an error.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFlags } from '../flags.ts'
import { type AuditReport, audit } from './audit.ts'

const USAGE =
  'audit [--url MONGODB_URI] [--database NAME] [--rpc MODE:CHAIN=URL[,URL]]... [--skew-ms N] [--overdue-ms N] [--log FILE]... [--json FILE|-]'
const SHOWN_MAX = 20

const { values } = readFlags(USAGE, {
  options: {
    url: { type: 'string' },
    database: { type: 'string' },
    rpc: { type: 'string', multiple: true, default: [] },
    log: { type: 'string', multiple: true, default: [] },
    'skew-ms': { type: 'string', default: '1000' },
    'overdue-ms': { type: 'string' },
    json: { type: 'string' },
  },
})

try {
  const environment = join(process.env.DATA_DIR ?? '.data', 'service.env')
  if (values.url === undefined && process.env.MONGODB_URI === undefined && existsSync(environment))
    process.loadEnvFile(environment)
  const mongodbUri = values.url ?? process.env.MONGODB_URI
  const [skewMs, overdue] = [Number(values['skew-ms']), values['overdue-ms']]
  if (mongodbUri === undefined || [skewMs, Number(overdue ?? 0)].some((ms) => !Number.isSafeInteger(ms) || ms < 0))
    throw new Error(
      `${mongodbUri === undefined ? 'no database: name it with --url or MONGODB_URI' : 'not a number of milliseconds'}\nUsage: ${USAGE}`,
    )
  const database = values.database ?? process.env.DATABASE_NAME ?? 'agent_payments'
  const running = overdue === undefined ? {} : { overdueMs: Number(overdue) }
  const endpoints = readEndpoints(values.rpc)
  const report = await audit({ mongodbUri, database, endpoints, skewMs, ...running, logs: values.log })
  if (values.json === '-') console.info(JSON.stringify(report, null, 2))
  else print(report)
  if (values.json !== undefined && values.json !== '-')
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = report.breachCount > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

/** `RPC_URL_<MODE>_<CHAIN>` of the environment, and the options, which win. */
function readEndpoints(options: readonly string[]): Map<string, readonly string[]> {
  const endpoints = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(process.env)) {
    const [, mode, chain] = /^RPC_URL_(TEST|LIVE)_(\w+)$/.exec(name) ?? []
    if (mode !== undefined && chain !== undefined && value)
      endpoints.set(`${mode.toLowerCase()}:${chain.toLowerCase()}`, value.split(','))
  }
  for (const option of options) {
    const [, network, urls] = /^((?:test|live):\w+)=(.+)$/.exec(option) ?? []
    if (network === undefined || urls === undefined) throw new Error(`--rpc ${option}: expected MODE:CHAIN=URL`)
    endpoints.set(network, urls.split(','))
  }
  return endpoints
}

function print({ points, explained, breachCount, seconds }: AuditReport): void {
  for (const { point, title, checked, breachCount: count, breaches, nothing } of points) {
    const result = nothing ?? `${checked} checked, ${count} ${count === 1 ? 'breach' : 'breaches'}`
    console.info(`${count > 0 ? 'BREACH' : 'ok    '} ${String(point).padStart(2)}  ${title}: ${result}`)
    for (const breach of breaches.slice(0, SHOWN_MAX)) console.info(`            ${breach}`)
    if (count > SHOWN_MAX) console.info(`            and ${count - SHOWN_MAX} more`)
  }
  for (const one of explained) console.info(`explained: ${one}`)
  console.info(`${breachCount} breaches, ${explained.length} explained differences, ${seconds.toFixed(1)} s`)
}
