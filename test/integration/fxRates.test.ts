// Pricing EURC (domain 6.7) over a real database: loaded rates, their age, the sandbox, and what a payment keeps of them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { loadRates } from '../../subgraphs/payments/services/loadRates.ts'
import { createRates } from '../../subgraphs/payments/services/rates.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, PAYEE, type Registered, refusalOf } from '../support/mandatesWorld.ts'

const HOUR_MS = 3_600_000

let world: MandatesWorld
let admin: OrganizationPrincipal
let of: Registered

beforeAll(async () => {
  world = await openMandatesWorld('fx-rates-test')
  admin = await world.newOrganization()
  of = await world.register(admin)
  await world.fund(of, 500_000_000n, 'EURC')
  const input = { agentId: of.agent.agentId, walletId: of.agent.walletId, policy: 'Max $100 per transaction.' }
  const source = 'mutation ($input: CreateMandateInput!) { createMandate(input: $input) { replayed } }'
  await world.run(admin, source, { input })
}, 90_000)

afterAll(() => world.stop())

beforeEach(() => world.database.collection('fxRates').deleteMany({}))

const ago = (ms: number): string => new Date(world.clock.now().getTime() - ms).toISOString()
const load = (...rates: Record<string, unknown>[]) => loadRates(world, rates)
const payments = () => world.service.subgraphs.payments

async function transfer(amount: string, by: Principal = of.agent) {
  const source = `mutation ($input: TransferInput!) { transfer(input: $input) { amount
    payment { id usdAmount fx { rate asOf } } } }`
  const input = { walletId: of.agent.walletId, amount, merchant: PAYEE, token: 'EURC' }
  type Answer = { transfer: { amount: string; payment: { id: string; usdAmount: string; fx: Record<string, string> } } }
  return (await execute<Answer>(payments(), by, source, { input })).transfer
}

async function pay(amount: string) {
  const source = `mutation ($input: CreatePaymentInput!) { createPayment(input: $input) {
    payment { id usdAmount amount fx { rate asOf } } } }`
  const input = { walletId: of.agent.walletId, to: PAYEE, amount, token: 'EURC' }
  type Answer = { createPayment: { payment: { id: string; usdAmount: string; fx: Record<string, string> } } }
  return (await execute<Answer>(payments(), of.agent, source, { input })).createPayment.payment
}

describe('loaded rates', () => {
  test('the newest one prices a payment, which keeps its rate for ever', async () => {
    await load(
      { rate: '1.1', as_of: ago(HOUR_MS), source: 'bank' },
      { rate: '1.2000', as_of: ago(2 * HOUR_MS), source: 'bank' },
    )
    const paid = await pay('10.00')
    expect(paid).toMatchObject({ usdAmount: '11.00', fx: { rate: '1.1' } })
    await load({ rate: '2', source: 'bank' })
    const row = await world.database.collection<PaymentRow>('payments').findOne({ _id: paid.id as PaymentId })
    expect(row).toMatchObject({ usdMicro: 11_000_000n, fx: { rate: '1.1' } })
    expect((await pay('10.00')).usdAmount).toBe('20.00')
  })

  test('loading the same rates again changes nothing; an invalid rate loads nothing at all', async () => {
    const rate = { pair: 'EUR/USD', rate: '1.1', as_of: ago(HOUR_MS), source: 'bank' }
    await load(rate)
    await load(rate)
    const count = () => world.database.collection('fxRates').countDocuments()
    expect(await count()).toBe(1)
    for (const [wrong, code] of [
      [{ rate: 1.1 }, 'not_a_rate'],
      [{ rate: '0' }, 'not_a_rate'],
      [{ pair: 'EUR/GBP' }, 'unknown_pair'],
      [{ as_of: ago(-10 * 60_000) }, 'in_the_future'],
      [{ as_of: 'yesterday' }, 'not_an_instant'],
      [{ source: '' }, 'required'],
    ] as const)
      expect(await refusalOf(load({ ...rate, as_of: ago(1), rate: '1.3' }, { ...rate, ...wrong }))).toBe(
        `invalid_request ${code}`,
      )
    expect(await count()).toBe(1)
  })

  test('a rate older than a day prices nothing outside of the sandbox', async () => {
    const rates = createRates({ ...world, sandboxModes: new Set() })
    const eurc = { units: 1_000_000n, token: 'EURC' } as const
    expect(await refusalOf(rates.toUsdMicro(eurc, 'test'))).toBe('fx_rate_unavailable')
    await load({ rate: '1.1', as_of: ago(24 * HOUR_MS - 1_000), source: 'bank' })
    expect((await rates.toUsdMicro(eurc, 'test')).usdMicro).toBe(1_100_000n)
    world.clock.advance(2_000)
    expect(await refusalOf(rates.toUsdMicro(eurc, 'test'))).toBe('fx_rate_unavailable')
    expect(await refusalOf(rates.fromUsdMicro(1n, 'EURC', 'test'))).toBe('fx_rate_unavailable')
    expect(await rates.toUsdMicro({ units: 5n, token: 'USDT' }, 'live')).toEqual({ usdMicro: 5n, fx: null })
    expect(await refusalOf(transfer('1.00', { ...of.agent, mode: 'live' }))).toBe('fx_rate_unavailable')
  })
})

describe('the sandbox', () => {
  test('has a fixed rate that is always fresh, and limits count dollars rounded up', async () => {
    world.clock.advance(48 * HOUR_MS)
    const paid = await pay('92.16')
    expect(paid).toMatchObject({ usdAmount: '99.9936', fx: { rate: '1.0850' } })
    expect(world.clock.now().getTime() - Date.parse(paid.fx.asOf as string)).toBeLessThan(5_000)
    expect(await refusalOf(pay('92.17'))).toBe('policy_violation per_transaction_limit_exceeded')
  })

  test('a transfer names dollars: the policy takes them as given, the token amount is rounded down', async () => {
    const before = (await world.position(of.agent.walletId)).day?.reserved ?? 0n
    expect(await transfer('100.00')).toMatchObject({
      amount: '92.165898',
      payment: { usdAmount: '100.00', fx: { rate: '1.0850' } },
    })
    expect((await world.position(of.agent.walletId)).day?.reserved).toBe(before + 100_000_000n)
    expect(await refusalOf(transfer('100.01'))).toBe('policy_violation per_transaction_limit_exceeded')
    expect(await refusalOf(transfer('0.000001'))).toBe('invalid_request too_small')
  })

  test('the dry run says what it priced with', async () => {
    const source = 'query ($input: CheckPolicyInput!) { checkPolicy(input: $input) { allowed usdAmount fx { rate } } }'
    const input = { amount: '10.00', to: PAYEE, token: 'EURC' }
    expect(await execute(payments(), of.agent, source, { input })).toEqual({
      checkPolicy: { allowed: true, usdAmount: '10.85', fx: { rate: '1.0850' } },
    })
  })
})
