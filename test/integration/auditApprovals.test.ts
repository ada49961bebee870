// What `npm run audit` says of approvals, of mandates that have ended, and of cards: red at the point of the breach, and at no other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, openAuditWorld, type Row } from '../support/auditWorld.ts'

let world: Awaited<ReturnType<typeof openAuditWorld>>
beforeAll(async () => {
  world = await openAuditWorld()
}, 60_000)
afterAll(() => world.close())

const completed = (copy: Copy, filter: object = {}) =>
  copy.row('payments', { status: 'completed', holdId: { $exists: false }, ...filter })
const approved = (copy: Copy) => completed(copy, { approvalId: { $type: 'string' } })

async function insertBeforeAcceptance(copy: Copy, { _id, orgId, mandateId }: Row): Promise<void> {
  const all = await copy.rows('events', { orgId }, { cursor: 1 })
  const at = all.findIndex(({ type, resourceId }) => type === 'payment.accepted' && resourceId === _id)
  const created = all.find(({ type, resourceId }) => type === 'mandate.created' && resourceId === mandateId) as Row
  const { version } = await copy.row('mandates', { _id: mandateId })
  const revoked = {
    ...created,
    type: 'mandate.revoked',
    data: { ...(created.data as object), version: Number(version) },
  }
  await copy.reseal('events', orgId, [...all.slice(0, at), revoked, ...all.slice(at)])
  await copy.set('mandates', String(mandateId), { status: 'revoked' })
}

const FAULTS: readonly { point: number; fault: string; make(copy: Copy): Promise<void> }[] = [
  {
    point: 7,
    fault: 'a payment above the threshold that nobody has approved',
    make: async (copy) => copy.set('payments', (await approved(copy))._id, { approvalId: null }),
  },
  {
    point: 7,
    fault: 'two payments under one approval',
    async make(copy) {
      const { approvalId } = await approved(copy)
      await copy.set('payments', (await completed(copy, { approvalId: null }))._id, { approvalId })
    },
  },
  {
    point: 7,
    fault: 'an approval of another amount',
    async make(copy) {
      const { approvalId, amount } = await approved(copy)
      await copy.set('approvals', String(approvalId), { amount: (amount as bigint) + 1n })
    },
  },
  {
    point: 7,
    fault: 'an approval of another payee',
    make: async (copy) =>
      copy.set('approvals', String((await approved(copy)).approvalId), { to: `0x${'7'.repeat(40)}` }),
  },
  {
    point: 7,
    fault: 'an approval that was given after its end',
    async make(copy) {
      const { approvalId, createdAt } = await approved(copy)
      await copy.set('approvals', String(approvalId), { expiresAt: createdAt })
    },
  },
  {
    point: 7,
    fault: 'an approval by who asked for it',
    async make(copy) {
      const { _id, decisions } = await copy.row('approvals', { _id: (await approved(copy)).approvalId })
      const [{ personId } = {}] = decisions as { personId: string }[]
      await copy.set('approvals', _id, { requestedBy: { kind: 'organization', personId } })
    },
  },
  {
    point: 7,
    fault: 'a hold above the threshold that nobody has approved',
    async make(copy) {
      const { mandateId, mandateVersion, usdMicro } = await copy.row('holds', {
        stage: { $in: ['captured', 'voided'] },
      })
      const threshold = { 'policy.approvalThreshold': (usdMicro as bigint) - 1n }
      await copy.set('mandateVersions', `${mandateId}/${mandateVersion}`, threshold)
    },
  },
  {
    point: 14,
    fault: 'a signature after the end of its mandate',
    async make(copy) {
      const { mandateId, createdAt } = await completed(copy)
      await copy.set('mandates', String(mandateId), { expiresAt: new Date((createdAt as Date).getTime() - 60_000) })
    },
  },
  {
    point: 14,
    fault: 'a payment that was accepted after its mandate was revoked',
    async make(copy) {
      const changed = (await copy.rows('events', { type: { $in: ['mandate.updated', 'mandate.revoked'] } })).map(
        ({ resourceId }) => resourceId,
      )
      await insertBeforeAcceptance(copy, await completed(copy, { mandateId: { $nin: changed } }))
    },
  },
  {
    point: 14,
    fault: 'an authorization by card after a kill switch of the platform',
    async make(copy) {
      const { _id } = await copy.row('killSwitches', { orgId: null })
      const { createdAt } = await copy.row('cardTransactions', { kind: 'AUTHORIZATION', status: 'PENDING' })
      const activatedAt = new Date((createdAt as Date).getTime() - 60_000)
      await copy.set('killSwitches', _id, { scope: 'rail', targetId: 'card', activatedAt })
    },
  },
  {
    point: 4,
    fault: 'a card that has spent more of its own limits than its transactions say',
    async make(copy) {
      const { _id, month } = await copy.row('cards', { month: { $ne: null } })
      await copy.set('cards', _id, { 'month.net': (month as { net: bigint }).net + 1n })
    },
  },
  {
    point: 20,
    fault: 'a settlement of the card network that no entry posts',
    async make(copy) {
      const { _id, clearedCents } = await copy.row('cardTransactions', { networkCents: { $exists: true } })
      await copy.set('cardTransactions', _id, { networkCents: clearedCents, dueAt: null })
    },
  },
  {
    point: 20,
    fault: 'a round of micro-deposits whose cost no entry posts',
    make: async (copy) => copy.set('bankAccounts', (await copy.row('bankAccounts', {}))._id, { lostCents: 5n }),
  },
]

