// Kill switches on the treasury (domain 5): what cannot be stopped keeps nothing else from being stopped, and a card that its
// agent has frozen before is the organization's to unfreeze. A suspended organization and a revoked agent
// take nothing out any more.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../scripts/prove/world.ts'
import { openTreasuryWorld, type TreasuryScene, type TreasuryWorld } from '../support/treasuryWorld.ts'

let at: TreasuryWorld
beforeAll(async () => {
  at = await openTreasuryWorld()
}, 90_000)
afterAll(() => at.world.close())

/** As the worker does it, with all that a switch stops. */
async function sweep(isOver: () => Promise<boolean>): Promise<void> {
  const stopping = new AbortController()
  const running = at.service.workers.find(({ name }) => name === 'killSwitches')?.run(stopping.signal)
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
  stopping.abort()
  await running
}

const stageOf = async (scene: TreasuryScene, id: string) =>
  (await scene.row<{ stage: string }>('achPayments', id)).stage

test('a withdrawal that cannot be stopped keeps neither other payments nor cards from it', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  const externalBankAccountToken = await scene.newBankAccount()
  const form = { amountMinor: 100, externalBankAccountToken }
  const broken = await scene.act('withdraw', form)
  const collection = await scene.act('fund', form)
  const parked = await scene.act('withdraw', form, scene.agent)
  const position = { _id: `usd:${scene.admin.orgId}:test` }
  const positions = at.service.database.collection<{ _id: string }>('positions')
  await positions.updateOne(position, { $set: { 'totals.withdrawalClearing': 0n } })
  const id = await scene.stop('organization', scene.admin.orgId)
  await sweep(async () => {
    const card = await scene.row<{ status: string }>('cards', cardId)
    const stages = await Promise.all([collection, parked].map((one) => stageOf(scene, one.id)))
    return card.status === 'frozen' && stages.every((stage) => stage === 'canceled')
  })
  expect(await stageOf(scene, broken.id)).toBe('reviewed')
  expect((await scene.row<{ sweptAt: Date | null }>('killSwitches', id)).sweptAt ?? null).toBeNull()
  await positions.updateOne(position, { $set: { 'totals.withdrawalClearing': 100n } })
  await sweep(async () => (await stageOf(scene, broken.id)) === 'canceled')
  expect(await scene.usd()).toEqual({ available: 100_000n, deficit: 0n })
})

test('conversions that cannot be stopped keep no other one from it, however many they are', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: await scene.newBankAccount() }
  // What ends with its approval stands for what a quote would deliver.
  const parked = await scene.act('withdraw', form, scene.agent)
  const { orgId, mode } = scene.admin
  const waits = { v: 1, mode, status: 'open', chain: 'base', token: 'USDC', createdAt: at.clock.now(), dueAt: null }
  const own = { ...waits, orgId, walletId: scene.agent.walletId, approvalId: parked.approvalId, _id: 'qte_stopped99' }
  const broken = Array.from({ length: 50 }, (_, n) => ({
    ...{ ...waits, orgId: 'org_gone', walletId: 'wal_gone', approvalId: 'apr_gone', _id: `qte_stopped${n + 10}` },
  }))
  const quotes = at.service.database.collection<{ _id: string }>('quotes')
  await quotes.insertMany([...broken, own] as never)
  await scene.stop('chain', 'base')
  const everywhere = { orgId: null, mode: null, scope: 'chain', targetId: 'base' }
  await expect(at.service.work.stop(everywhere)).rejects.toThrow()
  await quotes.deleteMany({ _id: /^qte_stopped/ as never })
  expect(await stageOf(scene, parked.id)).toBe('canceled')
})

test('a card that its agent has frozen is frozen by the switch, so that the agent cannot unfreeze it afterwards', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  await scene.act('freezeCard', { cardId }, scene.agent)
  await scene.stop('agent', scene.agent.agentId)
  await sweep(async () => (await scene.row<{ frozenBy: string }>('cards', cardId)).frozenBy === 'kill_switch')
})

