/** `agentpay` as people and programs call it: the real command as a process of its own, against a service over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GLOBAL_OPTIONS, openSession } from '../../scripts/cli/command.ts'
import { bringAbout } from '../../scripts/cli/commands/trigger.ts'
import { COMMANDS } from '../../scripts/cli/commands.ts'
import { SCENARIOS } from '../../scripts/cli/scenarios.ts'
import { startLocalServer } from '../../scripts/localServer.ts'
import { openTcpProxy, type TcpProxy } from '../../scripts/prove/tcpProxy.ts'
import { verifyWebhook } from '../../sdk/verifyWebhook.mjs'
import { callRest } from '../support/restClient.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../support/webhookReceiver.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'agentpay-'))
const WITHIN_MS = 60_000
let service: TestService
let proxy: TcpProxy
let receiver: WebhookReceiver
let owner: { readonly orgId: string; readonly key: string }
let baseUrl: string
/** Of one agent, with money. */
let wallet: string

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

beforeAll(async () => {
  ;[service, receiver] = await Promise.all([startTestService('cli', 'in process'), startWebhookReceiver()])
  const { hostname, port } = new URL(service.url)
  proxy = await openTcpProxy({ host: hostname, port: Number(port) })
  baseUrl = `http://127.0.0.1:${proxy.port}`
  owner = await service.createOrganization('Acme')
})
afterAll(async () => {
  await receiver?.stop()
  await proxy?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NO_COLOR: '1', XDG_CONFIG_HOME: folder, ...environment }
  return spawn(process.execPath, ['scripts/agentpay.mjs', ...args], { cwd: ROOT, env: env as NodeJS.ProcessEnv })
}

/** Whatever happens, nobody is shown a stack, or a key that was not just made. */
async function agentpay(args: string, options: { input?: string; env?: Record<string, string> } = {}): Promise<Ended> {
  const child = start(words(args), options.env)
  child.stdin?.end(options.input ?? '')
  const ended = await outputOf(child)
  expect(ended.stderr, args).not.toMatch(/\n\s+at /)
  expect(ended.stdout + ended.stderr, args).not.toContain(owner.key)
  return ended
}

/** As a shell parts them. */
const words = (args: string): string[] =>
  [...args.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)

async function outputOf(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const parts: Buffer[] = []
    stream?.on('data', (part: Buffer) => parts.push(part))
    return () => Buffer.concat(parts).toString()
  })
  const [code] = await once(child, 'close')
  return { code, stdout: stdout?.() ?? '', stderr: stderr?.() ?? '' }
}

async function json(args: string, code = 0): Promise<Record<string, unknown>> {
  const ended = await agentpay(`${args} --json`)
  expect(ended.code, ended.stdout + ended.stderr).toBe(code)
  return JSON.parse(ended.stdout)
}

const rest = (request: string, body?: object) => callRest(service.url, request, { 'x-api-key': owner.key }, body)

async function makeWallet(name: string): Promise<string> {
  return String((await rest('POST /api/v2/wallets', { name })).body.wallet_id)
}

test('login takes a key that the service accepts, keeps it for its owner alone, and shows it to nobody', async () => {
  const login = (input: string, url = baseUrl) => agentpay(`login --base-url ${url}`, { input })
  const path = join(folder, 'agentpay', 'default.json')
  expect(await agentpay('balance')).toMatchObject({ code: 4, stderr: expect.stringContaining('Run agentpay login') })
  expect(await login('hunter2')).toMatchObject({ code: 2 })
  expect(await login(`sk_test_${'a'.repeat(32)}`)).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/authentication_error, invalid_api_key \(401\)[\s\S]*request_id +req_/),
  })
  expect(await login(owner.key, 'http://pay.example')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('https'),
  })
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  const { code, stdout } = await login(`${owner.key}\n`)
  expect(code).toBe(0)
  expect(stdout).toMatch(/organization +Acme/)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ base_url: baseUrl, api_key: owner.key })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  // To another address the key is not sent.
  const elsewhere = { AGENTPAY_BASE_URL: 'https://elsewhere.example' }
  expect(await agentpay('balance', { env: elsewhere })).toMatchObject({ code: 2 })
})

