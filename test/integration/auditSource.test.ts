// The instant of the audit (reliability 7.1): a server forgets it after some minutes. Reading goes on at a newer one where
// nothing was committed in between, and ends otherwise.
import { mongo } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { InstantForgotten, openSource, type Source } from '../../scripts/audit/source.ts'
import { withAppName } from '../support/failPoints.ts'

const APP = 'audit-source'
const TOO_OLD = 239
const UNAVAILABLE = 246
const ROWS = 2_500
const database = `audit_source_${process.pid}`
let client: mongo.MongoClient
let source: Source

interface Row {
  readonly _id: string
  readonly walletId: string
  readonly seq: number
}

const rows = (): mongo.Collection<Row> => client.db(database).collection<Row>('journals')
const shards = () => client.db(database).collection<{ _id: string; v: number }>('positions')

beforeAll(async () => {
  client = await mongo.MongoClient.connect(inject('services').mongodbUri)
  const made = Array.from({ length: ROWS }, (_, seq) => ({
    _id: `row_${String(seq).padStart(5, '0')}`,
    walletId: `wal_${seq % 7}`,
    seq,
  }))
  await rows().insertMany(made)
  await shards().insertMany([
    { _id: 'gate:0', v: 3 },
    { _id: 'gate:1', v: 4 },
  ])
})
beforeEach(async () => {
  await source?.close()
  source = await openSource({ uri: withAppName(inject('services').mongodbUri, APP), database })
})
afterAll(async () => {
  await source.close()
  await client.db(database).dropDatabase()
  await client.close()
})

const forget = (command: string, errorCode = TOO_OLD) =>
  client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times: 1 },
    data: { failCommands: [command], appName: APP, errorCode },
  })

test.each([
  { sort: { _id: 1 }, code: TOO_OLD },
  { sort: { walletId: 1, _id: -1 }, code: UNAVAILABLE },
] as const)('goes on behind the last row in the order $sort', async ({ sort, code }) => {
  const read: Row[] = []
  for await (const page of source.pages<Row>('journals', { sort })) {
    read.push(...page)
    // After the first pages, not behind the last.
    if (read.length < ROWS) await forget('getMore', code)
  }
  const expected = await rows().find({}).sort(sort).toArray()
  expect(read.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => _id))
})

test('pages go on when what is read meanwhile finds the instant forgotten', async () => {
  const read: Row[] = []
  for await (const page of source.pages<Row>('journals')) {
    read.push(...page)
    if (read.length < ROWS) await forget('find')
    expect(await source.find('journals', { _id: page[0]?._id })).toHaveLength(1)
  }
  expect(read.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: ROWS }, (_, seq) => seq))
})

test('reads single rows, counts and sums again', async () => {
  await forget('find')
  expect(await source.find('journals', { _id: 'row_00007' })).toHaveLength(1)
  await forget('aggregate')
  expect(await source.count('journals', {})).toBe(ROWS)
  await forget('aggregate', UNAVAILABLE)
  expect(await source.aggregate('journals', [{ $group: { _id: null, sum: { $sum: 1 } } }])).toHaveLength(1)
})

test('ends where something was committed since the instant', async () => {
  await shards().updateOne({ _id: 'gate:1' }, { $inc: { v: 1 } })
  expect(await source.count('journals', {})).toBe(ROWS)
  await forget('find')
  await expect(source.find('journals', {})).rejects.toThrow(InstantForgotten)
})

test('any other failure of the database is one', async () => {
  await forget('find', 13)
  await expect(source.find('journals', {})).rejects.toThrow(mongo.MongoServerError)
})
