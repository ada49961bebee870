// Another policy against the real payments of a wallet, up to ten thousand of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { type MandatesWorld, openMandatesWorld, type Registered, refusalOf } from '../support/mandatesWorld.ts'

const SIMULATE = `query ($input: SimulatePolicyInput!) { simulatePolicy(input: $input) {
  payments canonicalText limitTimezone changed before { allowed approvalRequired denied } after { allowed approvalRequired denied }
  changes { edges { cursor node { paymentId before after reason usdAmount evaluatedAt } } pageInfo { hasNextPage endCursor } } } }`

interface Simulation extends Record<string, unknown> {
  changed: number
  changes: {
    edges: { node: Record<string, unknown> & { paymentId: string } }[]
    pageInfo: { hasNextPage: boolean; endCursor: string }
  }
}

let world: MandatesWorld
let admin: OrganizationPrincipal
let of: Registered

beforeAll(async () => {
  world = await openMandatesWorld('mandates-simulate-test')
  admin = await world.newOrganization()
  of = await world.register(admin)
  await world.fund(of, 1_000_000_000n)
}, 90_000)

afterAll(() => world.stop())

async function simulate(input: Record<string, unknown>, by: Principal = admin): Promise<Simulation> {
  const given = { walletId: of.agent.walletId, ...input }
  return (await world.run<{ simulatePolicy: Simulation }>(by, SIMULATE, { input: given })).simulatePolicy
}

test('real payments: counts before and after, and the payments that would have been decided differently', async () => {
  const small = await world.pay(of, 5_000_000n)
  const large = await world.pay(of, 20_000_000n)
  const last = await world.pay(of, 4_000_000n)
  world.clock.advance(1_000)
  expect(await simulate({ policy: 'Max $10 per transaction, $8 per day.' })).toMatchObject({
    ...{ payments: 3, changed: 2, limitTimezone: 'UTC' },
    before: { allowed: 3, approvalRequired: 0, denied: 0 },
    after: { allowed: 1, approvalRequired: 0, denied: 2 },
    changes: {
      edges: [
        { node: { paymentId: large._id, after: 'deny', reason: 'per_transaction_limit_exceeded', usdAmount: '20.00' } },
        { node: { paymentId: last._id, before: 'allow', after: 'deny', reason: 'daily_limit_exceeded' } },
      ],
    },
  })
  expect(small.status).toBe('pending')
  expect(await simulate({ policy: 'Require approval above $10.' })).toMatchObject({
    after: { allowed: 2, approvalRequired: 1, denied: 0 },
  })
  expect(await simulate({ mandateId: of.mandateId })).toMatchObject({ changed: 0 })
  const one = await simulate({ policy: 'Max $1 per day.', first: 1 })
  expect(one.changes.pageInfo.hasNextPage).toBe(true)
  const next = await simulate({ policy: 'Max $1 per day.', first: 2, after: one.changes.pageInfo.endCursor })
  expect(next.changes.edges.map(({ node }) => node.paymentId)).toEqual([large._id, last._id])
  expect(next.changes.pageInfo.hasNextPage).toBe(false)
  expect(await simulate({ policy: 'Max $1 per day.', until: '2020-01-01T00:00:00Z' })).toMatchObject({ payments: 0 })
})

test('who may simulate, and invalid requests', async () => {
  expect(await refusalOf(simulate({ policy: 'Max $1 per day.' }, await world.newOrganization()))).toBe('not_found')
  expect(await refusalOf(simulate({ policy: 'Max $1 per day.' }, of.agent))).toBe('capability_denied organization_only')
  expect(await refusalOf(simulate({}))).toBe('invalid_request required')
  expect(await refusalOf(simulate({ policy: 'x', mandateId: of.mandateId }))).toBe('invalid_request required')
  expect(await refusalOf(simulate({ policy: 'be careful' }))).toMatch(/^invalid_request/)
  const range = { from: '2026-02-01T00:00:00Z', until: '2026-02-01T00:00:00Z' }
  expect(await refusalOf(simulate({ policy: 'Max $1 per day.', ...range }))).toBe('invalid_request out_of_range')
})

test('ten thousand payments are replayed', async () => {
  const busy = await world.register(admin)
  const { walletId, agentId } = busy.agent
  const made = await world.pay(of, 1_000_000n)
  const start = world.clock.now().getTime() - 29 * 86_400_000
  const rows = Array.from({ length: 10_000 }, (_, index): PaymentRow => {
    const at = new Date(start + index * 250_000)
    const usdMicro = BigInt(1 + (index % 40)) * 1_000_000n
    const merchant = index % 3 === 0 ? 'example.com' : 'other.example'
    return {
      ...made,
      _id: newId('payment'),
      walletId,
      agentId,
      usdMicro,
      merchant,
      policyEvaluatedAt: at,
      createdAt: at,
    }
  })
  await world.database.collection<PaymentRow>('payments').insertMany(rows)
  const policy = `Max $30 per transaction, $500 per day, $9000 per month. Only merchants example.com, other.example.
    Require approval above $20. Only mon-fri 08:00-20:00 Europe/Berlin.`
  const answer = await simulate({ walletId, policy, first: 100 })
  const began = performance.now()
  await simulate({ walletId, policy, first: 100 })
  console.info(`replay of ${answer.payments} payments: ${(performance.now() - began).toFixed(0)} ms`)
  expect(answer.payments).toBe(10_000)
  expect(answer.changes.edges).toHaveLength(100)
})
