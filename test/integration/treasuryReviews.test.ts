// What waits for compliance in the treasury (domain 1.6, 4.2): it waits also where a list changes after it was made, is rejected
// when nobody decides in time, and the audit finds whatever stands otherwise than it was decided.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../gateway/compose.ts'
import { runWorkers } from '../../gateway/workers.ts'
import { createManualClock } from '../../scripts/prove/manualClock.ts'
import { createOrganization, type ProveOrganization } from '../../scripts/prove/organization.ts'
import { execute, openWorld, type ProveWorld } from '../../scripts/prove/world.ts'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import type { CaseRow } from '../../subgraphs/payments/models/cases.ts'
import { readListsInForce } from '../../subgraphs/payments/models/screeningLists.ts'
import { expireDueCases } from '../../subgraphs/payments/services/cases/closeCase.ts'
import type { UsdPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { BankAccountId } from '../../subgraphs/shared/ids.ts'
import type { BankAccountRow } from '../../subgraphs/treasury/rules/bankAccount.ts'
import { silentLog } from '../support/openTestDatabase.ts'

const START = new Date('2026-03-02T15:00:00Z')
const DAY_MS = 86_400_000
const clock = createManualClock(START)

let world: ProveWorld
let service: Service
let organization: ProveOrganization
let imported = 0

beforeAll(async () => {
  world = await openWorld({ chains: [] })
  service = await world.open({ clock })
  organization = await createOrganization(service, 'Reviews')
  await act('SyncAccountHolderInput', 'syncAccountHolder', 'created', {})
}, 60_000)

afterAll(() => world.close())

const act = <T>(type: string, field: string, of: string, input: object) =>
  execute<Record<string, T>>(
    service.subgraphs.treasury,
    organization.admin,
    `mutation ($input: ${type}!) { ${field}(input: $input) { ${of} } }`,
    { input },
  )

async function link(accountNumber: string, owner: string): Promise<BankAccountId> {
  const form = { routingNumber: '021000021', accountNumber, type: 'CHECKING', owner, ownerType: 'BUSINESS' }
  const answer = await act<{ externalBankAccount: { id: BankAccountId } }>(
    ...(['LinkExternalBankAccountInput', 'linkExternalBankAccount', 'externalBankAccount { id }'] as const),
    { ...form, verificationMethod: 'EXTERNALLY_VERIFIED' },
  )
  return answer.linkExternalBankAccount?.externalBankAccount.id ?? 'eba_'
}

async function fund(externalBankAccountToken: BankAccountId): Promise<string | undefined> {
  const made = await act<{ treasuryPayment: { id: string } }>(
    ...(['FundTreasuryInput', 'fundTreasury', 'treasuryPayment { id }'] as const),
    { amountMinor: 100, externalBankAccountToken },
  )
  return made.fundTreasury?.treasuryPayment.id
}

const INPUTS = {
  simulateTreasuryPaymentEvent: 'SimulateTreasuryPaymentEventInput',
  simulateTreasuryReturn: 'SimulateTreasuryReturnInput',
} as const
const step = (field: keyof typeof INPUTS, input: object) => act(INPUTS[field], field, 'replayed', input)

async function lists(names: readonly string[]): Promise<void> {
  const { revision } = await importScreeningList(service, {
    ...{ list: 'reviews', category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      for (const name of names) yield { name, aliases: [], addresses: [] }
    })(),
    version: () => ({ version: `reviews-${++imported}`, effectiveAt: START }),
  })
  const workers = [...service.subgraphs.payments.workers, ...service.processWorkers]
  const running = runWorkers(
    workers.filter(({ name }) => name === 'rescreening' || name === 'screeningLists'),
    silentLog,
  )
  const isOver = async () => (await readListsInForce(service.database)).rescreened >= revision
  await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
  await running.stop(3_000)
}

const accountOf = (id: BankAccountId) =>
  service.database.collection<BankAccountRow>('bankAccounts').findOne({ _id: id })
const casesOf = (id: string) =>
  service.database.collection<CaseRow>('cases').find({ 'subject.id': id }).sort({ _id: 1 }).toArray()
const flagsOf = (id: string) =>
  service.database.collection<EventRow>('events').countDocuments({ resourceId: id, type: 'compliance.flagged' })
const decide = (caseId: string | undefined, decision: string) =>
  execute(
    service.subgraphs.payments,
    { ...organization.second, roles: ['compliance'] },
    'mutation ($input: DecideCaseInput!) { decideCase(input: $input) { complianceCase { status bankAccount { id } } } }',
    { input: { caseId, decision, comment: 'Looked at.' } },
  )
