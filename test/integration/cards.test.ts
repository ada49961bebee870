/**
 * Cards over a real database: what ends by itself, the one try that an approval lets pass, and a number that is nowhere, not in
 * rows, events, logs or responses.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../gateway/compose.ts'
import { createManualClock } from '../../scripts/prove/manualClock.ts'
import { createAgent, createOrganization, type ProveOrganization } from '../../scripts/prove/organization.ts'
import { execute, openWorld, type ProveWorld } from '../../scripts/prove/world.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { newCardNumber } from '../../subgraphs/treasury/services/cards/cardNumber.ts'
import { expireCards, followCardTransactions } from '../../subgraphs/treasury/services/cards/expireCards.ts'

const DAY_MS = 86_400_000
const clock = createManualClock(new Date('2026-03-01T12:00:00Z'))
const told: string[] = []
const log = {
  info: (fields: object, message: string) => void told.push(JSON.stringify(fields) + message),
  warn: (fields: object, message: string) => void told.push(JSON.stringify(fields) + message),
  error: (fields: object, message: string) => void told.push(JSON.stringify(fields) + message),
}
let world: ProveWorld
let service: Service
let organization: ProveOrganization
let agent: AgentPrincipal

const mutation = (type: string, field: string, of: string) =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { ${of} } }`
const CARD = 'card { id status lastFour maskedPan expMonth expYear }'
const TRANSACTION = 'cardTransaction { id status declineReason approvalId }'
const ISSUE = mutation('IssueCardInput', 'issueCard', CARD)
const AUTHORIZE = mutation('SimulateCardAuthorizationInput', 'simulateCardAuthorization', TRANSACTION)
const CLEAR = mutation('SimulateCardClearingInput', 'simulateCardClearing', TRANSACTION)
const RETURN = mutation('SimulateCardEventInput', 'simulateCardReturn', TRANSACTION)
const APPROVE = mutation('DecideApprovalInput', 'approveApproval', 'approval { status }')

beforeAll(async () => {
  world = await openWorld({ chains: [] })
  service = await world.open({ clock, log })
  organization = await createOrganization(service, 'Cards')
  const { admin } = organization
  agent = await createAgent(service, organization, 'Max $1000 per day, approval above $50.')
  const { agents, treasury } = service.subgraphs
  await execute(agents, admin, mutation('SimulateKybReviewInput', 'simulateKybReview', 'replayed'), {
    input: { status: 'accepted' },
  })
  await execute(agents, admin, mutation('RecordKyaEvidenceInput', 'recordKyaEvidence', 'replayed'), {
    input: { agentId: agent.agentId, type: 'purpose_review' },
  })
  await execute(treasury, admin, mutation('SyncAccountHolderInput', 'syncAccountHolder', 'created'), { input: {} })
})
afterAll(() => world.close())

interface Transaction {
  readonly id: string
  readonly status: string
  readonly declineReason: string | null
  readonly approvalId: string | null
}

async function act(document: string, input: object): Promise<Transaction> {
  const answer = await execute<Record<string, { cardTransaction: Transaction }>>(
    service.subgraphs.treasury,
    organization.admin,
    document,
    { input },
  )
  return Object.values(answer)[0]?.cardTransaction as Transaction
}

async function issue(cents = 10_000): Promise<Record<string, string> & { id: string }> {
  const { issueCard } = await execute<{ issueCard: { card: Record<string, string> & { id: string } } }>(
    service.subgraphs.treasury,
    organization.admin,
    ISSUE,
    { input: { walletId: agent.walletId } },
  )
  const cardId = issueCard.card.id
  const { id } = await act(AUTHORIZE, { cardId, amountMinor: cents, status: 'CREDIT_AUTHORIZATION' })
  await act(CLEAR, { cardId, cardTransactionId: id })
  return issueCard.card
}

/** The limits from here on. */
const countIn = (limitTimezone: string, policy = 'Max $1000 per day.') =>
  execute(service.subgraphs.mandates, organization.admin, mutation('CreateMandateInput', 'createMandate', 'replayed'), {
    input: { agentId: agent.agentId, walletId: agent.walletId, policy, limitTimezone },
  })

