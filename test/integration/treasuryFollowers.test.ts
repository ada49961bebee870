// Two processes that follow the bank at once (domain 1.6, 8.7): whoever comes first, each event of a payment and of a bank account
// is booked once, and the books close.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../gateway/compose.ts'
import { runWorkers } from '../../gateway/workers.ts'
import { createManualClock } from '../../scripts/prove/manualClock.ts'
import { createOrganization, type ProveOrganization } from '../../scripts/prove/organization.ts'
import { execute, openWorld, type ProveWorld } from '../../scripts/prove/world.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import type { Bank } from '../../subgraphs/treasury/banks/bank.ts'
import { createSimulatedBank } from '../../subgraphs/treasury/banks/simulated.ts'
import type { AchPaymentRow } from '../../subgraphs/treasury/rules/achPayment.ts'
import type { BankAccountRow } from '../../subgraphs/treasury/rules/bankAccount.ts'
import { treasuryDueWork } from '../../subgraphs/treasury/workers/dueWork.ts'
import { followDue } from '../../subgraphs/treasury/workers/followBank.ts'
import { reconcileDue } from '../../subgraphs/treasury/workers/reconcileDaily.ts'
import { createTrouble } from '../../subgraphs/treasury/workers/trouble.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { NUMBERS } from '../support/treasuryScene.ts'

type DueDeps = Parameters<typeof treasuryDueWork>[0]
type FollowDeps = Parameters<typeof followDue>[0]

const clock = createManualClock(new Date('2026-03-02T15:00:00Z'))
const DAY_MS = 86_400_000
const PAYMENTS = 12
const told: string[] = []
const log = { ...silentLog, error: (_fields: object, message: string) => void told.push(message) }

let world: ProveWorld
let services: readonly [Service, Service]
let organization: ProveOrganization

const act = <T>(type: string, field: string, of: string, input: object) =>
  execute<Record<string, T>>(
    services[0].subgraphs.treasury,
    organization.admin,
    `mutation ($input: ${type}!) { ${field}(input: $input) { ${of} } }`,
    { input },
  )

async function link(accountNumber: string, more: object = {}): Promise<string> {
  const form = { routingNumber: '021000021', accountNumber, type: 'CHECKING', owner: 'Acme', ownerType: 'BUSINESS' }
  const of = 'externalBankAccount { id }'
  const answer = await act<{ externalBankAccount: { id: string } }>(
    ...(['LinkExternalBankAccountInput', 'linkExternalBankAccount', of] as const),
    { ...form, ...more },
  )
  return answer.linkExternalBankAccount?.externalBankAccount.id ?? ''
}

beforeAll(async () => {
  world = await openWorld({ chains: [] })
  services = [await world.open({ clock, log }), await world.open({ clock, log })]
  organization = await createOrganization(services[0], 'Followers')
  await act('SyncAccountHolderInput', 'syncAccountHolder', 'created', {})
}, 60_000)

afterAll(() => world.close())

/** Both follow until nothing is due. */
async function followAll(): Promise<void> {
  const running = services.map(({ subgraphs }) =>
    runWorkers(
      subgraphs.treasury.workers.filter(({ name }) => name === 'treasuryFollow'),
      log,
    ),
  )
  const { database } = services[0]
  const due = { dueAt: { $type: 'date', $lte: clock.now() } } as object
  const isDone = async () =>
    (await database.collection('achPayments').countDocuments(due)) === 0 &&
    (await database.collection('bankAccounts').countDocuments(due)) === 0
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  await Promise.all(running.map((one) => one.stop(3_000)))
}

test('each event is booked once, however late they come, and the audit finds the books in order', async () => {
  const verified = { verificationMethod: 'EXTERNALLY_VERIFIED' }
  const [good, bad] = [await link('87654321', verified), await link(NUMBERS.returnsR10AfterRelease, verified)]
  const micro = await link('12344321')
  for (let index = 0; index < PAYMENTS; index++)
    await act('FundTreasuryInput', 'fundTreasury', 'replayed', {
      ...{ amountMinor: 100 + index, externalBankAccountToken: index % 3 === 0 ? bad : good },
    })
  // So that each of both finds all of it due at once; then what is far.
  for (const days of [1, 9, 12]) {
    clock.advance(days * DAY_MS)
    await followAll()
  }
  const { database } = services[0]
  const rows = await database.collection<AchPaymentRow>('achPayments').find({}).toArray()
  expect(rows).toHaveLength(PAYMENTS)
  for (const { events, stage, bankAccountId } of rows) {
    const types = events.map(({ type }) => type)
    expect(new Set(types).size).toBe(types.length)
    expect(stage).toBe(bankAccountId === bad ? 'returned' : 'released')
  }
  const journals = await database.collection<JournalRow>('journals').find({}).toArray()
  const count = (type: string) => journals.filter((one) => one.type === type).length
  expect(['collection_processed', 'collection_settled', 'collection_released'].map(count)).toEqual([
    ...[PAYMENTS, PAYMENTS, PAYMENTS],
  ])
  expect([count('collection_returned'), count('micro_deposits_sent')]).toEqual([PAYMENTS / 3, 1])
  const account = await database.collection<BankAccountRow>('bankAccounts').findOne({ _id: micro as `eba_${string}` })
  expect(account).toMatchObject({ microDeposits: { status: 'expired' }, verificationState: 'FAILED_VERIFICATION' })
  const breaches = (await world.audit()).filter((line) => !line.includes('nothing was there to check'))
  expect(breaches).toEqual([])
  expect(told).toEqual([])
}, 120_000)

