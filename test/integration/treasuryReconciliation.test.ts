// Reconciliation of dollars with the bank (domain 1.11) over HTTP, with a bank whose statement is its own: each difference is one
// record, which resolves itself once both agree, or is resolved by an administrator; nothing is corrected.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LithicServer, startLithicServer } from '../../scripts/bank/lithicServer.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { keepPosted } from '../../subgraphs/treasury/models/postedSums.ts'
import { callRest } from '../support/restClient.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { bankAccountForm } from '../support/treasuryScene.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let bank: LithicServer
let service: TestService

beforeAll(async () => {
  bank = await startLithicServer()
  const environment = { LITHIC_API_KEY_TEST: bank.apiKey, LITHIC_URL_TEST: bank.url }
  service = await startTestService('treasury_reconciliation', 'two processes', environment)
})

afterAll(async () => {
  await service.stop()
  await bank.stop()
})

interface Mismatch {
  readonly mismatch_id: string
  readonly kind: string
  readonly state: string
}

/** With one collection that was settled two days ago, and nothing else. */
async function openSettled() {
  const { orgId, key } = await service.createOrganization('Books')
  bank.enrol(orgId)
  const call = (request: string, body?: object, apiKey = key) =>
    callRest(service.url, request.replace(' ', ' /api/v2/treasury'), { 'x-api-key': apiKey }, body)
  const done = async (request: string, body?: object) => {
    const answer = await call(request, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  await done('POST /account-holders/sync', {})
  const { token } = await done(
    'POST /external-bank-accounts',
    bankAccountForm({ verification_method: 'EXTERNALLY_VERIFIED' }),
  )
  const isLinked = () => [...bank.bankAccounts.values()].some((one) => one.user_defined_id === token)
  await expect.poll(isLinked, { timeout: 60_000 }).toBe(true)
  const { payment_token } = await done('POST /fund', { amount_minor: 4_200, external_bank_account_token: token })
  const id = String(payment_token)
  const at = new Date(service.clock.now().getTime() - 2 * DAY)
  for (const type of ['ACH_ORIGINATION_PROCESSED', 'ACH_ORIGINATION_SETTLED', 'ACH_ORIGINATION_RELEASED'])
    bank.report(id, type, { trace: '091000010000077', at })
  service.clock.advance(6 * MINUTE)
  await expect.poll(async () => (await done(`GET /payments/${id}`)).stage, { timeout: 60_000 }).toBe('released')
  const mismatches = async (query = '') =>
    (await done(`GET /reconciliation/mismatches${query}`)).data as readonly Mismatch[]
  const payment = bank.paymentOf(id)
  if (payment === undefined) throw new Error('the bank has the payment')
  return { orgId, key, id, call, done, mismatches, payment, reconcile: () => done('POST /reconcile', {}) }
}

test('books and bank agree, down to the trace number', async () => {
  const one = await openSettled()
  expect(await one.reconcile()).toMatchObject({ entries_compared: 2, open_mismatches: 0 })
  expect(await one.mismatches()).toEqual([])
})

test('in the graph a bank account leads to its financial account, and a wallet to its cards', async () => {
  const { key, id } = await openSettled()
  const ask = (request: string, body: object) => callRest(service.url, request, { 'x-api-key': key }, body)
  expect((await ask('POST /api/v2/wallets', { name: 'Shop' })).status).toBe(201)
  const query = `{ externalBankAccounts(first: 1) { nodes { financialAccount { type } } }
    treasuryPayments(first: 1) { nodes { id approvalId approval { id } } }
    wallets(first: 1) { nodes { cards(first: 1, statuses: [active]) { totalCount nodes { id } } } } }`
  expect((await ask('POST /graphql', { query })).body).toEqual({
    data: {
      externalBankAccounts: { nodes: [{ financialAccount: { type: 'OPERATING' } }] },
      treasuryPayments: { nodes: [{ id, approvalId: null, approval: null }] },
      wallets: { nodes: [{ cards: { totalCount: 0, nodes: [] } }] },
    },
  })
})

test('a payment that has changed of late is compared, however long ago the bank was asked for it', async () => {
  const one = await openSettled()
  const createdAt = new Date(service.clock.now().getTime() - 100 * DAY)
  one.payment.created = createdAt.toISOString()
  await service.database.collection('achPayments').updateOne({ _id: one.id as never }, { $set: { createdAt } })
  expect(await one.reconcile()).toMatchObject({ entries_compared: 2, open_mismatches: 0 })
})

test('an amount that differs is one record however often it is found, and resolves itself', async () => {
  const one = await openSettled()
  const settled = one.payment.events.find(({ type }) => type === 'ACH_ORIGINATION_SETTLED') as { amount: number }
  settled.amount = 4_199
  for (const _ of [1, 2]) expect(await one.reconcile()).toMatchObject({ open_mismatches: 1 })
  const [found, ...others] = await one.mismatches()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    ...{ kind: 'amount_mismatch', entry: 'settled', state: 'open', payment_token: one.id },
    ...{ ledger_amount_minor: 4_200, bank_amount_minor: 4_199, trace_number: '091000010000077' },
  })
  settled.amount = 4_200
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 0 })
  const resolved = await one.done(`GET /reconciliation/mismatches/${found?.mismatch_id}`)
  expect(resolved).toMatchObject({ state: 'resolved', resolved_by_key_id: null })
  expect(await one.mismatches('?state=open')).toEqual([])
})

