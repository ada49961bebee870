// Every order and filter of the lists of payments and mandates is found by an index, forwards and backwards: no list
// grows slower with the rows of other people.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMinedIn } from '../../subgraphs/payments/models/minedPayments.ts'
import { findQueued, findQueuedOrganizations } from '../../subgraphs/payments/models/settlingPayments.ts'
import { findHoldOfToken, findOpenTokens } from '../../subgraphs/payments/models/sharedTokens.ts'
import { findStoppable } from '../../subgraphs/payments/models/stoppablePayments.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import type { StopScope } from '../../subgraphs/shared/stops.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, type Registered } from '../support/mandatesWorld.ts'

let world: MandatesWorld
let admin: OrganizationPrincipal
let of: Registered

beforeAll(async () => {
  world = await openMandatesWorld('list-indexes-test')
  admin = await world.newOrganization()
  of = await world.register(admin)
  await world.fund(of, 100_000_000n)
  for (let i = 0; i < 5; i++) await world.pay(of, 1_000_000n)
  for (let i = 0; i < 5; i++) await world.register(admin)
}, 90_000)

afterAll(() => world.stop())

interface Profiled {
  readonly ns: string
  readonly planSummary?: string
  readonly docsExamined?: number
  readonly nreturned?: number
  readonly hasSortStage?: boolean
}

/** The database operations of these lists, from the profiler. */
async function profile(work: () => Promise<void>): Promise<readonly Profiled[]> {
  const { db } = world.database.connection
  if (db === undefined) throw new Error('no database')
  await db.command({ profile: 2 })
  try {
    await work()
  } finally {
    await db.command({ profile: 0 })
  }
  const reads = await db
    .collection<Profiled>('system.profile')
    .find({ planSummary: { $exists: true } })
    .toArray()
  await db.dropCollection('system.profile')
  return reads
}

const LISTS = (): readonly (readonly [list: string, orders: readonly string[]])[] => [
  ['payments', ['created_at']],
  [`payments(walletId: "${of.agent.walletId}")`, ['created_at']],
  [`payments(agentId: "${of.agent.agentId}")`, ['created_at']],
  ['payments(statuses: [pending])', ['created_at']],
  ['payments(statuses: [failed])', ['created_at']],
  ['payments(statuses: [pending, completed, failed])', ['created_at']],
  ['payments(stages: [queued, awaiting_approval])', ['created_at']],
  ['payments(token: "USDC", chain: "base", merchant: "shop.example.com")', ['created_at']],
  ['payments(createdFrom: "2026-01-01T00:00:00.000Z", createdUntil: "2036-01-01T00:00:00.000Z")', ['created_at']],
  ['transactions', ['created_at']],
  ['transactions(types: [payment, hold], statuses: [pending])', ['created_at']],
  ['transactions(open: false)', ['created_at']],
  ['transactions(token: "USDC", chain: "base", amountMin: "0.5", amountMax: "2")', ['created_at']],
  ['transactions(postedFrom: "2026-01-01T00:00:00.000Z", postedUntil: "2036-01-01T00:00:00.000Z")', ['created_at']],
  [`transactions(walletId: "${of.agent.walletId}")`, ['created_at']],
  [`transactions(walletId: "${of.agent.walletId}", types: [deposit])`, ['created_at']],
  [`transactions(agentId: "${of.agent.agentId}")`, ['created_at']],
  ['transactions(types: [fee, payment], statuses: [completed])', ['created_at']],
  ['transactions(token: "ETH", amountMin: "0.000001")', ['created_at']],
  [`transactions(walletId: "${of.agent.walletId}", types: [fee])`, ['created_at']],
  ['wallets', ['created_at']],
  ['wallets(statuses: [frozen])', ['created_at']],
  ['wallets(statuses: [active])', ['created_at']],
  [`wallets(agentId: "${of.agent.agentId}")`, ['created_at']],
  ['reconciliationMismatches(states: [open], kinds: [payment_reorganized])', ['created_at']],
  ['approvals', ['created_at', 'expires_at']],
  ['approvals(statuses: [pending, approved], subjectTypes: [payment])', ['created_at', 'expires_at']],
  [`approvals(agentId: "${of.agent.agentId}")`, ['created_at', 'expires_at']],
  ['screenings', ['created_at']],
  ['screenings(outcomes: [deny, review], subjectTypes: [payment])', ['created_at']],
  ['screenings(createdFrom: "2026-01-01T00:00:00.000Z", createdUntil: "2036-01-01T00:00:00.000Z")', ['created_at']],
  [`screenings(walletId: "${of.agent.walletId}")`, ['created_at']],
  [`screenings(agentId: "${of.agent.agentId}")`, ['created_at']],
  ['mandates', ['created_at']],
  ['mandates(statuses: [active, expired, revoked])', ['created_at']],
  [`mandates(agentId: "${of.agent.agentId}")`, ['created_at']],
  [`mandates(walletId: "${of.agent.walletId}")`, ['created_at']],
  [`mandateVersions(mandateId: "${of.mandateId}")`, ['created_at']],
  ['killSwitches', ['created_at']],
  ['killSwitches(states: [active], scopes: [agent, wallet])', ['created_at']],
]

