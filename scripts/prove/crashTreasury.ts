/**
 * Crash points of the treasury (reliability 7.2 row 2): the service kills itself while it commits a step of a bank account, a
 * payment over ACH or a card, and the caller repeats its request with the same key. Each step happens once: what was linked,
 * collected, withdrawn and charged is there once, and its money with it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../waitUntil.ts'
import type { ProcessWorld, ServiceProcess } from './processWorld.ts'

type Body = Record<string, unknown>

interface Scene {
  readonly world: ProcessWorld
  readonly service: ServiceProcess
  readonly walletId: string
  /** What the steps before have made, by name. */
  readonly made: Map<string, string>
  readonly breaches: string[]
}

interface Step {
  readonly name: string
  readonly path: (of: (name: string) => string) => string
  readonly body?: (of: (name: string) => string) => Body
  /** What later steps need of the response, and its name there. */
  readonly keeps?: readonly [field: string, name: string]
  /** What its commit writes. */
  readonly writes: readonly string[]
  /** Commits of other kinds come before: it dies only in one that writes these. */
  readonly isAmongOthers?: true
}

const treasury = (path: string) => `/treasury/${path}`
const EXTERNAL = 'external-bank-accounts'
const bank = (of: (name: string) => string, amount_minor: number): Body => ({
  ...{ external_bank_account_token: of('bank'), amount_minor },
})
const advance = (name: string, payment: string, writes: readonly string[] = ['achPayments', 'journals']): Step => ({
  ...{ name, path: (of) => treasury(`simulate/payments/${of(payment)}/advance`), body: () => ({}), writes },
})
const charge = (name: string, act: string, body: Step['body'], keeps?: Step['keeps']): Step => ({
  ...{
    name,
    path: (of) => `/cards/${of('card')}/simulate/${act}`,
    writes: ['cardTransactions', 'journals', 'positions'],
  },
  ...(body === undefined ? {} : { body }),
  ...(keeps === undefined ? {} : { keeps }),
})

const COLLECTED = 5_000
const WITHDRAWN = 1_200
const CHARGED = 700
const CLEARED = 650

/** The clock brings it about: on the next banking day, over weekend and holiday. */
const NETWORK_WITHIN_S = 5 * 86_400

/** In their order; each commits once. */
const STEPS: readonly Step[] = [
  {
    name: 'link',
    path: () => treasury(EXTERNAL),
    body: () => ({
      ...{ routing_number: '021000021', account_number: String(10_000_000 + Math.floor(Math.random() * 89_999_999)) },
      ...{ type: 'CHECKING', owner: 'Acme', owner_type: 'BUSINESS' },
    }),
    keeps: ['token', 'bank'],
    writes: ['bankAccounts', 'positions'],
  },
  {
    name: 'send micro-deposits',
    path: (of) => treasury(`simulate/${EXTERNAL}/${of('bank')}/micro-deposits`),
    body: () => ({ event: 'sent' }),
    writes: ['bankAccounts', 'journals'],
  },
  {
    name: 'verify micro-deposits',
    path: (of) => treasury(`${EXTERNAL}/${of('bank')}/verify-micro-deposits`),
    body: (of) => ({ micro_deposits: JSON.parse(of('amounts')) }),
    writes: ['bankAccounts', 'events'],
  },
  {
    name: 'collect',
    path: () => treasury('fund'),
    body: (of) => bank(of, COLLECTED),
    keeps: ['payment_token', 'collection'],
    writes: ['achPayments', 'positions'],
  },
  advance('process', 'collection'),
  advance('settle', 'collection'),
  advance('release', 'collection'),
  {
    name: 'withdraw',
    path: () => treasury('withdraw'),
    body: (of) => ({ ...bank(of, WITHDRAWN), financial_account_token: of('issuing') }),
    keeps: ['payment_token', 'withdrawal'],
    writes: ['achPayments', 'journals'],
  },
  advance('process the withdrawal', 'withdrawal', ['achPayments']),
  advance('settle the withdrawal', 'withdrawal'),
  {
    name: 'issue a card',
    path: () => '/cards',
    body: (of) => ({ wallet_id: of('wallet') }),
    keeps: ['card_id', 'card'],
    writes: ['cards'],
  },
  charge('authorize', 'authorize', () => ({ amount_minor: CHARGED }), ['card_transaction_id', 'transaction']),
  charge('clear', 'clearing', (of) => ({ card_transaction_id: of('transaction'), amount_minor: CLEARED })),
  {
    name: 'return the withdrawal',
    path: (of) => treasury(`simulate/payments/${of('withdrawal')}/return`),
    body: () => ({ return_reason_code: 'R03' }),
    writes: ['achPayments', 'bankAccounts', 'journals'],
  },
  {
    name: 'settle with the card network',
    path: () => '/test/clock/advance',
    body: () => ({ seconds: NETWORK_WITHIN_S }),
    writes: ['cardTransactions', 'journals'],
    isAmongOthers: true,
  },
]
const OF_ANY = ['beforeCommit', 'afterCommit', 'afterReads', 'beforeWrite:events', 'beforeWrite:idempotency']
/** At the small size this step dies once, on one side of its commit or the other. */
const SHORT = ['settle']
/** At the full size so many deaths at each point of each step. */
const AT_EACH = 3

