/**
 * Upgrades: every dump of an earlier version is started with the current code at its own instant. Idempotency keys replay, the
 * ledger is consistent, reads are unchanged, and every payment in flight ends once.
 */
import type { RunningService } from '../../gateway/service.ts'
import { type Client, createClient } from '../upgrades/client.ts'
import {
  type Dump,
  listDumps,
  readDump,
  restoreChain,
  restoreDatabase,
  type StoredCaller,
} from '../upgrades/dumpFile.ts'
import { readInvariants } from '../upgrades/readInvariants.ts'
import { createClockFrom, DATABASE_NAME, openStack, type Stack } from '../upgrades/stack.ts'
import { waitUntil } from '../waitUntil.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { findCaseBreaches } from './upgradeCases.ts'
import { findClearOwners, findDollarBreaches } from './upgradeDollars.ts'
import { findHoldBreaches } from './upgradeHolds.ts'
import { findInflowBreaches } from './upgradeInflows.ts'
import { findPurchaseBreaches } from './upgradePurchases.ts'
import { type Receiver, startReceiver } from './upgradeReceiver.ts'
import { findLateSessions, findSessionBreaches } from './upgradeSessions.ts'
import { findBreaches } from './world.ts'

const [DAY_MS, END_MS] = [86_400_000, 90_000]
const AT_ONCE = 3
const LATEST = 2
/** Transactions that the node had only in its memory pool are resent at once. */
const FAST_SETTLEMENT = {
  leaseMs: 2_000,
  queuePollMs: 50,
  nonceCheckMs: 300,
  resendAfterMs: 500,
  overdueAfterMs: 2_000,
}
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
  // One is enough to show that the fault is detected.
  const waiting = listDumps().slice(fault ? -1 : 0)
  // At the small size the oldest, and the latest: those between were proven when they were the latest.
  if (size === 'ci') waiting.splice(1, Math.max(0, waiting.length - 1 - LATEST))
  const proveWaitingDumps = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const found: string[] = []
      await proveDump(name, { figures, breaches: found, fault, starts: size === 'full' ? 3 : 1 }).catch(
        (error: Error) => found.push(`the proof was aborted: ${error.message}`),
      )
      breaches.push(...found.map((breach) => `${name}: ${breach}`))
      figures.dumps += 1
    }
  }
  // Several at a time, because most of the time is spent waiting for blocks.
  await Promise.all(Array.from({ length: AT_ONCE }, proveWaitingDumps))
  if (figures.dumps === 0) breaches.push('there are no dumps')
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
    const damage = fault ? createDamage() : undefined
    count(figures, 'rows', await restoreDatabase(name, stack.mongodbUri, DATABASE_NAME, damage))
    const to = { url: '' }
    const clock = createClockFrom(new Date(dump.instant))
    const run: Run = {
      ...{ dump, stack, clock, figures, breaches, client: createClient(to, { ...dump.callers }) },
      async start(options) {
        const { secrets } = dump
        const service = await stack.start({ secrets, clock, settlement: { options: FAST_SETTLEMENT }, ...options })
        to.url = service.url
        return service
      },
    }
    // The first start migrates, later ones find nothing to do.
    for (let start = 0; start < starts; start++) await proveReadsAndReplays(run)
    // The same faults would only be reported again.
    if (breaches.length > 0) return
    const receiver = await startReceiver(dump.secrets.webhook)
    await proveProgress(run, receiver).finally(receiver.close)
  } finally {
    await stack.close()
  }
}

/** A faulty upgrade: it loses the idempotency keys and changes one posting. */
function createDamage(): (collection: string, row: Record<string, unknown>) => object | null {
  let changed = 0
  return (collection, row) => {
    if (collection === 'idempotency') return null
    if (collection !== 'journals' || changed++ > 0) return row
    const [line, ...lines] = row.lines as Record<string, unknown>[]
    return { ...row, lines: [{ ...line, walletId: 'wal_other' }, ...lines] }
  }
}