test('trigger brings about a deposit, with values of the caller, and prints what it has made', async () => {
  const made = await json('trigger deposit --set amount=200.00')
  expect(made).toMatchObject({ event: 'deposit.credited', data: { amount: '200.00', wallet_id: made.wallet_id } })
  expect(made).toMatchObject({
    agent_id: expect.stringMatching(/^agt_/),
    source_event_id: expect.stringMatching(/^evt_/),
  })
  wallet = String(made.wallet_id)
  expect(await agentpay('trigger deposit --set colour=red')).toMatchObject({ code: 2 })
})

test('every event that trigger names is brought about by its scenario', async () => {
  const session = openSession({ base_url: service.url, api_key: owner.key })
  const left = [...SCENARIOS]
  // An organization may not read many lists at once.
  const inTurn = async () => {
    for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
      const { values, event } = scenario
      const { told } = await bringAbout(session, scenario, { values, wallet: undefined, withinMs: WITHIN_MS })
      expect(told).toMatchObject({ type: event })
    }
  }
  await Promise.all([inTurn(), inTurn(), inTurn()])
})

test('balance tells what a wallet has, as a table and as JSON', async () => {
  const { stdout } = await agentpay(`balance ${wallet} --token usdc`)
  expect(stdout.split('\n').map((line) => line.split(/ +/).slice(0, 3))).toContainEqual(['USDC', 'base', '200.00'])
  expect(await json(`balance ${wallet}`)).toMatchObject({ total_usd: '200.00' })
})

test('pay pays, and waits until the chain has confirmed it; the same key pays once', async () => {
  const pay = () => json(`pay ok.test 1.00 --wallet ${wallet} --purpose 'A book' --idempotency-key one`)
  const paid = await pay()
  expect(paid).toMatchObject({
    status: 'completed',
    amount: '1.00',
    tx_hash: expect.stringMatching(/^0x/),
    purpose: 'A book',
  })
  expect((await pay()).payment_id).toBe(paid.payment_id)
  const parked = await agentpay(`pay ok.test 30.00 --wallet ${wallet}`)
  expect(parked).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/awaiting_approval/),
    stderr: expect.stringContaining('apr_'),
  })
})

test('a refusal has its rule, figures, next step and request id, and the exit code of its kind', async () => {
  const refused = await agentpay(`pay ok.test 60.00 --wallet ${wallet}`)
  expect(refused).toMatchObject({ code: 3, stdout: '' })
  expect(refused.stderr).toMatch(/^Refused: policy_violation, per_transaction_limit_exceeded \(403\)\n/)
  expect(refused.stderr).toMatch(/per_transaction +per_transaction_limit_exceeded +50\.00 +60\.00 +50\.00/)
  expect(refused.stderr).toContain('Lower the amount, or ask the organization to raise the limit.')
  expect(refused.stderr).toMatch(/request_id +req_/)
  expect(await json(`pay ok.test 60.00 --wallet ${wallet}`, 3)).toMatchObject({
    error: { type: 'policy_violation', details: { limit: '50.00' }, request_id: expect.stringMatching(/^req_/) },
  })
  expect(await agentpay('balance wal_none')).toMatchObject({ code: 1, stderr: expect.stringContaining('not_found') })
  expect(await agentpay(`pay ok.test 1.00`)).toMatchObject({ code: 2, stderr: expect.stringContaining('--wallet') })
})

test('wrong usage is told with the usage, and has an exit code of its own', async () => {
  expect(await agentpay('pay ok.test')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^AMOUNT is missing\.\nUsage: agentpay pay/),
  })
  expect(await agentpay('pay ok.test 1.00 --colour red')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--colour/),
  })
  expect(await agentpay('policy explain')).toMatchObject({ code: 2, stderr: expect.stringContaining('policy check') })
  expect(await agentpay('keys create Jo --role boss')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('approver'),
  })
})

