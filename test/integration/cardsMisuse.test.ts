/**
 * Cards at their edges: what a pending approval does not stop, another time zone of the mandate, what is told of balances, and sums
 * that no limit survives.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../scripts/prove/world.ts'
import type { Windows } from '../../subgraphs/shared/spendingLimits.ts'
import { openTreasuryWorld, type TreasuryWorld } from '../support/treasuryWorld.ts'

const DAY_MS = 86_400_000

let at: TreasuryWorld
beforeAll(async () => {
  at = await openTreasuryWorld()
}, 90_000)
afterAll(() => at.world.close())

async function sweepCards(isOver: () => Promise<boolean>): Promise<void> {
  const stopping = new AbortController()
  const worker = at.service.workers.find(({ name }) => name === 'cardExpiry')
  const running = worker?.run(stopping.signal)
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
  stopping.abort()
  await running
}

test('what needs no approval passes while a larger amount at the same merchant waits for one', async () => {
  const scene = await at.newOrganization('Max $1000 per day, approval above $50.')
  const cardId = await scene.newCard()
  const asked = { cardId, merchantDomain: 'shop.example' }
  const large = await scene.act('authorize', { ...asked, amountMinor: 6_000 })
  expect(large.declineReason).toBe('CARDHOLDER_CHALLENGED')
  expect(await scene.act('authorize', { ...asked, amountMinor: 500 })).toMatchObject({ status: 'PENDING' })
  const inquiry = await scene.act('authorize', { ...asked, amountMinor: 0, status: 'BALANCE_INQUIRY' })
  expect(inquiry.status).toBe('SETTLED')
  // Neither has used the approval.
  await scene.decide(large.approvalId)
  expect(await scene.act('authorize', { ...asked, amountMinor: 500 })).toMatchObject({ approvalId: null })
  expect(await scene.act('authorize', { ...asked, amountMinor: 5_900 })).toMatchObject({ status: 'PENDING' })
  const again = await scene.act('authorize', { ...asked, amountMinor: 5_900 })
  expect(again.declineReason).toBe('CARDHOLDER_CHALLENGED')
})

test('however many charges above the threshold come at once, one approval lets one of them pass (domain 2.3)', async () => {
  const scene = await at.newOrganization('Max $1000 per day, approval above $50.')
  const asked = { cardId: await scene.newCard(), merchantDomain: 'shop.example', amountMinor: 6_000 }
  const declined = await Promise.all([1, 2, 3].map(() => scene.act('authorize', asked)))
  expect(declined.map(({ declineReason }) => declineReason)).toEqual(Array(3).fill('CARDHOLDER_CHALLENGED'))
  expect(new Set(declined.map(({ approvalId }) => approvalId)).size).toBe(1)
  // At another merchant it is another charge.
  const elsewhere = await scene.act('authorize', { ...asked, merchantDomain: 'other.example' })
  expect(elsewhere.approvalId).not.toBe(declined[0]?.approvalId)
})

test('an approval that is over on the clock of the organization does not hide the one that still counts', async () => {
  const scene = await at.newOrganization('Max $1000 per day, approval above $50.')
  const asked = { cardId: await scene.newCard(), merchantDomain: 'shop.example' }
  const challenged = async (amountMinor: number) => (await scene.act('authorize', { ...asked, amountMinor })).approvalId
  const [first, second] = [await challenged(6_000), await challenged(7_000)]
  expect(second).not.toBe(first)
  await scene.decide(second)
  const ahead = 'mutation ($input: AdvanceTestClockInput!) { advanceTestClock(input: $input) { replayed } }'
  await execute(at.service.subgraphs.agents, scene.admin, ahead, { input: { seconds: 660 } })
  await scene.decide(first)
  expect(await scene.act('authorize', { ...asked, amountMinor: 6_000 })).toMatchObject({
    ...{ status: 'PENDING', approvalId: first },
  })
})

test('a card spends nothing of an account that the bank has suspended', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  const { financialAccountId: _id } = await scene.row<{ financialAccountId: string }>('cards', cardId)
  const accounts = at.service.database.collection<{ _id: string }>('financialAccounts')
  await accounts.updateOne({ _id }, { $set: { status: 'SUSPENDED' } })
  const declined = await scene.act('authorize', { cardId, amountMinor: 100 })
  expect(declined).toMatchObject({ status: 'DECLINED', declineReason: 'ACCOUNT_INACTIVE' })
  await accounts.updateOne({ _id }, { $set: { status: 'OPEN' } })
  expect(await scene.act('authorize', { cardId, amountMinor: 100 })).toMatchObject({ status: 'PENDING' })
})

test('a card pays only while its agent is verified, however little (domain 4.1)', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  const open = await scene.act('authorize', { cardId, amountMinor: 300 })
  const review = 'mutation ($input: SimulateKybReviewInput!) { simulateKybReview(input: $input) { replayed } }'
  const decide = (status: string) => execute(at.service.subgraphs.agents, scene.admin, review, { input: { status } })
  await decide('rejected')
  const declined = await scene.act('authorize', { cardId, amountMinor: 100 })
  expect(declined).toMatchObject({ status: 'DECLINED', declineReason: 'SUSPECTED_FRAUD' })
  // What it has paid before is still cleared.
  expect(await scene.act('clear', { cardId, cardTransactionId: open.id })).toMatchObject({ status: 'SETTLED' })
  await decide('accepted')
  expect(await scene.act('authorize', { cardId, amountMinor: 100 })).toMatchObject({ status: 'PENDING' })
})

test('an approval for a domain is not for whoever calls itself so', async () => {
  const scene = await at.newOrganization('Max $1000 per day, approval above $50.')
  const cardId = await scene.newCard()
  const { approvalId } = await scene.act('authorize', { cardId, amountMinor: 6_000, merchantDomain: 'shop.example' })
  await scene.decide(approvalId)
  const named = await scene.act('authorize', { cardId, amountMinor: 6_000, merchantName: 'Shop.example' })
  expect(named.declineReason).toBe('CARDHOLDER_CHALLENGED')
  const code = await scene.act('authorize', { cardId, amountMinor: 6_000, mcc: '5734' })
  await scene.decide(code.approvalId)
  const coded = await scene.act('authorize', { cardId, amountMinor: 6_000, mcc: '5734', merchantName: 'mcc:5734' })
  expect(coded.declineReason).toBe('CARDHOLDER_CHALLENGED')
  const asked = { cardId, amountMinor: 6_000, merchantDomain: 'shop.example' }
  expect(await scene.act('authorize', asked)).toMatchObject({ status: 'PENDING', approvalId })
})

test('authorizations that end together are told with the balances that they leave', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard(10_000)
  const held = await Promise.all(
    [1_000, 2_000, 3_000].map((amountMinor) => scene.act('authorize', { cardId, amountMinor })),
  )
  at.clock.advance(8 * DAY_MS)
  await sweepCards(async () => {
    const rows = await Promise.all(held.map(({ id }) => scene.row<{ status: string }>('cardTransactions', id)))
    return rows.every(({ status }) => status === 'EXPIRED')
  })
  const events = await at.service.database
    .collection<{ _id: string; orgId: string; type: string; data: { available_amount_minor: number } }>('events')
    .find({ orgId: scene.admin.orgId, type: 'treasury.balance.updated' })
    .sort({ _id: 1 })
    .toArray()
  const told = events.slice(-3).map(({ data }) => Number(data.available_amount_minor))
  expect(told.toSorted((a, b) => a - b)).toEqual(told)
  expect(told.at(-1)).toBe(10_000)
})

test('what a card no longer holds repays what the organization owes first (domain 1.8)', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard(10_000)
  const held = await scene.act('authorize', { cardId, amountMinor: 10_000 })
  await scene.act('clear', { cardId, amountMinor: 4_000 })
  expect(await scene.usd()).toEqual({ available: 0n, deficit: 4_000n })
  await scene.act('voidCard', { cardId, cardTransactionId: held.id, amountMinor: 1_000 })
  expect(await scene.usd()).toEqual({ available: 0n, deficit: 3_000n })
  await scene.act('clear', { cardId, cardTransactionId: held.id, amountMinor: 5_000 })
  expect(await scene.usd()).toEqual({ available: 1_000n, deficit: 0n })
  expect(await scene.act('authorize', { cardId, amountMinor: 1_000 })).toMatchObject({ status: 'PENDING' })
  expect((await at.world.audit()).filter((line) => !line.includes('nothing was there to check'))).toEqual([])
})

test('a merchant that gives euros gives what they cost, and nothing of the percent that spending costs', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard(1)
  const euros = { cardId, amountMinor: 10_000, currency: 'EUR', status: 'CREDIT_AUTHORIZATION' }
  const { id } = await scene.act('authorize', euros)
  await scene.act('clear', { cardId, cardTransactionId: id })
  const { fx, ...given } = await scene.row<Record<string, bigint> & { fx: { rate: string } }>('cardTransactions', id)
  const cents = BigInt(Math.floor(10_000 * Number(fx.rate)))
  expect(given).toMatchObject({ billedCents: cents, clearedCents: cents })
  expect(await scene.usd()).toEqual({ available: cents + 1n, deficit: 0n })
})

test('a single-use card whose authorization has taken nothing may be used again (domain 2.2)', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const { id: cardId } = await scene.act('issue', { walletId: scene.agent.walletId, type: 'single_use' })
  const ask = () => scene.act('authorize', { cardId, amountMinor: 100 })
  const first = await ask()
  await scene.act('voidCard', { cardId, cardTransactionId: first.id, amountMinor: 40 })
  expect(await ask()).toMatchObject({ declineReason: 'SINGLE_USE_CARD_REATTEMPTED' })
  await scene.act('voidCard', { cardId, cardTransactionId: first.id })
  const second = await ask()
  expect(second).toMatchObject({ status: 'PENDING' })
  expect(await ask()).toMatchObject({ declineReason: 'SINGLE_USE_CARD_REATTEMPTED' })
  await scene.act('clear', { cardId, cardTransactionId: second.id })
  expect(await ask()).toMatchObject({ declineReason: 'CARD_CLOSED' })
})

test('forced postings never make a sum that turns into room for more', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  await scene.act('clear', { cardId, amountMinor: 100 })
  const wallet = `wal:${scene.agent.walletId}`
  const positions = at.service.database.collection<{ _id: string }>('positions')
  await positions.updateOne({ _id: wallet }, { $set: { 'day.net': 2n ** 63n - 10n } })
  await expect(scene.act('clear', { cardId, amountMinor: 1_000_000_000_000 })).rejects.toMatchObject({
    type: 'invalid_request',
  })
  const { day } = await scene.row<{ day: { net: bigint } }>('positions', wallet)
  expect(day.net).toBe(2n ** 63n - 10n)
})

test('what a process whose clock lags behind forces counts in the day that is open, and is given back there', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  const before = at.clock.now()
  at.clock.set(new Date(Math.ceil(before.getTime() / DAY_MS) * DAY_MS))
  await scene.act('authorize', { cardId, amountMinor: 100 })
  at.clock.advance(-1_000)
  const { id: cardTransactionId } = await scene.act('clear', { cardId, amountMinor: 300 })
  at.clock.advance(1_000)
  const spent = async () => {
    const rows = [scene.row<Windows>('cards', cardId), scene.row<Windows>('positions', `wal:${scene.agent.walletId}`)]
    return (await Promise.all(rows)).flatMap(({ day, month }) => [day?.net, month?.net])
  }
  expect(await spent()).toEqual(Array(4).fill(3_000_000n))
  await scene.act('refund', { cardId, cardTransactionId })
  expect(await spent()).toEqual(Array(4).fill(0n))
})

test('what merchants of the sandbox give and take never makes a balance that JSON cannot tell exactly', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  const usd = `usd:${scene.admin.orgId}:test`
  const { financialAccountId } = await scene.row<{ financialAccountId: string }>('cards', cardId)
  const { id: cardTransactionId } = await scene.act('authorize', {
    ...{ cardId, amountMinor: 11, status: 'CREDIT_AUTHORIZATION' },
  })
  const most = { [`accounts.${financialAccountId}.available`]: 10n ** 14n - 10n, 'totals.deficit': 10n ** 14n - 10n }
  await at.service.database.collection<{ _id: string }>('positions').updateOne({ _id: usd }, { $set: most })
  for (const more of [{ cardTransactionId }, {}])
    await expect(scene.act('clear', { cardId, amountMinor: 11, ...more })).rejects.toMatchObject({
      ...{ type: 'invalid_request', details: { reason: 'amount_out_of_range' } },
    })
})

test('another time zone of the mandate neither opens the limits of a card again nor keeps an authorization from its end', async () => {
  const scene = await at.newOrganization()
  const { agentId, walletId } = scene.agent
  const cardId = await scene.newCard(100_000, { limitDaily: '10' })
  at.clock.set(new Date('2026-04-10T20:00:00Z'))
  const authorize = (amountMinor: number) => scene.act('authorize', { cardId, amountMinor })
  const [voided, cleared] = [await authorize(400), await authorize(300)]
  const moveTo = (limitTimezone: string) =>
    execute(
      at.service.subgraphs.mandates,
      scene.admin,
      'mutation ($input: CreateMandateInput!) { createMandate(input: $input) { replayed } }',
      { input: { agentId, walletId, policy: 'Max $1000 per day.', limitTimezone } },
    )
  await moveTo('Pacific/Kiritimati')
  expect((await authorize(400)).declineReason).toBe('CARD_SPEND_LIMIT_EXCEEDED')
  const later = await authorize(200)
  expect(later.status).toBe('PENDING')
  await scene.act('voidCard', { cardId, cardTransactionId: voided.id })
  expect((await authorize(400)).status).toBe('PENDING')
  await moveTo('UTC')
  await scene.act('clear', { cardId, cardTransactionId: cleared.id })
  await scene.act('refund', { cardId, cardTransactionId: cleared.id, amountMinor: 100 })
  await scene.act('clear', { cardId, cardTransactionId: later.id })
  expect((await authorize(201)).declineReason).toBe('CARD_SPEND_LIMIT_EXCEEDED')
  expect((await authorize(200)).status).toBe('PENDING')
  at.clock.advance(8 * DAY_MS)
  await sweepCards(async () => {
    const rows = await Promise.all([
      scene.row<Windows>('cards', cardId),
      scene.row<Windows>('positions', `wal:${walletId}`),
    ])
    return rows.every(
      ({ day, month, closedWindows }) => day?.reserved === 0n && month?.reserved === 0n && closedWindows.length === 0,
    )
  })
})