const rowOf = (collection: string, id: string) =>
  service.database.collection<Record<string, unknown> & { _id: string }>(collection).findOne({ _id: id })
const expire = async () => {
  const deps = { ...service, database: service.database }
  return (await followCardTransactions(deps)) + (await expireCards(deps))
}

test('an authorization ends after seven days to the instant, whether or not the sweep has come', async () => {
  const { id: cardId } = await issue()
  const { id } = await act(AUTHORIZE, { cardId, amountMinor: 1_000 })
  const start = clock.now()
  clock.set(new Date(start.getTime() + 7 * DAY_MS - 1))
  await expire()
  expect((await rowOf('cardTransactions', id))?.status).toBe('PENDING')
  clock.set(new Date(start.getTime() + 7 * DAY_MS))
  await expect(act(CLEAR, { cardId, cardTransactionId: id })).rejects.toMatchObject({ type: 'conflict' })
  expect(await expire()).toBe(1)
  expect(await rowOf('cardTransactions', id)).toMatchObject({ status: 'EXPIRED', heldCents: 0n, dueAt: null })
  expect(await rowOf('positions', `wal:${agent.walletId}`)).toMatchObject({ day: { reserved: 0n } })
  expect(await expire()).toBe(0)
})

test('what was cleared leaves the bank when the card network settles it on the next banking day; what is returned comes back', async () => {
  clock.set(new Date('2026-03-13T15:00:00Z'))
  const { id: cardId } = await issue(10_000)
  const { id: cardTransactionId } = await act(AUTHORIZE, { cardId, amountMinor: 900 })
  await act(CLEAR, { cardId, cardTransactionId, amountMinor: 800 })
  const cash = async () => {
    const position = await rowOf('positions', `usd:${organization.admin.orgId}:test`)
    const accounts = Object.values(position?.accounts as Record<string, { cash: bigint }>)
    return accounts.reduce((sum, one) => sum + BigInt(one.cash), 0n)
  }
  const before = await cash()
  clock.set(new Date('2026-03-16T12:29:59.999Z'))
  expect(await expire()).toBe(0)
  clock.set(new Date('2026-03-16T12:30:00Z'))
  expect(await expire()).toBe(2)
  expect(await cash()).toBe(before + 10_000n - 800n)
  expect(await rowOf('journals', `led_${cardTransactionId}.network.0`)).toMatchObject({
    lines: [
      { account: '2040', direction: 'debit', amount: 800n },
      { account: '1010', direction: 'credit', amount: 800n },
    ],
  })
  await act(RETURN, { cardId, cardTransactionId, amountMinor: 300 })
  clock.set(new Date('2026-03-17T12:30:00Z'))
  expect(await expire()).toBe(1)
  expect(await cash()).toBe(before + 10_000n - 500n)
  expect(await expire()).toBe(0)
})

