// Payments under a mandate by its other names: the mandate execution of specification 4.4, and the live budget of a wallet.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, PAYEE, type Registered, refusalOf } from '../support/mandatesWorld.ts'

let world: MandatesWorld
let admin: OrganizationPrincipal
let of: Registered

beforeAll(async () => {
  world = await openMandatesWorld('mandates-execute-test')
  admin = await world.newOrganization()
  of = await world.register(admin)
  await world.fund(of, 100_000_000n)
  const source = 'mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }'
  const payoutAddresses = [{ chain: 'base', address: PAYEE }]
  const input = { name: 'PSP', legalName: 'PSP Inc', domain: 'psp.example.com', payoutAddresses }
  await execute(world.service.subgraphs.commerce, admin, source, { input })
}, 90_000)

afterAll(() => world.stop())

interface Executed {
  readonly replayed: boolean
  readonly payment: Record<string, unknown>
}

async function run(input: Record<string, unknown>, by: Principal = of.agent): Promise<Executed> {
  const source = `mutation ($input: ExecuteMandateInput!) { executeMandate(input: $input) { replayed
    payment { id status stage txHash approvalId to merchantDomain amount token chain mandateVersion } } }`
  const given = { pspDomain: 'psp.example.com', amount: '5.00', ...input }
  const { payments } = world.service.subgraphs
  return (await execute<{ executeMandate: Executed }>(payments, by, source, { input: given })).executeMandate
}

test('pays the domain from the own wallet, once for a key', async () => {
  const first = await run({ pspDomain: 'https://PSP.example.com/pay', idempotencyKey: 'x1', purpose: 'memo' })
  expect(first).toMatchObject({
    replayed: false,
    payment: {
      ...{ status: 'pending', stage: 'queued', to: PAYEE, merchantDomain: 'psp.example.com', amount: '5.00' },
      ...{ token: 'USDC', chain: 'base', mandateVersion: 1, txHash: null, approvalId: null },
    },
  })
  const again = await run({ pspDomain: 'https://PSP.example.com/pay', idempotencyKey: 'x1', purpose: 'memo' })
  expect(again).toMatchObject({ replayed: true, payment: { id: first.payment.id } })
})

test('an organization names the wallet; an invalid domain, an unknown merchant and an amount above the limit are refused', async () => {
  const { walletId } = of.agent
  expect((await run({ walletId }, admin)).payment.status).toBe('pending')
  expect(await refusalOf(run({}, admin))).toBe('invalid_request required')
  expect(await refusalOf(run({ pspDomain: 'psp' }))).toBe('invalid_request not_a_domain')
  expect(await refusalOf(run({ pspDomain: PAYEE }))).toBe('invalid_request not_a_domain')
  expect(await refusalOf(run({ pspDomain: 'unknown.example' }))).toBe('no_route unknown_merchant')
  expect(await refusalOf(run({ amount: '50.01' }))).toBe('policy_violation per_transaction_limit_exceeded')
  const stranger = await world.register(await world.newOrganization())
  expect(await refusalOf(run({ walletId }, stranger.agent))).toBe('not_found')
  expect(await refusalOf(run({}, { ...of.agent, capabilities: ['mandates'] }))).toBe('capability_denied')
})

test('the budget of the wallet is the one that enforcement uses', async () => {
  const source = `query ($id: ID!) { wallet(id: $id) { usage { day { limit spent reserved remaining resetsAt }
    month { limit reserved } } } }`
  const id = of.agent.walletId
  const usage = async () =>
    (await execute<{ wallet: { usage: unknown } }>(world.service.subgraphs.payments, admin, source, { id })).wallet
      .usage
  expect(await usage()).toMatchObject({
    day: { limit: '100.00', spent: '0.00', reserved: '10.00', remaining: '90.00' },
    month: { limit: '1000.00', reserved: '10.00' },
  })
  await world.complete(await world.pay(of, 2_500_000n))
  expect(await usage()).toMatchObject({ day: { spent: '2.50', reserved: '10.00', remaining: '87.50' } })
  world.clock.advance(2 * 86_400_000)
  expect(await usage()).toMatchObject({ day: { spent: '0.00', reserved: '0.00', remaining: '100.00' } })
})