/** Where a step dies: at each side of its commit, and before each of its writes. */
function pointsOf({ isAmongOthers, writes }: Step): readonly string[] {
  const ofAny = isAmongOthers ? [] : OF_ANY
  return [...new Set([...ofAny, ...writes.map((name) => `beforeWrite:${name}`)])]
}

const ROUNDS = { ci: 1, full: AT_EACH * Math.max(...STEPS.map((step) => pointsOf(step).length)) } as const
const WITHIN_MS = 60_000

interface TreasuryInput {
  readonly size: 'ci' | 'full'
  readonly walletId: string
  readonly agentId: string
  /** What the account for cards has before. */
  readonly cents: number
}

export async function crashTreasury(
  world: ProcessWorld,
  { size, walletId, agentId, cents }: TreasuryInput,
): Promise<{
  readonly deaths: number
  readonly steps: number
  /** At the point where it has died least often. */
  readonly leastDeaths: number
  readonly breaches: string[]
}> {
  const service = world.services[0] as ServiceProcess
  const scene: Scene = { world, service, walletId, made: new Map([['wallet', walletId]]), breaches: [] }
  await mustSend(scene, '/test/kyb-review', { status: 'accepted' })
  await mustSend(scene, `/compliance/kya/${agentId}/evidence`, { type: 'purpose_review' })
  const { financial_accounts: accounts } = await mustSend(scene, treasury('account-holders/sync'), {})
  const issuing = (accounts as Body[]).find(({ type }) => type === 'ISSUING')
  scene.made.set('issuing', String(issuing?.token))
  let [deaths, steps] = [0, 0]
  let expected = cents
  const died = new Map<string, number>()
  for (let round = 0; round < ROUNDS[size]; round++) {
    for (const [index, step] of STEPS.entries()) {
      if (step.name === 'verify micro-deposits') await readAmounts(scene)
      const points = pointsOf(step)
      const isShort = size === 'ci' && !SHORT.includes(step.name)
      const point = isShort ? null : (points[(round + index) % points.length] ?? null)
      const hasDied = await crashIn(scene, step, point, `${round}-${index}`)
      deaths += hasDied ? 1 : 0
      if (point !== null) died.set(`${step.name} ${point}`, (died.get(`${step.name} ${point}`) ?? 0) + Number(hasDied))
      steps += 1
    }
    expected += COLLECTED - CLEARED
    await checkRound(scene, expected)
  }
  return { deaths, steps, leastDeaths: Math.min(...died.values()), breaches: scene.breaches }
}

