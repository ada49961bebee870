// Lithic as the bank (domain 1.1, 1.4): over HTTP, against a local server that answers as its published API. Whatever becomes of
// a call, money is asked for once, and nothing that was accepted is lost.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isUsdPosting, type JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import type { AchPaymentRow } from '../../subgraphs/treasury/rules/achPayment.ts'
import type { BankAccountRow } from '../../subgraphs/treasury/rules/bankAccount.ts'
import { type LithicServer, startLithicServer } from '../support/lithicServer.ts'
import { callRest } from '../support/restClient.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { bankAccountForm } from '../support/treasuryScene.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let bank: LithicServer
let service: TestService

beforeAll(async () => {
  bank = await startLithicServer()
  const environment = { LITHIC_API_KEY_TEST: bank.apiKey, LITHIC_URL_TEST: bank.url }
  service = await startTestService('treasury_lithic', 'in process', environment)
})

afterEach(() => {
  bank.manner = 'well'
})

afterAll(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
  await bank.stop()
})

async function openOrganization() {
  const { orgId, key } = await service.createOrganization('Lithic')
  const call = (request: string, body?: object) =>
    callRest(service.url, request.replace(' ', ' /api/v2/treasury'), { 'x-api-key': key }, body)
  const done = async (request: string, body?: object) => {
    const answer = await call(request, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  return { orgId, key, call, done }
}
type Organization = Awaited<ReturnType<typeof openOrganization>>

/** Enrolled and synchronized, with a bank account that the bank knows. */
async function openFunded(form: Readonly<Record<string, unknown>> = { verification_method: 'EXTERNALLY_VERIFIED' }) {
  const one = await openOrganization()
  bank.enrol(one.orgId)
  await one.done('POST /account-holders/sync', {})
  const { token } = await one.done('POST /external-bank-accounts', bankAccountForm(form))
  await expect.poll(() => linkedOf(String(token)), { timeout: 10_000 }).toBeDefined()
  return { ...one, token: String(token) }
}

const linkedOf = (token: string) => [...bank.bankAccounts.values()].find((one) => one.user_defined_id === token)

const fund = ({ call }: Pick<Organization, 'call'>, token: string, cents = 5_000) =>
  call('POST /fund', { amount_minor: cents, external_bank_account_token: token })

const rowOf = (id: unknown) =>
  service.database.collection<AchPaymentRow>('achPayments').findOne({ _id: String(id) as AchPaymentRow['_id'] })

/** Until the follower has looked again, which it does some minutes later. */
async function followed(id: unknown, wanted: object): Promise<void> {
  service.clock.advance(6 * MINUTE)
  await expect.poll(() => rowOf(id), { timeout: 10_000 }).toMatchObject(wanted)
}

test('the holder is the one that was enrolled with the id of the organization, and no other', async () => {
  const one = await openOrganization()
  const before = await one.call('POST /account-holders/sync', {})
  expect(before).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } })
  const other = bank.enrol('org_somebody')
  const own = bank.enrol(one.orgId, { status: 'PENDING_DOCUMENT', status_reasons: ['ADDRESS_VERIFICATION_FAILURE'] })
  expect((await one.call('POST /account-holders/sync', { account_token: other })).status).toBe(404)
  const synced = await one.done('POST /account-holders/sync', { account_token: own })
  expect(synced).toMatchObject({
    account_holder: { status: 'PENDING_DOCUMENT', status_reasons: ['ADDRESS_VERIFICATION_FAILURE'] },
    ...{ created: 4, updated: 0 },
  })
  const types = (synced.financial_accounts as { type: string }[]).map(({ type }) => type)
  expect(types.toSorted()).toEqual(['ISSUING', 'OPERATING', 'RESERVE'])
  expect(await one.done('POST /account-holders/sync', {})).toMatchObject({ created: 0, updated: 0 })
})

