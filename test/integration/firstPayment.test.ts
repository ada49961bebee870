// The whole product as a newcomer meets it: `npm start` as a process with a data directory of its own, and
// `npm run first-payment` against it. Then the same after the service, its database and its chain died in the middle of
// a payment.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedChains, tokenOn } from '../../scripts/embedded/embeddedChains.ts'
import { freePort } from '../../scripts/embedded/ports.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { createCall, textIn } from '../../scripts/firstPayment/serviceClient.ts'
import { CHAINS, type Chain, type Token } from '../../subgraphs/shared/tokens.ts'

const root = join(import.meta.dirname, '..', '..')
const dataDir = mkdtempSync(join(tmpdir(), 'first-payment-'))
// The test runner sets a BASE_URL with another meaning.
const { BASE_URL: _ours, ...environment } = process.env
/** It takes a few seconds on a machine that does nothing else; here it shares one. */
const WITHIN_MS = 40_000
let port: number
let running: ChildProcess | undefined

interface Demo {
  readonly base_url: string
  readonly org_id: string
  readonly api_key: string
  readonly chains: Readonly<Partial<Record<Chain, string>>>
}
interface Report {
  readonly ok: boolean
  readonly error?: string
  readonly took_ms: number
  readonly steps: readonly { readonly step: string; readonly answer: Record<string, unknown> }[]
}

beforeAll(async () => {
  port = await freePort()
  await start()
})

