/**
 * Fuzzes the REST interface of a running service with Schemathesis, a public tool that reads the OpenAPI document: on demand only.
 * It needs Python 3.10 or later, and installs its pinned version into the data directory the first time.
 * `npm run schemathesis [-- --seconds 120] [--seed 11] [--url http://...] [--key sk_test_...] [--include-path /api/v2/wallets]`
 * Beside `RATE_LIMIT_ORGANIZATION_PER_MINUTE=1000000 npm start` url and key are known, and no rate limit is in its way. It takes a
 * body that is null for a fault where the service takes it for none. Who calls without credentials is limited by address, so
 * that is left to `npm run prove -- authz`.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const VERSION = '4.32.5'
const USAGE = 'npm run schemathesis [-- --seconds N] [--seed N] [--url URL --key KEY] [--include-path PATH]'
/** What is stated of every answer. A body that only the rules of the service refuse is no fault of its schema. */
const CHECKS = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_schema_conformance'],
  ...['response_headers_conformance', 'unsupported_method', 'negative_data_rejection'],
]
/** Streams have no end, and after the others the key of the run could do nothing more. */
const SPARED = '/(stream|export)$|/keys/.+|/people/.+|/auth/|/test/clock'

runCommand(async () => {
  const { values } = readFlags(USAGE, {
    options: {
      ...{ url: { type: 'string' }, key: { type: 'string' }, 'include-path': { type: 'string' } },
      ...{ seconds: { type: 'string', default: '120' }, seed: { type: 'string', default: '11' } },
    },
  })
  const dataDir = resolve(process.env.DATA_DIR ?? '.data')
  const { url, key } = { ...beside(dataDir), ...values }
  if (url === undefined || key === undefined)
    throw new Error(`Start the service with npm start, or give both.\nUsage: ${USAGE}`)
  const program = await install(join(dataDir, 'schemathesis'))
  const { seconds, seed, 'include-path': path } = values
  const status = await run(program, [
    ...['run', `${url}/api/v2/openapi.json`, '--url', url, '--header', `X-API-Key: ${key}`],
    ...['--phases', 'examples,coverage,fuzzing', '--max-examples', '10', '--max-time', seconds, '--seed', seed],
    ...['--checks', CHECKS.join(), '--exclude-path-regex', SPARED, '--workers', '2', '--continue-on-failure'],
    ...['--generation-database', 'none', '--warnings', 'off', '--rate-limit', 'auto', '--no-color'],
    ...(path === undefined ? [] : ['--include-path-regex', path]),
  ])
  process.exitCode = status
})

/** The service of `npm start`. */
function beside(dataDir: string): { readonly url?: string; readonly key?: string } {
  const path = join(dataDir, 'demo.json')
  if (!existsSync(path)) return {}
  const { base_url: url, api_key: key } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  return { ...(url !== undefined && { url }), ...(key !== undefined && { key }) }
}

async function install(folder: string): Promise<string> {
  const bin = join(folder, VERSION, 'bin')
  const program = join(bin, 'schemathesis')
  if (existsSync(program)) return program
  await runOrFail('python3', ['-m', 'venv', join(folder, VERSION)])
  await runOrFail(join(bin, 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`])
  return program
}

async function runOrFail(command: string, args: readonly string[]): Promise<void> {
  if ((await run(command, args)) !== 0) throw new Error(`${command} ${args.join(' ')} has failed.`)
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: 'inherit' })
    child.on('error', fail)
    child.on('close', (status) => done(status ?? 1))
  })
}