test('no list reads a whole collection or sorts in memory, from either end, with its total', async () => {
  const ask = (by: Principal, list: string, field: string, direction: string) => {
    const [name = '', given = ''] = list.split('(')
    const one = (paging: string) =>
      `${name}(${given.replace(')', ', ')}${paging}, orderBy: { field: ${field}, direction: ${direction} }) { totalCount nodes { __typename } }`
    const { mandates, payments } = world.service.subgraphs
    const subgraph = /^(mandate|killSwitch)/.test(name) ? mandates : payments
    return execute<object>(subgraph, by, `{ head: ${one('first: 2')} tail: ${one('last: 2')} }`)
  }
  const reads = await profile(async () => {
    for (const [list, orders] of LISTS())
      for (const field of orders) for (const direction of ['asc', 'desc']) await ask(admin, list, field, direction)
    for (const list of ['payments', 'transactions', 'wallets', 'mandates', 'screenings'])
      await ask({ ...of.agent, capabilities: [...of.agent.capabilities, 'compliance'] }, list, 'created_at', 'desc')
  })
  expect(reads.length).toBeGreaterThan(200)
  const bad = reads.filter(
    ({ planSummary, hasSortStage }) => planSummary?.includes('COLLSCAN') || hasSortStage === true,
  )
  expect(bad.map(({ ns, planSummary }) => `${ns} ${planSummary}`)).toEqual([])
})

const ENTITIES = [
  ...[['Mandate', 'mnd_'] as const, ['MandateVersion', 'mnd_1/'] as const, ['KillSwitch', 'kil_'] as const],
  ...[['Wallet', 'wal_'] as const, ['Payment', 'pay_'] as const, ['Approval', 'apr_'] as const],
  ...[['ReconciliationMismatch', 'mis_'] as const, ['Transaction', 'txn_'] as const],
]

test('look-ups of many ids are read in one query', async () => {
  const { mandates, payments } = world.service.subgraphs
  for (const [type, prefix] of ENTITIES) {
    const subgraph = ['Mandate', 'MandateVersion', 'KillSwitch'].includes(type) ? mandates : payments
    const refs = Array.from({ length: 20 }, (_, n) => `{ __typename: "${type}", id: "${prefix}${n + 1}" }`)
    const reads = await profile(async () => {
      await execute(subgraph, admin, `{ _entities(representations: [${refs}]) { ... on ${type} { id } } }`)
    })
    expect(reads.length, type).toBeLessThan(4)
  }
})

test('a shared token is found by its hash, and the open ones of a stop, without reading any other hold', async () => {
  const reads = await profile(async () => {
    expect(await findHoldOfToken(world.database, 'a'.repeat(64))).toBeNull()
  })
  expect(reads.map(({ planSummary }) => planSummary)).toEqual(['IXSCAN { tokenHash: 1 }'])
  await world.database.collection<{ _id: string }>('holds').insertMany(
    Array.from({ length: 20 }, (_, n) => ({
      ...{ _id: `hld_${n}`, orgId: 'org_tokens', mode: 'test', walletId: 'wal_1', isOpen: true, stage: 'created' },
      ...(n === 7 && { sessionId: 'cks_1' }),
    })),
  )
  const wallet = { orgId: 'org_tokens', mode: 'test', scope: 'wallet', targetId: 'wal_1' } as const
  const everywhere = { orgId: null, mode: null, scope: 'global', targetId: '*' } as const
  for (const scope of [wallet, everywhere] as unknown as StopScope[]) {
    const [stopped] = await profile(async () => {
      const found = await findOpenTokens(world.database, scope, { after: null, limit: 50 })
      expect(found.map(({ _id }) => _id)).toEqual(['hld_7'])
    })
    expect(stopped).toMatchObject({ docsExamined: 1, planSummary: 'IXSCAN { orgId: 1, mode: 1, _id: 1 }' })
    expect(stopped?.hasSortStage).toBeUndefined()
  }
})