/** @returns whether the service has died in it */
async function crashIn(scene: Scene, step: Step, point: string | null, key: string): Promise<boolean> {
  const { service, made, breaches } = scene
  const of = (name: string) => made.get(name) ?? ''
  const request = { path: step.path(of), body: step.body?.(of) ?? {}, key: `treasury-${key}` }
  let died = false
  if (point !== null) {
    service.crashAt = `commit:${point}`
    await service.restart()
    const answered = send(scene, request).catch(() => null)
    died = await Promise.race([service.ended().then(() => true), sleep(WITHIN_MS, false)])
    if (!died) breaches.push(`${step.name}: ${point} was never reached`)
    await answered
    service.crashAt = null
    await service.restart()
  }
  const { text, status } = await repeat(scene, request)
  if (status >= 300) breaches.push(`${step.name} after ${point} responds with ${status}: ${text}`)
  const body = JSON.parse(text) as Body
  if (step.keeps !== undefined) made.set(step.keeps[1], String(body[step.keeps[0]]))
  return died
}

interface Asked {
  readonly path: string
  readonly body?: Body
  readonly key?: string
}

async function send({ service, world }: Scene, { path, body, key }: Asked) {
  const response = await fetch(`${service.url}/api/v2${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ 'x-api-key': world.adminKey, 'content-type': 'application/json' },
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, text: await response.text() }
}

/** Until it is answered: what fails because the service has just died says so with 5xx, or with nothing. */
async function repeat(scene: Scene, asked: Asked) {
  let last: Awaited<ReturnType<typeof send>> | null = null
  await waitUntil(
    `${asked.path} is answered`,
    async () => {
      last = await send(scene, asked).catch(() => null)
      return last !== null && last.status < 500
    },
    WITHIN_MS,
  )
  return last as unknown as Awaited<ReturnType<typeof send>>
}

async function mustSend(scene: Scene, path: string, body?: Body): Promise<Body> {
  const { status, text } = await repeat(scene, { path, ...(body === undefined ? {} : { body }) })
  if (status >= 300) throw new Error(`${path} responds with ${status}: ${text}`)
  return JSON.parse(text) as Body
}

async function readAmounts(scene: Scene): Promise<void> {
  const path = treasury(`simulate/${EXTERNAL}/${scene.made.get('bank')}/micro-deposits`)
  const { micro_deposits: amounts } = await mustSend(scene, path)
  scene.made.set('amounts', JSON.stringify(amounts))
}

/**
 * The account for cards has what was collected, less what was cleared: the withdrawal came back. The card network has taken what
 * was cleared once.
 */
async function checkRound(scene: Scene, expected: number): Promise<void> {
  const { breaches, made, world } = scene
  const { balances } = await mustSend(scene, treasury(`balances?financial_account_token=${made.get('issuing')}`))
  const [balance] = balances as Body[]
  if (balance?.available_amount_minor !== expected || balance.total_amount_minor !== expected)
    breaches.push(`the account for cards has ${JSON.stringify(balance)}, and ${expected} were left in it`)
  for (const [name, events] of [
    ['collection', 5],
    ['withdrawal', 5],
  ] as const) {
    const payment = await mustSend(scene, treasury(`payments/${made.get(name)}`))
    const count = (payment.events as unknown[]).length
    if (count !== events) breaches.push(`the ${name} has ${count} events of ${events}`)
  }
  const transactions = world.database.collection<{ _id: string; networkCents: bigint; dueAt: Date | null }>(
    'cardTransactions',
  )
  const charged = await transactions.findOne({ _id: made.get('transaction') ?? '' })
  const reference = { 'reference.id': made.get('transaction') ?? '', type: 'card_network_settled' }
  const settlements = await world.database.collection('journals').countDocuments(reference)
  if (Number(charged?.networkCents) !== CLEARED || charged?.dueAt !== null || settlements !== 1)
    breaches.push(`the card network has settled ${charged?.networkCents} cents in ${settlements} entries`)
}
