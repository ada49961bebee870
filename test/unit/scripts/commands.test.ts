// A wrong option of a command is reported in a sentence with the right ones, without a stack.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { expect, test, vi } from 'vitest'
import { createMetrics } from '../../../gateway/metrics.ts'
import { openMetricsServer } from '../../../gateway/metricsServer.ts'
import { createReadiness } from '../../../gateway/readiness.ts'
import { serveSubgraph } from '../../../gateway/serveSubgraph.ts'
import { readConfigBeside } from '../../../scripts/environment.ts'
import { play } from '../../../scripts/firstPayment/steps.ts'
import { readAsked } from '../../../scripts/stockAsked.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { silentLog } from '../gateway/fixture.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const COMMANDS = ['key', 'rates', 'reconcile', 'firstPayment', 'firstFunding']

function run(command: string, ...flags: string[]): Promise<{ code: number; told: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${command}.ts`, ...flags], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), told: `${stdout}${stderr}` }),
    )
  })
}

test.each(COMMANDS)('%s prints its options when one is wrong', { timeout: 60_000 }, async (command) => {
  const wrong = await run(command, '--colour')
  expect(wrong).toMatchObject({ code: 1, told: expect.stringMatching(/^Unknown option '--colour'.*\nUsage: /) })
  expect(wrong.told).not.toMatch(/^\s+at /m)
})

test('a command that finds no service says where it has looked, and what to give', () => {
  vi.stubEnv('MONGODB_URI', undefined)
  vi.stubEnv('DATA_DIR', '/nowhere')
  expect(() => readConfigBeside()).toThrow(/\/nowhere\/service\.env.*DATA_DIR.*MONGODB_URI/s)
  vi.unstubAllEnvs()
})

const [HASH, MONEY] = [`0x${'a'.repeat(64)}`, { token: 'USDC', amount: '5' }]
test.each([
  [{ 'write-off': true }, /^Give --chain/],
  [{ tx: HASH }, /^Give --chain/],
  [{ gas: true }, /^Give --chain/],
  [{ chain: 'base', gas: true }, /^Give --tx: which transaction has brought/],
  [{ chain: 'base', tx: HASH, gas: true, 'write-off': true }, /^Give --write-off or --gas, not both/],
  [MONEY, /^Give --chain/],
  [{ chain: 'base' }, /^Give --tx, or in test mode --token and --amount/],
  [{ chain: 'base', 'write-off': true }, /^Give --tx/],
  [{ chain: 'base', ...MONEY, token: 'DOGE' }, /^--token must be one of USDC/],
  [{ chain: 'base', token: 'USDC' }, /^Give --amount/],
  [{ chain: 'base', tx: HASH, amount: '5' }, /^Give --tx, or --token and --amount, not both/],
  [{ chain: 'base', tx: '0x12' }, /^"0x12" is no hash of a transaction/],
  [{ chain: 'BASE', tx: HASH }, /Did you mean "base"/],
])('stock %j does nothing, and says what is missing', (given, told) => {
  expect(() => readAsked(given, 'test')).toThrow(told)
})

test('stock does what it is told: it shows, books, writes off, tops up gas, or has the faucet send some, in test mode', () => {
  expect(readAsked({}, 'live')).toEqual({ act: 'show' })
  const [chain, hash] = ['base', HASH]
  expect(readAsked({ chain, tx: HASH }, 'live')).toEqual({ act: 'book', chain, hash })
  expect(readAsked({ chain, tx: HASH, 'write-off': true }, 'test')).toEqual({ act: 'writeOff', chain, hash })
  expect(readAsked({ chain, tx: HASH, gas: true }, 'live')).toEqual({ act: 'topUpGas', chain, hash })
  const minted = { act: 'mint', chain, token: 'USDC', units: 5_000_000n }
  expect(readAsked({ chain, ...MONEY }, 'test')).toEqual(minted)
  expect(() => readAsked({ chain, ...MONEY }, 'live')).toThrow(/^There is no test money in live mode/)
})

test('a command prints its options with --help', async () => {
  expect(await run('firstPayment', '--help')).toEqual({ code: 0, told: expect.stringMatching(/^Usage: npm run /) })
})

test('a play that takes longer than it is to take has failed, however well it went', async () => {
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const act = async () => undefined
  await play({ json: true, within: '10' }, act, () => '')
  expect(process.exitCode).toBeUndefined()
  await play({ json: true, within: '0.0000001' }, act, () => '')
  expect(process.exitCode).toBe(1)
  process.exitCode = undefined
  const reports = told.mock.calls.map(([text]) => JSON.parse(text))
  expect(reports).toMatchObject([{ ok: true }, { ok: false, error: expect.stringMatching(/was to take 0.0000001 s/) }])
  told.mockRestore()
})

test('a play that is to end within no time that there is does not begin', { timeout: 60_000 }, async () => {
  for (const text of ['soon', '0'])
    expect(await run('firstFunding', '--within', text)).toEqual({
      ...{ code: 1, told: expect.stringMatching(/--within must be a number of seconds above 0/) },
    })
})

test('npm start refuses an invalid block time before it starts anything', { timeout: 60_000 }, async () => {
  for (const text of ['abc', '0']) {
    const told = await new Promise<string>((resolve) => {
      const env = { ...process.env, BLOCK_TIME_SECONDS: text, DATA_DIR: join(ROOT, '.data', 'never') }
      execFile(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env }, (_error, _stdout, stderr) => resolve(stderr))
    })
    expect(told.trim()).toBe('BLOCK_TIME_SECONDS must be a number of seconds above 0, like 1 or 0.5.')
  }
})

test('a port in use is reported with its setting', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const on = { port, host: '127.0.0.1', log: silentLog }
  const metrics = openMetricsServer({ ...on, metrics: createMetrics([]), readiness: createReadiness([]) })
  await expect(metrics).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken. End what listens there, or set METRICS_PORT to another port.`,
  )
  const schema = buildSchema('type Query { one: Int }')
  const subgraph = serveSubgraph({ ...on, schema, name: 'events', secret: 'x'.repeat(64), clock: systemClock })
  await expect(subgraph).rejects.toThrow('or set PORT to another port.')
  holder.close()
})
