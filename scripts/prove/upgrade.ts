/**
 * Upgrades: every dump of an earlier version is started with the current code at its own instant. Idempotency keys replay, the
 * ledger is consistent, reads are unchanged, and every payment in flight ends once.
 */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningService } from '../../gateway/service.ts'
import { findBookErrors, findChainDifferences } from '../upgrades/books.ts'
import { type Client, createClient, until } from '../upgrades/client.ts'
import {
  type Dump,
  listDumps,
  readDump,
  restoreChain,
  restoreDatabase,
  type StoredCaller,
} from '../upgrades/dumpFile.ts'
import { readAll } from '../upgrades/readAll.ts'
import { createClockFrom, DATABASE_NAME, openStack, type Stack } from '../upgrades/stack.ts'
import type { ProofInput, ProofResult } from './proof.ts'

const DAY_MS = 86_400_000
const END_MS = 30_000
/** What the chain lost with its node is sent again at once. */
const PROMPT = { leaseMs: 2_000, queuePollMs: 50, nonceCheckMs: 300, resendAfterMs: 500, overdueAfterMs: 2_000 }
const PAYEE = '0x5555555555555555555555555555555555555555'

interface Run {
  readonly dump: Dump
  readonly stack: Stack
  readonly client: Client
  readonly clock: ReturnType<typeof createClockFrom>
  readonly figures: Record<string, number>
  readonly breaches: string[]
  start(options: { readonly withWorkers: boolean }): Promise<RunningService>
}

export async function proveUpgrade({ size, fault }: ProofInput): Promise<ProofResult> {
  const figures = { dumps: 0, rows: 0, payments: 0, replays: 0, ended: 0, deliveries: 0 }
  const breaches: string[] = []
  const waiting = listDumps()
  const takeDumps = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const found: string[] = []
      await proveDump(name, { figures, breaches: found, fault, starts: size === 'full' ? 3 : 1 }).catch(
        (error: Error) => found.push(`it stops: ${error.message}`),
      )
      breaches.push(...found.map((breach) => `${name}: ${breach}`))
      figures.dumps += 1
    }
  }
  // Two at a time: most of it is waiting for blocks.
  await Promise.all([takeDumps(), takeDumps()])
  if (figures.dumps === 0) breaches.push('there is no dump')
  return { figures, breaches }
}

async function proveDump(
  name: string,
  { figures, breaches, fault, starts }: Pick<Run, 'figures' | 'breaches'> & { fault: boolean; starts: number },
): Promise<void> {
  const dump = readDump(name)
  const prepare = (dataDir: string) => restoreChain(name, dataDir, dump.secrets.chain)
  const stack = await openStack({ prepare, instant: new Date(dump.instant) })
  try {
    count(figures, 'rows', await restoreDatabase(name, stack.mongodbUri, DATABASE_NAME, fault ? damage() : undefined))
    const to = { url: '' }
    const clock = createClockFrom(new Date(dump.instant))
    const run: Run = {
      ...{ dump, stack, clock, figures, breaches, client: createClient(to, { ...dump.callers }) },
      async start(options) {
        const service = await stack.start({ secrets: dump.secrets, clock, settlement: { options: PROMPT }, ...options })
        to.url = service.url
        return service
      },
    }
    // The first start upgrades, the others find it done.
    for (let start = 0; start < starts; start++) await proveAtRest(run)
    // What is wrong already would only come again.
    if (breaches.length > 0) return
    const receiver = await startReceiver(dump.secrets.webhook)
    await proveGoingOn(run, receiver).finally(receiver.close)
  } finally {
    await stack.close()
  }
}

/** What an upgrade could do wrong: it loses a key, and it changes a posting. */
function damage(): (collection: string, row: Record<string, unknown>) => object | null {
  let changed = 0
  return (collection, row) => {
    if (collection === 'idempotency') return null
    if (collection !== 'journals' || changed++ > 0) return row
    const [line, ...lines] = row.lines as Record<string, unknown>[]
    return { ...row, lines: [{ ...line, walletId: 'wal_other' }, ...lines] }
  }
}

