// What is compared is read as of one instant (domain 9.4): a reconciliation that saw a payment and not its journal would tell of
// a difference that never was.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSnapshot } from '../../../subgraphs/shared/commit/snapshot.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'
import { openTestDatabase, type TestDatabase } from '../../support/openTestDatabase.ts'

const WRITES = 50
let opened: TestDatabase
let database: Database
const rows = () => database.collection<{ _id: string; count: number }>('rows')
const increment = (_id: string) => rows().updateOne({ _id }, { $inc: { count: 1 } }, { upsert: true })
const countOf = async (_id: string, session?: object) => (await rows().findOne({ _id }, { ...session }))?.count

beforeAll(async () => {
  opened = await openTestDatabase('commit_snapshots')
  database = opened.database
  await increment('one')
  await increment('other')
})
afterAll(() => opened.stop())

test('reads of one snapshot do not see what is written between them', async () => {
  const seen = await withSnapshot(database, async (session) => {
    const one = await countOf('one', { session })
    await increment('one')
    await increment('other')
    return [one, await countOf('other', { session })]
  })
  expect(seen).toEqual([1, 1])
  expect(await countOf('other')).toBe(2)
})

test('a snapshot sees everything that was acknowledged before it began', async () => {
  for (let written = 1; written <= WRITES; written++) {
    await increment('written')
    expect(await withSnapshot(database, (session) => countOf('written', { session }))).toBe(written)
  }
})

test('a snapshot that the server gives up is read again', async () => {
  let tries = 0
  const seen = await withSnapshot(database, async (session) => {
    tries += 1
    if (tries === 1) throw Object.assign(new Error('the snapshot is too old'), { code: 239 })
    return countOf('one', { session })
  })
  expect([seen, tries]).toEqual([2, 2])
})
