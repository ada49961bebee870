// A busy organization beside a hundred quiet ones (commit 5.6). Prints the figures; what is asserted is that the quiet
// never share a transaction with the hot one's backlog, because times depend on the machine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GroupCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import { orgIdOf, payIntent } from '../../unit/commit/spendWorld.ts'
import { type CommitWorld, openCommitWorld } from './commitWorld.ts'

const QUIET = 100
const HOT_CALLERS = 600
let world: CommitWorld
let last = 0

beforeAll(async () => {
  world = await openCommitWorld('commit_fairness', { orgs: QUIET + 1, wallets: 2, funds: 10n ** 12n })
})
afterAll(() => world.stop())

const pay = (groupCommit: GroupCommit, org: number) =>
  groupCommit.submit(payIntent({ org, wallet: last % 2, id: `pay_${last++}`, units: 1n }))

/** Each quiet organization pays about once in 100 ms. */
async function measureQuiet(groupCommit: GroupCommit, seconds: number): Promise<number[]> {
  const latencies: number[] = []
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: QUIET }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index))
      while (performance.now() < end) {
        const startedAt = performance.now()
        expect((await pay(groupCommit, index + 1)).kind).toBe('done')
        latencies.push(performance.now() - startedAt)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }),
  )
  return latencies.sort((a, b) => a - b)
}

test('quiet organizations are hardly delayed', async () => {
  const groupCommit = await world.openGroupCommit()
  await measureQuiet(groupCommit, 0.3)
  const alone = await measureQuiet(groupCommit, 1.5)
  let isOver = false
  let hotDone = 0
  const hot = Array.from({ length: HOT_CALLERS }, async () => {
    while (!isOver) {
      expect((await pay(groupCommit, 0)).kind).toBe('done')
      hotDone += 1
    }
  })
  const beside = await measureQuiet(groupCommit, 2.5)
  isOver = true
  await Promise.all(hot)
  const at = (list: readonly number[], part: number) => (list[Math.floor(list.length * part)] ?? 0).toFixed(1)
  console.info(
    `quiet alone p50 ${at(alone, 0.5)} p99 ${at(alone, 0.99)} ms; beside a hot one p50 ${at(beside, 0.5)} ` +
      `p99 ${at(beside, 0.99)} ms (${beside.length} payments, the hot one ${hotDone})`,
  )
  // Nobody starves: neither the quiet organizations nor the busy one.
  expect(beside.length).toBeGreaterThan(alone.length / 2)
  expect(hotDone).toBeGreaterThan(HOT_CALLERS)
  expect(await world.database.collection('payments').countDocuments({ orgId: orgIdOf(0) })).toBe(hotDone)
})