test('policy check, preview and simulate decide nothing, and tell what would be decided', async () => {
  expect(await json(`policy check ok.test 1.00 --wallet ${wallet}`)).toMatchObject({ allowed: true })
  const denied = await agentpay(`policy check gambling.test 1.00 --wallet ${wallet}`)
  expect(denied).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^deny: [\s\S]*category_blocked +false +category_blocked/),
  })
  const text = 'No more than $50 per purchase, $200 a day.'
  expect(await json(`policy preview '${text}'`)).toMatchObject({ policy: { daily_limit: 200 } })
  const problem = await agentpay(`policy preview '${text} Be nice.'`)
  expect(problem).toMatchObject({ code: 1 })
  expect(problem.stderr).toMatch(/a day\. Be nice\.\n +\^{7} unrecognised_text\n/)
  const simulated = await agentpay(`policy simulate 'No more than $0.50 per purchase.' --wallet ${wallet}`)
  expect(simulated).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/changed 2 of 2 payments\.[\s\S]*allow +deny/),
  })
})

test('listen forwards each event as the webhook that it would be, goes on after a cut, and again where it was ended', async () => {
  const secretOf = ({ stderr }: Ended) => /whsec_\S+/.exec(stderr)?.[0]
  // An ordinary endpoint beside it, to compare with.
  const real = await startWebhookReceiver()
  const body = { url: real.url, events: ['wallet.created'], secret: 'a-secret-of-sixteen' }
  const { body: webhook } = await rest('POST /api/v2/webhooks', body)
  const path = '/in/../hook?a=%7Eb&&c=d//e'
  const listen = `listen --events wallet.created --forward-to ${receiver.url.replace('/hook', path)}`
  const child = start(words(listen))
  const ended = outputOf(child)
  await heard(child, 'from now on')
  const names = [await makeWallet('One'), await makeWallet('Two')]
  await receiver.waitFor(2, WITHIN_MS)
  proxy.set('down')
  names.push(await makeWallet('Three'), await makeWallet('Four'))
  proxy.set(null)
  await receiver.waitFor(4, WITHIN_MS)
  child.kill('SIGINT')
  const first = await ended
  expect(first.code).toBe(0)

  const secret = String(secretOf(first))
  expect(receiver.received.map(({ path: kept }) => kept)).toEqual(Array(4).fill(path))
  const envelopes = await Promise.all(
    receiver.received.map(({ headers, body: raw }) => verifyWebhook({ body: raw, headers, secret })),
  )
  expect(receiver.received.every(({ headers, body: raw }) => isSigned(headers, raw, secret))).toBe(true)
  expect(envelopes.map(({ data }) => data.wallet_id)).toEqual(names)
  const [[told], [forwarded]] = [await real.waitFor(1, WITHIN_MS), receiver.received]
  const own = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'date']
  const headersOf = (one = told) =>
    Object.keys(one?.headers ?? {})
      .filter((name) => !own.includes(name))
      .toSorted()
  expect(headersOf(forwarded)).toEqual(headersOf(told))
  const { event_id: _, ...envelope } = JSON.parse(forwarded?.body ?? '{}')
  expect({ ...envelope, event_id: '' }).toEqual({ ...JSON.parse(told?.body ?? '{}'), event_id: '' })

  // Where it was ended; with the same secret, which is not shown again.
  const [, after] = /--after (\S+)/.exec(first.stderr) ?? []
  const missed = await makeWallet('Five')
  const again = await agentpay(`${listen} --after ${after} --count 1 --json`)
  expect(secretOf(again)).toBeUndefined()
  expect(JSON.parse(again.stdout)).toMatchObject({ type: 'wallet.created', status: 200, error: null })
  const [last] = receiver.received.slice(4)
  expect(await verifyWebhook({ body: last?.body ?? '', headers: last?.headers ?? {}, secret })).toMatchObject({
    data: { wallet_id: missed },
  })

  // Again: to the listener's address with the same id, to the endpoint, and all that the endpoint has missed.
  const { source_event_id: id, event_id } = JSON.parse(again.stdout)
  expect(await json(`events resend ${id} --forward-to ${receiver.url}`)).toMatchObject({ event_id, status: 200 })
  receiver.answer(500)
  expect(await agentpay(`events resend ${id} --forward-to ${receiver.url}`)).toMatchObject({ code: 1 })
  await real.waitFor(5, WITHIN_MS)
  await expect(json(`events resend ${id}`)).resolves.toMatchObject([{ webhook_id: webhook.webhook_id }])
  expect((await real.waitFor(6, WITHIN_MS)).at(-1)?.headers['x-service-attempt']).toMatch(/\.2$/)
  const replay = `events resend --webhook ${webhook.webhook_id} --since ${webhook.created_at}`
  expect(await json(replay)).toMatchObject({ scheduled: 0 })
  await real.stop()
})