/** Without workers: reads are unchanged, and every idempotency key replays. */
async function proveReadsAndReplays({ dump, stack, client, figures, breaches, start }: Run): Promise<void> {
  const running = await start({ withWorkers: false })
  const { database } = running.service
  compareReads(dump.read, await readInvariants(client), breaches)
  breaches.push(...(await auditOf(stack)))
  breaches.push(...(await findClearOwners(running)))
  const payments = await database.collection('payments').countDocuments()
  count(figures, 'payments', Object.keys(dump.read.payments).length)
  for (const { caller, method, path, key, body, status, text } of dump.answers) {
    const again = await client.send(caller, `${method} ${path}`, { key, body })
    if (again.status !== status || again.text !== text || !again.replayed)
      breaches.push(
        `key ${key} of ${caller}: ${again.status}${again.replayed ? ', replayed' : ''}, not ${status}: ${firstDifference(text, again.text)}`,
      )
    count(figures, 'replays', 1)
  }
  const more = (await database.collection('payments').countDocuments()) - payments
  if (more !== 0) breaches.push(`replayed keys created ${more} payments`)
  const { status } = await client.send('shopper', 'GET /agents/me', { token: dump.tokens.access })
  if (status !== 200) breaches.push(`an access token is refused: ${status}`)
  await running.stop()
}

/** It has the time of its dump, in which nothing is overdue yet. */
const auditOf = ({ mongodbUri, rpcUrl }: Stack): Promise<string[]> =>
  findBreaches({ mongodbUri, rpcUrls: { base: rpcUrl }, database: DATABASE_NAME, overdueMs: undefined })

function firstDifference(was: string, is: string): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at++
  return `...${is.slice(Math.max(0, at - 30), at + 60)} instead of ...${was.slice(Math.max(0, at - 30), at + 60)}`
}

function compareReads(was: Dump['read'], is: Dump['read'], breaches: string[]): void {
  for (const [name, rows] of Object.entries(was))
    for (const [id, before] of Object.entries(rows)) {
      const after = (is[name as keyof Dump['read']] as Record<string, unknown>)[id]
      if (!contains(after, before))
        breaches.push(`${name} ${id}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`)
    }
}

/** Fields may have been added since, and nothing else. */
function contains(after: unknown, before: unknown): boolean {
  if (typeof before !== 'object' || before === null) return after === before
  if (typeof after !== 'object' || after === null || Array.isArray(after) !== Array.isArray(before)) return false
  if (Array.isArray(before) && (after as unknown[]).length !== before.length) return false
  return Object.entries(before).every(([name, value]) => contains((after as Record<string, unknown>)[name], value))
}

/** With workers and blocks: payments in flight end, decisions and new payments pass, stops hold until they are lifted. */
async function proveProgress(run: Run, receiver: Receiver): Promise<void> {
  const { dump, stack, client, clock, figures, breaches, start } = run
  const running = await start({ withWorkers: true })
  stack.blocks.resume()
  await client.sendOrThrow('north', `PATCH /webhooks/${dump.going.webhook_good}`, { body: { url: receiver.url } })
  count(figures, 'ended', await waitForSettlement(run))
  await proveDecisions(run)
  const finds = [findHoldBreaches, findInflowBreaches, findCaseBreaches, findSessionBreaches, findDollarBreaches]
  for (const find of [...finds, findPurchaseBreaches]) breaches.push(...(await find(client, dump.going)))
  await proveStops(run)
  for (const name of ['shopper', 'buyer']) await pay(run, name, 'after the upgrade', '1.00')
  await waitForSettlement(run)
  const policy = 'Max $20,000 per transaction, $20,000 per day.'
  const next = await client.sendOrThrow('north', `PUT /mandates/${dump.going.mandate_treasurer}`, { body: { policy } })
  if (next.version !== 4) breaches.push(`the next version of a mandate is ${next.version}`)
  const { agentId } = agentOf(client, 'shopper')
  const refresh = { grant_type: 'refresh_token', agent_id: agentId, refresh_token: dump.tokens.refresh }
  const { status, text } = await client.send('', 'POST /auth/agent/token', { body: refresh })
  if (status !== 200) breaches.push(`a refresh token is refused: ${text}`)
  await waitUntil('webhooks', async () => receiver.received.size > 10).catch((error: Error) =>
    breaches.push(error.message),
  )
  breaches.push(...receiver.breaches)
  count(figures, 'deliveries', receiver.received.size)
  breaches.push(...(await auditOf(stack)))
  clock.advance(DAY_MS + 3_600_000)
  await proveExpiredKeys(run, running)
  breaches.push(...(await findLateSessions(client, dump.going)))
  await running.stop()
}

