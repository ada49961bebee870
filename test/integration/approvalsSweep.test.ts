// The sweep of expired and dismissed approvals isolates failures (domain 3): rows that cannot be ended, however many, do
// not delay those of other organizations.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApprovalRow } from '../../subgraphs/payments/models/approvals.ts'
import {
  dismissWithoutMandate,
  expireDueApprovals,
} from '../../subgraphs/payments/services/approvals/expireApprovals.ts'
import { walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld } from '../support/approvalsWorld.ts'

const DAY_MS = 86_400_000
/** More than a sweep reads at a time. */
const BROKEN = 60

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('approvals-sweep-test')
}, 60_000)
afterAll(() => world.close())

const deps = () => world.service

/** Approvals of one organization whose reservation is missing, so that its release fails; older than all others. */
async function breakMany(owner: Owner): Promise<void> {
  const { approvalId } = await world.pay(owner, '30')
  const row = await world.approval(approvalId)
  const rows = Array.from({ length: BROKEN }, (_, n) => ({
    ...row,
    _id: `apr_${n}_${approvalId}` as const,
    expiresAt: new Date(row.expiresAt.getTime() - 1_000),
  }))
  await world.service.database.collection<ApprovalRow>('approvals').insertMany(rows)
  await change(owner, { 'day.reserved': 0n })
}

const change = ({ walletId }: Owner, $set: object) =>
  world.service.database.collection<{ _id: string }>('positions').updateOne({ _id: walletRef(walletId).id }, { $set })

test('of those that have expired', async () => {
  const [broken, whole] = [await world.createOwner(), await world.createOwner()]
  await breakMany(broken)
  const { approvalId } = await world.pay(whole, '30')
  world.clock.advance(8 * DAY_MS)
  expect(await expireDueApprovals(deps())).toBe(1)
  expect(await world.approval(approvalId)).toMatchObject({ status: 'expired' })
})

test('of those whose mandate has ended', async () => {
  const [broken, whole] = [await world.createOwner(), await world.createOwner()]
  await breakMany(broken)
  const { approvalId } = await world.pay(whole, '30')
  const frozen = { source: 'policy', by: 'policy', reason: 'Drill.', at: world.clock.now() }
  for (const one of [broken, whole]) await change(one, { frozen })
  expect(await dismissWithoutMandate(deps())).toBe(1)
  expect(await world.approval(approvalId)).toMatchObject({ status: 'dismissed' })
})