test('a collection is handed over once with our token, follows what the bank reports, and comes back after its release', async () => {
  const one = await openFunded()
  const { body } = await fund(one, one.token)
  const id = String(body.payment_token)
  expect(body).toMatchObject({ status: 'PENDING' })
  expect(bank.paymentOf(id)).toMatchObject({
    ...{ type: 'COLLECTION', amount: 5_000, method: 'ACH_NEXT_DAY' },
    ...{ external_bank_account_token: linkedOf(one.token)?.token, method_attributes: { ach_hold_period: 2 } },
  })
  expect(await rowOf(id)).toMatchObject({ origination: 'accepted' })
  // What the bank has, nobody takes back.
  expect(await one.call(`POST /payments/${id}/cancel`, {})).toMatchObject({ status: 409 })

  bank.report(id, 'ACH_ORIGINATION_REVIEWED')
  bank.report(id, 'ACH_ORIGINATION_PROCESSED', { trace: '091000010000001' })
  await followed(id, { stage: 'processed' })
  bank.report(id, 'ACH_ORIGINATION_SETTLED', { trace: '091000010000001' })
  bank.report(id, 'ACH_ORIGINATION_RELEASED')
  await followed(id, { stage: 'released' })
  const available = async () =>
    (await one.done('GET /balances')).balances as { type: string; available_amount_minor: number }[]
  expect((await available()).find(({ type }) => type === 'ISSUING')?.available_amount_minor).toBe(5_000)
  service.clock.advance(6 * HOUR)
  bank.report(id, 'ACH_RETURN_PROCESSED', { returnCode: 'R10', trace: '091000010000002' })
  await followed(id, { stage: 'returned', returnCode: 'R10', failureCode: 'debit_not_authorized' })
  expect((await available()).find(({ type }) => type === 'ISSUING')?.available_amount_minor).toBe(0)
  expect(
    bank.heard.filter(({ request, body: text }) => request === 'POST /v1/payments' && text.includes(id)),
  ).toHaveLength(1)
})

test('a bank that is down: 502 and no money moves; the same request later is a new one', async () => {
  const one = await openFunded()
  await bank.stop()
  try {
    const refused = await fund(one, one.token)
    expect(refused).toMatchObject({ status: 502, body: { error: { type: 'all_adapters_exhausted' } } })
    const id = (refused.body.error as { details: { payment_token: string } }).details.payment_token
    expect(await rowOf(id)).toMatchObject({ stage: 'canceled', failureCode: 'all_adapters_exhausted' })
    expect(await one.call('POST /account-holders/sync', {})).toMatchObject({ status: 502 })
  } finally {
    await bank.start()
  }
  expect(await fund(one, one.token)).toMatchObject({ status: 201 })
})

test('a definite refusal ends the payment before it is told; limits get it back', async () => {
  const one = await openFunded()
  bank.manner = 'refuses'
  const refused = await fund(one, one.token, 2_400_000)
  expect(refused).toMatchObject({ status: 502, body: { error: { type: 'all_adapters_exhausted' } } })
  bank.manner = 'well'
  for (const _ of [1, 2])
    expect(await fund(one, one.token, 2_400_000)).toMatchObject({ status: 201, body: { status: 'PENDING' } })
})

test.each(['takes and hangs up', 'fails'] as const)(
  'an outcome that is not known (it %s) is asked for again: once is enough',
  async (manner) => {
    const one = await openFunded()
    bank.manner = manner
    const { status, body } = await fund(one, one.token)
    expect({ status, state: body.status }).toEqual({ status: 201, state: 'PENDING' })
    expect(await rowOf(body.payment_token)).toMatchObject({ origination: 'asked', stage: 'reviewed' })
    bank.manner = 'well'
    await followed(body.payment_token, { origination: 'accepted', stage: 'reviewed' })
    expect([...bank.payments.values()].filter((known) => known.user_defined_id === body.payment_token)).toHaveLength(1)
  },
)

test('what may not have reached the bank is not asked for again while a stop lasts', async () => {
  const one = await openFunded()
  bank.manner = 'fails'
  const { payment_token: id } = (await fund(one, one.token)).body
  bank.manner = 'well'
  const switches = (path: string, body: object) =>
    callRest(service.url, `POST /api/v2/${path}`, { 'x-api-key': one.key }, body)
  const stop = { scope: 'capability', target_id: 'treasury', reason: 'A drill.', reason_code: 'test' }
  const { body: stopped } = await switches('kill-switches', stop)
  const asked = () =>
    bank.heard.filter(({ request, body }) => request === 'POST /v1/payments' && body.includes(String(id)))
  const before = asked().length
  service.clock.advance(6 * MINUTE)
  const looked = () => bank.heard.filter(({ request }) => request.startsWith('GET /v1/payments/')).length
  const known = looked()
  await expect.poll(looked, { timeout: 10_000 }).toBeGreaterThan(known)
  expect(await rowOf(id)).toMatchObject({ origination: 'asked', stage: 'reviewed' })
  expect(asked()).toHaveLength(before)
  await switches(`kill-switches/${String(stopped.switch_id)}/deactivate`, { reason: 'Over.' })
  await followed(id, { origination: 'accepted', stage: 'reviewed' })
})

test('what the bank has is not given up because it refuses it when it is asked again', async () => {
  const one = await openFunded()
  bank.manner = 'takes and hangs up'
  const { body } = await fund(one, one.token)
  bank.manner = 'refuses'
  await followed(body.payment_token, { origination: 'accepted', stage: 'reviewed' })
})

test('what the bank refuses when it is asked again, and does not have, has ended', async () => {
  const one = await openFunded()
  bank.manner = 'fails'
  const { body } = await fund(one, one.token)
  bank.manner = 'refuses'
  await followed(body.payment_token, { stage: 'canceled', failureCode: 'all_adapters_exhausted' })
})