test('settlement and stops read no payment but those that they find', async () => {
  const payments = world.database.collection<{ _id: string }>('payments')
  const network = { mode: 'test', chain: 'polygon' } as const
  const orgId = 'org_settled' as const
  const made = Array.from({ length: 60 }, (_, n) => {
    const ended = { status: 'completed', stage: 'completed', minedIn: { block: n } }
    const queued = { status: 'pending', stage: 'queued', ...(n % 2 === 0 && { sendAfter: new Date(n) }) }
    const state = n < 20 ? ended : n < 50 ? queued : { ...queued, stopped: { type: 'policy_violation' } }
    return { _id: `pay_settled${n + 10}`, ...network, orgId: n < 45 ? 'org_other' : orgId, walletId: 'wal_1', ...state }
  })
  await payments.insertMany(made as never)
  const { database } = world
  const page = { orgId, now: new Date(), limit: 100 }
  const stop = { orgId, mode: 'test', scope: 'chain', targetId: 'polygon' } as const
  const asked: readonly (readonly [index: string, docs: number, () => Promise<readonly unknown[]>])[] = [
    ['status: 1, stage: 1', 0, () => findQueuedOrganizations(database, network, 'all')],
    ['status: 1, stage: 1', 15, () => findQueued(database, network, page, 'all')],
    ['chain: 1, mode: 1, minedIn.block: 1', 10, () => findQueued(database, network, page, 'stopped')],
    ['status: 1, orgId: 1', 15, () => findStoppable(database, stop as never, { after: null, limit: 100 })],
    [
      'chain: 1, mode: 1, minedIn.block: 1',
      6,
      () => findMinedIn(database, { ...network, from: 3, to: 8, field: 'minedIn.block' }, { after: null, limit: 100 }),
    ],
  ]
  for (const [index, docs, ask] of asked) {
    const [read, ...more] = await profile(async () => {
      const found = await ask()
      expect(found.length, index).toBe(docs === 0 ? 2 : docs)
    })
    expect(more).toEqual([])
    expect(read?.planSummary).toContain(index)
    expect(Number(read?.docsExamined ?? 0)).toBe(docs)
  }
  await payments.deleteMany({ _id: /^pay_settled/ as never })
})

test('a state that is given repeatedly is queried once', async () => {
  const states = Array.from({ length: 1_000 }, () => 'active').join(', ')
  const reads = await profile(async () => {
    await execute(world.service.subgraphs.mandates, admin, `{ mandates(statuses: [${states}]) { nodes { id } } }`)
  })
  const commands = reads
    .filter(({ ns }) => ns.endsWith('.mandates'))
    .map((read) => JSON.stringify(read, (_, value) => (typeof value === 'bigint' ? null : value)))
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(command.length).toBeLessThan(10_000)
})

test('an agent that names another agent finds nothing of it in any list, and nothing else either', async () => {
  const other = await world.register(admin)
  for (const list of ['payments', 'wallets', 'mandates']) {
    const { mandates, payments } = world.service.subgraphs
    const subgraph = list === 'mandates' ? mandates : payments
    const ask = (agentId: string) =>
      execute<object>(subgraph, of.agent, `{ ${list}(agentId: "${agentId}") { totalCount nodes { id } } }`)
    expect(await ask(other.agent.agentId), list).toEqual({ [list]: { totalCount: 0, nodes: [] } })
    expect(await ask(of.agent.agentId), list).not.toEqual({ [list]: { totalCount: 0, nodes: [] } })
  }
})