test.each(['agent', 'wallet'] as const)(
  'what a switch on its %s has frozen nobody opens under it (domain 5)',
  async (scope) => {
    const scene = await at.newOrganization()
    const cardId = await scene.newCard()
    const { agentId, walletId } = scene.agent
    await scene.act('freezeCard', { cardId })
    await scene.stop(scope, scope === 'agent' ? agentId : walletId)
    const stopped = { type: 'kill_switch_active', details: { scope } }
    await expect(scene.act('unfreezeCard', { cardId })).rejects.toMatchObject(stopped)
    await expect(scene.act('changeLimits', { cardId, limitDaily: '10' })).rejects.toMatchObject(stopped)
    expect(await scene.act('cancelCard', { cardId })).toMatchObject({ status: 'canceled' })
  },
)

test('what a switch on an agent would stop is of that agent alone, as what it stops (experience 2, 11)', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: await scene.newBankAccount() }
  await scene.act('withdraw', form)
  await scene.act('withdraw', form, scene.agent)
  const { orgId, mode } = scene.admin
  const effectOn = (agentId: string) => at.service.work.count({ orgId, mode, scope: 'agent', targetId: agentId })
  expect(await effectOn('agt_other')).toMatchObject({ queued: 0, parked: 0, broadcast: 0 })
  expect(await effectOn(scene.agent.agentId)).toMatchObject({ queued: 0, parked: 1, broadcast: 0 })
})

test('what has not left for the bank ends when its organization is suspended', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: await scene.newBankAccount() }
  const [withdrawal, parked] = [await scene.act('withdraw', form), await scene.act('withdraw', form, scene.agent)]
  for (let more = 0; more < 8; more++) await scene.act('fund', form)
  const { orgId } = scene.admin
  await at.service.subgraphs.agents.setOrganizationStatus({ orgId, status: 'suspended', reason: 'Drill.' })
  const before = at.service.commit.stats().batches
  const stopped = await at.service.work.stop({ orgId, mode: null, scope: 'organization', targetId: orgId })
  expect(stopped).toMatchObject({ queued: 9, parked: 1 })
  // However many there are, they share commits.
  expect(at.service.commit.stats().batches - before).toBeLessThan(9)
  for (const { id } of [withdrawal, parked])
    expect(await scene.row('achPayments', id)).toMatchObject({ stage: 'canceled', failureCode: 'canceled' })
  expect(await scene.usd()).toEqual({ available: 100_000n, deficit: 0n })
})

test('that books and bank agree again is noted for a suspended organization, too (domain 1.11)', async () => {
  const { admin, row } = await at.newOrganization()
  const { orgId, mode } = admin
  const _id = 'tmi_suspended'
  const facts = { kind: 'amount_mismatch', entry: 'balance', state: 'open', reference: null, traceNumber: 'available' }
  const mismatches = at.service.database.collection<{ _id: string }>('bankMismatches')
  const figures = { financialAccountId: 'fa_gone', ledgerCents: 1n, bankCents: 2n, reason: 'A drill.' }
  const open = { resolution: null, resolvedBy: null, resolvedAt: null, openedAt: at.clock.now() }
  await mismatches.insertOne({ _id, v: 1, orgId, mode, ...facts, ...figures, ...open } as never)
  await at.service.subgraphs.agents.setOrganizationStatus({ orgId, status: 'suspended', reason: 'Drill.' })
  const stopping = new AbortController()
  const running = at.service.workers.find(({ name }) => name === 'treasuryReconciliation')?.run(stopping.signal)
  await expect
    .poll(() => row('bankMismatches', _id), { timeout: 60_000 })
    .toMatchObject({ state: 'resolved', resolvedBy: null })
  stopping.abort()
  await running
})