/** Without workers nothing changes: reads are as before, and every key replays. */
async function proveAtRest({ dump, client, figures, breaches, start }: Run): Promise<void> {
  const running = await start({ withWorkers: false })
  const { database } = running.service
  compareReads(dump.read, await readAll(client), breaches)
  breaches.push(...(await findBookErrors(database)))
  const payments = await database.collection('payments').countDocuments()
  count(figures, 'payments', Object.keys(dump.read.payments).length)
  for (const { caller, method, path, key, body, status, text } of dump.answers) {
    const again = await client.ask(caller, `${method} ${path}`, { key, body })
    if (again.status !== status || again.text !== text || !again.replayed)
      breaches.push(
        `key ${key} of ${caller}: ${again.status}${again.replayed ? ', replayed' : ''}, not ${status}: ${firstDifference(text, again.text)}`,
      )
    count(figures, 'replays', 1)
  }
  const more = (await database.collection('payments').countDocuments()) - payments
  if (more !== 0) breaches.push(`replayed keys created ${more} payments`)
  const { status } = await client.ask('shopper', 'GET /agents/me', { token: dump.tokens.access })
  if (status !== 200) breaches.push(`an access token is refused: ${status}`)
  await running.stop()
}

function firstDifference(was: string, is: string): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at++
  return `...${is.slice(Math.max(0, at - 30), at + 60)} instead of ...${was.slice(Math.max(0, at - 30), at + 60)}`
}

function compareReads(was: Dump['read'], is: Dump['read'], breaches: string[]): void {
  for (const [name, rows] of Object.entries(was))
    for (const [id, before] of Object.entries(rows)) {
      const after = (is[name as keyof Dump['read']] as Record<string, unknown>)[id]
      if (JSON.stringify(after) !== JSON.stringify(before))
        breaches.push(`${name} ${id}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`)
    }
}

/** With workers and blocks: what was under way ends, decisions and new payments pass, stops hold until they are lifted. */
async function proveGoingOn(run: Run, receiver: Receiver): Promise<void> {
  const { dump, stack, client, clock, figures, breaches, start } = run
  const running = await start({ withWorkers: true })
  stack.blocks.resume()
  await client.get('north', `PATCH /webhooks/${dump.going.webhook_good}`, { body: { url: receiver.url } })
  const ended = await settleAll(run)
  await proveDecisions(run)
  await proveStops(run)
  for (const name of ['shopper', 'buyer']) await pay(run, name, 'after the upgrade', '1.00')
  await settleAll(run)
  const policy = 'Max $20,000 per transaction, $20,000 per day.'
  count(figures, 'ended', ended)
  const next = await client.get('north', `PUT /mandates/${dump.going.mandate_treasurer}`, { body: { policy } })
  if (next.version !== 4) breaches.push(`the next version of a mandate is ${next.version}`)
  const { agentId } = agentOf(client, 'shopper')
  const refresh = { grant_type: 'refresh_token', agent_id: agentId, refresh_token: dump.tokens.refresh }
  const { status, text } = await client.ask('', 'POST /auth/agent/token', { body: refresh })
  if (status !== 200) breaches.push(`a refresh token is refused: ${text}`)
  await until('webhooks', async () => receiver.received.size > 10).catch((error: Error) => breaches.push(error.message))
  breaches.push(...receiver.breaches)
  count(figures, 'deliveries', receiver.received.size)
  breaches.push(...(await findBookErrors(running.service.database)))
  breaches.push(...(await findChainDifferences(running.service.database, stack.rpcUrl)))
  clock.advance(DAY_MS + 3_600_000)
  await proveKeysForEver(run, running)
  await running.stop()
}

/**
 * Everything but what waits for a person.
 * @returns how many of the dump were under way
 */
async function settleAll({ dump, client, breaches }: Run): Promise<number> {
  const isOnItsWay = ({ status, stage }: { status?: unknown; stage?: unknown }) =>
    status === 'pending' && stage !== 'awaiting_approval'
  const list = async () => [...(await client.list('north', '/payments')), ...(await client.list('south', '/payments'))]
  const payments = await until(
    'payments end',
    async () => {
      const all = await list()
      return all.some(isOnItsWay) ? false : all
    },
    END_MS,
  ).catch(async (error: Error) => {
    const open = (await list())
      .filter(isOnItsWay)
      .map(({ payment_id, stage, purpose }) => `${payment_id} ${stage} ${purpose}`)
    throw new Error(`${error.message}; ${open.join(', ')}`)
  })
  let ended = 0
  for (const payment of payments) {
    const before = dump.read.payments[String(payment.payment_id)]
    if (before === undefined || !isOnItsWay(before)) continue
    ended += 1
    const purpose = String(before.purpose)
    const end = purpose.startsWith('unswept') ? 'failed' : 'completed'
    // Frozen after its bytes were stored and before they were sent: whichever came first, the books agree with the chain.
    if (payment.agent_id === agentOf(client, 'courier').agentId) continue
    if (payment.status !== end) breaches.push(`${purpose} ${payment.payment_id} is ${payment.status}, not ${end}`)
  }
  return ended
}

