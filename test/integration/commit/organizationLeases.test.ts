// Leases between processes that write one organization (commit 4, several processes): one holder at a time, in the order of
// requests, and nobody waits for a dead one.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  createOrganizationLeases,
  type OrganizationLeases,
} from '../../../subgraphs/shared/commit/organizationLeases.ts'
import type { OrgId } from '../../../subgraphs/shared/ids.ts'
import { openTestDatabase, type TestDatabase } from '../../support/openTestDatabase.ts'

let opened: TestDatabase
let n = 0
let orgId: OrgId = 'org_0'

beforeAll(async () => {
  opened = await openTestDatabase('turns')
})
afterAll(() => opened.stop())
beforeEach(() => {
  orgId = `org_${++n}`
})

interface Process {
  readonly turns: OrganizationLeases
  readonly granted: () => number
  /** Asks until it is this one's turn. */
  run(): Promise<void>
}

function open(): Process {
  let granted = 0
  const turns = createOrganizationLeases({ database: opened.database, onGranted: () => void granted++ })
  turns.reportConflict(orgId)
  return {
    turns,
    granted: () => granted,
    run: () => vi.waitFor(() => expect(turns.mayRun(orgId)).toBe(true), { timeout: 3_000, interval: 1 }),
  }
}

test('without a conflict no lease is requested', () => {
  const turns = createOrganizationLeases({ database: opened.database, onGranted: () => {} })
  expect(turns.mayRun(orgId)).toBe(true)
})

test('one holds it at a time, and it passes to whoever requested it, not back', async () => {
  const [a, b] = [open(), open()]
  const order: string[] = []
  let running = 0
  const work = async (name: string, { turns, run }: Process) => {
    for (let round = 0; round < 10; round++) {
      await run()
      running += 1
      expect(running).toBe(1)
      order.push(name)
      await new Promise((resolve) => setImmediate(resolve))
      // The other one has asked by now.
      if (round === 0) await vi.waitFor(async () => expect(await nextOf()).not.toBeNull())
      running -= 1
      turns.ended([orgId])
    }
  }
  await Promise.all([work('a', a), work('b', b)])
  expect(order.filter((name) => name === 'a')).toHaveLength(10)
  // Neither has more than two turns while the other waits for one: it asks again as soon as it has finished.
  expect(order.join('')).not.toMatch(/^(.)\1{3}/)
})

test('a dead holder is waited for no longer than its lease', async () => {
  const [dead, alive] = [open(), open()]
  await dead.run()
  const began = performance.now()
  await alive.run()
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('an unused lease passes on', async () => {
  const [a, b] = [open(), open()]
  await a.run()
  expect(b.turns.mayRun(orgId)).toBe(false)
  await vi.waitFor(async () => expect(await nextOf()).not.toBeNull())
  a.turns.releaseUnused(() => false)
  await vi.waitFor(() => expect(b.granted()).toBe(1))
})

test('contention ends when nobody else has requested the lease for long; a process that always wins notices it', async () => {
  const loser = open()
  const winner = createOrganizationLeases({ database: opened.database, onGranted: () => {} })
  await loser.run()
  winner.ended([orgId])
  await vi.waitFor(() => expect(winner.mayRun(orgId)).toBe(false))
  const alone = open()
  loser.turns.ended([orgId])
  for (let batch = 0; batch < 60; batch++) {
    await alone.run()
    alone.turns.ended([orgId])
  }
  await vi.waitFor(() => expect(alone.turns.mayRun(orgId)).toBe(true))
})

async function nextOf(): Promise<unknown> {
  const row = await opened.database.collection<{ _id: string; next: string | null }>('turns').findOne({ _id: orgId })
  return row?.next ?? null
}