test('what an agent takes out ends with it', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: await scene.newBankAccount() }
  const approved = await scene.act('withdraw', form, scene.agent)
  expect(await scene.decide(approved.approvalId)).toBe('executed')
  const parked = await scene.act('withdraw', form, scene.agent)
  const others = [await scene.act('withdraw', form), await scene.act('fund', form, scene.agent)]
  const document = 'mutation ($input: RevokeAgentInput!) { revokeAgent(input: $input) { agent { id } } }'
  const input = { id: scene.agent.agentId, reason: 'Drill.' }
  await execute(at.service.subgraphs.agents, scene.admin, document, { input })
  for (const { id } of [approved, parked])
    await expect.poll(() => stageOf(scene, id), { timeout: 60_000 }).toBe('canceled')
  for (const { id } of others) expect(await stageOf(scene, id)).toBe('reviewed')
  expect(await scene.usd()).toEqual({ available: 99_900n, deficit: 0n })
})

const rowsIn = (collection: string) => at.service.database.collection<{ _id: string }>(collection)

/** As if whoever sweeps up after a stop had not come to it. */
async function unswept<T>(id: string, act: () => Promise<T>): Promise<T> {
  await rowsIn('achPayments').updateOne({ _id: id }, { $set: { status: 'HIDDEN' } })
  const done = await act()
  await rowsIn('achPayments').updateOne({ _id: id }, { $set: { status: 'PENDING' } })
  return done
}

test.each([
  ['withdraw', 'organization'],
  ['fund', 'rail'],
] as const)('what a stop has not swept yet does not leave with the file (%s, %s)', async (direction, scope) => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const { id } = await scene.act(direction, {
    ...{ amountMinor: 100, externalBankAccountToken: await scene.newBankAccount() },
  })
  await unswept(id, () => scene.stop(scope, scope === 'rail' ? 'ach' : scene.admin.orgId))
  await scene.act('advance', { id })
  expect(await scene.row('achPayments', id)).toMatchObject({
    ...{ stage: 'canceled', status: 'CANCELED', failureCode: 'kill_switch_active' },
  })
  expect(await scene.usd()).toEqual({ available: 100_000n, deficit: 0n })
})

test('what goes to or from somebody who is on a sanctions list by now does not leave', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const externalBankAccountToken = await scene.newBankAccount()
  const { id } = await scene.act('withdraw', { amountMinor: 100, externalBankAccountToken })
  await at.service.subgraphs.treasury.pauseListed(externalBankAccountToken)
  await scene.act('advance', { id })
  expect(await scene.row('achPayments', id)).toMatchObject({ stage: 'canceled' })
  expect(await scene.usd()).toEqual({ available: 100_000n, deficit: 0n })
})

const left = 'ACH_ORIGINATION_PROCESSED'

test.each(['withdraw', 'fund'] as const)(
  'what is queued for a bank account that is paused does not leave with the file, unless it is unpaused before (%s)',
  async (direction) => {
    const scene = await at.newOrganization()
    await scene.newCard(1_000)
    const id = await scene.newBankAccount()
    const form = { amountMinor: 100, externalBankAccountToken: id }
    const [ended, later] = [await scene.act(direction, form), await scene.act(direction, form)]
    await scene.act('pauseAccount', { id, reason: 'Stolen key.' })
    expect(await scene.act('advance', { id: ended.id, eventType: left })).toMatchObject({
      ...{ status: 'CANCELED', failureCode: 'bank_account_paused' },
      failureMessage: expect.stringMatching(/^It has not left, .* The bank account is paused\./),
    })
    const [last] = (await scene.row<{ events: { type: string }[] }>('achPayments', ended.id)).events.slice(-1)
    expect(last).toMatchObject({ type: 'ACH_ORIGINATION_CANCELLED' })
    await scene.act('unpauseAccount', { id })
    expect(await scene.act('advance', { id: later.id, eventType: left })).toMatchObject({ stage: 'processed' })
    expect(await scene.usd()).toEqual({ available: direction === 'fund' ? 1_000n : 900n, deficit: 0n })
  },
)

