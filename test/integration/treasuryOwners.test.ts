// The owner of a bank account is screened again whenever money is to leave for it (domain 4.3): where somebody has to look first,
// nothing leaves, whoever has asked for it and whenever.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import type { CaseRow } from '../../subgraphs/payments/models/cases.ts'
import { openTreasuryWorld, type TreasuryScene, type TreasuryWorld } from '../support/treasuryWorld.ts'

let at: TreasuryWorld

beforeAll(async () => {
  at = await openTreasuryWorld()
}, 60_000)
afterAll(() => at.world.close())

/** As if the list had the name since; nobody has been screened by it yet. */
async function resemble(id: string): Promise<void> {
  const rows = at.service.database.collection<{ _id: string }>('bankAccounts')
  await rows.updateOne({ _id: id }, { $set: { owner: 'Lazard Group' } })
}

const casesOf = (id: string) =>
  at.service.database
    .collection<CaseRow>('cases')
    .find({ 'subject.id': id as `eba_${string}` })
    .toArray()

async function expectWaiting(scene: TreasuryScene, id: string, requestedBy: object): Promise<void> {
  expect(await scene.row('bankAccounts', id)).toMatchObject({ state: 'PAUSED', pauseReason: 'compliance_review' })
  expect(await casesOf(id)).toMatchObject([{ status: 'open', subject: { type: 'bank_account', id }, requestedBy }])
}

test('a withdrawal to it is refused, and opens the case in the same commit', async () => {
  const scene = await at.newOrganization()
  const bank = await scene.newBankAccount()
  const form = { amountMinor: 100, externalBankAccountToken: bank }
  await scene.newCard()
  await resemble(bank)
  const { keyId } = scene.admin
  await expect(scene.act('withdraw', form)).rejects.toMatchObject({
    ...{ type: 'bank_account_paused', details: { pause_reason: 'compliance_review' } },
  })
  await expectWaiting(scene, bank, { kind: 'organization', keyId })
  await expect(scene.act('withdraw', form)).rejects.toMatchObject({ type: 'bank_account_paused' })
  expect(await casesOf(bank)).toHaveLength(1)
  expect(await scene.usd()).toEqual({ available: 100_000n, deficit: 0n })
})

test('what an agent asked for before ends when it is approved', async () => {
  const scene = await at.newOrganization()
  const bank = await scene.newBankAccount()
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: bank }
  const parked = await scene.act('withdraw', form, scene.agent)
  await resemble(bank)
  expect(await scene.decide(parked.approvalId)).toBe('failed')
  expect(await scene.row('achPayments', parked.id)).toMatchObject({ stage: 'declined' })
  await expectWaiting(scene, bank, { kind: 'agent', agentId: scene.agent.agentId })
  expect(await scene.usd()).toEqual({ available: 100_000n, deficit: 0n })
})

let imported = 0

/** The only list that is imported here, in force from now on; nobody has been screened by it again. */
const listOnly = (name: string) =>
  importScreeningList(at.service, {
    ...{ list: 'aged', category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      yield { name, aliases: [], addresses: [] }
    })(),
    version: () => ({ version: String(++imported), effectiveAt: new Date('2026-01-01T00:00:00Z') }),
  })

const rename = (collection: string, id: string, to: object) =>
  at.service.database.collection<{ _id: string }>(collection).updateOne({ _id: id }, { $set: to })

test('a collection from one of whom somebody has to look first is refused, and opens the case', async () => {
  const scene = await at.newOrganization()
  const bank = await scene.newBankAccount()
  await resemble(bank)
  const form = { amountMinor: 100, externalBankAccountToken: bank }
  await expect(scene.act('fund', form)).rejects.toMatchObject({
    ...{ type: 'bank_account_paused', details: { pause_reason: 'compliance_review' } },
  })
  await expectWaiting(scene, bank, { kind: 'organization', keyId: scene.admin.keyId })
})

test.each([
  ['owner of the bank account', 'bankAccounts', { owner: 'Ottoline Varga' }],
  ['trade name of that owner', 'bankAccounts', { doingBusinessAs: 'Ottoline Varga' }],
  ['organization', 'organizations', { name: 'Ottoline Varga' }],
  ['agent that asks', 'agents', { name: 'Ottoline Varga' }],
] as const)('as soon as a list has the %s, nothing moves over ACH (domain 4.3, gate 15)', async (_who, rows, name) => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const bank = await scene.newBankAccount()
  const form = { amountMinor: 100, externalBankAccountToken: bank }
  const parked = await scene.act('withdraw', form, scene.agent)
  const approved = await scene.act('withdraw', form, scene.agent)
  expect(await scene.decide(approved.approvalId)).toBe('executed')
  const collected = await scene.act('fund', form, scene.agent)
  const ids = { bankAccounts: bank, organizations: scene.admin.orgId, agents: scene.agent.agentId }
  await rename(rows, ids[rows], name)
  await listOnly('VARGA, Ottoline')
  for (const act of ['fund', 'withdraw'] as const)
    await expect(scene.act(act, form, scene.agent)).rejects.toMatchObject({
      ...{ type: 'compliance_denied', details: { reason: 'sanctions_hit', list: 'aged' } },
    })
  expect(await scene.decide(parked.approvalId)).toBe('failed')
  for (const { id } of [approved, collected]) {
    await scene.act('advance', { id, eventType: 'ACH_ORIGINATION_PROCESSED' })
    expect(await scene.row('achPayments', id)).toMatchObject({ stage: 'canceled', failureCode: 'canceled' })
  }
  expect(await scene.usd()).toEqual({ available: 100_000n, deficit: 0n })
  await listOnly('Nobody At All')
})

test.each([
  ['organization', 'organizations', { name: 'Ottoline Varga' }],
  ['owner', 'bankAccounts', { owner: 'Ottoline Varga' }],
] as const)('no micro-deposits leave once a list has the %s (domain 4.3)', async (_who, rows, name) => {
  const scene = await at.newOrganization()
  const form = { routingNumber: '021000021', accountNumber: '44443333', type: 'CHECKING', owner: 'Acme' }
  const { id } = await scene.act('link', { ...form, ownerType: 'BUSINESS' })
  await rename(rows, rows === 'organizations' ? scene.admin.orgId : id, name)
  await listOnly('VARGA, Ottoline')
  await expect(scene.act('microDeposits', { id, event: 'sent' })).rejects.toMatchObject({
    ...{ type: 'compliance_denied', details: { reason: 'sanctions_hit' } },
  })
  expect(await scene.row('bankAccounts', id)).toMatchObject({ microDeposits: { status: 'created' } })
  await listOnly('Nobody At All')
})

test('nothing moves over ACH, and what waits for its file goes on waiting, while the list is too old (domain 4.3)', async () => {
  const scene = await at.newOrganization()
  const bank = await scene.newBankAccount()
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: bank }
  await listOnly('Nobody At All')
  const waiting = await scene.act('withdraw', form)
  at.clock.advance(at.service.config.screeningListAgeMaxMs + 3_600_000)
  for (const act of ['withdraw', 'fund'] as const)
    await expect(scene.act(act, form)).rejects.toMatchObject({ type: 'service_unavailable' })
  await scene.act('advance', { id: waiting.id, eventType: 'ACH_ORIGINATION_PROCESSED' })
  expect(await scene.row('achPayments', waiting.id)).toMatchObject({ stage: 'reviewed' })
})