test('a bank that does not know our key has refused no bank account', async () => {
  const one = await openOrganization()
  bank.enrol(one.orgId)
  await one.done('POST /account-holders/sync', {})
  bank.manner = 'knows no key of ours'
  const { token } = await one.done('POST /external-bank-accounts', bankAccountForm())
  const tries = bank.heard.length
  await expect.poll(() => bank.heard.length, { timeout: 10_000 }).toBeGreaterThan(tries)
  bank.manner = 'well'
  service.clock.advance(6 * MINUTE)
  await expect.poll(() => linkedOf(String(token)), { timeout: 10_000 }).toBeDefined()
})

test('the service verifies the account itself, by two amounts and their sum back; what comes back fails the round', async () => {
  const [right, wrong] = [await openFunded({}), await openFunded({})]
  const accountOf = async (one: typeof right) => one.done(`GET /external-bank-accounts/${one.token}`)
  const referenceOf = ({ token }: typeof right, part: string) => `${token}.micro.1.${part}`
  for (const one of [right, wrong])
    await expect.poll(() => bank.paymentOf(referenceOf(one, 'sum')), { timeout: 10_000 }).toBeDefined()
  const amounts = ['first', 'second', 'sum'].map((part) => bank.paymentOf(referenceOf(right, part))?.amount ?? 0)
  expect((amounts[0] ?? 0) + (amounts[1] ?? 0)).toBe(amounts[2])
  expect(['first', 'sum'].map((part) => bank.paymentOf(referenceOf(right, part))?.type)).toEqual([
    'PAYMENT',
    'COLLECTION',
  ])
  for (const one of [right, wrong])
    for (const part of ['first', 'second', 'sum']) bank.report(referenceOf(one, part), 'ACH_ORIGINATION_PROCESSED')
  service.clock.advance(6 * MINUTE)
  await expect.poll(async () => (await accountOf(right)).micro_deposit_status, { timeout: 10_000 }).toBe('sent')
  for (const part of ['first', 'second']) bank.report(referenceOf(right, part), 'ACH_ORIGINATION_SETTLED')
  bank.report(referenceOf(wrong, 'first'), 'ACH_RETURN_PROCESSED', { returnCode: 'R03' })
  service.clock.advance(6 * MINUTE)
  await expect.poll(async () => (await accountOf(right)).micro_deposit_status, { timeout: 10_000 }).toBe('posted')
  await right.done(`POST /external-bank-accounts/${right.token}/verify-micro-deposits`, {
    micro_deposits: amounts.slice(0, 2),
  })
  await expect
    .poll(() => accountOf(wrong), { timeout: 10_000 })
    .toMatchObject({ verification_state: 'FAILED_VERIFICATION', verification_failed_reason: 'R03' })
  // The sum is collected, and comes back, too: what is left is the second amount.
  bank.report(referenceOf(wrong, 'sum'), 'ACH_RETURN_PROCESSED', { returnCode: 'R03' })
  service.clock.advance(6 * MINUTE)
  const second = BigInt(bank.paymentOf(referenceOf(wrong, 'second'))?.amount ?? 0)
  await expect.poll(() => costOf(wrong.token), { timeout: 10_000 }).toBe(second)
  // The sandbox of the service would say what the bank does not know.
  const simulated = await right.call(`GET /simulate/external-bank-accounts/${right.token}/micro-deposits`)
  expect(simulated).toMatchObject({ status: 409, body: { error: { details: { reason: 'bank_not_simulated' } } } })
})

/** What the books say that the micro-deposits of an account have cost, in cents. */
async function costOf(token: unknown): Promise<bigint> {
  const journals = service.database.collection<JournalRow>('journals').find({ 'reference.id': token } as object)
  const lines = (await journals.toArray()).flatMap((journal) => journal.lines.filter(isUsdPosting))
  return lines.reduce((sum, { account, direction, amount }) => {
    if (account !== '5020') return sum
    return direction === 'debit' ? sum + BigInt(amount) : sum - BigInt(amount)
  }, 0n)
}

test('of a round that the bank refuses half-way the books have what it cost, and what comes back of it', async () => {
  bank.manner = 'refuses the second amount'
  const { done, token } = await openFunded({})
  await expect
    .poll(async () => (await done(`GET /external-bank-accounts/${token}`)).micro_deposit_status, { timeout: 10_000 })
    .toBe('returned')
  bank.manner = 'well'
  const first = `${token}.micro.1.first`
  expect(bank.paymentOf(`${token}.micro.1.sum`)).toBeUndefined()
  expect(await costOf(token)).toBe(BigInt(bank.paymentOf(first)?.amount ?? 0))
  bank.report(first, 'ACH_ORIGINATION_PROCESSED')
  bank.report(first, 'ACH_RETURN_PROCESSED', { returnCode: 'R03' })
  service.clock.advance(6 * MINUTE)
  await expect.poll(() => costOf(token), { timeout: 10_000 }).toBe(0n)
})