test.each([
  ['R10', 'bank_account_paused'],
  ['R02', 'account_closed'],
])('after a return for %s no other collection leaves for the bank account (domain 1.6)', async (code, failureCode) => {
  const scene = await at.newOrganization()
  const form = { amountMinor: 100, externalBankAccountToken: await scene.newBankAccount() }
  const [first, second] = [await scene.act('fund', form), await scene.act('fund', form)]
  for (const _ of ['processed', 'settled']) await scene.act('advance', { id: first.id })
  expect(await scene.act('sendBack', { id: first.id, returnReasonCode: code })).toMatchObject({ status: 'RETURNED' })
  expect(await scene.act('advance', { id: second.id })).toMatchObject({ status: 'CANCELED', failureCode })
  expect(await scene.usd()).toEqual({ available: 0n, deficit: 0n })
})

test('no withdrawal leaves while the organization owes, and its money repays that (domain 1.8)', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard(1_000)
  const form = { amountMinor: 600, externalBankAccountToken: await scene.newBankAccount() }
  const [{ id }, collection] = [await scene.act('withdraw', form), await scene.act('fund', form)]
  await scene.act('clear', { cardId, amountMinor: 500 })
  expect(await scene.usd()).toEqual({ available: 0n, deficit: 100n })
  expect(await scene.act('advance', { id: collection.id })).toMatchObject({ stage: 'processed' })
  expect(await scene.act('advance', { id })).toMatchObject({
    ...{ status: 'CANCELED', failureCode: 'insufficient_funds' },
    failureMessage: expect.stringContaining('The organization owes 100 cents'),
  })
  expect(await scene.usd()).toEqual({ available: 500n, deficit: 0n })
})

test('an approved withdrawal that is refused says why, and not that it came back', async () => {
  const scene = await at.newOrganization()
  await scene.newCard(1_000)
  const externalBankAccountToken = await scene.newBankAccount()
  const [poor, paused] = [
    await scene.act('withdraw', { amountMinor: 900, externalBankAccountToken }, scene.agent),
    await scene.act('withdraw', { amountMinor: 100, externalBankAccountToken }, scene.agent),
  ]
  await scene.act('withdraw', { amountMinor: 500, externalBankAccountToken })
  const ended = async ({ id, approvalId }: typeof poor) => {
    expect(await scene.decide(approvalId)).toBe('failed')
    const document = 'query ($id: ID!) { treasuryPayment(id: $id) { failureCode failureMessage } }'
    const answer = await execute<{ treasuryPayment: object }>(at.service.subgraphs.treasury, scene.admin, document, {
      id,
    })
    return answer.treasuryPayment
  }
  expect(await ended(poor)).toEqual({
    failureCode: 'insufficient_funds',
    failureMessage: expect.stringMatching(/^It has not left, .* 500 cents available; this needs 900\./),
  })
  await scene.act('pauseAccount', { id: externalBankAccountToken })
  expect(await ended(paused)).toEqual({
    failureCode: 'bank_account_paused',
    failureMessage: expect.stringContaining('The bank account is paused.'),
  })
})

test('while a stop lasts no micro-deposits leave; they go with a later file', async () => {
  const scene = await at.newOrganization()
  const form = { routingNumber: '021000021', accountNumber: '44443333', type: 'CHECKING', owner: 'Acme' }
  const { id } = await scene.act('link', { ...form, ownerType: 'BUSINESS' })
  const switchId = await scene.stop('capability', 'treasury')
  const seen = () => scene.row<{ dueAt: Date; microDeposits: { status: string } }>('bankAccounts', id)
  const follow = async (isOver: () => Promise<boolean>) => {
    const stopping = new AbortController()
    const running = at.service.workers.find(({ name }) => name === 'treasuryFollow')?.run(stopping.signal)
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
    stopping.abort()
    await running
  }
  at.clock.advance(86_400_000)
  await follow(async () => (await seen()).dueAt > at.clock.now())
  expect((await seen()).microDeposits.status).toBe('created')
  const lift =
    'mutation ($input: DeactivateKillSwitchInput!) { deactivateKillSwitch(input: $input) { killSwitch { id } } }'
  await execute(at.service.subgraphs.mandates, scene.second, lift, { input: { id: switchId, reason: 'Over.' } })
  at.clock.advance(86_400_000)
  await follow(async () => (await seen()).microDeposits.status === 'sent')
})