test('what came back at the bank and is not booked, what nobody asked for, and what the bank has not', async () => {
  const [back, foreign, gone] = [await openSettled(), await openSettled(), await openSettled()]
  const at = new Date(service.clock.now().getTime() - DAY)
  // So that the follower does not book it.
  await service.database.collection('achPayments').updateOne({ _id: back.id as never }, { $set: { dueAt: null } })
  bank.report(back.id, 'ACH_RETURN_PROCESSED', { returnCode: 'R10', trace: '091000010000078', at })
  expect(await back.reconcile()).toMatchObject({ open_mismatches: 1 })
  expect(await back.mismatches()).toMatchObject([{ kind: 'unexpected_return', bank_amount_minor: -4_200 }])

  const payments = bank.payments as Map<string, (typeof foreign)['payment']>
  payments.set('foreign', { ...foreign.payment, token: 'foreign', user_defined_id: 'tpay_of_nobody' })
  expect(await foreign.reconcile()).toMatchObject({ open_mismatches: 1 })
  expect(await foreign.mismatches()).toMatchObject([{ kind: 'missing_in_ledger', payment_token: null }])

  payments.delete(gone.payment.token)
  expect(await gone.reconcile()).toMatchObject({ open_mismatches: 1 })
  expect(await gone.mismatches('?kind=missing_at_bank&state=open')).toMatchObject([{ payment_token: gone.id }])
})

test('what the small amounts of a bank account have moved is compared once they had time to settle', async () => {
  const one = await openSettled()
  const { token } = await one.done('POST /external-bank-accounts', bankAccountForm())
  const of = (part: string) => `${token}.micro.1.${part}`
  await expect.poll(() => bank.paymentOf(of('sum')), { timeout: 60_000 }).toBeDefined()
  const at = new Date(service.clock.now().getTime() - 8 * DAY)
  for (const part of ['first', 'second', 'sum'])
    for (const type of ['ACH_ORIGINATION_PROCESSED', 'ACH_ORIGINATION_SETTLED']) bank.report(of(part), type, { at })
  const settled = bank.paymentOf(of('sum'))?.events.at(-1) as { amount: number }
  settled.amount += 7
  expect(await one.reconcile(), 'some may still settle').toMatchObject({ open_mismatches: 0 })
  const accounts = service.database.collection<{ _id: string }>('bankAccounts')
  await accounts.updateOne({ _id: String(token) }, { $set: { updatedAt: at, dueAt: null } })
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 1 })
  expect(await one.mismatches()).toMatchObject([
    {
      ...{ entry: 'micro_deposits', kind: 'amount_mismatch', payment_token: null, external_bank_account_token: token },
      ...{ ledger_amount_minor: 0, bank_amount_minor: 7 },
    },
  ])
  await accounts.updateOne({ _id: String(token) }, { $set: { updatedAt: service.clock.now() } })
  expect(await one.reconcile(), 'what is under way resolves nothing').toMatchObject({ open_mismatches: 1 })
  settled.amount -= 7
  await accounts.updateOne({ _id: String(token) }, { $set: { updatedAt: at } })
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 0 })
})