const breaches = async () => (await world.audit()).filter((line) => !line.includes('nothing was there to check'))

test('an account whose owner is similar to somebody on a later list waits as well, once for what was found', async () => {
  const [similar, other] = [await link('11223344', 'Volkov Trade House'), await link('11223355', 'Bakery')]
  await lists(['Volkov Trading House'])
  const [found, ...more] = await casesOf(similar)
  expect(more).toEqual([])
  expect(found).toMatchObject({ requestedBy: null, paymentId: null, walletId: null, agentId: null, status: 'open' })
  expect(await accountOf(similar)).toMatchObject({ state: 'PAUSED', pauseReason: 'compliance_review' })
  expect(await accountOf(other)).toMatchObject({ state: 'ENABLED' })
  await lists(['Volkov Trading House', 'Nobody Else'])
  expect(await casesOf(similar)).toHaveLength(1)

  // Of what compliance has not seen it is asked once more, and the account waits on.
  await lists(['Volkov Trading House', 'Volkov Traded House'])
  const answer = await decide(found?._id, 'clear')
  expect(answer).toEqual({ decideCase: { complianceCase: { status: 'closed_cleared', bankAccount: { id: similar } } } })
  expect(await flagsOf(similar)).toBe((await casesOf(similar)).length)
  for (const { _id, isOpen } of await casesOf(similar)) if (isOpen) await decide(_id, 'clear')
  expect(await accountOf(similar)).toMatchObject({ state: 'ENABLED', pauseReason: null, review: { status: 'cleared' } })
  expect(await breaches()).toEqual([])
}, 60_000)

test('a return that closes the account ends its case with it', async () => {
  const id = await link('11223399', 'Sokolov Paper Mill')
  const paymentId = await fund(id)
  await step('simulateTreasuryPaymentEvent', { id: paymentId, eventType: 'ACH_ORIGINATION_PROCESSED' })
  await lists(['Sokolov Paper Mills'])
  const [found] = await casesOf(id)
  expect(found).toMatchObject({ status: 'open' })
  // No such account.
  await step('simulateTreasuryReturn', { id: paymentId, returnReasonCode: 'R03' })
  expect(await accountOf(id)).toMatchObject({ state: 'CLOSED', pauseReason: 'R03', review: { status: 'rejected' } })
  const [ended] = await casesOf(id)
  expect(ended).toMatchObject({ status: 'closed_rejected', notes: [{ event: 'dismiss' }] })
  expect(await breaches()).toEqual([])
}, 60_000)

test('an owner who comes on a list while the account waits is not cleared', async () => {
  const id = await link('11223366', 'Petrov Metal Works')
  await lists(['Petrov Metals Works'])
  const [found] = await casesOf(id)
  await lists(['Petrov Metal Works'])
  expect(await accountOf(id)).toMatchObject({ state: 'PAUSED', pauseReason: 'sanctions_hit' })
  await expect(decide(found?._id, 'clear')).rejects.toMatchObject({ type: 'compliance_denied' })
  await decide(found?._id, 'reject')
  expect(await accountOf(id)).toMatchObject({ pauseReason: 'sanctions_hit', review: { status: 'rejected' } })
  expect(await breaches()).toEqual([])
}, 60_000)

test('what nobody decides within 72 hours is rejected, of accounts and of rates', async () => {
  const id = await link('11223377', 'Lazard Group')
  const bank = await link('11223388', 'Bakery')
  const paymentId = await fund(bank)
  const { orgId } = organization.admin
  // Twenty debits before it, of which none came back.
  const day = { day: '2026-03-02', debits: 20, unauthorized: 0, administrative: 0, returned: 0 }
  const positions = service.database.collection<UsdPosition>('positions')
  const position = { _id: `usd:${orgId}:test` }
  await positions.updateOne(position, { $set: { returns: [day] } })
  await step('simulateTreasuryPaymentEvent', { id: paymentId, eventType: 'ACH_ORIGINATION_PROCESSED' })
  await step('simulateTreasuryReturn', { id: paymentId, returnReasonCode: 'R29' })
  const [rate] = await casesOf(orgId)
  expect(rate).toMatchObject({ status: 'open', checks: [{ name: 'return_rate_unauthorized' }] })
  expect(await breaches()).toEqual([])

  clock.advance(3 * DAY_MS)
  expect(await expireDueCases({ ...service, reviewed: service.subgraphs.treasury.reviewed })).toBe(2)
  expect(await accountOf(id)).toMatchObject({ state: 'PAUSED', pauseReason: 'compliance_rejected' })
  expect(await positions.findOne(position)).toMatchObject({ returnReview: { caseId: rate?._id, status: 'rejected' } })
  expect((await casesOf(orgId)).map(({ status, notes }) => [status, notes[0]?.event])).toEqual([
    ['closed_rejected', 'expire'],
  ])
  // Whatever else is found about who was rejected changes nothing.
  await lists(['Lazard Groups'])
  expect(await casesOf(id)).toHaveLength(1)
  expect(await breaches()).toEqual([])
}, 60_000)

