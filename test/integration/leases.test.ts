// The lease of a network (domain: one process settles it at a time): another process takes it over at once when its
// holder's process has ended, otherwise only when it has expired; the fencing number grows in either case.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LeaseRow, newHolder, releaseLease, takeNetworkLease } from '../../subgraphs/payments/models/leases.ts'
import { processIdentity } from '../../subgraphs/shared/processIdentity.ts'
import { openTestDatabase, type TestDatabase } from '../support/openTestDatabase.ts'

const LONG_MS = 3_600_000
let world: TestDatabase
const children: ChildProcess[] = []

beforeAll(async () => {
  world = await openTestDatabase('leases')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await world.stop()
})

const take = (id: string, holder: string, lifetimeMs = LONG_MS) =>
  takeNetworkLease(world.database, { id, holder, lifetimeMs })

async function startHolder(): Promise<{ holder: string; kill: () => Promise<void> }> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  children.push(child)
  await once(child, 'spawn')
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { holder: newHolder(processIdentity(child.pid)), kill }
}

test('of a process that was killed passes on at once, with a higher number', async () => {
  const { holder, kill } = await startHolder()
  expect(await take('killed', holder)).toMatchObject({ holder, fence: 1 })
  expect(await take('killed', newHolder())).toBeNull()
  await kill()
  const next = newHolder()
  expect(await take('killed', next)).toMatchObject({ holder: next, fence: 2 })
  expect(await take('killed', holder)).toBeNull()
})

test('of a process of which nothing is known passes on only when it has expired', async () => {
  const elsewhere = newHolder(processIdentity().replace(/^[^/]*/, 'another machine'))
  for (const [id, holder] of [
    ['elsewhere', elsewhere],
    ['earlier release', '6f1d1a0e-7a35-4d0a-9b0e-0d4a1c3f9a11'],
  ] as const) {
    await take(id, holder)
    expect(await take(id, newHolder())).toBeNull()
    await take(id, holder, 0)
    expect(await take(id, newHolder())).toMatchObject({ fence: 2 })
  }
})

test('of a living process is not taken over by one that has the same name for itself but its own number', async () => {
  const [first, second] = [newHolder(), newHolder()]
  expect(await take('same process', first)).not.toBeNull()
  expect(await take('same process', second)).toBeNull()
})

test('of a process whose pid another one has by now passes on', async () => {
  const reused = newHolder(processIdentity().replace(/[^/]*$/, '1'))
  await take('reused', reused)
  expect(await take('reused', newHolder())).toMatchObject({ fence: 2 })
})

/** As a release before batches took it: it would take what a batch has paid for an outflow. */
async function takeAsBefore(id: string, holder: string, lifetimeMs = LONG_MS): Promise<object | null> {
  return world.database
    .collection<LeaseRow>('leases')
    .findOneAndUpdate(
      { _id: id, $expr: { $or: [{ $eq: ['$holder', holder] }, { $lt: ['$expiresAt', '$$NOW'] }] } },
      [{ $set: { fence: { $add: ['$fence', 1] }, holder, expiresAt: { $add: ['$$NOW', lifetimeMs] } } }],
      { returnDocument: 'after' },
    )
}

test('is taken from a process of an earlier release when that has ended its work, and never back', async () => {
  const leases = world.database.collection<LeaseRow>('leases')
  await leases.insertOne({ _id: 'rolling', holder: '', fence: 0, expiresAt: new Date(0) })
  expect(await takeAsBefore('rolling', 'old')).toMatchObject({ fence: 1 })
  const next = newHolder()
  expect(await take('rolling', next)).toBeNull()
  await takeAsBefore('rolling', 'old', -1)
  expect(await take('rolling', next)).toMatchObject({ holder: next })
  expect(await takeAsBefore('rolling', 'old')).toBeNull()
  // Neither when it has expired, nor when it was given back.
  await take('rolling', next, -1)
  expect(await takeAsBefore('rolling', 'old')).toBeNull()
  await releaseLease(world.database, { id: 'rolling', holder: next })
  expect(await takeAsBefore('rolling', 'old')).toBeNull()
  expect(await take('rolling', newHolder())).not.toBeNull()
})
