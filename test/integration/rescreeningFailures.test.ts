// When a list changes, who stands on it is stopped (domain 4.3), wherever a process dies meanwhile, and whatever fails for others.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runWorkers } from '../../gateway/workers.ts'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import { readListsInForce } from '../../subgraphs/payments/models/screeningLists.ts'
import { createScreener } from '../../subgraphs/payments/screening/screener.ts'
import { createRescreeningWorker } from '../../subgraphs/payments/services/rescreen.ts'
import type { Intent } from '../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld } from '../support/approvalsWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'

let world: ApprovalsWorld
let submit: ApprovalsWorld['service']['commit']['submit']
let next = 0

beforeAll(async () => {
  world = await openApprovalsWorld('rescreening_failures')
  submit = world.service.commit.submit
}, 60_000)
afterEach(() => {
  world.service.commit.submit = submit
})
afterAll(() => world.close())

/** Owners of whom each has an agent with this name. */
async function namedOwners(count: number, name: string): Promise<Owner[]> {
  const owners: Owner[] = []
  for (let made = 0; made < count; made++) owners.push(await world.createOwner())
  const agents = world.service.database.collection<{ _id: string }>('agents')
  for (const { agent } of owners) await agents.updateOne({ _id: agent.agentId }, { $set: { name } })
  return owners.sort((a, b) => (a.agent.agentId < b.agent.agentId ? -1 : 1))
}

const importList = (name: string) =>
  importScreeningList(world.service, {
    ...{ list: 'failing', category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      yield { name, aliases: [], addresses: [] }
    })(),
    version: () => ({ version: `failing-${++next}`, effectiveAt: new Date('2026-01-01T00:00:00Z') }),
  })

async function listed(name: string, meanwhile = async (_revision: number): Promise<void> => undefined) {
  const { revision } = await importList(name)
  await meanwhile(revision)
  const running = runWorkers(
    world.service.subgraphs.payments.workers.filter((worker) => worker.name === 'rescreening'),
    silentLog,
  )
  const isOver = async () => (await readListsInForce(world.service.database)).rescreened >= revision
  return { revision, isOver, stop: () => running.stop(3_000) }
}

/** @param dies whether the process dies with this commit, of those of an organization, before it has happened */
function failWhere(dies: (intent: Intent<unknown>) => boolean): void {
  world.service.commit.submit = async <A>(intent: Intent<A>) => {
    if (dies(intent as Intent<unknown>)) throw new Error('nothing is committed')
    return submit(intent)
  }
}

const frozen = async (owner: Owner) => (await world.wallet(owner)).frozen
const flagsOf = ({ orgId }: Owner) =>
  world.service.database.collection<EventRow>('events').countDocuments({ orgId, type: 'compliance.flagged' })

test('an owner is frozen, and flagged once, also where the process dies between the two', async () => {
  const [owner] = (await namedOwners(1, 'Ragnhild Osterdal')) as [Owner]
  let commits = 0
  failWhere(({ orgId }) => orgId === owner.orgId && ++commits === 2)
  const rescreening = await listed('Ragnhild Osterdal')
  await expect.poll(rescreening.isOver, { timeout: 30_000 }).toBe(true)
  await rescreening.stop()
  expect(commits).toBeGreaterThan(2)
  expect(await frozen(owner)).toMatchObject({ source: 'policy', by: 'screening' })
  expect(await flagsOf(owner)).toBe(1)
}, 60_000)

test('an organization whose commits fail keeps no other from being frozen and flagged', async () => {
  const owners = await namedOwners(3, 'Torvald Quistgaard')
  const [broken, ...others] = owners as [Owner, ...Owner[]]
  failWhere(({ orgId }) => orgId === broken.orgId)
  const rescreening = await listed('Torvald Quistgaard')
  try {
    for (const owner of others) {
      await expect.poll(() => frozen(owner), { timeout: 60_000 }).toMatchObject({ by: 'screening' })
      await expect.poll(() => flagsOf(owner)).toBe(1)
    }
    expect(await rescreening.isOver()).toBe(false)
    world.service.commit.submit = submit
    await expect.poll(rescreening.isOver, { timeout: 30_000 }).toBe(true)
  } finally {
    await rescreening.stop()
  }
  expect(await frozen(broken)).toMatchObject({ by: 'screening' })
  expect(await flagsOf(broken)).toBe(1)
}, 90_000)

test('an organization that has too many names screened at once, or a name that cannot be screened, keeps no other from being frozen', async () => {
  const owners = await namedOwners(3, 'Sigvard Lindqvister')
  const [busy, failing, last] = owners as [Owner, Owner, Owner]
  const { database, commit, config } = world.service
  await importList('Sigvard Lindqvister')
  const screener = createScreener({
    ...{ database, clock: world.clock, log: silentLog, listAgeMaxMs: config.screeningListAgeMaxMs },
  })
  let failed = 0
  const screenRecord: typeof screener.screenRecord = async (input) => {
    if (input.orgId === busy.orgId) throw new DomainError('service_unavailable', 'Its queue is full.', {})
    if (input.addresses?.length === 0 && ++failed === 1) throw new Error('the lists cannot be read')
    return screener.screenRecord(input)
  }
  const named = async function* () {
    yield owners.map((owner) => ({
      ...({ orgId: owner.orgId, mode: 'test', subjectType: 'agent', subjectId: owner.agent.agentId } as const),
      names: ['Sigvard Lindqvister'],
      ...(owner === failing && { addresses: [] }),
    }))
  }
  await screener.inForce()
  const worker = createRescreeningWorker({
    ...{ database, commit, clock: world.clock, log: silentLog, named, rules: {} as never },
    ...{ screener: { ...screener, screenRecord } },
    ...{ pauseListed: async () => undefined, reviewSimilar: async () => undefined },
  })
  const running = runWorkers([worker], silentLog)
  try {
    for (const owner of [busy, last])
      await expect.poll(() => frozen(owner), { timeout: 9_000 }).toMatchObject({ by: 'screening' })
    expect(await frozen(failing)).toBe(null)
    expect((await readListsInForce(database)).rescreened).toBeLessThan(screener.revision)
  } finally {
    await running.stop(3_000)
  }
}, 60_000)

// Another process, which has not read the lists yet, would go on by the older ones, for whom nobody would screen again.
test('an import that died before it told the other processes is told before anybody is screened again', async () => {
  const shards = world.service.database.collection<{ _id: string; lists: number }>('positions')
  const rescreening = await listed('Ingeborg Ravnkilde', async (revision) => {
    const { modifiedCount } = await shards.updateMany({ lists: revision }, { $set: { lists: revision - 1 } })
    expect(modifiedCount).toBeGreaterThan(0)
  })
  await expect.poll(rescreening.isOver, { timeout: 30_000 }).toBe(true)
  await rescreening.stop()
  expect(await shards.countDocuments({ lists: { $lt: rescreening.revision } })).toBe(0)
}, 60_000)