test('a payment that cannot be booked keeps no other from it, and is told of once', async () => {
  const bank = await link('55554444', { verificationMethod: 'EXTERNALLY_VERIFIED' })
  const form = { amountMinor: 500, externalBankAccountToken: bank }
  const { database } = services[0]
  const rows = database.collection<AchPaymentRow>('achPayments')
  for (const _ of [1, 2]) await act('FundTreasuryInput', 'fundTreasury', 'replayed', form)
  const [broken, other] = await rows
    .find({ bankAccountId: bank as `eba_${string}` })
    .sort({ _id: 1 })
    .toArray()
  await rows.updateOne({ _id: broken?._id ?? 'tpay_' }, { $set: { amount: -500n } })
  clock.advance(9 * DAY_MS)
  const running = runWorkers(
    services[0].subgraphs.treasury.workers.filter(({ name }) => name === 'treasuryFollow'),
    log,
  )
  const stageOf = async (row?: AchPaymentRow) => (await rows.findOne({ _id: row?._id ?? 'tpay_' }))?.stage
  await expect.poll(() => stageOf(other), { timeout: 60_000 }).toBe('released')
  // As long as it takes until it is tried again.
  await sleep(2_500)
  await running.stop(3_000)
  expect(await stageOf(broken)).toBe('reviewed')
  expect(told.splice(0).filter((message) => message.startsWith('what the bank reports'))).toHaveLength(1)
  // Of an organization whose clock was moved, which is looked at each second.
  const banks = { test: createSimulatedBank(), live: createSimulatedBank() }
  const [ofMoved] = treasuryDueWork({ ...services[0], banks, log } as unknown as DueDeps)
  const owner = { orgId: organization.admin.orgId, mode: 'test' } as const
  for (const _ of [1, 2]) await ofMoved?.run(owner, new AbortController().signal)
  expect(told.splice(0)).toHaveLength(1)
  await rows.updateOne({ _id: broken?._id ?? 'tpay_' }, { $set: { amount: 500n } })
  await followAll()
  expect(await stageOf(broken)).toBe('released')
}, 60_000)

test('the payments of one file share commits, so that those of others do not wait behind each of them', async () => {
  const bank = await link('66665555', { verificationMethod: 'EXTERNALLY_VERIFIED' })
  for (let index = 0; index < PAYMENTS; index++)
    await act('FundTreasuryInput', 'fundTreasury', 'replayed', { amountMinor: 1, externalBankAccountToken: bank })
  const committed = () => services.reduce((sum, { commit }) => sum + commit.stats().batches, 0)
  const before = committed()
  clock.advance(DAY_MS)
  await followAll()
  expect(committed() - before).toBeLessThan(PAYMENTS)
}, 60_000)

test('what a bank that is down would be asked about is not read through while it is', async () => {
  const { database } = services[0]
  const due = { v: 1, orgId: 'org_asked', mode: 'live', dueAt: clock.now() }
  const rows = Array.from({ length: 250 }, (_, n) => ({ ...due, _id: `tpay_asked${n + 100}` }))
  await database.collection('achPayments').insertMany(rows as never)
  let read = 0
  const collection: typeof database.collection = (name) => {
    if (name === 'achPayments') read += 1
    return database.collection(name)
  }
  const trouble = { ...createTrouble(), isDown: (mode: string) => mode === 'live' }
  const banks = { test: createSimulatedBank(), live: createSimulatedBank() }
  const deps = { ...services[0], banks, database: { ...database, collection } } as unknown as FollowDeps
  await followDue(deps, undefined, trouble)
  expect(read).toBe(1)
  await database.collection('achPayments').deleteMany({ orgId: 'org_asked' })
})

test('once a day the dollars are reconciled, by one of them', async () => {
  const banks = { test: createSimulatedBank(), live: createSimulatedBank() }
  const looks = services[0].database.collection<{ _id: string; startedAt: Date }>('treasuryReconciliations')
  const lookedAt = async () => (await looks.findOne({}))?.startedAt.getTime()
  const reconcileAll = () =>
    Promise.all(services.map((service) => reconcileDue({ ...service, log, banks }, new AbortController().signal)))
  await reconcileAll()
  const first = await lookedAt()
  expect(first).toBe(clock.now().getTime())
  clock.advance(DAY_MS - 1)
  await reconcileAll()
  expect(await lookedAt()).toBe(first)
  clock.advance(2)
  await reconcileAll()
  expect(await lookedAt()).toBe(clock.now().getTime())
  expect(await services[0].database.collection('bankMismatches').countDocuments({})).toBe(0)
  expect(told).toEqual([])
})

test('dollars whose bank has not answered are reconciled an hour later, by whoever looks then', async () => {
  clock.advance(2 * DAY_MS)
  let asked = 0
  const silent: Bank['statement'] = async () => {
    asked += 1
    throw new DomainError('all_adapters_exhausted', 'The bank does not answer.')
  }
  const simulated = createSimulatedBank()
  const reconcile = (statement = simulated.statement) => {
    const banks = { test: { ...simulated, statement }, live: simulated }
    return Promise.all(services.map((one) => reconcileDue({ ...one, log, banks }, new AbortController().signal)))
  }
  await reconcile(silent)
  await reconcile(silent)
  expect(asked).toBe(1)
  clock.advance(3_600_001)
  await reconcile(silent)
  expect(asked).toBe(2)
  clock.advance(3_600_001)
  await reconcile()
  const looks = services[0].database.collection<{ _id: string; reconciledAt: Date }>('treasuryReconciliations')
  expect((await looks.findOne({}))?.reconciledAt).toEqual(clock.now())
  clock.advance(DAY_MS - 1)
  await reconcile(silent)
  expect(asked).toBe(2)
})
