// Withdrawals with Lithic as the bank (domain 1.7): what is asked is as its documents have it, once, whatever becomes of the answer,
// and the money is set aside from the first moment until the bank has it, or gives it back.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CarrierName, createCarrier } from '../support/carriers.ts'
import { type LithicWorld, type OfBank, openLithicWorld } from '../support/lithicWorld.ts'
import { openScene, refused } from '../support/scene.ts'

const FUNDED = 5_000
const CENTS = 1_200
const PAID = ['ACH_ORIGINATION_REVIEWED', 'ACH_ORIGINATION_PROCESSED', 'ACH_ORIGINATION_SETTLED'] as const

let world: LithicWorld

beforeAll(async () => {
  world = await openLithicWorld('lithic_withdrawals')
})
afterEach(() => {
  world.bank.manner = 'well'
})
afterAll(() => world.close())

type Funded = OfBank & { readonly token: string; readonly issuing: string }

/** With money that can be spent. */
async function openFunded(): Promise<Funded> {
  const { bank, followed } = world
  const one = await world.openFunded()
  const form = { amount_minor: FUNDED, external_bank_account_token: one.token }
  const { payment_token: id } = await one.done('POST /fund', form)
  for (const type of [...PAID, 'ACH_ORIGINATION_RELEASED']) bank.report(String(id), type)
  await followed(id, { stage: 'released' })
  const { data } = await one.done('GET /financial-accounts?type=ISSUING')
  return { ...one, issuing: String((data as { token: string }[])[0]?.token) }
}

const available = async ({ done, issuing }: Funded): Promise<unknown> => {
  const { balances } = await done(`GET /balances?financial_account_token=${issuing}`)
  return (balances as { available_amount_minor: number }[])[0]?.available_amount_minor
}

const withdraw = ({ call, token }: Funded, amount_minor = CENTS) =>
  call('POST /withdraw', { amount_minor, external_bank_account_token: token, memo: 'Rent' })

/** How often the bank was asked for it. */
const askedFor = (id: unknown): number =>
  world.bank.heard.filter(({ request, body }) => request === 'POST /v1/payments' && body.includes(String(id))).length

test('it is asked for once as a payment, leaves with what the bank reports, and comes back', async () => {
  const { bank, followed, linkedOf } = world
  const one = await openFunded()
  const { body, status } = await withdraw(one)
  expect({ status, state: body.status }).toEqual({ status: 201, state: 'PENDING' })
  const id = String(body.payment_token)
  const asked = bank.paymentOf(id)
  expect(asked).toMatchObject({
    ...{ type: 'PAYMENT', amount: CENTS, method: 'ACH_NEXT_DAY', memo: 'Rent', user_defined_id: id },
    external_bank_account_token: linkedOf(one.token)?.token,
  })
  // Only what is collected is held.
  expect(Object.keys(JSON.parse(lastBodyOf(id)).method_attributes)).toEqual(['sec_code'])
  expect(await available(one)).toBe(FUNDED - CENTS)
  for (const type of PAID) bank.report(id, type, { trace: '091000010000001' })
  await followed(id, { stage: 'settled' })
  expect(await available(one)).toBe(FUNDED - CENTS)
  // The bank is asked less often for what may only come back.
  world.service.clock.advance(15 * 60_000)
  bank.report(id, 'ACH_RETURN_PROCESSED', { returnCode: 'R03', trace: '091000010000002' })
  await followed(id, { stage: 'returned', returnCode: 'R03' })
  expect(await available(one)).toBe(FUNDED)
  expect(askedFor(id)).toBe(1)
})

const lastBodyOf = (id: string): string =>
  world.bank.heard.findLast(({ request, body }) => request === 'POST /v1/payments' && body.includes(id))?.body ?? '{}'

test.each(['takes and hangs up', 'fails'] as const)(
  'an answer that is lost (it %s) leaves the money set aside until the bank says that it has it, once',
  async (manner) => {
    const { bank, followed, rowOf } = world
    const one = await openFunded()
    bank.manner = manner
    const { body, status } = await withdraw(one)
    expect({ status, state: body.status }).toEqual({ status: 201, state: 'PENDING' })
    const id = body.payment_token
    expect(await rowOf(id)).toMatchObject({ origination: 'asked', stage: 'reviewed' })
    expect(await available(one)).toBe(FUNDED - CENTS)
    // The bank may have it: it is not taken back.
    expect(await one.call(`POST /payments/${id}/cancel`, {})).toMatchObject({ status: 409 })
    bank.manner = 'well'
    await followed(id, { origination: 'accepted', stage: 'reviewed' })
    expect(askedFor(id)).toBe(2)
    expect([...bank.payments.values()].filter((known) => known.user_defined_id === id)).toHaveLength(1)
    for (const type of PAID) bank.report(String(id), type)
    await followed(id, { stage: 'settled' })
    expect(await available(one)).toBe(FUNDED - CENTS)
  },
)

test('what the bank refuses is available again before it is told', async () => {
  const one = await openFunded()
  world.bank.manner = 'refuses what goes out'
  expect(await withdraw(one)).toMatchObject({ status: 502, body: { error: { type: 'all_adapters_exhausted' } } })
  expect(await available(one)).toBe(FUNDED)
})

test('the server of these tests takes no request that the documents do not have', async () => {
  const { bank } = world
  const ask = async (body: object) => {
    const headers = { authorization: bank.apiKey, 'content-type': 'application/json' }
    const answer = await fetch(`${bank.url}/v1/payments`, { method: 'POST', headers, body: JSON.stringify(body) })
    return [answer.status, ((await answer.json()) as { message: string }).message]
  }
  const uuid = '0b7a1c52-51c4-4c52-8d3c-6d7f6a3d2f10'
  const known = {
    ...{ amount: 5, external_bank_account_token: uuid, financial_account_token: uuid, method: 'ACH_NEXT_DAY' },
    ...{ method_attributes: { sec_code: 'CCD' }, type: 'PAYMENT' },
  }
  // What is asked rightly finds no account.
  expect(await ask(known)).toEqual([404, 'External bank account not found.'])
  for (const [wrong, told] of [
    [{ ...known, amount: undefined }, 'amount: is missing'],
    [{ ...known, amount: '5' }, 'amount: no positive integer'],
    [{ ...known, direction: 'CREDIT' }, 'direction is unknown'],
    [{ ...known, method: 'WIRE' }, 'method: none of ACH_NEXT_DAY,ACH_SAME_DAY'],
    [{ ...known, method_attributes: {} }, 'method_attributes: sec_code: is missing'],
    [{ ...known, token: 'tpay_1' }, 'token: no UUID'],
  ] as const)
    expect(await ask(wrong)).toEqual([400, told])
  expect(bank.forget()).toHaveLength(6)
})

// Last: a bank that does not answer is left alone for some seconds.
test.each(['rest', 'graphql'] satisfies CarrierName[])(
  '1.4 a bank that is down: the synchronization answers 502 over %s',
  async (carrierName) => {
    const carrier = createCarrier(carrierName, world.service)
    const scene = await openScene({ carrierName, service: () => world.service, carrier: () => carrier }, 'Down')
    await world.bank.stop()
    try {
      const answer = await carrier.call('syncAccountHolder', {}, scene.owner)
      refused(answer, 502, 'all_adapters_exhausted', { attempts: [{ adapter: 'lithic', error: 'unreachable' }] })
    } finally {
      await world.bank.start()
    }
  },
)