test('of a round that the bank refuses to pay nothing is taken back', async () => {
  bank.manner = 'refuses what goes out'
  const { done, token } = await openFunded({})
  await expect
    .poll(async () => (await done(`GET /external-bank-accounts/${token}`)).micro_deposit_status, { timeout: 10_000 })
    .toBe('returned')
  bank.manner = 'well'
  expect(bank.paymentOf(`${token}.micro.1.sum`)).toBeUndefined()
})

test('a stop cancels what the bank was not asked for yet, and leaves what it has', async () => {
  const one = await openFunded()
  const { body: handed } = await fund(one, one.token)
  const { body: waiting } = await fund(one, one.token)
  // As if the process had died before it asked; and the follower came later than the stop.
  await service.database
    .collection<AchPaymentRow>('achPayments')
    .updateOne(
      { _id: String(waiting.payment_token) as AchPaymentRow['_id'] },
      { $set: { origination: 'pending', dueAt: null } },
    )
  const admin = await service.createKey(one.orgId as never, { roles: ['admin'] })
  const stop = { scope: 'organization', target_id: one.orgId, reason: 'A drill.', reason_code: 'test' }
  const stopped = await callRest(service.url, 'POST /api/v2/kill-switches', { 'x-api-key': admin }, stop)
  expect(stopped.status, JSON.stringify(stopped.body)).toBeLessThan(300)
  await expect
    .poll(() => rowOf(waiting.payment_token), { timeout: 10_000 })
    .toMatchObject({
      ...{ stage: 'canceled', failureCode: 'kill_switch_active' },
    })
  expect(await rowOf(handed.payment_token)).toMatchObject({ stage: 'reviewed', origination: 'accepted' })
})

test('no request but the one that makes the account known carries its number', async () => {
  const accountNumber = '7766554433'
  const one = await openFunded({ verification_method: 'EXTERNALLY_VERIFIED', account_number: accountNumber })
  await fund(one, one.token)
  const carrying = bank.heard.filter(({ body }) => body.includes(accountNumber)).map(({ request }) => request)
  expect(carrying).toEqual(['POST /v1/external_bank_accounts'])
})

test('the moved clock of the organization does not move the bank', async () => {
  const one = await openFunded()
  const { body } = await fund(one, one.token)
  await callClock(one, { seconds: 10 * 24 * 3_600 })
  expect(await rowOf(body.payment_token)).toMatchObject({ stage: 'reviewed', origination: 'accepted' })
  bank.report(String(body.payment_token), 'ACH_ORIGINATION_PROCESSED')
  await followed(body.payment_token, { stage: 'processed' })
})

test('of a bank account that was closed while it was made known the bank is asked no more', async () => {
  const one = await openOrganization()
  bank.enrol(one.orgId)
  await one.done('POST /account-holders/sync', {})
  bank.manner = 'fails'
  const { token } = await one.done('POST /external-bank-accounts', bankAccountForm())
  const accounts = service.database.collection<BankAccountRow>('bankAccounts')
  const of = { _id: String(token) as BankAccountRow['_id'] }
  await expect.poll(async () => (await accounts.findOne(of))?.dueAt, { timeout: 10_000 }).not.toEqual(null)
  // As the commit of the closing and that of the follower leave it, one after the other.
  await accounts.updateOne(of, { $set: { state: 'CLOSED', dueAt: service.clock.now() } })
  bank.manner = 'well'
  await expect.poll(async () => (await accounts.findOne(of))?.dueAt, { timeout: 10_000 }).toBeNull()
  expect(linkedOf(String(token))).toBeUndefined()
})

// Last: a bank that does not answer is left alone for some seconds.
test('a bank that does not know our key says nothing about what it may have taken', async () => {
  const one = await openFunded()
  bank.manner = 'takes and hangs up'
  const { body } = await fund(one, one.token)
  bank.manner = 'knows no key of ours'
  const heard = bank.heard.length
  service.clock.advance(6 * MINUTE)
  // It is asked again, and then for what it has.
  await expect.poll(() => bank.heard.length, { timeout: 10_000 }).toBeGreaterThan(heard + 1)
  expect(await rowOf(body.payment_token)).toMatchObject({ origination: 'asked', stage: 'reviewed' })
})

async function callClock({ orgId }: Organization, move: object): Promise<void> {
  const admin = await service.createKey(orgId as never, { roles: ['admin'] })
  const { status, body } = await callRest(service.url, 'POST /api/v2/test/clock/advance', { 'x-api-key': admin }, move)
  expect({ status, left: body.due_left }).toEqual({ status: 200, left: 0 })
}