async function proveDecisions(run: Run): Promise<void> {
  const { dump, client, breaches } = run
  const { approval_1, approval_2, approval_of_two, approval_in_advance } = dump.going
  for (const [by, decision, status] of [
    ['north_second', `${approval_1}/approve`, 'approved'],
    ['north_second', `${approval_2}/deny`, 'denied'],
    ['north_third', `${approval_of_two}/approve`, 'approved'],
    ['south_second', `${approval_in_advance}/approve`, 'approved'],
  ] as const) {
    const { body, text } = await client.ask(by, `POST /approvals/${decision}`, { body: {} })
    if (body.status !== status) breaches.push(`${decision}: ${text}`)
  }
  const to = '0x1111111111111111111111111111111111111111'
  await pay(run, 'buyer', 'approved in advance', '40.00', { to, approval_id: approval_in_advance })
}

async function proveStops(run: Run): Promise<void> {
  const { dump, client } = run
  await pay(run, 'traveller', 'stopped', '0.10', {}, 'kill_switch_active')
  await client.get('north_second', `POST /kill-switches/${dump.going.switch}/deactivate`, { body: { reason: 'Over.' } })
  await pay(run, 'traveller', 'let go', '0.10')
  await pay(run, 'courier', 'frozen', '0.10', {}, 'wallet_frozen')
  await client.get('south', `POST /wallets/${agentOf(client, 'courier').walletId}/unfreeze`, {
    body: { reason: 'Fine.' },
  })
  await pay(run, 'courier', 'thawed', '0.10')
  // The first dump is older than suspensions.
  if (client.callers.drifter === undefined) return
  const { agentId: agent_id, apiKey: api_key } = agentOf(client, 'drifter')
  const { text } = await client.ask('', 'POST /auth/agent/token', { body: { agent_id, api_key } })
  if (!text.includes('organization_suspended')) run.breaches.push(`a suspended organization gets a token: ${text}`)
}

async function pay(
  run: Run,
  name: string,
  purpose: string,
  amount: string,
  more: object = {},
  refusal = '',
): Promise<void> {
  const { walletId } = agentOf(run.client, name)
  const body = { wallet_id: walletId, to: PAYEE, amount, token: 'USDC', purpose, ...more }
  const { status, text, body: answer } = await run.client.ask(name, 'POST /payments', { body })
  const type = (answer.error as { type?: string } | undefined)?.type ?? ''
  if (type !== refusal) run.breaches.push(`${purpose} payment of ${name}: ${status} ${text}`)
}

/** Answers are kept a day, but a key that made something never makes another. */
async function proveKeysForEver({ dump, client, figures, breaches }: Run, running: RunningService): Promise<void> {
  const { database } = running.service
  const count1 = await database.collection('payments').countDocuments()
  client.forgetTokens()
  for (const { caller, method, path, key, body, status, text } of dump.answers) {
    if (path !== '/payments' || status >= 300) continue
    const again = await client.ask(caller, `${method} ${path}`, { key, body })
    const [id, wanted] = [again.body.payment_id, (JSON.parse(text) as { payment_id: string }).payment_id]
    if (id !== wanted) breaches.push(`a day later key ${key} of ${caller} gives ${again.text.slice(0, 200)}`)
    count(figures, 'replays', 1)
  }
  const more = (await database.collection('payments').countDocuments()) - count1
  if (more !== 0) breaches.push(`a day later replayed keys created ${more} payments`)
}

/** Counts what arrives with the endpoint's own signature. */
async function startReceiver(secret: string) {
  const received = new Set<string>()
  const breaches: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const wanted = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
    if (request.headers['x-service-signature'] !== wanted) breaches.push('a webhook has a wrong signature')
    received.add((JSON.parse(raw.toString()) as { event_id: string }).event_id)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    received,
    breaches,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

const agentOf = (client: Client, name: string) => client.callers[name] as StoredCaller & { kind: 'agent' }

function count(figures: Record<string, number>, name: string, more: number): void {
  figures[name] = (figures[name] ?? 0) + more
}