/**
 * Waits for every payment that needs no approval.
 * @returns how many payments of the dump were in flight
 */
async function waitForSettlement({ dump, client, breaches }: Run): Promise<number> {
  const isInFlight = ({ status, stage }: { status?: unknown; stage?: unknown }) =>
    status === 'pending' && !String(stage).startsWith('awaiting_')
  const list = async () => [...(await client.list('north', '/payments')), ...(await client.list('south', '/payments'))]
  const payments = await waitUntil(
    'payments end',
    async () => {
      const all = await list()
      return all.some(isInFlight) ? false : all
    },
    END_MS,
  ).catch(async (error: Error) => {
    const open = (await list())
      .filter(isInFlight)
      .map(({ payment_id, stage, purpose }) => `${payment_id} ${stage} ${purpose}`)
    throw new Error(`${error.message}; ${open.join(', ')}`)
  })
  let ended = 0
  for (const payment of payments) {
    const before = dump.read.payments[String(payment.payment_id)]
    if (before === undefined || !isInFlight(before)) continue
    ended += 1
    const purpose = String(before.purpose)
    const end = /^(unswept|stopped)/.test(purpose) ? 'failed' : 'completed'
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
    const { body, text } = await client.send(by, `POST /approvals/${decision}`, { body: {} })
    if (body.status !== status) breaches.push(`${decision}: ${text}`)
  }
  const to = '0x1111111111111111111111111111111111111111'
  await pay(run, 'buyer', 'approved in advance', '40.00', { to, approval_id: approval_in_advance })
}

async function proveStops(run: Run): Promise<void> {
  const { dump, client } = run
  await pay(run, 'traveller', 'stopped', '0.10', {}, 'kill_switch_active')
  await client.sendOrThrow('north_second', `POST /kill-switches/${dump.going.switch}/deactivate`, {
    body: { reason: 'Over.' },
  })
  await pay(run, 'traveller', 'lifted', '0.10')
  await pay(run, 'courier', 'frozen', '0.10', {}, 'wallet_frozen')
  await client.sendOrThrow('south', `POST /wallets/${agentOf(client, 'courier').walletId}/unfreeze`, {
    body: { reason: 'Fine.' },
  })
  await pay(run, 'courier', 'unfrozen', '0.10')
  // The first dump is older than suspensions.
  if (client.callers.drifter === undefined) return
  const { agentId: agent_id, apiKey: api_key } = agentOf(client, 'drifter')
  const { text } = await client.send('', 'POST /auth/agent/token', { body: { agent_id, api_key } })
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
  const { status, text, body: response } = await run.client.send(name, 'POST /payments', { body })
  const type = (response.error as { type?: string } | undefined)?.type ?? ''
  if (type !== refusal) run.breaches.push(`${purpose} payment of ${name}: ${status} ${text}`)
}

/** Responses are stored for a day, but a key that created a payment never creates another. */
async function proveExpiredKeys({ dump, client, figures, breaches }: Run, running: RunningService): Promise<void> {
  const { database } = running.service
  const before = await database.collection('payments').countDocuments()
  client.clearTokens()
  for (const { caller, method, path, key, body, status, text } of dump.answers) {
    if (path !== '/payments' || status >= 300) continue
    const again = await client.send(caller, `${method} ${path}`, { key, body })
    const [id, wanted] = [again.body.payment_id, (JSON.parse(text) as { payment_id: string }).payment_id]
    if (id !== wanted) breaches.push(`a day later key ${key} of ${caller} gives ${again.text.slice(0, 200)}`)
    count(figures, 'replays', 1)
  }
  const more = (await database.collection('payments').countDocuments()) - before
  if (more !== 0) breaches.push(`a day later replayed keys created ${more} payments`)
}

const agentOf = (client: Client, name: string) => client.callers[name] as StoredCaller & { kind: 'agent' }

function count(figures: Record<string, number>, name: string, more: number): void {
  figures[name] = (figures[name] ?? 0) + more
}