test('a rate that only days without returns have raised, by ending, opens its case when somebody collects', async () => {
  const { admin } = await createOrganization(service, 'Fewer debits')
  const as = <T>(document: string, input: object) => execute<T>(service.subgraphs.treasury, admin, document, { input })
  await as('mutation ($input: SyncAccountHolderInput!) { syncAccountHolder(input: $input) { created } }', {})
  const form = { routingNumber: '021000021', accountNumber: '11223300', type: 'CHECKING', owner: 'Bakery' }
  const linked = await as<{ linkExternalBankAccount: { externalBankAccount: { id: string } } }>(
    'mutation ($input: LinkExternalBankAccountInput!) { linkExternalBankAccount(input: $input) { externalBankAccount { id } } }',
    { ...form, ownerType: 'BUSINESS', verificationMethod: 'EXTERNALLY_VERIFIED' },
  )
  const today = clock.now()
  const ago = (days: number) => new Date(today.getTime() - days * DAY_MS).toISOString().slice(0, 10)
  const none = { unauthorized: 0, administrative: 0, returned: 0 }
  // One of forty was below three percent; of the last twenty it is above.
  const days = [
    { ...none, day: ago(61), debits: 20 },
    { ...none, day: ago(5), debits: 20, administrative: 1, returned: 1 },
  ]
  const position = { _id: `usd:${admin.orgId}:test` }
  await service.database.collection<UsdPosition>('positions').updateOne(position, { $set: { returns: days } })
  const collects = () =>
    as('mutation ($input: FundTreasuryInput!) { fundTreasury(input: $input) { replayed } }', {
      ...{ amountMinor: 100, externalBankAccountToken: linked.linkExternalBankAccount.externalBankAccount.id },
    })
  const refusal = { type: 'conflict', details: { reason: 'return_rate_exceeded', rate: 'administrative' } }
  await expect(collects()).rejects.toMatchObject(refusal)
  const [found, ...more] = await casesOf(admin.orgId)
  expect(more).toEqual([])
  expect(found).toMatchObject({ status: 'open', checks: [{ name: 'return_rate_administrative' }] })
  await expect(collects()).rejects.toMatchObject({ details: { ...refusal.details, case_id: found?._id } })
  expect(await casesOf(admin.orgId)).toHaveLength(1)
  expect(await flagsOf(admin.orgId)).toBe(1)
  expect(await breaches()).toEqual([])
}, 60_000)

test('the audit finds what stands otherwise than it was decided', async () => {
  const rows = service.database.collection<BankAccountRow>('bankAccounts')
  const cases = service.database.collection<CaseRow>('cases')
  const account = await rows.findOne({ pauseReason: 'compliance_rejected' })
  const known = account?.review
  const _id = account?._id ?? 'eba_'
  const faults = [
    { state: 'ENABLED', pauseReason: null },
    { review: { ...known, status: 'cleared' } },
    { review: { ...known, status: 'open' } },
    { review: { ...known, status: 'open', caseId: 'cas_missing' } },
  ] as const
  for (const fault of faults) {
    await rows.updateOne({ _id }, { $set: fault as object })
    const found = await breaches()
    expect(found.length, JSON.stringify(fault)).toBeGreaterThan(0)
    for (const line of found) expect(line).toMatch(/^audit 15: /)
    await rows.updateOne({ _id }, { $set: { ...account } as object })
  }
  const row = await cases.findOne({ 'subject.id': _id })
  for (const fault of [{ 'subject.id': 'eba_missing' }, { orgId: 'org_other' }]) {
    await cases.updateOne({ _id: row?._id ?? 'cas_' }, { $set: fault as object })
    expect(await breaches()).toContainEqual(expect.stringMatching(/^audit 15: .*does not have/))
    await cases.updateOne({ _id: row?._id ?? 'cas_' }, { $set: { ...row } as object })
  }
  expect(await breaches()).toEqual([])
}, 60_000)
