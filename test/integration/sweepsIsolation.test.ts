// Sweeps end what is over for all organizations: one whose commits do not come through for a while, however much there is to
// end of it, delays no other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWorkers } from '../../gateway/workers.ts'
import type { ApprovalRow } from '../../subgraphs/payments/models/approvals.ts'
import type { HoldRow } from '../../subgraphs/payments/models/holds.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, PAYEE } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { holdOrganization } from '../support/holdOrganization.ts'
import { silentLog } from '../support/openTestDatabase.ts'

const DAY_MS = 86_400_000
/** Several times what a sweep reads at a time. */
const ROWS = 300
/** Less than two commits that do not come through take. */
const SOON_MS = 25_000

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('sweeps-isolation-test')
}, 60_000)
afterAll(() => world.close())

interface Due {
  readonly _id: string
  readonly orgId: string
  readonly expiresAt: Date
}

/** More rows like this one, which are due before it. */
async function multiply<Row extends Due>(collection: string, id: string): Promise<void> {
  const rows = world.service.database.collection<Row>(collection)
  const row = (await rows.findOne({ _id: id } as never)) as unknown as Row
  const expiresAt = new Date(row.expiresAt.getTime() - 60_000)
  const more = Array.from({ length: ROWS }, (_, n) => ({ ...row, _id: `${id}${n}`, expiresAt }))
  await rows.insertMany(more as never)
}

async function sweepWhileHeld(stuck: Owner, worker: string, isEnded: () => Promise<boolean>): Promise<void> {
  world.clock.advance(8 * DAY_MS)
  const release = holdOrganization(world.service.database, stuck.orgId)
  const { workers } = world.service.subgraphs.payments
  let running: ReturnType<typeof runWorkers> | undefined
  try {
    await new Promise((resolve) => setTimeout(resolve, 500))
    running = runWorkers(
      workers.filter(({ name }) => name === worker),
      silentLog,
    )
    await expect.poll(isEnded, { timeout: SOON_MS, interval: 200 }).toBe(true)
  } finally {
    await release()
    await running?.stop(30_000)
  }
}

test('approvals that have expired', async () => {
  const [stuck, other] = [await world.createOwner(), await world.createOwner()]
  const { approvalId: many } = await world.pay(stuck, '30')
  await multiply<ApprovalRow>('approvals', String(many))
  const { approvalId } = await world.pay(other, '30')
  await sweepWhileHeld(stuck, 'approvalExpiry', async () => (await world.approval(approvalId)).status === 'expired')
}, 120_000)

test('holds whose end has passed', async () => {
  const source = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
  const place = async ({ agent, walletId }: Owner) => {
    const input = { walletId, amount: '1', token: 'USDC', merchant: PAYEE }
    const by = { ...agent, capabilities: ['holds'] as const }
    const placed = await execute<{ createHold: { hold: { id: string } } }>(
      ...([world.service.subgraphs.payments, by, source, { input }] as const),
    )
    return placed.createHold.hold.id
  }
  const [stuck, other] = [await world.createOwner(), await world.createOwner()]
  await multiply<HoldRow>('holds', await place(stuck))
  const _id = await place(other)
  const holds = world.service.database.collection<HoldRow>('holds')
  await sweepWhileHeld(stuck, 'holdExpiry', async () => (await holds.findOne({ _id } as never))?.stage === 'voided')
}, 120_000)