test('an administrator resolves one with a reason; it stays so while its figures do', async () => {
  const one = await openSettled()
  const settled = one.payment.events.find(({ type }) => type === 'ACH_ORIGINATION_SETTLED') as { amount: number }
  settled.amount = 1
  await one.reconcile()
  const [found] = await one.mismatches()
  const path = `/reconciliation/mismatches/${found?.mismatch_id}/resolve`
  const viewer = await service.createKey(one.orgId as never, { roles: ['viewer'] })
  expect((await one.call(`POST ${path}`, { resolution: 'Mine.' }, viewer)).status).toBe(403)
  expect(await one.done(`POST ${path}`, { resolution: 'A fee of the bank.' })).toMatchObject({ state: 'resolved' })
  expect(await one.call(`POST ${path}`, { resolution: 'Again.' })).toMatchObject({ status: 409 })
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 0 })
  settled.amount = 2
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 1 })
  const other = await openSettled()
  expect((await other.call(`GET /reconciliation/mismatches/${found?.mismatch_id}`)).status).toBe(404)
})

test('a balance that callers see and nothing has posted is found', async () => {
  const one = await openSettled()
  const position = { _id: `usd:${one.orgId}:test` as never }
  const { balances } = await one.done('GET /balances')
  const account = (balances as { financial_account_token: string }[])[0]?.financial_account_token
  const path = `accounts.${account}.available`
  await service.database.collection('positions').updateOne(position, { $inc: { [path]: 7n } })
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 1 })
  expect(await one.mismatches()).toMatchObject([{ entry: 'balance', trace_number: 'available' }])
  await service.database.collection('positions').updateOne(position, { $inc: { [path]: -7n } })
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 0 })
})

test('what was added up once is not added up again, and a full reconciliation finds an old entry that was changed', async () => {
  const one = await openSettled()
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 0 })
  const [journals, _id] = [service.database.collection('journals'), `led_${one.id}.released` as never]
  const change = (amount: bigint) =>
    journals.updateOne({ _id, 'lines.account': '2010' }, { $set: { 'lines.$.amount': amount } })
  const inFull = () => one.done('POST /reconcile', { full: true })
  expect(await change(4_300n)).toMatchObject({ modifiedCount: 1 })
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 0 })
  expect(await inFull()).toMatchObject({ open_mismatches: 1 })
  expect(await one.mismatches()).toMatchObject([{ entry: 'balance', trace_number: 'available' }])
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 1 })
  await change(4_200n)
  expect(await inFull()).toMatchObject({ open_mismatches: 0 })
})

test('sums that another version has kept, which knows fewer kinds of entries, are no beginning', async () => {
  const one = await openSettled()
  const kept = { v: 1, seq: 1_000, sums: [] }
  await service.database
    .collection<{ _id: string }>('treasuryPostedSums')
    .insertOne({ _id: `${one.orgId}:test`, ...kept } as never)
  expect(await one.reconcile()).toMatchObject({ open_mismatches: 0 })
})

test('adding up ends, also where an organization posts without a pause', async () => {
  const one = await openSettled()
  const journals = service.database.collection<{ _id: string; seq: number }>('journals')
  const last = await journals.findOne({ _id: `led_${one.id}.released` })
  let posted = 0
  // Whenever sums are kept there is one more entry.
  const collection = (name: string) => {
    const found = service.database.collection(name as never)
    if (name !== 'treasuryPostedSums') return found
    const updateOne = async (...args: Parameters<typeof found.updateOne>) => {
      posted += 1
      if (posted > 3) throw new Error('it goes on for ever')
      await journals.insertOne({ ...last, _id: `led_more.${posted}`, seq: Number(last?.seq) + posted } as never)
      return found.updateOne(...args)
    }
    return { findOne: found.findOne.bind(found), updateOne }
  }
  const restless = { ...service.database, collection } as unknown as Database
  const owner = { orgId: one.orgId as OrgId, mode: 'test' } as const
  expect(await keepPosted(restless, owner, false)).toMatchObject({ seq: Number(last?.seq) })
})