test.each(FAULTS)('$point: $fault', async ({ point, make }) => {
  const copy = await world.copy()
  await make(copy)
  const { points } = await copy.audit()
  expect(points.filter(({ breachCount }) => breachCount > 0).map((one) => one.point)).toEqual([point])
})

test('what an organization did by a clock that it had moved is no breach: its times and those of the chain differ', async () => {
  const copy = await world.copy()
  const { orgId, walletId, createdAt } = await completed(copy)
  const all = await copy.rows('events', { orgId }, { cursor: 1 })
  const at = all.findIndex(({ type, walletId: of }) => type === 'payment.accepted' && of === walletId)
  const before = new Date((createdAt as Date).getTime() - 60_000)
  const change = { ...(all[at] as Row), data: { actor: 'key_1' }, resourceId: walletId }
  const frozen = { ...change, type: 'wallet.frozen', createdAt: before }
  const unfrozen = {
    ...change,
    type: 'wallet.unfrozen',
    createdAt: new Date((createdAt as Date).getTime() + 86_400_000),
  }
  await copy.reseal('events', orgId, [...all.slice(0, at), frozen, unfrozen, ...all.slice(at)])
  const red = async () =>
    (await copy.audit()).points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)
  expect(await red()).toEqual([14])
  await copy.set('positions', `org:${orgId}`, {
    clocks: { test: { aheadMs: 86_400_000, until: null, movedAt: createdAt } },
  })
  expect(await red()).toEqual([])
})

test('a payment that the chain had made before a backup was restored rests on no approval any more: its mismatch explains that', async () => {
  const copy = await world.copy()
  const { _id, approvalId, orgId, mode, chain } = await approved(copy)
  await copy.set('approvals', String(approvalId), { expiresAt: new Date(0) })
  await copy.insert('mismatches', {
    ...{ _id: 'mis_found', orgId, mode, chain, paymentId: _id, kind: 'payment_not_booked', state: 'resolved' },
    ...{ resolution: 'paid_before_restore', expected: '0', found: '1', missing: 0n },
  })
  const { points, explained } = await copy.audit()
  expect(points.flatMap(({ breaches }) => breaches)).toEqual([])
  expect(explained).toContainEqual(expect.stringContaining('mis_found'))
})