afterAll(async () => {
  await end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

test('a first payment, from discovery to the signed webhook, takes seconds', async () => {
  const report = await firstPayment()
  expect(report).toMatchObject({ ok: true })
  expect(report.took_ms).toBeLessThan(WITHIN_MS)
  expect(report.steps).toHaveLength(12)
  const [settled, live, webhook] = report.steps.slice(-3)
  expect(settled?.answer.tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(live?.answer).toMatchObject({ type: 'payment.completed', tx_hash: settled?.answer.tx_hash })
  expect(webhook?.answer).toMatchObject({ type: 'payment.completed', tx_hash: settled?.answer.tx_hash })
})

test('a first funding, from the bank account to the purchase by card, takes seconds', async () => {
  // It takes four alone; here everything else runs beside it.
  const args = ['scripts/firstFunding.ts', '--data-dir', dataDir, '--json', '--within', '20']
  const { code, output } = await run(process.execPath, args)
  const report: Report = JSON.parse(output)
  expect(report, output).toMatchObject({ ok: true })
  expect(code).toBe(0)
  expect(report.steps).toHaveLength(15)
  const answerOf = (name: string) => report.steps.find(({ step }) => step.startsWith(name))?.answer
  expect(answerOf('Micro-deposits')).toMatchObject({ verified: true, verification_attempts: 0 })
  expect(answerOf('Clock: settled')).toMatchObject({ stage: 'released', released_amount_minor: 25_000 })
  expect(answerOf('Conversion: executed')).toMatchObject({ status: 'executed', delivered_at: expect.any(String) })
  expect(answerOf('Clearing')).toMatchObject({ status: 'SETTLED', cleared_amount_minor: 1_250 })
  expect(answerOf('Ledger')).toEqual({
    transactions: [
      ...['card completed 12.50 USD', 'card pending 12.50 USD'],
      ...['conversion completed 100.00 USD', 'conversion pending 100.00 USD', 'release completed 250.00 USD'],
    ],
  })
}, 30_000)

test('a first checkout, from the product feed to the money of a refund, takes seconds', async () => {
  const play = (within: string) =>
    run(process.execPath, ['scripts/firstCheckout.ts', '--data-dir', dataDir, '--json', '--within', within])
  const { code, output } = await play('10')
  const report: Report = JSON.parse(output)
  expect(report, output).toMatchObject({ ok: true })
  expect(code).toBe(0)
  const [order, heard] = report.steps.slice(-2).map(({ answer }) => answer)
  expect(order).toMatchObject({
    ...{ status: 'partially_refunded', refunded_amount_minor: 250, fulfillment: { carrier: 'Post' } },
    refunds: [{ amount_minor: 250, arrived: true }],
  })
  expect(heard).toMatchObject({ type: 'refund', status: 'completed', amount: 250 })
  // Nobody is that fast: slower than it may be is a failure.
  const slow = await play('0.001')
  expect(JSON.parse(slow.output)).toMatchObject({ ok: false, error: expect.stringContaining('0.001 s at most') })
  expect(slow.code).toBe(1)
}, 60_000)

test('the curl commands of the README pay, park, capture a hold, register wallets of all kinds, refund and reconcile', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, section = ''] = /\n## Pay with curl\n(.*?)\n## Sandbox\n/s.exec(readme) ?? []
  const blocks = [...section.matchAll(/```bash\n(.*?)```/gs)].map(([, block = '']) => block)
  const commands = blocks.join('').replaceAll('.data/demo.json', join(dataDir, 'demo.json'))
  const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', commands])
  expect(code, output).toBe(0)
  expect(output).not.toContain('"error":')
  // The payment, the approval, and the payment that waited for it.
  expect(output.match(/"status":"completed","stage":"completed"/g)).toHaveLength(2)
  expect(output).toMatch(/"amount":"30.00"[^\n]*"approval_id":"apr_/)
  expect(output).toMatch(/"status":"captured"[^\n]*"captured_amount":"12.50","released_amount":"7.50"/)
  expect(output).toMatch(/"deposit_id":"[^\n]*"status":"completed","amount":"3.00"/)
  expect(output).toMatch(/"type":"fee"/)
  expect(output).toMatch(/"state":"agrees"/)
}, 90_000)

test('the curl commands of the README buy as an agent, sell as a merchant, and buy as a client of the protocol', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, section = ''] = /\n### As an agent\n(.*?)\n### Orders for clients/s.exec(readme) ?? []
  const blocks = [...section.matchAll(/```bash\n(.*?)```/gs)].map(([, block = '']) => block)
  expect(blocks).toHaveLength(3)
  const commands = blocks.join('').replaceAll('.data/demo.json', join(dataDir, 'demo.json'))
  const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', commands])
  expect(code, output).toBe(0)
  expect(output).not.toMatch(/"error":|"type":"(invalid_request|processing_error)"/)
  // The order of the agent; that of the merchant, as it reads it in the end; that of the client, paid and read again.
  expect(output).toMatch(/"order_id":"ord_[^\n]*"merchant_id":"mrc_[^\n]*"payment_completed":/)
  expect(output.match(/"received":true,"duplicate":false/g)).toHaveLength(3)
  expect(output.match(/"received":true,"duplicate":true/g)).toHaveLength(1)
  expect(output).toMatch(/"skipped":\{"count":1,"reasons":\[\{"path":"products\[0\]\.variants\[1\]\.price\.currency"/)
  expect(output).toMatch(/"format":"acp","merchant_id":"mrc_/)
  expect(output).toMatch(/"status":"partially_refunded"[^\n]*"refunded_amount_minor":75/)
  expect(output).toMatch(/"status":"partially_refunded"[^\n]*"refunded_amount_minor":50/)
  expect(output.match(/"status":"completed","currency":"usd"/g)).toHaveLength(2)
}, 60_000)

test('a key of another person is created beside the running service; a second key with the same name belongs to the same person', async () => {
  const { base_url, org_id } = demo()
  const key = (...flags: string[]) => run(process.execPath, ['scripts/key.ts', ...flags], { DATA_DIR: dataDir })
  const made = async (...flags: string[]) => {
    const { code, output } = await key('--org', org_id, '--role', 'approver', ...flags)
    expect(code, output).toBe(0)
    return JSON.parse(output) as { key: string; person_id: string; mode: string }
  }
  const [third, same, live] = [
    await made('--name', 'Jo Doe'),
    await made('--name', ' jo  doe'),
    await made('--name', 'Jo Doe', '--live'),
  ]
  expect([same.person_id, live.person_id]).toEqual([third.person_id, third.person_id])
  expect([third.mode, live.mode]).toEqual(['test', 'live'])
  const listed = await createCall(base_url)('GET /api/v2/approvals', { headers: { 'x-api-key': third.key } })
  expect(listed.status).toBe(200)

  const refused = async (...flags: string[]) => {
    const { code, output } = await key(...flags)
    expect(code).toBe(1)
    return output.trim()
  }
  expect(await refused('--org', org_id, '--role', 'boss', '--name', 'Jo')).toMatch(
    /^roles: .*admin, approver, compliance/,
  )
  expect(await refused('--org', 'org_none', '--role', 'admin', '--name', 'Jo')).toBe('No such organization.')
  expect(await refused('--org', org_id, '--role', 'admin')).toMatch(/^Give --name "/)
  expect(await refused('--organisation', org_id)).toMatch(/^Unknown option/)
}, 90_000)

test('an organization is created, suspended and reinstated beside the running service', async () => {
  const { base_url } = demo()
  const organization = async (...flags: string[]) => {
    const { code, output } = await run(process.execPath, ['scripts/organization.ts', ...flags], { DATA_DIR: dataDir })
    expect(code, output).toBe(0)
    return JSON.parse(output) as { org_id: string; test_key: string }
  }
  const { org_id, test_key } = await organization('--name', 'Acme')
  const register = () =>
    createCall(base_url)('POST /api/v2/auth/agent/register', {
      headers: { 'x-api-key': test_key },
      body: { name: 'One', capabilities: ['payments'], owner_org_id: org_id },
    })
  expect((await register()).status).toBe(201)
  const nothing = { queued: 0, parked: 0, broadcast: 0, cards: 0 }
  expect(await organization('--suspend', org_id, '--reason', 'Unpaid.')).toEqual({
    ...{ org_id, status: 'suspended', stopped: nothing },
  })
  await expect(register()).rejects.toThrow(/failed with 403.*organization_suspended/)
  expect(await organization('--reinstate', org_id, '--reason', 'Paid.')).toEqual({ org_id, status: 'active' })
  expect((await register()).status).toBe(201)

  // As the README says it.
  const place = { street: '1 Main Street', city: 'Springfield', region: 'IL', postal_code: '62701', country: 'US' }
  const stated = { legal_name: 'Acme, Inc.', address: place }
  const given = ['--legal-name', stated.legal_name, '--address', JSON.stringify(place)]
  expect(await organization('--legal', org_id, ...given)).toEqual({ org_id, mode: 'test', ...stated })
  const read = async () =>
    (await createCall(base_url)(`GET /api/v2/organizations/${org_id}`, { headers: { 'x-api-key': test_key } })).body
  expect(await read()).toMatchObject(stated)
  expect(await organization('--legal', org_id, '--live', '--address', 'null')).toMatchObject({
    ...{ mode: 'live', legal_name: null, address: null },
  })
  expect(await read()).toMatchObject(stated)
  const wrong = ['scripts/organization.ts', '--legal', org_id, '--address', '1 Main Street']
  const refused = await run(process.execPath, wrong, { DATA_DIR: dataDir })
  expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/^--address is JSON/)])

  const limits = { requests_per_minute: 700, payments_per_agent_per_minute: 60 }
  expect(await organization('--limits', org_id, '--requests-per-minute', '700')).toEqual({ org_id, limits })
  const { body } = await createCall(base_url)(`GET /api/v2/organizations/${org_id}`, {
    headers: { 'x-api-key': test_key },
  })
  expect(body).toMatchObject({ limits })
}, 90_000)

test('a failed step is reported and ends with exit code 1', async () => {
  const { code, output } = await runScript(['--data-dir', dataDir, '--api-key', 'sk_test_0000000000000000'])
  expect(code).toBe(1)
  expect(output).toContain('Not completed: POST /api/v2/auth/agent/register failed with 401')
})

// Killed at different moments: before the broadcast, and about at it or while the confirmation is awaited; the proof kill9 has
// many more. USDT is sent by the wallet itself, once it has got gas.
test.each([
  [0, 'USDC', 'base'],
  [300, 'USDC', 'base'],
  [60, 'USDT', 'polygon'],
] as const)(
  'kill -9 of everything %i ms after the acceptance of %s on %s: paid exactly once',
  async (delayMs, token, chain) => {
    const payout = `0x${randomBytes(20).toString('hex')}`
    const paymentId = await acceptPayment(payout, { token, chain })
    await sleep(delayMs)
    await end('SIGKILL')
    await start()

    expect(await firstPayment()).toMatchObject({ ok: true })
    const { base_url, api_key, chains } = demo()
    const { body } = await createCall(base_url)(`GET /api/v2/payments/${paymentId}?wait=30`, {
      headers: { 'x-api-key': api_key },
    })
    expect(body).toMatchObject({ payment_id: paymentId, status: 'completed' })
    const rpcUrl = chains[chain] ?? ''
    expect(await balanceOf(rpcUrl, tokenOn(chain, token).address, payout)).toBe(5_000_000n)
    const receipt = await callRpc(rpcUrl, 'eth_getTransactionReceipt', [body.tx_hash])
    expect(receipt).toMatchObject({ status: '0x1' })
  },
  90_000,
)

// Domain A.14, after restarts: it is the same merchant, at another address.
test('the small merchant of npm start sells, approves the charge, is told of its order and ships it', async () => {
  const { call, owner, agentId, headers } = await openPayer('Reader')
  const { body } = await call('GET /acp/manifest', { headers })
  const books = (body.product_feed as { product_id: string }[]).filter(({ product_id }) => product_id === 'book')
  expect(books).toHaveLength(1)
  const items = [{ product_id: 'book', quantity: 1 }]
  const session_id = textIn(await call('POST /acp/checkout', { headers, body: { items } }), 'session_id')
  const cap = { agent_id: agentId, session_id, max_amount_minor: 1_250 }
  const token = textIn(await call('POST /acp/authorize', { headers, body: cap }), 'shared_token')
  const order = textIn(await call('POST /acp/pay', { headers, body: { session_id, token } }), 'order_id')
  const read = async () => (await call(`GET /acp/orders/${order}`, { headers })).body
  await until(async () => (await read()).status === 'fulfilled')
  expect(await read()).toMatchObject({ fulfillment: { carrier: 'Post' } })
  const { body: registry } = await call('GET /api/v2/merchants', { headers: owner })
  const registered = (registry.data as { domain: string }[]).filter(({ domain }) => /^small-merchant/.test(domain))
  expect(registered).toHaveLength(1)
}, 30_000)

// Specification 2.9, and the test network. Near the end: each chain runs from its first use on, and costs whatever comes after it.
const rows = CHAINS.flatMap((chain) => embeddedChains[chain].tokens.map(({ symbol }) => ({ chain, token: symbol })))

test.each(rows)(
  'a first payment in $token on $chain',
  async ({ token, chain }) => {
    const { output } = await runScript(['--data-dir', dataDir, '--json', '--token', token, '--chain', chain])
    expect(JSON.parse(output)).toMatchObject({ ok: true })
  },
  30_000,
)

test('the audit finds nothing amiss after payments in every token, and with holds open, captured and waiting', async () => {
  const { base_url, org_id, api_key } = demo()
  const call = createCall(base_url)
  const headers = { 'x-api-key': api_key }
  const agent = await call('POST /api/v2/auth/agent/register', {
    headers,
    body: { name: 'Guest', capabilities: ['holds'], owner_org_id: org_id },
  })
  const wallet_id = textIn(agent, 'wallet_id')
  await call('POST /api/v2/test/faucet', { headers, body: { wallet_id, amount: '100.00' } })
  await expect.poll(() => balanceOf(wallet_id), { timeout: 60_000 }).toBe('100.00')
  const hold = (amount: string) =>
    call('POST /api/v2/holds', { headers, body: { wallet_id, amount, token: 'USDC', merchant: `0x${'5'.repeat(40)}` } })
  const [voided, captured] = [textIn(await hold('5.00'), 'hold_id'), textIn(await hold('6.00'), 'hold_id')]
  expect((await hold('7.00')).status).toBe(201)
  expect((await hold('30.00')).status).toBe(202)
  await call(`POST /api/v2/holds/${voided}/void`, { headers, body: {} })
  const capture = await call(`POST /api/v2/holds/${captured}/capture`, { headers, body: { amount: '2.00' } })
  const ended = await call(`GET /api/v2/payments/${textIn(capture, 'payment_id')}?wait=20`, { headers })
  expect(ended.body).toMatchObject({ status: 'completed' })
  const { code, output } = await run(process.execPath, ['scripts/audit/main.ts'], { DATA_DIR: dataDir })
  expect(code, output).toBe(0)
  expect(output).toContain('0 breaches, 0 explained differences')

  async function balanceOf(id: string): Promise<unknown> {
    const { body } = await call(`GET /api/v2/wallets/${id}/balance?token=USDC&chain=base`, { headers })
    return (body as { balance?: unknown }).balance
  }
}, 90_000)

/** A funded agent. */
async function openPayer(name: string, asset: { token: Token; chain: Chain } = { token: 'USDC', chain: 'base' }) {
  const { base_url, org_id, api_key } = demo()
  const call = createCall(base_url)
  const owner = { 'x-api-key': api_key }
  const agent = await call('POST /api/v2/auth/agent/register', {
    headers: owner,
    body: { name, capabilities: ['payments', 'wallets'], owner_org_id: org_id },
  })
  const agentId = textIn(agent, 'agent_id')
  const walletId = textIn(agent, 'wallet_id')
  const exchange = { agent_id: agentId, api_key: textIn(agent, 'api_key') }
  const token = textIn(await call('POST /api/v2/auth/agent/token', { body: exchange }), 'access_token')
  const headers = { authorization: `Bearer ${token}`, 'x-agent-id': agentId }
  await call('POST /api/v2/test/faucet', { headers, body: { wallet_id: walletId, ...asset } })
  await until(async () => {
    const balance = `GET /api/v2/wallets/${walletId}/balance?token=${asset.token}&chain=${asset.chain}`
    return (await call(balance, { headers })).body.balance === '100.00'
  })
  return { call, owner, agentId, walletId, headers }
}

/** The payer pays a new merchant; resolves as soon as the payment is accepted. */
async function acceptPayment(payout: string, asset: { token: Token; chain: Chain }): Promise<string> {
  const { call, owner, walletId, headers } = await openPayer('Interrupted payer', asset)
  const to = `books-${payout.slice(2, 10)}.example`
  const merchant = { name: 'Books', legal_name: 'Books Ltd', domain: to, mcc: '5942', country: 'US' }
  const payout_addresses = [{ chain: asset.chain, address: payout }]
  await call('POST /api/v2/merchants', { headers: owner, body: { ...merchant, payout_addresses } })
  const body = { wallet_id: walletId, to, amount: '5.00', ...asset }
  return textIn(await call('POST /api/v2/payments', { headers, body }), 'payment_id')
}

async function start(): Promise<void> {
  const env = { ...environment, DATA_DIR: dataDir, PORT: String(port), BLOCK_TIME_SECONDS: '0.25', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  running = child
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the service ended with exit code ${child.exitCode}:\n${output}`)
    return output.includes('is up') && existsSync(join(dataDir, 'demo.json'))
  }, 180_000)
}

async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const child = running
  running = undefined
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

async function firstPayment(): Promise<Report> {
  const { output } = await runScript(['--data-dir', dataDir, '--json'])
  return JSON.parse(output)
}

function runScript(args: string[]): Promise<{ code: number | null; output: string }> {
  return run(process.execPath, ['scripts/firstPayment.ts', ...args])
}

async function run(
  command: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { cwd: root, env: { ...environment, ...more } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

function demo(): Demo {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
}

async function balanceOf(rpcUrl: string, token: string, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
  return BigInt(String(await callRpc(rpcUrl, 'eth_call', [{ to: token, data }, 'latest'])))
}

async function until(holds: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`did not become true within ${limitMs} ms`)
    await sleep(50)
  }
}