test('an approved card passes once, and not after ten minutes', async () => {
  const { id: cardId } = await issue(100_000)
  const asked = { cardId, amountMinor: 6_000, merchantDomain: 'shop.example' }
  const first = await act(AUTHORIZE, asked)
  expect(first.declineReason).toBe('CARDHOLDER_CHALLENGED')
  const approve = (approvalId: string | null) =>
    execute(service.subgraphs.payments, organization.second, APPROVE, { input: { approvalId } })
  await approve(first.approvalId)
  clock.set(new Date(clock.now().getTime() + 10 * 60_000))
  const late = await act(AUTHORIZE, asked)
  expect(late.declineReason).toBe('CARDHOLDER_CHALLENGED')
  expect(late.approvalId).not.toBe(first.approvalId)
  await approve(late.approvalId)
  clock.set(new Date(clock.now().getTime() + 10 * 60_000 - 1))
  const both = await Promise.all([act(AUTHORIZE, asked), act(AUTHORIZE, asked)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['DECLINED', 'PENDING'])
})

test('what a merchant has asked for in vain costs its next request nothing', async () => {
  const { id: cardId } = await issue()
  const asked = { cardId, amountMinor: 900_000, merchantDomain: 'declined.example' }
  const { id } = await act(AUTHORIZE, asked)
  const rows = service.database.collection<{ _id: string }>('cardTransactions')
  const declined = await rows.findOne({ _id: id })
  const many = Array.from({ length: 300 }, (_, n) => ({ ...declined, _id: `ctx_declined${n}` }))
  await rows.insertMany(many as never)
  const { db } = service.database.connection
  await db?.command({ profile: 2 })
  await act(AUTHORIZE, asked)
  await db?.command({ profile: 0 })
  const ofRows = { ns: /\.cardTransactions$/, docsExamined: { $exists: true } }
  const reads = (await db?.collection('system.profile').find(ofRows).toArray()) ?? []
  expect(reads.length).toBeGreaterThan(0)
  expect(Math.max(...reads.map(({ docsExamined }) => Number(docsExamined)))).toBeLessThan(10)
  await rows.deleteMany({ _id: /^ctx_declined/ as never })
  await db?.dropCollection('system.profile')
})

test('open authorizations move with the limits to another time zone, and are given back there', async () => {
  const { id: cardId } = await issue()
  const { id } = await act(AUTHORIZE, { cardId, amountMinor: 700 })
  await countIn('Pacific/Kiritimati', 'Max $1000 per day, approval above $50.')
  const before = (await rowOf('positions', `wal:${agent.walletId}`))?.day as { key: string; reserved: bigint }
  expect((await rowOf('cardTransactions', id))?.dayKey).toBe(before.key)
  await act(CLEAR, { cardId, cardTransactionId: id })
  const after = (await rowOf('positions', `wal:${agent.walletId}`))?.day as { reserved: bigint; net: bigint }
  expect(after.reserved).toBe(before.reserved - 7_000_000n)
})

test('the windows of a card move with them: what it has spent today counts on there', async () => {
  const { id: cardId } = await issue()
  const limit = mutation('ChangeCardLimitsInput', 'changeCardLimits', 'replayed')
  await execute(service.subgraphs.treasury, organization.admin, limit, { input: { cardId, limitDaily: '10.00' } })
  const held = await act(AUTHORIZE, { cardId, amountMinor: 300 })
  const { id: spent } = await act(AUTHORIZE, { cardId, amountMinor: 400 })
  await act(CLEAR, { cardId, cardTransactionId: spent })
  for (const zone of ['Pacific/Niue', 'Pacific/Kiritimati', 'UTC']) {
    await countIn(zone)
    const { dayKey } = (await rowOf('cardTransactions', held.id)) as unknown as { dayKey: string }
    const row = (await rowOf('cards', cardId)) as unknown as { day: object; month: object; closedWindows: object[] }
    expect(row.day, zone).toMatchObject({ key: dayKey, reserved: 3_000_000n, net: 4_000_000n })
    expect(row.month, zone).toMatchObject({ reserved: 3_000_000n, net: 4_000_000n })
    expect(row.closedWindows, zone).toEqual([])
    expect((await act(AUTHORIZE, { cardId, amountMinor: 301 })).declineReason, zone).toBe('CARD_SPEND_LIMIT_EXCEEDED')
  }
  await act(CLEAR, { cardId, cardTransactionId: held.id })
  expect(await rowOf('cards', cardId)).toMatchObject({ day: { reserved: 0n, net: 7_000_000n } })
})

test('a return gives room back on the day of its purchase as the limits count it now, and on no later one', async () => {
  const { id: cardId } = await issue()
  const netOf = async (collection: string, id: string) =>
    ((await rowOf(collection, id))?.day as { net: bigint } | undefined)?.net
  const spent = async () => [await netOf('positions', `wal:${agent.walletId}`), await netOf('cards', cardId)]
  // There it is tomorrow already, by a name which the day after the change has in the zone of then.
  await countIn('Pacific/Kiritimati')
  const { id: cardTransactionId } = await act(AUTHORIZE, { cardId, amountMinor: 400 })
  await act(CLEAR, { cardId, cardTransactionId })
  await countIn('Pacific/Niue')
  const today = await spent()
  await act(RETURN, { cardId, cardTransactionId, amountMinor: 100 })
  expect(await spent()).toEqual(today.map((net) => BigInt(net ?? 0) - 1_000_000n))
  clock.advance(DAY_MS)
  const next = await act(AUTHORIZE, { cardId, amountMinor: 500 })
  await act(CLEAR, { cardId, cardTransactionId: next.id })
  const tomorrow = await spent()
  await act(RETURN, { cardId, cardTransactionId, amountMinor: 300 })
  expect(await spent()).toEqual(tomorrow)
  await countIn('UTC')
})

test('a wallet has at most 100 cards that are active or frozen, however many are asked for at once', async () => {
  const ask = () => issue(1).catch((error: { type: string; details: { reason?: string } }) => error)
  const cards = service.database.collection<{ _id: string; walletId: string; status: string }>('cards')
  const open = { walletId: agent.walletId, status: { $in: ['active', 'frozen'] } }
  const template = await cards.findOne(open)
  for (let made = await cards.countDocuments(open); made < 98; made++)
    await cards.insertOne({ ...template, _id: `crd_many${made}`, numberHash: `many${made}` } as never)
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  const refused = answers.filter((one) => 'type' in one)
  expect(refused.map((one) => [one.type, (one as { details: object }).details])).toEqual(
    Array(4).fill(['conflict', expect.objectContaining({ reason: 'too_many_cards', limit: 100 })]),
  )
  expect(await cards.countDocuments(open)).toBe(100)
  const canceling = mutation('ChangeCardInput', 'cancelCard', 'replayed')
  await execute(service.subgraphs.treasury, organization.admin, canceling, { input: { cardId: template?._id } })
  expect('type' in (await ask())).toBe(false)
  await cards.deleteMany({ _id: /^crd_many/ as never })
})

test('what all cards of a page have spent today takes one read of their wallets', async () => {
  for (let cards = 0; cards < 2; cards++) await issue()
  const { db } = service.database.connection
  if (db === undefined) throw new Error('no database')
  await db.command({ profile: 2 })
  const document = 'query { cards(first: 50) { edges { node { spentToday spentThisMonth } } } }'
  await execute(service.subgraphs.treasury, organization.admin, document, {})
  await db.command({ profile: 0 })
  const profiled = await db
    .collection<{ command: { filter: object } }>('system.profile')
    .find({ ns: `${db.databaseName}.positions`, op: 'query' })
    .toArray()
  expect(profiled.filter(({ command }) => JSON.stringify(command.filter).includes('"wal:'))).toHaveLength(1)
  await db.dropCollection('system.profile')
})

test('no number is anywhere: rows have its keyed hash and its end, and that is all', async () => {
  const card = await issue()
  expect(card.maskedPan).toBe(`•••• •••• •••• ${card.lastFour}`)
  const pepper = Buffer.from('08'.repeat(32), 'hex')
  const everything: string[] = [...told, JSON.stringify(card)]
  for (const { name } of await service.database.collection('cards').db.listCollections().toArray())
    for await (const row of service.database.collection(name).find())
      everything.push(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
  const suspects = everything.flatMap((text) => text.match(/(?<![0-9a-z_.])4\d{15}(?![0-9a-z])/g) ?? [])
  expect(suspects).toEqual([])
  expect(everything.join('\n')).not.toMatch(/"(cvv|cvc|securityCode|pan|cardNumber)"/i)
  // The hash is that of a number which nobody has kept: known digits give the known hash.
  const known = newCardNumber(pepper, () => 3)
  expect(newCardNumber(pepper, () => 3)).toEqual(known)
  expect(newCardNumber(new Uint8Array(32), () => 3).numberHash).not.toBe(known.numberHash)
  const events = everything.filter((text) => text.includes('"card.created"'))
  expect(events.length).toBeGreaterThan(0)
  for (const event of events) expect(event).not.toContain('numberHash":"')
})

test('a card ends with its last month', async () => {
  const card = await issue()
  const end = new Date(Date.UTC(Number(card.expYear), Number(card.expMonth), 1))
  clock.set(end)
  expect((await act(AUTHORIZE, { cardId: card.id, amountMinor: 100 })).declineReason).toBe('CARD_EXPIRED')
  await expire()
  expect(await rowOf('cards', card.id)).toMatchObject({ status: 'expired', dueAt: null })
})
