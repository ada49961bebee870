// Lithic as the bank (domain 1.1, 1.4): over HTTP, against a local server that answers as its published API. Whatever becomes of
// a call, money is asked for once, and nothing that was accepted is lost.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LithicServer } from '../../scripts/bank/lithicServer.ts'
import { isUsdPosting, type JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import type { AchPaymentRow } from '../../subgraphs/treasury/rules/achPayment.ts'
import type { BankAccountRow } from '../../subgraphs/treasury/rules/bankAccount.ts'
import { type LithicWorld, type OfBank, openLithicWorld } from '../support/lithicWorld.ts'
import { callRest } from '../support/restClient.ts'
import type { TestService } from '../support/startService.ts'
import { bankAccountForm } from '../support/treasuryScene.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: LithicWorld
let bank: LithicServer
let service: TestService

beforeAll(async () => {
  world = await openLithicWorld('treasury_lithic')
  bank = world.bank
  service = world.service
})

afterEach(() => {
  bank.manner = 'well'
})

afterAll(() => world.close())

const openOrganization = () => world.openOrganization()
const openFunded = (...of: Parameters<LithicWorld['openFunded']>) => world.openFunded(...of)
const linkedOf = (token: string) => world.linkedOf(token)
const rowOf = (id: unknown) => world.rowOf(id)
const followed = (id: unknown, wanted: object) => world.followed(id, wanted)

const fund = ({ call }: Pick<OfBank, 'call'>, token: string, cents = 5_000) =>
  call('POST /fund', { amount_minor: cents, external_bank_account_token: token })

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

test('what the bank has decided since stands, however late an answer from before it comes (domain 1.2)', async () => {
  const one = await openOrganization()
  bank.enrol(one.orgId)
  await one.done('POST /account-holders/sync', {})
  const late = bank.holdBack()
  const first = one.call('POST /account-holders/sync', {})
  await late.asked
  bank.review(one.orgId, 'REJECTED')
  const rejected = { status: 409, body: { error: { details: { reason: 'account_holder_rejected' } } } }
  expect(await one.call('POST /account-holders/sync', {})).toMatchObject(rejected)
  late.release()
  expect(await first).toMatchObject(rejected)
  const { data } = await one.done('GET /financial-accounts')
  expect((data as { status: string }[]).map(({ status }) => status)).toEqual(['SUSPENDED', 'SUSPENDED', 'SUSPENDED'])
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
  await expect.poll(looked, { timeout: 60_000 }).toBeGreaterThan(known)
  expect(await rowOf(id)).toMatchObject({ origination: 'asked', stage: 'reviewed' })
  expect(asked()).toHaveLength(before)
  await switches(`kill-switches/${String(stopped.switch_id)}/deactivate`, { reason: 'Over.' })
  await followed(id, { origination: 'accepted', stage: 'reviewed' })
})

test('of a bank account that is closed by now the bank is not asked again; what it has goes on, and what it has not has ended', async () => {
  const [there, gone] = [await openFunded(), await openFunded()]
  bank.manner = 'takes and hangs up'
  const { payment_token: taken } = (await fund(there, there.token)).body
  bank.manner = 'fails'
  const { payment_token: lost } = (await fund(gone, gone.token)).body
  const accounts = service.database.collection<BankAccountRow>('bankAccounts')
  for (const { token } of [there, gone])
    await accounts.updateOne({ _id: String(token) as BankAccountRow['_id'] }, { $set: { state: 'CLOSED' } })
  bank.manner = 'well'
  const asked = (id: unknown) =>
    bank.heard.filter(({ request, body }) => request === 'POST /v1/payments' && body.includes(String(id))).length
  const before = [asked(taken), asked(lost)]
  service.clock.advance(2 * HOUR)
  await followed(lost, { stage: 'canceled', failureCode: 'all_adapters_exhausted' })
  expect(await rowOf(taken)).toMatchObject({ origination: 'asked', stage: 'reviewed' })
  expect([asked(taken), asked(lost)]).toEqual(before)
  bank.report(String(taken), 'ACH_ORIGINATION_PROCESSED')
  await followed(taken, { stage: 'processed' })
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
  const tries = bank.heard.length
  const { token } = await one.done('POST /external-bank-accounts', bankAccountForm())
  await expect.poll(() => bank.heard.length, { timeout: 60_000 }).toBeGreaterThan(tries)
  bank.manner = 'well'
  service.clock.advance(6 * MINUTE)
  await expect.poll(() => linkedOf(String(token)), { timeout: 60_000 }).toBeDefined()
})

test('the service verifies the account itself, by two amounts and their sum back; what comes back fails the round', async () => {
  const [right, wrong] = [await openFunded({}), await openFunded({})]
  const accountOf = async (one: typeof right) => one.done(`GET /external-bank-accounts/${one.token}`)
  const referenceOf = ({ token }: typeof right, part: string) => `${token}.micro.1.${part}`
  for (const one of [right, wrong])
    await expect.poll(() => bank.paymentOf(referenceOf(one, 'sum')), { timeout: 60_000 }).toBeDefined()
  const amounts = ['first', 'second', 'sum'].map((part) => bank.paymentOf(referenceOf(right, part))?.amount ?? 0)
  expect((amounts[0] ?? 0) + (amounts[1] ?? 0)).toBe(amounts[2])
  expect(['first', 'sum'].map((part) => bank.paymentOf(referenceOf(right, part))?.type)).toEqual([
    'PAYMENT',
    'COLLECTION',
  ])
  for (const one of [right, wrong])
    for (const part of ['first', 'second', 'sum']) bank.report(referenceOf(one, part), 'ACH_ORIGINATION_PROCESSED')
  service.clock.advance(6 * MINUTE)
  await expect.poll(async () => (await accountOf(right)).micro_deposit_status, { timeout: 60_000 }).toBe('sent')
  for (const part of ['first', 'second']) bank.report(referenceOf(right, part), 'ACH_ORIGINATION_SETTLED')
  bank.report(referenceOf(wrong, 'first'), 'ACH_RETURN_PROCESSED', { returnCode: 'R03' })
  service.clock.advance(6 * MINUTE)
  await expect.poll(async () => (await accountOf(right)).micro_deposit_status, { timeout: 60_000 }).toBe('posted')
  await right.done(`POST /external-bank-accounts/${right.token}/verify-micro-deposits`, {
    micro_deposits: amounts.slice(0, 2),
  })
  await expect
    .poll(() => accountOf(wrong), { timeout: 60_000 })
    .toMatchObject({ verification_state: 'FAILED_VERIFICATION', verification_failed_reason: 'R03' })
  // The sum is collected, and comes back, too: what is left is the second amount.
  bank.report(referenceOf(wrong, 'sum'), 'ACH_RETURN_PROCESSED', { returnCode: 'R03' })
  // Where the account is verified by then, it is a return like any other.
  bank.report(referenceOf(right, 'sum'), 'ACH_RETURN_PROCESSED', { returnCode: 'R10' })
  service.clock.advance(16 * MINUTE)
  const second = BigInt(bank.paymentOf(referenceOf(wrong, 'second'))?.amount ?? 0)
  await expect.poll(() => costOf(wrong.token), { timeout: 60_000 }).toBe(second)
  await expect.poll(() => costOf(right.token), { timeout: 60_000 }).toBe(BigInt(amounts[2] ?? 0))
  expect(await accountOf(right)).toMatchObject({ state: 'PAUSED', last_return_reason_code: 'R10' })
  // Also while another round goes on.
  await wrong.done(`POST /external-bank-accounts/${wrong.token}/retry-micro-deposits`, {})
  bank.report(referenceOf(wrong, 'second'), 'ACH_RETURN_PROCESSED', { returnCode: 'R03' })
  service.clock.advance(16 * MINUTE)
  await expect.poll(() => costOf(wrong.token), { timeout: 60_000 }).toBe(0n)
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
    .poll(async () => (await done(`GET /external-bank-accounts/${token}`)).micro_deposit_status, { timeout: 60_000 })
    .toBe('returned')
  bank.manner = 'well'
  const first = `${token}.micro.1.first`
  expect(bank.paymentOf(`${token}.micro.1.sum`)).toBeUndefined()
  expect(await costOf(token)).toBe(BigInt(bank.paymentOf(first)?.amount ?? 0))
  bank.report(first, 'ACH_ORIGINATION_PROCESSED')
  bank.report(first, 'ACH_RETURN_PROCESSED', { returnCode: 'R03' })
  service.clock.advance(16 * MINUTE)
  await expect.poll(() => costOf(token), { timeout: 60_000 }).toBe(0n)
})

test('of a round whose account is closed while the bank has it the books have what becomes of it (domain 8.6)', async () => {
  const { done, token } = await openFunded({})
  const referenceOf = (part: string) => `${token}.micro.1.${part}`
  await expect.poll(() => bank.paymentOf(referenceOf('sum')), { timeout: 60_000 }).toBeDefined()
  await done(`POST /external-bank-accounts/${token}/close`, {})
  for (const part of ['first', 'second', 'sum']) bank.report(referenceOf(part), 'ACH_ORIGINATION_PROCESSED')
  service.clock.advance(16 * MINUTE)
  const journals = service.database.collection<JournalRow>('journals')
  const sent = { 'reference.id': token, type: 'micro_deposits_sent' } as object
  await expect.poll(() => journals.countDocuments(sent), { timeout: 60_000 }).toBe(1)
  bank.report(referenceOf('sum'), 'ACH_RETURN_PROCESSED', { returnCode: 'R02' })
  service.clock.advance(16 * MINUTE)
  const sum = BigInt(bank.paymentOf(referenceOf('sum'))?.amount ?? 0)
  await expect.poll(() => costOf(token), { timeout: 60_000 }).toBe(sum)
})

test('of a round that the bank refuses to pay nothing is taken back', async () => {
  bank.manner = 'refuses what goes out'
  const { done, token } = await openFunded({})
  await expect
    .poll(async () => (await done(`GET /external-bank-accounts/${token}`)).micro_deposit_status, { timeout: 60_000 })
    .toBe('returned')
  bank.manner = 'well'
  expect(bank.paymentOf(`${token}.micro.1.sum`)).toBeUndefined()
})

test('what the bank declines has ended, whichever way it tells that, and its limits are free', async () => {
  const one = await openFunded()
  const ways: readonly ((id: string) => void)[] = [
    (id) => bank.report(id, 'ACH_ORIGINATION_REVIEWED', { result: 'DECLINED' }),
    (id) => bank.report(id, 'ACH_ORIGINATION_INITIATED', { result: 'DECLINED' }),
    (id) => bank.report(id, 'ACH_ORIGINATION_REJECTED', { result: 'DECLINED' }),
    // By its status alone.
    (id) => void Object.assign(bank.paymentOf(id) ?? {}, { status: 'DECLINED' }),
  ]
  const ids: unknown[] = []
  for (const decline of ways) {
    const { body } = await fund(one, one.token)
    decline(String(body.payment_token))
    ids.push(body.payment_token)
  }
  const declined = { stage: 'declined', status: 'DECLINED', failureCode: 'declined_by_bank' }
  await followed(ids[0], declined)
  for (const id of ids) await expect.poll(() => rowOf(id), { timeout: 60_000 }).toMatchObject(declined)
})

test('no money is moved between its accounts, of which the bank would not know', async () => {
  const one = await openFunded()
  const { data } = await one.done('GET /financial-accounts')
  const [from, to] = data as { token: string }[]
  const move = { from_financial_account_token: from?.token, to_financial_account_token: to?.token, amount_minor: 100 }
  expect(await one.call('POST /book-transfers', move)).toMatchObject({
    ...{ status: 409, body: { error: { type: 'conflict', details: { reason: 'not_offered_by_bank' } } } },
  })
})

test('payments with a bank account that the bank then refuses end, with what they have reserved', async () => {
  const one = await openOrganization()
  bank.enrol(one.orgId)
  await one.done('POST /account-holders/sync', {})
  bank.manner = 'fails'
  const form = bankAccountForm({ verification_method: 'EXTERNALLY_VERIFIED' })
  const { token } = await one.done('POST /external-bank-accounts', form)
  const { body, status } = await fund(one, String(token))
  expect({ status, state: body.status }).toEqual({ status: 201, state: 'PENDING' })
  bank.manner = 'refuses'
  await followed(body.payment_token, { stage: 'canceled', failureCode: 'all_adapters_exhausted' })
})

test('amounts that the operating account cannot pay are told so, and another round can follow', async () => {
  const { done, token } = await openFunded({})
  const first = `${token}.micro.1.first`
  await expect.poll(() => bank.paymentOf(`${token}.micro.1.sum`), { timeout: 60_000 }).toBeDefined()
  bank.report(first, 'ACH_ORIGINATION_REVIEWED', { result: 'DECLINED' })
  Object.assign(bank.paymentOf(first)?.events.at(-1) ?? {}, { detailed_results: ['FUNDS_INSUFFICIENT'] })
  service.clock.advance(6 * MINUTE)
  await expect
    .poll(() => done(`GET /external-bank-accounts/${token}`), { timeout: 60_000 })
    .toMatchObject({
      verification_state: 'INSUFFICIENT_FUNDS',
      verification_failed_reason: 'operating_balance_too_low',
    })
  const again = await done(`POST /external-bank-accounts/${token}/retry-micro-deposits`, {})
  expect(again).toMatchObject({ verification_state: 'PENDING', micro_deposit_status: 'created' })
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
    .poll(() => rowOf(waiting.payment_token), { timeout: 60_000 })
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

test('nor does it end a round of amounts that the bank has sent in real time', async () => {
  const one = await openFunded({})
  const of = (part: string) => `${one.token}.micro.1.${part}`
  await expect.poll(() => bank.paymentOf(of('sum')), { timeout: 60_000 }).toBeDefined()
  for (const part of ['first', 'second', 'sum']) bank.report(of(part), 'ACH_ORIGINATION_PROCESSED')
  service.clock.advance(6 * MINUTE)
  const status = async () => (await one.done(`GET /external-bank-accounts/${one.token}`)).micro_deposit_status
  await expect.poll(status, { timeout: 60_000 }).toBe('sent')
  await callClock(one, { seconds: 11 * 24 * 3_600 })
  const micro_deposits = ['first', 'second'].map((part) => bank.paymentOf(of(part))?.amount)
  const told = await one.call(`POST /external-bank-accounts/${one.token}/verify-micro-deposits`, { micro_deposits })
  expect(told).toMatchObject({ status: 200, body: { verified: true } })
})

test('of a bank account that was closed while it was made known the bank is asked no more', async () => {
  const one = await openOrganization()
  bank.enrol(one.orgId)
  await one.done('POST /account-holders/sync', {})
  bank.manner = 'fails'
  const { token } = await one.done('POST /external-bank-accounts', bankAccountForm())
  const accounts = service.database.collection<BankAccountRow>('bankAccounts')
  const of = { _id: String(token) as BankAccountRow['_id'] }
  await expect.poll(async () => (await accounts.findOne(of))?.dueAt, { timeout: 60_000 }).not.toEqual(null)
  // As the commit of the closing and that of the follower leave it, one after the other.
  await accounts.updateOne(of, { $set: { state: 'CLOSED', dueAt: service.clock.now() } })
  await expect.poll(async () => (await accounts.findOne(of))?.dueAt, { timeout: 60_000 }).toBeNull()
  // Not before: what was being asked when it was closed must fail, too.
  bank.manner = 'well'
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
  await expect.poll(() => bank.heard.length, { timeout: 60_000 }).toBeGreaterThan(heard + 1)
  expect(await rowOf(body.payment_token)).toMatchObject({ origination: 'asked', stage: 'reviewed' })
})

async function callClock({ orgId }: OfBank, move: object): Promise<void> {
  const admin = await service.createKey(orgId as never, { roles: ['admin'] })
  const { status, body } = await callRest(service.url, 'POST /api/v2/test/clock/advance', { 'x-api-key': admin }, move)
  expect({ status, left: body.due_left }).toEqual({ status: 200, left: 0 })
}
