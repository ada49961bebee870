// A database connection that dies silently delays only the batches on it, for seconds (commit 4): their organization can
// still be stopped, and nothing is lost or done twice.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { createCommit, type GroupCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import { orgRef } from '../../../subgraphs/shared/commit/positions.ts'
import type { Intent } from '../../../subgraphs/shared/commit/types.ts'
import { type Database, openDatabase } from '../../../subgraphs/shared/database.ts'
import { type DeadConnections, openDeadConnections } from '../../support/deadConnections.ts'
import { silentLog } from '../../support/openTestDatabase.ts'
import { orgIdOf, payIntent } from '../../unit/commit/spendWorld.ts'
import { type CommitWorld, openCommitWorld } from './commitWorld.ts'

let world: CommitWorld
let way: DeadConnections
let database: Database
let groupCommit: GroupCommit

beforeAll(async () => {
  world = await openCommitWorld('commit_dead_connection', { orgs: 1, wallets: 1 })
  way = await openDeadConnections(inject('services').mongodbUri)
  database = await openDatabase({ uri: way.uri, name: world.name })
  groupCommit = createCommit({ database, clock: systemClock, log: silentLog })
})
afterAll(async () => {
  await way.close()
  await groupCommit.drain(1_000)
  await database.close()
  await world.stop()
})

const stop = (): Intent<string> => ({
  priority: 'control',
  ...{ orgId: orgIdOf(0), mode: 'test' },
  reads: () => ({ guard: [orgRef(orgIdOf(0))] }),
  decide: () => ({ kind: 'done', answer: 'stopped', writes: {} }),
})

describe.each(['startTransaction', 'commitTransaction'])('a connection that dies with its %s', (text) => {
  test('a stop of the organization passes, and the payment is made once', async () => {
    const id = `pay_${text}`
    const pay = () => payIntent({ org: 0, wallet: 0, id, units: 1n, key: id })
    const died = way.dieWith(text)
    const paid = groupCommit.submit(pay())
    await died
    expect(await groupCommit.submit(stop())).toEqual({ kind: 'done', answer: 'stopped' })
    expect((await paid).kind).toBe('done')
    expect((await groupCommit.submit(pay())).kind).toBe('replayed')
    expect((await world.audit()).payments.filter(({ _id }) => _id === id)).toHaveLength(1)
  })
})

test('a key look-up on a connection that dies gets a result, and others continue', async () => {
  const key = { id: 'agt|pay|unused', fingerprint: 'f' }
  // As many at once as there are commands for it.
  const asked: Promise<unknown>[] = []
  for (let n = 0; n < 2; n++) {
    const died = way.dieWith('idempotency')
    asked.push(groupCommit.findRepeat({ ...key, id: `${key.id}${n}` }))
    await died
  }
  expect(await Promise.all([...asked, groupCommit.findRepeat(key)])).toEqual([null, null, null])
})