async function heard(child: ChildProcess, text: string): Promise<void> {
  let said = ''
  for (;;) {
    const [chunk] = await once(child.stderr as NodeJS.ReadableStream, 'data')
    said += chunk
    if (said.includes(text)) return
  }
}

test('events tail prints one event a line, those that were asked for', async () => {
  const { body } = await rest('GET /api/v2/events?types=wallet.created&order=oldest_first&limit=1')
  const [{ cursor }] = body.data as [{ cursor: string }]
  const { code, stdout } = await agentpay(`events tail --type wallet.* --after ${cursor} --count 2 --json`)
  expect(code).toBe(0)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { type: expect.stringMatching(/^wallet\./) },
    { type: expect.stringMatching(/^wallet\./) },
  ])
  expect(await agentpay('events tail --after none')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('invalid_request'),
  })
})

test('keys are made and replaced, shown once each, listed without the keys, and revoked once that was agreed to', async () => {
  const made = await json('keys create Jo --role approver --role compliance')
  expect(made).toMatchObject({ api_key: expect.stringMatching(/^sk_test_/), roles: ['approver', 'compliance'] })
  const rotated = await json(`keys rotate ${made.key_id} --overlap 0`)
  const works = async ({ api_key }: Record<string, unknown>) =>
    (await callRest(service.url, 'GET /api/v2/approvals', { 'x-api-key': String(api_key) })).status
  expect([await works(made), await works(rotated)]).toEqual([401, 200])
  expect(await agentpay(`keys revoke ${rotated.key_id}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  })
  expect(await works(rotated)).toBe(200)
  await json(`keys revoke ${rotated.key_id} --yes --reason 'A drill.'`)
  expect(await works(rotated)).toBe(401)
  const { stdout } = await agentpay('keys list --status revoked')
  expect(stdout).toContain(String(rotated.key_id))
  expect(stdout).not.toContain(String(rotated.api_key))
})

test("an agent's key is exchanged for a token, and opens what the agent may", async () => {
  const registration = { name: 'Shopper', capabilities: ['payments', 'wallets'], owner_org_id: owner.orgId }
  const { body: agent } = await rest('POST /api/v2/auth/agent/register', registration)
  const login = await agentpay(`login --profile agent --base-url ${baseUrl} --agent ${agent.agent_id}`, {
    input: String(agent.api_key),
  })
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining(String(agent.agent_id)) })
  expect(login.stdout + login.stderr).not.toContain(agent.api_key)
  // Its own wallet, which has nothing.
  expect(await json('pay ok.test 1.00 --profile agent', 1)).toMatchObject({ error: { type: 'insufficient_funds' } })
  expect(await agentpay('keys list --profile agent')).toMatchObject({ code: 4 })
})

test('doctor finds what is wrong, and says what to do', async () => {
  const states = async (args: string, code: number) => {
    const found = (await json(`doctor ${args}`, code)) as unknown as { check: string; state: string; advice?: string }[]
    return Object.fromEntries(found.map(({ check, state }) => [check, state]))
  }
  expect(await states('', 0)).toEqual({
    ...{ node: 'ok', settings: 'ok', service: 'ok', clock: 'ok', ready: 'ok' },
    ...{ key: 'ok', chains: 'ok', 'test clock': 'ok' },
  })
  const key = { AGENTPAY_API_KEY: `sk_test_${'b'.repeat(32)}` }
  expect(await agentpay('doctor', { env: key })).toMatchObject({
    code: 4,
    stdout: expect.stringContaining('agentpay login'),
  })
  const nowhere = { AGENTPAY_API_KEY: owner.key, AGENTPAY_BASE_URL: 'http://127.0.0.1:9' }
  expect(await agentpay('doctor', { env: nowhere })).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('npm start'),
  })
  expect(await agentpay('balance', { env: nowhere })).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('doctor'),
  })

  // A service whose clock is two minutes ahead, and whose database is away.
  const late = await startLocalServer((request, response) => {
    response.setHeader('date', new Date(Date.now() + 120_000).toUTCString())
    if (request.url === '/livez') return void response.end('ok\n')
    response.statusCode = 503
    response.end(request.url === '/readyz?verbose' ? 'running ok\ndatabase MongoServerError\nnot ready\n' : '{}')
  })
  writeFileSync(
    join(folder, 'agentpay', 'late.json'),
    JSON.stringify({ base_url: late.url, api_key: 'sk_test_none' }),
    { mode: 0o644 },
  )
  expect(await states(`--profile late --metrics-url ${late.url}`, 5)).toEqual({
    ...{ node: 'ok', settings: 'warning', service: 'ok', clock: 'failed', ready: 'failed' },
    ...{ running: 'ok', database: 'failed', key: 'failed' },
  })
  await late.close()
})

test('every line of the README calls a command of that name, with arguments and options that it has', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const [, section = ''] = /\n## Command line\n(.*?)\n## /s.exec(readme) ?? []
  const calls = [...section.matchAll(/^(?:source <\()?agentpay ([^#\n)]*)/gm)].map(([, call = '']) => words(call))
  expect(calls.length).toBeGreaterThan(10)
  for (const call of calls) {
    const named = (count: number) => COMMANDS.find(({ name }) => name === call.slice(0, count).join(' '))
    const command = named(2) ?? named(1)
    const { args = [], name = '', options = {} } = command ?? {}
    const { positionals } = parseArgs({
      ...{ args: call.slice(name.split(' ').length), allowPositionals: true },
      options: { ...options, ...GLOBAL_OPTIONS },
    })
    expect(positionals.length, call.join(' ')).toBeLessThanOrEqual(args.length)
  }
})

test('completion offers commands, their second words and their options', async () => {
  const { stdout } = await agentpay('completion bash')
  writeFileSync(join(folder, 'completion'), stdout)
  const offered = async (line: readonly string[]) => {
    const set = `COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${line.length - 1}`
    const script = `source ${join(folder, 'completion')}; ${set}; _agentpay; echo "\${COMPREPLY[@]}"`
    return (await outputOf(spawn('bash', ['-c', script]))).stdout.trim().split(' ')
  }
  expect(await offered(['agentpay', 'li'])).toEqual(['listen'])
  expect(await offered(['agentpay', 'policy', ''])).toEqual(['check', 'preview', 'simulate'])
  expect(await offered(['agentpay', 'events', 'resend', '--f'])).toEqual(['--forward-to'])
})

test('clock advance moves the clock of test mode', async () => {
  expect(await json('clock advance 1h')).toMatchObject({ ahead_seconds: expect.closeTo(3_600, -3), advancing_to: null })
  expect(await json('clock')).toMatchObject({ ahead_seconds: expect.closeTo(3_600, -3) })
})
