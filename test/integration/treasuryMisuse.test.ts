/** What callers must not get out of the treasury: money without its approval, secrets by a detour, and payments that nothing ends. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../scripts/prove/world.ts'
import { openTreasuryWorld, type TreasuryScene, type TreasuryWorld } from '../support/treasuryWorld.ts'

const REVOKE = 'mutation ($input: RevokeAgentInput!) { revokeAgent(input: $input) { agent { id } } }'
const UPDATE =
  'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { id } } }'
const FREEZE = 'mutation ($input: FreezeWalletInput!) { freezeWallet(input: $input) { replayed } }'
const UNFREEZE = 'mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { replayed } }'
const REVOKE_MANDATE = 'mutation ($input: RevokeMandateInput!) { revokeMandate(input: $input) { replayed } }'
const ACCOUNT = { routingNumber: '021000021', type: 'CHECKING', owner: 'Acme', ownerType: 'BUSINESS' }

let at: TreasuryWorld
beforeAll(async () => {
  at = await openTreasuryWorld()
}, 90_000)
afterAll(() => at.world.close())

const rowsOf = (collection: string, { admin }: TreasuryScene) =>
  at.service.database
    .collection<{ _id: string; orgId: string; fingerprint?: string }>(collection)
    .find({ orgId: admin.orgId })
    .toArray()
const textOf = (value: unknown) =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? one.toString() : one))

test('an agent that was revoked after its token was read moves nothing', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const externalBankAccountToken = await scene.newBankAccount()
  const input = { id: scene.agent.agentId, reason: 'Drill.' }
  await execute(at.service.subgraphs.agents, scene.admin, REVOKE, { input })
  const money = { amountMinor: 100, externalBankAccountToken }
  for (const [act, form] of [
    ['withdraw', money],
    ['fund', money],
    ['link', { ...ACCOUNT, accountNumber: '87654321' }],
  ] as const)
    await expect(scene.act(act, form, scene.agent), act).rejects.toMatchObject({ details: { reason: 'agent_revoked' } })
  expect(await rowsOf('achPayments', scene)).toEqual([])
})

test('an agent whose wallet is frozen, or whose mandate was revoked, takes nothing out, though it needs no approval', async () => {
  const scene = await at.newOrganization()
  const { admin, agent } = scene
  await scene.newCard()
  const form = { amountMinor: 100, externalBankAccountToken: await scene.newBankAccount() }
  const { agents, payments, mandates } = at.service.subgraphs
  await execute(agents, admin, UPDATE, { input: { id: admin.orgId, withdrawalApprovals: false } })
  const about = { walletId: agent.walletId, reason: 'Drill.' }
  const before = [await scene.act('withdraw', form, agent), await scene.act('withdraw', form)]
  await execute(payments, admin, FREEZE, { input: about })
  await expect(scene.act('withdraw', form, agent)).rejects.toMatchObject({ type: 'wallet_frozen' })
  const stageOf = async (id = '') => (await scene.row<{ stage: string }>('achPayments', id)).stage
  await expect.poll(() => stageOf(before[0]?.id)).toBe('canceled')
  // What a person takes out is of no wallet.
  expect(await stageOf(before[1]?.id)).toBe('reviewed')
  expect((await scene.act('withdraw', form)).stage).toBe('reviewed')
  await execute(payments, admin, UNFREEZE, { input: about })
  // Nor below the trust score that its organization asks for (domain 0.1, 4.2).
  const trustScore = (minimumTrustScore: number | null) =>
    execute(agents, admin, UPDATE, { input: { id: admin.orgId, minimumTrustScore } })
  await trustScore(100)
  await expect(scene.act('withdraw', form, agent)).rejects.toMatchObject({
    ...{ type: 'compliance_denied', details: { reason: 'trust_score_below_minimum' } },
  })
  expect((await scene.act('withdraw', form)).stage).toBe('reviewed')
  await trustScore(null)
  const after = await scene.act('withdraw', form, agent)
  expect(after.stage).toBe('reviewed')
  const { mandate } = await scene.row<{ mandate: { mandateId: string } }>('positions', `wal:${agent.walletId}`)
  await execute(mandates, admin, REVOKE_MANDATE, { input: { id: mandate.mandateId } })
  await expect(scene.act('withdraw', form, agent)).rejects.toMatchObject({ type: 'mandate_revoked' })
  await expect.poll(() => stageOf(after.id)).toBe('canceled')
})

test('an agent that needs no approval for withdrawals needs one from 10,000 dollars on, and above 50,000 of a day in all', async () => {
  const scene = await at.newOrganization()
  const { admin, agent } = scene
  await scene.newCard(7_000_000)
  const form = { externalBankAccountToken: await scene.newBankAccount() }
  const input = { id: admin.orgId, withdrawalApprovals: false }
  await execute(at.service.subgraphs.agents, admin, UPDATE, { input })
  expect((await scene.act('withdraw', { ...form, amountMinor: 999_999 }, agent)).stage).toBe('reviewed')
  expect((await scene.act('withdraw', { ...form, amountMinor: 1_000_000 }, agent)).stage).toBe('awaiting_approval')
  for (let more = 0; more < 4; more++) await scene.act('withdraw', { ...form, amountMinor: 999_999 }, agent)
  expect((await scene.act('withdraw', { ...form, amountMinor: 5 }, agent)).stage).toBe('reviewed')
  const above = await scene.act('withdraw', { ...form, amountMinor: 1 }, agent)
  expect(above.stage).toBe('awaiting_approval')
  expect((await scene.act('withdraw', { ...form, amountMinor: 1 })).stage).toBe('reviewed')
  expect(await scene.decide(above.approvalId)).toBe('executed')
})

test('nobody reads the amounts of micro-deposits, nor their sum, in the log', async () => {
  const scene = await at.newOrganization()
  await scene.act('link', { ...ACCOUNT, accountNumber: '123456789012' })
  const told = (await rowsOf('events', scene)).filter((row) => textOf(row).includes('bankAccounts/'))
  expect(told).toHaveLength(1)
  expect(textOf(told)).not.toMatch(/"sum"|sealed|numberHash|123456789012/)
})

test('the stored key of a request does not tell the account number to who tries all of them', async () => {
  const scene = await at.newOrganization()
  const form = { ...ACCOUNT, accountNumber: '123456789012' }
  const { id } = await scene.act('link', { ...form, idempotencyKey: 'once' })
  const [key] = await rowsOf('idempotency', scene)
  const guessed = createHash('sha256').update(canonicalize(form) ?? '')
  expect(key?.fingerprint).not.toBe(guessed.digest('hex'))
  expect((await scene.act('link', { ...form, idempotencyKey: 'once' })).id).toBe(id)
  const other = { ...form, accountNumber: '123456789013', idempotencyKey: 'once' }
  await expect(scene.act('link', other)).rejects.toMatchObject({ type: 'idempotency_mismatch' })
})

test('the stored key of a guess does not tell the amounts to who tries all pairs', async () => {
  const scene = await at.newOrganization()
  const { id } = await scene.act('link', { ...ACCOUNT, accountNumber: '123456789014' })
  const guess = { id, microDeposits: [32, 45] }
  await expect(scene.act('verify', { ...guess, idempotencyKey: 'guess' })).rejects.toMatchObject({ type: 'conflict' })
  const [key] = await rowsOf('idempotency', scene)
  expect(key?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  const guessed = createHash('sha256').update(canonicalize(guess) ?? '')
  const unkeyed = guessed.digest('hex')
  expect(key?.fingerprint).not.toBe(unkeyed)
  const other = { ...guess, microDeposits: [32, 46], idempotencyKey: 'guess' }
  await expect(scene.act('verify', other)).rejects.toMatchObject({ type: 'idempotency_mismatch' })
  // As an earlier version has stored it.
  const keys = at.service.database.collection<{ _id: string }>('idempotency')
  await keys.updateOne({ _id: key?._id ?? '' }, { $set: { fingerprint: unkeyed } })
  await expect(scene.act('verify', { ...guess, idempotencyKey: 'guess' })).rejects.toMatchObject({ type: 'conflict' })
})

test('the sandbox does not end what waits for an approval, which can still be given', async () => {
  const scene = await at.newOrganization()
  await scene.newCard()
  const externalBankAccountToken = await scene.newBankAccount()
  const parked = await scene.act('withdraw', { amountMinor: 100, externalBankAccountToken }, scene.agent)
  expect(parked.stage).toBe('awaiting_approval')
  for (const eventType of ['ACH_ORIGINATION_CANCELLED', 'ACH_ORIGINATION_REVIEWED', 'ACH_ORIGINATION_PROCESSED'])
    for (const declineReason of [undefined, 'DECLINED'])
      await expect(scene.act('advance', { id: parked.id, eventType, declineReason })).rejects.toMatchObject({
        type: expect.stringMatching(/^(conflict|invalid_request)$/),
      })
  expect(await scene.decide(parked.approvalId)).toBe('executed')
})

test('a retry that never left is no retry: the collection can be tried again', async () => {
  const scene = await at.newOrganization()
  const externalBankAccountToken = await scene.newBankAccount()
  const { id } = await scene.act('fund', { amountMinor: 2_000_000, externalBankAccountToken })
  await scene.act('advance', { id })
  await scene.act('advance', { id })
  await scene.act('sendBack', { id, returnReasonCode: 'R01' })
  // An agent sees it, and changes only what it has asked for itself (specification 5).
  await expect(scene.act('retry', { id }, scene.agent)).rejects.toMatchObject({ type: 'not_found' })
  const canceled = await scene.act('retry', { id })
  await expect(scene.act('cancel', { id: canceled.id }, scene.agent)).rejects.toMatchObject({ type: 'not_found' })
  const own = await scene.act('fund', { amountMinor: 100, externalBankAccountToken }, scene.agent)
  expect((await scene.act('cancel', { id: own.id }, scene.agent)).status).toBe('CANCELED')
  await scene.act('cancel', { id: canceled.id })
  const [one, other] = await Promise.allSettled([scene.act('retry', { id }), scene.act('retry', { id })])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(scene.act('retry', { id })).rejects.toMatchObject({ details: { reason: 'already_retried' } })
})

test('a collection that comes back is held against the agent that has asked for it, and nobody else (domain 4.5)', async () => {
  const scene = await at.newOrganization()
  const externalBankAccountToken = await scene.newBankAccount()
  const conduct = async () => {
    const { conduct } = await scene.row<{ conduct: { today: { returned: number } } }>(
      ...(['positions', `wal:${scene.agent.walletId}`] as const),
    )
    return Number(conduct.today.returned)
  }
  for (const [by, returned] of [
    [scene.admin, 0],
    [scene.agent, 1],
  ] as const) {
    const { id } = await scene.act('fund', { amountMinor: 100, externalBankAccountToken }, by)
    for (const _ of [1, 2]) await scene.act('advance', { id })
    await scene.act('sendBack', { id, returnReasonCode: 'R01' })
    expect(await conduct()).toBe(returned)
  }
  const query = 'query ($id: ID!) { wallet(id: $id) { trustScore { signals { name value } } } }'
  const { payments } = at.service.subgraphs
  const { wallet } = await execute<{ wallet: { trustScore: { signals: { name: string; value: number }[] } } }>(
    ...([payments, scene.admin, query, { id: scene.agent.walletId }] as const),
  )
  expect(wallet.trustScore.signals).toContainEqual({ name: 'reliability', value: 0.5 })
})

test('a card pays nothing for an agent that is no longer verified, however little (domain 4.1)', async () => {
  const scene = await at.newOrganization()
  const cardId = await scene.newCard()
  const review = 'mutation ($input: SimulateKybReviewInput!) { simulateKybReview(input: $input) { replayed } }'
  const authorize = async () => (await scene.act('authorize', { cardId, amountMinor: 100 })).declineReason
  expect(await authorize()).toBeNull()
  for (const [status, declined] of [
    ['rejected', 'SUSPECTED_FRAUD'],
    ['accepted', null],
  ] as const) {
    await execute(at.service.subgraphs.agents, scene.admin, review, { input: { status } })
    expect(await authorize()).toBe(declined)
  }
})

test('the books are compared once at a time, however often that is asked at once', async () => {
  const { admin } = await at.newOrganization()
  const document = `mutation { reconcileTreasury(input: {}) { reconciliation { openMismatches } } }`
  const ask = () => execute(at.service.subgraphs.treasury, admin, document, {})
  const outcomes = await Promise.allSettled(Array.from({ length: 24 }, ask))
  // One, and 16 that wait for it.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(17)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({
        ...{ type: 'rate_limited', message: expect.stringContaining('Wait for the result') },
        details: { bucket: 'treasury-reconciliations' },
      })
})

test('a list of payments refuses a bank account or financial account that is no id', async () => {
  const { admin } = await at.newOrganization()
  for (const name of ['externalBankAccountId', 'financialAccountId'])
    await expect(
      execute(at.service.subgraphs.treasury, admin, `{ treasuryPayments(${name}: "zzz") { totalCount } }`),
      name,
    ).rejects.toMatchObject({ details: { fields: [{ code: 'not_an_identifier' }] } })
})
