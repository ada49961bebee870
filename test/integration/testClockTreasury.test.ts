// The clock of an organization governs its treasury (domain 1.3, 1.6, 2.3, A.13b): what banks do on the way happens in the order
// of its times and at its own instant, before the answer, and for nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClockOrganization, DAY, openClockOrganization } from '../support/clockWorld.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { bankAccountForm, NUMBERS } from '../support/treasuryScene.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService('test_clock_treasury', 'in process')
})

afterAll(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

interface Payment {
  readonly payment_token: string
  readonly status: string
  readonly released_amount_minor: number
  readonly method_attributes: { readonly return_reason_code: string | null }
  readonly events: readonly { readonly type: string; readonly created: string }[]
}

const VERIFIED = { verification_method: 'EXTERNALLY_VERIFIED' }

async function open(): Promise<ClockOrganization> {
  const one = await openClockOrganization(service, { funds: '0' })
  await one.done('POST /treasury/account-holders/sync', {})
  return one
}

const link = async ({ done }: ClockOrganization, changes: object = {}): Promise<string> =>
  String((await done('POST /treasury/external-bank-accounts', bankAccountForm({ ...changes }))).token)

const fund = async ({ done }: ClockOrganization, bank: string, cents: number): Promise<string> =>
  String((await done('POST /treasury/fund', { amount_minor: cents, external_bank_account_token: bank })).payment_token)

const paymentOf = async ({ done }: ClockOrganization, id: string) =>
  (await done(`GET /treasury/payments/${id}`)) as unknown as Payment

test('a collection is processed, settled and released, each at its hour in New York, and its money is available', async () => {
  const [one, other] = [await open(), await open()]
  const id = await fund(one, await link(one, VERIFIED), 12_345)
  const untouched = await fund(other, await link(other, VERIFIED), 500)
  expect(await one.advance({ seconds: 12 * DAY })).toMatchObject({ due_left: 0, advancing_to: null })
  const { status, released_amount_minor, events } = await paymentOf(one, id)
  expect({ status, released_amount_minor }).toEqual({ status: 'SETTLED', released_amount_minor: 12_345 })
  expect(events.map(({ type }) => type.replace('ACH_ORIGINATION_', ''))).toEqual([
    ...['INITIATED', 'REVIEWED', 'PROCESSED', 'SETTLED', 'RELEASED'],
  ])
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
  expect(events.slice(2).map(({ created }) => hours.format(new Date(created)))).toEqual(['17:00', '08:30', '09:00'])
  const { balances } = await one.done('GET /treasury/balances?type=ISSUING')
  expect(balances).toMatchObject([{ available_amount_minor: 12_345, pending_amount_minor: 0 }])

  // Its events in the log of the organization have those instants, too.
  const told = (await one.done('GET /events?types=treasury.payment.updated&limit=100')).data as {
    created_at: string
    data: { event_type: string }
  }[]
  const released = told.find(({ data }) => data.event_type === 'ACH_ORIGINATION_RELEASED')
  expect(Date.parse(String(released?.created_at)) - Date.parse(String(events.at(-1)?.created))).toBeLessThan(5_000)
  expect((await paymentOf(other, untouched)).status).toBe('PENDING')
})

test('what comes back, comes back at its time: before release, and after it', async () => {
  const one = await open()
  const early = await fund(one, await link(one, { ...VERIFIED, account_number: NUMBERS.returnsR01 }), 100)
  const late = await fund(one, await link(one, { ...VERIFIED, account_number: NUMBERS.returnsR10AfterRelease }), 200)
  await one.advance({ seconds: 20 * DAY })
  const [first, second] = [await paymentOf(one, early), await paymentOf(one, late)]
  expect(first).toMatchObject({ status: 'RETURNED', method_attributes: { return_reason_code: 'R01' } })
  expect(second).toMatchObject({ status: 'RETURNED', method_attributes: { return_reason_code: 'R10' } })
  expect(first.events.map(({ type }) => type)).not.toContain('ACH_ORIGINATION_RELEASED')
  expect(second.events.map(({ type }) => type)).toContain('ACH_ORIGINATION_RELEASED')
  const { balances } = await one.done('GET /treasury/balances?type=ISSUING')
  expect(balances).toMatchObject([{ available_amount_minor: 0, pending_amount_minor: 0, total_amount_minor: 0 }])
})

test('micro-deposits are sent, posted, and expire ten days later; told in time they verify', async () => {
  const one = await open()
  const [told, forgotten] = [await link(one), await link(one)]
  await one.advance({ seconds: 5 * DAY })
  const accountOf = (token: string) => one.done(`GET /treasury/external-bank-accounts/${token}`)
  expect(await accountOf(told)).toMatchObject({ verification_state: 'PENDING', micro_deposit_status: 'posted' })
  const { micro_deposits } = await one.done(`GET /treasury/simulate/external-bank-accounts/${told}/micro-deposits`)
  await one.done(`POST /treasury/external-bank-accounts/${told}/verify-micro-deposits`, { micro_deposits })
  const { micro_deposits_expire_at: end } = await accountOf(forgotten)
  await one.advance({ to: new Date(Date.parse(String(end)) - 1_000).toISOString() })
  // Moved to an instant, the clock goes on from there.
  expect((await accountOf(forgotten)).micro_deposit_status).toBe('posted')
  await one.advance({ seconds: 5 })
  expect(await accountOf(told)).toMatchObject({ verification_state: 'ENABLED', micro_deposit_status: 'verified' })
  expect(await accountOf(forgotten)).toMatchObject({
    ...{ verification_state: 'FAILED_VERIFICATION', micro_deposit_status: 'expired' },
    verification_failed_reason: 'expired',
  })
})

test('an authorization by card ends after seven days, and a card after its last month', async () => {
  const one = await open()
  await one.done('POST /test/kyb-review', { status: 'accepted' })
  await one.done(`POST /compliance/kya/${one.agentId}/evidence`, { type: 'purpose_review' })
  const { card_id: card } = await one.done('POST /cards', { wallet_id: one.walletId })
  await fund(one, await link(one, VERIFIED), 9_000)
  await one.advance({ seconds: 8 * DAY })
  const { card_transaction_id: id } = await one.done(`POST /cards/${card}/simulate/authorize`, { amount_minor: 700 })
  const held = async () => {
    const { balances } = await one.done('GET /treasury/balances?type=ISSUING')
    return (balances as { held_amount_minor: number; available_amount_minor: number }[])[0]
  }
  expect(await held()).toMatchObject({ held_amount_minor: 700, available_amount_minor: 8_300 })
  await one.advance({ seconds: 8 * DAY })
  expect(await held()).toMatchObject({ held_amount_minor: 0, available_amount_minor: 9_000 })
  const { data } = await one.done(`GET /cards/${card}/transactions?status=EXPIRED`)
  expect(data).toMatchObject([{ card_transaction_id: id }])
  await one.advance({ seconds: 1_130 * DAY })
  expect(await one.done(`GET /cards/${card}`)).toMatchObject({ status: 'expired' })
})

test('a rate of returns that is crossed stops collections and tells compliance, once; sixty days later they go on', async () => {
  const one = await open()
  const [bad, good] = [
    await link(one, { ...VERIFIED, account_number: NUMBERS.returnsR10AfterRelease }),
    await link(one, VERIFIED),
  ]
  // From twenty debits on a rate is one.
  for (let index = 0; index < 20; index++) await fund(one, good, 100)
  for (const cents of [200, 300]) await fund(one, bad, cents)
  // A slow machine may not do all of it within one call.
  for (let moved = await one.advance({ seconds: 20 * DAY }); moved.due_left !== 0; )
    moved = await one.advance({ seconds: 0 })
  const form = { amount_minor: 100, external_bank_account_token: good }
  expect(await one.call('POST /treasury/fund', form)).toMatchObject({
    ...{ status: 409, body: { error: { details: { reason: 'return_rate_exceeded', rate: 'unauthorized' } } } },
  })
  const { data } = await one.done('GET /events?types=compliance.flagged')
  expect(data).toMatchObject([
    { data: { subject_type: 'organization', outcome: 'review', reasons: ['return_rate_unauthorized'] } },
  ])
  await one.advance({ seconds: 61 * DAY })
  expect(await one.call('POST /treasury/fund', form)).toMatchObject({ status: 201 })
}, 120_000)
