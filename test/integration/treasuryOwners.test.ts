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

test('nothing moves over ACH, and what waits for its file goes on waiting, while the list is too old (domain 4.3)', async () => {
  const scene = await at.newOrganization()
  const bank = await scene.newBankAccount()
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: bank }
  await importScreeningList(at.service, {
    ...{ list: 'aged', category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      yield { name: 'Nobody At All', aliases: [], addresses: [] }
    })(),
    version: () => ({ version: '1', effectiveAt: new Date('2026-01-01T00:00:00Z') }),
  })
  const waiting = await scene.act('withdraw', form)
  at.clock.advance(at.service.config.screeningListAgeMaxMs + 3_600_000)
  for (const act of ['withdraw', 'fund'] as const)
    await expect(scene.act(act, form)).rejects.toMatchObject({ type: 'service_unavailable' })
  await scene.act('advance', { id: waiting.id, eventType: 'ACH_ORIGINATION_PROCESSED' })
  expect(await scene.row('achPayments', waiting.id)).toMatchObject({ stage: 'reviewed' })
})
